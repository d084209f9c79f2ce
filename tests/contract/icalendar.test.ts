import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { calendarOf } from '#contract/calendar/icalendar';
import type { CalendarEvent } from '#contract/calendar/icalendar';
import { TOWN_OFFSET, TOWN_ZONE } from '#contract/limits';

const ORIGIN = 'https://portal.example';
const HEAD = {
  name: 'Agenda de Cañadón Huemul',
  description: 'Lo que pasa en el pueblo.',
  self: `${ORIGIN}/agenda.ics`,
  page: `${ORIGIN}/agenda`,
};

const event = (given: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'fq2uabcdefgh',
  title: 'Fiesta del Lago',
  titlekey: 'fiesta-del-lago',
  description: 'Música, comidas y feria; entrada libre.',
  text: '<p>En la costanera.</p>',
  date: '2026-03-20',
  lastDay: '',
  startTime: '',
  endTime: '',
  place: '',
  address: '',
  map: '',
  label: 'Cultura',
  created: '2026-03-10T12:00:00.000Z',
  updated: '2026-03-15T13:32:00.000Z',
  ...given,
});

/** Reads a calendar with ical.js. */
function read(calendar: string): { component: ICAL.Component; events: ICAL.Event[] } {
  const component = new ICAL.Component(ICAL.parse(calendar) as unknown[]);
  return { component, events: component.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) };
}
function readEvent(given: Partial<CalendarEvent> = {}): ICAL.Event {
  const [only] = read(calendarOf([event(given)], ORIGIN)).events;
  if (!only) throw new Error('no event');
  return only;
}

