import { describe, expect, test } from 'vitest';
import { blankDocuments } from '#contract/town/documents';
import { calls } from '#contract/addresses/calls';
import { openTown, save } from '../town.ts';

const ID = 'abcdef012345';

describe('an update', () => {
  test('answers the number 1 and is visible to the next reader', async () => {
    const town = await openTown();
    const id = town.make('story');
    const { status, body, headers } = await save(town, 'story', id, 'title', { value: '  Corte   de agua ' });
    expect([status, body]).toEqual([200, 1]);
    expect(headers.get('cache-control')).toBe('no-store');
    const read = await town.get(calls.one('story', id), { as: town.editor });
    expect(read.body).toMatchObject({ id, title: 'Corte de agua', titlekey: 'corte-de-agua' });
  });

  test('without a base is unconditional; with the stored value as base it is accepted', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    expect((await save(town, 'story', id, 'title', { value: 'Dos' })).status).toBe(200);
    expect((await save(town, 'story', id, 'title', { value: 'Tres', base: 'Dos' })).status).toBe(200);
  });

  test('accepts the base in any form that has the same canonical form', async () => {
    const town = await openTown();
    const id = town.make('agenda', { date: '15-03-2026', title: 'Uno', text: '<p>Uno</p>' });
    expect((await save(town, 'agenda', id, 'date', { value: '16/03/2026', base: '15-03-2026' })).body).toBe(1);
    expect((await save(town, 'agenda', id, 'title', { value: 'Dos', base: ' Uno ' })).body).toBe(1);
    expect((await save(town, 'agenda', id, 'text', { value: '<p>Dos</p>', base: '<p class="x">Uno</p>' })).body).toBe(
      1,
    );
    expect((await save(town, 'agenda', id, 'highlight', { value: 1, base: false })).body).toBe(1);
  });

  test('stores the address of a link in full, in a text and in a field of its own', async () => {
    const town = await openTown();
    const story = town.make('story');
    const alert = town.make('alert');
    expect((await save(town, 'story', story, 'text', { value: '<p><a href="ejemplo.com">x</a></p>' })).body).toBe(1);
    expect((await save(town, 'alert', alert, 'link', { value: 'ejemplo.com' })).body).toBe(1);
    const stored = (type: string, field: string, id: string) =>
      town.db.prepare(`SELECT ${field} FROM ${type} WHERE id = ?`).pluck().get(id);
    expect([stored('story', 'text', story), stored('alert', 'link', alert)]).toEqual([
      '<p><a href="https://ejemplo.com">x</a></p>',
      'https://ejemplo.com/',
    ]);
  });

  test('on another base is a conflict that names the value, its author and the time', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    await save(town, 'story', id, 'title', { value: 'Dos' }, { as: town.editor });
    const { status, body } = await save(town, 'story', id, 'title', { value: 'Tres', base: 'Uno' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'conflict',
      value: 'Dos',
      by: 'Edu',
      at: new Date(town.clock.now).toISOString(),
    });
    expect((await town.get(calls.one('story', id), { as: town.admin })).body).toMatchObject({ title: 'Dos' });
  });

  test('to what is already stored answers 1, whatever its base, and makes no change', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    const before = await town.get(calls.one('story', id), { as: town.admin });
    expect((await save(town, 'story', id, 'title', { value: 'Uno', base: 'Cero' })).body).toBe(1);
    expect((await town.get(calls.one('story', id), { as: town.admin })).body).toEqual(before.body);
  });

  test('of a record that is not there is 404, of one that was deleted 410', async () => {
    const town = await openTown();
    const id = town.make('map');
    expect((await save(town, 'map', 'aaaaaaaaaaaa', 'title', { value: 'x' })).status).toBe(404);
    await town.post(calls.remove('map', id), {}, { as: town.admin });
    expect((await save(town, 'map', id, 'title', { value: 'x' })).status).toBe(410);
    expect((await town.get(calls.one('map', id), { as: town.admin })).status).toBe(410);
  });

  test('of the titles and the order of PDFs keeps what somebody else did to another one', async () => {
    const town = await openTown();
    const pdf = (letter: string, title: string) => `${letter.repeat(64)}.pdf ${title}`;
    const [a, b, c] = [pdf('a', 'Pliego'), pdf('b', 'Planos'), pdf('c', 'Anexo')];
    const base = [a, b, c].join('\n');
    const id = town.make('page', { pdftitles: base });
    const change = (...titles: string[]) => save(town, 'page', id, 'pdftitles', { value: titles.join('\n'), base });
    expect((await change(a, pdf('b', 'Planos de obra'), c)).body).toBe(1);
    expect((await change(c, a, b)).body).toBe(1);
    expect((await town.get(calls.one('page', id), { as: town.admin })).body).toMatchObject({
      pdftitles: [c, a, pdf('b', 'Planos de obra')].join('\n'),
    });
    expect((await change(a, pdf('b', 'Los planos'), c)).status).toBe(409);
  });

  test('of the green-point text has text as its value, its base and in a conflict', async () => {
    const town = await openTown();
    const post = (change: object) => town.post(calls.greenPointText(), change, { as: town.editor });
    expect((await post({ value: '<p>Uno</p><script>1</script>', base: '' })).body).toBe(1);
    expect((await town.get('/api/data/GreenPointGetPage', { as: town.editor })).body).toMatchObject({
      txt: '<p>Uno</p>',
      images: [],
    });
    expect((await post({ value: '<p>Dos</p>', base: '<p id="a">Uno</p>' })).body).toBe(1);
    const { status, body } = await post({ value: '<p>Tres</p>', base: '<p>Uno</p>' });
    expect([status, body]).toEqual([409, expect.objectContaining({ value: '<p>Dos</p>', by: 'Edu' })]);
    expect((await post({ value: 7 })).status).toBe(422);
  });

  test('of a document concerns all of it: its schema, its base, its conflict', async () => {
    const town = await openTown();
    const rows = [
      {
        area: 'Mesa de entradas',
        group: 'Municipio',
        phones: ['02902 48-0000'],
        extension: '',
        hours: '08 a 14 hs',
        always: false,
        address: '',
        email: '',
      },
    ];
    const post = (change: object) => town.post(calls.document('usefulData'), change, { as: town.editor });
    expect((await post({ value: { rows }, base: { rows: [] } })).body).toBe(1);
    expect((await town.get('/api/dataPublic/usefulData')).body).toEqual({ id: 'usefuldata', rows });
    expect(
      await post({ value: { rows: [{ ...rows[0], hours: '9 hs' }] }, base: { rows: [{ ...rows[0], hours: '' }] } }),
    ).toMatchObject({
      status: 409,
      body: { value: { rows }, by: 'Edu' },
    });
    expect(await post({ value: { rows: [{ area: 'Sin lo demás' }] } })).toMatchObject({
      status: 422,
      body: { field: 'value.rows.0.phones' },
    });
  });

  test('of the directory stores no copy of an emergency number', async () => {
    const town = await openTown();
    const row = {
      area: 'Hospital Rural',
      phones: ['02902 48-1130'],
      extension: '',
      hours: '',
      always: true,
      address: '',
      email: '',
    };
    const post = (...rows: object[]) =>
      town.post(calls.document('usefulData'), { value: { rows } }, { as: town.editor });
    expect(
      await post(row, { ...row, area: 'Línea de Violencia de Género (24 hs)', phones: ['02902 48-1144'] }),
    ).toMatchObject({
      status: 422,
      body: { field: 'value.rows.1.area', message: expect.stringContaining('ya está entre las emergencias') },
    });
    expect(await post({ ...row, phones: ['02902 48-1130', '107'] })).toMatchObject({
      status: 422,
      body: { field: 'value.rows.0.phones.1', message: expect.stringContaining('en Emergencias médicas') },
    });
    expect(
      (await post(row, { ...row, area: 'Bomberos: cuartel' }, { ...row, area: 'Policía de Santa Cruz' })).body,
    ).toBe(1);
    // The town may change an emergency number; its former number can then be used elsewhere.
    const site = {
      ...blankDocuments.site,
      lines: blankDocuments.site.lines.with(2, {
        name: 'Emergencias médicas',
        phone: '02902 48-1130',
        note: '',
        always: true,
      }),
    };
    expect((await town.post(calls.document('site'), { value: site }, { as: town.admin })).body).toBe(1);
    expect((await post({ ...row, phones: ['02902 48-1130', '107'] })).body).toBe(1);
  });
});

