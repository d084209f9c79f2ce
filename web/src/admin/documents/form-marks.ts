import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import type { DisclosureMarks } from '../parts/disclosures/disclosure.tsx';
import { keyOf, valueAt } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';
import type { DocumentFormProps } from './document-form.ts';

/** Returns the path of a key of `faultsOf`. */
export const pathOf = (key: string): Path => key.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/**
 * Returns the errors that are shown: not those of an entry that was added and in which nothing was typed yet.
 * @param blanks entries as they are when they are added
 */
export function shownFaults(
  faults: ReadonlyMap<string, string>,
  value: Json,
  blanks: readonly Json[],
): ReadonlyMap<string, string> {
  const isBlank = (path: Path) => blanks.some((blank) => sameValue(valueAt(value, path), blank));
  const isInBlank = (path: Path) => path.some((_, at) => isBlank(path.slice(0, at + 1)));
  return new Map([...faults].filter(([key]) => !isInBlank(pathOf(key))));
}

/** Returns the number of errors at some fields and below them. */
export function faultsAt(faults: ReadonlyMap<string, string>, fields: readonly string[]): number {
  const isIn = (key: string) => fields.some((field) => key === field || key.startsWith(`${field}.`));
  return [...faults.keys()].filter(isIn).length;
}

/** Returns what a closed part of a form has to say of the fields in it. */
export function marksOf(
  { faults, value, stored, questionAt }: DocumentFormProps,
  paths: readonly Path[],
): DisclosureMarks {
  return {
    faults: faultsAt(faults, paths.map(keyOf)),
    isUnsaved: paths.some((path) => !sameValue(valueAt(value, path), valueAt(stored, path))),
    isAsked: paths.some((path) => questionAt(path) !== null),
  };
}

/** The part of a document that a form has, by the key of that part, and the screen that has the rest. */
export interface DocumentPart {
  key: string;
  rest: { title: string; address: string };
}

/**
 * Returns which of some errors a person is led to: the first in the form, or else the first on the screen of the rest.
 * @param part undefined where the form has the whole document
 */
export function leadTo(
  keys: Iterable<string>,
  part?: DocumentPart,
): { field: string; rest?: DocumentPart['rest'] } | undefined {
  const fields = [...keys];
  const [beside] = fields;
  const field = fields.find((key) => !part || key.split('.')[0] === part.key);
  if (field !== undefined) return { field };
  return beside === undefined || !part ? undefined : { field: beside, rest: part.rest };
}
