import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Minimum number of bytes per second of a request's body. The slowest connection that still works is faster. */
const MINIMUM_RATE = 1024;
/** Time over which the rate is measured, in ms: a mobile signal may be gone for a while and come back. */
const TIME_WINDOW = 30_000;

/**
 * Ends requests whose body arrives below the minimum rate with 408, after which a device tries again later. A slow
 * upload above that rate may take as long as it needs.
 */
export function watchProgress(
  server: Server,
  { minimumRate = MINIMUM_RATE, timeWindow = TIME_WINDOW }: { minimumRate?: number; timeWindow?: number } = {},
): void {
  const arriving = new Map<IncomingMessage, { res: ServerResponse; at: number; bytes: number }>();
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    // Requests without a body are too many to remember each.
    if (!hasBody(req)) return;
    arriving.set(req, { res, at: performance.now(), bytes: req.socket.bytesRead });
    // Its parsed body would stay in memory until the next check. The rest of a refused one is still watched.
    res.once('close', () => {
      if (req.complete) arriving.delete(req);
    });
  });

  function check(): void {
    for (const [req, { res, at, bytes }] of arriving) {
      const elapsed = performance.now() - at;
      if (req.complete || req.socket.destroyed) arriving.delete(req);
      else if (elapsed >= timeWindow) {
        const arrived = req.socket.bytesRead;
        if (arrived - bytes < (minimumRate * elapsed) / 1000) refuse(req, res);
        arriving.set(req, { res, at: performance.now(), bytes: arrived });
      }
    }
  }
  const timer = setInterval(check, Math.min(5000, timeWindow / 4));
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Does a request come with a body? */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function refuse(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) return void req.socket.destroy();
  res.once('finish', () => req.socket.destroy());
  res.writeHead(408, { Connection: 'close', 'Content-Length': 0 }).end();
}
