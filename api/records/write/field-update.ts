import { alertTimesFault } from '../../contract/calendar/alert-times.ts';
import { isTownField, WEATHER_AUTHOR, WEATHER_SERVICE } from '../../contract/calendar/weather-service.ts';
import { categoryOf, isCategorized } from '../../contract/town/categories.ts';
import { fieldAt } from '../../contract/forms-and-lists.ts';
import type { EntityName } from '../../contract/forms-and-lists.ts';
import type { Field } from '../../contract/fields.ts';
import { rowsIn, rowsText } from '../../contract/calendar/roster-rows.ts';
import type { RosterRow } from '../../contract/calendar/roster-rows.ts';
import { pdfTitlesIn, pdfTitlesText } from '../../contract/values/pdf-titles.ts';
import type { PdfTitle } from '../../contract/values/pdf-titles.ts';
import { Problem } from '../../contract/problems.ts';
import type { User } from '../../contract/records.ts';
import { traitsOf } from '../../contract/record-types.ts';
import type { RecordEntity } from '../../contract/record-types.ts';
import { titlekey } from '../../contract/values/text.ts';
import { canonical, canonicalBase } from '../canonical.ts';
import { wholeOf } from './merged-fields.ts';
import type { Joined } from './merged-fields.ts';
import { byRow } from './merged-rows.ts';
import { mergedText } from './merged-text.ts';
import { isCurrent } from './conflict.ts';
import type { Act, WriteContext } from './operate.ts';

/** The rules about a user's field, which are checked before it changes. @throws Problem 422 */
interface FieldRules {
  checkChange(user: User, name: string, value: unknown): void;
}

/** The writer's operation on single fields. */
export function openFieldWrites(context: WriteContext, users: FieldRules) {
  const { operate, existing, conflict, textPictures } = context;

  const categoriesOf = (entity: EntityName) =>
    isCategorized(entity) ? existing('categories', 'categories')[entity] : [];
  /** Returns the key of a category as it is stored, in upper and lower case; null if the town does not have it. */
  const knownKey = (entity: EntityName, value: unknown): string | null =>
    categoryOf(categoriesOf(entity), String(value))?.key ?? null;
  const placed = (field: Field, value: unknown) =>
    field.kind === 'html' && typeof value === 'string' ? textPictures.placed(value) : value;
  /** Retired categories are accepted: they may have been chosen offline before they were retired. */
  function stored(path: string, entity: EntityName, field: Field, value: unknown): unknown {
    const after = placed(field, canonical(path, field, value));
    if (field.kind !== 'category') return after;
    const key = knownKey(entity, after);
    if (key !== null) return key;
    const offered = categoriesOf(entity).filter(({ retired }) => !retired);
    const message = `Elegí una de estas opciones: ${offered.map(({ name }) => name).join(', ')}.`;
    throw new Problem('value', { field: path, message });
  }
  const storedBase = (entity: EntityName, field: Field, base: unknown) =>
    field.kind === 'category' ? knownKey(entity, base) : placed(field, canonicalBase(field, base));
  return {
    /**
     * Changes one field.
     * @param path the field's name in update addresses
     * @param change `value` in any form the field accepts; `base`, when given, the value the author saw
     */
    update(act: Act, entity: EntityName, id: string, path: string, change: { value: unknown; base?: unknown }): 1 {
      return operate(act, entity, () => {
        const record: Partial<Record<string, unknown>> = { ...existing(entity, id) };
        const found = fieldAt(entity, path);
        if (!found || found.field.kind === 'password') throw new Problem('not-found');
        const { name, field } = found;
        const before = record[name];
        const isOfService = entity === 'alert' && act.userId === WEATHER_AUTHOR;
        if (entity === 'alert' && !isOfService && !isTownField(String(record.source), name))
          throw new Problem('value', { field: path, message: record.source ? NOT_OURS : NO_SUCH_PART });
        const wanted = stored(path, entity, field, change.value);
        if (wanted === before) return { unchanged: 1 };
        const canonicalOf = (base: unknown) => storedBase(entity, field, base);
        const isSeen = isCurrent(change.base, before, canonicalOf);
        const joined = isSeen ? { merged: wanted } : mergedValue(field, canonicalOf(change.base), wanted, before);
        if ('seen' in joined) throw conflict(entity, id, joined, name);
        const after = joined.merged;
        if (after === before) return { unchanged: 1 };
        const alert = entity === 'alert' && !isOfService ? existing('alert', id) : null;
        const fault = alert && alertTimesFault(alert, name, after);
        if (fault) throw new Problem('value', { field: path, message: fault });
        if (entity === 'user') users.checkChange(existing('user', id), name, after);
        setColumns(context, entity, id, { [name]: after, ...derivedColumns(context, entity, id, name, after) });
        return { entry: { action: 'update', type: entity, id, field: name, before, after }, answer: 1 };
      });
    },
  };
}

