import { CHALLENGE, isSolution, MOST_BITS, proofOf, puzzleText, PUZZLES } from '#contract/tickets/proof';

/** Time, in ms, after which the page gets its turn: typing and scrolling go on meanwhile. */
const TURN = 24;

/**
 * Does the work that the server asks for while its form is flooded.
 * @param end aborts when nobody waits for it any more
 * @returns the proof; null where it is no question, or one that asks too much
 */
export async function prove(challenge: string, end?: AbortSignal | null): Promise<string | null> {
  const work = solving(challenge);
  for (;;) {
    const until = performance.now() + TURN;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
    if (end?.aborted) return null;
  }
}

/** Tries numbers, a few hundred at a time. */
export function* solving(challenge: string): Generator<undefined, string | null> {
  const [, bits = '', , signature = ''] = CHALLENGE.exec(challenge) ?? [];
  if (signature === '' || Number(bits) > MOST_BITS) return null;
  const solutions: number[] = [];
  for (let puzzle = 0; puzzle < PUZZLES; puzzle += 1) {
    let tried = 0;
    while (!isSolution(firstWordOf(puzzleText(signature, puzzle, tried)), Number(bits))) {
      tried += 1;
      if (tried % 256 === 0) yield;
    }
    solutions.push(tried);
  }
  return proofOf(challenge, solutions);
}

/** The first 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4). */
function fractions(count: number, power: number): Int32Array {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= candidate; factor += 1) isPrime &&= candidate % factor !== 0;
    if (isPrime) found.push((candidate ** power % 1) * 2 ** 32);
  }
  return Int32Array.from(found, Math.floor);
}
const START = fractions(8, 1 / 2);
const ROUND = fractions(64, 1 / 3);
const words = new Int32Array(64);

/**
 * Returns the first word of the SHA-256 of at most 55 ASCII characters, which are one block. `crypto.subtle` takes
 * longer for so little: each of its answers is a promise.
 */
export function firstWordOf(text: string): number {
  words.fill(0, 0, 16);
  const { length } = text;
  for (let at = 0; at < length; at += 1) words[at >> 2]! |= text.charCodeAt(at) << (24 - (at & 3) * 8);
  words[length >> 2]! |= 0x80 << (24 - (length & 3) * 8);
  words[15] = length * 8;
  for (let at = 16; at < 64; at += 1) {
    const [far, near] = [words[at - 15]!, words[at - 2]!];
    const low = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
    const high = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
    words[at] = (words[at - 16]! + low + words[at - 7]! + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = START as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at += 1) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + high + ((e & f) ^ (~e & g)) + ROUND[at]! + words[at]!) | 0;
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b] = [g, f, e, (d + one) | 0, c, b, a];
    a = (one + two) | 0;
  }
  return (START[0]! + a) >>> 0;
}
