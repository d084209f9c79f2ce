import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { entities } from '../contract/forms-and-lists.ts';
import { Problem } from '../contract/problems.ts';
import { PASSWORD_BYTES, passwordOf } from '../contract/values/accounts.ts';
import type { Db } from '../db/database.ts';
import { parseOr422 } from '../records/canonical.ts';
import { openRecords } from '../records/from-rows.ts';
import { reasonGuessable } from './guessable.ts';

/** The known names of a user. */
interface Named {
  username?: unknown;
  name?: unknown;
  email?: unknown;
}

export interface NewPasswords {
  /**
   * Checks a new password and returns its hash. The user is given by id or by name.
   * @throws Problem 422 with words for the person
   */
  hash(password: unknown, user: { id: string } | Named): Promise<string>;
  /**
   * Checks that a repeated key came with the password that it set before. No trace of a secret is kept for comparing
   * requests, so the password is compared with the user's hash, right after the writer's answer.
   * @param made the hash that this request would store
   * @throws Problem `key-reused` (422) when the user has another password
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
 * Is this the password of the hash? Without a hash, a random one is checked, so that the time of an answer does not
 * tell which users exist.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const isRight = await verify(stored || (await nobodys()), password.normalize('NFC'));
  return isRight && Boolean(stored);
}

/** Returns a password that can be read aloud: 80 random bits without letters that look alike. */
export function randomPassword(): string {
  return passwordOf(randomBytes(PASSWORD_BYTES));
}

let nobodysHash: Promise<string> | undefined;
function nobodys(): Promise<string> {
  nobodysHash ??= hash(randomBytes(32));
  return nobodysHash;
}
