import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { entities } from '../contract/entities.ts';
import { Problem } from '../contract/problems.ts';
import type { Db } from '../db.ts';
import { parseOr422 } from '../entities/canon.ts';
import { openRecords } from '../entities/records.ts';
import { GUESSABLE, isGuessable } from './guessable.ts';

/** What somebody has chosen, for the user of an id or of a name, as what is stored of it. @throws Problem 422 with words for the person */
export type NewPassword = (password: unknown, user: { id: string } | { username: unknown }) => Promise<string>;

export function openNewPasswords(db: Db): NewPassword {
  const records = openRecords(db);
  return async (given, user) => {
    const password = parseOr422('password', entities.user.fields.password.parse, given);
    const username = 'id' in user ? records.user(user.id)?.username : user.username;
    if (isGuessable(password, [String(username ?? ''), records.one('site', 'site')?.town ?? ''])) throw new Problem('value', { field: 'password', message: GUESSABLE });
    return hashPassword(password);
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
