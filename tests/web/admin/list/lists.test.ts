import { firstCategories } from '#contract/town/categories';
import { expect, it } from 'vitest';
import { creation, removal, update } from '../../../../web/src/admin/workspace/new-operations.ts';
import { neighbourOf } from '../../../../web/src/admin/parts/focus/row-focus.ts';
import {
  cellText,
  columnBelow,
  isOverAlert,
  listColumns,
  nameOf,
  publicPage,
} from '../../../../web/src/admin/parts/words/record-words.ts';
import { withCategories } from '../../../../web/src/admin/parts/words/category-choices.ts';
import { parseListQuery, listAddress, DEFAULT_QUERY } from '../../../../web/src/admin/list/list-query.ts';
import { filterRows } from '../../../../web/src/admin/list/filter-rows.ts';
import { removalQuestion } from '../../../../web/src/admin/parts/words/removal-words.ts';
import { sentSince } from '../../../../web/src/admin/list/tools.tsx';
import { isBlank } from '../../../../web/src/admin/list/untouched.ts';
import type { Fields, StoredRecord } from '../../../../web/src/offline/store/stored-record.ts';
import type { OwnOperations } from '../../../../web/src/admin/workspace/overlay.ts';
import { overlay } from '../../../../web/src/admin/workspace/overlay.ts';
import { heldPage, namelessFirst, servedPage } from '../../../../web/src/admin/list/use-list.ts';
import { operation, story } from '../operations.ts';

const nothing = { landed: [], waiting: [] };
const ids = ({ items }: { items: { record: Fields }[] }) => items.map(({ record }) => record.id);
const on = (page: number) => ({ ...DEFAULT_QUERY, page });
const dated = (id: string, date: string) => story(id, { date });

it('a list from the device has the order of the server: newest date first, within a day the last created first', () => {
  const kept = [
    dated('old', '2026-01-01'),
    dated('new', '2026-05-01'),
    story('later', { date: '2026-05-01', created: '2026-03-02T10:00:00.000Z' }),
  ];
  expect(ids(heldPage('story', kept, nothing, on(1)))).toEqual(['later', 'new', 'old']);
});

it('a page has twenty rows, and a page past the end is empty with the correct count', () => {
  const kept = Array.from({ length: 45 }, (_, at) => dated(`s${at}`, '2026-01-01'));
  expect(heldPage('story', kept, nothing, on(3)).items).toHaveLength(5);
  expect(heldPage('story', kept, nothing, on(9))).toEqual({ items: [], pages: 3, found: 45 });
});

it('maps are listed without pages, first created first', () => {
  const maps = ['b', 'a'].map((id, at) => ({
    record: { id, created: `2026-01-0${2 - at}T00:00:00.000Z`, title: id, url: '' } as Fields,
    seq: 1,
  }));
  expect(heldPage('map', maps, nothing, on(1))).toMatchObject({ pages: 1 });
  expect(ids(heldPage('map', maps, nothing, on(1)))).toEqual(['a', 'b']);
});

it('a record that is being deleted is in no list', () => {
  expect(
    ids(
      heldPage(
        'story',
        [story('a'), story('b')],
        { landed: [], waiting: [operation(removal('story', 'a', 1))] },
        on(1),
      ),
    ),
  ).toEqual(['b']);
});

it('pending changes are overlaid on a page from the server', () => {
  const served = { items: [{ ...story('a').record, seq: 3 }], pages: 7 };
  const page = servedPage(
    'story',
    served,
    [],
    { landed: [], waiting: [operation(update('story', 'a', 'title', 'Otro', 'Noticia a'))] },
    2,
  );
  expect(page).toMatchObject({ pages: 7, items: [{ record: { title: 'Otro' } }] });
});

it('the record on the device is shown when it is newer than the one from the server', () => {
  const served = { items: [{ ...story('a', { title: 'Vieja' }).record, seq: 3 }], pages: 1 };
  expect(servedPage('story', served, [story('a', { title: 'Nueva' }, 5)], nothing, 1).items[0]?.record.title).toBe(
    'Nueva',
  );
});

