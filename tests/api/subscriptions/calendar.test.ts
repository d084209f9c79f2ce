import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { subscriptions } from '#contract/addresses/subscriptions';
import { STATUSES } from '#contract/record-types';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

const FEST = { title: 'Fiesta del Lago', date: '2026-03-20', label: 'Cultura', status: 'Publicado' };
/** Today is 15 March 2026. */
const make = (town: Town, fields: object = {}) => {
  const { label, ...rest } = { ...FEST, ...fields };
  return town.make('agenda', { ...rest, labelId: label });
};

async function calendarAt(town: Town, path: string): Promise<ICAL.Component> {
  const { status, headers, body } = await town.get(path);
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/calendar; charset=utf-8']);
  return new ICAL.Component(ICAL.parse(String(body)) as unknown[]);
}
const eventsOf = (calendar: ICAL.Component) =>
  calendar.getAllSubcomponents('vevent').map((one) => String(one.getFirstPropertyValue('summary')));

describe('the agenda', () => {
  test('is a calendar of all that is to come and of the last 30 days', async () => {
    const town = await openTown();
    const days = ['2026-02-12', '2026-02-13', '2026-03-15', '2026-03-20', '2031-01-01'];
    for (const date of days) make(town, { title: date, date });
    const calendar = await calendarAt(town, subscriptions.agenda());
    expect(eventsOf(calendar)).toEqual(days.slice(1));
    expect(String(calendar.getFirstPropertyValue('source'))).toBe('http://localhost:3000/agenda.ics');
    expect(String(calendar.getFirstPropertyValue('url'))).toBe('http://localhost:3000/agenda');
  });

  test('has events that began earlier while they last', async () => {
    const town = await openTown();
    make(town, { title: 'Muestra', date: '2026-01-10', lastDay: '2026-02-13' });
    make(town, { title: 'Terminada', date: '2026-01-10', lastDay: '2026-02-12' });
    expect(eventsOf(await calendarAt(town, subscriptions.agenda()))).toEqual(['Muestra']);
    town.clock.now += 24 * 3600_000;
    expect(eventsOf(await calendarAt(town, subscriptions.agenda()))).toEqual([]);
  });

  test('says when an event begins and ends, and where', async () => {
    const town = await openTown();
    const times = { startTime: '18 hs', endTime: '21.30', place: 'Costanera', address: 'Perito Moreno 180' };
    make(town, { ...times, title: 'Peña' });
    const [event] = (await calendarAt(town, subscriptions.agenda())).getAllSubcomponents('vevent');
    const shown = (name: string) => String(event?.getFirstPropertyValue(name));
    expect([shown('dtstart'), shown('dtend'), shown('location')]).toEqual([
      '2026-03-20T18:00:00',
      '2026-03-20T21:30:00',
      'Costanera, Perito Moreno 180',
    ]);
  });

  test('goes on by itself when the day in the town changes', async () => {
    const town = await openTown();
    make(town, { date: '2026-02-13' });
    expect(eventsOf(await calendarAt(town, subscriptions.agenda()))).toHaveLength(1);
    town.clock.now += 24 * 3600_000;
    expect(eventsOf(await calendarAt(town, subscriptions.agenda()))).toEqual([]);
  });

  test('has a calendar for each category, also for one without events', async () => {
    const town = await openTown();
    make(town, { title: 'Peña' });
    make(town, { title: 'Carrera', label: 'Deporte' });
    const calendar = await calendarAt(town, subscriptions.agendaByLabel('Deporte'));
    expect(eventsOf(calendar)).toEqual(['Carrera']);
    expect(String(calendar.getFirstPropertyValue('name'))).toMatch(/: Deporte$/);
    expect(eventsOf(await calendarAt(town, subscriptions.agendaByLabel('Juventud')))).toEqual([]);
    for (const name of ['otra', 'all', 'leer', 'DEPORTE', 'dep%C3%B3rte'])
      expect((await town.get(`/agenda/${name}.ics`)).status).toBe(404);
    expect((await town.get('/AGENDA.ics')).status).toBe(404);
  });

  test('has more events than a page of the agenda', async () => {
    const town = await openTown();
    for (let at = 0; at < 35; at += 1) make(town, { title: `Evento ${at}` });
    expect(eventsOf(await calendarAt(town, subscriptions.agenda()))).toHaveLength(35);
  });

  test('loses an event that is deleted', async () => {
    const town = await openTown();
    const id = make(town);
    expect(eventsOf(await calendarAt(town, subscriptions.agenda()))).toEqual(['Fiesta del Lago']);
    await town.post(calls.remove('agenda', id), {}, { as: town.admin });
    expect(eventsOf(await calendarAt(town, subscriptions.agenda()))).toEqual([]);
    expect((await town.get(subscriptions.event({ id }))).status).toBe(404);
  });
});

