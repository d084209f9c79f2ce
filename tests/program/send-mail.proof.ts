import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { knockFile } from '../../api/mailing/open-mail.ts';
import { temporaryFolder } from '../api/files.ts';
import { serve } from '../e2e/support/server.ts';
import { PATIENCE } from '../e2e/support/patience.ts';
import { openMailServer } from '../mail-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIL_FROM = 'portal@villa.example';

test('a portal without the password of the mail server has another program send, which may be killed at any time', async () => {
  const folder = temporaryFolder();
  const dbFile = join(folder, 'portal.sqlite');
  const mails = await openMailServer();
  onTestFinished(() => mails.close());
  const portal = await serve(folder, { env: { DEMO: '0', MAIL_FROM } });
  onTestFinished(() => portal.stop());
  const change = (sql: string) => {
    const db = new Database(dbFile);
    const { changes } = db.prepare(sql).run();
    db.close();
    return changes;
  };
  const waiting = () => {
    const db = new Database(dbFile, { readonly: true });
    const count = db.prepare('SELECT count(*) FROM mail').pluck().get();
    db.close();
    return count;
  };
  function sender(env: Record<string, string> = { SMTP_URL: mails.url }) {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/send-mail.ts')], {
      env: { PATH: process.env.PATH, DB_FILE: dbFile, UPLOADS_DIR: folder, ORIGIN: portal.url, MAIL_FROM, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const channel of [child.stdout, child.stderr])
      channel.on('data', (piece: Buffer) => (said += piece.toString()));
    const ended = once(child, 'close').then(([code]) => [code as number | null, said]);
    return { child, ended };
  }
  const untilAsked = () => expect.poll(() => existsSync(knockFile(dbFile)), { timeout: PATIENCE }).toBe(true);

  expect(change("UPDATE user SET email = 'ana@villa.example' WHERE username = 'admin'")).toBe(1);
  const { status } = await fetch(portal.url + calls.passwordReset(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'admin' }),
  });
  expect(status).toBe(200);
  await untilAsked();

  // Without a mail server nothing is lost, and it is said what is missing.
  expect(await sender({}).ended).toEqual([1, expect.stringMatching(/^No se pudo enviar el correo\. Falta SMTP_URL: /)]);
  expect(await sender({ SMTP_URL: 'smtp://127.0.0.1:9' }).ended).toEqual([0, expect.stringContaining('ECONNREFUSED')]);
  expect(waiting()).toBe(1);

  // Killed while it sends.
  mails.answer = () => 'hang';
  change('UPDATE mail SET due = 0');
  const killed = sender();
  await expect.poll(() => mails.said.includes('DATA'), { timeout: PATIENCE }).toBe(true);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(waiting()).toBe(1);
  mails.answer = () => 'take';
  // What nobody else may take yet, nobody does.
  expect(await sender().ended).toEqual([0, '']);
  expect(mails.mails).toEqual([]);

  change('UPDATE mail SET due = 0');
  rmSync(knockFile(dbFile));
  await untilAsked();
  expect((await sender().ended)[0]).toBe(0);
  expect([mails.mails.map(({ to }) => to), waiting()]).toEqual([[['ana@villa.example']], 0]);
  const [, token = ''] = /#clave=([\w-]{43})/.exec(mails.mails[0]?.text ?? '') ?? [];
  expect(token).toHaveLength(43);
  // Neither file of the database has it, nor the log.
  for (const name of readdirSync(folder).filter(
    (one) => one.startsWith('portal.sqlite') && !one.endsWith('releases'),
  )) {
    expect([name, readFileSync(join(folder, name)).includes(token)]).toEqual([name, false]);
  }
  const use = await fetch(portal.url + calls.passwordResetUse(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: 'cuatro tordos en la acequia' }),
  });
  expect([use.status, portal.output().includes(token)]).toEqual([200, false]);
});
