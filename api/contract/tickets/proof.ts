/**
 * Proof of work: while somebody floods the form, a device has to find numbers before its ticket is taken, which costs a
 * cheap telephone less than a second at the beginning, and more the more tickets are paid for. A computer made for it
 * takes milliseconds: this stops programs that do not do the work, and the limits of an hour stop those that do. Many
 * small puzzles take nearly the same time for everybody; a single large one would take some people five times as long.
 */
export const PUZZLES = 16;
/** Bits at the beginning of a hash that have to be 0: what a device does at most, and what it is asked for first. */
export const MOST_BITS = 16;
export const USUAL_BITS = 11;

/** A question of the server: number of bits, end of its validity, and its signature, which is what is hashed. */
export const CHALLENGE = /^(\d{1,2})\.([0-9a-z]{1,12})\.([\w-]{22})$/;
/** What is hashed to try a number. At most 55 characters, so that it is one block of SHA-256. */
export const puzzleText = (signature: string, puzzle: number, tried: number) => `${signature}${puzzle}.${tried}`;

/** Whether the first word of a hash solves a puzzle. */
export const isSolution = (firstWord: number, bits: number): boolean => firstWord >>> (32 - bits) === 0;

/** A proof: the challenge, and a number for each puzzle. */
export const proofOf = (challenge: string, solutions: readonly number[]) => `${challenge}.${solutions.join('-')}`;
export const PROOF_MAX = 400;
