import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import { firstCategories } from '#contract/town/categories';
import type { Categories, Category } from '#contract/town/categories';
import { recordShare, sharePicture } from '#contract/share';
import type { SharePicture } from '#contract/share';
import { openSitemap } from '../../../api/records/sitemap.ts';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

const [decree, tenders, rates] = firstCategories.bulletin as [Category, Category, Category];
const ordinance: Category = { key: 'ordenanza', name: 'Ordenanza', title: '', singular: '', retired: false };

const send = (town: Town, value: unknown, base?: unknown) =>
  town.post(calls.document('categories'), { value, ...(base !== undefined && { base }) }, { as: town.admin });
const classes = async (town: Town) => (await town.reader.document('categories')).bulletin;
const lists = (...bulletin: unknown[]) => ({ ...firstCategories, bulletin }) as Categories;
const event = (town: Town, fields: object) =>
  town.make('agenda', { title: 'Peña', date: '20-03-2026', ...fields, status: 'Publicado' });
const publish = (town: Town, fields: object) =>
  town.make('bulletin', { title: 'Uno', number: '5/2026', ...fields, status: 'Publicado' });

describe('the lists of categories', () => {
  test('are changed by Admins only, and the change is in the history', async () => {
    const town = await openTown();
    expect((await town.get('/api/dataPublic/categories')).body).toEqual({ id: 'categories', ...firstCategories });
    const value = lists(decree, ordinance);
    expect((await town.post(calls.document('categories'), { value }, { as: town.editor })).status).toBe(403);
    expect(await send(town, value, firstCategories)).toMatchObject({ status: 200, body: 1 });
    expect(await classes(town)).toEqual([decree, ordinance]);
    const { body } = await town.get(calls.historyOf('categories', 'categories'), { as: town.admin });
    expect(body).toMatchObject({ items: [{ action: 'update', type: 'categories' }] });
  });

  test('give a new category its address from its name, which it keeps under any later name', async () => {
    const town = await openTown();
    const added = ['Resolución', 'Resolucion del HCD', 'Leer', 'Ñandú 1', 'Ñandú-1'].map((name) => ({
      ...ordinance,
      key: '',
      name,
    }));
    expect((await send(town, lists(decree, ...added))).body).toBe(1);
    expect((await classes(town)).map(({ key }) => key)).toEqual([
      'Decreto',
      'resolucion',
      'resolucion-del-hcd',
      'leer-2',
      'nandu-1',
      'nandu-1-2',
    ]);
    const { bulletin } = await town.reader.document('categories');
    const renamed = bulletin.map((one) => (one.key === 'resolucion' ? { ...one, name: 'Disposición' } : one));
    expect((await send(town, lists(...renamed))).body).toBe(1);
    expect((await classes(town))[1]).toMatchObject({ key: 'resolucion', name: 'Disposición' });
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...ordinance, key: '', name: `Clase ${at}` }));
  test.for<[string, unknown[], string, string]>([
    ['200 classes', many(200), 'value.bulletin', 'Hasta 40 clases: hay 200.'],
    ['none', [], 'value.bulletin', 'Tiene que quedar al menos una de las clases.'],
    [
      'only retired ones',
      [{ ...decree, retired: true }],
      'value.bulletin',
      'Dejá al menos una de las clases sin retirar.',
    ],
    [
      'a name twice',
      [decree, { ...ordinance, name: 'DECRETÓ' }],
      'value.bulletin.1.name',
      '«DECRETÓ» ya está en la lista.',
    ],
    ['a name of spaces', [{ ...ordinance, name: ' \u200b ' }], 'value.bulletin.0.name', 'Falta el nombre.'],
    ['a long name', [{ ...ordinance, name: 'x'.repeat(41) }], 'value.bulletin.0.name', 'Nombre: hasta 40 caracteres.'],
    [
      'a key twice',
      [decree, { ...ordinance, key: 'DECRETO' }],
      'value.bulletin.1.key',
      'La clave DECRETO ya está en uso.',
    ],
    [
      'the address of every class',
      [{ ...ordinance, key: 'all' }],
      'value.bulletin.0.key',
      'La clave all ya está en uso.',
    ],
    [
      'an address of two parts',
      [{ ...ordinance, key: '../x' }],
      'value.bulletin.0.key',
      'Clave: letras sin tilde y números, unidos por guiones.',
    ],
  ])('with %s are refused with a clear word, and stay as they were', async ([, bulletin, field, message]) => {
    const town = await openTown();
    expect(await send(town, lists(...bulletin))).toMatchObject({ status: 422, body: { field, message } });
    expect(await classes(town)).toEqual(firstCategories.bulletin);
  });

  test('lose no category that a record has, not even a draft’s', async () => {
    const town = await openTown();
    town.make('bulletin', { bclass: 'Tarifas' });
    expect(await send(town, lists(decree, tenders))).toMatchObject({
      status: 422,
      body: { message: '«Tarifas» está en uso: no se puede quitar, pero sí retirar o cambiarle el nombre.' },
    });
    expect((await send(town, lists(decree, rates))).body).toBe(1);
    expect(await classes(town)).toEqual([decree, rates]);
  });
});

