import { expect, test } from 'vitest';
import { zonesAt } from '#contract/town/zones';
import { readTown } from '../../../api/demo/town.ts';

/** The story that tells whose water is cut, and when. */
const cutOf = (day: string) => readTown(Date.parse(`${day}T12:00:00-03:00`)).story[0]?.text ?? '';
const days = (text: string) => [...text.matchAll(/<tr><td><p>([^<]*)<\/p><\/td>/g)].map(([, one]) => one);

test.for([
  ['2026-11-26', ['Viernes 27 de noviembre', 'Lunes 30 de noviembre', 'Martes 1 de diciembre']],
  ['2026-11-27', ['Lunes 30 de noviembre', 'Martes 1 de diciembre', 'Miércoles 2 de diciembre']],
  ['2026-11-29', ['Lunes 30 de noviembre', 'Martes 1 de diciembre', 'Miércoles 2 de diciembre']],
  ['2026-12-30', ['Jueves 31 de diciembre', 'Viernes 1 de enero', 'Lunes 4 de enero']],
] as const)('on %s the water is cut on the working days that follow', ([day, cut]) => {
  expect(days(cutOf(day))).toEqual(cut);
});

test('the days of the cut are said in the sentence too, and no text keeps what stands for a day', () => {
  expect(cutOf('2026-11-26')).toContain('del viernes 27 de noviembre al martes 1 de diciembre, siempre de 9 a 16 h');
  expect(JSON.stringify(readTown(Date.parse('2026-11-26T12:00:00-03:00')))).not.toMatch(/\{\w+[+}]/);
});

test('the town says one thing of one place: its terminal, its green points, the licence, what goes with a battery', () => {
  const town = readTown(Date.parse('2026-11-26T12:00:00-03:00'));
  const all = JSON.stringify(town);
  const terminal = town.usefuldata.rows.find(({ area }) => area === 'Terminal de Ómnibus')?.address;
  const stops = town.roster.flatMap(({ turns }) => turns.match(/(?<=Terminal de ómnibus, )[^|\n]+/gi) ?? []);
  expect([...new Set(stops)]).toEqual([terminal]);
  const { zones = [] } = town.categories;
  for (const { title } of town.greenpoint) {
    const [, place = '', street = ''] = /^([^:]+): (.*? \d+)/.exec(title) ?? [];
    if (zonesAt(zones, place).length > 0) expect(zonesAt(zones, street), title).toEqual(zonesAt(zones, place));
  }
  expect(zonesAt(zones, 'Los Coirones 310')).toEqual(['Norte']);
  expect(zonesAt(zones, 'Los Coirones 455')).toEqual(zonesAt(zones, 'Los Ñires'));
  expect(all).toMatch(/<p>Licencia de conducir<\/p><\/td>.{0,80}<p>En el día</);
  const [takes = '', refuses = ''] = town.greenpointpage.txt.split('Qué no llevar');
  expect(takes).toMatch(/Baterías.*pintura/);
  expect(refuses).not.toMatch(/batería|pintura/i);
});
