import { daysFrom, longDay, parseDay } from './dates.ts';
import type { Day } from './dates.ts';

/** A day as it was typed; `fault` says why the text is none: it is not whole, or the calendar has no such day. */
export type TypedDay = { day: Day; fault?: never } | { day?: never; fault: 'incomplete' | 'nonexistent' };

/**
 * Reads a day as people type it: as `parseDay` reads it, with a year of two digits, or without separators (`15032026`,
 * `150326`).
 */
export function typedDay(text: string): TypedDay {
  const whole = withCentury(text.trim().replace(/^(\d\d)(\d\d)(\d\d(?:\d\d)?)$/, '$1/$2/$3'));
  const day = parseDay(whole);
  if (day !== null) return { day };
  const isWhole = /^\d{1,2}[-/]\d{1,2}[-/]\d{4}$|^\d{4}-\d{1,2}-\d{1,2}$/.test(whole);
  return { fault: isWhole ? 'nonexistent' : 'incomplete' };
}

/**
 * Writes the year of a text that begins with a day in whole: one of two digits is of this century. A browser's own
 * field writes it as `0026-03-15`.
 */
export const withCentury = (text: string) =>
  text
    .replace(/^(\d{1,2}[-/]\d{1,2}[-/])(\d{2})(?!\d)/, (_, day: string, year: string) => `${day}20${year}`)
    .replace(/^00(?=\d{2}-)/, '20');

/** Days after today, and before, within which a date is an ordinary one: a council's old papers are, too. */
const [AHEAD, BACK] = [5 * 366, 30 * 366];

/** Returns the question whether a day is meant that is so far away that it may be a slip; null for an ordinary one. */
export function farDayQuestion(day: Day, today: Day): string | null {
  const days = daysFrom(today, day);
  if (days <= AHEAD && days >= -BACK) return null;
  const years = Math.floor(Math.abs(days) / 365.25);
  const distance = `${days > 0 ? 'faltan' : 'pasaron'} ${years} años`;
  return `Escribiste el ${longDay(day)}: ${distance}. ¿Es esa la fecha?`;
}
