import { expect, it } from 'vitest';
import { savedWords } from '../../../web/src/admin/shell/outcome-notices.tsx';
import { creation, document, update } from '../../../web/src/admin/workspace/new-operations.ts';
import { operationIn } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { operation } from './operations.ts';

const title = update('story', 'a', 'title', 'Uno', 'Dos');

it('what was sent is called by what was done: saved, published, or brought back to how it was on a day', () => {
  expect(savedWords(operation(title), 0, false)).toBe('Guardado');
  const status = operation(update('story', 'a', 'status', 'Publicado', 'Redaccion'));
  expect(savedWords(status, 0, true, 'Noticia «Agua»')).toBe('Guardado: se publicó Noticia «Agua»');
  expect(savedWords(status, 0, false, 'Noticia «Agua»')).toBe('Guardado');
  expect(savedWords(operation(title), 1, false)).toBe('Guardado: Título');
  expect(savedWords(operation(creation('alert', 'a', 0)), 0, false)).toBe('Guardado: nueva alerta');
  expect(savedWords(operation(creation('agenda', 'a', 0)), 0, false)).toBe('Guardado: nuevo evento');
  expect(savedWords(operation(document('categories', {}, {})), 0, false)).toBe('Guardado: Listas');
  expect(savedWords(operation(title, { batch: 'op1' }), 0, true)).toBe('Se publicaron los cambios');
  // «Guardar los cambios» of a record that nobody sees.
  expect(savedWords(operation(title, { batch: 'op1' }), 0, false)).toBe('Se guardaron los cambios');
  const back = { ...title, backTo: '2026-03-15T13:32:00.000Z' };
  for (const more of [{}, { batch: 'op1' }])
    expect(savedWords(operation(back, more), 0, true)).toBe(
      'Volvió a como estaba el 15 de marzo de 2026, 10:32\u00a0h',
    );
});

it('the day is kept with the change, however long it waits', () => {
  const back = operation({ ...title, backTo: '2026-03-15T13:32:00.000Z' });
  expect(operationIn(structuredClone(back))?.backTo).toBe('2026-03-15T13:32:00.000Z');
});