describe('a new record', () => {
  test('is blank, answers with its id and can be sent with an id and date', async () => {
    const town = await openTown();
    const { status, body } = await town.post(calls.create('story'), undefined, { as: town.editor });
    expect(status).toBe(200);
    expect((body as { id: string }).id).toMatch(/^[a-z0-9]{12}$/);
    const own = await town.post(
      calls.create('bulletin'),
      { id: ID, date: '2026-01-01T02:00:00.000Z' },
      { as: town.editor },
    );
    expect(own.body).toEqual({ id: ID });
    // Two in the morning in Greenwich is still the day before in the town.
    expect((await town.get(calls.one('bulletin', ID), { as: town.editor })).body).toMatchObject({
      date: '2025-12-31',
      status: 'Redaccion',
      titlekey: '-',
      created: '2026-01-01T02:00:00.000Z',
    });
  });

  test('with an id that exists is 409, unless it is the same operation again', async () => {
    const town = await openTown();
    const create = (key: string) => town.post(calls.create('map'), { id: ID }, { as: town.editor, key });
    expect((await create('op-1')).body).toEqual({ id: ID });
    expect((await create('op-1')).body).toEqual({ id: ID });
    expect(await create('op-2')).toMatchObject({ status: 409, body: { code: 'exists' } });
  });

  test.for([
    { id: 'corto' },
    { id: 'ABCDEF012345' },
    { id: 7 },
    { date: 'ayer' },
    { date: '2026-02-30T00:00:00Z' },
    { date: '9999-12-31T23:59:59Z' },
    { otro: 1 },
  ])('is refused with %j', async (body) => {
    const town = await openTown();
    expect((await town.post(calls.create('story'), body, { as: town.editor })).status).toBe(400);
  });
});

