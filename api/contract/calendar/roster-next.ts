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
export type TurnPlace = Pick<Turn, 'day' | 'who' | 'zone'>;

/**
 * Returns the text of a roster in which two turns have changed places: each is on the other's day. Listed days change
 * rows; a turn of a rule passes to the other day.
 */
export function swapped(text: string, one: TurnPlace, other: TurnPlace): string {
  const rows = rowsIn(text);
  const listing = (turn: TurnPlace) =>
    rows.find((row) => row.rule === 'DAYS' && isOf(row, turn) && listedDays(row).includes(turn.day));
  const put = (row: RosterRow, before: Day, after: Day): RosterRow => ({
    ...row,
    days: [...listedDays(row).filter((day) => day !== before), after].sort().join(','),
  });
  const passed = (turn: TurnPlace, to: Day): RosterRow => ({
    ...NO_ROW,
    rule: 'MOVED',
    days: `${turn.day}>${to}`,
    who: turn.who,
    zone: turn.zone,
  });
  const [first, second] = [listing(one), listing(other)];
  const changed = rows.map((row) =>
    row === first ? put(row, one.day, other.day) : row === second ? put(row, other.day, one.day) : row,
  );
  return rowsText([
    ...changed,
    ...(first ? [] : [passed(one, other.day)]),
    ...(second ? [] : [passed(other, one.day)]),
  ]);
}

const isOf = (row: RosterRow, { who, zone }: TurnPlace) => row.who === who && row.zone === zone;

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
