import { z } from 'zod';
import { Problem } from '../contract/problems.ts';

/** A body that has the shape of its call. @throws Problem 400 */
export function bodyOf<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Problem('malformed');
  return parsed.data;
}

/** What a field or a document becomes, and what its author was looking at (`base`, optional). */
export const replacement = z
  .strictObject({ value: z.unknown(), base: z.unknown().optional() })
  .refine(({ value }) => value !== undefined);
