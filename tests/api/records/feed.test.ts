import { describe, expect, test } from 'vitest';
import { FILL_NEWEST } from '#contract/messages/first-fill';
import { FEED_PIECE } from '#contract/limits';
import { isFeed } from '#contract/messages/feed-messages';
import type { Feed } from '#contract/messages/feed-messages';
import { calls } from '#contract/addresses/calls';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

async function feed(town: Town, query = '', admin = false): Promise<Feed> {
  const { status, body, headers } = await town.get(
    `/api/${admin ? 'data' : 'dataPublic'}/changes${query}`,
    admin ? { as: town.editor } : {},
  );
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(isFeed(body)).toBe(true);
  return body as Feed;
}
const since = (cursor: string) => `?since=${encodeURIComponent(cursor)}`;
const next = (token: string) => `?next=${encodeURIComponent(token)}`;

async function fillAll(town: Town, admin = false): Promise<Feed[]> {
  const pieces = [await feed(town, '', admin)];
  for (let token = pieces[0]?.next; token; token = pieces.at(-1)?.next)
    pieces.push(await feed(town, next(token), admin));
  return pieces;
}
const idsOf = (pieces: Feed[]) => pieces.flatMap(({ puts }) => puts.map(({ record }) => record.id));

describe('a fill', () => {
  test('of an empty town brings its documents in one piece', async () => {
    const town = await openTown();
    const piece = await feed(town);
    expect(piece).toMatchObject({
      fill: true,
      next: null,
      more: false,
      dels: [],
      counts: { story: 0, agenda: 0, bulletin: 0, album: 0 },
    });
    expect(idsOf([piece])).toEqual(['site', 'hero', 'categories', 'usefuldata', 'greenpointpage', 'digest']);
  });

  test('brings what is needed first, and only the newest records of long lists', async () => {
    const town = await openTown();
    const stories = Array.from({ length: FILL_NEWEST + 20 }, (_, index) =>
      town.make('story', {
        title: `N ${index}`,
        status: 'Publicado',
        date: `${(index % 28) + 1}-${(index % 12) + 1}-${2020 + (index % 6)}`,
        ...(index === 0 ? { highlight: 1, date: '01-01-1990' } : {}),
      }),
    );
    town.make('authority', { name: 'Ana', position: 'Concejal' });
    town.make('agenda', { title: 'Hace dos meses', status: 'Publicado', date: '10-01-2026' });
    town.make('agenda', { title: 'Hace un año', status: 'Publicado', date: '10-03-2025', highlight: 1 });
    const recent = town.make('agenda', { title: 'Hace una semana', status: 'Publicado', date: '08-03-2026' });
    const lasting = town.make('agenda', {
      title: 'Desde hace dos meses',
      status: 'Publicado',
      date: '10-01-2026',
      lastDay: '14-02-2026',
    });
    town.make('agenda', { title: 'Terminó', status: 'Publicado', date: '10-01-2026', lastDay: '12-02-2026' });
    const pieces = await fillAll(town);
    const types = pieces.flatMap(({ puts }) => puts.map(({ type }) => type));
    expect([...new Set(types)]).toEqual([
      'site',
      'hero',
      'categories',
      'usefuldata',
      'authority',
      'greenpointpage',
      'digest',
      'agenda',
      'story',
    ]);
    const ids = idsOf(pieces);
    expect(new Set(ids).size).toBe(ids.length);
    // Events since a month ago, also those that began before: a past event is not in the carousel, highlighted or not.
    expect(ids).toEqual(expect.arrayContaining([recent, lasting]));
    expect(types.filter((type) => type === 'agenda')).toHaveLength(2);
    // The newest hundred stories, and an older one that is highlighted and therefore in the carousel.
    expect(types.filter((type) => type === 'story')).toHaveLength(FILL_NEWEST + 1);
    expect(ids).toContain(stories[0]);
    expect(pieces[0]?.counts).toMatchObject({ story: FILL_NEWEST + 20, agenda: 5 });
  });

  test('comes in pieces of at most 64 KiB, and continues where it stopped, however much later', async () => {
    const town = await openTown();
    const made = Array.from({ length: 30 }, (_, index) =>
      town.make('story', { title: `N ${index}`, status: 'Publicado', text: `<p>${'palabra '.repeat(800)}</p>` }),
    );
    const first = await feed(town);
    expect(first.next).toEqual(expect.any(String));
    expect(first.more).toBe(true);
    // There are more changes during the fill.
    await save(town, 'story', made[3] ?? '', 'title', { value: 'Cambió' });
    const late = town.make('story', { title: 'Tarde', status: 'Publicado' });
    town.clock.now += 40 * 86_400_000;
    const pieces = [first];
    for (let token = first.next; token; token = pieces.at(-1)?.next) pieces.push(await feed(town, next(token)));
    for (const piece of pieces) {
      expect(piece.cursor).toBe(first.cursor);
      expect(Buffer.byteLength(JSON.stringify(piece.puts))).toBeLessThan(FEED_PIECE * 1.1);
    }
    expect(idsOf(pieces)).toEqual(expect.arrayContaining(made));
    expect(pieces.at(-1)?.more).toBe(false);
    const pull = await feed(town, since(first.cursor));
    expect(idsOf([pull])).toEqual(expect.arrayContaining([made[3], late]));
  });

  test('a record larger than a piece is a piece by itself', async () => {
    const town = await openTown();
    const ids = [1, 2].map((number) =>
      town.make('story', { title: `N ${number}`, status: 'Publicado', text: `<p>${'palabra '.repeat(20_000)}</p>` }),
    );
    expect(idsOf(await fillAll(town))).toEqual(expect.arrayContaining(ids));
  });
});