it('a record created here and never sent is first on the first page only', () => {
  const served = { items: [{ ...story('a').record, seq: 3 }], pages: 2 };
  const laid = { landed: [], waiting: [operation(creation('story', 'mine', 0))] };
  expect(ids(servedPage('story', served, [], laid, 1))).toEqual(['mine', 'a']);
  expect(ids(servedPage('story', served, [], laid, 2))).toEqual(['a']);
});

it('the columns are those of the specification, in its order', () => {
  const labels = (entity: Parameters<typeof listColumns>[0]) => listColumns(entity).map(({ field }) => field.label);
  expect(labels('story')).toEqual(['Título', 'Copete', 'Fecha', 'Estado', 'Destacada']);
  expect(labels('agenda')).toEqual(labels('story'));
  expect(labels('album')).toEqual(['Título', 'Descripción corta', 'Estado', 'Destacada']);
  expect(labels('user')).toEqual(['Nombre', 'Email', 'Usuario', 'Grupo', 'Habilitado']);
});

it('cells are cut to 50 characters, days are dd/MM/yyyy, flags are words', () => {
  const cell = (entity: Parameters<typeof listColumns>[0], name: string, value: Fields[string]) =>
    cellText(listColumns(entity).find((column) => column.name === name)!.field, value);
  expect(cell('story', 'title', 'x'.repeat(51))).toBe(`${'x'.repeat(50)}...`);
  expect(cell('story', 'title', 'x'.repeat(50))).toBe('x'.repeat(50));
  expect(cell('map', 'url', `https://${'m'.repeat(60)}`)).toHaveLength(53);
  expect(cell('story', 'date', '2026-03-15')).toBe('15/03/2026');
  expect(cell('story', 'status', 'Redaccion')).toBe('Redacción');
  expect(cell('story', 'highlight', 1)).toBe('Sí');
});

it('a title links to the public page only if the public may read the record', () => {
  expect(publicPage('story', story('a').record)).toBe('/noticias/leer/a/noticia-a');
  expect(publicPage('story', story('a', { status: 'Oculto' }).record)).toBeNull();
  expect(publicPage('map', { id: 'm', title: 'Plaza', url: 'https://mapa.example/' })).toBe('/turismo/m');
  expect(publicPage('user', { id: 'u' })).toBeNull();
});

it('a record without a title or name is named as such', () => {
  expect(nameOf('story', story('a', { title: '' }).record)).toBe('Sin título');
  expect(nameOf('user', { id: 'u', name: '', username: 'u' })).toBe('Sin nombre');
  expect(nameOf('authority', { id: 'x', name: 'Mirta' })).toBe('Mirta');
});

it('a record created here is listed first, once, while it has no name, and in its place as soon as it has one', () => {
  const kept = [
    dated('future', '2027-01-01'),
    story('blank', { date: '2026-03-01', title: '' }),
    story('other', { date: '2026-02-01', title: '' }),
  ];
  const { items } = heldPage('story', kept, nothing, on(1));
  const order = (made: string[], of = kept) =>
    namelessFirst('story', items, of, nothing, new Set(made)).map(({ record }) => record.id);
  expect(order([])).toEqual(['future', 'blank', 'other']);
  expect(order(['blank'])).toEqual(['blank', 'future', 'other']);
  expect(order(['blank'], [story('blank', { title: 'Feria' })])).toEqual(['future', 'blank', 'other']);
  // A record that is only in the outbox comes before one in the store, and stays there when the store has both.
  const [made, stored] = [story('made', { title: '' }), story('stored', { title: '' })];
  const waiting = [operation(creation('story', 'made', 0))];
  const places = (of: typeof kept, laid = nothing as OwnOperations) =>
    namelessFirst('story', [], of, laid, new Set(['stored', 'made'])).map(({ record }) => record.id);
  expect(places([stored], { landed: [], waiting })).toEqual(['made', 'stored']);
  expect(places([stored, made])).toEqual(['made', 'stored']);
  expect(
    namelessFirst(
      'story',
      [],
      kept,
      { landed: [], waiting: [operation(removal('story', 'blank', 1))] },
      new Set(['blank']),
    ),
  ).toEqual([]);
});

