import { addDays } from '../values/dates.ts';
import type { Day, Moment } from '../values/dates.ts';
import { holidayOn } from './holidays.ts';
import { fallingOn } from './roster-days.ts';
import { isException, listedDays, rowsIn } from './roster-rows.ts';
import type { RosterRow } from './roster-rows.ts';

/** A turn of a roster: somebody is on duty, a lorry passes, a bus leaves. */
export interface Turn extends Pick<RosterRow, 'who' | 'place' | 'zone' | 'phone' | 'note'> {
  day: Day;
  /** When it begins, in the town's time. */
  start: Moment;
  /** When it ends; the same as the beginning where only that is known. */
  end: Moment;
  /** Takes the whole day. */
  isWhole: boolean;
  /** It does not take place: why, '' where nobody said it; undefined where it does. */
  off?: string;
  /** The day to which it has passed, or from which it came. */
  to?: Day;
  movedFrom?: Day;
}
type Change = Pick<Turn, 'off' | 'to' | 'movedFrom'>;

/** What of a roster says when its turns are. */
export interface Timetable {
  turns: string;
  /** There is none on national holidays. */
  noholidays: 0 | 1;
}

/** The longest turn, in days. */
export const TURN_DAYS = 7;

/**
 * Returns the turns of a roster that begin on one of some days, the first first. Those that do not take place are among
 * them, with the reason.
 */
export function turnsOf({ turns, noholidays }: Timetable, from: Day, to: Day): Turn[] {
  const rows = rowsIn(turns);
  const exceptions = exceptionsIn(rows);
  const days = daysBetween(from, to);
  const found = rows.flatMap((row) =>
    isException(row) ? [] : daysOfRow(row, exceptions, days, noholidays).flatMap((one) => turnsOn(row, one)),
  );
  return found.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
}

export function daysBetween(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The exceptions of a roster by the days on which they let nothing be, in the order of its rows. */
type Exceptions = ReadonlyMap<Day, readonly RosterRow[]>;

export function exceptionsIn(rows: readonly RosterRow[]): Exceptions {
  const found = new Map<Day, RosterRow[]>();
  for (const row of rows.filter(isException)) {
    for (const day of listedDays(row).slice(0, row.rule === 'MOVED' ? 1 : undefined)) {
      const others = found.get(day);
      if (others) others.push(row);
      else found.set(day, [row]);
    }
  }
  return found;
}

/** A day of a row, whatever its times. */
export interface RowDay extends Change {
  day: Day;
  note: string;
}

/** Which of some days a row is on, and which others pass to one of them. */
export function daysOfRow(row: RosterRow, exceptions: Exceptions, days: readonly Day[], noholidays: 0 | 1): RowDay[] {
  const { note } = row;
  const listed = row.rule === 'DAYS' && new Set(listedDays(row));
  const isOn = listed ? (day: Day) => listed.has(day) : fallingOn(row.rule, row.days);
  const own = (day: Day) =>
    exceptions
      .get(day)
      ?.filter(({ who, zone }) => (!who || who === row.who) && (!zone || zone === row.zone))
      .at(-1);
  const change = (day: Day): Change => {
    const exception = own(day);
    if (exception) {
      const [, to] = exception.rule === 'MOVED' ? listedDays(exception) : [];
      return { off: exception.note, ...(to && { to }) };
    }
    const holiday = noholidays && !listed && holidayOn(day);
    return holiday ? { off: `${holiday.startsWith('Día no') ? '' : 'Feriado: '}${holiday}` } : {};
  };
  const moved = [...exceptions].flatMap(([before, all]) => {
    const one = all.some(({ rule }) => rule === 'MOVED') && own(before);
    const after = one && one.rule === 'MOVED' && listedDays(one)[1];
    return after && isOn(before) && days.includes(after)
      ? [{ day: after, note: one.note || note, movedFrom: before }]
      : [];
  });
  return [...days.filter(isOn).map((day) => ({ day, note, ...change(day) })), ...moved];
}

/** The turns of a row on a day. */
export function turnsOn(row: RosterRow, { day, note, ...change }: RowDay): Turn[] {
  const { who, place, zone, phone, times } = row;
  return times.split(',').map((time) => {
    const [from = '', end = '', later] = time.split(/[-+]/);
    const days = later ? Number(later) : end && end <= from ? 1 : 0;
    const start = `${day}T${from || '00:00'}`;
    const until = from ? (end ? `${addDays(day, days)}T${end}` : start) : `${addDays(day, 1)}T00:00`;
    return { who, place, zone, phone, note, day, start, end: until, isWhole: !from, ...change };
  });
}
