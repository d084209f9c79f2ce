import { expect, test } from 'vitest';
import { recordRoute } from '#contract/addresses/pages';
import { isListedType, RECORD_ENTITIES, traitsOf } from '#contract/record-types';
import { SECTIONS, sectionAt, sectionOf, TOPIC_SECTIONS, TOPICS } from '#contract/sections';
import { routes } from '../../web/src/public/routes.ts';

test('the page of every section is in the table of routes, at its address', () => {
  for (const { address, page } of SECTIONS) {
    if (page !== undefined) expect(routes, address).toContainEqual({ path: address, page });
  }
});

test('every record that has an address leads to a page there', () => {
  for (const type of RECORD_ENTITIES.filter((one) => traitsOf(one).page)) {
    expect(routes, type).toContainEqual({ path: recordRoute(type), page: expect.any(String) });
  }
});

test('every record with a page of its own is in a section, which is on the way back from it; free pages are in the menu', () => {
  const homeless = RECORD_ENTITIES.filter((type) => traitsOf(type).titlekeyOf && !sectionOf(type));
  expect(homeless, 'add the type to a section in api/contract/sections.ts').toEqual(['page']);
});

test('every list that grows is in a section', () => {
  const homeless = RECORD_ENTITIES.filter((type) => isListedType(type) && !sectionOf(type));
  expect(homeless, 'add the type to a section in api/contract/sections.ts').toEqual([]);
});

test('what is announced when it is published, or subscribed to, begins with the records of a list', () => {
  for (const { address, topic, feed, types } of SECTIONS) {
    const [type] = types;
    if (feed === 'ics') expect(type, `calendars are of events, ${address}`).toBe('agenda');
    if (topic?.mostDays !== undefined || feed)
      expect(type && isListedType(type), `first type of ${address}`).toBe(true);
  }
});

test('alerts are the first topic that a person is offered, and no two topics or shortcuts have the same place', () => {
  expect(TOPICS[0]).toBe('alertas');
  expect(TOPICS).toEqual([...new Set(TOPICS)]);
  const placesOfTopics = TOPIC_SECTIONS.map(({ topic }) => topic.place);
  const placesOfShortcuts = SECTIONS.flatMap(({ shortcut }) => shortcut?.place ?? []);
  for (const places of [placesOfTopics, placesOfShortcuts]) expect(places).toEqual([...new Set(places)]);
});

test('a section is found by its address and by what it shows', () => {
  expect(sectionAt('/boletin')?.name).toBe('Boletín Oficial');
  expect(sectionAt('/nada')).toBeUndefined();
  expect(sectionOf('map')?.name).toBe('Turismo');
});
