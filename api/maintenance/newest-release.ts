import { dirname, join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKept } from './kept-json.ts';

const kept = z.object({
  /** The repository that was asked. */
  url: z.string(),
  /** When it last answered (ISO 8601), and the newest release in its answer. Absent while it has not. */
  answered: z.string().optional(),
  newest: z.string().optional(),
  /** Why it did not answer the last time, in Spanish; null: it did. */
  problem: z.string().nullable(),
});
/** What a repository of apt has said about releases. */
export type Releases = z.infer<typeof kept>;

const fileOf = (dbFile: string) => join(dirname(dbFile), 'version-nueva.json');

/** Returns what this repository has said; null if it was never asked. */
export function readReleases(dbFile: string, url: string): Releases | null {
  const known = readKept(fileOf(dbFile), kept);
  return known?.url === url ? known : null;
}

/**
 * Asks a repository of apt for its newest release, and keeps the answer, or why there was none, if it can be written.
 * @param options.maxAge ms for which an earlier answer does
 */
export async function askReleases(
  { dbFile, releasesUrl: url }: { dbFile: string; releasesUrl: string },
  { now, maxAge = 0 }: { now: () => number; maxAge?: number },
): Promise<void> {
  const known = readReleases(dbFile, url);
  const age = now() - Date.parse(known?.answered ?? '');
  // Not of an answer of the future, which a wrong clock has left.
  if (age >= 0 && age < maxAge) return;
  let outcome: Releases;
  try {
    outcome = { url, newest: await newestIn(url), answered: new Date(now()).toISOString(), problem: null };
  } catch (error) {
    outcome = { ...known, url, problem: reasonOf(error as Error) };
  }
  try {
    keepJson(fileOf(dbFile), outcome);
  } catch {
    // A full disk has to be found by what is examined next.
  }
}

const TIMEOUT = 10_000;
/** Bytes of an index that are read: a thousand releases have less. */
const MAX_BYTES = 1024 * 1024;

/**
 * Returns the newest release that a repository of apt names. Nothing else of its answer is used, and it is not proven
 * to be the repository's: whoever answers in its place can make people look for a release, which apt then does not
 * find.
 * @throws Error without an answer of the right size in time from this very address
 */
async function newestIn(url: string): Promise<string> {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const answer = await fetch(`${url}/dists/stable/main/binary-${architecture}/Packages`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!answer.ok) throw new Error(`respondió ${answer.status}`);
  let text = '';
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.length > MAX_BYTES) throw new Error('respondió demasiado');
  }
  const newest = text
    .split(/\n{2,}/)
    .filter((one) => /^Package: portal-municipal$/m.test(one))
    .flatMap((one) => /^Version: (\d{1,6}\.\d{1,6}\.\d{1,6})$/m.exec(one)?.[1] ?? [])
    .reduce((one, other) => (isNewer(other, one) ? other : one), '');
  if (newest === '') throw new Error('no tiene ninguna versión del portal');
  return newest;
}

/** The reason for which a connection failed is behind the error of `fetch`. */
function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'no respondió a tiempo';
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
}

/** Whether a version, `<major>.<minor>.<patch>`, is newer than another. */
export const isNewer = (version: string, than: string) =>
  version.localeCompare(than, 'en', { numeric: true, ignorePunctuation: false }) > 0;
