import { useEffect, useState } from 'react';
import { calls } from '#contract/addresses/calls';
import type { ServerSteps } from '#contract/town/first-steps';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';

/** What this tab has heard last, for when the server cannot be reached. */
let heard: ServerSteps | null = null;

/** Returns what only the server knows of the first steps; null if this tab has not heard it yet. */
export function useServerSteps(): ServerSteps | null {
  const { callApi } = useWorkspace();
  const { content, isOnline } = useWorkspaceState();
  const [steps, setSteps] = useState(heard);
  useEffect(() => {
    let isCurrent = true;
    callApi(calls.firstSteps()).then(
      ({ status, body }) => {
        if (status !== 200) return;
        heard = body as ServerSteps;
        if (isCurrent) setSteps(heard);
      },
      () => {
        // Without a network, what was heard last is shown.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [callApi, content, isOnline]);
  return steps;
}