describe('a pull', () => {
  test('with nothing new is under 300 bytes', async () => {
    const town = await openTown();
    town.make('story', { title: 'x', status: 'Publicado' });
    const { cursor } = await feed(town);
    const piece = await feed(town, since(cursor));
    expect(piece).toMatchObject({ cursor, more: false, puts: [], dels: [] });
    expect(JSON.stringify(piece).length).toBeLessThan(300);
  });

  test('brings what changed, oldest change first, each record once and as it is now', async () => {
    const town = await openTown();
    const [a, b] = [
      town.make('story', { title: 'A', status: 'Publicado' }),
      town.make('map', { title: 'B', url: 'https://example.com/' }),
    ];
    const { cursor } = await feed(town);
    await save(town, 'map', b, 'title', { value: 'B2' });
    await save(town, 'story', a, 'title', { value: 'A2' });
    await save(town, 'map', b, 'title', { value: 'B3' });
    const piece = await feed(town, since(cursor));
    expect(piece.puts.map(({ record }) => (record as { title?: string }).title)).toEqual(['A2', 'B3']);
    const [first = 0, second = 0] = piece.puts.map(({ seq }) => seq);
    expect(first).toBeLessThan(second);
    expect(await feed(town, since(piece.cursor))).toMatchObject({ puts: [], dels: [] });
  });

  test('lists what was hidden or deleted, without its content', async () => {
    const town = await openTown();
    const [a, b] = [
      town.make('story', { title: 'SECRETO', status: 'Publicado' }),
      town.make('album', { title: 'SECRETO', status: 'Publicado' }),
    ];
    const { cursor } = await feed(town);
    await save(town, 'story', a, 'status', { value: 'Redaccion' });
    await town.post(`/api/data/deleteAlbum/${b}`, {}, { as: town.editor });
    const piece = await feed(town, since(cursor));
    expect(piece.dels).toEqual([
      { type: 'story', id: a, seq: expect.any(Number) as number },
      { type: 'album', id: b, seq: expect.any(Number) as number },
    ]);
    expect(JSON.stringify(piece)).not.toContain('SECRETO');
  });

  test('continues piece by piece until nothing is left', async () => {
    const town = await openTown();
    const { cursor } = await feed(town);
    const made = Array.from({ length: 30 }, (_, index) =>
      town.make('story', { title: `N ${index}`, status: 'Publicado', text: `<p>${'palabra '.repeat(800)}</p>` }),
    );
    const pieces = [await feed(town, since(cursor))];
    while (pieces.at(-1)?.more) pieces.push(await feed(town, since(pieces.at(-1)?.cursor ?? '')));
    expect(pieces.length).toBeGreaterThan(2);
    expect(idsOf(pieces)).toEqual(made);
  });

  test('from another epoch, or from the future, starts a fill', async () => {
    const town = await openTown();
    const { cursor, epoch } = await feed(town);
    for (const stale of [`otra.1`, `${epoch}.999999`])
      expect(await feed(town, since(stale))).toMatchObject({ fill: true, cursor });
    town.db.prepare("UPDATE meta SET value = 'nuevavida123' WHERE key = 'epoch'").run();
    expect(await feed(town, since(cursor))).toMatchObject({ fill: true, epoch: 'nuevavida123' });
    const token = Buffer.from(JSON.stringify({ head: cursor, type: 'story', sent: 3, after: [] })).toString(
      'base64url',
    );
    expect(idsOf([await feed(town, next(token))])).toContain('site');
  });

  test.for([
    '?since=',
    '?since=x',
    '?since=a.b',
    '?since=a.-1',
    '?next=x',
    '?next=',
    '?next=eyJ9',
    '?since=a.1&since=a.2',
    `?next=${Buffer.from('{"head":"a.1","type":"user","sent":0,"after":[]}').toString('base64url')}`,
    `?next=${Buffer.from('{"head":"a.1","type":"story","sent":-5,"after":[]}').toString('base64url')}`,
  ])('%s is refused', async (query) => {
    const town = await openTown();
    expect((await town.get(`/api/dataPublic/changes${query}`)).status).toBe(400);
  });

  test('a forged token returns no more than a real one', async () => {
    const town = await openTown();
    const { cursor } = await feed(town);
    for (let index = 0; index < 5; index += 1) town.make('story', { title: `N ${index}`, status: 'Publicado' });
    const token = Buffer.from(JSON.stringify({ head: cursor, type: 'bulletin', sent: 1e9, after: [] })).toString(
      'base64url',
    );
    town.make('bulletin', { title: 'x', status: 'Publicado' });
    expect(idsOf([await feed(town, next(token))])).toEqual([]);
  });
});

