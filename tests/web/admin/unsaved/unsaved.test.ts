import { expect, test } from 'vitest';
import { fateOf, refusalWords, whatIs } from '../../../../web/src/admin/changes/questions.ts';

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

test('a text that cannot be saved is named with the reason; nothing is said of one whose author put it off', () => {
  const text = { label: 'Datos útiles', fault: () => null, isPutOff: () => false };
  expect(refusalWords({ ...text, fault: () => 'Falta el área.' }, 'No se guardó')).toBe(
    'No se guardó: «Datos útiles» no se puede guardar así. Falta el área.',
  );
  expect(refusalWords(text, 'No se guardó')).toMatch(/Revisá lo que dice ahí\.$/);
  expect(refusalWords({ ...text, isPutOff: () => true }, 'No se guardó')).toBeNull();
});
