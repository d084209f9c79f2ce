import { existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { PublicReader } from '../contract/reader.ts';
import { shareCard, shareHash, sharePicture } from '../contract/share.ts';
import type { SharePicture } from '../contract/share.ts';
import { diskProblem } from '../db/disk.ts';
import { limited } from '../http/limits/concurrency-limit.ts';
import { runApart } from './decoder-process.ts';
import type { DecoderRunner } from './decoder-process.ts';
import type { ShareMaterial } from './share-encoder.ts';
import { ARRIVING, insideOf } from './upload-store.ts';

/** The pictures of shares. Each is made when it is first requested, and kept until what it shows changes. */
export interface Shares {
  isMade(name: string, picture: SharePicture): boolean;
  /**
   * Makes a picture, which takes the place of an earlier one of the same name. If its photo cannot be read, it shows
   * the words of its card instead.
   * @returns whether it was made; false if it cannot be, or is not up to date any more
   * @throws Problem 503 if too many wait, or the disk cannot be written
   */
  make(name: string, picture: SharePicture): Promise<boolean>;
  /** Removes the picture of a name. */
  forget(name: string): void;
}

/** Folder of the pictures below the uploads: one folder for each subject, which contains one file. */
export const SHARES = '.shares';
export const shareFile = (name: string, picture: SharePicture) => `${name}/${shareHash(picture)}.jpg`;

/** Of at most 300 KB each. If there are more, some are removed, and made again when they are requested. */
const MAX_KEPT = 1000;
/** Requests that wait while one picture is made after another. */
const MAX_WAITING = 20;
const TIMEOUT = 30_000;
const PROGRAM = new URL('./share-encoder.ts', import.meta.url);

export function openShares({
  uploadsDir,
  reader,
  maxKept = MAX_KEPT,
  runDecoder = runApart,
}: {
  uploadsDir: string;
  reader: PublicReader;
  maxKept?: number;
  runDecoder?: DecoderRunner;
}): Shares {
  const inside = insideOf(uploadsDir);
  const placeOf = (path: string) => inside(`${SHARES}/${path}`);
  const turn = limited(1, MAX_WAITING);
  const making = new Map<string, Promise<boolean>>();

  async function produce(name: string, picture: SharePicture): Promise<boolean> {
    const jpeg = (await encoded(picture)) ?? (await encoded(await shareCard(name, reader)));
    if (!jpeg) return false;
    const arriving = inside(`${ARRIVING}/${randomBytes(12).toString('hex')}`);
    const place = placeOf(shareFile(name, picture));
    try {
      await mkdir(dirname(arriving), { recursive: true });
      await writeFile(arriving, jpeg);
      await rm(placeOf(name), { recursive: true, force: true });
      await mkdir(placeOf(name), { recursive: true });
      await rename(arriving, place);
    } catch (error) {
      throw diskProblem(error);
    } finally {
      await rm(arriving, { force: true });
    }
    // The record may have been hidden or deleted while its picture was made.
    if (!(await isCurrent(shareFile(name, picture), name, reader))) {
      await rm(placeOf(name), { recursive: true, force: true });
      return false;
    }
    await removeSurplus(name);
    return true;
  }

  /** Returns null if there is nothing to show, or its photo cannot be read. */
  async function encoded(picture: SharePicture | null): Promise<Uint8Array | null> {
    const material = picture && (await materialOf(picture));
    return material && (await runDecoder<Uint8Array | null>(PROGRAM, TIMEOUT, material));
  }

  async function materialOf(picture: SharePicture): Promise<ShareMaterial | null> {
    const photo = 'photo' in picture ? await readFile(inside(picture.photo)).catch(() => null) : undefined;
    if (photo === null) return null;
    const shieldOf = (path: string) => (path ? readFile(inside(path)).catch(() => null) : null);
    const card = 'title' in picture ? { words: picture, shield: await shieldOf(picture.shield) } : undefined;
    return { ...(photo && { photo }), ...(card && { card }) };
  }

  /** Which ones are removed does not matter much; a tenth, so that not every new picture has to look. */
  async function removeSurplus(latest: string): Promise<void> {
    const names = await readdir(placeOf('.'));
    if (names.length <= maxKept) return;
    const surplus = names.filter((name) => name !== latest).slice(0, Math.ceil(maxKept / 10));
    for (const name of surplus) await rm(placeOf(name), { recursive: true, force: true });
  }

  return {
    isMade: (name, picture) => existsSync(placeOf(shareFile(name, picture))),
    make(name, picture) {
      const file = shareFile(name, picture);
      const underWay = making.get(file) ?? turn(() => produce(name, picture)).finally(() => making.delete(file));
      making.set(file, underWay);
      return underWay;
    },
    forget(name) {
      try {
        rmSync(placeOf(name), { recursive: true, force: true });
      } catch {
        // The record is written, so a file left behind is no failure of the call: the next start removes it.
      }
    },
  };
}

/**
 * Removes the pictures that do not show their subject as it is now. They are never sent, so this may run while requests
 * are served.
 */
export async function tidyShares({ uploadsDir, reader }: { uploadsDir: string; reader: PublicReader }): Promise<void> {
  const folder = insideOf(uploadsDir)(SHARES);
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    for (const file of await readdir(join(folder, name)).catch(() => [])) {
      if (!(await isCurrent(`${name}/${file}`, name, reader))) await rm(join(folder, name, file), { force: true });
    }
    // It stays if it contains a picture.
    await rmdir(join(folder, name)).catch(() => {});
  }
}

/** Whether a file is the picture that its name now has. */
async function isCurrent(file: string, name: string, reader: PublicReader): Promise<boolean> {
  const picture = await sharePicture(name, reader);
  return picture !== null && shareFile(name, picture) === file;
}
