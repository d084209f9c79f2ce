import type { z } from 'zod';
import { IN_SPANISH } from '#contract/problems';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';

/** The path of a value in a document: `['emergencies', 'fire']`, `['rows', 3, 'area']`. */
export type Path = readonly (string | number)[];

export function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? ((inner as Record<string, Json>)[String(key)] ?? null) : null,
    value,
  );
}

/** Returns a copy of the document with another value at a path; unchanged parts are shared with the original. */
export function withValueAt(value: Json, path: Path, next: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  const inner = withValueAt(valueAt(value, [key]), rest, next);
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? inner : one));
  return { ...(value as Record<string, Json>), [String(key)]: inner };
}

/** Validates a document. Returns error messages by path; empty if it is valid. */
export function faultsOf(schema: z.ZodType, value: Json): Map<string, string> {
  const issues = schema.safeParse(value, IN_SPANISH).error?.issues ?? [];
  return new Map(issues.map(({ path, message }) => [keyOf(path as Path), message]));
}

export const keyOf = (path: Path) => path.join('.');

/** Returns a list with an element moved by a number of places: -1 is one up. One that would leave the list stays. */
export function moved<T>(list: readonly T[], at: number, by: number): T[] {
  const to = at + by;
  const copy = [...list];
  const [one] = copy.splice(at, 1);
  if (one === undefined || to < 0 || to >= list.length) return [...list];
  copy.splice(to, 0, one);
  return copy;
}
