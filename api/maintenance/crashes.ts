import { dirname, join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKept } from './kept-json.ts';

const stored = z.object({
  /** Whether a portal has started and not ended by itself. */
  isRunning: z.boolean(),
  /** When it was started again after a crash, ISO 8601, oldest first. */
  crashes: z.array(z.string()),
});

/** How many crashes are kept. */
const MAX_KEPT = 100;

const fileOf = (dbFile: string) => join(dirname(dbFile), 'caidas.json');

/** Notes that the portal has started; after one that did not end by itself this is a crash. */
export function noteStart(dbFile: string, now: number): void {
  const before = readKept(fileOf(dbFile), stored);
  const crashes = before?.crashes ?? [];
  if (before?.isRunning) crashes.push(new Date(now).toISOString());
  keep(dbFile, { isRunning: true, crashes: crashes.slice(-MAX_KEPT) });
}

/** Notes that the portal ends because it was told to, or rests. */
export function noteEnd(dbFile: string): void {
  keep(dbFile, { isRunning: false, crashes: readKept(fileOf(dbFile), stored)?.crashes ?? [] });
}

/** Returns when the portal was started again after a crash, in ms since the epoch, oldest first. */
export const crashesOf = (dbFile: string): number[] =>
  (readKept(fileOf(dbFile), stored)?.crashes ?? []).map((at) => Date.parse(at));

function keep(dbFile: string, value: z.infer<typeof stored>): void {
  if (dbFile === ':memory:') return;
  try {
    keepJson(fileOf(dbFile), value);
  } catch {
    // The disk is full or read-only: the portal has to start and end in spite of it.
  }
}
