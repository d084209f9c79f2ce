import { TOWN_OFFSET, TOWN_ZONE } from '../limits.ts';

/** A day of the town's calendar, `yyyy-MM-dd`: what is stored, compared and sent to readers. */
export type Day = string;
/** A minute of the town's clock, `yyyy-MM-ddTHH:mm`, as a form's field writes it. */
export type Moment = string;
export interface DateRange {
  from: Day;
  to: Day;
}

/** What a date can be. */
export const [FIRST_DAY, LAST_DAY]: [Day, Day] = ['1900-01-01', '2100-12-31'];

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];
const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];

/**
 * Reads a day as people and the API write it: `dd-MM-yyyy` (spec section 9), `dd/MM/yyyy` or `yyyy-MM-dd`.
 * @returns the day, or null when the text is no day of the calendar
 */
export function parseDay(text: string): Day | null {
  const local = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text.trim());
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (!local && !iso) return null;
  const [year, month, day] = local ? [local[3], local[2], local[1]] : [iso?.[1], iso?.[2], iso?.[3]];
  const candidate = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${candidate}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== candidate ? null : candidate;
}

/**
 * Reads a time of day as people write it: `18`, `18.30`, `18:30 hs`, `1830`, `6 pm`. Midnight may be the 24th hour.
 * @returns `HH:mm`, or null when the text is no time
 */
