import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between nginx and the portal, counts what comes through, and can make what is kept grow old at once. */
export interface Gate {
  port: number;
  seen: { method: string; url: string; headers: IncomingHttpHeaders }[];
  /** Answers are kept for so many seconds; as the portal says when undefined. */
  keptFor: number | undefined;
  /** Answers take so many ms longer. */
  delay: number;
  close(): void;
}

export async function openGate(targetPort: number): Promise<Gate> {
  const server = createServer((req, res) => {
    gate.seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
    const forward = request({ host: '127.0.0.1', port: targetPort, method: req.method, path: req.url, headers: req.headers }, (answer) => {
      const { 'cache-control': kept = '', ...headers } = answer.headers;
      const shortened = gate.keptFor === undefined ? kept : kept.replace(/s-maxage=\d+/, `s-maxage=${gate.keptFor}`);
      setTimeout(() => {
        res.writeHead(answer.statusCode ?? 500, { ...headers, ...(shortened ? { 'cache-control': shortened } : {}) });
        answer.pipe(res);
      }, gate.delay);
    });
    forward.on('error', () => res.destroy());
    req.pipe(forward);
  });
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gate: Gate = {
    port: (server.address() as AddressInfo).port, seen: [], keptFor: undefined, delay: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return gate;
}
