import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { adminCalls } from '#contract/paths';
import { openNginx } from '../../scripts/bench/nginx.ts';
import type { Nginx } from '../../scripts/bench/nginx.ts';
import { openGate } from './gate.ts';
import type { Gate } from './gate.ts';
import { PASSWORD, serve } from './server.ts';
import type { Server } from './server.ts';

/** As browsers, other programs and people who type write it: two of three want Brotli or gzip. */
const ACCEPTED = ['gzip, deflate, br', 'br, gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'gzip, deflate', 'gzip', 'gzip;q=0.5, br;q=0', 'identity', '', 'deflate'];
const ADMIN_LIST = `/api/data/${adminCalls.bulletin.list}/1`;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let folder: string;
let portal: Server;
let gate: Gate;
let nginx: Nginx;
/** Connections, each with how many requests it may still carry: nginx ends one after a thousand. */
const lines: { session: ClientHttp2Session; left: number }[] = [];
const opened: ClientHttp2Session[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-front-'));
  cpSync(inject('template'), folder, { recursive: true });
  portal = await serve(folder, { env: { TRUST_PROXY: 'loopback' } });
  gate = await openGate(Number(new URL(portal.url).port));
  nginx = await openNginx(gate.port);
});
afterAll(async () => {
  for (const session of opened) session.destroy();
  await nginx?.stop();
  gate?.close();
  await portal?.kill();
  rmSync(folder, { recursive: true, force: true });
});

function lineOf(number: number): ClientHttp2Session {
  const line = lines[number];
  if (line && line.left > 0) {
    line.left -= 1;
    return line.session;
  }
  const session = connect(`https://127.0.0.1:${nginx.port}`, { rejectUnauthorized: false });
  opened.push(session);
  lines[number] = { session, left: 900 };
  return session;
}

/** Asks nginx over HTTP/2. */
function ask(path: string, headers: Record<string, string> = {}, { method = 'GET', body, session = 0 }: { method?: string; body?: Buffer; session?: number } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = lineOf(session).request({ ':path': path, ':method': method, ...headers });
    const parts: Buffer[] = [];
    let received: IncomingHttpHeaders = {};
    stream.on('response', (own) => (received = own));
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => resolve({ status: Number(received[':status']), headers: received, body: Buffer.concat(parts) }));
    stream.on('error', reject);
    if (body) stream.end(body);
    else stream.end();
  });
}
const cacheOf = async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).headers['x-cache'];
const reached = (path: string) => gate.seen.filter(({ url }) => url === path).length;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function logIn(): Promise<string> {
  const body = Buffer.from(JSON.stringify({ username: 'admin', password: PASSWORD }));
  const answer = await ask('/users/authenticate', { 'content-type': 'application/json' }, { method: 'POST', body });
  return (JSON.parse(answer.body.toString()) as { token: string }).token;
}

