import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import Database from 'better-sqlite3';
import { openDatabase } from '../../api/records/open.ts';
import { notReadyYet } from '../../api/http/errors.ts';
import { freePort } from '../../scripts/support/free-port.ts';
import { COMPILED } from '../e2e/support/server.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MAIN = new URL('../../api/main.ts', import.meta.url).pathname;
const RESET = new URL('../../scripts/reset-password.ts', import.meta.url).pathname;

interface Run {
  process: ChildProcess;
  /** Everything it has printed so far, on both channels. */
  said(): string;
  ended: Promise<number | null>;
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'portal-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Starts the portal as `npm start` does, in a temporary folder, with its output in a pipe or on a terminal. */
function start(dir: string, environment: Record<string, string> = {}, { onTerminal = false } = {}): Run {
  const variables = {
    PORT: '0',
    DB_FILE: join(dir, 'portal.sqlite'),
    UPLOADS_DIR: join(dir, 'uploads'),
    DEMO: '0',
    ...environment,
  };
  const [program, args] = onTerminal
    ? ['script', ['-qefc', `'${process.execPath}' '${MAIN}'`, '/dev/null']]
    : [process.execPath, [MAIN]];
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', ...COMPILED, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const channel of [child.stdout, child.stderr]) channel.on('data', (piece: Buffer) => (said += piece.toString()));
  return { process: child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

async function addressOf(run: Run): Promise<string> {
  for (;;) {
    const address = /El portal está en (\S+)/.exec(run.said())?.[1];
    if (address) return address.replace('localhost', '127.0.0.1');
    if (run.process.exitCode !== null || run.process.signalCode !== null) throw new Error(run.said());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Sends the headers of a log-in and waits until the portal asks for its body (100 Continue). `finish` sends the body,
 * `answer` is everything that comes after that.
 */
async function beginLogin(address: string, body: string): Promise<{ finish(): void; answer: Promise<string> }> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let came = '';
  socket.on('data', (piece: Buffer) => (came += piece.toString())).on('error', () => {});
  const ended = once(socket, 'close');
  socket.write(
    `POST /users/authenticate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await vi.waitUntil(() => came.startsWith('HTTP/1.1 100 Continue\r\n\r\n'), { timeout: 20_000, interval: 5 });
  came = '';
  return { finish: () => void socket.write(body), answer: ended.then(() => came) };
}

async function refusalOf(run: Run): Promise<string> {
  expect(await run.ended).toBe(1);
  const lines = run.said().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^No se pudo iniciar el portal\. .*\.$/);
  expect(lines[0]).not.toMatch(/ {4}at |Error:|SqliteError/);
  return lines[0] ?? '';
}

describe('a first start', () => {
  const authenticate = (address: string, body: object) =>
    fetch(`${address}/users/authenticate`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });

  test('on a terminal prints the first user and a password to choose one with, once', async () => {
    const dir = folder();
    const first = start(dir, {}, { onTerminal: true });
    const address = await addressOf(first);
    expect(first.said()).toContain(`Dirección:   ${address.replace('127.0.0.1', 'localhost')}/login\r\n`);
    const password = /Contraseña: +(\S+)/.exec(first.said())?.[1];
    expect(password).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect((await fetch(`${address}/salud`)).status).toBe(200);
    const given = { username: 'admin', password };
    expect(await (await authenticate(address, given)).json()).toMatchObject({ code: 'temporary-password' });
    const own = { ...given, newPassword: 'cuatro palabras sueltas' };
    expect(await (await authenticate(address, own)).json()).toMatchObject({ username: 'admin', usergroup: 1 });
    first.process.kill('SIGTERM');
    await first.ended;

    const second = start(dir, { ADMIN_PASSWORD: 'no se usa más' });
    await addressOf(second);
    expect(second.said()).not.toMatch(/Contraseña|admin/);
  });

  test('under systemd puts no password into the journal, and says which command sets one', async () => {
    const dir = folder();
    const run = start(dir);
    const address = await addressOf(run);
    expect(run.said()).toContain('  Contraseña:  se la pone «npm run reset-password -- admin»\n');
    const db = new Database(join(dir, 'portal.sqlite'), { readonly: true });
    expect(db.prepare('SELECT username, password_hash AS hash FROM user').all()).toEqual([
      { username: 'admin', hash: '' },
    ]);
    db.close();
    const { stdout } = spawnSync(process.execPath, [RESET, 'admin'], {
      env: { PATH: process.env.PATH ?? '', DB_FILE: join(dir, 'portal.sqlite') },
      encoding: 'utf8',
    });
    const password = /Contraseña: +(\S+)/.exec(stdout)?.[1];
    const answer = await authenticate(address, { username: 'admin', password, newPassword: 'cuatro palabras sueltas' });
    expect(answer.status).toBe(200);
  });

  test('uses the password in ADMIN_PASSWORD and does not print it', async () => {
    const run = start(folder(), { ADMIN_PASSWORD: 'clave-de-la-casa' });
    const address = await addressOf(run);
    expect(run.said()).not.toContain('clave-de-la-casa');
    expect(
      (
        await fetch(`${address}/users/authenticate`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: JSON.stringify({ username: 'admin', password: 'clave-de-la-casa' }),
        })
      ).status,
    ).toBe(200);
  });
});

describe('while it starts', () => {
  test('the portal answers nobody, and is ready when it says so', async () => {
    const port = await freePort();
    const run = start(folder(), { PORT: String(port), DEMO: '1' });
    await vi.waitUntil(() => run.said().includes('Cargando'), { timeout: 20_000, interval: 5 });
    const seen = new Set<number>();
    while (!seen.has(200)) {
      seen.add((await fetch(`http://127.0.0.1:${port}/salud`)).status);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await addressOf(run);
    expect(run.said()).toMatch(/Usuario: +admin\n/);
  });

  test('it can be stopped, and the next start completes what is missing and makes the first user', async () => {
    const dir = folder();
    const run = start(dir, { DEMO: '1' });
    await vi.waitUntil(() => run.said().includes('Cargando'), { timeout: 20_000, interval: 5 });
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    const again = start(dir);
    await addressOf(again);
    expect((run.said() + again.said()).match(/Usuario: +admin\n/g)).toHaveLength(1);
  });

  test('a person gets a sentence and a program an ordinary error', async () => {
    const server = createHttpServer(notReadyYet).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const ask = (path: string, init: RequestInit) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
    const page = await ask('/noticias', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
      503,
      '1',
      'no-store',
    ]);
    expect(await page.text()).toContain('<p>El servidor todavía no está listo. Probá de nuevo en un momento.</p>');
    const call = await ask('/users/authenticate', { method: 'POST', headers: { Accept: 'text/html' }, body: '{}' });
    expect([call.status, await call.json()]).toEqual([
      503,
      { code: 'not-ready', message: 'El servidor todavía no está listo. Probá de nuevo en un momento.' },
    ]);
    expect(await (await ask('/', { method: 'HEAD' })).text()).toBe('');
  });
});

describe('a stop', () => {
  test.for(['SIGTERM', 'SIGINT'] as const)(
    'by %s lets running requests finish and leaves the database in one file',
    async (signal) => {
      const dir = folder();
      const run = start(dir, { ADMIN_PASSWORD: 'clave-de-la-casa' });
      const address = await addressOf(run);
      const request = await beginLogin(address, '{"username":"admin","password":"clave-de-la-casa"}');
      run.process.kill(signal);
      await vi.waitUntil(() => run.said().includes('Cerrando el portal'), { timeout: 20_000, interval: 5 });
      await expect(fetch(`${address}/salud`)).rejects.toThrow();
      request.finish();
      expect(await request.answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(await run.ended).toBe(0);
      const db = new Database(join(dir, 'portal.sqlite'), { readonly: true });
      expect(db.prepare('SELECT count(*) FROM session').pluck().get()).toBe(1);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
    },
  );

  test('does not wait forever for a stalled request', async () => {
    const run = start(folder());
    const address = await addressOf(run);
    const request = await beginLogin(address, '{}');
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(await request.answer).toBe('');
  });
});

describe('what prevents the portal from starting is reported in one line', () => {
  test('an invalid variable', async () => {
    expect(await refusalOf(start(folder(), { PORT: 'ochenta' }))).toContain('PORT: tiene que ser un número de puerto');
  });

  test('a first password that is easy to guess', async () => {
    const dir = folder();
    expect(await refusalOf(start(dir, { ADMIN_PASSWORD: 'Admin-2026', DEMO: '1' }))).toMatch(
      /ADMIN_PASSWORD: Esa contraseña se adivina: .* También podés dejarla vacía y se crea una\.$/,
    );
    await addressOf(start(dir, { ADMIN_PASSWORD: 'clave-de-la-casa' }));
  });

  test('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const dir = folder();
    expect(await refusalOf(start(dir, { PORT: String(port), DEMO: '1' }))).toMatch(
      new RegExp(`El puerto ${port} ya está en uso\\. .*PORT\\.$`),
    );
    const next = start(dir);
    await addressOf(next);
    expect(next.said()).toMatch(/Usuario: +admin\n/);
  });

  test('an address that this machine does not have', async () => {
    expect(await refusalOf(start(folder(), { HOST: '192.0.2.1', DEMO: '1' }))).toContain(
      'No se puede escuchar en 192.0.2.1:0 (EADDRNOTAVAIL). Revisá HOST y PORT.',
    );
  });

  test('a file that is not a database', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'portal.sqlite'), 'esto no es una base de datos '.repeat(200));
    expect(await refusalOf(start(dir))).toContain('está dañada o no es una base del portal');
    expect(readFileSync(join(dir, 'portal.sqlite'), 'utf8')).toContain('esto no es una base');
  });

  test('a damaged database', async () => {
    const dir = folder();
    const run = start(dir);
    await addressOf(run);
    run.process.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    const bytes = readFileSync(join(dir, 'portal.sqlite'));
    bytes.fill(0xff, 4096, bytes.length - 4096);
    writeFileSync(join(dir, 'portal.sqlite'), bytes);
    expect(await refusalOf(start(dir))).toContain('está dañada');
  });

  test('a database of a newer release', async () => {
    const dir = folder();
    const db = new Database(join(dir, 'portal.sqlite'));
    db.pragma('user_version = 99');
    db.close();
    expect(await refusalOf(start(dir))).toContain('es de una versión más nueva del portal');
  });

  test('a database without a column or a table that this release uses', async () => {
    const dir = folder();
    const file = join(dir, 'portal.sqlite');
    openDatabase(file).close();
    const db = new Database(file);
    db.exec('ALTER TABLE map DROP COLUMN url; DROP TABLE listing_count;');
    db.close();
    const refusal = await refusalOf(start(dir));
    expect(refusal).toMatch(
      /A la base \S+ le falta lo que usa esta versión del portal: [^.]*\bmap\.url\b.*Volvé a instalar el portal completo; .* db\/migrations\.$/,
    );
    expect(refusal).toContain('listing_count.span');
  });

  test('a database that another program has locked', async () => {
    const dir = folder();
    const db = new Database(join(dir, 'portal.sqlite'));
    db.exec('BEGIN EXCLUSIVE');
    onTestFinished(() => void db.close());
    expect(await refusalOf(start(dir))).toContain('está ocupada por otro programa');
  });

  test('a path for uploads that is not a folder', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'uploads'), '');
    expect(await refusalOf(start(dir))).toContain('UPLOADS_DIR');
  });

  test('a folder for the database that cannot be created', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'db'), '');
    expect(await refusalOf(start(dir, { DB_FILE: join(dir, 'db', 'portal.sqlite') }))).toContain('DB_FILE');
  });
});

test('where systemd listens for the portal it takes that socket, and answers who had come before it was there', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const { fd } = (listener as unknown as { _handle: { fd: number } })._handle;
  const dir = folder();
  // The shell becomes the portal, so that its number is known before.
  const child = spawn('sh', ['-c', 'LISTEN_PID=$$ exec "$0" "$1"', process.execPath, MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      ...COMPILED,
      LISTEN_FDS: '1',
      PORT: '1',
      DB_FILE: join(dir, 'portal.sqlite'),
      UPLOADS_DIR: join(dir, 'uploads'),
      DEMO: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', fd],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  listener.close();
  expect((await fetch(`http://127.0.0.1:${port}/salud`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});