describe('of two Admins who change the lists at the same time', () => {
  const renamed = { ...rates, name: 'Tarifas y tasas' };
  test.for<[string, Category[], Category[], Category[] | 'conflict']>([
    [
      'both may add',
      [decree, tenders, rates, ordinance],
      [decree, tenders, renamed],
      [decree, tenders, renamed, ordinance],
    ],
    [
      'one may rename what the other retires',
      [decree, tenders, { ...rates, retired: true }],
      [decree, tenders, renamed],
      [decree, tenders, { ...renamed, retired: true }],
    ],
    [
      'one may reorder while the other adds',
      [rates, decree, tenders],
      [decree, tenders, ordinance, rates],
      [rates, decree, tenders, ordinance],
    ],

    ['one may remove what the other leaves', [decree, rates], [decree, tenders, renamed], [decree, renamed]],
    ['both may do the same', [decree, tenders, renamed], [decree, tenders, renamed], [decree, tenders, renamed]],
    [
      'none overwrites the name that the other gave',
      [decree, tenders, { ...rates, name: 'Precios' }],
      [decree, tenders, renamed],
      'conflict',
    ],
    ['none removes what the other renamed', [decree, tenders], [decree, tenders, renamed], 'conflict'],
    [
      'none gives a name that the other has just given',
      [decree, tenders, rates, { ...ordinance, name: 'Tarifas y tasas' }],
      [decree, tenders, renamed],
      'conflict',
    ],
  ])('%s', async ([, mine, theirs, merged]) => {
    const town = await openTown();
    expect((await send(town, lists(...theirs), firstCategories)).status).toBe(200);
    const { status } = await send(town, lists(...mine), firstCategories);
    expect(status).toBe(merged === 'conflict' ? 409 : 200);
    expect(await classes(town)).toEqual(merged === 'conflict' ? theirs : merged);
  });
});

describe('a class that is renamed', () => {
  test('has its new name everywhere, and its records and addresses stay', async () => {
    const town = await openTown();
    const id = publish(town, { title: 'Precios del agua', bclass: 'Tarifas' });
    await send(town, lists(decree, tenders, { ...rates, name: 'Cuadros tarifarios', title: '', singular: 'Cuadro' }));
    expect(await town.reader.record('bulletin', id)).toMatchObject({ bclass: 'Tarifas' });
    expect((await town.reader.list('bulletin', { by: 'tarifas' })).items).toMatchObject([{ id }]);
    expect((await town.get(subscriptions.bulletinsByClass('tarifas'))).status).toBe(200);
    expect(String((await town.get(subscriptions.bulletins())).body)).toContain(
      '<category term="tarifas" label="Cuadros tarifarios"/>',
    );
    const found = async (words: string) => {
      const { items, instead } = await town.reader.search(words, 1);
      return instead ?? items.map((one) => one.id);
    };
    expect(await found('cuadros')).toEqual([id]);
    expect(await found('cuadro agua')).toEqual([id]);
    expect(await found('tarifas')).not.toContain(id);
    expect((await town.reader.listSearch('bulletin', 'agua', { by: 'tarifas' })).items).toMatchObject([{ id }]);
    const card: SharePicture | null = await sharePicture(recordShare('bulletin', id), town.reader);
    expect(card).toMatchObject({ lead: 'Cuadro 5/2026' });
  });
});