const shownOf = (kept: ReturnType<typeof story>[]) => overlay('story', kept, nothing);
const names = (rows: { record: Fields }[]) => rows.map(({ record }) => record.id);

it('a search finds words anywhere in the columns and labels, ignoring case and accents', () => {
  const rows = shownOf([
    story('a', { title: 'Nevó en el Cañadón' }),
    story('b', { title: 'Feria', description: 'En la PLAZA mayor' }),
    story('c', { title: 'Obras', labels: [{ id: 'ninez', name: 'Niñez', namehashed: 'ninez' }] }),
    story('d', { title: 'Otra', text: '<p>plaza</p>' }),
  ]);
  const find = (search: string) => names(filterRows('story', rows, { ...DEFAULT_QUERY, search }));
  expect(find('nevo')).toEqual(['a']);
  expect(find('CAÑADON')).toEqual(['a']);
  expect(find('canadon')).toEqual(['a']);
  expect(find('mayor feria')).toEqual(['b']);
  expect(find('plaza')).toEqual(['b']);
  expect(find('ninez')).toEqual(['c']);
  expect(find('  ')).toEqual(['a', 'b', 'c', 'd']);
  expect(find('feria obras')).toEqual([]);
});

it('a search finds events by what their category is called now, and not by what it was called', () => {
  const event = { ...story('a', { title: 'Peña' }), record: { id: 'a', title: 'Peña', label: 'Cultura' } as Fields };
  const agenda = [{ key: 'Cultura', name: 'Arte y fiestas', retired: false }];
  const find = (search: string) =>
    names(
      filterRows(
        'agenda',
        overlay('agenda', [event], nothing),
        { ...DEFAULT_QUERY, search },
        { ...firstCategories, agenda },
      ),
    );
  expect(find('fiestas')).toEqual(['a']);
  expect(find('cultura')).toEqual([]);
});

it('a list shows, finds and sorts the kinds of rosters by their names', () => {
  const roster = [
    { key: 'movil', name: 'Atención móvil', retired: false },
    { key: 'recoleccion', name: 'Residuos', retired: true },
    { key: 'farmacia', name: 'Farmacia de turno', retired: false },
  ];
  const categories = { ...firstCategories, roster };
  const column = listColumns('roster').find(({ name }) => name === 'kind');
  const field = column && withCategories(column.field, 'roster', categories);
  const shown = ['movil', 'recoleccion', 'farmacia', 'otra'].map((kind) => field && cellText(field, kind));
  expect(shown).toEqual(['Atención móvil', 'Residuos', 'Farmacia de turno', 'otra']);
  const rows = overlay(
    'roster',
    ['recoleccion', 'movil', 'farmacia'].map((kind) => ({
      ...story(kind, {}),
      record: { id: kind, title: 'G', kind } as Fields,
    })),
    nothing,
  );
  const query = { ...DEFAULT_QUERY, sort: { column: 'kind', isDown: true } };
  expect(names(filterRows('roster', rows, query, categories))).toEqual(['recoleccion', 'farmacia', 'movil']);
  expect(names(filterRows('roster', rows, { ...query, search: 'residuos' }, categories))).toEqual(['recoleccion']);
  expect(names(filterRows('roster', rows, { ...query, search: 'recoleccion' }, categories))).toEqual([]);
});

