import { pages } from '../addresses/pages.ts';
import { TOWN_ZONE } from '../limits.ts';
import type { Roster } from '../records.ts';
import { addDays, dayAt } from '../values/dates.ts';
import type { Day, Moment } from '../values/dates.ts';
import { shortHash } from '../values/text.ts';
import { calendarFile, digits, sequence, text, utc } from './icalendar.ts';
import type { CalendarHead } from './icalendar.ts';
import { isInZone, lineName } from './roster-day.ts';
import { isException, listedDays, rowsIn, rowsText } from './roster-rows.ts';
import type { RosterRow } from './roster-rows.ts';
import { turnsOf } from './roster-turns.ts';
import type { Turn } from './roster-turns.ts';

/** For how many days a calendar has the days of what no RRULE can say, and without which days. */
const CALENDAR_DAYS = 400;

/**
 * Writes the turns of a roster as iCalendar (RFC 5545): a rule as an event that repeats, without the days on which there
 * is none; seasons, which the standard lacks, and listed days as their days.
 * @param zone only what is in this zone, and for the whole town; '' for all
 * @param today from which on days are listed
 */
export function rosterCalendar(roster: Roster, zone: string, origin: string, head: CalendarHead, today: Day): string {
  const rows = rowsIn(roster.turns).filter((row) => isInZone(row, zone));
  const exceptions = rows.filter(isException);
  const from = dayAt(Date.parse(roster.created));
  const events = rows
    .filter((row) => !isException(row))
    .flatMap((row) => eventsOf(row, { roster, exceptions, origin, from: row.rule === 'DAYS' ? '' : from, today }));
  return calendarFile(events, head);
}

interface Around {
  roster: Roster;
  exceptions: RosterRow[];
  origin: string;
  from: Day;
  today: Day;
}

function eventsOf(row: RosterRow, { roster, exceptions, origin, from, today }: Around): string[] {
  const isRule = row.rule.startsWith('FREQ=') && !row.rule.includes('SEASON');
  const days = listedDays(row).sort();
  const first = isRule || row.rule !== 'DAYS' ? (row.days > from ? row.days : from) : (days[0] ?? today);
  const last = row.rule === 'DAYS' ? (days.at(-1) ?? today) : addDays(today > first ? today : first, CALENDAR_DAYS);
  return row.times.split(',').flatMap((times) => {
    const alone = { noholidays: roster.noholidays, turns: rowsText([{ ...row, times }, ...exceptions]) };
    const turns = turnsOf(alone, first, last);
    const regular = turns.filter(({ movedFrom }) => movedFrom === undefined);
    const [start] = regular;
    if (!start) return [];
    const away = regular.filter(({ off }) => off !== undefined).map(({ start: at }) => at);
    const repeated = regular.filter(({ off }) => off === undefined).map(({ start: at }) => at);
    const dates = (name: string, all: Moment[]) =>
      all.length > 0 ? [`${name}${zoned(start)}:${all.map((at) => stamp(at, start)).join(',')}`] : [];
    const uid = shortHash(JSON.stringify([row.rule, row.days, times, row.who, row.zone, row.place]));
    const moved = turns.filter(({ movedFrom }) => movedFrom !== undefined);
    return [
      ...(isRule
        ? event(start, `${roster.id}-${uid}`, { roster, origin }, [`RRULE:${row.rule}`, ...dates('EXDATE', away)])
        : repeated.length > 0
          ? event(
              { ...start, ...regular.find(({ off }) => off === undefined) },
              `${roster.id}-${uid}`,
              { roster, origin },
              dates('RDATE', repeated),
            )
          : []),
      ...moved.flatMap((turn) => event(turn, `${roster.id}-${uid}-${digits(turn.day)}`, { roster, origin }, [])),
    ];
  });
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
