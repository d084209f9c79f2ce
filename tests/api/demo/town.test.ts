import { expect, test } from 'vitest';
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
