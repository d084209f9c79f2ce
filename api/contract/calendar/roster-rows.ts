import type { Day } from '../values/dates.ts';
import type { Rule } from './roster-days.ts';

/**
 * A row of a roster. `rule`: the rule by which its days come again; `DAYS` for listed days; and of exceptions `NO` for
 * days on which there is none, `MOVED` for a day that passes to another.
 */
export interface RosterRow {
  rule: Rule | 'DAYS' | 'NO' | 'MOVED';
  /** The day from which a rule is counted ('' where it does not matter), or the listed days, divided by commas. */
  days: string;
  /** `20:00`, `08:00-12:00`, `08:30-08:30+7` (so many days later), several divided by commas; '' for the whole day. */
  times: string;
  /** Who is on duty, or what it is: an exception is about those of the same name, or where it has none about all. */
  who: string;
  place: string;
  /** Neighbourhood, street or stop; '' for the whole town. An exception is about the same, or about all. */
  zone: string;
  phone: string;
  /** Of an exception, the reason. */
  note: string;
}

/** The parts of a row, in the order in which its line has them. */
export const ROW_PARTS = ['rule', 'days', 'times', 'who', 'place', 'zone', 'phone', 'note'] as const;

/**
 * Reads the field with the rows of a roster. It is one text with a line for each row, whose parts are divided by `|`,
 * so that it is saved, compared and restored like any other field.
 */
export const rowsIn = (text: string): RosterRow[] =>
  text ? text.split('\n').map((line) => rowOf(line.split('|'))) : [];

const rowOf = (parts: string[]) =>
  Object.fromEntries(ROW_PARTS.map((name, at) => [name, parts[at] ?? ''])) as unknown as RosterRow;

/** Returns the text of the field: the inverse of `rowsIn`. */
export const rowsText = (rows: readonly RosterRow[]) =>
  rows
    .map((row) =>
      ROW_PARTS.map((name) => row[name])
        .join('|')
        .replace(/\|+$/, ''),
    )
    .join('\n');

/** Whether a row says that there is none on a day, or on another day. */
export const isException = ({ rule }: Pick<RosterRow, 'rule'>) => rule === 'NO' || rule === 'MOVED';

/** The days that a row lists. */
export const listedDays = ({ days }: Pick<RosterRow, 'days'>): Day[] => days.split(/[,>]/).filter(Boolean);

/** The zones that rosters name, each once. */
export const zonesOf = (rosters: readonly { turns: string }[]): string[] =>
  [...new Set(rosters.flatMap(({ turns }) => rowsIn(turns).map(({ zone }) => zone)))].filter(Boolean).sort();

/** What of the rows is searched and quoted: the names, places, zones and reasons, each once. */
export const rosterText = (text: string) =>
  [...new Set(rowsIn(text).flatMap(({ who, place, zone, note }) => [who, place, zone && `Zona ${zone}`, note]))]
    .filter(Boolean)
    .join(' · ');
