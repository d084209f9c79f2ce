import { randomBytes } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Db } from '../db/database.ts';
import { freeBytes, isDiskFull, MIB } from '../db/disk.ts';

/** What keeps a portal from working, in a word for programs. */
export type Trouble = 'disk-full' | 'unwritable' | 'replaced' | 'damaged' | 'page';

/** Whether the portal does what it is there for: it writes, reads, and draws pages. */
export interface Health {
  /** Looks whether anything is wrong now, at most once in five seconds. */
  trouble(): Promise<Trouble | null>;
  /** Takes notice of the error of a request: a database that was damaged once stays so until the next start. */
  saw(error: unknown): void;
}

/** Time in ms for which a result is reused, so that frequent requests cost little. */
const RESULT_TTL = 5000;

/**
 * @param uploadsDir the folder whose disk has to take files too
 * @param draw draws a page that reads what residents read; it throws when it cannot
 */
export function openHealth({
  db,
  uploadsDir,
  now,
  draw,
}: {
  db: Db;
  uploadsDir: string;
  now: () => number;
  draw: () => Promise<void>;
}): Health {
  const write = db.prepare(
    "INSERT INTO meta (key, value) VALUES ('checked', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const read = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'checked'").pluck();
  const folders = db.memory ? [] : [dirname(db.name), uploadsDir];
  const base = identityOf(db.name);
  let log = '';
  let isDamaged = false;
  let checked = { at: Number.NEGATIVE_INFINITY, trouble: Promise.resolve<Trouble | null>(null) };

  async function look(): Promise<Trouble | null> {
    if (isDamaged) return 'damaged';
    try {
      const moment = new Date(now()).toISOString();
      write.run(moment);
      // There is a log since the first write, and it is removed only when the database is closed.
      log ||= identityOf(`${db.name}-wal`);
      if (identityOf(db.name) !== base || identityOf(`${db.name}-wal`) !== log) return 'replaced';
      // A row that replaces another one takes no space, so a full disk shows only when a file is written.
      for (const folder of folders) tryWriting(folder);
      if (read.get() !== moment) return 'unwritable';
    } catch (error) {
      return isDamage(error) ? 'damaged' : isFull(error) ? 'disk-full' : 'unwritable';
    }
    try {
      await draw();
    } catch (error) {
      return isDamage(error) ? 'damaged' : 'page';
    }
    return null;
  }

  /** Some failures on a full disk look like those of a broken one. */
  function isFull(error: unknown): boolean {
    const isAtDisk = String((error as { code?: unknown }).code).startsWith('SQLITE_IOERR');
    return isDiskFull(error) || (isAtDisk && folders.some((folder) => freeBytes(folder) < MIB));
  }

  return {
    trouble() {
      if (Math.abs(now() - checked.at) >= RESULT_TTL) checked = { at: now(), trouble: look() };
      return checked.trouble;
    },
    saw(error) {
      if (!isDamage(error)) return;
      isDamaged = true;
      checked.at = Number.NEGATIVE_INFINITY;
    },
  };
}

const isDamage = (error: unknown) =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown } | null)?.code));

/** Which file is at a path: '' for none. A file that was moved away and copied back is another one. */
function identityOf(file: string): string {
  const { dev, ino } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return ino === undefined ? '' : `${dev} ${ino}`;
}

/** As many bytes as a save needs at most times. */
const ROOM = Buffer.alloc(256 * 1024, 1);

/** Writes a file and removes it again, before the operating system has brought its bytes to the disk. */
function tryWriting(folder: string): void {
  const file = join(folder, `.prueba-${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(file, ROOM);
  } finally {
    rmSync(file, { force: true });
  }
}
