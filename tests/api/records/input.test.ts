import { fc } from '../property.ts';
import { describe, expect, test } from 'vitest';
import { entities, ENTITY_NAMES, fieldsOf } from '#contract/forms-and-lists';
import { calls } from '#contract/addresses/calls';
import { openTown, openTownForAll, PASSWORD, save } from '../town.ts';
import type { Town } from '../town.ts';

/** Everything stored, to see that a refusal left nothing behind. */
function stored(town: Town): string {
  const tables = [
    'story',
    'agenda',
    'authority',
    'album',
    'album_video',
    'map',
    'greenpoint',
    'bulletin',
    'label',
    'story_label',
    'document',
    'change',
    'user',
    'history',
    'search_document',
  ];
  return JSON.stringify(tables.map((table) => town.db.prepare(`SELECT * FROM ${table}`).all()));
}
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('a body that cannot be accepted', () => {
  const bodies: [name: string, body: string, status: number][] = [
    ['no JSON', '{', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a text', '"x"', 400],
    ['true', 'true', 400],
    ['an HTML form', 'value=x', 400],
    ['XML', '<value>x</value>', 400],
    ['no value', '{}', 400],
    ['a misspelt value', '{"valu":"x"}', 400],
    ['an unknown key', '{"value":"x","extra":1}', 400],
    ['__proto__', '{"value":"x","__proto__":{"admin":true}}', 400],
    ['a list as value', '{"value":["x"]}', 422],
    ['an object as value', '{"value":{"x":1}}', 422],
    ['null as value', '{"value":null}', 422],
    ['a number as value', '{"value":5}', 422],
    ['true as value', '{"value":true}', 422],
    ['nesting of 50', `{"value":${deep(50)}}`, 400],
    ['nesting of 100,000', `{"value":${deep(100_000)}}`, 400],
    ['a text over 1 MiB', JSON.stringify({ value: 'x'.repeat(1024 * 1024 + 1) }), 413],
    ['accents over 1 MiB', JSON.stringify({ value: 'ñ'.repeat(600_000) }), 413],
    ['a base over 1 MiB', JSON.stringify({ value: 'x', base: 'x'.repeat(1024 * 1024 + 1) }), 413],
    ['8 MiB', JSON.stringify({ value: 'x'.repeat(8 * 1024 * 1024) }), 413],
    ['a cut-off text', '{"value":"x', 400],
    ['a NUL outside of a text', '{"value":\u0000"x"}', 400],
  ];
  const townForAll = openTownForAll();
  test.for(bodies)('%s', async ([, body, status]) => {
    const town = townForAll();
    const id = town.make('story', { title: 'Uno' });
    const before = stored(town);
    const answer = await town.post(calls.update('story', id, 'title'), body, { as: town.editor });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({
      code: expect.any(String) as string,
      message: expect.stringMatching(/[a-záéíóú]\.$/) as string,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/SQLITE|node_modules|\.ts|SyntaxError|Unexpected/);
    expect(stored(town)).toBe(before);
  });

  test('bytes that are not UTF-8, another charset, an unknown compression', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    const post = (body: BodyInit, headers: Record<string, string>) =>
      fetch(town.url + calls.update('story', id, 'title'), {
        method: 'POST',
        body,
        headers: { Authorization: `Bearer ${town.editor}`, ...headers },
      });
    expect((await post('{"value":"x"}', { 'Content-Type': 'application/json; charset=latin1' })).status).toBe(415);
    expect(
      (await post('{"value":"x"}', { 'Content-Type': 'application/json', 'Content-Encoding': 'compress' })).status,
    ).toBe(415);
    expect(
      (await post('{"value":"x"}', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })).status,
    ).toBe(400);
    expect((await town.get(calls.one('story', id), { as: town.admin })).body).toMatchObject({ title: 'Uno' });
  });
});

