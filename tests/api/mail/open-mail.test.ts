import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../../../api/log.ts';
import { knockFile, openMail } from '../../../api/mailing/open-mail.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { openMailServer } from '../../mail-server.ts';
import { temporaryFolder } from '../files.ts';
import { FROM, ORIGIN } from './post.ts';

function open(smtpUrl?: string) {
  const dbFile = join(temporaryFolder(), 'portal.sqlite');
  const db = openDatabase(dbFile);
  onTestFinished(() => void db.close());
  const mail = openMail({ db, dbFile, now: Date.now, log: openLog('silent'), smtpUrl, from: FROM, origin: ORIGIN });
  return { mail, file: knockFile(dbFile) };
}

test('with a mail server of its own the portal sends what is due by itself', async () => {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const { mail, file } = open(server.url);
  mail.queue.put('changed', 'ana', ['ana@villa.example', 'ana']);
  mail.start();
  await vi.waitUntil(() => !mail.queue.isWaiting(), 10_000);
  await mail.close();
  expect([server.mails.map(({ to }) => to), existsSync(file)]).toEqual([[['ana@villa.example']], false]);
});

test('without one it writes the file that starts the sender, and again while the mail is still due', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { mail, file } = open();
  /** Seconds after the start at which it was written. */
  const written: number[] = [];
  const look = (second: number) => {
    if (!existsSync(file)) return;
    written.push(second);
    rmSync(file);
  };
  mail.start();
  look(0);
  expect(written).toEqual([]);
  mail.queue.put('changed', 'ana', ['ana@villa.example', 'ana']);
  for (let second = 3; second < 200; second += 3) {
    vi.advanceTimersByTime(3000);
    look(second);
  }
  expect(written).toEqual([3, 18, 48, 108]);
  const taken = mail.queue.take();
  mail.queue.remove(taken?.id ?? 0);
  vi.advanceTimersByTime(3000);
  mail.queue.put('changed', 'ana', ['ana@villa.example', 'ana']);
  vi.advanceTimersByTime(3000);
  expect(existsSync(file)).toBe(true);
  await mail.close();
});
