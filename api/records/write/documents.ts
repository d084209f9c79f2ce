import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { CATEGORIZED_TYPES, categoryFields, categoryOf } from '../../contract/town/categories.ts';
import type { Categories } from '../../contract/town/categories.ts';
import { documentSchemas, siteSchema, usefulDataBeside } from '../../contract/town/documents.ts';
import type { DocumentName, GreenPointText, Site, UsefulData } from '../../contract/town/documents.ts';
import { emergencyLines, linesOf } from '../../contract/town/emergencies.ts';
import type { EmergencyLine } from '../../contract/town/emergencies.ts';
import { withoutEmergencies } from '../../contract/town/emergency-copies.ts';
import { Problem } from '../../contract/problems.ts';
import { withSiteDefaults } from '../../contract/town/site-defaults.ts';
import { parseOr422, richText, richTextOfBase } from '../canonical.ts';
import { mergedCategories } from './merged-categories.ts';
import { clashingRows, mergedRows } from './merged-rows.ts';
import { mergedSite } from './merged-site.ts';
import { mergedText } from './merged-text.ts';
import { isCurrent } from './operate.ts';
import type { Act, WriteContext } from './operate.ts';
import type { ChangedDocument } from '../../contract/records.ts';

/** The writer's operations on the documents that staff edit whole. */
export function openDocumentWrites({ operate, rehearsed, existing, conflict, sql, textPictures }: WriteContext) {
  function placed(name: DocumentName, value: object): object {
    const { txt } = value as Partial<GreenPointText>;
    return name === 'greenpointpage' && txt ? { txt: textPictures.placed(txt) } : value;
  }
  const emergencies = () => emergencyLines(existing('site', 'site'));
  function schemaOf(name: DocumentName): z.ZodType<object> {
    return name === 'usefuldata' ? usefulDataBeside(emergencies()) : documentSchemas[name];
  }

  function setDocument(act: Act, name: DocumentName, given: unknown, baseGiven?: unknown): 1 {
    const [value, base] = [given, baseGiven].map((one) => (name === 'site' ? withoutShield(one) : one));
    return operate(act, name, () => {
      // Pictures are stored with the record, not in its document.
      const {
        id: _,
        image: __,
        images: ___,
        ...before
      }: Partial<Record<string, unknown>> = { ...existing(name, name) };
      const sent = placed(name, canonicalDocument(name, parseOr422<object>('value', schemaOf(name), value)));
      // A document from a device with an earlier release lacks values; those stay unchanged.
      const wanted = name === 'site' ? withNewer(before as Site, sent as Site) : sent;
      if (isDeepStrictEqual(wanted, before)) return { unchanged: 1 };
      const isSeen = isCurrent(base, before, (given) => {
        const seen = canonicalBase(name, given, emergencies());
        return seen && placed(name, seen);
      });
      const joined = isSeen ? { merged: wanted } : merged(name, base, wanted, before, schemaOf(name));
      if ('clash' in joined) throw conflict(name, name, name === 'greenpointpage' ? before.txt : joined.clash);
      const after = joined.merged;
      if (isDeepStrictEqual(after, before)) return { unchanged: 1 };
      if (name === 'categories') keepUsed(before as Categories, after as Categories);
      sql('UPDATE document SET value = ? WHERE id = ?').run(JSON.stringify(after), name);
      // Which rows of the directory are shown depends on the lines.
      const also = isDeepStrictEqual(linesIn(before), linesIn(after)) ? [] : [DIRECTORY];
      return { entry: { action: 'update', type: name, id: name, before, after }, answer: 1, also };
    });
  }

  /** @throws Problem `value` (422) if a category of records is missing: it may only be renamed or retired */
  function keepUsed(before: Categories, after: Categories): void {
    for (const type of CATEGORIZED_TYPES) {
      const used = sql(`SELECT 1 FROM ${type} WHERE ${categoryFields[type]} = ? LIMIT 1`);
      for (const { key, name } of before[type].filter((one) => !categoryOf(after[type], one.key))) {
        if (used.get(key)) {
          const message = `«${name}» está en uso: no se puede quitar, pero sí retirar o cambiarle el nombre.`;
          throw new Problem('value', { field: `value.${type}`, message });
        }
      }
    }
  }

  return {
    /** Replaces a document by a value that its schema accepts. @param base the whole value that the author saw */
    setDocument,
    /** Returns the document as `setDocument` would leave it. @throws what `setDocument` would throw */
    documentAfter: (act: Act, name: DocumentName, value: unknown, base?: unknown): ChangedDocument =>
      rehearsed(
        () => setDocument(act, name, value, base),
        () => ({ type: name, value: existing(name, name) }) as ChangedDocument,
      ),
  };
}