test('the admin feed has drafts, is the same for both groups and contains no users', async () => {
  const town = await openTown();
  const id = town.make('story', { title: 'Borrador' });
  const pieces = await fillAll(town, true);
  expect(idsOf(pieces)).toContain(id);
  expect((await town.get('/api/data/changes', { as: town.admin })).body).toEqual(pieces[0]);
  await save(town, 'user', town.editorId, 'email', { value: 'edu@example.com' });
  expect(await feed(town, since(pieces.at(-1)?.cursor ?? ''), true)).toMatchObject({ puts: [], dels: [] });
  expect(JSON.stringify(pieces)).not.toContain('password');
});

describe('what was never public', () => {
  test('is not mentioned to the public when written or deleted, but to staff', async () => {
    const town = await openTown();
    const { cursor } = await feed(town);
    const draft = town.make('story', { title: 'Borrador' });
    const hidden = town.make('album', { title: 'Oculto', status: 'Oculto' });
    const blank = town.make('authority', { name: 'Sin cargo' });
    await town.post(calls.remove('story', draft), {}, { as: town.admin });
    const piece = await feed(town, since(cursor));
    expect(piece).toMatchObject({ puts: [], dels: [], more: false });
    expect(piece.cursor).not.toBe(cursor);
    const own = await feed(town, since(cursor), true);
    expect(own.dels.map(({ id }) => id)).toEqual([draft]);
    expect(idsOf([own])).toEqual([hidden, blank]);
  });

  test('is distinguished from what was unpublished, or archived and deleted', async () => {
    const town = await openTown();
    const { cursor } = await feed(town);
    const taken = town.make('story', { title: 'Sale y vuelve', status: 'Publicado' });
    const archived = town.make('bulletin', { title: 'Archivado', status: 'Archivado' });
    const cleared = town.make('map', { title: 'Camping', url: 'https://ejemplo.gob.ar/' });
    await save(town, 'story', taken, 'status', { value: 'Oculto' });
    await save(town, 'story', taken, 'title', { value: 'Otro' });
    await town.post(calls.remove('bulletin', archived), {}, { as: town.admin });
    await save(town, 'map', cleared, 'title', { value: '' });
    expect((await feed(town, since(cursor))).dels.map(({ id }) => id)).toEqual([taken, archived, cleared]);
  });
});
