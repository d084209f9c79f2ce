import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { freeBytes, MIB } from '../../db/disk.ts';
import { madeAt } from './layout.ts';
import { BadBackup } from './manifest.ts';
import { NoRepository, PartialSnapshot, restic } from './restic.ts';
import type { Repository } from './restic.ts';
import { expired, newestOf } from './rotation.ts';

/** What restic says of its snapshots. */
const snapshots = z
  .array(z.object({ id: z.string().regex(/^[0-9a-f]{64}$/), time: z.string(), paths: z.array(z.string()) }))
  .nullable();

/**
 * The backups of a town outside, the oldest first. Name, time and town of each are sealed with it: restic's snapshots
 * are encrypted and authenticated (AES-256 in counter mode, Poly1305-AES), so that without the key none can be made,
 * changed or given another name.
 * @throws NoRepository, BadBackup
 */
async function sentIn(repository: Repository): Promise<{ id: string; name: string }[]> {
  const said = await restic(repository, ['snapshots', '--json', '--no-lock', '--host', repository.owner]);
  return (snapshots.parse(JSON.parse(said)) ?? [])
    .map(({ id, time, paths }) => ({ id, name: basename(paths[0] ?? ''), time: Date.parse(time) }))
    .filter(({ name, time }) => madeAt(name) === time)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The names of the backups of a town outside, the oldest first. @throws BadBackup with one plain Spanish line */
export async function backupsOutside(repository: Repository): Promise<string[]> {
  try {
    return (await sentIn(repository)).map(({ name }) => name);
  } catch (error) {
    if (error instanceof NoRepository) return [];
    throw error;
  }
}

/**
 * Sends a backup, unless it is there already, and only what no earlier one contains; then removes those that newer ones
 * replace.
 * @param folder of the backup
 * @param now ms since the epoch
 * @returns its name, whether it was there already, and the names of those that were removed
 * @throws BadBackup with one plain Spanish line; then there is no backup of this name there
 */
export async function sendBackup({
  folder,
  repository,
  now,
}: {
  folder: string;
  repository: Repository;
  now: () => number;
}): Promise<{ name: string; wasThere: boolean; removed: string[] }> {
  const name = basename(folder);
  const at = madeAt(name);
  if (at === null) throw new BadBackup(`${folder} no tiene el nombre de una copia.`);
  const there = await sentIn(repository).catch(async (error: unknown) => {
    if (!(error instanceof NoRepository)) throw error;
    await restic(repository, ['init']);
    return [];
  });
  if (there.some((one) => one.name === name)) return { name, wasThere: true, removed: [] };
  const inFolder = { where: dirname(folder), cache: join(dirname(folder), '.restic') };
  const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  try {
    await restic(repository, ['backup', '--json', '--host', repository.owner, '--time', time, name], inFolder);
  } catch (error) {
    const made = error instanceof PartialSnapshot ? /"snapshot_id":"([0-9a-f]+)"/.exec(error.said)?.[1] : undefined;
    if (made !== undefined) await restic(repository, ['forget', made]);
    throw error;
  }
  const removed = new Set(expired([...there.map((one) => one.name), name], now()));
  const ids = there.filter((one) => removed.has(one.name)).map(({ id }) => id);
  if (ids.length > 0) {
    // One that was interrupted by a power failure must not keep the repository locked.
    await restic(repository, ['unlock'], inFolder);
    await restic(repository, ['forget', '--prune', ...ids], inFolder);
  }
  return { name, wasThere: false, removed: [...removed] };
}

/**
 * Fetches a backup. What restic restores is what was sent, byte by byte, or nothing.
 * @param name of the backup; null: the newest one
 * @param into a new folder, in which the folder of the backup is put
 * @param now ms since the epoch
 * @returns the folder of the backup
 * @throws BadBackup with one plain Spanish line
 */
export async function fetchBackup({
  repository,
  name,
  into,
  now,
}: {
  repository: Repository;
  name: string | null;
  into: string;
  now: () => number;
}): Promise<string> {
  const { owner, address } = repository;
  const there = await sentIn(repository);
  const wanted =
    name ??
    newestOf(
      there.map((one) => one.name),
      now(),
    );
  const found = there.find((one) => one.name === wanted);
  if (!found) throw new BadBackup(`No hay ninguna copia de «${owner}» en ${address}${name ? ` que sea ${name}` : ''}.`);
  const size = ['stats', '--json', '--no-lock', '--mode', 'restore-size', found.id];
  const { total_size: bytes } = sizeSaid.parse(JSON.parse(await restic(repository, size)));
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { mode: 0o700 });
  const free = freeBytes(into);
  if (free < bytes + 16 * MIB) {
    throw new BadBackup(
      `La copia ocupa ${Math.ceil(bytes / MIB)} MiB y en ${dirname(into)} hay ${Math.floor(free / MIB)}.`,
    );
  }
  await restic(repository, ['restore', found.id, '--no-lock', '--target', into]);
  const folder = join(into, found.name);
  if (!existsSync(folder)) throw new BadBackup(`${found.name} no es una copia del portal.`);
  return folder;
}

const sizeSaid = z.object({ total_size: z.number() });
