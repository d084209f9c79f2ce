import type { CDPSession } from 'playwright';

/** A request that a page sent to a server. */
export interface PageRequest {
  url: string;
  /** Bytes transferred for it so far, headers included. */
  bytes: number;
  /** Content-Length of the answer; NaN if it has none. */
  body: number;
  /** Whether the answer is complete, or the request has failed. */
  isOver: boolean;
}

/**
 * Records the requests that a page itself sends over the line. Requests of its service worker are not included, nor are
 * those answered by the service worker or from a cache.
 * @returns a function that returns the requests until now
 */
export async function watchRequests(session: CDPSession): Promise<() => PageRequest[]> {
  const requests = new Map<string, PageRequest>();
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (/^https?:/.test(url)) requests.set(requestId, { url, bytes: 0, body: Number.NaN, isOver: false });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (response.fromServiceWorker || response.fromDiskCache) requests.delete(requestId);
    else if (request) {
      request.bytes = response.encodedDataLength;
      request.body = Number(response.headers['content-length'] ?? Number.NaN);
    }
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { bytes: encodedDataLength, isOver: true });
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    const request = requests.get(requestId);
    if (request) request.isOver = true;
  });
  await session.send('Network.enable');
  return () => [...requests.values()].map((request) => ({ ...request }));
}
