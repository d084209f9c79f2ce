import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';

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
