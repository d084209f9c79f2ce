import type { Request, Response } from 'express';
import { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { hasTooManyValues, openLargeBodies } from '../../../api/http/limits/large-bodies.ts';
import { calls } from '#contract/addresses/calls';
import { dataUrl, pdf, temporaryFolder } from '../files.ts';
import { openTown } from '../town.ts';

test.for([
  ['{"a":1}', false],
  [`{${'"a":1,'.repeat(24_000)}"b":1}`, false],
  [`{${'"a":1,'.repeat(26_000)}"b":1}`, true],
  ['['.repeat(50_001), true],
  [JSON.stringify({ data: ',:[{'.repeat(100_000) }), false],
  [JSON.stringify({ data: '\\"'.repeat(100_000), more: '",:' }), false],
  ['"\\', false],
] as const)('the values of %# are counted, and nothing inside a text', ([json, tooMany]) => {
  expect(hasTooManyValues(Buffer.from(json))).toBe(tooMany);
});

test('400,000 unknown names are refused quickly', async () => {
  const town = await openTown({ uploadsDir: temporaryFolder() });
  const id = town.make('story');
  const names = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, number) => [`k${number}`, 1])));
  for (const body of [names(300_000), `{"value":${names(300_000)}}`, names(20_000)]) {
    const began = process.cpuUsage();
    expect((await town.post(calls.update('story', id, 'title'), body, { as: town.admin })).status).toBe(400);
    const { user, system } = process.cpuUsage(began);
    // It takes some ten milliseconds; without counting first it would take a second and a half.
    expect((user + system) / 1000).toBeLessThan(700);
  }
});

test('a large body is stored on disk while it arrives, and removed afterwards', async () => {
  const folder = temporaryFolder();
  const town = await openTown({ uploadsDir: folder });
  const id = town.make('bulletin');
  const body = JSON.stringify({ name: 'x.pdf', data: dataUrl(pdf('x', 2 * 1024 * 1024)) });
  const socket = connect(Number(new URL(town.url).port), '127.0.0.1');
  const head =
    `POST ${calls.pdf('bulletin', id)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
    `Authorization: Bearer ${town.admin}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 1_000_000)}`);
  await vi.waitUntil(() => arriving(folder).length === 1, { timeout: 20_000, interval: 10 });
  // The connection fails.
  socket.destroy();
  await vi.waitUntil(() => arriving(folder).length === 0, { timeout: 20_000, interval: 10 });
  // The same key has one effect, as with small bodies.
  const sent = () => town.post(calls.pdf('bulletin', id), body, { as: town.admin, key: 'k' });
  expect([
    (await sent()).body,
    (await sent()).body,
    (await town.post(calls.pdf('bulletin', id), body.replace('x.pdf', 'y.pdf'), { as: town.admin, key: 'k' })).status,
  ]).toEqual([1, 1, 422]);
  expect((await town.post(calls.pdf('bulletin', id), body.slice(0, -1), { as: town.admin })).status).toBe(400);
  expect((await town.post(calls.pdf('bulletin', id), `[${body}]`, { as: town.admin })).status).toBe(400);
  expect(arriving(folder)).toEqual([]);
});

test('one large body is in memory until its answer is sent, the others wait on disk', async () => {
  const folder = temporaryFolder();
  const take = openLargeBodies(folder);
  const json = Buffer.from(JSON.stringify({ data: 'x'.repeat(500_000) }));
  const taken: EventEmitter[] = [];
  const all = Array.from({ length: 4 }, async () => {
    const req = Object.assign(Readable.from([json.subarray(0, 1000), json.subarray(1000)]), {
      headers: { 'content-length': String(json.length) },
    });
    const res = Object.assign(new EventEmitter(), { closed: false, destroyed: false });
    await take(req as unknown as Request, res as unknown as Response, 1_000_000, '');
    taken.push(res);
  });
  for (let number = 1; number <= 4; number += 1) {
    await vi.waitUntil(() => taken.length === number && readdirSync(folder).length === 4 - number, {
      timeout: 20_000,
      interval: 10,
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([taken.length, readdirSync(folder).length]).toEqual([number, 4 - number]);
    taken.at(-1)?.emit('close');
  }
  await Promise.all(all);
});

test('more large bodies than can be handled at once are all answered', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const town = await openTown({ uploadsDir: folder });
  const ids = Array.from({ length: 8 }, () => town.make('bulletin'));
  const answers = await Promise.all(
    ids.map((id, number) =>
      town.post(
        calls.pdf('bulletin', id),
        { name: `${number}.pdf`, data: dataUrl(pdf(String(number), 1_000_000)) },
        { as: town.admin },
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(arriving(folder)).toEqual([]);
});

function arriving(folder: string): string[] {
  try {
    return readdirSync(`${folder}/.tmp`);
  } catch {
    return [];
  }
}
