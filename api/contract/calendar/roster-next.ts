import { addDays } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';
import { checkedRoster } from './roster-checked.ts';
import { listedDays, rowsIn, rowsText } from './roster-rows.ts';
import type { RosterRow } from './roster-rows.ts';
import { turnsOf } from './roster-turns.ts';
import type { Turn } from './roster-turns.ts';

/** Who is on duty, with what a list says of them. */
export type Named = Pick<RosterRow, 'who'> & Partial<Pick<RosterRow, 'place' | 'phone' | 'note'>>;

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
 * rows; a turn of a rule passes to the other day, or is again on its own. What is noted of a day stays with the day.
 * Two turns of the same name or day stay.
 */
export function swapped(text: string, one: TurnPlace, other: TurnPlace): string {
  if (one.day === other.day || (one.who === other.who && one.zone === other.zone)) return text;
  const rows = rowsIn(text);
  const noted = (place: TurnPlace) => (listingOf(rows, place) ?? movingOf(rows, place))?.note ?? '';
  const changed = passed(rows, one, other.day, noted(other));
  return rowsText(passed(changed, other, one.day, noted(one)));
}

const isOf = (row: RosterRow, { who, zone }: TurnPlace) => row.who === who && row.zone === zone;
/** The row that lists the day of a turn, and the one by which it has passed to it. */
const listingOf = (rows: readonly RosterRow[], turn: TurnPlace) =>
  rows.find((row) => row.rule === 'DAYS' && isOf(row, turn) && listedDays(row).includes(turn.day));
const movingOf = (rows: readonly RosterRow[], turn: TurnPlace) =>
  rows.find((row) => row.rule === 'MOVED' && isOf(row, turn) && row.days === `${turn.movedFrom}>${turn.day}`);

/** Returns the rows of a roster in which a turn is on another day, of which something may be noted. */
function passed(rows: readonly RosterRow[], turn: TurnPlace, to: Day, note: string): RosterRow[] {
  const { day, who, zone, movedFrom = day } = turn;
  const listing = listingOf(rows, turn);
  if (listing) {
    const days = listedDays(listing).filter((one) => one !== day);
    const like = (row: RosterRow) => rowsText([{ ...row, days: '', note }]);
    const own = rows.find((row) => row.rule === 'DAYS' && row.note === note && like(row) === like(listing));
    const listed = own === listing ? days : own ? listedDays(own) : [];
    const coming = { ...listing, note, days: [...listed, to].sort().join(',') };
    const staying = { ...listing, days: days.join(',') };
    return rows.flatMap((row) => {
      if (row === own) return coming;
      if (row !== listing) return row;
      return [...(days.length > 0 ? [staying] : []), ...(own ? [] : [coming])];
    });
  }
  const moved = { ...NO_ROW, rule: 'MOVED' as const, who, zone, days: `${movedFrom}>${to}`, note };
  const before = movingOf(rows, { ...turn, movedFrom });
  if (!before) return [...rows, moved];
  return rows.flatMap((row) => (row !== before ? row : to === movedFrom ? [] : moved));
}

export const NO_ROW: RosterRow = { rule: '', days: '', times: '', who: '', place: '', zone: '', phone: '', note: '' };

/**
 * Returns the rows of a rotation: one after the other, each for so many days, from a day on.
 * @param time when a turn begins, at which the next one takes over
 */
export function rotation(all: readonly Named[], start: Day, days: number, time: string): RosterRow[] {
  const every = all.length * days;
  return all.map((named, at) => ({
    ...NO_ROW,
    ...named,
    rule: every > 1 ? `FREQ=DAILY;INTERVAL=${every}` : 'FREQ=DAILY',
    days: addDays(start, at * days),
    times: `${time}-${time}${days > 1 ? `+${days}` : ''}`,
  }));
}
