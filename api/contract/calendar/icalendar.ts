import { pages } from '../addresses/pages.ts';
import { lastDayOf, momentsOf, whereOf } from './event-times.ts';
import type { DayAndTime } from './event-times.ts';
import { CALENDAR_REFRESH_HOURS, TOWN_OFFSET, TOWN_ZONE } from '../limits.ts';
import type { AgendaEvent } from '../records.ts';
import { addDays } from '../values/dates.ts';
import { excerptOf } from '../values/text.ts';

/**
 * An event as calendars show it, with the name of its category; without a time of its beginning it takes whole days.
 */
export type CalendarEvent = Omit<AgendaEvent, 'year' | 'image' | 'status' | 'highlight'>;

/** What applications show of a calendar that they subscribe to. */
export interface CalendarHead {
  name: string;
  description: string;
  /** Absolute addresses of the calendar itself and of the page that shows the same. */
  self: string;
  page: string;
}

/**
 * Writes events as iCalendar (RFC 5545). Server and device write the same bytes, which depend on the records alone.
 * @param origin public address of the portal, for the links to the events' pages
 * @param head of a calendar to subscribe to (RFC 7986); without it the file is for adding its events once
 */
export function calendarOf(events: readonly CalendarEvent[], origin: string, head?: CalendarHead): string {
  return calendarFile(
    events.flatMap((event) => eventLines(event, origin)),
    head,
  );
}

/** Writes a calendar around the lines of its events. @param head of a calendar to subscribe to */
export function calendarFile(events: readonly string[], head?: CalendarHead): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portal municipal//Agenda//ES',
    'CALSCALE:GREGORIAN',
    ...(head ? headLines(head) : []),
    ...ZONE,
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** The file of a single event, with the headers of its answer: calendars open it, and browsers that save it name it. */
export function eventFile(event: CalendarEvent, origin: string) {
  return {
    headers: {
      'Content-Type': CALENDAR_TYPE,
      'Content-Disposition': `inline; filename="${event.titlekey}.ics"`,
    },
    body: calendarOf([event], origin),
  };
}

function headLines({ name, description, self, page }: CalendarHead): string[] {
  const interval = `PT${CALENDAR_REFRESH_HOURS}H`;
  return [
    `NAME:${text(name)}`,
    `DESCRIPTION:${text(description)}`,
    `URL:${page}`,
    `SOURCE;VALUE=URI:${self}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${interval}`,
    // For applications older than RFC 7986.
    `X-WR-CALNAME:${text(name)}`,
    `X-WR-CALDESC:${text(description)}`,
    `X-WR-TIMEZONE:${TOWN_ZONE}`,
    `X-PUBLISHED-TTL:${interval}`,
  ];
}

const offset = TOWN_OFFSET.replace(':', '');
/** The town's zone, which has had one offset since 2008. */
const ZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${TOWN_ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  `TZOFFSETFROM:${offset}`,
  `TZOFFSETTO:${offset}`,
  `TZNAME:${TOWN_OFFSET.slice(0, 3)}`,
  'END:STANDARD',
  'END:VTIMEZONE',
];

function eventLines(event: CalendarEvent, origin: string): string[] {
  const { id, title, description, label, created, updated = created } = event;
  const where = whereOf(event);
  const page = origin + pages.event(event);
  const summary = description || excerptOf(event.text, 300);
  return [
    'BEGIN:VEVENT',
    // The id does not contain the portal's address, which may change.
    `UID:${id}@agenda.portal-municipal`,
    `DTSTAMP:${utc(updated)}`,
    `SEQUENCE:${sequence(updated)}`,
    ...when(event),
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(`${summary}\n\n${page}`.trim())}`,
    ...(where ? [`LOCATION:${text(where)}`] : []),
    `CATEGORIES:${text(label)}`,
    `URL:${page}`,
    // A public event does not mark the time as busy in a person's calendar.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function when(event: CalendarEvent): string[] {
  const { start, end } = momentsOf(event);
  // The end of whole days is the day after them.
  if (!start.time) {
    return [`DTSTART;VALUE=DATE:${digits(start.day)}`, `DTEND;VALUE=DATE:${digits(addDays(lastDayOf(event), 1))}`];
  }
  const local = ({ day, time }: DayAndTime) => `;TZID=${TOWN_ZONE}:${digits(day)}T${digits(time)}00`;
  if (end.time) return [`DTSTART${local(start)}`, `DTEND${local(end)}`];
  const midnight = { day: addDays(end.day, 1), time: '00:00' };
  return [`DTSTART${local(start)}`, ...(end.day > start.day ? [`DTEND${local(midnight)}`] : [])];
}

/** Day or time without its separators. */
export const digits = (written: string) => written.replace(/[-:]/g, '');
/** `20260315T133200Z`, of a time in ISO 8601. */
export const utc = (time: string) => `${time.slice(0, 19).replace(/[-:]/g, '')}Z`;
/** A number that grows with every change: the second of the last one since 2000, which fits until 2068. */
export const sequence = (updated: string) =>
  Math.max(0, Math.floor((Date.parse(updated) - Date.UTC(2000, 0, 1)) / 1000));

/** A value of type TEXT (RFC 5545, section 3.3.11). */
export const text = (value: string) =>
  value
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n?|\n/g, String.raw`\n`)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** Maximum number of bytes of a line, without its end (RFC 5545, section 3.1). */
const LINE_BYTES = 75;

/** Most lines: ASCII, with as many bytes as characters, and short enough. */
const SHORT = new RegExp(`^[ -~]{0,${LINE_BYTES}}$`);

/** A line, folded where it is too long (RFC 5545, section 3.1); no character is divided. */
function folded(line: string): string {
  if (SHORT.test(line)) return line;
  let room = LINE_BYTES;
  let result = '';
  for (const sign of line) {
    const code = sign.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > room) {
      result += '\r\n ';
      room = LINE_BYTES - 1;
    }
    result += sign;
    room -= bytes;
  }
  return result;
}