describe('one event', () => {
  test.for([...STATUSES])('%s: has a file if its page is public', async (status) => {
    const town = await openTown();
    const id = make(town, { status });
    const isReadable = status === 'Publicado' || status === 'Archivado';
    expect((await town.get(subscriptions.event({ id }))).status).toBe(isReadable ? 200 : 404);
  });

  test('is in its file as in the agenda', async () => {
    const town = await openTown();
    const id = make(town);
    const answers = await Promise.all(
      [subscriptions.event({ id }), subscriptions.agenda()].map((path) => town.get(path)),
    );
    const [own, all] = answers.map(({ body }) => /BEGIN:VEVENT.*END:VEVENT/s.exec(String(body))?.[0]);
    expect(own).toBe(all);
    expect(own).toContain(`UID:${id}@`);
    expect(answers[0]?.headers.get('content-disposition')).toBe('inline; filename="fiesta-del-lago.ics"');
  });

  test('changes its number and its time with a save, and nothing else with none', async () => {
    const town = await openTown();
    const id = make(town);
    const before = String((await town.get(subscriptions.event({ id }))).body);
    town.clock.now += 3000;
    make(town, { title: 'Otro' });
    expect((await town.get(subscriptions.event({ id }))).body).toBe(before);
    await save(town, 'agenda', id, 'description', { value: 'En la costanera' });
    const after = String((await town.get(subscriptions.event({ id }))).body);
    const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    expect(sequence(after)).toBeGreaterThan(sequence(before));
    expect(after).toContain('DTSTAMP:20260315T1332');
  });
});

describe('a program that asks again', () => {
  test('gets the answer that nothing has changed, until something does', async () => {
    const town = await openTown();
    const story = town.make('story', { title: 'Una', status: 'Publicado' });
    town.make('bulletin', { title: 'Un decreto', status: 'Publicado' });
    const id = make(town);
    const paths = [
      subscriptions.stories(),
      subscriptions.bulletins(),
      subscriptions.agenda(),
      subscriptions.event({ id }),
    ];
    const tags = new Map<string, string>();
    for (const path of paths) {
      const { headers } = await town.get(path);
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30, stale-if-error=86400');
      tags.set(path, headers.get('etag') ?? '');
      const again = await town.get(path, { headers: { 'If-None-Match': tags.get(path) ?? '' } });
      expect([path, again.status]).toEqual([path, 304]);
    }
    await save(town, 'story', story, 'title', { value: 'Otra' });
    const [news = '', , agenda = ''] = paths;
    for (const [path, status] of [
      [news, 200],
      [agenda, 304],
    ] as const) {
      expect([path, (await town.get(path, { headers: { 'If-None-Match': tags.get(path) ?? '' } })).status]).toEqual([
        path,
        status,
      ]);
    }
  });

  test('may append what it likes to the address', async () => {
    const town = await openTown();
    make(town);
    expect(eventsOf(await calendarAt(town, `${subscriptions.agenda()}?utm_source=x`))).toHaveLength(1);
  });
});
