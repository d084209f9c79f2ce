import { createHmac, timingSafeEqual } from 'node:crypto';
import { DIGITS, STEP } from '../contract/values/one-time-codes.ts';

/**
 * Steps before and after the present one whose codes are accepted: a clock that is off by a whole minute is two steps
 * away, wherever in a step it is asked.
 */
const DRIFT = 2;

/** Returns the last step whose code is accepted, of the fastest clock. @param now ms since the epoch */
export const lastStepAt = (now: number) => Math.floor(now / 1000 / STEP) + DRIFT;

/** Returns the code of a counter (HOTP, RFC 4226; TOTP, RFC 6238, counts steps of 30 s since the epoch). */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the step of which this is the code, the newest if there are several; null if it is of none that is accepted.
 * @param now ms since the epoch
 * @param after only later steps
 */
export function stepOf(secret: Uint8Array, code: string, now: number, after = -1): number | null {
  const present = Math.floor(now / 1000 / STEP);
  let found: number | null = null;
  for (let step = Math.max(after + 1, present - DRIFT); step <= present + DRIFT; step += 1) {
    const [own, given] = [Buffer.from(hotp(secret, step)), Buffer.from(code)];
    if (own.length === given.length && timingSafeEqual(own, given)) found = step;
  }
  return found;
}
