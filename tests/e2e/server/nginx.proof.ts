import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestPlain } from 'node:http';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { connect } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PAGE_QUERY } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { pictureSource } from '#contract/addresses/files';
import { SHARED_CACHE_SECONDS } from '#contract/limits';
import type { StoryCard } from '#contract/records';
import { openNginx } from '../../../lab/bench/nginx.ts';
import type { Nginx } from '../../../lab/bench/nginx.ts';
import { openGate } from '../support/gate.ts';
import type { Gate } from '../support/gate.ts';
import { PASSWORD, serve } from '../support/server.ts';
import type { Server } from '../support/server.ts';

/** Values of Accept-Encoding from browsers, other programs and people: two of three accept Brotli or gzip. */
const ACCEPTED = [
  'gzip, deflate, br',
  'br, gzip',
  'gzip, deflate, br, zstd',
  'br;q=1.0, gzip;q=0.8, *;q=0.1',
  'gzip, deflate',
  'gzip',
  'gzip;q=0.5, br;q=0',
  'identity',
  '',
  'deflate',
];
const WEB = join(import.meta.dirname, '../../../dist/web');
const CODE = `/assets/${readdirSync(join(WEB, 'assets')).find((name) => /^pages-.*\.js$/.test(name))}`;
/** The same file in an earlier release that ran here. */
const FORMER = readFileSync(join(WEB, CODE), 'utf8').replaceAll('Noticias', 'Novedades');
/** A shell that devices got before. */
const FORMER_SHELL = '<!doctype html><title>Antes</title>';
const INSECURE = { rejectUnauthorized: false } as const;
const ADMIN_LIST = calls.list('bulletin');

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A story that was withdrawn after nginx had cached it as the portal says, and until when it may give it. */
let withdrawn: { paths: string[]; until: number };
let folder: string;
let portal: Server;
let gate: Gate;
let nginx: Nginx;
/** Open connections and the number of requests left on each: nginx closes a connection after a thousand. */
const lines: { session: ClientHttp2Session; left: number }[] = [];
const opened: ClientHttp2Session[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-front-'));
  cpSync(inject('template'), folder, { recursive: true });
  const former = `pages-${createHash('sha256').update(FORMER).digest('base64url')}.js.br`;
  mkdirSync(join(folder, 'portal.sqlite-releases'), { recursive: true });
  writeFileSync(join(folder, 'portal.sqlite-releases', former), brotliCompressSync(FORMER));
  const shell = `shell-${createHash('sha256').update(FORMER_SHELL).digest('base64url')}.html.br`;
  writeFileSync(join(folder, 'portal.sqlite-releases', shell), brotliCompressSync(FORMER_SHELL));
  portal = await serve(folder, { env: { TRUST_PROXY: 'loopback' } });
  gate = await openGate(Number(new URL(portal.url).port));
  nginx = await openNginx(gate.port);
  withdrawn = await withdraw();
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

/** Sends a request to nginx over HTTP/2. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body, session = 0 }: { method?: string; body?: Buffer; session?: number } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = lineOf(session).request({ ':path': path, ':method': method, ...headers });
    const parts: Buffer[] = [];
    let received: IncomingHttpHeaders = {};
    stream.on('response', (own) => (received = own));
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () =>
      resolve({ status: Number(received[':status']), headers: received, body: Buffer.concat(parts) }),
    );
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

/** Publishes a story, has nginx cache its page, its data and a list with it, and hides it again. */
async function withdraw(): Promise<typeof withdrawn> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await logIn()}` };
  const change = async (path: string, body: object) =>
    JSON.parse((await ask(path, headers, { method: 'POST', body: Buffer.from(JSON.stringify(body)) })).body.toString());
  const { id } = (await change(calls.create('story'), {})) as { id: string };
  await change(calls.update('story', id, 'title'), { value: 'Publicada por error' });
  await change(calls.update('story', id, 'status'), { value: 'Publicado' });
  const paths = [
    `/noticias/leer/${id}/publicada-por-error`,
    `/api/dataPublic/getStoriesById/${id}`,
    '/noticias?pagina=1',
  ];
  for (const path of paths) {
    expect((await ask(path)).body.toString()).toContain('Publicada por error');
    expect((await ask(path)).headers).toMatchObject({
      'x-cache': 'HIT',
      'cache-control': expect.stringContaining(`s-maxage=${SHARED_CACHE_SECONDS},`) as string,
    });
  }
  const until = Date.now() + SHARED_CACHE_SECONDS * 1000;
  await change(calls.update('story', id, 'status'), { value: 'Oculto' });
  return { paths, until };
}

describe('in front of the portal', () => {
  test('of 10,000 requests for a page, with any accept headers, one for each encoding reaches it', async () => {
    const path = '/datosutiles';
    const statuses = new Set<number>();
    // However long the requests take, no answer expires meanwhile, and none is waited for.
    gate.keptFor = 3600;
    for (const encoding of ['br', 'gzip', 'identity']) await ask(path, { 'accept-encoding': encoding });
    expect(reached(path)).toBe(3);
    let asked = 0;
    async function visitor(number: number): Promise<void> {
      while (asked < 10_000) {
        asked += 1;
        const accepts = ACCEPTED[asked % ACCEPTED.length] as string;
        statuses.add((await ask(path, accepts ? { 'accept-encoding': accepts } : {}, { session: number % 4 })).status);
      }
    }
    await Promise.all(Array.from({ length: 64 }, (_, number) => visitor(number)));
    gate.keptFor = undefined;
    expect([...statuses]).toEqual([200]);
    expect(reached(path)).toBe(3);
  });

  test('every browser gets an encoding it accepts, with the portal’s own headers', async () => {
    const [br, gzip, plain] = [
      await ask('/agenda', { 'accept-encoding': 'gzip, br' }),
      await ask('/agenda', { 'accept-encoding': 'gzip' }),
      await ask('/agenda'),
    ];
    expect([
      br.headers['content-encoding'],
      gzip.headers['content-encoding'],
      plain.headers['content-encoding'],
    ]).toEqual(['br', 'gzip', undefined]);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=0, s-maxage=30, stale-if-error=86400',
    });
    expect(br.headers['content-security-policy']).toBe("frame-ancestors 'none'");
    const again = await ask('/agenda', { 'accept-encoding': 'gzip, br', 'if-none-match': String(br.headers.etag) });
    expect([again.status, again.body.length, again.headers['x-cache']]).toEqual([304, 0, 'HIT']);
  });

  test('a browser with code of an earlier release gets what has changed, and no other browser gets that', async () => {
    const offering = (text: string, accepts = 'gzip, deflate, br, zstd, dcb, dcz') => ({
      'accept-encoding': accepts,
      'available-dictionary': `:${createHash('sha256').update(text).digest('base64')}:`,
    });
    const encodedOf = ({ headers, body }: Answer) => [headers['content-encoding'], headers['x-cache'], body];
    const file = readFileSync(join(WEB, CODE));
    // First the browser with a dictionary, so that its answer would be the one that is kept.
    const own = await ask(CODE, offering(FORMER));
    expect([own.status, own.headers['content-encoding'], own.headers['x-cache']]).toEqual([200, 'dcz', 'MISS']);
    expect(own.headers.vary).toBe('Accept-Encoding, Available-Dictionary');
    expect(zstdDecompressSync(own.body.subarray(40), { dictionary: Buffer.from(FORMER) }).equals(file)).toBe(true);
    expect(encodedOf(await ask(CODE, offering(FORMER)))).toEqual(['dcz', 'HIT', own.body]);
    expect(reached(CODE)).toBe(1);

    const [br, gzip] = ['.br', '.gz'].map((ending) => readFileSync(join(WEB, CODE + ending)));
    const accepting = (accepts: string) => ({ 'accept-encoding': accepts });
    for (const cached of ['MISS', 'HIT']) {
      expect(encodedOf(await ask(CODE, accepting('gzip, deflate, br, zstd, dcb, dcz')))).toEqual(['br', cached, br]);
      expect(encodedOf(await ask(CODE, accepting('gzip, deflate')))).toEqual(['gzip', cached, gzip]);
      expect(encodedOf(await ask(CODE))).toEqual([undefined, cached, file]);
    }
    expect(reached(CODE)).toBe(4);
    // Nor does a header that names a dictionary make a copy, where no answer with one can follow from it.
    for (const headers of [
      offering(FORMER, 'gzip, deflate, br, zstd, dcb'),
      offering(FORMER, 'br, dcz;q=0'),
      { ...offering(FORMER), 'available-dictionary': ':AAAA:' },
      { ...offering(FORMER), 'available-dictionary': `${offering(FORMER)['available-dictionary']}, :AAAA:` },
    ])
      expect(encodedOf(await ask(CODE, headers))).toEqual(['br', 'HIT', br]);
    expect(encodedOf(await ask(`${CODE}?whole`, offering(FORMER)))).toEqual(['br', 'HIT', br]);
    expect(reached(CODE)).toBe(4);
  });

  test('a device with an earlier shell gets what has changed of it, and nobody else gets that', async () => {
    const offering = (text: string, accepts = 'gzip, deflate, br, zstd, dcb, dcz') => ({
      'accept-encoding': accepts,
      'available-dictionary': `:${createHash('sha256').update(text).digest('base64')}:`,
    });
    const own = await ask('/shell', offering(FORMER_SHELL));
    expect([own.status, own.headers['content-encoding'], own.headers['x-cache']]).toEqual([200, 'dcz', 'MISS']);
    const shell = zstdDecompressSync(own.body.subarray(40), { dictionary: Buffer.from(FORMER_SHELL) });
    expect(shell.toString()).toContain('id="data"');
    expect((await ask('/shell', offering(FORMER_SHELL))).headers['x-cache']).toBe('HIT');
    for (const cached of ['MISS', 'HIT'])
      for (const [accepts, decoded] of [
        ['gzip, deflate, br, zstd, dcb, dcz', brotliDecompressSync],
        ['gzip, deflate', gunzipSync],
        ['', (body: Buffer) => body],
      ] as const) {
        const answer = await ask('/shell', { 'accept-encoding': accepts });
        expect([answer.headers['x-cache'], decoded(answer.body).equals(shell)]).toEqual([cached, true]);
      }
    for (const [path, headers] of [
      ['/shell', offering(FORMER_SHELL, 'br, dcz;q=0')],
      ['/shell', { ...offering(FORMER_SHELL), 'available-dictionary': ':AAAA:' }],
      ['/shell?whole', offering(FORMER_SHELL)],
    ] as const) {
      const answer = await ask(path, headers);
      expect([answer.headers['x-cache'], brotliDecompressSync(answer.body).equals(shell)]).toEqual(['HIT', true]);
    }
    const before = reached('/shell');
    for (let number = 0; number < 20; number += 1) {
      const answer = await ask('/shell', offering(`${number}`));
      expect([answer.headers['x-cache'], brotliDecompressSync(answer.body).equals(shell)]).toEqual(['MISS', true]);
      expect(answer.headers).not.toHaveProperty('x-accel-expires');
    }
    expect(reached('/shell') - before).toBe(20);
  });

  test('the portal keeps the code that it runs for later releases', async () => {
    const listed = JSON.parse(readFileSync(join(WEB, '.dictionaries.json'), 'utf8')) as object;
    await expect
      .poll(
        () =>
          readdirSync(join(folder, 'portal.sqlite-releases')).filter((name) => /\.(?:js|css)\.br$/.test(name)).length,
      )
      .toBe(Object.keys(listed).length + 1);
  });

  test('dictionaries that nobody knows make no copies', async () => {
    const br = readFileSync(`${join(WEB, CODE)}.br`);
    const before = reached(CODE);
    for (let round = 0; round < 2; round += 1) {
      for (let number = 0; number < 20; number += 1) {
        const { headers, body } = await ask(CODE, {
          'accept-encoding': 'br, dcz',
          'available-dictionary': `:${createHash('sha256').update(`${number}`).digest('base64')}:`,
        });
        expect([headers['content-encoding'], headers['x-cache'], body.equals(br)]).toEqual(['br', 'MISS', true]);
        expect(headers).not.toHaveProperty('x-accel-expires');
      }
    }
    expect(reached(CODE) - before).toBe(40);
    const page = { 'accept-encoding': 'br, dcz', 'available-dictionary': `:${'A'.repeat(43)}=:` };
    await ask('/agenda', { 'accept-encoding': 'br' });
    expect(await cacheOf('/agenda', page)).toBe('HIT');
  });

  test('fifty simultaneous requests for something not cached share one answer', async () => {
    gate.delay = 300;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => ask('/boletin', { 'accept-encoding': 'br' }, { session: number % 4 })),
    );
    gate.delay = 0;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(reached('/boletin')).toBe(1);
  });

  test('an expired answer is revalidated with its tag, and costs a line when it is unchanged', async () => {
    const path = '/api/dataPublic/getLastLabels';
    gate.keptFor = 1;
    await ask(path);
    await pause(2100);
    expect(await cacheOf(path)).toBe('REVALIDATED');
    gate.keptFor = undefined;
  });

  test('what was withdrawn is served to nobody after it expires, however many ask at once', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await logIn()}` };
    const change = async (path: string, body: object) => {
      const answer = await ask(path, headers, { method: 'POST', body: Buffer.from(JSON.stringify(body)) });
      return JSON.parse(answer.body.toString()) as { id: string };
    };
    const { id } = await change(calls.create('story'), {});
    for (const [field, value] of [
      ['title', 'Se retira'],
      ['status', 'Publicado'],
    ] as const)
      await change(calls.update('story', id, field), { value });
    const paths = [
      `/noticias/leer/${id}/se-retira`,
      `/api/dataPublic/getStoriesById/${id}`,
      '/api/dataPublic/getStoriesByPage/1',
    ];
    gate.keptFor = 1;
    for (const path of paths) expect((await ask(path)).body.toString()).toContain('Se retira');
    await change(calls.update('story', id, 'status'), { value: 'Oculto' });
    await pause(2100);
    gate.delay = 300;
    const answers = await Promise.all(
      Array.from({ length: 72 }, (_, number) => ask(paths[number % 3] ?? '/', {}, { session: number % 4 })),
    );
    gate.delay = 0;
    gate.keptFor = undefined;
    const old = answers.filter(
      (one) => one.body.toString().includes('Se retira') || /UPDATING|STALE/.test(String(one.headers['x-cache'])),
    );
    expect(old).toEqual([]);
    expect(new Set(answers.map(({ status }, number) => `${number % 3} ${status}`))).toEqual(
      new Set(['0 404', '1 404', '2 200']),
    );
    // Nor is it served while the portal is down afterwards.
    gate.isDown = true;
    expect((await ask(paths[0] ?? '')).status).not.toBe(200);
    gate.isDown = false;
  });

  test('neither is a picture of what was withdrawn, although devices may keep it forever', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await logIn()}` };
    const { items } = JSON.parse((await ask('/api/dataPublic/getStoriesByPage/2')).body.toString()) as {
      items: StoryCard[];
    };
    const story = items.find(({ image }) => image !== null);
    const path = story?.image ? pictureSource('story', story, story.image).src : '';
    const change = (value: string) =>
      ask(calls.update('story', story?.id ?? '', 'status'), headers, {
        method: 'POST',
        body: Buffer.from(JSON.stringify({ value })),
      });
    gate.keptFor = 1;
    const first = await ask(path);
    expect([first.status, first.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable, s-maxage=1, stale-if-error=86400',
    ]);
    await pause(2100);
    expect(await cacheOf(path)).toBe('REVALIDATED');
    expect((await change('Oculto')).status).toBe(200);
    await pause(2100);
    gate.delay = 300;
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, number) => ask(path, {}, { session: number % 4 })),
    );
    gate.delay = 0;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect((await ask(path, headers)).status).toBe(200);
    gate.isDown = true;
    await pause(2100);
    expect((await ask(path)).status).not.toBe(200);
    gate.isDown = false;
    expect((await change('Publicado')).status).toBe(200);
    await pause(2100);
    expect((await ask(path)).status).toBe(200);
    gate.keptFor = undefined;
  });

  test('what search engines ask for, and that a file does not exist, is sent as the portal says it, and cached', async () => {
    for (const [path, status, kind] of [
      ['/robots.txt', 200, 'text/plain; charset=utf-8'],
      ['/sitemap.xml', 200, 'application/xml; charset=utf-8'],
      ['/wp-login.php', 404, 'text/plain; charset=utf-8'],
      ['/.well-known/assetlinks.json', 404, 'text/plain; charset=utf-8'],
    ] as const) {
      const answers = [await ask(path, { accept: 'text/html' }), await ask(path, { accept: 'text/html' })];
      for (const answer of answers) {
        expect([path, answer.status, answer.headers['content-type']]).toEqual([path, status, kind]);
        expect(answer.headers['cache-control']).toContain('s-maxage=30');
        expect(answer.body.toString()).not.toMatch(/<html/i);
      }
      expect([path, answers[1]?.headers['x-cache']]).toEqual([path, 'HIT']);
    }
  });

  test('while the portal is down, cached answers are served for as long as their header says, and no longer', async () => {
    const [long, short] = ['/api/dataPublic/getAllLabels', '/api/dataPublic/getStoriesByPage/3'];
    gate.keptFor = 1;
    for (const [path, staleFor] of [
      [long, 3600],
      [short, 1],
    ] as const) {
      gate.staleFor = staleFor;
      expect(await cacheOf(path)).toBe('MISS');
    }
    gate.isDown = true;
    await pause(3100);
    const { status, headers } = await ask(long);
    expect([status, headers['x-cache']]).toEqual([200, 'STALE']);
    expect((await ask(short)).status).toBe(502);
    [gate.isDown, gate.keptFor, gate.staleFor] = [false, undefined, undefined];
    expect((await ask(short)).status).toBe(200);
  });

  test('requests that get the same answer share one copy', async () => {
    const same = [
      '/turismo',
      '/turismo?x=1',
      '/turismo?fbclid=abc&utm_source=x',
      '/turismo?PAGINA=7',
      '/turismo?%70agina=3',
      '/turismo?',
    ];
    for (const path of same) expect((await ask(path)).status).toBe(200);
    expect(gate.seen.map(({ url }) => url).filter((url) => url.startsWith('/turismo'))).toEqual(['/turismo']);
    for (const path of ['/turismo?x=1&pagina=2', '/turismo?pagina=2&pagina=3', '/turismo?pagina=2'])
      expect((await ask(path)).status).toBe(200);
    expect(reached('/turismo?pagina=2')).toBe(1);
    const config = readFileSync(join(import.meta.dirname, '../../../deploy/nginx/portal.conf'), 'utf8');
    expect(config.match(/\w+(?==\[\^&\]\*\))/g)).toEqual([...PAGE_QUERY]);
  });

  test('another host name than the town’s is redirected, and fills no cache', async () => {
    const { status, headers } = await ask('/gobierno?x=1', { ':authority': 'made-up.example' });
    expect([status, headers.location]).toEqual([308, 'https://127.0.0.1/gobierno?x=1']);
    expect(reached('/gobierno')).toBe(0);
  });

  test('nginx’s own answers have the portal’s headers too, once each, and Spanish text', async () => {
    const say = (head: string) =>
      new Promise<string>((resolve) => {
        let answer = '';
        const socket = tls.connect({ port: nginx.port, host: '127.0.0.1', rejectUnauthorized: false }, () =>
          socket.write(head),
        );
        socket.on('data', (data) => (answer += data.toString()));
        // The one whose body never comes has its answer, and is reset when nginx has waited for the body.
        socket.on('error', () => {});
        socket.on('close', () => resolve(answer));
      });
    const host = 'Host: 127.0.0.1\r\n';
    gate.isDown = true;
    const answers = await Promise.all(
      [
        `GET http://[/ HTTP/1.1\r\n${host}\r\n`,
        `GET /%zz HTTP/1.1\r\n${host}\r\n`,
        `GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(40_000)}\r\n\r\n`,
        `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`,
        `POST /api/x HTTP/1.1\r\n${host}Content-Length: 99999999\r\n\r\n`,
        `GET /nadie HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
        'GET / HTTP/1.1\r\nHost: otro.example\r\nConnection: close\r\n\r\n',
      ].map(say),
    );
    gate.isDown = false;
    expect(answers.map((answer) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]))).toEqual([
      400, 400, 400, 414, 413, 502, 308,
    ]);
    const through = await say(`GET /noticias HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    const names = [
      'X-Content-Type-Options',
      'Content-Security-Policy',
      'Permissions-Policy',
      'Cross-Origin-Resource-Policy',
      'Cache-Control',
    ];
    for (const answer of [...answers, through]) {
      const [head = ''] = answer.split('\r\n\r\n', 1);
      expect([
        head.slice(0, 30),
        names.filter((name) => head.match(new RegExp(`^${name}: `, 'gim'))?.length !== 1),
      ]).toEqual([head.slice(0, 30), []]);
    }
    expect(answers[5]).toContain('Strict-Transport-Security: max-age=31536000');
    expect(answers[5]).toContain('<p>No pudimos atender este pedido. Probá de nuevo en unos minutos.</p>');
  });

  test('a town whose port was given to another portal shows nothing of it, not even its log-in page', async () => {
    const astray = await openNginx([{ town: 'otra', host: 'otra.example', origin: Number(new URL(portal.url).port) }]);
    try {
      for (const path of ['/', '/login', '/salud', '/api/dataPublic/site', '/users/authenticate']) {
        const answer = request({
          host: '127.0.0.1',
          port: astray.port,
          path,
          servername: 'otra.example',
          headers: { Host: 'otra.example' },
          ...INSECURE,
        }).end();
        const [{ statusCode }] = (await once(answer, 'response')) as [{ statusCode: number }];
        answer.destroy();
        expect([path, statusCode]).toEqual([path, 421]);
      }
    } finally {
      await astray.stop();
    }
  });

  test('requests with a session are neither answered from the cache nor cached', async () => {
    const path = '/api/dataPublic/getLastStories';
    const token = await logIn();
    for (const round of [1, 2])
      expect([round, await cacheOf(path, { authorization: `Bearer ${token}` })]).toEqual([round, 'BYPASS']);
    expect(await cacheOf(path)).toBe('MISS');
    expect(await cacheOf(path)).toBe('HIT');
    // A header that only looks like a session does not bypass the cache.
    for (const authorization of [
      'x',
      'Bearer x',
      'Basic eDp5',
      `Bearer ${'a'.repeat(44)}`,
      `Bearer ${'a'.repeat(42)}`,
    ]) {
      expect([authorization, await cacheOf(path, { authorization })]).toEqual([authorization, 'HIT']);
    }
    expect(reached(path)).toBe(3);
  });

  test.for([
    ['/admin'],
    ['/admin/noticia/nadienadieno'],
    ['/shell/admin'],
    [ADMIN_LIST],
    ['/api/data/changes'],
    ['/users'],
  ])('the back office is never cached: %s', async ([path = '']) => {
    const before = reached(path);
    for (const round of [1, 2, 3]) {
      await ask(path);
      expect([round, reached(path) - before]).toEqual([round, round]);
    }
  });

  test.for([['/salud'], ['/api/dataPublic/changes'], ['/sw.js']])(
    '%s is requested from the portal every time',
    async ([path = '']) => {
      const before = reached(path);
      for (let round = 0; round < 3; round += 1) expect((await ask(path)).status).toBe(200);
      expect(reached(path) - before).toBe(3);
    },
  );

  test('the portal gets the visitor’s real address, not one that the visitor made up', async () => {
    await ask('/api/dataPublic/getMapsByAll', { 'x-forwarded-for': '203.0.113.9' });
    const { headers } = gate.seen.find(({ url }) => url.endsWith('/getMapsByAll')) ?? { headers: {} };
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
  });

  test('a PDF of 20 MB passes at any speed, and the portal can refuse it before it has arrived; 33 MB are refused', async () => {
    const path = '/api/bulletin/pdf/nadienadieno';
    const type = { 'content-type': 'application/json' };
    expect(
      (
        await ask(
          path,
          { ...type, 'content-length': String(33 * 1024 * 1024 + 1) },
          { method: 'POST', body: Buffer.alloc(10) },
        ).catch(() => ({ status: 413 }))
      ).status,
    ).toBe(413);
    // Half of it, and then a stalled connection: a request without a session is refused at once.
    const stream = lineOf(1).request({
      ':path': path,
      ':method': 'POST',
      ...type,
      'content-length': String(27 * 1024 * 1024),
    });
    stream.write(Buffer.alloc(200_000, 0x20));
    const status = await new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])));
    expect(status).toBe(401);
    stream.close();
  });

  test('what was withdrawn is gone when the time that the portal gives caches is over', async () => {
    const { paths, until } = withdrawn;
    // nginx counts whole seconds. Whoever asks later than this gets nothing old, however slow the machine is.
    await pause(until + 2000 - Date.now());
    gate.delay = 300;
    const answers = await Promise.all(
      Array.from({ length: 72 }, (_, number) => ask(paths[number % 3] ?? '/', {}, { session: number % 4 })),
    );
    gate.delay = 0;
    expect(answers.filter(({ body }) => body.includes('Publicada por error'))).toEqual([]);
    expect(new Set(answers.map(({ status }, number) => `${number % 3} ${status}`))).toEqual(
      new Set(['0 404', '1 404', '2 200']),
    );
  });

  test('HTTP/2 is supported, and plain HTTP is redirected to HTTPS', async () => {
    await ask('/noticias');
    expect(lineOf(0).alpnProtocol).toBe('h2');
    const { status, headers } = await fetch(`http://127.0.0.1:${nginx.plainPort}/noticias?pagina=2`, {
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([308, 'https://127.0.0.1/noticias?pagina=2']);
  });
});

