import { useEffect, useState } from 'react';
import { calls } from '#contract/addresses/calls';
import { alertReachSchema } from '#contract/messages/alert-reach';
import type { AlertReach } from '#contract/messages/alert-reach';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';

/**
 * How often is asked, in ms: while a message is on its way, and before there is one, as of an alert that begins later.
 */
const EVERY = { sending: 3000, before: 5000 };

/**
 * Returns which phones an alert reaches; null while that is not known.
 * @param isPublished then it is asked again until the message has gone to all
 */
export function useReach(id: string, isPublished: boolean): AlertReach | null {
  const { callApi } = useWorkspace();
  const { isOnline, waiting } = useWorkspaceState();
  const [reach, setReach] = useState<AlertReach | null>(null);
  const isUnsent = waiting.some(({ recordId }) => recordId === id);
  useEffect(() => {
    if (!isOnline) return setReach(null);
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function ask(): Promise<void> {
      const answer = await callApi(calls.alertReach(id)).catch(() => null);
      if (!isCurrent) return;
      const known = answer?.status === 200 ? (alertReachSchema.safeParse(answer.body).data ?? null) : null;
      setReach(known);
      const isSent = known?.message?.waiting === 0;
      if (isPublished && !isSent) timer = setTimeout(() => void ask(), known?.message ? EVERY.sending : EVERY.before);
    }
    void ask();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [callApi, isOnline, id, isPublished, isUnsent]);
  return reach;
}
