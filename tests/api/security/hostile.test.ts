import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { ENTITY_NAMES, fieldsOf } from '#contract/forms-and-lists';
import { calls } from '#contract/addresses/calls';
import { publicCall, publicCalls, publicFeed } from '#contract/addresses/public-calls';
import { pictureOrderCall } from '#contract/addresses/picture-order';
import type { PublicReader } from '#contract/reader';
import { openSessions } from '../../../api/auth/sessions.ts';
import { openLog } from '../../../api/log.ts';
import { temporaryFolder } from '../files.ts';
import { fc } from '../property.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

/** Number of random requests; HOSTILE=20000 in the environment makes more. */
const RUNS = Number(process.env.HOSTILE ?? 2500);

const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'NULL',
  'all',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '../../etc/passwd',
  '..%2f',
  '%',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e',
  "' OR 1=1 --",
  '" OR ""="',
  '"; DROP TABLE story; --',
  'NEAR(a b)',
  'a* OR b*',
  'title:a',
  '^a',
  '-a',
  '(',
  '{}',
  '[]',
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '\r\nX-Injected: 1',
  'a'.repeat(5000),
  '31-02-2026',
  '01-01-2026_02-01-2026',
  '9'.repeat(400),
  'ﷺ',
  '💧'.repeat(200),
  `a${'\u0315\u0300'.repeat(500)}`,
  'data:image/png;base64,',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:application/pdf;base64,JVBERi0=',
  'javascript:alert(1)',
];
const nasty = fc.constantFrom(...NASTY);
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 30 }));
const KEYS = [
  'value',
  'base',
  'id',
  'date',
  'data',
  'name',
  'url',
  'search',
  'page',
  'username',
  'password',
  'usergroup',
  'enable',
  'email',
  'txt',
  'rows',
  'town',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
];
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...KEYS), text), tie('value')), { maxLength: 5 })
    .map((pairs) => ({ is: 'object', pairs })),
}));
/** Returns a value as JSON. JSON.stringify cannot be used, because `__proto__` must reach the server as a key. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const { pairs } = value as { pairs: [string, unknown][] };
  return `{${pairs.map(([key, one]) => `${JSON.stringify(key)}:${written(one)}`).join(',')}}`;
}
const body = fc.oneof(
  { weight: 6, arbitrary: json.object.map(written) },
  { weight: 6, arbitrary: fc.oneof(text, json.value).map((value) => `{"value":${written(value)}}`) },
  { weight: 3, arbitrary: fc.tuple(text, text).map(([value, base]) => JSON.stringify({ value, base })) },
  { weight: 1, arbitrary: json.value.map(written) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')) },
  { weight: 1, arbitrary: fc.nat(3000).map((depth) => `${'{"value":'.repeat(depth)}1${'}'.repeat(depth)}`) },
);
const HEADERS = [
  'idempotency-key',
  'if-none-match',
  'accept-encoding',
  'range',
  'if-range',
  'accept',
  'x-forwarded-for',
  'forwarded',
  'content-type',
  'content-encoding',
  'origin',
  'cookie',
  'x-http-method-override',
  'upgrade-insecure-requests',
  'te',
  'via',
];
const headerValue = fc.oneof(
  fc.constantFrom(
    '*',
    'W/"x"',
    'bytes=0-',
    'bytes=-1,-2',
    'gzip;q=NaN',
    'br;q=2',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    '::1',
    'gzip',
    'deflate',
    '1'.repeat(70),
  ),
  fc.string({
    unit: fc.constantFrom(
      ...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)),
      ' ',
      '\u00f1',
      '\u00ff',
    ),
    maxLength: 80,
  }),
);
const headers = fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom(...HEADERS), headerValue, { maxKeys: 4 }));

/** All calls, with parameters that the generator fills in. */
const WRITES = [
  ...ENTITY_NAMES.flatMap((entity) => [
    calls.create(entity),
    calls.remove(entity, ':x'),
    calls.update(entity, ':x', ':x'),
    calls.update(entity, `:${entity}`, ':x'),
    ...fieldsOf(entity).map(([name, field]) => calls.update(entity, `:${entity}`, field.path ?? name)),
  ]),
  calls.one('user', ':x'),
  calls.list('user'),
  calls.document('site'),
  calls.document('usefulData'),
  calls.greenPointText(),
  publicCall('search'),
  calls.picture('story', ':story'),
  calls.picture('album', ':album'),
  calls.pictureDelete('album', ':album'),
  calls.pictureDelete('story', ':story'),
  calls.pictureAlt('album', ':album'),
  pictureOrderCall('album', ':album'),
  pictureOrderCall('greenpointpage', 'greenpointpage'),
  calls.greenPointPicture(),
  calls.greenPointPictureAlt(),
  calls.greenPointPictureDelete(),
  calls.pdf('bulletin', ':bulletin'),
  calls.pdfDelete('bulletin', ':bulletin'),
  calls.digest(),
  calls.albumVideoAdd(':album'),
  calls.authenticate(),
  calls.tokenExpired(),
  calls.logout(),
  '/users/register',
];
const READS = [
  ...ENTITY_NAMES.flatMap((entity) => [calls.one(entity, ':x'), calls.list(entity).replace(/1$/, ':x')]),
  ...Object.keys(publicCalls).map((method) => publicCall(method as keyof PublicReader).replaceAll('/all', '/:x')),
  publicFeed('?since=:x'),
  publicFeed('?next=:x'),
  calls.feed('?since=:x'),
  '/users',
  '/users/:x',
  '/uploads/:x/:x/:x',
  '/uploads/:x/:x/:x/:x',
  '/uploads/:x',
  '/salud',
  '/:x',
  '/:x/:x',
  '//:x',
  '/api/:x',
  '/api/data/AlbumDeleteVideo/:album/:x',
  '/api/data/LabelsRemoveStory/:story/:x',
  '/api/data/LabelsCreateAddStory/:story/:x',
  '/api/data/LabelsAddStory/:story/:x',
  '/api/data/getLabelsBySearch/:x',
];
const oneOf = (...values: string[]) => fc.constantFrom(...values);
const call = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(fc.constant('POST'), oneOf(...WRITES)) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('GET'), oneOf(...READS)) },
  {
    weight: 1,
    arbitrary: fc.tuple(oneOf('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'), oneOf(...WRITES, ...READS)),
  },
);
const hostile = fc.record({
  call,
  parts: fc.array(text, { minLength: 4, maxLength: 4 }),
  body,
  headers,
  who: oneOf('nobody', 'editor', 'admin', 'admin', 'admin'),
});