describe('a body of another type than JSON', () => {
  const TYPES = [
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    '',
  ];

  const townForAll = openTownForAll();
  test.for(TYPES)('«%s» is refused, and a log-in of another site counts for nothing', async (type) => {
    const town = townForAll();
    const post = (path: string, body: string, as?: string) =>
      fetch(town.url + path, {
        method: 'POST',
        body: new TextEncoder().encode(body),
        headers: {
          ...(type === '' ? {} : { 'Content-Type': type }),
          ...(as === undefined ? {} : { Authorization: `Bearer ${as}` }),
        },
      });
    for (let number = 0; number < 12; number += 1) {
      const refused = await post(calls.authenticate(), '{"username":"ana","password":"mala"}');
      expect([refused.status, await refused.json()]).toEqual([
        415,
        { code: 'wrong-kind', message: expect.stringContaining('application/json') as string },
      ]);
    }
    expect((await town.post(calls.authenticate(), { username: 'ana', password: PASSWORD })).status).toBe(200);
    const id = town.make('story', { title: 'Uno' });
    const statuses = [
      await post(calls.update('story', id, 'title'), '{"value":"Dos"}', town.editor),
      await post('/users/register', '{}', town.admin),
      await post('/api/dataPublic/searchContent', '{"search":"x"}'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([415, 415, 415]);
    expect((await town.get(calls.one('story', id), { as: town.admin })).body).toMatchObject({ title: 'Uno' });
  });

  test('is accepted in any spelling of JSON, and not needed without a body', async () => {
    const town = await openTown();
    const id = town.make('story');
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/json ;charset=UTF-8']) {
      expect(
        (
          await town.post(
            calls.update('story', id, 'title'),
            { value: type },
            { as: town.editor, headers: { 'Content-Type': type } },
          )
        ).status,
      ).toBe(200);
    }
    expect((await town.call('POST', calls.create('story'), undefined, { as: town.editor })).status).toBe(200);
  });
});

describe('a text of one million characters', () => {
  test('is stored completely and can be replaced from its base', async () => {
    const town = await openTown();
    const id = town.make('story');
    const long = '"á\\" '.repeat((1024 * 1024) / 6 - 1).trim();
    expect((await save(town, 'story', id, 'text', { value: long })).body).toBe(1);
    expect((await save(town, 'story', id, 'text', { value: `${long.slice(0, -1)}x`, base: long })).body).toBe(1);
  });
});

describe('a text above the ceiling of its field', () => {
  const article = 'Corte de agua. '.repeat(60_000);

  test.each([
    ['alert', 'headline', article, 'Es demasiado largo: tiene 899.999 caracteres y puede tener hasta 500.'],
    ['alert', 'instruction', article, 'Es demasiado largo: tiene 899.999 caracteres y puede tener hasta 5.000.'],
    ['story', 'title', 'a'.repeat(501), 'Es demasiado largo: tiene 501 caracteres y puede tener hasta 500.'],
    [
      'map',
      'url',
      `https://ejemplo.com/${'ñ'.repeat(400)}`,
      'Es demasiado largo: tiene 2.420 caracteres y puede tener hasta 2.000.',
    ],
    ['authority', 'phones', '4-1101 '.repeat(100), 'Es demasiado largo: tiene 699 caracteres y puede tener hasta 500.'],
  ] as const)('%s.%s is refused with its length, and nothing changes', async (entity, field, value, message) => {
    const town = await openTown();
    const id = town.make(entity);
    const before = stored(town);
    expect(await save(town, entity, id, field, { value })).toMatchObject({ status: 422, body: { field, message } });
    expect(stored(town)).toBe(before);
  });

  test('and in the name of a new user, a video of an album and Sitio', async () => {
    const town = await openTown();
    const album = town.make('album');
    const { id: _, image: __, ...site } = await town.reader.document('site');
    const user = { username: 'x'.repeat(501), password: 'tres vacas y un tractor', name: 'X', usergroup: 2, enable: 1 };
    const asked = { as: town.admin };
    const statuses = [
      await town.post('/users/register', user, asked),
      await town.post(calls.albumVideoAdd(album), { url: `https://ejemplo.com/${'a'.repeat(2000)}.mp4` }, asked),
      await town.post(
        calls.document('site'),
        { value: { ...site, taxUrl: `https://x.ar/${'a'.repeat(2000)}` } },
        asked,
      ),
    ].map(({ status }) => status);
    expect(statuses).toEqual([422, 422, 422]);
  });

  test('that an earlier release has stored can be read, shortened from its base, and is still compared', async () => {
    const town = await openTown();
    const id = town.make('alert', { status: 'Publicado' });
    town.db.prepare('UPDATE alert SET headline = ? WHERE id = ?').run(article.trim(), id);
    const read = () => town.get(calls.one('alert', id), { as: town.editor });
    expect((await read()).body).toMatchObject({ headline: article.trim() });
    expect((await save(town, 'alert', id, 'headline', { value: 'Corte', base: 'Otro' })).status).toBe(409);
    expect((await save(town, 'alert', id, 'headline', { value: article, base: article })).status).toBe(422);
    expect((await save(town, 'alert', id, 'area', { value: 'Centro' })).body).toBe(1);
    expect((await save(town, 'alert', id, 'headline', { value: 'Corte', base: article.trim() })).body).toBe(1);
    expect((await read()).body).toMatchObject({ headline: 'Corte' });
  });
});

describe('fields', () => {
  const unknown = [
    'id',
    'created',
    'year',
    'titlekey',
    'labels',
    'image',
    'images',
    'pdf',
    'password_hash',
    'rowid',
    'constructor',
    '__proto__',
    'toString',
    "title'--",
    'title = 1; DROP TABLE story',
    'TITLE',
    'a'.repeat(1000),
    '%00',
    '..',
  ];
  const townForAll = openTownForAll();
  test.for(ENTITY_NAMES)('%s: an unknown one is 404 and never reaches the database', async (entity) => {
    const town = townForAll();
    const id = town.make(entity);
    const before = stored(town);
    for (const field of unknown) {
      const { status, body } = await save(town, entity, id, encodeURIComponent(field), { value: 'x' });
      expect([field, status]).toEqual([field, 404]);
      expect(body).toMatchObject({ code: 'not-found' });
    }
    expect(stored(town)).toBe(before);
  });

  const everyField = ENTITY_NAMES.flatMap((entity) =>
    fieldsOf(entity).map(([name, field]) => ({
      entity,
      name: field.path ?? name,
      kind: field.kind,
      isOptional: field.isOptional === true || field.kind === 'time',
    })),
  );
  test.for(everyField)(
    '$entity.$name refuses a value of the wrong kind with a sentence about the field',
    async ({ entity, name, kind, isOptional }) => {
      const town = townForAll();
      const id = town.make(entity);
      const before = stored(town);
      const wrong: unknown[] = [null, [], {}, { $ne: '' }, [['x']]];
      if (['choice', 'day', 'flag', 'time'].includes(kind)) wrong.push('x', -1, '31-02-2026', '2026-13-01', 1e308);
      if (['choice', 'day', 'flag'].includes(kind)) wrong.push('2');
      if (['choice', 'day', 'flag'].includes(kind) && !isOptional) wrong.push('');
      if (kind === 'time') wrong.push('24:01', '12:60', '25', '-1', '18 3', '13 pm', 'las seis', '18:30:15');
      if (kind === 'web') wrong.push('javascript:alert(1)', 'data:text/html,x', '//example.com', 'http://', 'ejemplo');
      if (kind === 'video') wrong.push('javascript:alert(1)', 'https://example.com/v');
      if (kind === 'email') wrong.push('a', 'a@', '@b', 'a b@c');
      if (kind === 'password') wrong.push('', 'corta', 'x'.repeat(201));
      for (const value of wrong.filter((one) => !(kind === 'choice' && entity === 'user' && one === '2'))) {
        const { status, body } = await save(town, entity, id, name, { value });
        expect([JSON.stringify(value), status]).toEqual([JSON.stringify(value), 422]);
        expect(body).toMatchObject({ code: 'value', field: name, message: expect.stringMatching(/\.$/) as string });
      }
      expect(stored(town)).toBe(before);
    },
  );

  test('choices and categories are accepted in any letter case and stored in their own spelling', async () => {
    const town = await openTown();
    const id = town.make('agenda');
    expect((await save(town, 'agenda', id, 'labelId', { value: 'CULTURA' })).body).toBe(1);
    expect((await save(town, 'agenda', id, 'status', { value: 'publicado' })).body).toBe(1);
    expect((await town.get(calls.one('agenda', id), { as: town.admin })).body).toMatchObject({
      label: 'Cultura',
      status: 'Publicado',
    });
    expect((await save(town, 'agenda', id, 'label', { value: 'Cultura' })).status).toBe(404);
    expect(Object.keys(entities.agenda.fields)).toContain('label');
  });
});

describe('page numbers', () => {
  const townForAll = openTownForAll();
  test.for(['0', '-1', '1.5', 'x', '1e3', '01', '%20', '1%00', '٣', 'NaN', '1;2'])('%s is refused', async (page) => {
    const town = townForAll();
    expect((await town.get(`/api/dataPublic/getStoriesByPage/${page}`)).status).toBe(400);
    expect((await town.get(`/api/data/getStoriesByAll/${page}`, { as: town.editor })).status).toBe(400);
    expect(
      (await town.post('/api/dataPublic/searchContent', { search: 'x', page: decodeURIComponent(page) })).status,
    ).toBe(400);
  });

  test.for(['99', '999999999999', '9'.repeat(300)])(
    '%s is past the end: empty, with the correct number of pages',
    async (page) => {
      const town = await openTown();
      town.make('story', { title: 'x', status: 'Publicado' });
      expect((await town.get(`/api/dataPublic/getStoriesByPage/${page}`)).body).toEqual({ items: [], pages: 1 });
      expect((await town.get(`/api/data/getStoriesByAll/${page}`, { as: town.editor })).body).toEqual({
        items: [],
        pages: 1,
      });
      expect(
        (await town.post('/api/dataPublic/searchContent', { search: 'x', page: Math.min(Number(page), 1e15) })).body,
      ).toEqual({ items: [], pages: 1 });
    },
  );
});

describe('addresses', () => {
  const townForAll = openTownForAll();
  test.for(['%', '%E0%A4%A', '%00', '..%2f..%2fetc%2fpasswd', "' OR 1=1 --", '%F0%9F%98%80', 'a'.repeat(4000)])(
    '%s as an id finds nothing',
    async (id) => {
      const town = townForAll();
      for (const path of ['getStoriesById', 'getAlbumById', 'getAgendaById', 'BulletinById', 'getAuthorities']) {
        const { status, body } = await town.get(`/api/dataPublic/${path}/${id}`);
        expect([400, 404]).toContain(status);
        expect(body).toHaveProperty('code');
      }
      expect([400, 404]).toContain((await town.get(`/api/data/getStoryById/${id}`, { as: town.editor })).status);
    },
  );

  test.for(['ayer', '15-03-2026_', '_', '31-02-2026', '2026', '1-1-2026_2-1-2026_3-1-2026'])(
    '%s is not a range of dates',
    async (dates) => {
      const town = townForAll();
      expect((await town.get(`/api/dataPublic/getAgendaByBlock/all/${dates}/1`)).status).toBe(400);
      expect((await town.get(`/api/dataPublic/BulletinByDateAndClass/${dates}/all/1`)).status).toBe(400);
    },
  );

  test('with an empty part mean any class, any category, any date and no words', async () => {
    const town = await openTown();
    town.make('bulletin', { title: 'Tarifa', status: 'Publicado', bclass: 'Tarifas' });
    town.make('agenda', { title: 'Feria', status: 'Publicado', date: '20-03-2026' });
    for (const path of [
      'BulletinByClases//1',
      'BulletinByClases/ALL/1',
      'BulletinByClases/tarifas/1',
      'BulletinByDateAndClass///1',
      'BulletinByKeywords//tarifa/1',
      'getAgendaByBlock///1',
      'getAgendaByBlock//20-03-2026/1',
      'getAgendaByBlock/INSTITUCIONAL//1',
    ]) {
      expect([path, (await town.get(`/api/dataPublic/${path}`)).body]).toEqual([
        path,
        expect.objectContaining({ pages: 1 }),
      ]);
    }
    for (const path of [
      'BulletinBySearch//1',
      'BulletinByKeywords/all//1',
      'BulletinByKeywords/all/NULL/1',
      'BulletinByClases/otra/1',
      'getAgendaByBlock/otra/all/1',
    ]) {
      expect([path, (await town.get(`/api/dataPublic/${path}`)).body]).toEqual([path, { items: [], pages: 0 }]);
    }
    expect((await town.get('/api/dataPublic/getStoriesById/')).status).toBe(404);
  });
});

test('whatever bytes are sent, the portal answers and the server keeps running', async () => {
  const town = await openTown();
  const id = town.make('story', { title: 'Uno' });
  const paths = [
    calls.update('story', id, 'title'),
    calls.create('story'),
    calls.document('usefulData'),
    calls.albumVideoAdd(id),
    '/users/authenticate',
    '/api/dataPublic/searchContent',
    calls.remove('story', 'nadie'),
  ];
  const json = fc.json({ maxDepth: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.oneof(
        json,
        fc.string(),
        json.map((text) => `{"value":${text}}`),
        json.map((text) => `{"search":${text}}`),
      ),
      async (path, body) => {
        const answer = await town.post(path, body, { as: town.editor });
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers.get('content-type')).toContain('application/json');
      },
    ),
    { numRuns: 300 },
  );
});