/**
 * Returns a document with an author's changes and those made since the author read it.
 * @returns `clash` if it cannot have both: the base of the author's next attempt
 */
function merged(
  name: DocumentName,
  base: unknown,
  mine: object,
  theirs: object,
  schema: z.ZodType<object>,
): { merged: object } | { clash: object } {
  if (name === 'site') {
    const seen = siteSchema.safeParse(base).data;
    const isValid = (site: object) => schema.safeParse(site).success;
    return seen ? mergedSite<object>(withSiteDefaults(seen), mine, theirs, isValid) : { clash: theirs };
  }
  if (name === 'usefuldata') {
    const seen = schema.safeParse(base).data as UsefulData | undefined;
    if (!seen) return { clash: theirs };
    const [before, own, other] = [seen.rows, (mine as UsefulData).rows, (theirs as UsefulData).rows];
    const rows = mergedRows(before, own, other, ROW_MARKS);
    if (!rows) return { clash: { rows: clashingRows(before, own, other, ROW_MARKS) } };
    // Together there may be too many rows.
    const valid = schema.safeParse({ rows }).data;
    return valid ? { merged: valid } : { clash: theirs };
  }
  if (name === 'greenpointpage') {
    const seen = canonicalBase(name, base, []) as GreenPointText | null;
    const txt = seen && mergedText(seen.txt, (mine as GreenPointText).txt, (theirs as GreenPointText).txt, 'html');
    return txt === null ? { clash: theirs } : { merged: { txt } };
  }
  const seen = name === 'categories' ? documentSchemas.categories.safeParse(base).data : undefined;
  const both = seen && mergedCategories(seen, mine as Categories, theirs as Categories);
  // Together there may be too many categories, or two of the same name.
  const valid = both && documentSchemas.categories.safeParse(both).data;
  return valid ? { merged: valid } : { clash: theirs };
}

const ROW_MARKS = ['area', 'phones', 'email', 'address'] as const;

/** Returns a document Sitio as devices with an earlier release send it, without the shield that they do not know. */
function withoutShield(site: unknown): unknown {
  if (typeof site !== 'object' || site === null) return site;
  const { image: _, ...rest } = site as Record<string, unknown>;
  return rest;
}

const DIRECTORY = { type: 'usefuldata', id: 'usefuldata' } as const;
const linesIn = (document: object) => (document as Partial<Site>).lines;

/** Returns a document that may come from a device with an earlier release, with the values that it lacks. */
function withNewer(before: Site, given: Site): Site {
  const after = { ...before, ...given };
  const isChanged = !isDeepStrictEqual(linesOf(before), linesOf(given));
  return given.lines === undefined && isChanged ? { ...after, lines: linesOf(given) } : after;
}

function canonicalDocument(name: DocumentName, value: object): object {
  return name === 'greenpointpage' ? { txt: richText((value as { txt: string }).txt) } : value;
}

function canonicalBase(name: DocumentName, base: unknown, lines: readonly EmergencyLine[]): object | null {
  const schema: z.ZodType<object> = documentSchemas[name];
  const parsed = schema.safeParse(base);
  if (!parsed.success) return null;
  // A value read from an earlier release may have rows that are no longer read.
  if (name === 'usefuldata') return withoutEmergencies(parsed.data as UsefulData, lines);
  return name === 'greenpointpage' ? { txt: richTextOfBase((parsed.data as { txt: string }).txt) } : parsed.data;
}
