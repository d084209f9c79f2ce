import { createECDH, randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { pushCalls } from '#contract/addresses/push-calls';
import { openDatabase } from '../../../api/records/open.ts';
import { MOST_SUBSCRIPTIONS } from '../../../api/push/store.ts';
import { ALL_NEW_AN_HOUR, createNewDeviceLimiter, NEW_AN_HOUR } from '../../../api/routes/push.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc:APA91b';
const keys = () => ({
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

let town: Town;
beforeEach(async () => void (town = await openTown()));

const subscribe = (body: object, headers = {}) => town.post(pushCalls.subscriptions(), body, { headers });
const unsubscribe = (endpoint: string) => town.call('DELETE', pushCalls.subscriptions(), { endpoint });
const stored = () =>
  town.db
    .prepare<[], { endpoint: string; topics: string; auth: string }>('SELECT * FROM push_subscription ORDER BY id')
    .all();

test('anybody can read the public key, which stays the same as long as the database', async () => {
  const { status, headers, body } = await town.get(pushCalls.key());
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toContain('public');
  const { key } = body as { key: string };
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  expect(town.db.prepare("SELECT value FROM meta WHERE key = 'vapidPublicKey'").pluck().get()).toBe(key);
  expect(JSON.stringify(body)).not.toContain(
    town.db.prepare("SELECT value FROM meta WHERE key = 'vapidPrivateKey'").pluck().get(),
  );
  expect(town.push.key).toBe(key);
  const other = await openTown({ db: openDatabase(':memory:') });
  expect(other.push.key).not.toBe(key);
});

test('a device subscribes without a session, changes its topics, and is deleted when it unsubscribes', async () => {
  const first = keys();
  expect((await subscribe({ endpoint: ENDPOINT, keys: first, topics: ['alertas', 'agenda'] })).status).toBe(204);
  expect(stored()).toMatchObject([{ endpoint: ENDPOINT, topics: '["alertas","agenda"]', auth: first.auth }]);
  const second = keys();
  const again = { endpoint: ENDPOINT, keys: second, topics: ['noticias', 'noticias'], expirationTime: null };
  expect((await subscribe(again)).status).toBe(204);
  expect(stored()).toMatchObject([{ endpoint: ENDPOINT, topics: '["noticias"]', auth: second.auth }]);
  expect((await unsubscribe(ENDPOINT)).status).toBe(204);
  expect(stored()).toEqual([]);
  expect((await unsubscribe(ENDPOINT)).status).toBe(204);
  expect((await unsubscribe('nada')).status).toBe(204);
});

test('only what is needed to send to a device is stored', async () => {
  await subscribe({ endpoint: ENDPOINT, keys: keys(), topics: ['alertas'] }, { 'User-Agent': 'de Ana' });
  const [row = {}] = stored();
  expect(Object.keys(row).toSorted()).toEqual([
    'auth',
    'endpoint',
    'id',
    'p256dh',
    'provider',
    'service',
    'standing',
    'topics',
  ]);
});

const point = Buffer.from(keys().p256dh, 'base64url');
const offCurve = Buffer.concat([point.subarray(0, 64), Buffer.from([(point[64] ?? 0) ^ 1])]);
test.for([
  ['no topic', { topics: [] }, 'Elegí al menos un tema.'],
  ['an unknown topic', { topics: ['alertas', 'rifas'] }, 'Ese tema no existe. Recargá la página y probá de nuevo.'],
  ['no topics', { topics: undefined }, 'Elegí al menos un tema.'],
  ['an address on this machine', { endpoint: 'http://127.0.0.1' }, /^Los avisos de este navegador/],
  ['an address of somebody else', { endpoint: 'https://evil.example/a' }, /^Los avisos de este navegador/],
  ['no address', { endpoint: 7 }, /^Los avisos de este navegador/],
  ['no keys', { keys: undefined }, /^Las claves que dio el navegador/],
  ['a secret that is too short', { keys: { ...keys(), auth: 'AAAA' } }, /^Las claves/],
  ['a key that is too short', { keys: { ...keys(), p256dh: 'BAAA' } }, /^Las claves/],
  ['a key in compressed form', { keys: { ...keys(), p256dh: `A${keys().p256dh.slice(1)}` } }, /^Las claves/],
  [
    'a key that is no point of the curve',
    { keys: { ...keys(), p256dh: offCurve.toString('base64url') } },
    /^Las claves/,
  ],
] as const)('%s is refused with a sentence that says why', async ([, change, message]) => {
  const { status, body } = await subscribe({ endpoint: ENDPOINT, keys: keys(), topics: ['alertas'], ...change });
  expect(status).toBe(400);
  expect((body as { message: string }).message).toMatch(message);
  expect(stored()).toEqual([]);
});

test('only JSON of a small size is read', async () => {
  const body = { endpoint: ENDPOINT, keys: keys(), topics: ['alertas'] };
  expect((await subscribe(body, { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await subscribe({ ...body, more: 'a'.repeat(20_000) })).status).toBe(413);
  expect((await town.get(pushCalls.subscriptions())).status).toBe(405);
});

test('one network adds a few devices an hour, can still change and delete them, and does not limit others', async () => {
  town = await openTown({ trustProxy: 'loopback' });
  const add = (n: number, from: string) =>
    subscribe({ endpoint: `${ENDPOINT}${n}`, keys: keys(), topics: ['alertas'] }, { 'X-Forwarded-For': from });
  for (let n = 0; n < NEW_AN_HOUR; n += 1) expect((await add(n, '200.1.2.3')).status).toBe(204);
  const refused = await add(NEW_AN_HOUR, '200.1.2.3');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await add(0, '200.1.2.3')).status).toBe(204);
  expect((await add(1000, '200.1.2.4')).status).toBe(204);
  expect((await unsubscribe(`${ENDPOINT}0`)).status).toBe(204);
  for (let n = 0; n < NEW_AN_HOUR; n += 1) await add(2000 + n, `2800:1:2:3::${n}`);
  expect((await add(3000, '2800:1:2:3:ffff::1')).status).toBe(429);
  expect(stored()).toHaveLength(2 * NEW_AN_HOUR);
});

test('thousands of networks of one line, and all networks together, add a limited number of devices an hour', () => {
  let now = 0;
  const count = createNewDeviceLimiter(() => now);
  const add = (from: string) => {
    try {
      count(from);
      return 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'too-many' });
      return 0;
    }
  };
  const addMany = (many: number, line: number) =>
    Array.from({ length: many }, (_, k) => add(`2800:1:${line.toString(16)}:${k.toString(16)}::1`)).filter(Boolean)
      .length;
  const ofLine = 5 * NEW_AN_HOUR;
  expect(addMany(1000, 1)).toBe(ofLine);
  expect(add('2800:1:2:1::1')).toBe(1);
  let all = ofLine + 1;
  for (let line = 3; line < 40; line += 1) all += addMany(ofLine, line);
  expect(all).toBe(ALL_NEW_AN_HOUR);
  expect(add('190.1.2.3')).toBe(0);
  now += 60_000;
  expect(add('190.1.2.3')).toBe(1);
});

test('when as many devices are subscribed as may be, one more takes the place of one that never took a message', async () => {
  const insert = town.db.prepare(`
    INSERT INTO push_subscription (endpoint, p256dh, auth, service, provider, topics, standing)
    VALUES (?, '', '', 'https://fcm.googleapis.com', 'google', '["alertas"]', ?)`);
  const standings = [0, 1, 2];
  town.db.transaction(() => {
    for (let n = 0; n < MOST_SUBSCRIPTIONS; n += 1) insert.run(`https://a${n}`, n < 2 ? standings[n + 1] : 0);
  })();
  const count = (standing: number) =>
    town.db.prepare('SELECT count(*) FROM push_subscription WHERE standing = ?').pluck().get(standing);
  const add = async (n: number) =>
    (await subscribe({ endpoint: `${ENDPOINT}${n}`, keys: keys(), topics: ['alertas'] })).status;
  expect(await add(1)).toBe(204);
  // First went the one that took none of its messages.
  expect([count(0), count(1), count(2)]).toEqual([MOST_SUBSCRIPTIONS - 2, 2, 0]);
  expect(await add(2)).toBe(204);
  expect([count(0), count(1), count(2)]).toEqual([MOST_SUBSCRIPTIONS - 2, 2, 0]);
  town.db.prepare('UPDATE push_subscription SET standing = 0').run();
  expect(await add(3)).toBe(503);
  expect(count(0)).toBe(MOST_SUBSCRIPTIONS);
});
