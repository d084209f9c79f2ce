import type { AgendaEvent } from '../records.ts';
import { addDays, atMoment, hourOf, leafOf, longDay, longRange, monthOf } from '../values/dates.ts';
import type { DateRange, Day, Moment } from '../values/dates.ts';

/**
 * When and where an event takes place, as pages, calendars and messages show it. Its values are saved one by one and
 * from several devices, so any combination may be stored. Values that contradict others are left out here, and the
 * edit screen explains why (`web/src/admin/edit/event-hints.ts`).
 */
type Days = Pick<AgendaEvent, 'date'> & Partial<Pick<AgendaEvent, 'lastDay'>>;
type Times = Days & Partial<Pick<AgendaEvent, 'startTime' | 'endTime'>>;

/** Maximum number of days of an event: a last day further away is a mistake. */
export const EVENT_DAYS = 366;

/** The last day of an event, which for an event of one day is its date. */
export const lastDayOf = ({ date, lastDay = '' }: Days): Day =>
  lastDay > date && lastDay < addDays(date, EVENT_DAYS) ? lastDay : date;

export const rangeOf = (event: Days): DateRange => ({ from: event.date, to: lastDayOf(event) });

/** The days that a calendar marks for some events, each once: a day without a mark is one on which nothing is on. */
export function markedDays(events: readonly Days[]): Day[] {
  const days = new Set<Day>();
  for (const event of events) {
    const { from, to } = rangeOf(event);
    for (let day = from; day <= to; day = addDays(day, 1)) days.add(day);
  }
  return [...days];
}

/**
 * The days about which a calendar is asked, a year: those of the month that it opens with, and what follows.
 * @param range those that its page shows; null for what is on from today on
 */
export function calendarDays(range: DateRange | null, today: Day): DateRange {
  const first: Day = `${monthOf(range && range.from < today ? range.from : today)}-01`;
  return { from: first, to: addDays(first, EVENT_DAYS - 1) };
}

/**
 * The day that a list shows beside an event: the first, or for an event that is on and began before, the last.
 * @param from the first day that the list is about
 */
export function dayShown(event: Days, from: Day): { day: Day; isLast: boolean } {
  const last = lastDayOf(event);
  const isLast = event.date < from && last >= from;
  return { day: isLast ? last : event.date, isLast };
}

/**
 * The times of its beginning and end, '' for those that it does not have. On a single day the end may be after
 * midnight, and is left out if it is the beginning.
 */
export function timesOf({ startTime = '', endTime = '', ...days }: Times): { start: string; end: string } {
  return { start: startTime, end: endTime === startTime && lastDayOf(days) === days.date ? '' : endTime };
}

/** A day of the town, and a time on it; '' for the whole day. */
export interface DayAndTime {
  day: Day;
  time: string;
}

/** When an event begins and ends, for calendars. What begins in the evening may end after midnight. */
export function momentsOf(event: Times): { start: DayAndTime; end: DayAndTime } {
  const { start, end } = timesOf(event);
  const last = lastDayOf(event);
  const isNight = last === event.date && start && end && end < start;
  return { start: { day: event.date, time: start }, end: { day: isNight ? addDays(last, 1) : last, time: end } };
}

/** The moment from which on an event is over: of one without an end, the end of its last day. */
export function overAt(event: Times): Moment {
  const { day, time } = momentsOf(event).end;
  return `${time ? day : addDays(day, 1)}T${time || '00:00'}`;
}
/** Is an event over at a moment? */
export const isOver = (event: Times, at: Moment) => overAt(event) <= at;

/** Returns when the next of some events is over, after a time, ms since the epoch; null if none will be. */
export function nextEventEnd(events: readonly Times[], after: number): number | null {
  const ends = events.map((event) => atMoment(overAt(event))).filter((end) => end > after);
  return ends.length > 0 ? ends.reduce((first, end) => Math.min(first, end)) : null;
}

/** `de 18 a 21:30 h`, `18 h`, `hasta las 21:30 h`; '' for whole days. */
export function hoursOf(event: Times): string {
  const { start, end } = timesOf(event);
  const [first, last] = [start, end].map(hourOf);
  if (!end) return start && `${first}`;
  if (!start) return `hasta las ${last}`;
  return end <= start && lastDayOf(event) > event.date
    ? `desde las ${first} del primer día hasta las ${last} del último`
    : `de ${first?.slice(0, -2)} a ${last}`;
}

/** `sábado 15 de marzo de 2026, de 18 a 21:30 h`, `del 18 al 20 de marzo de 2026` */
export function whenOf(event: Times): string {
  const range = rangeOf(event);
  const days = range.from === range.to ? `${leafOf(event.date).weekday} ${longDay(event.date)}` : longRange(range);
  return [days, hoursOf(event)].filter(Boolean).join(', ');
}

/** The same without the first day, which lists show separately: for an event of one day, only its times. */
export const whenBesideDay = (event: Times) => (lastDayOf(event) > event.date ? whenOf(event) : hoursOf(event));

/** `Salón Comunitario, San Martín 120` */
export const whereOf = ({ place, address }: Pick<AgendaEvent, 'place' | 'address'>) =>
  [place, address].filter(Boolean).join(', ');