export function parseTime(text: string): string | null {
  const written = /^(\d{1,2})(?:[:.,h ]?(\d\d)(?::00)?)? ?(?:h|hs|hrs|horas|([ap])\.? ?m)?\.?$/i.exec(text.trim());
  if (!written) return null;
  const [, hours = '', minutes = '00', half = ''] = written;
  const isTwelve = half !== '';
  if (isTwelve && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const hour = isTwelve ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  if (Number(minutes) > 59 || hour > 24 || (hour === 24 && minutes !== '00')) return null;
  return `${String(hour % 24).padStart(2, '0')}:${minutes}`;
}

/** `8:30`, `14`, as running text writes `08:30` and `14:00`. */
export const shortTime = (time: string) => time.replace(/^0|:00$/g, '');
/** `8:30 h`, `14 h`, wherever running text names one time. */
export const hourOf = (time: string) => `${shortTime(time)}\u00a0h`;

/**
 * Reads a moment as people and the API write it: a day as `parseDay` reads it, then `T`, a comma or a space, and a time
 * as `parseTime` reads it, but not the 24th hour.
 * @returns the moment, or null when the text is none
 */
export function parseMoment(text: string): Moment | null {
  const [, date = '', written = ''] = /^(\S+?)(?:T|,? +)((?!24).+)$/i.exec(text.trim()) ?? [];
  const [day, time] = [parseDay(date), parseTime(written)];
  return day === null || time === null ? null : `${day}T${time}`;
}

/** `dd/MM/yyyy HH:mm`, as lists show a moment. */
export const showMoment = (moment: Moment) => `${showDay(moment.slice(0, 10))} ${moment.slice(11)}`;

/** `dd/MM/yyyy`, as lists show a day. */
export const showDay = (day: Day) => day.split('-').reverse().join('/');
/** `dd-MM-yyyy`, as the API and addresses write a day. */
export const pathDay = (day: Day) => day.split('-').reverse().join('-');

/** `15 de marzo de 2026`, for running text. */
export function longDay(day: Day): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} de ${MONTHS[(month ?? 1) - 1]} de ${year}`;
}

/** `del 22 al 28 de noviembre de 2026`, one day as `longDay`: what both days share is said once. */
export function longRange({ from, to }: DateRange): string {
  if (from === to) return longDay(from);
  const shared =
    from.slice(0, 7) === to.slice(0, 7) ? / de .*$/ : from.slice(0, 4) === to.slice(0, 4) ? / de \d+$/ : '';
  return `del ${longDay(from).replace(shared, '')} al ${longDay(to)}`;
}

/** The parts of a day that a calendar leaf shows: `{ weekday: 'sábado', date: '15', month: 'mar' }`. */
export function leafOf(day: Day): { weekday: string; date: string; month: string } {
  const moment = new Date(`${day}T00:00:00Z`);
  return {
    weekday: WEEKDAYS[moment.getUTCDay()] ?? '',
    date: String(moment.getUTCDate()),
    month: (MONTHS[moment.getUTCMonth()] ?? '').slice(0, 3),
  };
}

/**
 * `15 de marzo, 10:32 h` in the town's time; with the year if it is another one than that of `today`. Without `today`,
 * of what is recent.
 */
export function longMoment(at: number, today?: Day): string {
  const { day, time } = inTown(at);
  const isOfYear = today === undefined || day.slice(0, 4) === today.slice(0, 4);
  return `${isOfYear ? longDay(day).replace(/ de \d+$/, '') : longDay(day)}, ${hourOf(time)}`;
}

/**
 * `hoy a las 15:38 h`, `mañana a las 9 h` or `el 22 de noviembre a las 18 h` in the town's time: for what is drawn
 * anew every day.
 */
export function nearMoment(at: number, today: Day): string {
  const [day = '', time = ''] = momentAt(at).split('T');
  const near = NEAR[daysFrom(today, day)] ?? `el ${momentDay(at, today)}`;
  return `${near} ${time.startsWith('01') ? 'a la' : 'a las'} ${hourOf(time)}`;
}
const NEAR: Partial<Record<number, string>> = { [-1]: 'ayer', 0: 'hoy', 1: 'mañana' };

/**
 * `Hoy, de 11 a 21:30 h`, `15 de marzo, de 11 a 21:30 h` or `Desde hoy a las 11 h hasta el 16 de marzo a las 21:30 h`.
 * Without `today` all days are named, for what is kept or printed.
 */
export function momentRange(from: number, to: number, today?: Day): string {
  const [[day, start], [last, end]] = [momentAt(from).split('T'), momentAt(to).split('T')] as [
    [string, string],
    [string, string],
  ];
  if (day === last) return `${day === today ? 'Hoy' : momentDay(from, today)}, de ${shortTime(start)} a ${hourOf(end)}`;
  const whole = (at: number) => (today === undefined ? `el ${longMoment(at)}` : nearMoment(at, today));
  return `Desde ${whole(from)} hasta ${whole(to)}`;
}

/** The day of a moment as `longMoment` says it. */
const momentDay = (at: number, today?: Day) => longMoment(at, today).replace(/,.*/, '');

/** The time of a moment, ms since the epoch. */
export const atMoment = (moment: Moment) => Date.parse(`${moment}:00${TOWN_OFFSET}`);

/** The town's moment at a time (ms since the epoch). */
export function momentAt(at: number): Moment {
  const { day, time } = inTown(at);
  return `${day}T${time}`;
}

/** `2026-03-15 10:32` in the town's time, as tables for spreadsheets have an ISO 8601 moment; '' for none. It sorts. */
export const tableMoment = (at: string) => (at === '' ? '' : momentAt(Date.parse(at)).replace('T', ' '));

/** The town's day at a moment (ms since the epoch). */
export const dayAt = (at: number): Day => inTown(at).day;

/** Returns the day that comes a number of days later (earlier when negative). */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the same day of the month that comes a number of months later (earlier when negative), or its last day. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  if (date < last.getUTCDate()) last.setUTCDate(date);
  return last.toISOString().slice(0, 10);
}

/** The month of a day, `yyyy-MM`. */
export const monthOf = (day: Day) => day.slice(0, 7);

/** Number of days from one day to another; negative when the second is earlier. */
export function daysFrom(day: Day, other: Day): number {
  return Math.round((Date.parse(`${other}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000);
}

/** The current or next weekend from a day on: Saturday and Sunday, or on a Sunday that day alone. */
export function weekendOf(today: Day): DateRange {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const sunday = addDays(today, (7 - weekday) % 7);
  return { from: weekday === 0 ? today : addDays(sunday, -1), to: sunday };
}

/**
 * Reads the dates of an address: `20-11-2026` or `20-11-2026_27-11-2026`; the two may come in any order.
 * @returns null when it is neither
 */
export function parseRange(text: string): DateRange | null {
  const days = text.split('_').map(parseDay);
  const [first, last = first] = days;
  if (!first || !last || days.length > 2) return null;
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}

/** The same range as an address writes it. */
export function pathRange({ from, to }: DateRange): string {
  return from === to ? pathDay(from) : `${pathDay(from)}_${pathDay(to)}`;
}

function inTown(at: number): { day: Day; time: string } {
  const parts = Object.fromEntries(townClock.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

const townClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: TOWN_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** How far a moment may be ahead of a clock: clocks are corrected a little all the time. */
const AHEAD = 5 * 60 * 1000;

/** Whether a moment cannot have been yet: a clock was wrong then, or is now. Both in ms since the epoch. */
export const isFuture = (at: number, now: number) => at > now + AHEAD;
