import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isFuture } from '../../contract/values/dates.ts';
import { openDatabase } from '../../records/open.ts';
import { keepTried, readTried } from './outcomes.ts';
import { restoreBackup } from './restore-backup.ts';

/** Time in ms after which a restore is tried again; one that failed is tried again with the next backup. */
const TRY_EVERY = 6.5 * 24 * 60 * 60 * 1000;

/** Whether it is time to try a restore. @param isOffsite of a backup that has come back from outside this machine */
export function isTryDue(dbFile: string, now: number, isOffsite = false): boolean {
  const last = readTried(dbFile);
  if (last === null || last.problem !== null || (isOffsite && !last.isOffsite)) return true;
  const at = Date.parse(last.at);
  return isFuture(at, now) || now - at >= TRY_EVERY;
}

/**
 * Restores a backup as a real restore does, into a folder that is removed afterwards, and opens its database as a start
 * of the portal does. The outcome is kept.
 * @param from the folder of the backup
 * @param beside folder in which there is room for it
 * @param now ms since the epoch
 * @returns why it cannot be restored, in Spanish; null if it can
 */
export async function tryRestore({
  from,
  beside,
  dbFile,
  isOffsite = false,
  now,
}: {
  from: string;
  beside: string;
  dbFile: string;
  isOffsite?: boolean;
  now: () => number;
}): Promise<string | null> {
  const place = join(beside, '.probando');
  let problem: string | null = null;
  try {
    await rm(place, { recursive: true, force: true });
    mkdirSync(place, { mode: 0o700 });
    const restored = join(place, 'portal.sqlite');
    await restoreBackup({ from, dbFile: restored, uploadsDir: join(place, 'uploads'), now });
    openDatabase(restored).close();
  } catch (error) {
    problem = (error as Error).message.split('\n', 1)[0] ?? '';
  } finally {
    await rm(place, { recursive: true, force: true });
  }
  keepTried(dbFile, { at: new Date(now()).toISOString(), name: basename(from), isOffsite, problem });
  return problem;
}
