import { expect, it, vi } from 'vitest';
import { NOTICE_TIME } from '#contract/limits';
import { createTally, savedWords } from '../../../web/src/admin/shell/outcome-notices.tsx';
import { creation, document, update } from '../../../web/src/admin/workspace/new-operations.ts';
import { operationIn } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { operation } from './operations.ts';

const archived = (id: string) => operation(update('story', id, 'status', 'Archivado', 'Publicado'));
const title = update('story', 'a', 'title', 'Uno', 'Dos');

it('what was sent is called by what was done: saved, published, or brought back to how it was on a day', () => {
  expect(savedWords(operation(title), 0, false)).toBe('Guardado');
  const status = operation(update('story', 'a', 'status', 'Publicado', 'Redaccion'));
  expect(savedWords(status, 0, true, 'Noticia «Agua»')).toBe('Guardado: se publicó Noticia «Agua»');
  expect(savedWords(status, 0, false, 'Noticia «Agua»')).toBe('Guardado');
  expect(savedWords(archived('a'), 0, true, 'Noticia «Agua»')).toBe('Guardado: se archivó Noticia «Agua»');
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

it('records that got the same status together are counted in one notice, others have their own', () => {
  vi.useFakeTimers();
  const tally = createTally();
  const [first, second, third] = ['a', 'b', 'c'].map(archived);
  if (!first || !second || !third) throw new Error('three');
  const about = first.opId;
  expect([first, second, third].map(tally)).toEqual([1, 2, 3].map((count) => ({ about, count })));
  expect(savedWords(third, 0, true, 'Noticia «Agua»', 3)).toBe('Guardado: se archivaron 3 noticias');
  // The same record again is no other one.
  expect(tally(archived('a'))).toEqual({ about, count: 3 });
  const shown = operation(update('story', 'd', 'status', 'Publicado', 'Oculto'));
  expect(tally(shown)).toEqual({ about: shown.opId, count: 1 });
  expect(savedWords(shown, 0, true, '', 2)).toBe('Guardado: se publicaron 2 noticias');
  vi.advanceTimersByTime(NOTICE_TIME);
  const later = archived('e');
  expect(tally(later)).toEqual({ about: later.opId, count: 1 });
  vi.useRealTimers();
});

it('the day is kept with the change, however long it waits', () => {
  const back = operation({ ...title, backTo: '2026-03-15T13:32:00.000Z' });
  expect(operationIn(structuredClone(back))?.backTo).toBe('2026-03-15T13:32:00.000Z');
});
