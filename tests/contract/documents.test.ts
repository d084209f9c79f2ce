import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { blankDocuments, documentSchemas } from '#contract/documents';
import { entities } from '#contract/entities';

const usefuldata = { rows: [{ area: 'Mesa de entradas', phones: ['02902 48-1100'], extension: '', hours: '', always: false, address: '', email: '' }] };
const documents = { ...blankDocuments, usefuldata };
const WRONG = [null, 7, true, 'x'.repeat(5000), '<', [], [1], {}, { extra: 1 }];

/** The messages with which a schema refuses a value. */
const messagesOf = (schema: z.ZodType, value: unknown): string[] => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

/** The value once with each of its parts, at any depth, replaced by each of the wrong ones, and once with each part more. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...value, extra: 1 };
  for (const [name, part] of Object.entries(value)) {
    for (const wrong of spoilt(part)) yield Array.isArray(value) ? value.toSpliced(Number(name), 1, wrong) : { ...value, [name]: wrong };
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  }
}

/** Words of the library's own messages. */
const ENGLISH = /\b(invalid|expected|received|unrecognized|too (big|small)|must|required|input)\b/i;

describe('whatever is wrong', () => {
  test.for(['site', 'usefuldata', 'greenpointpage'] as const)('in %s is told in Spanish', (name) => {
    const messages = new Set([...spoilt(documents[name])].flatMap((value) => messagesOf(documentSchemas[name], value)));
    expect(messages.size).toBeGreaterThan(1);
    expect([...messages].filter((message) => ENGLISH.test(message) || !/\p{L}.*[.:]/u.test(message))).toEqual([]);
  });

  test('in a field of any entity is told in Spanish', () => {
    const fields = Object.values(entities).flatMap((entity) => Object.values(entity.fields));
    expect(fields.length).toBeGreaterThan(40);
    const messages = new Set(fields.flatMap(({ parse }) => [...WRONG, undefined, '1'].flatMap((value) => messagesOf(parse, value))));
    expect([...messages].filter((message) => ENGLISH.test(message))).toEqual([]);
  });
});
