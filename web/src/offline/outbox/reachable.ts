import { calls } from '#contract/addresses/calls';
import type { Environment } from './environment.ts';
import { send } from './send.ts';

/**
 * Whether a drain may send. What is sent counts as seen by the server for ever, so where the browser says that there is
 * no network, which may be wrong, a request that changes nothing goes first.
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
  return answer?.status === 200;
}
