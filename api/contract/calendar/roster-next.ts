import { addDays } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';
import { checkedRoster } from './roster-checked.ts';
import { listedDays, rowsIn, rowsText } from './roster-rows.ts';
import type { RosterRow } from './roster-rows.ts';
import { turnsOf } from './roster-turns.ts';
import type { Turn } from './roster-turns.ts';

/** How far ahead the next turns are looked for, in days: a year, a month at a time. */
const [AHEAD, STEP] = [372, 31];

/**
 * Returns the next turns of what is being typed, those that do not take place among them. Rows that are not understood
 * have none.
 */
export function nextTurns(text: string, noholidays: 0 | 1, today: Day, count: number): Turn[] {
  const understood = text.split('\n').flatMap((line) => {
    const checked = checkedRoster(line);
    return 'text' in checked && checked.text ? [checked.text] : [];
  });
  const found: Turn[] = [];
  for (let from = 0; from < AHEAD && found.length < count; from += STEP) {
    const first = addDays(today, from);
    found.push(...turnsOf({ turns: understood.join('\n'), noholidays }, first, addDays(first, STEP - 1)));
  }
  return found.slice(0, count);
}

/** What tells a turn apart from the others. */
export type TurnPlace = Pick<Turn, 'day' | 'who' | 'zone' | 'movedFrom'>;

/**
 * Returns the text of a roster in which two turns have changed places: each is on the other's day. Listed days change
 * rows; a turn of a rule passes to the other day, or is again on its own. Two turns of the same name or day stay.
 */
export function swapped(text: string, one: TurnPlace, other: TurnPlace): string {
  if (one.day === other.day || (one.who === other.who && one.zone === other.zone)) return text;
  return rowsText(passed(passed(rowsIn(text), one, other.day), other, one.day));
}

/** Returns the rows of a roster in which a turn is on another day. */
function passed(rows: readonly RosterRow[], { day, who, zone, movedFrom = day }: TurnPlace, to: Day): RosterRow[] {
  const isOf = (row: RosterRow) => row.who === who && row.zone === zone;
  const listing = rows.find((row) => row.rule === 'DAYS' && isOf(row) && listedDays(row).includes(day));
  if (listing) {
    const days = [...listedDays(listing).filter((one) => one !== day), to].sort().join(',');
    return rows.map((row) => (row === listing ? { ...row, days } : row));
  }
  const moved = { ...NO_ROW, rule: 'MOVED' as const, who, zone, days: `${movedFrom}>${to}` };
  const before = rows.find((row) => row.rule === 'MOVED' && isOf(row) && row.days === `${movedFrom}>${day}`);
  if (!before) return [...rows, moved];
  return rows.flatMap((row) => (row !== before ? row : to === movedFrom ? [] : { ...row, days: moved.days }));
}

export const NO_ROW: RosterRow = { rule: '', days: '', times: '', who: '', place: '', zone: '', phone: '', note: '' };

/**
 * Returns the rows of a rotation: one after the other, each for so many days, from a day on.
 * @param time when a turn begins, at which the next one takes over
 */
export function rotation(names: readonly string[], start: Day, days: number, time: string): RosterRow[] {
  const every = names.length * days;
  return names.map((who, at) => ({
    ...NO_ROW,
    rule: every > 1 ? `FREQ=DAILY;INTERVAL=${every}` : 'FREQ=DAILY',
    days: addDays(start, at * days),
    times: `${time}-${time}${days > 1 ? `+${days}` : ''}`,
    who,
  }));
}
