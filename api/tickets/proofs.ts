import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CHALLENGE, isSolution, puzzleText, PUZZLES } from '../contract/tickets/proof.ts';

/** How long a device may take, in ms: its line may be slow, and its page may be put aside. */
const VALID = 600_000;

export interface Proofs {
  /** Returns the question for one ticket. @param bits of each puzzle */
  challenge(ticket: string, bits: number): string;
  /**
   * Whether somebody has done the work for a ticket. It counts for no other one, and a ticket is made once, so nobody
   * uses it twice.
   */
  isProven(ticket: string, proof: string | undefined): boolean;
}

/** Nothing is stored: a question is known by its signature, with a key that a restart replaces. @param now in ms */
export function openProofs(now: () => number): Proofs {
  const key = randomBytes(32);
  const signatureOf = (ticket: string, bits: string, end: string) =>
    createHmac('sha256', key).update(`${ticket} ${bits} ${end}`).digest('base64url').slice(0, 22);
  return {
    challenge(ticket, bits) {
      const end = (now() + VALID).toString(36);
      return [bits, end, signatureOf(ticket, String(bits), end)].join('.');
    },
    isProven(ticket, proof = '') {
      const at = proof.lastIndexOf('.');
      const [, bits = '', end = '', signature = ''] = CHALLENGE.exec(proof.slice(0, at)) ?? [];
      const signed = signatureOf(ticket, bits, end);
      if (signature === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(signed))) return false;
      const solutions = proof.slice(at + 1).split('-');
      if (Number.parseInt(end, 36) < now() || solutions.length !== PUZZLES) return false;
      return solutions.every(
        (tried, puzzle) =>
          /^\d{1,10}$/.test(tried) &&
          isSolution(
            createHash('sha256')
              .update(puzzleText(signature, puzzle, Number(tried)))
              .digest()
              .readUInt32BE(0),
            Number(bits),
          ),
      );
    },
  };
}