describe('in front of the portal', () => {
  test('10,000 requests for a page, however they name what they accept, reach it a handful of times', async () => {
    const statuses = new Set<number>();
    let asked = 0;
    async function visitor(number: number): Promise<void> {
      while (asked < 10_000) {
        asked += 1;
        const accepts = ACCEPTED[asked % ACCEPTED.length] as string;
        statuses.add((await ask('/noticias', accepts ? { 'accept-encoding': accepts } : {}, { session: number % 4 })).status);
      }
    }
    await Promise.all(Array.from({ length: 64 }, (_, number) => visitor(number)));
    expect([...statuses]).toEqual([200]);
    expect(reached('/noticias')).toBeGreaterThanOrEqual(3);
    expect(reached('/noticias')).toBeLessThanOrEqual(8);
  });

  test('everybody gets what their browser takes, with the portal’s own headers', async () => {
    const [br, gzip, plain] = [await ask('/agenda', { 'accept-encoding': 'gzip, br' }), await ask('/agenda', { 'accept-encoding': 'gzip' }), await ask('/agenda')];
    expect([br.headers['content-encoding'], gzip.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', 'gzip', undefined]);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.headers).toMatchObject({ vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff', 'cache-control': 'public, max-age=0, s-maxage=30, stale-if-error=86400' });
    expect(br.headers['content-security-policy']).toContain("default-src 'self'");
    const again = await ask('/agenda', { 'accept-encoding': 'gzip, br', 'if-none-match': String(br.headers.etag) });
    expect([again.status, again.body.length, again.headers['x-cache']]).toEqual([304, 0, 'HIT']);
  });

  test('fifty who ask at once for what nobody has asked for share one answer', async () => {
    gate.delay = 300;
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => ask('/boletin', { 'accept-encoding': 'br' }, { session: number % 4 })));
    gate.delay = 0;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(reached('/boletin')).toBe(1);
  });

  test('one asks for what has grown old, the others get the last one meanwhile, and the next ones the new', async () => {
    const path = '/api/dataPublic/getLastLabels';
    gate.keptFor = 1;
    await ask(path);
    await pause(2100);
    gate.delay = 500;
    const before = reached(path);
    const caches = await Promise.all(Array.from({ length: 20 }, (_, number) => pause(number * 5).then(() => cacheOf(path))));
    gate.delay = 0;
    expect(reached(path) - before).toBe(1);
    expect(caches.filter((one) => one === 'UPDATING').length).toBe(19);
    expect(caches.filter((one) => one === 'REVALIDATED' || one === 'EXPIRED').length).toBe(1);
    gate.keptFor = undefined;
  });

  test('who has logged in is neither answered from what is kept nor kept', async () => {
    const path = '/api/dataPublic/getLastStories';
    const token = await logIn();
    for (const round of [1, 2]) expect([round, await cacheOf(path, { authorization: `Bearer ${token}` })]).toEqual([round, 'BYPASS']);
    expect(await cacheOf(path)).toBe('MISS');
    expect(await cacheOf(path)).toBe('HIT');
    expect(await cacheOf(path, { authorization: 'Bearer x' })).toBe('BYPASS');
    expect(reached(path)).toBe(4);
  });

  test.for([['/admin'], ['/admin/noticia/nadienadieno'], ['/shell/admin'], [ADMIN_LIST], ['/api/data/changes'], ['/users']])('the back office is never kept: %s', async ([path = '']) => {
    const before = reached(path);
    for (const round of [1, 2, 3]) {
      await ask(path);
      expect([round, reached(path) - before]).toEqual([round, round]);
    }
  });

  test.for([['/salud'], ['/api/dataPublic/changes'], ['/sw.js']])('%s is asked for every time', async ([path = '']) => {
    const before = reached(path);
    for (let round = 0; round < 3; round += 1) expect((await ask(path)).status).toBe(200);
    expect(reached(path) - before).toBe(3);
  });

  test('the portal learns the visitor’s address, and not one that the visitor made up', async () => {
    await ask('/api/dataPublic/getMapsByAll?quien', { 'x-forwarded-for': '203.0.113.9' });
    const { headers } = gate.seen.find(({ url }) => url.endsWith('?quien')) ?? { headers: {} };
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
  });

  test('a PDF of 20 MB passes, at any speed, and is refused by the portal before it has arrived; 33 MB do not', async () => {
    const path = '/api/bulletin/pdf/nadienadieno';
    const type = { 'content-type': 'application/json' };
    expect((await ask(path, { ...type, 'content-length': String(33 * 1024 * 1024 + 1) }, { method: 'POST', body: Buffer.alloc(10) }).catch(() => ({ status: 413 }))).status).toBe(413);
    // Half of it, and then the line stands still: whoever is not logged in hears so at once.
    const stream = lineOf(1).request({ ':path': path, ':method': 'POST', ...type, 'content-length': String(27 * 1024 * 1024) });
    stream.write(Buffer.alloc(200_000, 0x20));
    const status = await new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])));
    expect(status).toBe(401);
    stream.close();
  });

  test('speaks HTTP/2, and sends who comes by plain HTTP to HTTPS', async () => {
    await ask('/noticias');
    expect(lineOf(0).alpnProtocol).toBe('h2');
    const { status, headers } = await fetch(`http://127.0.0.1:${nginx.plainPort}/noticias?pagina=2`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, 'https://127.0.0.1/noticias?pagina=2']);
  });
});

describe('with the portal dead', () => {
  const KEPT = ['/', '/noticias', '/agenda', '/api/dataPublic/getStoriesByPage/1'];

  beforeAll(async () => {
    gate.keptFor = 1;
    await pause(1000);
    for (const path of KEPT) await ask(path, { 'accept-encoding': 'br' });
    await portal.kill();
    gate.close();
    await pause(2100);
  });

  test.for(KEPT.map((path) => [path]))('%s goes on', async ([path = '']) => {
    const { status, headers, body } = await ask(path, { 'accept-encoding': 'br' });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    expect(brotliDecompressSync(body).length).toBeGreaterThan(100);
  });

  test('what had grown old is said to be so', async () => {
    expect(await cacheOf('/api/dataPublic/getStoriesByPage/1', { 'accept-encoding': 'br' })).toBe('STALE');
  });

  test.for([['/salud'], ['/admin'], [ADMIN_LIST], ['/turismo']])('%s says that nobody is there', async ([path = '']) => {
    expect((await ask(path)).status).toBe(502);
  });
});