it('a filter leaves one status, and sorting follows the column: days by date, texts alphabetically, empty ones last', () => {
  const rows = shownOf([
    story('a', { title: 'Ñandú', date: '2026-05-01', status: 'Redaccion' }),
    story('b', { title: '', date: '2025-12-31' }),
    story('c', { title: 'árbol', date: '2026-04-30' }),
    story('d', { title: 'Obra 10' }),
    story('e', { title: 'obra 9' }),
  ]);
  const by = (column: string, isDown = false) =>
    names(filterRows('story', rows, { ...DEFAULT_QUERY, sort: { column, isDown } }));
  expect(by('title')).toEqual(['c', 'a', 'e', 'd', 'b']);
  expect(by('title', true)).toEqual(['d', 'e', 'a', 'c', 'b']);
  expect(by('date').slice(0, 2)).toEqual(['b', 'd']);
  expect(by('date', true)[0]).toBe('a');
  expect(names(filterRows('story', rows, { ...DEFAULT_QUERY, status: 'Redaccion' }))).toEqual(['a']);
});

it('a list is filtered by label, class, category and day; an event is on each day that it lasts', () => {
  const label = (id: string) => ({ id, name: id, namehashed: id });
  const stories = shownOf([
    story('a', { labels: [label('obras'), label('agua')] }),
    story('b', { labels: [label('salud')], date: '2026-05-01' }),
  ]);
  const storiesBy = (by: object) => names(filterRows('story', stories, { ...DEFAULT_QUERY, ...by }));
  expect(storiesBy({ label: 'agua' })).toEqual(['a']);
  expect(storiesBy({ day: '2026-05-01' })).toEqual(['b']);
  expect(storiesBy({ day: '2026-05-01', label: 'agua' })).toEqual([]);
  const event = (id: string, more: object) => ({ record: { id, title: id, lastDay: '', ...more } as Fields, seq: 1 });
  const events = overlay(
    'agenda',
    [
      event('feria', { date: '2026-05-01', lastDay: '2026-05-03', label: 'Cultura' }),
      event('torneo', { date: '2026-05-03', label: 'Deporte' }),
    ],
    nothing,
  );
  const eventsBy = (by: object) => names(filterRows('agenda', events, { ...DEFAULT_QUERY, ...by }));
  expect(eventsBy({ day: '2026-05-02' })).toEqual(['feria']);
  expect(eventsBy({ day: '2026-05-03' })).toEqual(['feria', 'torneo']);
  expect(eventsBy({ category: 'Deporte' })).toEqual(['torneo']);
});

it('where there is little room one column stands below the title, at most', () => {
  expect(
    (['story', 'album', 'map', 'bulletin', 'authority', 'alert'] as const).map((entity) => columnBelow(entity)),
  ).toEqual(['description', 'shortdescription', 'url', 'number', 'description', '']);
});

it('alerts are sorted by how grave they are, not by the names of that', () => {
  const alert = (id: string, severity: string): StoredRecord => ({ record: { id, headline: id, severity }, seq: 1 });
  const stored = [alert('a', 'Minor'), alert('b', 'Extreme'), alert('c', 'Moderate'), alert('d', 'Severe')];
  const rows = overlay('alert', stored, nothing);
  const by = (isDown: boolean) =>
    names(filterRows('alert', rows, { ...DEFAULT_QUERY, sort: { column: 'severity', isDown } }));
  expect(by(false)).toEqual(['b', 'd', 'c', 'a']);
  expect(by(true)).toEqual(['a', 'c', 'd', 'b']);
});

it('search, filters and sorting of a list are in its address, and invalid ones are left out', () => {
  const asked = {
    ...DEFAULT_QUERY,
    page: 3,
    search: 'peña & feria',
    status: 'Oculto',
    label: 'obras',
    day: '2026-05-01',
    sort: { column: 'date', isDown: true },
  };
  const address = listAddress('story', asked);
  expect(address).toBe(
    '/admin?buscar=pe%C3%B1a+%26+feria&estado=Oculto&etiqueta=obras&dia=2026-05-01&orden=-date&pagina=3',
  );
  expect(parseListQuery('story', new URL(address, 'http://x').searchParams)).toEqual(asked);
  expect(listAddress('story', DEFAULT_QUERY)).toBe('/admin');
  const ofClass = { ...DEFAULT_QUERY, category: 'Decreto' };
  expect(listAddress('bulletin', ofClass)).toBe('/admin/boletin?clase=Decreto');
  expect(listAddress('agenda', ofClass)).toBe('/admin/agenda?categoria=Decreto');
  expect(parseListQuery('bulletin', new URLSearchParams('clase=Decreto&etiqueta=obras&dia=31-2-2026'))).toEqual(
    ofClass,
  );
  expect(parseListQuery('map', new URLSearchParams('estado=Oculto&orden=password&pagina=-4'))).toEqual(DEFAULT_QUERY);
});

