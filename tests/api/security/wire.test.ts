import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../api/app.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { loggedPath, openLog } from '../../../api/log.ts';
import { watchProgress } from '../../../api/http/limits/slow-requests.ts';
import { calls } from '#contract/addresses/calls';
import { dataUrl, photo, temporaryFolder } from '../files.ts';
import { hotp } from '../../../api/auth/totp.ts';
import { base32, fromBase32 } from '#contract/values/one-time-codes';
import { openTown, PASSWORD, UPLOADS } from '../town.ts';

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Sends pieces of a request unchanged, and reads until the connection is closed. */
function speak(port: number, pieces: readonly string[], pause = 0): Promise<{ answer: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve({ answer, ms: performance.now() - began }));
    void (async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(Buffer.from(piece, 'latin1'));
        if (pause > 0) await later(pause);
      }
    })();
  });
}
const firstLine = (answer: string) => answer.split('\r\n', 1)[0];

describe('a malformed request', () => {
  const HEAD = 'Host: x\r\nConnection: close\r\n';
  const SEARCH = `POST /api/dataPublic/searchContent HTTP/1.1\r\n${HEAD}`;
  test.for([
    ['a length and chunks', `${SEARCH}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX`, 400],
    ['two lengths', `${SEARCH}Content-Length: 6\r\nContent-Length: 7\r\n\r\n{}{}{}`, 400],
    ['an unknown transfer encoding', `${SEARCH}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
    ['a space before a colon', `${SEARCH}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a bad chunk', `${SEARCH}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`, 400],
    ['a header that goes on in the next line', `GET /salud HTTP/1.1\r\n${HEAD}X: a\r\n b\r\n\r\n`, 400],
    ['lines that end in LF alone', 'GET /salud HTTP/1.1\nHost: x\n\n', 400],
    ['no host', 'GET /salud HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['bytes that are no address', `GET /noticias/\xff\xfe HTTP/1.1\r\n${HEAD}\r\n`, 400],
    ['an address that is a script', `GET javascript:alert(1) HTTP/1.1\r\n${HEAD}\r\n`, 400],
    ['an unknown method', `FOO / HTTP/1.1\r\n${HEAD}\r\n`, 400],
    ['an expectation', `${SEARCH}Expect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}`, 417],
    ['20 KB of one header', `GET /salud HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['2000 headers', `GET /salud HTTP/1.1\r\n${HEAD}${'a:b\r\n'.repeat(4000)}\r\n`, 431],
    ['TRACE', `TRACE /salud HTTP/1.1\r\n${HEAD}\r\n`, 405],
    ['PROPFIND', `PROPFIND /salud HTTP/1.1\r\n${HEAD}\r\n`, 405],
    ['OPTIONS', `OPTIONS /salud HTTP/1.1\r\n${HEAD}Origin: https://otro.example\r\n\r\n`, 405],
    ['OPTIONS of everything', `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`, 404],
    ['a proxy’s address', `GET http://otro.example/salud HTTP/1.1\r\n${HEAD}\r\n`, 200],
  ] as const)('%s', async ([, request, status]) => {
    const { url } = await openTown();
    const { answer } = await speak(Number(new URL(url).port), [request]);
    expect(firstLine(answer)).toContain(`HTTP/1.1 ${status} `);
    expect(answer).not.toMatch(/^(?:server|x-powered-by|access-control-[\w-]+):/im);
    expect(answer).not.toContain('otro.example');
  });

  test('CONNECT gets no answer', async () => {
    const { url } = await openTown();
    expect(
      (await speak(Number(new URL(url).port), ['CONNECT otro.example:443 HTTP/1.1\r\nHost: x\r\n\r\n'])).answer,
    ).toBe('');
  });

  test('a compressed body counts with its unpacked size', async () => {
    const town = await openTown();
    const body = gzipSync(JSON.stringify({ search: 'a'.repeat(20 * 1024 * 1024) }));
    const answer = await fetch(`${town.url}/api/dataPublic/searchContent`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    });
    expect(answer.status).toBe(413);
  });

  test('32 MiB of brackets are refused', async () => {
    const town = await openTown();
    const id = town.make('story');
    for (const body of ['['.repeat(30 * 1024 * 1024), `{"data":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`]) {
      expect((await town.post(calls.picture('story', id), body, { as: town.admin })).status).toBe(400);
    }
  });
});

describe('a request that arrives very slowly', () => {
  /** The guard with its times shortened a hundredfold: 1 KB in a second is 10 bytes in 10 ms. */
  async function serve(): Promise<number> {
    const db = openDatabase(':memory:');
    const app = createApp({
      db,
      uploadsDir: UPLOADS,
      now: Date.now,
      origin: 'http://localhost',
      log: openLog('silent'),
    });
    const server = createServer(app);
    watchProgress(server, { minimumRate: 1024, timeWindow: 300 });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
      db.close();
    });
    return portOf(server);
  }
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  test.for(['/users/authenticate', '/api/dataPublic/searchContent', calls.picture('story', 'abcdefghijkl'), '/nada'])(
    'is cut off at %s, with or without a session',
    async (path) => {
      const { answer, ms } = await speak(
        await serve(),
        [head(path, 10_000), ...Array<string>(100).fill('a'.repeat(45))],
        50,
      );
      expect(firstLine(answer)).toMatch(/^HTTP\/1\.1 (?:408|401|404) /);
      // The request is ended before all of it could have arrived.
      expect(ms).toBeLessThan(5000);
    },
  );

  test('is cut off when nothing arrives', async () => {
    const { answer } = await speak(await serve(), [head('/users/authenticate', 100)]);
    expect(firstLine(answer)).toBe('HTTP/1.1 408 Request Timeout');
  });

  test('is accepted when it arrives slowly but steadily, with a pause, for longer than the time limit', async () => {
    const body = JSON.stringify({ username: 'nadie', password: 'x'.repeat(9000) });
    const pieces = body.match(/.{1,200}/gs) ?? [];
    const port = await serve();
    const asked = speak(
      port,
      [
        head('/users/authenticate', body.length).replace('Host: x', 'Host: x\r\nConnection: close'),
        ...pieces.slice(0, 20),
        '',
        '',
        '',
        '',
        ...pieces.slice(20),
      ],
      40,
    );
    const { answer, ms } = await asked;
    expect(firstLine(answer)).toBe('HTTP/1.1 401 Unauthorized');
    expect(ms).toBeGreaterThan(1500);
  });
});

