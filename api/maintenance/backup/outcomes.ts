import { dirname, join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKept } from '../kept-json.ts';

/** The last time that a backup was restored to try it. */
const tried = z.object({
  at: z.string(),
  /** Name of the backup. */
  name: z.string(),
  /** Whether it had come back from outside this machine. */
  isOffsite: z.boolean(),
  /** Why it could not be restored, in Spanish; null: it was. */
  problem: z.string().nullable(),
});
/** The last time that a backup was sent out of this machine. */
const sent = z.object({
  at: z.string(),
  /** When the last one that arrived was sent; null if none did yet. */
  arrived: z.string().nullable(),
  /** Why the last one did not arrive, in Spanish; null: it did. */
  problem: z.string().nullable(),
});
export type Tried = z.infer<typeof tried>;
export type Sent = z.infer<typeof sent>;

const triedFile = (dbFile: string) => join(dirname(dbFile), 'restauracion-probada.json');
const sentFile = (dbFile: string) => join(dirname(dbFile), 'copia-afuera.json');

export const readTried = (dbFile: string) => readKept(triedFile(dbFile), tried);
export const keepTried = (dbFile: string, outcome: Tried) => keepJson(triedFile(dbFile), outcome);
export const readSent = (dbFile: string) => readKept(sentFile(dbFile), sent);
export const keepSent = (dbFile: string, outcome: Sent) => keepJson(sentFile(dbFile), outcome);
