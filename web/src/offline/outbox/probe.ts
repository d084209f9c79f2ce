import { calls } from '#contract/addresses/calls';
import type { Environment } from './environment.ts';
import { problemOf } from './protocol/server-answers.ts';
import { send } from './send.ts';

/**
 * Whether a drain may send. What was sent must always be treated as seen by the server. So if the browser says that
 * there is no network, which may be wrong, a request that changes nothing is sent first.
 * @param end aborts when the tab's outbox is closed
 */
export async function isReachable(
  { isOffline, fetch, setTimer }: Required<Environment>,
  end: AbortSignal,
): Promise<boolean> {
  if (!isOffline()) return true;
  const request = { url: calls.health(), method: 'GET', headers: {}, body: null };
  const wire = { fetch, newXhr: null, setTimer };
  const answer = await send(request, wire, { isUpload: false, signal: end, onProgress: () => {} });
  // A portal that says what is wrong with it was reached, and may still accept what mends it.
  return answer !== null && (answer.status === 200 || problemOf(answer.status, answer.body) !== null);
}
