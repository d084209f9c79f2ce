import type { Answer } from '../../offline/pull/api-call.ts';
import type { Desk } from './workspace.ts';

/**
 * Asks the server, now or as soon as it can be reached.
 * @param isFinal whether an answer counts; after any other one it is asked again when something has changed
 */
export function askWhenReached(desk: Pick<Desk, 'ask' | 'state' | 'subscribe'>, url: string, isFinal: (answer: Answer) => boolean): Promise<Answer> {
  return new Promise((resolve) => {
    let isAsking = false;
    const stop = desk.subscribe(() => void look());
    void look();

    async function look() {
      if (isAsking || !desk.state().isOnline) return;
      isAsking = true;
      const answer = await desk.ask(url).catch(() => null);
      isAsking = false;
      if (!answer || !isFinal(answer)) return;
      stop();
      resolve(answer);
    }
  });
}
