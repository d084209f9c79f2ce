import { addDays } from '../values/dates.ts';
import type { Day, Moment } from '../values/dates.ts';
import { holidayOn } from './holidays.ts';
import { fallsOn } from './roster-days.ts';
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
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const exceptions = rows.filter(isException);
  const found = rows.filter((row) => !isException(row)).flatMap((row) => turnsOfRow(row, exceptions, days, noholidays));
  return found.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
}

function turnsOfRow(row: RosterRow, exceptions: RosterRow[], days: Day[], noholidays: 0 | 1): Turn[] {
  const own = exceptions.filter(({ who, zone }) => (!who || who === row.who) && (!zone || zone === row.zone));
  const listed = row.rule === 'DAYS' && listedDays(row);
  const isOn = (day: Day) => (listed ? listed.includes(day) : fallsOn(row.rule, row.days, day));
  const change = (day: Day): Change => {
    const exception = own.filter((one) => exceptedDays(one).includes(day)).at(-1);
    if (exception) {
      const [, to] = exception.rule === 'MOVED' ? listedDays(exception) : [];
      return { off: exception.note, ...(to && { to }) };
    }
    const holiday = noholidays && !listed && holidayOn(day);
    return holiday ? { off: `${holiday.startsWith('Día no') ? '' : 'Feriado: '}${holiday}` } : {};
  };
  const moved = own.flatMap((one) => {
    const [before = '', after = ''] = listedDays(one);
    const isHere = one.rule === 'MOVED' && days.includes(after) && isOn(before);
    return isHere ? turnsOn({ ...row, note: one.note || row.note }, after, { movedFrom: before }) : [];
  });
  return [...days.filter(isOn).flatMap((day) => turnsOn(row, day, change(day))), ...moved];
}

/** The days on which an exception lets nothing be. */
const exceptedDays = (row: RosterRow) => listedDays(row).slice(0, row.rule === 'MOVED' ? 1 : undefined);

/** The turns of a row on a day. */
function turnsOn(row: RosterRow, day: Day, change: Change): Turn[] {
  const { who, place, zone, phone, note, times } = row;
  return times.split(',').map((time) => {
    const [from = '', end = '', later] = time.split(/[-+]/);
    const days = later ? Number(later) : end && end <= from ? 1 : 0;
    const start = `${day}T${from || '00:00'}`;
    const until = from ? (end ? `${addDays(day, days)}T${end}` : start) : `${addDays(day, 1)}T00:00`;
    return { who, place, zone, phone, note, day, start, end: until, isWhole: !from, ...change };
  });
}
