import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { CATEGORIZED_TYPES, categoryFields, categoryOf } from '../../contract/town/categories.ts';
import type { Categories, Category } from '../../contract/town/categories.ts';
import type { Synonyms } from '../../contract/town/synonyms.ts';
import type { ZoneStreets } from '../../contract/town/zones.ts';
import { mergedStreets } from '../../contract/town/zone-streets.ts';
import { documentSchemas, usefulDataBeside } from '../../contract/town/documents.ts';
import type { DocumentName, GreenPointText, Site, UsefulData } from '../../contract/town/documents.ts';
import type { EmergencyLine } from '../../contract/town/emergencies.ts';
import { withGroups } from '../../contract/town/suggested-groups.ts';
import { withoutEmergencies } from '../../contract/town/emergency-copies.ts';
import { Problem } from '../../contract/problems.ts';
import type { MenuEntry, MenuLink } from '../../contract/town/menu-entries.ts';
import { parseOr422, richText, richTextOfBase } from '../canonical.ts';
import { mergedFields, wholeOf } from './merged-fields.ts';
import type { Joined, Merge, PartMerges, Question } from './merged-fields.ts';
import { byRow } from './merged-rows.ts';
import { mergedText } from './merged-text.ts';
import { isCurrent } from './conflict.ts';
import type { Act, WriteContext } from './operate.ts';
import type { ChangedDocument } from '../../contract/records.ts';

/** The writer's operations on the documents that staff edit whole. */
export function openDocumentWrites({ operate, rehearsed, existing, conflict, sql, textPictures }: WriteContext) {
  function placed(name: DocumentName, value: object): object {
    const { txt } = value as Partial<GreenPointText>;
    return name === 'greenpointpage' && txt ? { txt: textPictures.placed(txt) } : value;
  }
  const emergencies = () => existing('site', 'site').lines;
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
      const wanted = placed(name, canonicalDocument(name, parseOr422<object>('value', schemaOf(name), value)));
      if (isDeepStrictEqual(wanted, before)) return { unchanged: 1 };
      const read = canonicalBase(name, base, emergencies());
      const seen = read && placed(name, read);
      const isValid = (document: object) => schemaOf(name).safeParse(document).success;
      const joined = isCurrent(base, before, () => seen)
        ? { merged: wanted }
        : merged(name, seen, wanted, before, isValid);
      if ('seen' in joined) throw conflict(name, name, asDevicesHaveIt(name, joined));
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
 * Merges an author's changes of a document with those made since the author read it.
 * @param base the document that the author saw, in the form in which it is stored; null if it cannot be read
 * @param isValid whether a document can be stored: together lists may have too many entries, or one twice
 */
function merged(
  name: DocumentName,
  base: object | null,
  mine: object,
  theirs: object,
  isValid: (document: object) => boolean,
): Joined<object> {
  if (!base) return wholeOf(theirs);
  const byEntry = (before: object, own: object) => mergedFields(before, own, theirs, MERGES[name]);
  const isFit = (joined: Joined<object>) => 'merged' in joined && isValid(joined.merged);
  const joined = byEntry(base, mine);
  // Whatever the answer to a question is, it must be one that can be stored.
  const canBe = 'merged' in joined ? [joined] : [mine, joined.rest].map((answer) => byEntry(joined.seen, answer));
  return canBe.every(isFit) ? joined : mergedFields(base, mine, theirs);
}

const rows = <R extends object>(...given: Parameters<typeof byRow<R>>) => byRow<R>(...given) as Merge<unknown>;
const streets: Merge<string> = (...versions) => ({ merged: mergedStreets(...versions) });
const text: Merge<string> = (base, mine, theirs) => mergedText(base, mine, theirs, 'html');

/** Returns a question in the form of devices, to which the text of the green points is a field. */
const asDevicesHaveIt = (name: DocumentName, { seen, rest }: Question<object>): Question<unknown> =>
  name === 'greenpointpage'
    ? { seen: (seen as GreenPointText).txt, rest: (rest as GreenPointText).txt }
    : { seen, rest };

/** The parts of each document that are merged by their entries or words. */
const MERGES: Record<DocumentName, PartMerges> = {
  site: new Map([
    ['lines', rows<EmergencyLine>(['name', 'phone'])],
    ['menu.items', rows<MenuEntry>(['to', 'name'], new Map([['items', rows<MenuLink>(['to', 'name'])]]))],
  ]),
  categories: new Map([
    ...CATEGORIZED_TYPES.map((type) => [type, rows<Category>(['key'])] as const),
    ['synonyms', rows<Synonyms>(['words'])] as const,
    ['zones', rows<ZoneStreets>(['zone'], new Map([['streets', streets as Merge<unknown>]]))] as const,
  ]),
  usefuldata: new Map([['rows', rows<UsefulData['rows'][number]>(['area', 'phones', 'email', 'address'])]]),
  greenpointpage: new Map([['txt', text as Merge<unknown>]]),
};

/** Returns a document Sitio without its shield, with which it is read, and may be sent back. */
function withoutShield(site: unknown): unknown {
  if (typeof site !== 'object' || site === null) return site;
  const { image: _, ...rest } = site as Record<string, unknown>;
  return rest;
}

const DIRECTORY = { type: 'usefuldata', id: 'usefuldata' } as const;
const linesIn = (document: object) => (document as Partial<Site>).lines;

function canonicalDocument(name: DocumentName, value: object): object {
  if (name === 'usefuldata') return withGroups(value as UsefulData);
  return name === 'greenpointpage' ? { txt: richText((value as { txt: string }).txt) } : value;
}

function canonicalBase(name: DocumentName, base: unknown, lines: readonly EmergencyLine[]): object | null {
  const schema: z.ZodType<object> = documentSchemas[name];
  const parsed = schema.safeParse(base);
  if (!parsed.success) return null;
  if (name === 'usefuldata') return withGroups(withoutEmergencies(parsed.data as UsefulData, lines));
  return name === 'greenpointpage' ? { txt: richTextOfBase((parsed.data as { txt: string }).txt) } : parsed.data;
}
