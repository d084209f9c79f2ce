import { describe, expect, test } from 'vitest';
import { publicCall } from '#contract/addresses/public-calls';
import { subscriptions } from '#contract/addresses/subscriptions';
import { STATUSES } from '#contract/record-types';
import type { Status } from '#contract/record-types';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

type Kind = 'story' | 'agenda' | 'album' | 'bulletin';
const KINDS: Kind[] = ['story', 'agenda', 'album', 'bulletin'];
const WORD = 'ornitorrinco';

const one: Record<Kind, (id: string) => string> = {
  story: (id) => `/api/dataPublic/getStoriesById/${id}`,
  agenda: (id) => `/api/dataPublic/getAgendaById/${id}`,
  album: (id) => `/api/dataPublic/getAlbumById/${id}`,
  bulletin: (id) => `/api/dataPublic/BulletinById/${id}`,
};
/** All lists, carousels, blocks of the home page and subscriptions that could show a record of each type. */
const EVENT_DAYS_CALL = publicCall('days', { type: 'agenda', dates: '01-03-2026_31-03-2026' });
const lists: Record<Kind, string[]> = {
  story: [
    '/api/dataPublic/getStoriesByPage/1',
    '/api/dataPublic/getStoriesByLabel/gobierno/1',
    '/api/dataPublic/getLastStories',
    '/api/dataPublic/getAllLabels',
    publicCall('lastLabels'),
    '/api/dataPublic/getCarouselStories',
    '/api/dataPublic/getCarouselNews',
    publicCall('relatedStories', { id: 'otra' }),
    subscriptions.stories(),
  ],
  agenda: [
    '/api/dataPublic/getAgendaByBlock/all/all/1',
    '/api/dataPublic/getAgendaByBlock/Cultura/20-03-2026/1',
    '/api/dataPublic/getAgendaNextThree',
    EVENT_DAYS_CALL,
    '/api/dataPublic/getCarouselStories',
    subscriptions.agenda(),
    subscriptions.agendaByLabel('Cultura'),
  ],
  album: ['/api/dataPublic/getAlbumsByPage/1', '/api/dataPublic/getAlbumsHighlight'],
  bulletin: [
    '/api/dataPublic/BulletinByDateAndClass/all/all/1',
    '/api/dataPublic/BulletinByDateAndClass/20-03-2026/Decreto/1',
    '/api/dataPublic/BulletinByAll',
    '/api/dataPublic/BulletinByClases/decreto/1',
    subscriptions.bulletins(),
    subscriptions.bulletinsByClass('Decreto'),
  ],
};
/** The searches that find archived records too. */
const searches: Record<Kind, string[]> = {
  story: [],
  agenda: [],
  album: [],
  bulletin: [
    `/api/dataPublic/BulletinByKeywords/all/${WORD}/1`,
    `/api/dataPublic/BulletinByKeywords/decreto/${WORD}/1`,
    `/api/dataPublic/BulletinBySearch/${WORD}/1`,
  ],
};

async function recordWith(town: Town, kind: Kind, status: Status): Promise<string> {
  const fields = {
    story: { title: `Un ${WORD}`, date: '20-03-2026', highlight: 1 },
    agenda: { title: `Un ${WORD}`, date: '20-03-2026', highlight: 1, labelId: 'Cultura' },
    album: { title: `Un ${WORD}`, highlight: 1 },
    bulletin: { title: `Un ${WORD}`, date: '20-03-2026', bclass: 'Decreto' },
  }[kind];
  const id = town.make(kind, fields);
  if (kind === 'story') town.writer.createLabel(town.act, id, 'Gobierno');
  await save(town, kind, id, 'status', { value: status });
  return id;
}

async function shows(town: Town, path: string, id: string): Promise<boolean> {
  const { status, body } = await town.get(path);
  expect([path, status]).toEqual([path, 200]);
  const text = JSON.stringify(body);
  if (path === EVENT_DAYS_CALL) return text.includes('2026-03-20');
  return text.includes(id) || (/Labels/.test(path) && text.includes('gobierno'));
}

async function isFound(town: Town, id: string): Promise<boolean> {
  const { body } = await town.post('/api/dataPublic/searchContent', { search: WORD, page: 1 });
  const { items, pages } = body as { items: { id: string }[]; pages: number };
  expect(pages).toBe(items.length > 0 ? 1 : 0);
  return items.some((item) => item.id === id);
}

async function inFeed(town: Town, id: string, query: string): Promise<'put' | 'del' | 'absent'> {
  const { puts, dels } = (await town.get(`/api/dataPublic/changes${query}`)).body as {
    puts: { record: { id: string } }[];
    dels: { id: string }[];
  };
  if (puts.some(({ record }) => record.id === id)) return 'put';
  return dels.some((del) => del.id === id) ? 'del' : 'absent';
}

