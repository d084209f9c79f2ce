import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { rosterCalendar } from '#contract/calendar/roster-calendar';
import { turnsOf } from '#contract/calendar/roster-turns';
import { addDays } from '#contract/values/dates';
import type { Roster } from '#contract/records';

const TODAY = '2026-11-26';
const roster: Roster = {
  id: 'guardia00001',
  created: '2026-11-01T12:00:00.000Z',
  updated: '2026-11-20T12:00:00.000Z',
  title: 'Recolección',
  titlekey: 'recoleccion',
  kind: 'recoleccion',
  description: '',
  status: 'Publicado',
  noholidays: 1,
  turns: [
    'FREQ=WEEKLY;BYDAY=MO,TH||20:00|Camión||Norte',
    'FREQ=WEEKLY;BYDAY=TU,FR||21:00-23:00|Camión||Sur',
    'FREQ=DAILY;INTERVAL=3|2026-11-02|08:30-08:30|Farmacia del Lago',
    'FREQ=WEEKLY;BYDAY=SA;SEASON=1215-0228||10:00-14:00|Feria',
    'DAYS|2026-12-01,2026-12-09||Campaña',
    'NO|2026-12-03||Camión||Norte||Sin gasoil',
    'MOVED|2026-12-04>2026-12-05||||Sur',
  ].join('\n'),
};
const head = {
  name: 'Recolección',
  description: 'Recolección',
  self: 'https://p.example/a.ics',
  page: 'https://p.example/a',
};
const calendar = (zone = '') => rosterCalendar(roster, zone, 'https://p.example', head, TODAY);

/** The beginnings that a program of calendars shows between two days, with their titles. */
function shown(text: string, from: string, to: string): string[] {
  const root = new ICAL.Component(ICAL.parse(text));
  return root
    .getAllSubcomponents('vevent')
    .flatMap((component) => {
      const event = new ICAL.Event(component);
      const title = event.summary.replace('Recolección: ', '');
      if (!event.isRecurring()) return [`${event.startDate.toString()} ${title}`];
      const found: string[] = [];
      const iterator = event.iterator();
      for (let next = iterator.next(); next && next.toString().slice(0, 10) <= to; next = iterator.next())
        found.push(`${next.toString()} ${title}`);
      return found;
    })
    .filter((one) => one.slice(0, 10) >= from && one.slice(0, 10) <= to)
    .sort();
}

test('a program of calendars shows the turns of a roster, with their exceptions, holidays and seasons', () => {
  const [from, to] = [TODAY, addDays(TODAY, 60)];
  const expected = turnsOf(roster, from, to)
    .filter(({ off }) => off === undefined)
    .map(({ start, isWhole, who, zone }) => {
      const name = [who, zone && `Zona ${zone}`].filter(Boolean).join(', ');
      return `${isWhole ? start.slice(0, 10) : `${start}:00`} ${name}`;
    });
  expect(shown(calendar(), from, to)).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(40);
});

test('the calendar of a zone has what is there and what is for the whole town', () => {
  const text = calendar('Norte');
  expect(text).toContain('Zona Norte');
  expect(text).not.toContain('Zona Sur');
  expect(text).toContain('Farmacia del Lago');
});
