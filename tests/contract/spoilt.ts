import type { z } from 'zod';

/** Values that nothing can be. */
export const WRONG = [null, 7, true, 'x'.repeat(5000), '<', [], [1], {}, { extra: 1 }];

/** Returns the messages with which a schema refuses a value. */
export const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

/**
 * Yields variants of the value: with one part, at any depth, replaced by each of the wrong values, with an unknown part
 * added, or with one part missing.
 */
export function* spoilt(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...value, extra: 1 };
  for (const [name, part] of Object.entries(value)) {
    for (const wrong of spoilt(part))
      yield Array.isArray(value) ? value.toSpliced(Number(name), 1, wrong) : { ...value, [name]: wrong };
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  }
}

/** Words of zod's default messages. */
export const ENGLISH = /\b(invalid|expected|received|unrecognized|too (big|small)|must|required|input)\b/i;
