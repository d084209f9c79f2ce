import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { entities } from '../contract/entities.ts';
import { Problem } from '../contract/problems.ts';
import type { Db } from '../db/open.ts';
import { parseOr422 } from '../records/canonical.ts';
import { openRecords } from '../records/from-rows.ts';
import { reasonGuessable } from './guessable.ts';

/** How a user is called, as far as it is known. */
interface Named {
  username?: unknown;
  name?: unknown;
  email?: unknown;
}

export interface NewPasswords {
  /**
   * What somebody has chosen, for the user of an id or of a name, as what is stored of it.
   * @throws Problem 422 with words for the person
   */
  hash(password: unknown, user: { id: string } | Named): Promise<string>;
  /**
   * A repeated key gets its first answer again only with the password that it has set. Nothing of a secret is kept to
   * compare requests by, so the user's own hash is asked, at once after the writer's answer.
   * @param made the hash that this request would store
   * @throws Problem `key-reused` (422) when another password stands there
   */
  confirm(userId: string, password: unknown, made: string): Promise<void>;
}

export function openNewPasswords(db: Db): NewPasswords {
  const records = openRecords(db);
  const stored = db.prepare<[string], string>('SELECT password_hash FROM user WHERE id = ?').pluck();
  return {
    async hash(given, user) {
      const password = parseOr422('password', entities.user.fields.password.parse, given);
      const { username, name, email }: Named = 'id' in user ? (records.user(user.id) ?? {}) : user;
      const { town = '', name: office = '', province = '', postalCode = '' } = records.one('site', 'site') ?? {};
      const reason = await reasonGuessable(password, [
        ...[username, name, email].map((one) => String(one ?? '')),
        town,
        office,
        province,
        postalCode,
      ]);
      if (reason !== null) throw new Problem('value', { field: 'password', message: reason });
      return hashPassword(password);
    },
    async confirm(userId, password, made) {
      const now = stored.get(userId);
      if (now !== made && !(await isPassword(String(password), now))) throw new Problem('key-reused');
    },
  };
}

/** argon2id with the library's parameters (19 MiB, two passes), which are those of the OWASP cheat sheet. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'));
}

/**
 * Is this the password behind the hash? Without a hash the same work is done on one that nobody knows the password of,
 * so that the time of an answer does not tell which users exist.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const isRight = await verify(stored || (await nobodys()), password.normalize('NFC'));
  return isRight && Boolean(stored);
}

/** A password that can be read aloud: 80 random bits without letters that look alike. */
export function randomPassword(): string {
  const characters = [...randomBytes(16)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}

/** 32 of them, so that no letter is likelier than another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
let nobodysHash: Promise<string> | undefined;
function nobodys(): Promise<string> {
  nobodysHash ??= hash(randomBytes(32));
  return nobodysHash;
}