describe('with the portal stopped', () => {
  const KEPT = ['/', '/noticias', '/noticias.atom', '/agenda', '/agenda.ics', '/api/dataPublic/getStoriesByPage/1'];

  beforeAll(async () => {
    gate.keptFor = 1;
    await pause(1000);
    for (const path of KEPT) await ask(path, { 'accept-encoding': 'br' });
    await portal.kill();
    gate.close();
    await pause(2100);
  });

  test.for(KEPT.map((path) => [path]))('%s stays available', async ([path = '']) => {
    const { status, headers, body } = await ask(path, { 'accept-encoding': 'br' });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    expect(brotliDecompressSync(body).length).toBeGreaterThan(100);
  });

  test('expired answers are marked as stale', async () => {
    expect(await cacheOf('/api/dataPublic/getStoriesByPage/1', { 'accept-encoding': 'br' })).toBe('STALE');
  });

  test.for([['/salud'], ['/admin'], [ADMIN_LIST], ['/puntosverdes']])(
    '%s says that the portal is down',
    async ([path = '']) => {
      expect((await ask(path)).status).toBe(502);
    },
  );
});

test('with two towns on one server, neither shows pages of the other', async () => {
  const towns = ['uno', 'otro'].map((name) =>
    createServer((_req, res) => {
      res.writeHead(200, { 'Cache-Control': 'public, s-maxage=30', 'Content-Type': 'text/plain' }).end(name);
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(towns.map((server) => once(server, 'listening')));
  const [one = 0, other = 0] = towns.map((server: HttpServer) => (server.address() as AddressInfo).port);
  const both = await openNginx([
    { town: 'uno', host: 'uno.example', origin: one },
    { town: 'otro', host: 'otro.example', origin: other },
  ]);
  const read = (host: string, servername = host) =>
    new Promise<string>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port: both.port, path: '/noticias', servername, headers: { Host: host }, ...INSECURE },
        (res) => {
          res.setEncoding('utf8').on('data', (text: string) => resolve(`${text} ${String(res.headers['x-cache'])}`));
        },
      )
        .on('error', reject)
        .end();
    });
  try {
    const read5 = [];
    for (const [host, name] of [
      ['uno.example'],
      ['otro.example'],
      ['uno.example'],
      ['otro.example'],
      // A browser may ask for one town over a connection to the other.
      ['otro.example', 'uno.example'],
    ] as const)
      read5.push(await read(host, name));
    expect(read5).toEqual(['uno MISS', 'otro MISS', 'uno HIT', 'otro HIT', 'otro HIT']);
    await expect(read('nadie.example')).rejects.toThrow(/unrecognized name/);
    const plain = await fetch(`http://127.0.0.1:${both.plainPort}/noticias`, { redirect: 'manual' });
    expect([plain.status, await plain.text()]).toEqual([
      404,
      'No hay ningún portal con este nombre en este servidor.\n',
    ]);
  } finally {
    await both.stop();
    for (const server of towns) {
      server.closeAllConnections();
      server.close();
    }
  }
});

