import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../api/records/open.ts';
import { mailAddress, readNotices } from '../../api/maintenance/notices.ts';
import { freePort } from '../../scripts/support/free-port.ts';
import { temporaryFolder } from '../api/files.ts';

const ROOT = join(import.meta.dirname, '../..');

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A mail server that accepts every message. @returns its address and the messages */
async function openMail(): Promise<{ url: string; mails: string[] }> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let data: string | null = null;
    const say = (line: string) => void socket.write(`${line}\r\n`);
    socket.on('error', () => {});
    say('220 correo');
    socket.setEncoding('utf8').on('data', (piece: string) => {
      if (data !== null) {
        data += piece;
        if (!data.endsWith('\r\n.\r\n')) return;
        mails.push(data);
        data = null;
        return say('250 ok');
      }
      for (const line of piece.split('\r\n').filter(Boolean)) {
        if (line.startsWith('DATA')) {
          data = '';
          say('354 ok');
        } else if (line.startsWith('QUIT')) socket.end('221 chau\r\n');
        else say('250 ok');
      }
    });
  });
  return { url: `smtp://127.0.0.1:${await portOf(server)}`, mails };
}

async function openWebhook(): Promise<{ url: string; posts: { text: string }[] }> {
  const posts: { text: string }[] = [];
  const server = createHttpServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    req.on('end', () => {
      posts.push(JSON.parse(body) as { text: string });
      res.end();
    });
  });
  return { url: `http://127.0.0.1:${await portOf(server)}/avisos`, posts };
}

/** Runs a program of the operator. @returns its exit code and everything it printed */
async function script(
  name: string,
  args: string[],
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [join(ROOT, `scripts/${name}.ts`), ...args], {
    env: {
      PATH: process.env.PATH,
      DB_FILE: join(folder, 'portal.sqlite'),
      UPLOADS_DIR: folder,
      PORTAL_ROOT: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const channel of [child.stdout, child.stderr]) channel.on('data', (piece: Buffer) => (said += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, said];
}

test('a test notice goes every way that is set, and it is said which of them did not work', async () => {
  const folder = temporaryFolder();
  const [mail, hook] = [await openMail(), await openWebhook()];
  const ways = { SMTP_URL: mail.url, NOTIFY_TO: 'intendencia@villa.example', NOTIFY_URL: hook.url };
  const tried = (env: Record<string, string>) => script('notify-test', [], { folder, env });
  const { host } = new URL(hook.url);
  expect(await tried(ways)).toEqual([
    0,
    `${host}: lo aceptó. Fijate que haya llegado.\nintendencia@villa.example: lo aceptó. Fijate que haya llegado.\n`,
  ]);
  expect(hook.posts.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^localhost:3000: prueba de los avisos\nEste es un aviso de prueba del portal http:/),
  ]);
  expect(mail.mails).toEqual([expect.stringContaining('los avisos llegan.')]);
  const [code, said] = await tried({ ...ways, NOTIFY_URL: `http://127.0.0.1:${await freePort()}/secreto` });
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^127\.0\.0\.1:\d+: no se pudo enviar\. .*ECONNREFUSED.*\n.*lo aceptó/),
  ]);
  expect(said).not.toContain('secreto');
  expect(await tried({})).toEqual([1, expect.stringMatching(/^No se pudo probar\. No hay a quién avisar: [^\n]+\n$/)]);
});

test('a portal that does not run, and a failed backup, are told once by mail and to a webhook, and kept', async () => {
  const folder = temporaryFolder();
  const dbFile = join(folder, 'portal.sqlite');
  openDatabase(dbFile).close();
  const [mail, hook] = [await openMail(), await openWebhook()];
  const env = { SMTP_URL: mail.url, NOTIFY_TO: 'intendencia@villa.example', NOTIFY_URL: hook.url };
  const check = (...args: string[]) => script('check', args, { folder, env });
  expect(await check()).toEqual([0, expect.stringContaining('El portal no está en marcha.')]);
  await check();
  expect(hook.posts.map(({ text }) => text)).toEqual([expect.stringContaining('El portal no está en marcha.')]);
  expect(mail.mails).toEqual([expect.stringMatching(/^To: intendencia@villa\.example\r$/m)]);
  await check('--failed', 'backup');
  expect(hook.posts[1]?.text).toContain('Falló la copia de seguridad.');
  expect(hook.posts[1]?.text).not.toContain('no está en marcha');
  expect(mail.mails).toHaveLength(2);
  expect(readNotices(dbFile)?.problems.map(({ what, told }) => [what, told])).toEqual([
    ['El portal no está en marcha.', true],
    ['Falló la copia de seguridad.', true],
  ]);
});

