import { pages } from '../addresses/pages.ts';
import { TOWN_ZONE } from '../limits.ts';
import type { Roster } from '../records.ts';
import { addDays, dayAt } from '../values/dates.ts';
import type { Day, Moment } from '../values/dates.ts';
import { shortHash } from '../values/text.ts';
import { calendarFile, digits, sequence, text, utc } from './icalendar.ts';
import type { CalendarHead } from './icalendar.ts';
import { isInZone, lineName } from './roster-day.ts';
import { isException, listedDays, rowsIn } from './roster-rows.ts';
import type { RosterRow } from './roster-rows.ts';
import { daysBetween, daysOfRow, exceptionsIn, turnsOn } from './roster-turns.ts';
import type { RowDay, Turn } from './roster-turns.ts';

/** For how many days a calendar has the days of what no RRULE can say, and without which days. */
const CALENDAR_DAYS = 400;

/**
 * Writes the turns of a roster as iCalendar (RFC 5545): a rule as an event that repeats, without the days on which
 * there is none; seasons, which the standard lacks, and listed days as their days.
 * @param zone only what is in this zone, and for the whole town; '' for all
 * @param today from which on days are listed
 */
export function rosterCalendar(roster: Roster, zone: string, origin: string, head: CalendarHead, today: Day): string {
  const rows = rowsIn(roster.turns).filter((row) => isInZone(row, zone));
  // Whoever makes a record chooses the date from which it counts.
  const [from] = [dayAt(Date.parse(roster.created)), `${today.slice(0, 4)}-01-01`].sort().slice(-1);
  const days = daysBetween(from ?? today, addDays(today, CALENDAR_DAYS));
  const around = { roster, exceptions: exceptionsIn(rows), origin, days };
  const events = rows.flatMap((row) => (isException(row) ? [] : eventsOf(row, around)));
  return calendarFile(events, head);
}

interface Around {
  roster: Roster;
  exceptions: ReturnType<typeof exceptionsIn>;
  origin: string;
  /** The days on which rules are looked up. */
  days: readonly Day[];
}

function eventsOf(row: RosterRow, { roster, exceptions, origin, days }: Around): string[] {
  const isRule = row.rule.startsWith('FREQ=') && !row.rule.includes('SEASON');
  const looked = row.rule === 'DAYS' ? daysListed(row, exceptions) : days;
  // All times of a row are on the same days, which are looked for once.
  const found = daysOfRow(row, exceptions, looked, roster.noholidays);
  const regular = found.filter(({ movedFrom }) => movedFrom === undefined);
  const away = regular.filter(({ off }) => off !== undefined);
  const repeated = regular.filter(({ off }) => off === undefined);
  const moved = found.filter(({ movedFrom }) => movedFrom !== undefined);
  const first = isRule ? regular[0] : (repeated[0] ?? regular[0]);
  if (!first) return [];
  return row.times.split(',').flatMap((times) => {
    const uid = `${roster.id}-${shortHash(JSON.stringify([row.rule, row.days, times, row.who, row.zone, row.place]))}`;
    const write = (day: RowDay, end: string, more: (start: Turn) => string[]) =>
      turnsOn({ ...row, times }, day).flatMap((turn) => event(turn, uid + end, { roster, origin }, more(turn)));
    const dates = (name: string, all: RowDay[], start: Turn) =>
      all.length > 0
        ? [`${name}${zoned(start)}:${all.map(({ day }) => stamp(day + start.start.slice(10), start)).join(',')}`]
        : [];
    return [
      ...(isRule ? write(first, '', (start) => [`RRULE:${row.rule}`, ...dates('EXDATE', away, start)]) : []),
      ...(!isRule && repeated.length > 0 ? write(first, '', (start) => dates('RDATE', repeated, start)) : []),
      ...moved.flatMap((day) => write(day, `-${digits(day.day)}`, () => [])),
    ];
  });
}

/** The listed days of a row, and those to which one of them may pass. */
function daysListed(row: RosterRow, exceptions: Around['exceptions']): Day[] {
  const moves = [...exceptions.values()].flat().filter(({ rule }) => rule === 'MOVED');
  return [...new Set([...listedDays(row), ...moves.flatMap((one) => listedDays(one)[1] ?? [])])].sort();
}

const zoned = ({ isWhole }: Pick<Turn, 'isWhole'>) => (isWhole ? ';VALUE=DATE' : `;TZID=${TOWN_ZONE}`);
const stamp = (at: Moment, { isWhole }: Pick<Turn, 'isWhole'>) =>
  isWhole ? digits(at.slice(0, 10)) : `${digits(at)}00`;

function event(
  turn: Turn,
  uid: string,
  { roster, origin }: Pick<Around, 'roster' | 'origin'>,
  more: string[],
): string[] {
  const { created, updated = created } = roster;
  const { place, zone, phone, note, start, end } = turn;
  const page = origin + pages.roster(roster);
  const name = lineName(turn);
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@guardias.portal-municipal`,
    `DTSTAMP:${utc(updated)}`,
    `SEQUENCE:${sequence(updated)}`,
    `DTSTART${zoned(turn)}:${stamp(start, turn)}`,
    ...(end > start ? [`DTEND${zoned(turn)}:${stamp(end, turn)}`] : []),
    ...more,
    `SUMMARY:${text(name ? `${roster.title}: ${name}` : roster.title)}`,
    `DESCRIPTION:${text([phone, note, page].filter(Boolean).join('\n'))}`,
    ...(place || zone ? [`LOCATION:${text(place || `Zona ${zone}`)}`] : []),
    `URL:${page}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}