test(
  `${RUNS} hostile requests cause no server error, no crash and no unexpected answer`,
  async () => {
    const failures: string[] = [];
    const log = openLog('error', { write: (line) => void failures.push(line) });
    const town = await openTown({ uploadsDir: temporaryFolder(), log });
    const ids: Record<string, string> = Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, town.make(entity)]));
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const sessions = openSessions(town.db);
    const tokens: Record<string, string | undefined> = { editor: town.editor, admin: town.admin };
    const seen = new Map<number, number>();

    await fc.assert(
      fc.asyncProperty(hostile, async ({ call: [method, place], parts, body: sent, headers: given, who }) => {
        // Locked accounts, ended sessions and deleted records are restored, so that the next request gets as far.
        town.clock.now += 60_000;
        for (const entity of ENTITY_NAMES)
          if (!town.db.prepare(`SELECT 1 FROM ${entity} WHERE id = ?`).get(ids[entity]))
            ids[entity] = town.make(entity);
        for (const [name, id] of [
          ['editor', town.editorId],
          ['admin', town.adminId],
        ] as const)
          if (!sessions.userOf(tokens[name] ?? '')) tokens[name] = await sessions.create(id);
        let part = 0;
        const path = place.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? encoded(parts[part++] ?? ''));
        const {
          status,
          headers: answered,
          text: got,
        } = await ask(town, agent, method, path, sent, {
          'content-type': 'application/json',
          ...given,
          ...(tokens[who] ? { authorization: `Bearer ${tokens[who]}` } : {}),
        });
        seen.set(status, (seen.get(status) ?? 0) + 1);
        expect(status).toBeLessThan(500);
        expect(answered['x-injected']).toBeUndefined();
        // What a browser is told not to fetch again keeps the headers that it came with.
        if (status !== 304) {
          expect(answered['content-security-policy']).toBeDefined();
          expect(answered['x-content-type-options']).toBe('nosniff');
        }
        expect(got).not.toMatch(/SQLITE|node_modules|at \w+ \(|\.ts:\d/);
        if (status >= 400 && status !== 416 && method !== 'HEAD' && got.startsWith('{'))
          expect(JSON.parse(got)).toMatchObject({
            code: expect.any(String) as string,
            message: expect.any(String) as string,
          });
      }),
      { numRuns: RUNS },
    );

    // The generator is useful only if it reaches every kind of answer.
    for (const status of [200, 400, 401, 403, 404, 405, 409, 415, 422])
      expect([status, seen.get(status) ?? 0]).toEqual([
        status,
        expect.toSatisfy((count: number) => count >= RUNS / 500),
      ]);
    expect(failures).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(town.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect((await town.get('/salud')).status).toBe(200);
    agent.destroy();
  },
  60_000 + RUNS * 30,
);

/** Returns a part of a path as an attacker would send it: unescaped where a request line allows it. */
function encoded(part: string): string {
  return /^[!-~]{1,200}$/.test(part) && !/[?#]/.test(part) ? part : encodeURIComponent(part.toWellFormed());
}

function ask(
  town: Town,
  agent: Agent,
  method: string,
  path: string,
  sent: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(town.url);
    const bytes = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(sent);
    const req = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent,
        headers: { ...headers, ...(bytes.length > 0 ? { 'content-length': bytes.length } : {}) },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(pieces).toString(),
          }),
        );
      },
    );
    req.on('error', reject);
    req.end(bytes);
  });
}
