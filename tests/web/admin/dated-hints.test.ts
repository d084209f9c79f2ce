import { expect, test } from 'vitest';
import { datedHint } from '../../../web/src/admin/edit/dated-hints.ts';

/** The evening of the 15th in the town, which is the 16th in Greenwich. */
const NOW = Date.parse('2026-03-16T02:00:00Z');
const story = (date: string, status = 'Redaccion') => ({ id: 's1', date, status });
const hint = datedHint('story');

test('a date that is still to come puts nothing off, and staff are told so before and after', () => {
  expect(hint('date', story('2026-03-16'), NOW)).toMatch(/si lo publicás, se ve en el sitio desde ese momento/);
  expect(hint('date', story('2026-03-16', 'Publicado'), NOW)).toMatch(/ya se ve en el sitio/);
});

test('nothing is said of today, of a day before, of none, and at other fields', () => {
  for (const date of ['2026-03-15', '2020-01-01', '']) expect(hint('date', story(date), NOW)).toBeUndefined();
  expect(hint('title', story('2026-03-16'), NOW)).toBeUndefined();
});
