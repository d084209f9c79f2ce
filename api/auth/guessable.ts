import { readFileSync } from 'node:fs';
import { fold, words } from '../contract/text.ts';

export const GUESSABLE = 'Esa contraseña se adivina: es de las más usadas, o sale del nombre de usuario o de la localidad. Elegí otra; cuatro palabras sueltas se recuerdan bien.';

/**
 * Is this among the first passwords that somebody would try, who knows what most people choose and where they are?
 * Case, accents, signs and digits around a word make it no better. (ASVS 5.0, 6.2.4 and 6.2.11)
 * @param names what everybody knows here: the user's name, the town's
 */
export function isGuessable(password: string, names: readonly string[] = []): boolean {
  const whole = plain(password);
  const known = names.flatMap((name) => [lettersOf(plain(name)), ...words(name).map((word) => lettersOf(plain(word)))]).filter((name) => name.length >= SHORTEST).sort((a, b) => b.length - a.length);
  return isRow(whole) || isRow(digitsOf(whole), whole.length - 2) || [lettersOf(whole), lettersOf(asLetters(whole))].some((text) => isWord(text, known));
}

/** Runs this short are in every good password. */
const SHORTEST = 3;

/** A file, so that a town can add to it. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n').filter((line) => !line.startsWith('#')).map((line) => lettersOf(plain(line))).filter((word) => word !== ''),
);

/** Ways over the keyboard and along the alphabet. */
const ROWS = [
  '01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qwertyuiopasdfghjklnzxcvbnm', 'qwertyasdfgzxcvb', 'qwerasdfzxcv', 'qweasdzxc',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm', 'qazwsxedcrfvtgbyhnujm', '1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0', 'a1s2d3f4g5h6j7k8l9', 'a1b2c3d4e5f6g7h8i9', '147258369', '789456123', '159357', '1597534682',
].flatMap((row) => [row, [...row].reverse().join('')]);

function isWord(text: string, known: readonly string[]): boolean {
  if (text.length < SHORTEST) return false;
  const rest = known.reduce((left, name) => left.replaceAll(name, ''), text);
  return rest === '' || COMMON.has(text) || COMMON.has(rest) || isRow(text);
}

/** A way over the keys, or the same thing again and again. */
function isRow(text: string, least = 4): boolean {
  return text.length >= Math.max(4, least) && (ROWS.some((row) => row.includes(text)) || /^(.{1,20}?)\1+$/u.test(text));
}

/** Whoever types on a keyboard without an ñ writes an n. */
function plain(text: string): string {
  return fold(text).replaceAll('ñ', 'n');
}
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}
const digitsOf = (text: string) => text.replace(/\D/g, '');
const DIGITS: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's' };
const asLetters = (text: string) => text.replace(/[013457@$]/g, (sign) => DIGITS[sign] ?? sign);
