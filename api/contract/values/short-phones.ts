/** The fewest digits that call something: `911`, `103`. */
const LEAST = 3;

/**
 * Whether something that is written as a number, and not with words such as `interno 12`, has too few digits to call
 * anything.
 */
export function isTooShortToCall(typed: string): boolean {
  const digits = typed.replace(/\D/g, '').length;
  return digits > 0 && digits < LEAST && !/\p{L}/u.test(typed);
}

export const tooShortToCall = (typed: string) => `no se puede llamar al ${typed.trim()}: le faltan cifras.`;