it('the question before a delete has the sentence of the specification, the names, and the consequences', () => {
  expect(removalQuestion('story', [story('a').record])).toEqual({
    text: 'Estas por eliminar definitivamente esta noticia',
    names: ['«Noticia a»'],
    note: 'Podés deshacerlo enseguida, o recuperarlo más tarde desde Historial.',
    isRemoval: true,
  });
  expect(
    removalQuestion('map', [
      { id: 'a', title: 'Plaza' },
      { id: 'b', title: '' },
    ]),
  ).toMatchObject({ text: 'Estas por eliminar definitivamente 2 mapas', names: ['«Plaza»', '«Sin título»'] });
  expect(removalQuestion('user', [{ id: 'u', name: 'Mirta' }]).note).toBe('No se puede deshacer.');
});

it('a record is blank while it has only its initial values', () => {
  const at = Date.parse('2026-03-01T10:00:00.000Z');
  const [made] = overlay('story', [], { landed: [], waiting: [operation(creation('story', 'a', at))] });
  const wasBorn = made!;
  expect(isBlank('story', wasBorn, at)).toBe(true);
  for (const more of [
    { title: 'x' },
    { status: 'Oculto' },
    { highlight: 1 },
    { labels: [{ id: 'a' }] },
    { image: { name: 'a', width: 1, height: 1 } },
  ] as Partial<Fields>[]) {
    expect(isBlank('story', { record: { ...wasBorn.record, ...more } as Fields }, at)).toBe(false);
  }
});

it('when rows are removed the next one gets the focus, or else the one before', () => {
  const order = ['a', 'b', 'c', 'd'];
  expect(neighbourOf(order, new Set(['b']))).toBe('c');
  expect(neighbourOf(order, new Set(['b', 'c']))).toBe('d');
  expect(neighbourOf(order, new Set(['c', 'd']))).toBe('b');
  expect(neighbourOf(order, new Set(order))).toBeNull();
  expect(neighbourOf([], new Set(['a']))).toBeNull();
});

it('letters typed into the search box stay while the address still shows earlier ones', () => {
  // Typed: a, ag, agu, and ag again; the address follows late, and may skip some.
  const sent = ['', 'a', 'ag', 'agu', 'ag'];
  const afterFirst = sentSince(sent, 'a');
  expect(afterFirst).toEqual(['a', 'ag', 'agu', 'ag']);
  expect(sentSince(afterFirst ?? [], 'agu')).toEqual(['agu', 'ag']);
  // Going back shows a search from before.
  expect(sentSince(['agu', 'ag'], 'luz')).toBeNull();
  expect(sentSince(['ag'], '')).toBeNull();
});

it('an alert that was published and has ended is not listed as one in force', () => {
  const alert = (more: object) => ({
    id: 'a',
    status: 'Publicado',
    created: '2026-03-15T10:00:00.000Z',
    updated: '2026-03-15T10:00:00.000Z',
    onset: '2026-03-15T07:00',
    expires: '2026-03-15T13:00',
    ...more,
  });
  const at = (time: string) => Date.parse(`2026-03-15T${time}:00-03:00`);
  expect(isOverAlert('alert', alert({}), at('12:59'))).toBe(false);
  expect(isOverAlert('alert', alert({}), at('13:00'))).toBe(true);
  expect(isOverAlert('alert', alert({ status: 'Redaccion' }), at('14:00'))).toBe(false);
  expect(isOverAlert('story', alert({}), at('14:00'))).toBe(false);
});
