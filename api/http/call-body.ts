import { z } from 'zod';
import { Problem } from '../contract/problems.ts';

/** Returns a body that matches the schema of its call. @throws Problem 400 */
export function bodyOf<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Problem('malformed');
  return parsed.data;
}

/** The new value of a field or a document, and optionally the value its author saw (`base`). */
export const replacement = z
  .strictObject({ value: z.unknown(), base: z.unknown().optional() })
  .refine(({ value }) => value !== undefined);