describe.for(KINDS)('%s', (kind) => {
  test.for([...STATUSES])('%s: visible where it should be and nowhere else', async (status) => {
    const town = await openTown();
    const { cursor } = (await town.get('/api/dataPublic/changes')).body as { cursor: string };
    const id = await recordWith(town, kind, status);
    const isReadable = status === 'Publicado' || status === 'Archivado';
    const isListed = status === 'Publicado';

    expect((await town.get(one[kind](id))).status).toBe(isReadable ? 200 : 404);
    expect(await isFound(town, id)).toBe(isReadable);
    for (const path of lists[kind].map((path) => path.replace('otra', 'nadie'))) {
      if (!path.includes('Related')) expect([path, await shows(town, path, id)]).toEqual([path, isListed]);
    }
    for (const path of searches[kind]) expect([path, await shows(town, path, id)]).toEqual([path, isReadable]);
    expect(await inFeed(town, id, `?since=${encodeURIComponent(cursor)}`)).toBe(isReadable ? 'put' : 'absent');
    expect(await inFeed(town, id, '')).toBe(isListed ? 'put' : 'absent');
  });

  test('once withdrawn, it is gone from every answer', async () => {
    const town = await openTown();
    const id = await recordWith(town, kind, 'Publicado');
    const paths = [one[kind](id), ...lists[kind], ...searches[kind]];
    for (const path of paths) await town.get(path);
    await save(town, kind, id, 'status', { value: 'Oculto' });
    for (const path of paths) {
      const { body } = await town.get(path);
      expect(JSON.stringify(body)).not.toContain(WORD);
    }
    expect(await isFound(town, id)).toBe(false);
  });
});

test('related stories are listed ones, and those of a draft cannot be requested', async () => {
  const town = await openTown();
  const related = async (id: string) =>
    ((await town.get(publicCall('relatedStories', { id }))).body as { id: string }[]).map((story) => story.id);
  const shown = await recordWith(town, 'story', 'Publicado');
  const other = await recordWith(town, 'story', 'Publicado');
  const archived = await recordWith(town, 'story', 'Archivado');
  const draft = await recordWith(town, 'story', 'Redaccion');
  expect(await related(shown)).toEqual([other]);
  expect(await related(archived)).toEqual([other, shown]);
  expect(await related(draft)).toEqual([]);
});

test('a label that only drafts have is not public', async () => {
  const town = await openTown();
  await recordWith(town, 'story', 'Redaccion');
  expect((await town.get('/api/dataPublic/getAllLabels')).body).toEqual([]);
  expect((await town.get('/api/dataPublic/getStoriesByLabel/gobierno/1')).body).toEqual({
    items: [],
    pages: 0,
  });
});

test('an authority is public once it has name and position; a place once it has title and address', async () => {
  const town = await openTown();
  const id = town.make('authority', { position: 'Intendencia' });
  expect((await town.get('/api/dataPublic/getAuthoritiesByAll')).body).toEqual([]);
  expect((await town.get('/api/dataPublic/getAuthorities/intendencia')).status).toBe(404);
  await save(town, 'authority', id, 'name', { value: 'Marta Quiroga' });
  expect((await town.get('/api/dataPublic/getAuthoritiesByAll')).body).toMatchObject([{ id, titlekey: 'intendencia' }]);
  expect((await town.get('/api/dataPublic/getAuthorities/Intendencia')).body).toMatchObject({ id });

  for (const [kind, list] of [
    ['map', 'getMapsByAll'],
    ['greenpoint', 'getGreenPointMapsByAll'],
  ] as const) {
    const place = town.make(kind, { title: 'Plaza' });
    expect((await town.get(`/api/dataPublic/${list}`)).body).toEqual([]);
    await save(town, kind, place, 'url', { value: 'https://www.openstreetmap.org/' });
    expect((await town.get(`/api/dataPublic/${list}`)).body).toMatchObject([{ id: place }]);
  }
});

test('people who share a position have different addresses', async () => {
  const town = await openTown();
  const ids = ['Ana', 'Bea', 'Ceci'].map((name) => town.make('authority', { name, position: 'Concejal' }));
  for (const [index, id] of ids.entries()) {
    const name = index === 0 ? 'concejal' : `concejal-${index + 1}`;
    expect((await town.get(`/api/dataPublic/getAuthorities/${name}`)).body).toMatchObject({ id });
  }
});

test('a record that is not public gets the same answer as one that does not exist', async () => {
  const town = await openTown();
  const id = await recordWith(town, 'story', 'Redaccion');
  const [hidden, absent] = [await town.get(one.story(id)), await town.get(one.story('aaaaaaaaaaaa'))];
  expect(hidden.body).toEqual(absent.body);
  expect(hidden.headers.get('etag')).toBe(absent.headers.get('etag'));
});
