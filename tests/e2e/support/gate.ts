import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between nginx and the portal that counts requests and can make cached answers expire at once. */
export interface Gate {
  port: number;
  seen: { method: string; url: string; headers: IncomingHttpHeaders }[];
  /** Seconds for which answers are cached; undefined: as the portal says. */
  keptFor: number | undefined;
  /** Seconds for which cached answers replace a portal that is down; undefined: as the portal says. */
  staleFor: number | undefined;
  /** Whether the portal is down: all connections are closed without an answer. */
  isDown: boolean;
  /** Additional delay of answers, in ms. */
  delay: number;
  close(): void;
}

export async function openGate(targetPort: number): Promise<Gate> {
  const server = createServer((req, res) => {
    if (gate.isDown) return void req.socket.destroy();
    gate.seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
    const forward = request(
      { host: '127.0.0.1', port: targetPort, method: req.method, path: req.url, headers: req.headers },
      (answer) => {
        const { 'cache-control': kept = '', ...headers } = answer.headers;
        const shortened = (
          [
            ['s-maxage', gate.keptFor],
            ['stale-if-error', gate.staleFor],
          ] as const
        ).reduce<string>(
          (text, [name, seconds]) =>
            seconds === undefined ? text : text.replace(new RegExp(`${name}=\\d+`), `${name}=${seconds}`),
          kept,
        );
        setTimeout(() => {
          res.writeHead(answer.statusCode ?? 500, { ...headers, ...(shortened ? { 'cache-control': shortened } : {}) });
          answer.pipe(res);
        }, gate.delay);
      },
    );
    forward.on('error', () => res.destroy());
    req.pipe(forward);
  });
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gate: Gate = {
    port: (server.address() as AddressInfo).port,
    seen: [],
    keptFor: undefined,
    staleFor: undefined,
    isDown: false,
    delay: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return gate;
}