describe('a delete', () => {
  test('answers 1, then 410, and the record is gone everywhere', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Adiós', status: 'Publicado' });
    const remove = () => town.post(calls.remove('story', id), {}, { as: town.editor });
    expect((await remove()).body).toBe(1);
    expect(await remove()).toMatchObject({ status: 410, body: { code: 'deleted' } });
    expect((await town.get(`/api/dataPublic/getStoriesById/${id}`)).status).toBe(404);
    expect((await town.post('/api/dataPublic/searchContent', { search: 'adiós' })).body).toEqual({
      items: [],
      pages: 0,
    });
  });

  test('with a base deletes only what its author has seen', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    const { seq } = (await town.get(calls.one('story', id), { as: town.editor })).body as { seq: number };
    await save(town, 'story', id, 'title', { value: 'Dos' });
    expect((await town.post(calls.remove('story', id), { base: seq }, { as: town.editor })).status).toBe(409);
    const seen = (await town.get(calls.one('story', id), { as: town.editor })).body as { seq: number };
    expect((await town.post(calls.remove('story', id), { base: seen.seq }, { as: town.editor })).body).toBe(1);
  });

  test('what the author of the delete changed since is no conflict: they know it', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    const { seq } = (await town.get(calls.one('story', id), { as: town.editor })).body as { seq: number };
    await town.post(calls.update('story', id, 'title'), { value: 'Dos' }, { as: town.editor });
    expect((await town.post(calls.remove('story', id), { base: seq }, { as: town.editor })).body).toBe(1);
  });
});

