import { expect, it } from 'vitest';
import { creation, removal, update } from '../../../web/src/admin/changes.ts';
import { cellText, columnsOf, nameOf, publicPage } from '../../../web/src/admin/columns.ts';
import type { Fields } from '../../../web/src/admin/overlay.ts';
import { heldPage, namelessFirst, servedPage } from '../../../web/src/admin/use-list.ts';
import { operation, story } from './operations.ts';

const nothing = { landed: [], waiting: [] };
const ids = ({ items }: { items: { record: Fields }[] }) => items.map(({ record }) => record.id);
const dated = (id: string, date: string) => story(id, { date });

it('a list from the device is in the order of the server: newest date first, of one day the last made first', () => {
  const kept = [dated('old', '2026-01-01'), dated('new', '2026-05-01'), story('later', { date: '2026-05-01', created: '2026-03-02T10:00:00.000Z' })];
  expect(ids(heldPage('story', kept, nothing, 1))).toEqual(['later', 'new', 'old']);
});

it('twenty rows are a page, and a page past the end is empty with the true count', () => {
  const kept = Array.from({ length: 45 }, (_, at) => dated(`s${at}`, '2026-01-01'));
  expect(heldPage('story', kept, nothing, 3).items).toHaveLength(5);
  expect(heldPage('story', kept, nothing, 9)).toEqual({ items: [], pages: 3 });
});

it('maps come whole, first made first', () => {
  const maps = ['b', 'a'].map((id, at) => ({ record: { id, created: `2026-01-0${2 - at}T00:00:00.000Z`, title: id, url: '' } as Fields, seq: 1 }));
  expect(heldPage('map', maps, nothing, 1)).toMatchObject({ pages: 1 });
  expect(ids(heldPage('map', maps, nothing, 1))).toEqual(['a', 'b']);
});

it('a record being deleted is in no list', () => {
  expect(ids(heldPage('story', [story('a'), story('b')], { landed: [], waiting: [operation(removal('story', 'a', 1))] }, 1))).toEqual(['b']);
});

it('over a page of the server lie the changes that wait here', () => {
  const served = { items: [{ ...story('a').record, seq: 3 }], pages: 7 };
  const page = servedPage('story', served, [], { landed: [], waiting: [operation(update('story', 'a', 'title', 'Otro', 'Noticia a'))] }, 2);
  expect(page).toMatchObject({ pages: 7, items: [{ record: { title: 'Otro' } }] });
});

it('the device wins over the server where its record is newer', () => {
  const served = { items: [{ ...story('a', { title: 'Vieja' }).record, seq: 3 }], pages: 1 };
  expect(servedPage('story', served, [story('a', { title: 'Nueva' }, 5)], nothing, 1).items[0]?.record.title).toBe('Nueva');
});

it('what was made here and never sent stands first on the first page only', () => {
  const served = { items: [{ ...story('a').record, seq: 3 }], pages: 2 };
  const laid = { landed: [], waiting: [operation(creation('story', 'mine', 0))] };
  expect(ids(servedPage('story', served, [], laid, 1))).toEqual(['mine', 'a']);
  expect(ids(servedPage('story', served, [], laid, 2))).toEqual(['a']);
});

it('the columns are those of the specification, in its order', () => {
  const labels = (entity: Parameters<typeof columnsOf>[0]) => columnsOf(entity).map(({ field }) => field.label);
  expect(labels('story')).toEqual(['Título', 'Copete', 'Fecha', 'Estado', 'Destacada']);
  expect(labels('agenda')).toEqual(labels('story'));
  expect(labels('album')).toEqual(['Título', 'Descripción corta', 'Estado', 'Destacada']);
  expect(labels('user')).toEqual(['Nombre', 'Email', 'Usuario', 'Grupo', 'Habilitado']);
});

it('cells are cut to 50 characters, days are dd/MM/yyyy, flags words', () => {
  const cell = (entity: Parameters<typeof columnsOf>[0], name: string, value: Fields[string]) => cellText(columnsOf(entity).find((column) => column.name === name)!.field, value);
  expect(cell('story', 'title', 'x'.repeat(51))).toBe(`${'x'.repeat(50)}...`);
  expect(cell('story', 'title', 'x'.repeat(50))).toBe('x'.repeat(50));
  expect(cell('map', 'url', `https://${'m'.repeat(60)}`)).toHaveLength(53);
  expect(cell('story', 'date', '2026-03-15')).toBe('15/03/2026');
  expect(cell('story', 'status', 'Redaccion')).toBe('Redacción');
  expect(cell('story', 'highlight', 1)).toBe('Sí');
});

it('a title leads to the public page of what the public may read, and of nothing else', () => {
  expect(publicPage('story', story('a').record)).toBe('/noticias/leer/a/noticia-a');
  expect(publicPage('story', story('a', { status: 'Oculto' }).record)).toBeNull();
  expect(publicPage('map', { id: 'm', title: 'Plaza', url: 'https://mapa.example/' })).toBe('/turismo/m');
  expect(publicPage('user', { id: 'u' })).toBeNull();
});

it('a record without a title is called so', () => {
  expect(nameOf('story', story('a', { title: '' }).record)).toBe('Sin título');
  expect(nameOf('authority', { id: 'x', name: 'Mirta' })).toBe('Mirta');
});

it('what was made here and has no name yet stands first, once, and in its place as soon as it has one', () => {
  const kept = [dated('future', '2027-01-01'), story('blank', { date: '2026-03-01', title: '' }), story('other', { date: '2026-02-01', title: '' })];
  const { items } = heldPage('story', kept, nothing, 1);
  const order = (made: string[], of = kept) => namelessFirst('story', items, of, nothing, new Set(made)).map(({ record }) => record.id);
  expect(order([])).toEqual(['future', 'blank', 'other']);
  expect(order(['blank'])).toEqual(['blank', 'future', 'other']);
  expect(order(['blank'], [story('blank', { title: 'Feria' })])).toEqual(['future', 'blank', 'other']);
  expect(namelessFirst('story', [], kept, { landed: [], waiting: [operation(removal('story', 'blank', 1))] }, new Set(['blank']))).toEqual([]);
});
