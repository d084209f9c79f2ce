/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** What tells whether a value, read from a store that another release may have written, is what it should be. */
type Check = (value: unknown) => boolean;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTruth = (value: unknown) => typeof value === 'boolean';
export const integer = (value: unknown): value is number => Number.isSafeInteger(value);
export const nothing = (value: unknown) => value === null;
export const listed = (values: readonly string[]): Check => {
  return (value) => isText(value) && values.includes(value);
};
export const optional = (check: Check): Check => {
  return (value) => value === undefined || check(value);
};
export const eitherOf = (one: Check, other: Check): Check => {
  return (value) => one(value) || other(value);
};

/** Whether a value is an object with members of its own, as JSON has them. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** Checks an object by its members. What it has besides is no matter: it stays as it is. */
export const checked = (members: Record<string, Check>) => {
  const all = Object.entries(members);
  return (value: unknown): value is Record<string, unknown> =>
    isObject(value) && all.every(([name, check]) => check(value[name]));
};

export function isJson(value: unknown): value is Json {
  if (value === null || isText(value) || isTruth(value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isObject(value) && Object.values(value).every(isJson);
}