test('one event, as it is written', () => {
  expect(calendarOf([event({ place: 'Costanera', address: 'Perito Moreno 180' })], ORIGIN).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portal municipal//Agenda//ES',
    'CALSCALE:GREGORIAN',
    'BEGIN:VTIMEZONE',
    'TZID:America/Argentina/Buenos_Aires',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:-0300',
    'TZOFFSETTO:-0300',
    'TZNAME:-03',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:fq2uabcdefgh@agenda.portal-municipal',
    'DTSTAMP:20260315T133200Z',
    'SEQUENCE:826896720',
    'DTSTART;VALUE=DATE:20260320',
    'DTEND;VALUE=DATE:20260321',
    'SUMMARY:Fiesta del Lago',
    String.raw`DESCRIPTION:Música\, comidas y feria\; entrada libre.\n\nhttps://portal.ex`,
    ' ample/agenda/leer/fq2uabcdefgh/fiesta-del-lago',
    String.raw`LOCATION:Costanera\, Perito Moreno 180`,
    'CATEGORIES:Cultura',
    'URL:https://portal.example/agenda/leer/fq2uabcdefgh/fiesta-del-lago',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a calendar to subscribe to says what it is, where it comes from and when to ask again', () => {
  const { component } = read(calendarOf([], ORIGIN, HEAD));
  const value = (name: string) => String(component.getFirstPropertyValue(name));
  expect(value('name')).toBe(HEAD.name);
  expect(value('x-wr-calname')).toBe(HEAD.name);
  expect(value('x-wr-timezone')).toBe(TOWN_ZONE);
  expect(value('source')).toBe(HEAD.self);
  expect(value('url')).toBe(HEAD.page);
  expect(value('refresh-interval')).toBe('PT6H');
  expect(value('x-published-ttl')).toBe('PT6H');
});

describe('when an event is', () => {
  test('a day without a time is that whole day', () => {
    const { startDate, endDate } = readEvent();
    expect([startDate.isDate, startDate.toString(), endDate.toString()]).toEqual([true, '2026-03-20', '2026-03-21']);
  });

  test('several days are one event, its last day included', () => {
    const { startDate, endDate } = readEvent({ date: '2026-03-30', lastDay: '2026-04-02' });
    expect([startDate.toString(), endDate.toString()]).toEqual(['2026-03-30', '2026-04-03']);
  });

  test.for<[string, Partial<CalendarEvent>, string, string]>([
    [
      'a time is of the town',
      { startTime: '19:30', endTime: '21:00' },
      '2026-03-20T22:30:00.000Z',
      '2026-03-21T00:00:00.000Z',
    ],
    ['the end may be open', { startTime: '19:30' }, '2026-03-20T22:30:00.000Z', '2026-03-20T22:30:00.000Z'],
    [
      'an end that is the beginning is left out',
      { startTime: '19:30', endTime: '19:30' },
      '2026-03-20T22:30:00.000Z',
      '2026-03-20T22:30:00.000Z',
    ],
    [
      'a last day before the first one is left out',
      { startTime: '19:30', lastDay: '2026-03-19', endTime: '21:00' },
      '2026-03-20T22:30:00.000Z',
      '2026-03-21T00:00:00.000Z',
    ],
    [
      'it may end after midnight',
      { startTime: '22:00', endTime: '02:00' },
      '2026-03-21T01:00:00.000Z',
      '2026-03-21T05:00:00.000Z',
    ],
    [
      'it may end another day',
      { startTime: '10:00', lastDay: '2026-03-22', endTime: '18:00' },
      '2026-03-20T13:00:00.000Z',
      '2026-03-22T21:00:00.000Z',
    ],
    [
      'without the time of its end it lasts until its last day is over',
      { startTime: '10:00', lastDay: '2026-03-22' },
      '2026-03-20T13:00:00.000Z',
      '2026-03-23T03:00:00.000Z',
    ],
  ])('%s', ([, given, start, end]) => {
    const { startDate, endDate } = readEvent(given);
    expect([startDate, endDate].map((time) => time.toJSDate().toISOString())).toEqual([start, end]);
    expect(startDate.zone?.tzid).toBe(TOWN_ZONE);
  });

  test('the offset of the zone is that of the time zone database', () => {
    const offsetAt = (at: Date) =>
      new Intl.DateTimeFormat('en', { timeZone: TOWN_ZONE, timeZoneName: 'longOffset' })
        .formatToParts(at)
        .find(({ type }) => type === 'timeZoneName')?.value;
    for (let month = 0; month < 12 * 30; month += 1) {
      expect(offsetAt(new Date(Date.UTC(2010, month, 1)))).toBe(`GMT${TOWN_OFFSET}`);
    }
  });
});

describe('a change', () => {
  test('keeps the event the same one, and makes its copy the newer', () => {
    const first = readEvent();
    const changed = readEvent({ title: 'Otra fiesta', titlekey: 'otra-fiesta', updated: '2026-03-15T13:32:01.000Z' });
    expect(changed.uid).toBe(first.uid);
    expect(changed.sequence).toBeGreaterThan(first.sequence);
    expect(String(changed.component.getFirstPropertyValue('dtstamp'))).toBe('2026-03-15T13:32:01Z');
  });

  test('the same record gives the same bytes', () => {
    expect(calendarOf([event()], ORIGIN)).toBe(calendarOf([event()], ORIGIN));
  });
});

describe('any text', () => {
  /** Texts that are hard to fold and to escape. */
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary', minLength: 20, maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom('\\', ';', ',', '\n', '\r\n', ':', '"', '🧉', 'ñ', '€', ' ', '\\n', 'a', ']]>'),
    }),
  );
  /** What becomes of a text: one kind of line break, no control characters. */
  const kept = (text: string) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .toWellFormed();

  test('is read by ical.js as it was written', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (title, description, place) => {
        fc.pre(title !== '' && description !== '' && kept(place) !== '');
        const bytes = Buffer.from(calendarOf([event({ title, description, place })], ORIGIN, HEAD));
        const [only] = read(bytes.toString()).events;
        expect(only?.summary).toBe(kept(title));
        expect(only?.location).toBe(kept(place));
        expect(only?.description).toContain(kept(description).trimStart());
      }),
      { numRuns: 1000 },
    );
  });

  test('is written in lines of at most 75 bytes, divided between characters', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const bytes = Buffer.from(calendarOf([event({ title })], ORIGIN));
        const lines = bytes.toString('latin1').split('\r\n');
        expect(lines.pop()).toBe('');
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))).not.toThrow();
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('is written as ical.js writes it, but for where lines are divided', () => {
    // Its continued lines have 76 bytes.
    const unfolded = (calendar: string) => calendar.replaceAll('\r\n ', '');
    fc.assert(
      fc.property(anyText, anyText, (title, place) => {
        const ours = calendarOf([event({ title: kept(title), place: kept(place) })], ORIGIN, HEAD);
        const theirs = ICAL.stringify(ICAL.parse(ours) as unknown[]);
        expect(unfolded(theirs)).toBe(unfolded(ours));
      }),
    );
  });
});

test('10,000 events are one valid calendar', () => {
  const titles = ['Feria & peña', '🧉🎉 Mateada', 'Cierre ]]>', 'En dos\nrenglones', 'Coma, punto; y barra \\'];
  const many = Array.from({ length: 10_000 }, (_, at) =>
    event({ id: `fq2u${String(at).padStart(8, '0')}`, title: titles[at % titles.length] ?? '' }),
  );
  // Not as `ICAL.Event`, which looks through all others for changes of itself.
  const events = new ICAL.Component(ICAL.parse(calendarOf(many, ORIGIN, HEAD)) as unknown[]).getAllSubcomponents(
    'vevent',
  );
  const values = (name: string) => events.map((one) => one.getFirstPropertyValue(name));
  expect(new Set(values('uid')).size).toBe(10_000);
  expect(values('summary').slice(0, titles.length)).toEqual(titles);
});
