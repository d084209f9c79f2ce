import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { openNginx } from '../../lab/bench/nginx.ts';
import type { Nginx } from '../../lab/bench/nginx.ts';

// nginx from Debian with the files of the package and the numbers that `portal new` writes, in front of a portal.

const HALF = 'GET / HTTP/1.1\r\nHost: uno.example\r\nX-Y: ';
const MANY = 5000;

async function openSite(answer: RequestListener): Promise<Nginx> {
  const portal = createServer(answer).listen(0, '127.0.0.1');
  await once(portal, 'listening');
  const origin = (portal.address() as AddressInfo).port;
  const nginx = await openNginx([{ town: 'uno', host: 'uno.example', origin }]);
  onTestFinished(async () => {
    await nginx.stop();
    portal.closeAllConnections();
    portal.close();
  });
  return nginx;
}

/** Asks for a page over a connection of its own. @returns the status, or why there was no answer */
async function ask({ port }: Nginx, localAddress = '127.0.0.1'): Promise<number | string> {
  const asked = request({
    host: '127.0.0.1',
    port,
    localAddress,
    path: '/noticias',
    servername: 'uno.example',
    headers: { Host: 'uno.example' },
    rejectUnauthorized: false,
    agent: false,
    timeout: 20_000,
  });
  asked.on('timeout', () => asked.destroy(new Error('no answer')));
  try {
    const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}

/**
 * Keeps 5,000 connections open that begin a request and never end it: one that is closed is opened again.
 * @param address of the n-th one
 * @returns the open ones, and what ends it
 */
async function keepHalfOpen({ port, plainPort }: Nginx, address: (n: number) => string) {
  const open = new Set<Socket>();
  let isGoingOn = true;
  const begin = (n: number): Socket => {
    // One in five is in the middle of a TLS handshake instead.
    const isSecure = n % 5 === 0;
    const socket = connect({ host: '127.0.0.1', port: isSecure ? port : plainPort, localAddress: address(n) });
    open.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => {
        open.delete(socket);
        if (isGoingOn) setTimeout(() => isGoingOn && begin(n), 100);
      });
    socket.write(isSecure ? Buffer.from('160301', 'hex') : HALF);
    return socket;
  };
  onTestFinished(() => {
    isGoingOn = false;
    for (const socket of open) socket.destroy();
  });
  for (let n = 0; n < MANY; n += 1) {
    const socket = begin(n);
    if (n % 200 === 199) await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  }
  return { open, end: () => (isGoingOn = false) };
}

test.for([
  ['one address', () => '127.0.0.9'],
  ['fifty addresses', (n: number) => `127.0.0.${50 + (n % 50)}`],
] as const)('pages answer while 5,000 half requests are open from %s, and nginx ends those', async ([, address]) => {
  const nginx = await openSite((_req, res) => res.end('Noticias'));
  const { open, end } = await keepHalfOpen(nginx, address);
  const answers = [];
  for (let visit = 0; visit < 20; visit += 1) answers.push(await ask(nginx, visit % 2 ? '127.0.0.1' : '127.0.0.2'));
  expect(answers).toEqual(answers.map(() => 200));
  end();
  // Nobody sends the rest, so all of them come to an end by themselves.
  await expect.poll(() => open.size, { timeout: 60_000 }).toBe(0);
  expect(await ask(nginx)).toBe(200);
});

test('an address that makes 600 requests at the same time is told that these are too many, and others are served', async () => {
  let isHeld = true;
  const nginx = await openSite((_req, res) => {
    if (!isHeld) res.end('Noticias');
  });
  const lines = Array.from({ length: 6 }, () => {
    const own = { port: nginx.port, servername: 'uno.example', ALPNProtocols: ['h2'], rejectUnauthorized: false };
    const socket = connectTls({ ...own, host: '127.0.0.1', localAddress: '127.0.0.9' } as ConnectionOptions);
    return connectHttp2('https://uno.example', { createConnection: () => socket });
  });
  onTestFinished(() => {
    for (const line of lines) line.destroy();
  });
  const refused: unknown[] = [];
  for (let n = 0; n < 600; n += 1) {
    const stream = lines[n % 6]?.request({ ':path': `/noticias/${n}`, ':authority': 'uno.example' });
    stream?.on('error', () => {}).on('response', ({ ':status': status }) => refused.push(status));
  }
  await expect.poll(() => refused.length).toBe(100);
  expect(new Set(refused)).toEqual(new Set([429]));
  isHeld = false;
  expect(await ask(nginx, '127.0.0.2')).toBe(200);
});
