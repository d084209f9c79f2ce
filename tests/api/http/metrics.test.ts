import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newestBackupAt } from '../../../api/maintenance/backup/make.ts';
import { withMetrics } from '../../../api/http/metrics.ts';
import { NOON } from '../town.ts';
import { temporaryFolder } from '../files.ts';

/** Serves 200 for every address, 500 for /falla, and `/guardada` as if from the answer cache. @returns what asks it */
async function open(token?: string) {
  const folder = temporaryFolder();
  const backup = join(folder, 'copias/portal-2026-03-15T113200Z');
  // One that was made while the clock was ahead must not hide how old the last one is.
  for (const one of [backup, join(folder, 'copias/portal-2036-03-15T113200Z')]) {
    mkdirSync(one, { recursive: true });
    writeFileSync(join(one, 'manifest.json'), '');
  }
  const handler = withMetrics(
    (req, res) => {
      res.writeHead(req.url === '/falla' ? 500 : 200).end();
      return req.url === '/guardada';
    },
    {
      version: '1.2.3',
      dbFile: join(folder, 'portal.sqlite'),
      newestBackup: () => newestBackupAt(join(folder, 'copias'), NOON),
      token,
      now: () => NOON,
      queue: () => ({ subscriptions: 12, queue: 3 }),
    },
  );
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return async (path: string, headers: Record<string, string> = {}) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, host: '127.0.0.1', path, headers }).end();
    const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
    let body = '';
    answer.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    await once(answer, 'end');
    return { type: answer.headers['content-type'], body };
  };
}

test('a monitor on this machine reads requests, failures, times, answer cache, disk and the age of the backup', async () => {
  const ask = await open();
  for (const path of ['/', '/guardada', '/guardada', '/falla']) await ask(path);
  const { type, body } = await ask('/metrics');
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
  const values = Object.fromEntries(
    body
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  expect(values).toMatchObject({
    'portal_info{version="1.2.3"}': 1,
    'portal_answers_total{status="200"}': 3,
    'portal_answers_total{status="500"}': 1,
    portal_request_seconds_count: 4,
    portal_answer_cache_hits_total: 2,
    portal_backup_age_seconds: 2 * 60 * 60,
  });
  for (const name of ['portal_request_seconds{quantile="0.5"}', 'portal_request_seconds{quantile="0.99"}'])
    expect(values[name]).toBeGreaterThan(0);
  expect(values.portal_disk_free_bytes).toBeGreaterThan(0);
  expect(values['portal_request_seconds{quantile="0.99"}']).toBeGreaterThanOrEqual(
    values['portal_request_seconds{quantile="0.5"}'] ?? Infinity,
  );
});

test.for([
  ['through nginx', undefined, { 'X-Forwarded-For': '203.0.113.9' }, false],
  ['through another proxy', undefined, { Forwarded: 'for=203.0.113.9' }, false],
  [
    'with the token, through nginx',
    'x'.repeat(20),
    { 'X-Forwarded-For': '::1', Authorization: `Bearer ${'x'.repeat(20)}` },
    true,
  ],
  ['with another token', 'x'.repeat(20), { Authorization: `Bearer ${'y'.repeat(20)}` }, false],
  [
    'with a token where none is set, through nginx',
    undefined,
    { 'X-Forwarded-For': '::1', Authorization: 'Bearer ' },
    false,
  ],
] as const)('whoever asks %s', async ([, token, headers, may]) => {
  const ask = await open(token);
  expect((await ask('/metrics', headers)).body.includes('portal_info')).toBe(may);
});
