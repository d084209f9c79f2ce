import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { refuseMisdirected } from '../../../api/http/misdirected.ts';
import { whoAnswers } from '../../../api/maintenance/who-answers.ts';

/** Opens a port of this machine. */
async function openPort(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a request that nginx sends for the address of another town gets no page of this one', async () => {
  const port = await openPort((req, res) => {
    if (!refuseMisdirected(req, res, 'https://villa.example')) res.end('Villa');
  });
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
    return [answer.status, answer.headers.get('cache-control'), (await answer.text()).includes('Villa')];
  };
  expect(await ask({ 'X-Portal-Origin': 'https://otra.example' })).toEqual([421, 'no-store', false]);
  expect(await ask({ 'X-Portal-Origin': 'http://villa.example' })).toEqual([421, 'no-store', false]);
  expect(await ask({ 'X-Portal-Origin': 'https://villa.example' })).toEqual([200, null, true]);
  // Without nginx, or behind one that is not ours, nobody says whom a request is for.
  expect(await ask({})).toEqual([200, null, true]);
});

test.for([
  ['this portal', 200, '{"ok":true,"origin":"https://villa.example"}', 'it'],
  ['the portal of another town', 200, '{"ok":true,"origin":"https://otra.example"}', 'another'],
  ['a portal that does not say whose it is', 200, '{"ok":true}', 'another'],
  ['another program', 200, '<h1>It works!</h1>', 'another'],
  ['a redirect', 302, '', 'another'],
  ['what is no object', 200, 'null', 'another'],
  ['a portal that cannot use its database', 503, '{"code":"not-ready"}', 'ill'],
] as const)('who asks a port learns whether it is %s that answers', async ([, status, body, who]) => {
  const port = await openPort((_req, res) => {
    res.writeHead(status, { Location: 'http://127.0.0.1:9/' }).end(body);
  });
  const asked = await whoAnswers({ host: '127.0.0.1', port, origin: 'https://villa.example' });
  expect(asked.who).toBe(who);
});

test('who asks a port is not kept by an answer without end, and learns that nobody is there', async () => {
  let isOpen = true;
  const port = await openPort((_req, res) => {
    const more = () => {
      while (isOpen && res.write('x'.repeat(65_536)));
    };
    res.on('drain', more).on('close', () => (isOpen = false));
    more();
  });
  const asked = { host: '127.0.0.1', port, origin: 'https://villa.example' };
  expect(await whoAnswers(asked)).toEqual({ who: 'another' });
  await expect.poll(() => isOpen).toBe(false);
  expect(await whoAnswers({ ...asked, port: 9 })).toEqual({ who: 'nobody' });
});
