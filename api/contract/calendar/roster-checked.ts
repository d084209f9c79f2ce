import { FIRST_DAY, LAST_DAY, parseDay } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';
import { oneLine } from '../values/text.ts';
import { rulePartsOf } from './roster-days.ts';
import { isException, ROW_PARTS, rowsText } from './roster-rows.ts';
import type { RosterRow } from './roster-rows.ts';
import { saidRow, whyNoRow } from './roster-said.ts';
import { TURN_DAYS } from './roster-turns.ts';

/**
 * Maximum number of rows of a roster, of days and of times of a row, and of characters of a part of it; of times of all
 * rows; and of these times together with the days of all exceptions, each of which may be about each of them.
 */
export const ROSTER_LIMITS = { rows: 300, days: 400, times: 80, text: 150, allTimes: 1000, excepted: 60_000 };

/** The rows of a roster as they are stored, or what is wrong with them, and in which line where it is one of them. */
type Checked = { text: string } | { fault: string; row?: number };

/**
 * Returns the canonical text of the rows of a roster. A row may say its days and times as people do (`roster-said.ts`);
 * one that is stored stays as it is.
 */
export function checkedRoster(text: string): Checked {
  const lines = [...text.split('\n').entries()].filter(([, line]) => line.replaceAll('|', '').trim());
  const { rows } = ROSTER_LIMITS;
  if (lines.length > rows) return { fault: `Hasta ${rows} renglones: hay ${lines.length}.` };
  const found: RosterRow[] = [];
  for (const [at, line] of lines) {
    const row = checkedRow(line);
    if (typeof row === 'string') return { fault: `Renglón ${at + 1}: ${row}`, row: at };
    found.push(row);
  }
  const fault = faultOfAll(found);
  return fault === '' ? { text: rowsText(found) } : { fault };
}

function faultOfAll(rows: readonly RosterRow[]): string {
  const { allTimes, excepted } = ROSTER_LIMITS;
  const sumOf = (isIn: boolean, count: (row: RosterRow) => number) =>
    rows.reduce((sum, row) => sum + (isException(row) === isIn ? count(row) : 0), 0);
  const times = sumOf(false, (row) => row.times.split(',').length);
  const days = sumOf(true, (row) => (row.rule === 'MOVED' ? MOVED_AS : row.days.split(',').length));
  if (times > allTimes) return `Hasta ${allTimes} horarios en total: hay ${times}. Repartilos en más de una guardia.`;
  return times * days > excepted
    ? 'Son demasiados días sin servicio o pasados a otro día para tantos horarios. Quitá los que ya pasaron.'
    : '';
}
/** As how many days one that passes to another counts: a calendar has an event of its own for it. */
const MOVED_AS = 5;

export const NOT_SAID =
  'no se entiende cuándo. Se escribe, por ejemplo, «lunes y jueves, 20 h», «segundo martes de cada mes, ' +
  'de 9 a 12 h», «3/12/2026, de 8:30 a 8:30 del día siguiente» o «no hay: 25/12/2026».';

/** Returns a row in its canonical form, or what is wrong with it. */
function checkedRow(line: string): RosterRow | string {
  const parts = line.split('|').map(oneLine);
  if (parts.length > ROW_PARTS.length) return 'sobra una barra «|».';
  const given = Object.fromEntries(ROW_PARTS.map((name, at) => [name, parts[at] ?? ''])) as unknown as RosterRow;
  const long = parts.slice(3).find((part) => [...part].length > ROSTER_LIMITS.text);
  if (long !== undefined) return `«${long.slice(0, 30)}…» es demasiado largo: hasta ${ROSTER_LIMITS.text} caracteres.`;
  if (/^(FREQ=|DAYS$|NO$|MOVED$)/.test(given.rule)) return isStored(given) ? given : NOT_SAID;
  const said = given.rule.length > 1000 ? null : saidRow(given.rule);
  if (!said) return (given.rule.length <= 1000 && whyNoRow(given.rule)) || NOT_SAID;
  const row = { ...given, ...said, zone: said.zone || given.zone };
  if (isStored(row)) return row;
  return row.rule.includes('INTERVAL') && !row.days
    ? 'falta desde qué día se cuenta, como «desde el 7/12/2026».'
    : NOT_SAID;
}

const isDay = (day: Day) => day >= FIRST_DAY && day <= LAST_DAY && parseDay(day) === day;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const ONE_TIME = new RegExp(`^${TIME}(?:-${TIME}(?:\\+[1-${TURN_DAYS}])?)?$`);

function isStored({ rule, days, times }: RosterRow): boolean {
  const all = days.split(rule === 'MOVED' ? '>' : ',').filter(Boolean);
  const [spans, own] = [times.split(',').filter(Boolean), new Set(all)];
  if (!all.every(isDay) || own.size < all.length || all.length > ROSTER_LIMITS.days) return false;
  if (!spans.every((one) => ONE_TIME.test(one)) || spans.length > ROSTER_LIMITS.times) return false;
  if (rule === 'MOVED') return all.length === 2 && !times;
  if (rule === 'DAYS') return all.length > 0;
  if (rule === 'NO') return all.length > 0 && !times;
  return all.length <= 1 && isRule(rule, all.length > 0);
}

const WEEKDAY = '(?:MO|TU|WE|TH|FR|SA|SU)';
const some = (one: string) => new RegExp(`^${one}(?:,${one}){0,40}$`);
/** What the parts of a rule may say. */
const PARTS = new Map([
  ['FREQ', /^(?:DAILY|WEEKLY|MONTHLY)$/],
  ['INTERVAL', /^(?:[2-9]|[1-9]\d|[1-3]\d\d)$/],
  ['BYDAY', some(`(?:[1-5]|-1)?${WEEKDAY}`)],
  ['BYMONTHDAY', some('(?:[1-9]|[12]\\d|3[01]|-1)')],
  ['BYMONTH', some('(?:[1-9]|1[0-2])')],
  ['SEASON', /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/],
  ['UNTIL', /^\d{8}$/],
]);

function isRule(rule: string, hasStart: boolean): boolean {
  const written = rule.split(';');
  const parts = rulePartsOf(rule);
  const { FREQ, INTERVAL, BYDAY, BYMONTHDAY, UNTIL = '20000101' } = parts;
  if (Object.keys(parts).length < written.length) return false;
  if (!Object.entries(parts).every(([name, value = '']) => PARTS.get(name)?.test(value))) return false;
  if (!isDay(UNTIL.replace(/(....)(..)(..)/, '$1-$2-$3')) || (INTERVAL && !hasStart)) return false;
  if (FREQ === 'MONTHLY') return (BYDAY === undefined) !== (BYMONTHDAY === undefined);
  if (BYMONTHDAY !== undefined || /\d/.test(BYDAY ?? '')) return false;
  return FREQ === 'DAILY' ? BYDAY === undefined : BYDAY !== undefined;
}