describe('a category of events that is renamed', () => {
  test('has its new name in calendars and in search, and its events and addresses stay', async () => {
    const town = await openTown();
    const id = event(town, { labelId: 'Cultura' });
    const agenda = firstCategories.agenda.map((one) =>
      one.key === 'Cultura' ? { ...one, name: 'Arte y fiestas' } : one,
    );
    expect((await send(town, { ...firstCategories, agenda })).body).toBe(1);
    expect((await town.reader.list('agenda', { by: 'cultura' })).items).toMatchObject([{ id, label: 'Cultura' }]);
    for (const path of [subscriptions.agenda(), subscriptions.agendaByLabel('cultura'), subscriptions.event({ id })])
      expect(String((await town.get(path)).body)).toContain('CATEGORIES:Arte y fiestas');
    const found = async (words: string) => {
      const { items, instead } = await town.reader.search(words, 1);
      return instead ?? items.map((one) => one.id);
    };
    expect(await found('fiestas')).toEqual([id]);
    expect(await found('cultura')).toEqual([]);
    expect((await town.get(subscriptions.agendaByLabel('arte-y-fiestas'))).status).toBe(404);
  });

  test('is refused with those to choose from where it is none, and new events have the usual one while it is offered', async () => {
    const town = await openTown();
    const id = town.make('agenda');
    expect(await town.reader.document('categories')).toMatchObject({ agenda: firstCategories.agenda });
    expect(await save(town, 'agenda', id, 'labelId', { value: 'Salud' })).toMatchObject({
      status: 422,
      body: { message: 'Elegí una de estas opciones: Cultura, Juventud, Deporte, Turismo, Institucional.' },
    });
    expect((await town.get(calls.one('agenda', id), { as: town.editor })).body).toMatchObject({
      label: 'Institucional',
    });
  });
});

describe('a class that is retired', () => {
  test('is accepted from a device that chose it before, and can be read and listed', async () => {
    const town = await openTown();
    await send(town, lists({ ...decree, retired: true }, tenders, rates));
    const id = publish(town, { bclass: 'decreto' });
    expect((await town.reader.list('bulletin', { by: 'decreto' })).items).toMatchObject([{ id, bclass: 'Decreto' }]);
    expect((await town.get(subscriptions.bulletinsByClass('decreto'))).status).toBe(200);
  });

  test('is in the site map only while the public can read something of it', async () => {
    const town = await openTown();
    const paths = () =>
      openSitemap(town.db)
        .pagesOf('paginas')
        ?.map(({ path }) => path);
    await send(town, lists({ ...decree, retired: true }, tenders));
    expect(paths()).not.toContain(pages.bulletinsByClass('decreto'));
    expect(paths()).toContain(pages.bulletinsByClass('licitaciones'));
    publish(town, { bclass: 'Decreto' });
    expect(paths()).toContain(pages.bulletinsByClass('decreto'));
  });

  test('is not that of new bulletins, except those that a device has made with it', async () => {
    const town = await openTown();
    const made = async (body: object) => {
      const { id } = (await town.post(calls.create('bulletin'), body, { as: town.editor })).body as { id: string };
      return (await town.get(calls.one('bulletin', id), { as: town.editor })).body;
    };
    expect(await made({})).toMatchObject({ bclass: 'Decreto' });
    await send(town, lists(tenders, { ...decree, retired: true }, rates));
    expect(await made({})).toMatchObject({ bclass: 'Licitaciones' });
    expect(await made({ category: 'Decreto' })).toMatchObject({ bclass: 'Decreto' });
    expect(await made({ category: 'otra' })).toMatchObject({ bclass: 'Licitaciones' });
  });
});

test('a class that is none is refused with those to choose from, and has neither bulletins nor a feed', async () => {
  const town = await openTown();
  const id = town.make('bulletin');
  await send(town, lists({ ...rates, retired: true }, decree, ordinance));
  expect(await save(town, 'bulletin', id, 'bclass', { value: 'Edicto' })).toMatchObject({
    status: 422,
    body: { field: 'bclass', message: 'Elegí una de estas opciones: Decreto, Ordenanza.' },
  });
  expect((await save(town, 'bulletin', id, 'bclass', { value: 'ORDENANZA', base: 'decreto' })).body).toBe(1);
  expect(await town.reader.list('bulletin', { by: 'edicto' })).toEqual({ items: [], pages: 0 });
  expect(await town.reader.listSearch('bulletin', 'agua', { by: 'edicto' })).toEqual({ items: [], pages: 0 });
  expect((await town.get(subscriptions.bulletinsByClass('edicto'))).status).toBe(404);
});
