import { expect, test } from 'vitest';
import { rowsIn } from '#contract/calendar/roster-rows';
import { fieldAt } from '#contract/forms-and-lists';
import { whenOf } from '../../../../web/src/admin/field/roster/turns-editor.tsx';
import { valueWords } from '../../../../web/src/admin/parts/words/value-words.ts';

test('staff see a stored row in words, and what they type as they type it', () => {
  const rows = rowsIn('FREQ=WEEKLY;BYDAY=MO,TH||20:00|Camión||Norte\nsábados, a las di|||Feria');
  expect(rows.map(whenOf)).toEqual(['lunes y jueves, 20\u00a0h', 'sábados, a las di']);
});

test('the history says a roster as people do', () => {
  const field = fieldAt('roster', 'turns')?.field ?? null;
  expect(valueWords(field, 'FREQ=MONTHLY;BYDAY=2TU||09:00-12:00||Salón|Sur\nNO|2026-12-25||||||Navidad')).toBe(
    'segundo martes de cada mes, de 9 a 12\u00a0h · zona Sur · Salón\nno hay: 25/12/2026 · Navidad',
  );
});