describe('an idempotency key', () => {
  test('gets the first answer again without a second effect, also for the GETs that change something', async () => {
    const town = await openTown();
    const asked = { as: town.editor, key: 'op-1' };
    const first = await town.post(calls.create('album'), {}, asked);
    expect((await town.post(calls.create('album'), {}, asked)).body).toEqual(first.body);
    const story = town.make('story');
    const label = { as: town.editor, key: 'op-2' };
    const added = await town.get(calls.labelCreateAdd(story, 'Obras'), label);
    expect(added.body).toEqual([{ id: 'obras', name: 'Obras', namehashed: 'obras' }]);
    await town.get(calls.labelRemove(story, 'obras'), { as: town.editor });
    expect((await town.get(calls.labelCreateAdd(story, 'Obras'), label)).body).toEqual(added.body);
    expect((await town.get(calls.one('story', story), { as: town.editor })).body).toMatchObject({ labels: [] });
  });

  test('used with another body, address or call is 422', async () => {
    const town = await openTown();
    const id = town.make('story');
    const asked = { as: town.editor, key: 'op-1' };
    await save(town, 'story', id, 'title', { value: 'Uno' }, asked);
    for (const [field, value] of [
      ['title', 'Dos'],
      ['description', 'Uno'],
    ] as const) {
      expect(await save(town, 'story', id, field, { value }, asked)).toMatchObject({
        status: 422,
        body: { code: 'key-reused' },
      });
    }
    expect((await town.post(calls.create('story'), {}, asked)).status).toBe(422);
    expect((await town.get(calls.labelCreateAdd(id, 'x'), asked)).status).toBe(422);
  });

  test('belongs to one person', async () => {
    const town = await openTown();
    const id = town.make('story');
    await save(town, 'story', id, 'title', { value: 'Uno' }, { as: town.editor, key: 'op-1' });
    expect((await save(town, 'story', id, 'title', { value: 'Dos' }, { as: town.admin, key: 'op-1' })).body).toBe(1);
  });

  test('sent many times together has one effect', async () => {
    const town = await openTown();
    const asked = { as: town.editor, key: 'op-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => town.post(calls.create('story'), {}, asked)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(town.db.prepare('SELECT count(*) FROM story').pluck().get()).toBe(1);
  });

  test.for(['', 'con espacio', 'ñandú', 'a'.repeat(65), 'tab\there'])('%j is refused', async (key) => {
    const town = await openTown();
    const { status } = await town.post(
      calls.create('story'),
      {},
      { as: town.editor, headers: { 'Idempotency-Key': Buffer.from(key).toString('latin1') } },
    );
    expect(status).toBe(400);
    expect(town.db.prepare('SELECT count(*) FROM story').pluck().get()).toBe(0);
  });

  test('of 64 visible characters is accepted', async () => {
    const town = await openTown();
    expect((await town.post(calls.create('story'), {}, { as: town.editor, key: '~'.repeat(64) })).status).toBe(200);
  });
});

describe('two saves of one field at the same time', () => {
  test('from one base: one is stored, the other is a conflict', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    const answers = await Promise.all([
      save(town, 'story', id, 'title', { value: 'Dos', base: 'Uno' }),
      save(town, 'story', id, 'title', { value: 'Tres', base: 'Uno' }, { as: town.editor }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('labels of a story', () => {
  test('are created once by their hashed name, suggested by its beginning, listed by name only', async () => {
    const town = await openTown();
    const [one, other] = [town.make('story'), town.make('story')];
    const get = (path: string) => town.get(path, { as: town.editor });
    await get(calls.labelCreateAdd(one, 'Servicios Públicos'));
    expect((await get(calls.labelCreateAdd(other, 'servicios publicos'))).body).toEqual([
      { id: 'serviciospublicos', name: 'Servicios Públicos', namehashed: 'serviciospublicos' },
    ]);
    expect((await get(calls.labelSuggestions('servi'))).body).toHaveLength(1);
    expect((await get(calls.labelSuggestions('Sérvicios p'))).body).toHaveLength(1);
    expect((await get(calls.labelSuggestions('%'))).body).toEqual([]);
    expect((await get(calls.labelAdd(one, 'noexiste'))).status).toBe(404);
    expect((await get(calls.labelCreateAdd(one, '¡!'))).status).toBe(422);
    for (const nothing of ['NULL', 'null', ' , '])
      expect([nothing, (await get(calls.labelCreateAdd(one, nothing))).body]).toEqual([
        nothing,
        { code: 'value', field: 'label', message: 'Escribí el nombre de la etiqueta.' },
      ]);
    const several = (await get(calls.labelCreateAdd(other, 'Ambiente, Niñez,servicios públicos'))).body as {
      name: string;
    }[];
    expect(several.map(({ name }) => name)).toEqual(['Servicios Públicos', 'Ambiente', 'Niñez']);
    expect((await get(calls.labelCreateAdd(one, 'AC/DC 100%'))).body).toContainEqual({
      id: 'acdc100',
      name: 'AC/DC 100%',
      namehashed: 'acdc100',
    });
    expect((await get(calls.labelRemove(one, 'serviciospublicos'))).body).toEqual([
      { id: 'acdc100', name: 'AC/DC 100%', namehashed: 'acdc100' },
    ]);
  });

  test('cannot be changed with HEAD', async () => {
    const town = await openTown();
    const id = town.make('story');
    const { status, headers } = await town.call('HEAD', calls.labelCreateAdd(id, 'Obras'), undefined, {
      as: town.editor,
    });
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    expect(town.db.prepare('SELECT count(*) FROM label').pluck().get()).toBe(0);
  });
});

describe('videos of an album', () => {
  test('are stored as provider and id only', async () => {
    const town = await openTown();
    const id = town.make('album');
    const add = (url: unknown) => town.post(calls.albumVideoAdd(id), { url }, { as: town.editor });
    expect((await add('https://youtu.be/abcdefghijk?t=10&list=x')).body).toBe(1);
    expect((await add('https://www.youtube.com/watch?v=abcdefghijk')).body).toBe(1);
    const videos = [
      {
        id: 'youtube-abcdefghijk',
        url: 'https://www.youtube.com/watch?v=abcdefghijk',
        thumbnail: 'https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg',
      },
    ];
    expect((await town.get(calls.one('album', id), { as: town.editor })).body).toMatchObject({ videos });
    for (const url of [
      'javascript:alert(1)',
      'http://youtu.be/abcdefghijk',
      'https://example.com/x',
      '',
      'https://u:p@youtu.be/abcdefghijk',
    ])
      expect((await add(url)).status, url).toBe(422);
    expect((await add(['https://youtu.be/abcdefghijk'])).status).toBe(400);
    expect((await town.get(calls.albumVideoDelete(id, 'youtube-abcdefghijk'), { as: town.editor })).body).toBe(1);
    expect((await town.get(calls.albumVideoDelete(id, 'youtube-abcdefghijk'), { as: town.editor })).status).toBe(410);
  });
});

describe('admin lists', () => {
  test('have 20 per page with the correct number of pages, newest first, drafts included, without the long text', async () => {
    const town = await openTown();
    for (let day = 1; day <= 21; day += 1)
      town.make('story', { title: `N ${day}`, date: `${day}-02-2026`, text: '<p>x</p>' });
    const page = async (number: number) =>
      (await town.get(calls.list('story', number), { as: town.editor })).body as {
        items: { title: string; seq: number; text?: string }[];
        pages: number;
      };
    const first = await page(1);
    expect([first.items.length, first.pages, first.items[0]?.title]).toEqual([20, 2, 'N 21']);
    expect(first.items[0]).toHaveProperty('seq');
    expect(first.items[0]).not.toHaveProperty('text');
    expect((await page(2)).items.map(({ title }) => title)).toEqual(['N 1']);
    expect(await page(3)).toEqual({ items: [], pages: 2 });
  });

  test('of users, authorities and places have no pages', async () => {
    const town = await openTown();
    town.make('map', { title: 'Plaza' });
    expect((await town.post(calls.list('user'), {}, { as: town.admin })).body).toMatchObject([
      { username: 'ana' },
      { username: 'edu' },
    ]);
    expect((await town.get(calls.list('map'), { as: town.admin })).body).toMatchObject([
      { title: 'Plaza', seq: expect.any(Number) as number },
    ]);
    expect((await town.get(calls.list('authority'), { as: town.admin })).body).toEqual([]);
  });
});

test('every update keeps what it replaced in the history, with who and when', async () => {
  const town = await openTown();
  const id = town.make('story', { title: 'Uno' });
  await save(town, 'story', id, 'title', { value: 'Dos' }, { as: town.editor, key: 'op-9' });
  const last = town.db
    .prepare(
      'SELECT user_id, op_id, action, type, record_id, field, before, after FROM history ORDER BY id DESC LIMIT 1',
    )
    .get();
  expect(last).toEqual({
    user_id: town.editorId,
    op_id: 'op-9',
    action: 'update',
    type: 'story',
    record_id: id,
    field: 'title',
    before: '"Uno"',
    after: '"Dos"',
  });
});

describe('the emergency lines', () => {
  const line = { name: 'Defensa Civil', phone: '103', note: '', always: true };
  const row = { area: '', phones: ['02902 48-1100'], extension: '', hours: '', always: false, address: '', email: '' };

  test('are two to six, each with a name and one number that can be called', async () => {
    const town = await openTown();
    const { id: _, image: __, ...site } = await town.reader.document('site');
    const post = (lines: object[]) =>
      town.post(calls.document('site'), { value: { ...site, lines } }, { as: town.admin });
    for (const [lines, field] of [
      [[line], 'value.lines'],
      [Array(7).fill(line), 'value.lines'],
      [[line, { ...line, name: ' ' }], 'value.lines.1.name'],
      [[line, { ...line, phone: '103 / 104' }], 'value.lines.1.phone'],
      [[line, { ...line, note: 'x'.repeat(81) }], 'value.lines.1.note'],
    ] as const)
      expect(await post(lines as object[])).toMatchObject({ status: 422, body: { field } });
    expect((await post(Array(6).fill(line))).body).toBe(1);
  });

  test('take the place of a row of the directory with the same name, on devices too, and give it back', async () => {
    const town = await openTown();
    const rows = [
      { ...row, area: 'Defensa Civil' },
      { ...row, area: 'Turismo' },
    ];
    expect((await town.post(calls.document('usefulData'), { value: { rows } }, { as: town.admin })).body).toBe(1);
    const { id: _, image: __, ...site } = await town.reader.document('site');
    const before = await town.get('/api/dataPublic/changes');
    const [cursor] = [(before.body as { cursor: string }).cursor];
    const lines = [...site.lines.slice(0, 2), line];
    expect((await town.post(calls.document('site'), { value: { ...site, lines } }, { as: town.admin })).body).toBe(1);
    expect((await town.reader.document('usefuldata')).rows.map(({ area }) => area)).toEqual(['Turismo']);
    const after = (await town.get(`/api/dataPublic/changes?since=${encodeURIComponent(cursor)}`)).body as {
      puts: { type: string }[];
    };
    expect(after.puts.map(({ type }) => type).sort()).toEqual(['site', 'usefuldata']);
    expect((await town.post(calls.document('site'), { value: site }, { as: town.admin })).body).toBe(1);
    expect((await town.reader.document('usefuldata')).rows.map(({ area }) => area)).toEqual([
      'Defensa Civil',
      'Turismo',
    ]);
  });
});

describe('two Admins who edit Sitio at the same time', () => {
  async function openTwo() {
    const town = await openTown();
    const { id: _, image: __, ...base } = await town.reader.document('site');
    const save = (value: object, seen: object = base) =>
      town.post(calls.document('site'), { value, base: seen }, { as: town.admin });
    return { town, base, save, site: () => town.reader.document('site') };
  }

  test('keep what the other changed: each saves the fields that they changed', async () => {
    const { base, save, site } = await openTwo();
    const lines = [...base.lines, { name: 'Defensa Civil', phone: '103', note: '', always: true }];
    expect((await save({ ...base, town: 'Los Ñires', social: { ...base.social, x: 'https://x.com/a' } })).body).toBe(1);
    const second = { ...base, accent: '#123456', lines, social: { ...base.social, youtube: 'https://youtube.com/a' } };
    expect((await save(second)).body).toBe(1);
    expect((await save({ ...base, texts: { news: 'Lo nuestro.' } })).body).toBe(1);
    expect((await save({ ...base, texts: { hours: 'De 7 a 13.' } })).body).toBe(1);
    expect(await site()).toMatchObject({
      town: 'Los Ñires',
      accent: '#123456',
      lines,
      social: { x: 'https://x.com/a', youtube: 'https://youtube.com/a' },
      texts: { news: 'Lo nuestro.', hours: 'De 7 a 13.' },
    });
  });

  test('keep the emergency lines, entries of the menu and links of a group that each of them changes', async () => {
    const { base, save, site } = await openTwo();
    const link = (to: string, name = '') => ({ to, name, isHidden: false });
    const groupOf = (...items: object[]) => ({ ...link('', 'El municipio'), items });
    const menu = (...items: object[]) => ({ hidesEmpty: true, items });
    const [first, second, ...others] = base.lines;
    const before = { ...base, menu: menu(link('/noticias'), groupOf(link('/agenda'), link('/datosutiles'))) };
    await save(before);
    const hers = {
      ...before,
      lines: [{ ...first, note: 'cuartel' }, second, ...others],
      menu: menu(link('/noticias', 'Novedades'), groupOf(link('/agenda', 'Qué hacer'), link('/datosutiles'))),
    };
    const his = {
      ...before,
      lines: [first, { ...second, phone: '911' }, ...others],
      menu: menu(link('/noticias'), groupOf(link('/agenda'), link('/datosutiles', 'Teléfonos')), link('/turismo')),
    };
    expect((await save(hers, before)).body).toBe(1);
    expect((await save(his, before)).body).toBe(1);
    const group = groupOf(link('/agenda', 'Qué hacer'), link('/datosutiles', 'Teléfonos'));
    expect(await site()).toMatchObject({
      lines: [{ ...first, note: 'cuartel' }, { ...second, phone: '911' }, ...others],
      menu: menu(link('/noticias', 'Novedades'), group, link('/turismo')),
    });
    // Together they would put one section into the menu twice.
    const withTourism = groupOf(link('/agenda'), link('/datosutiles'), link('/turismo'));
    const twice = { ...before, menu: menu(link('/noticias'), withTourism) };
    expect((await save(twice, before)).status).toBe(409);
  });

  test('are asked about a field that both changed, and whatever they choose nothing else changes', async () => {
    const { base, save, site } = await openTwo();
    await save({ ...base, town: 'Los Ñires', motto: 'Viento' });
    const mine = { ...base, town: 'Las Lengas', accent: '#123456' };
    const answer = await save(mine);
    const seen = { ...base, town: 'Los Ñires' };
    expect(answer).toMatchObject({ status: 409, body: { value: seen, by: 'Ana' } });
    expect(await site()).toMatchObject({ town: 'Los Ñires', motto: 'Viento', accent: base.accent });
    // «Mi versión» is sent again, based on what the answer showed.
    expect((await save(mine, (answer.body as { value: object }).value)).body).toBe(1);
    expect(await site()).toMatchObject({ town: 'Las Lengas', motto: 'Viento', accent: '#123456' });
  });

  test('are asked about a page that one puts into a group of the menu that the other has removed', async () => {
    const { base, save, site, town } = await openTwo();
    const id = town.make('page', { title: 'Transparencia', status: 'Publicado' });
    const page = { to: `/pagina/${id}`, name: '', isHidden: false };
    const numbers = { to: '/datosutiles', name: '', isHidden: false };
    const groupOf = (...items: object[]) => ({ to: '', name: 'El municipio', isHidden: false, items });
    const menu = (...items: object[]) => ({ menu: { hidesEmpty: true, items } });
    const before = { ...base, ...menu(groupOf(numbers)) };
    await save(before);
    await save({ ...before, ...menu(numbers) }, before);
    const mine = { ...before, ...menu(groupOf(numbers, page)), motto: 'Viento' };
    const answer = await save(mine, before);
    expect(answer).toMatchObject({ status: 409, body: { value: menu(numbers), by: 'Ana' } });
    expect(await site()).toMatchObject(menu(numbers));
    expect((await save(mine, (answer.body as { value: object }).value)).body).toBe(1);
    expect(await site()).toMatchObject({ ...menu(groupOf(numbers, page)), motto: 'Viento' });
  });

  test('may change a field alike, or twice from the same version, without a question', async () => {
    const { base, save, site } = await openTwo();
    for (let time = 0; time < 2; time += 1) expect((await save({ ...base, town: 'Los Ñires' })).body).toBe(1);
    expect((await save({ ...base, motto: 'Viento' })).body).toBe(1);
    expect(await site()).toMatchObject({ town: 'Los Ñires', motto: 'Viento' });
  });
});
