import { words } from './text.ts';

/** A user name can be typed on any keyboard and read aloud: letters, digits, dots, hyphens and low lines. */
export const isUsername = (text: string) => /^[\p{L}\p{N}._-]+$/u.test(text);

/**
 * Returns the user name proposed for a person: `rocio.antilef` for Rocío Belén Antilef; '' for a name without letters.
 */
export function proposedUsername(name: string): string {
  const parts = words(name);
  return [...new Set([parts[0], parts.at(-1)])].join('.');
}

/** 32 characters without those that look alike, so that each is equally likely. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns a password that can be read aloud, of 5 bits from each byte: `k7mp-2xqd-…`. @param bytes random ones */
export function passwordOf(bytes: Uint8Array): string {
  const characters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}

/** Number of random bytes for a password of 80 bits. */
export const PASSWORD_BYTES = 16;