test('a request with a body is not kept in memory after its answer', async () => {
  let first: WeakRef<IncomingMessage> | undefined;
  const server = createServer((req, res) => {
    first ??= new WeakRef(req);
    req.resume().once('end', () => res.end());
  });
  watchProgress(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n';
  await speak(portOf(server), [head, '{}']);
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  for (let attempt = 0; attempt < 10 && first?.deref(); attempt += 1) {
    await later(10);
    collectGarbage();
  }
  expect(first?.deref()).toBeUndefined();
});

describe('too many requests', () => {
  test('of searches from one address are answered 429 for a while; cached answers and other addresses are not', async () => {
    const town = await openTown({ trustProxy: 1 });
    const search = (number: number, from = '10.0.0.1') =>
      town.post(
        '/api/dataPublic/searchContent',
        { search: `palabra${number}` },
        { headers: { 'X-Forwarded-For': from } },
      );
    for (let number = 0; number < 200; number += 1) expect((await search(number)).status).toBe(200);
    const refused = await search(200);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too-many', message: 'Son demasiados pedidos seguidos. Esperá un momento y probá de nuevo.' },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await search(200, '10.0.0.2')).status).toBe(200);
    const bulletins = (word: string) =>
      town.get(`/api/dataPublic/BulletinBySearch/${word}/1`, { headers: { 'X-Forwarded-For': '10.0.0.1' } });
    expect((await bulletins('agua')).status).toBe(429);
    town.clock.now += 1000;
    expect((await bulletins('agua')).status).toBe(200);
    for (let number = 0; number < 20; number += 1) expect((await bulletins('agua')).status).toBe(200);
    expect(
      (await town.get('/api/dataPublic/getStoriesByPage/1', { headers: { 'X-Forwarded-For': '10.0.0.1' } })).status,
    ).toBe(200);
  });

  test('an address that a visitor makes up is ignored', async () => {
    const town = await openTown();
    const statuses: number[] = [];
    for (let number = 0; number < 201; number += 1) {
      statuses.push(
        (
          await town.post(
            '/api/dataPublic/searchContent',
            { search: `${number}` },
            { headers: { 'X-Forwarded-For': `10.0.0.${number}`, Forwarded: `for=10.0.0.${number}` } },
          )
        ).status,
      );
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('of uploads have to wait, and the session can do everything else', async () => {
    const town = await openTown({ uploadsDir: temporaryFolder() });
    const id = town.make('album');
    const data = dataUrl(await photo());
    const upload = (as: string) => town.post(calls.picture('album', id), { data }, { as });
    // Malformed uploads count as well.
    for (let number = 0; number < 60; number += 1) await town.post(calls.picture('album', id), {}, { as: town.admin });
    expect((await upload(town.admin)).status).toBe(429);
    expect((await upload(town.editor)).status).toBe(200);
    expect((await town.get(calls.one('album', id), { as: town.admin })).status).toBe(200);
    town.clock.now += 2000;
    expect((await upload(town.admin)).status).toBe(200);
  });
});

describe('the log', () => {
  test.for([
    ['/buscador/me%20robaron?pagina=2', '/buscador/*'],
    ['/boletin/buscar/deuda%20de%20Juan', '/boletin/buscar/*'],
    ['/boletin/decreto/x', '/boletin/decreto/*'],
    ['/BUSCADOR/x/y', '/BUSCADOR/*'],
    ['/api/dataPublic/BulletinByKeywords/all/x/1', '/api/dataPublic/BulletinByKeywords/*'],
    ['/api/dataPublic/BulletinBySearch/x/1', '/api/dataPublic/BulletinBySearch/*'],
    ['/boletin/leer/abc/titulo', '/boletin/leer/abc/titulo'],
    ['/noticias?x=1', '/noticias'],
    [`/${'a'.repeat(9000)}`, `/${'a'.repeat(299)}`],
  ] as const)('writes %s as %s', ([url, logged]) => {
    expect(loggedPath(url)).toBe(logged);
  });

  test('has failed log-ins and missing rights at its default level', async () => {
    const lines: { level: number; path: string; status: number; msg: string }[] = [];
    const town = await openTown({
      log: openLog('warn', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }),
    });
    for (let number = 0; number < 11; number += 1)
      await town.post(calls.authenticate(), { username: 'ana', password: 'mala' });
    await town.post(calls.list('user'), {}, { as: town.editor });
    await town.get(calls.list('story'));
    expect(lines.map(({ msg, path, status }) => [msg, path, status])).toEqual([
      ...Array(10).fill(['log-in refused', '/users/authenticate', 401]),
      ['log-in refused', '/users/authenticate', 429],
      ['refused', calls.list('user'), 403],
      ['refused', calls.list('story'), 401],
    ]);
  });

  test.for(['warn', 'info', 'debug'] as const)(
    'has every log-in at the level %s: whose, from which network, and whether it succeeded',
    async (level) => {
      const lines: { level: number; msg: string; account?: string | null; network?: string }[] = [];
      const town = await openTown({
        trustProxy: 1,
        log: openLog(level, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }),
      });
      const from = (username: string, password: string, address: string) =>
        town.post(calls.authenticate(), { username, password }, { headers: { 'X-Forwarded-For': address } });
      await from('ANA', PASSWORD, '203.0.113.77');
      await from('ana', 'mala-clave', '2001:db8:1:2::7');
      await from('palabra-secreta', 'x', '203.0.113.77');
      expect(lines.map(({ level: own, msg, account, network }) => [own, msg, account, network])).toEqual([
        [30, 'logged in', 'ana', '203.0.113.0/24'],
        [40, 'log-in refused', 'ana', '2001:db8:1::/48'],
        [40, 'log-in refused', null, '203.0.113.0/24'],
      ]);
      expect(JSON.stringify(lines)).not.toMatch(/113\.77|::7|mala-clave|palabra-secreta|clave de prueba/);
    },
  );

  test('tells a log-in that is asked for more from one that is refused, and why it is', async () => {
    const lines: { level: number; msg: string; user?: string; refusal?: string }[] = [];
    const town = await openTown({
      log: openLog('warn', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) }),
    });
    const secret = base32(Buffer.from('12345678901234567890'));
    const code = hotp(fromBase32(secret)!, Math.floor(town.clock.now / 30_000));
    await town.post(calls.secondFactorSet(town.editorId), { secret, code }, { as: town.editor });
    const logIn = (more: object) => town.post(calls.authenticate(), { username: 'edu', password: PASSWORD, ...more });
    await logIn({});
    await logIn({ code: '000000' });
    await logIn({ password: 'mala' });
    for (let number = 0; number < 9; number += 1) await logIn({ password: 'mala' });
    expect([...new Set(lines.map(({ level, msg, refusal }) => `${level} ${msg} ${refusal}`))]).toEqual([
      '30 log-in asked for more asked',
      '40 log-in refused code',
      '40 log-in refused password',
      '40 log-in refused limited',
    ]);
    expect(lines.every(({ user }) => user === town.editorId)).toBe(true);
    expect(JSON.stringify(lines)).not.toMatch(/000000|mala/);
  });

  test('says who of the staff did what, and from which network whoever was refused', async () => {
    interface Line {
      level: number;
      msg: string;
      status: number;
      account?: string;
      user?: string;
      network?: string;
    }
    const lines: Line[] = [];
    const town = await openTown({
      trustProxy: 1,
      log: openLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) }),
    });
    const headers = { 'X-Forwarded-For': '203.0.113.77' };
    const id = town.make('story');
    const guessed = 'x'.repeat(43);
    await town.post(calls.update('story', id, 'title'), { value: 'Fiesta' }, { as: town.editor, headers });
    await town.get(calls.one('story', id), { as: town.admin, headers });
    await town.post(calls.list('user'), {}, { as: town.editor, headers });
    await town.get(calls.one('story', id), { as: guessed, headers });
    await town.get('/noticias', { headers });
    // The searches of a visitor, up to the first that has to wait.
    let status = 0;
    for (let page = 1; status !== 429; page += 1)
      ({ status } = await town.get(`/api/dataPublic/BulletinBySearch/a${page}/1`, { headers }));
    const [ana, edu] = [
      { account: 'ana', user: town.adminId },
      { account: 'edu', user: town.editorId },
    ];
    const network = '203.0.113.0/24';
    const shown = lines.map(({ level, msg, status: own, account, user, network: from }) => ({
      level,
      msg,
      status: own,
      ...(account === undefined ? {} : { account, user }),
      ...(from === undefined ? {} : { network: from }),
    }));
    expect([...shown.slice(0, 5), shown.at(-1)]).toEqual([
      { level: 30, msg: 'request', status: 200, ...edu },
      { level: 20, msg: 'request', status: 200, ...ana },
      { level: 40, msg: 'refused', status: 403, ...edu, network },
      { level: 40, msg: 'refused', status: 401, network },
      { level: 20, msg: 'request', status: 404 },
      { level: 40, msg: 'refused', status: 429, network },
    ]);
    const all = JSON.stringify(lines);
    for (const secret of ['113.77', guessed, town.editor, town.admin, 'Fiesta', 'a1/1'])
      expect(all).not.toContain(secret);
  });

  test('has no log-ins at the level for errors only', async () => {
    let lines = '';
    const town = await openTown({ log: openLog('error', { write: (line) => void (lines += line) }) });
    await town.post(calls.authenticate(), { username: 'ana', password: PASSWORD });
    expect(lines).toBe('');
  });

  test("has one line per request, without searched words, visitors' addresses, passwords or tokens", async () => {
    let lines = '';
    const town = await openTown({ trustProxy: 1, log: openLog('trace', { write: (line) => void (lines += line) }) });
    const headers = {
      'X-Forwarded-For': '203.0.113.77',
      'User-Agent': 'navegador de Juana',
      Referer: 'http://otro.example/secreto',
      Cookie: 'a=secreto',
    };
    await town.get('/api/dataPublic/BulletinBySearch/secreto/1', { headers });
    await town.get('/buscador/secreto?texto=secreto', { headers });
    await town.get('/noticias/uno%0a%7B%22level%22%3A60%7D%0d%0ados', { headers });
    await town.post('/api/dataPublic/searchContent', { search: 'secreto' }, { headers });
    await town.post(calls.authenticate(), { username: 'secreto', password: 'secreto' }, { headers });
    await town.post('/api/dataPublic/searchContent', '{"secreto', { headers });
    await town.get(calls.one('story', 'x'), { as: town.admin, headers });
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    ).toEqual(['request', 'request', 'request', 'request', 'log-in refused', 'request', 'request']);
    for (const word of ['secreto', '203.0.113.77', 'Juana', town.admin, 'otro.example'])
      expect(lines).not.toContain(word);
  });
});
