import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../files/upload-store.ts';
import type { Db } from '../db/database.ts';

/** Encrypts what the portal must be able to read, but a backup must not tell. */
export interface Seal {
  /** @param owner without whom it cannot be opened: nobody's secret can be put in another's place */
  close(secret: Uint8Array, owner: string): string;
  /** Returns the secret; null where the key is another one, as after a restore on another machine. */
  open(sealed: string, owner: string): Uint8Array | null;
}

/**
 * Opens the seal of a database (AES-256-GCM). Its key is in a file beside the database, which no backup contains; it is
 * made when it is needed first.
 */
export function openSeal(db: Db): Seal {
  const file = keyFileOf(db.name);
  const ofMemory = randomBytes(KEY);
  const existing = () => (db.memory ? ofMemory : keyIn(file));
  function key(): Buffer {
    const found = existing();
    if (found) return found;
    // Apart first, and then in its place, which never takes that of another process: a full disk leaves no half of it.
    const part = `${file}.${process.pid}`;
    try {
      writeFileSync(part, randomBytes(KEY), { mode: 0o600, flush: true });
      linkSync(part, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(part, { force: true });
    }
    syncFolder(dirname(file));
    const made = existing();
    if (!made) throw new Error(`${file} is no key`);
    return made;
  }

  return {
    close(secret, owner) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(Buffer.from(owner));
      const parts = [nonce, cipher.update(secret), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, owner) {
      const found = existing();
      const bytes = Buffer.from(sealed, 'base64url');
      if (!found || bytes.length < NONCE + TAG) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', found, bytes.subarray(0, NONCE), { authTagLength: TAG });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** The file of the key, beside the database. */
export const keyFileOf = (dbFile: string) => `${dbFile}.second-factor-key`;

const [KEY, NONCE, TAG] = [32, 12, 16];

function keyIn(file: string): Buffer | null {
  try {
    const key = readFileSync(file);
    return key.length === KEY ? key : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
