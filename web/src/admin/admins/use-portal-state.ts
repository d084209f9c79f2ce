import { useEffect } from 'react';
import { calls } from '#contract/addresses/calls';
import type { PortalState } from '#contract/messages/portal-state';
import { useStored, useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';

/** Time in ms after which the state is asked for again. */
const REFRESH = 10 * 60_000;

/** How the portal was when the server was last asked, with or without a network; null if it never was. */
export const usePortalState = () => useStored('portal state', (store) => store.portalState());

/** Asks the server for the state now, when the connection returns, and every ten minutes. */
export function useFreshPortalState(): void {
  const { callApi, store } = useWorkspace();
  const { isOnline } = useWorkspaceState();
  useEffect(() => {
    if (!isOnline) return;
    async function ask() {
      const answer = await callApi(calls.portalState()).catch(() => null);
      if (answer?.status === 200) await store.keepPortalState(answer.body as PortalState);
    }
    void ask();
    const timer = setInterval(() => void ask(), REFRESH);
    return () => clearInterval(timer);
  }, [callApi, store, isOnline]);
}
