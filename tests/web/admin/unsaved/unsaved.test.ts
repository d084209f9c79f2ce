import { expect, test } from 'vitest';
import { fateOf, whatIs } from '../../../../web/src/admin/changes/questions.ts';

const TITLE = { label: 'Título', place: { entity: 'story', recordId: 'a', field: 'title' } };
const LABELS = { label: 'Etiquetas', place: null };

test('what is typed into a field for a link or a date is not called a text', () => {
  expect(whatIs([{ isProse: true }, { isProse: false }])).toBe('texto');
  expect(whatIs([{ isProse: false }])).toBe('un dato');
  expect(whatIs([{ isProse: false }, {}])).toBe('datos');
});

test('the question before a screen is left says which texts would be lost and which stay as drafts', () => {
  expect(fateOf([TITLE])).toBe('queda como borrador en este dispositivo');
  expect(fateOf([LABELS])).toBe('se pierde');
  expect(fateOf([TITLE, LABELS])).toBe(
    'se pierde lo de «Etiquetas» y el resto queda como borrador en este dispositivo',
  );
});