const NOT_OURS = `Esto lo dice el ${WEATHER_SERVICE}. Podés ocultar la alerta o agregarle algo del municipio.`;
const NO_SUCH_PART = `Esto lo tienen solo las alertas del ${WEATHER_SERVICE}.`;

type Columns = Partial<Record<string, unknown>>;

/** Writes values into the row of a record or user. */
export function setColumns({ sql }: WriteContext, entity: EntityName, id: string, values: Columns): void {
  const names = Object.keys(values);
  const assignments = names.map((name) => `${name} = ?`).join(', ');
  sql(`UPDATE ${entity} SET ${assignments} WHERE id = ?`).run(...names.map((name) => values[name]), id);
}

/** Returns the columns that follow from a field's new value. */
function derivedColumns(context: WriteContext, entity: EntityName, id: string, name: string, value: unknown): Columns {
  if (entity === 'user' || traitsOf(entity).titlekeyOf !== name) return {};
  return { titlekey: titlekeyFor(context, entity, id, String(value)) };
}

/** Returns the name in a record's address. Where that name must be unique, a record after the first gets a number. */
export function titlekeyFor({ sql }: WriteContext, entity: RecordEntity, id: string, value: string): string {
  const key = titlekey(value);
  if (!traitsOf(entity).hasOwnTitlekey) return key;
  const isTaken = sql(`SELECT 1 FROM ${entity} WHERE titlekey = ? AND id <> ?`);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    if (!isTaken.get(candidate, id)) return candidate;
  }
}

/**
 * Merges an author's change of a field with the one made since the author read it.
 * @param base its canonical form, or null for what cannot be a value of the field
 */
function mergedValue(field: Field, base: unknown, mine: unknown, theirs: unknown): Joined<unknown> {
  const { kind } = field;
  const whole = wholeOf(theirs);
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return whole;
  const joined =
    kind === 'html' || kind === 'lines'
      ? mergedText(base, mine, theirs, kind)
      : kind === 'pdfTitles'
        ? mergedTitles(base, mine, theirs)
        : kind === 'turns'
          ? mergedRoster(base, mine, theirs)
          : whole;
  // Each may fit where both do not.
  const isFit = (value: unknown) => field.parse.safeParse(value).data === value;
  return Object.values(joined).every(isFit) ? joined : whole;
}

function mergedTitles(...versions: [base: string, mine: string, theirs: string]): Joined<string> {
  const [base, mine, theirs] = versions.map(pdfTitlesIn) as [PdfTitle[], PdfTitle[], PdfTitle[]];
  const joined = byRow<PdfTitle>(['pdf'])(base, mine, theirs);
  return 'merged' in joined
    ? { merged: pdfTitlesText(joined.merged) }
    : { seen: pdfTitlesText(joined.seen), rest: pdfTitlesText(joined.rest) };
}

/** A row of a roster with what it is recognized by. */
type KeyedRow = RosterRow & { key: string };

/** Rows are recognized by who and where it is together with the rule, or else by what of these is theirs alone. */
function mergedRoster(...versions: [base: string, mine: string, theirs: string]): Joined<string> {
  const keyed = (row: RosterRow): KeyedRow => ({ ...row, key: [row.who, row.zone, row.rule, row.days].join('|') });
  const [base, mine, theirs] = versions.map((text) => rowsIn(text).map(keyed)) as [KeyedRow[], KeyedRow[], KeyedRow[]];
  const joined = byRow<KeyedRow>(['key', 'who', 'zone', 'times', 'rule'])(base, mine, theirs);
  return 'merged' in joined
    ? { merged: rowsText(joined.merged) }
    : { seen: rowsText(joined.seen), rest: rowsText(joined.rest) };
}
