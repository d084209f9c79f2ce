/** Largest part of a delay that is added or taken away. */
const JITTER = 0.3;
/** Factor by which jitter can lengthen a delay. */
export const LONGEST_JITTER = 1 + JITTER;

/**
 * Spreads a delay by ± 30 %, so that devices that failed together do not try again together.
 * @param chance in [0, 1)
 */
export function withJitter(delay: number, chance: number): number {
  return delay * (1 - JITTER + 2 * JITTER * chance);
}
