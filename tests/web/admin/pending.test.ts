import { expect, it } from 'vitest';
import { creation, galleryAddition, labelAddition, labelRemoval, pageText, pdf, removal, update } from '../../../web/src/admin/changes.ts';
import { deedWords, editScreen, fieldOf, groupName, groupsOf } from '../../../web/src/admin/pending-groups.ts';
import { ageWords, badgeWords, operationWords } from '../../../web/src/admin/words.ts';
import { operation, story } from './operations.ts';

it('changes are listed by record, in their order', () => {
  const operations = [update('story', 'a', 'title', 'Uno', ''), update('agenda', 'a', 'title', 'Dos', ''), update('story', 'a', 'video', '', 'x')].map((wish) => operation(wish));
  expect(groupsOf(operations).map(({ entity, operations: own }) => [entity, own.length])).toEqual([['story', 2], ['agenda', 1]]);
});

it('each change is told in words', () => {
  const file = { mime: 'application/pdf', bytes: 1 };
  const words = [
    creation('story', 'a', 0), update('agenda', 'a', 'label', 'Cultura', 'Turismo'), labelAddition('a', 'Obras públicas'), labelRemoval('a', 'obras'),
    galleryAddition('album', 'al', 'foto.jpg', 'foto-1', file), pdf('bulletin', 'b', 'decreto.pdf', 'x.pdf', '', file), pageText('<p>Hola</p>', ''), removal('story', 'a', 1),
  ].map((wish) => deedWords(operation(wish)));
  expect(words).toEqual([
    'Crear', 'Categoría', 'Agregar la etiqueta «Obras públicas»', 'Quitar la etiqueta «obras»', 'Subir una imagen', 'Subir el PDF decreto.pdf', 'Texto', 'Eliminar',
  ]);
});

it('the green-point page has a rich text too, which reads and is compared as one', () => {
  expect(fieldOf('greenpointpage', 'txt')).toMatchObject({ kind: 'html', label: 'Texto' });
  expect(fieldOf('greenpointpage', undefined)).toBeNull();
});

it('a record is called by its kind and name, and leads to its screen', () => {
  expect(groupName('story', story('a').record)).toBe('Noticia «Noticia a»');
  expect(groupName('usefuldata', null)).toBe('Datos útiles');
  expect(editScreen('story', 'a')).toBe('/admin/noticia/a');
  expect(editScreen('greenpointpage', 'greenpointpage')).toBe('/admin/puntosverdes');
});

it('the badge tells of the network and of what waits for it', () => {
  expect(badgeWords(false, 3)).toBe('Sin conexión · 3 cambios sin enviar');
  expect(badgeWords(true, 1)).toBe('1 cambio sin enviar');
  expect(badgeWords(false, 0)).toBe('Sin conexión');
  expect(badgeWords(true, 0)).toBe('Todo enviado');
});

it('the state of a change says what happens next', () => {
  const edit = update('story', 'a', 'title', 'Uno', '');
  expect(operationWords(operation(edit), false)).toContain('cuando vuelva la señal');
  expect(operationWords(operation(edit, { status: 'sending' }), true)).toBe('Enviando');
  expect(operationWords(operation(edit, { status: 'conflict' }), true)).toContain('otra persona');
});

it('ages are rounded down to what people say', () => {
  const minute = 60_000;
  expect([0, minute, 90 * minute, 25 * 60 * minute, 72 * 60 * minute].map(ageWords)).toEqual(['recién', 'hace 1 minuto', 'hace 1 hora', 'hace 1 día', 'hace 3 días']);
});