test('another name of a town leads to its address, with https and without, and only there', async () => {
  const nginx = await openNginx([
    { town: 'uno', host: 'uno.example', aliases: ['www.uno.example', 'uno.com.example'], origin: 9 },
    { town: 'otro', host: 'otro.example', aliases: ['www.otro.example'], isPlain: true, origin: 9 },
  ]);
  const leads = (name: string, ask: typeof request | typeof requestPlain, port: number) =>
    new Promise<unknown[]>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: '/noticias?pagina=2', headers: { Host: name }, ...INSECURE };
      ask({ ...options, servername: name }, ({ statusCode, headers }: IncomingMessage) => {
        resolve([statusCode, headers.location, headers['x-content-type-options']]);
      })
        .on('error', reject)
        .end();
    });
  try {
    for (const name of ['www.uno.example', 'uno.com.example'])
      expect(await leads(name, request, nginx.port)).toEqual([308, 'https://uno.example/noticias?pagina=2', 'nosniff']);
    const plain = await leads('www.uno.example', requestPlain, nginx.plainPort);
    expect(plain).toEqual([308, 'https://www.uno.example/noticias?pagina=2', 'nosniff']);
    const other = await leads('www.otro.example', requestPlain, nginx.plainPort);
    expect(other).toEqual([308, 'http://otro.example/noticias?pagina=2', 'nosniff']);
  } finally {
    await nginx.stop();
  }
});
