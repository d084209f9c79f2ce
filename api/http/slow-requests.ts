import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Bytes a second below which a request is not worth its connection: the worst line that still carries a call is faster. */
const LEAST = 1024;
/** So long a request may be slower, or stand still: signals go and come back. In ms. */
const PATIENCE = 30_000;

/**
 * Ends requests whose body hardly comes in, and lets a slow upload take the time it needs. They are answered 408, which a
 * device takes for «later».
 */
export function watchProgress(server: Server, { least = LEAST, patience = PATIENCE }: { least?: number; patience?: number } = {}): void {
  const arriving = new Map<IncomingMessage, { res: ServerResponse; at: number; bytes: number }>();
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (!hasBody(req)) return;
    arriving.set(req, { res, at: performance.now(), bytes: req.socket.bytesRead });
  });

  const look = setInterval(() => {
    for (const [req, { res, at, bytes }] of arriving) {
      const elapsed = performance.now() - at;
      if (req.complete || req.socket.destroyed) arriving.delete(req);
      else if (elapsed >= patience) {
        const arrived = req.socket.bytesRead;
        if (arrived - bytes < (least * elapsed) / 1000) cut(req, res);
        arriving.set(req, { res, at: performance.now(), bytes: arrived });
      }
    }
  }, Math.min(5000, patience / 4));
  look.unref();
  server.once('close', () => clearInterval(look));
}

/** Reads have none, and there are too many of them to remember even for a second. */
const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function cut(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) return void req.socket.destroy();
  res.once('finish', () => req.socket.destroy());
  res.writeHead(408, { Connection: 'close', 'Content-Length': 0 }).end();
}
