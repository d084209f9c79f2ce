import { expect, test } from 'vitest';
import { fateOf } from '../../../../web/src/admin/changes/questions.ts';

const TITLE = { label: 'Título', place: { entity: 'story', recordId: 'a', field: 'title' } };
const LABELS = { label: 'Etiquetas', place: null };

test('the question before a screen is left says which texts would be lost and which stay as drafts', () => {
  expect(fateOf([TITLE])).toBe('queda como borrador en este dispositivo');
  expect(fateOf([LABELS])).toBe('se pierde');
  expect(fateOf([TITLE, LABELS])).toBe(
    'se pierde lo de «Etiquetas» y el resto queda como borrador en este dispositivo',
  );
});
