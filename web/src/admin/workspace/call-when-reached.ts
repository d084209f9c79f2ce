import type { ApiAnswer } from '../../offline/pull/api-call.ts';
import type { Workspace } from './workspace.ts';

/**
 * Calls the server, now or as soon as it can be reached.
 * @param isFinal whether an answer counts; after any other one the call is repeated when something has changed
 */
export function callWhenReached(
  workspace: Pick<Workspace, 'callApi' | 'state' | 'subscribe'>,
  url: string,
  isFinal: (answer: ApiAnswer) => boolean,
): Promise<ApiAnswer> {
  return new Promise((resolve) => {
    let isCalling = false;
    const stop = workspace.subscribe(() => void look());
    void look();

    async function look() {
      if (isCalling || !workspace.state().isOnline) return;
      isCalling = true;
      const answer = await workspace.callApi(url).catch(() => null);
      isCalling = false;
      if (!answer || !isFinal(answer)) return;
      stop();
      resolve(answer);
    }
  });
}
