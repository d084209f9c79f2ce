import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { documentSchemas, usefulDataBeside } from '../../contract/documents.ts';
import type { DocumentName, Site, UsefulData } from '../../contract/documents.ts';
import { emergencyLines } from '../../contract/emergencies.ts';
import { withoutEmergencies } from '../../contract/emergency-copies.ts';
import { withSiteDefaults } from '../../contract/site-defaults.ts';
import { parseOr422, richText, richTextOfBase } from '../canonical.ts';
import type { Act, WriteContext } from './operate.ts';

/** The writer's operations on the documents that staff edit whole. */
export function openDocumentWrites({ operate, existing, conflict, sql }: WriteContext) {
  function schemaOf(name: DocumentName): z.ZodType<object> {
    return name === 'usefuldata' ? usefulDataBeside(emergencyLines(existing('site', 'site'))) : documentSchemas[name];
  }

  function setDocument(act: Act, name: DocumentName, value: unknown, base?: unknown): 1 {
    return operate(act, name, () => {
      // Pictures belong to the record, not to its document.
      const { id: _, images: __, ...before }: Partial<Record<string, unknown>> = { ...existing(name, name) };
      const given = canonicalDocument(name, parseOr422<object>('value', schemaOf(name), value));
      // What an earlier release sends lacks values, and does not change them.
      const after = name === 'site' ? { ...before, ...given } : given;
      if (isDeepStrictEqual(after, before)) return { unchanged: 1 };
      if (
        base !== undefined &&
        !isDeepStrictEqual(base, before) &&
        !isDeepStrictEqual(canonicalBase(name, base), before)
      ) {
        throw conflict(name, name, name === 'greenpointpage' ? before.txt : before);
      }
      sql('UPDATE document SET value = ? WHERE id = ?').run(JSON.stringify(after), name);
      return { entry: { action: 'update', type: name, id: name, before, after }, answer: 1 };
    });
  }

  return {
    /** Replaces a document by a value that its schema accepts. @param base the whole value that the author saw */
    setDocument,
    /** Replaces the green-point page's rich text. @param base the text that the author saw */
    setGreenPointText(act: Act, value: unknown, base?: unknown): 1 {
      return setDocument(act, 'greenpointpage', { txt: value }, base === undefined ? undefined : { txt: base });
    },
  };
}

function canonicalDocument(name: DocumentName, value: object): object {
  return name === 'greenpointpage' ? { txt: richText((value as { txt: string }).txt) } : value;
}

function canonicalBase(name: DocumentName, base: unknown): object | null {
  const schema: z.ZodType<object> = documentSchemas[name];
  const parsed = schema.safeParse(base);
  if (!parsed.success) return null;
  // A value read from an earlier release may hold rows that are not read any more, or lack values.
  if (name === 'usefuldata') return withoutEmergencies(parsed.data as UsefulData);
  if (name === 'site') return withSiteDefaults(parsed.data as Site);
  return name === 'greenpointpage' ? { txt: richTextOfBase((parsed.data as { txt: string }).txt) } : parsed.data;
}