test('settings with which the portal cannot start are told once, with what was wrong before kept, and their end too', async () => {
  const folder = temporaryFolder();
  const dbFile = join(folder, 'portal.sqlite');
  openDatabase(dbFile).close();
  const hook = await openWebhook();
  const check = (env: Record<string, string>) =>
    script('check', [], { folder, env: { NOTIFY_URL: hook.url, ORIGIN: 'https://villa.example', ...env } });
  await check({});
  const before = hook.posts.length;
  for (const wrong of [{ BACKUP_T: '/x' }, { PORT: '80a' }]) {
    expect(await check(wrong)).toEqual([1, expect.stringContaining('No se pudo revisar el portal')]);
  }
  expect(hook.posts.slice(before).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^villa\.example: No se pudo revisar [^]*→ BACKUP_T: no es un ajuste del portal/),
  ]);
  expect(hook.posts[before]?.text).not.toContain('Se resolvió');
  expect(readNotices(dbFile)?.problems.map(({ what }) => what)).toContain('El portal no está en marcha.');
  await check({});
  expect(hook.posts.slice(before + 1).map(({ text }) => text)).toEqual([
    expect.stringContaining('se resolvió: No se pudo revisar el portal'),
  ]);
});

test('a folder of the database that does not exist is told once, although nothing can be kept in it', async () => {
  const folder = temporaryFolder();
  const hook = await openWebhook();
  const DB_FILE = join(folder, 'vila', 'portal.sqlite');
  const check = () => script('check', [], { folder, env: { NOTIFY_URL: hook.url, DB_FILE, STATE_DIRECTORY: folder } });
  for (let hour = 0; hour < 2; hour += 1) expect(await check()).toEqual([expect.any(Number), expect.any(String)]);
  expect(hook.posts.map(({ text }) => text)).toEqual([expect.stringContaining(DB_FILE)]);
  expect(readNotices(join(folder, 'portal.sqlite'))?.problems).not.toEqual([]);
});

test('a newer release is told once and kept, the doctor names it, and the repository is asked only if that is set', async () => {
  const folder = temporaryFolder();
  const dbFile = join(folder, 'portal.sqlite');
  openDatabase(dbFile).close();
  let asked = 0;
  const server = createHttpServer((_req, res) => {
    asked += 1;
    res.end('Package: portal-municipal\nVersion: 99.1.2\n');
  });
  const RELEASES_URL = `http://127.0.0.1:${await portOf(server)}`;
  const hook = await openWebhook();
  const told = () => hook.posts.map(({ text }) => text).filter((text) => text.includes('versión más nueva'));
  const check = (more = {}) => script('check', [], { folder, env: { NOTIFY_URL: hook.url, ...more } });
  await check();
  expect([asked, told()]).toEqual([0, []]);
  await check({ RELEASES_URL });
  await check({ RELEASES_URL });
  expect([asked, told()]).toEqual([1, [expect.stringContaining('la 99.1.2')]]);
  expect(readNotices(dbFile)?.problems).toContainEqual({
    what: expect.stringMatching(/^Hay una versión más nueva del portal: la 99\.1\.2, y esta es la \d/) as string,
    todo: 'Instalala con «apt update && apt install portal-municipal».',
    since: expect.any(String) as string,
    told: true,
  });
  expect((await script('doctor', [], { folder, env: { RELEASES_URL } }))[1]).toContain(
    'AVISO  Hay una versión más nueva del portal: la 99.1.2',
  );
  expect(asked).toBe(2);
});

test('a mail server that hangs is given up, and the address keeps the limits that the operator has set', async () => {
  const given = new URL(mailAddress('smtps://ana:x%40y@mail.example/?socketTimeout=500'));
  expect([given.username, given.password, given.host]).toEqual(['ana', 'x%40y', 'mail.example']);
  expect(Object.fromEntries(given.searchParams)).toEqual({
    socketTimeout: '500',
    connectionTimeout: '20000',
    greetingTimeout: '20000',
  });
  // The password does not cross a network in the clear, except to a server on this machine.
  const tls = (address: string) => new URL(mailAddress(address)).searchParams.get('requireTLS');
  expect([tls('smtp://mail.example'), tls('smtp://mail.example/?requireTLS=false')]).toEqual(['true', 'false']);
  expect(tls('smtp://127.0.0.1:25')).toBeNull();
  const server = createServer((socket) => void socket.on('error', () => {}).write('220 correo\r\n'));
  const hanging = mailAddress(`smtp://127.0.0.1:${await portOf(server)}/?socketTimeout=200`);
  await expect(
    nodemailer.createTransport(hanging).sendMail({ from: 'a@b.example', to: 'a@b.example', text: 'x' }),
  ).rejects.toThrow(/timeout/i);
});
