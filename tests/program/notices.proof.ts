import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../api/db/open.ts';
import { mailAddress, readNotices } from '../../api/maintenance/notices.ts';
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

test('a portal that does not run, and a failed backup, are told once by mail and to a webhook, and kept', async () => {
  const folder = temporaryFolder();
  const dbFile = join(folder, 'portal.sqlite');
  openDatabase(dbFile).close();
  const [mail, hook] = [await openMail(), await openWebhook()];
  const check = async (...args: string[]) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/check.ts'), ...args], {
      env: {
        PATH: process.env.PATH,
        DB_FILE: dbFile,
        UPLOADS_DIR: folder,
        PORTAL_ROOT: folder,
        SMTP_URL: mail.url,
        NOTIFY_TO: 'intendencia@villa.example',
        NOTIFY_URL: hook.url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const channel of [child.stdout, child.stderr])
      channel.on('data', (piece: Buffer) => (said += piece.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return [code, said];
  };
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

test('a mail server that hangs is given up, and the address keeps the limits that the operator has set', async () => {
  const given = new URL(mailAddress('smtps://ana:x%40y@mail.example/?socketTimeout=500'));
  expect([given.username, given.password, given.host]).toEqual(['ana', 'x%40y', 'mail.example']);
  expect(Object.fromEntries(given.searchParams)).toEqual({
    socketTimeout: '500',
    connectionTimeout: '20000',
    greetingTimeout: '20000',
  });
  const server = createServer((socket) => void socket.on('error', () => {}).write('220 correo\r\n'));
  const hanging = mailAddress(`smtp://127.0.0.1:${await portOf(server)}/?socketTimeout=200`);
  await expect(
    nodemailer.createTransport(hanging).sendMail({ from: 'a@b.example', to: 'a@b.example', text: 'x' }),
  ).rejects.toThrow(/timeout/i);
});
