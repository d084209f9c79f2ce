import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import type { XmlElement } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { sitemap, sitemapPiece } from '#contract/addresses/crawlers';
import { pages, recordPage } from '#contract/addresses/pages';
import { STATUSES } from '#contract/record-types';
import type { Status } from '#contract/record-types';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import { openSitemap } from '../../../api/records/sitemap.ts';
import { dataUrl, photo, temporaryFolder } from '../files.ts';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

const ORIGIN = 'https://portal.example';
const SCHEMA = XsdValidator.fromDoc(
  XmlDocument.fromString(readFileSync(join(import.meta.dirname, 'sitemap.xsd'), 'utf8')),
);
const NAMES = {
  s: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  image: 'http://www.google.com/schemas/sitemap-image/1.1',
};

interface Listed {
  loc: string;
  lastmod: string | null;
  pictures: string[];
}
/** Reads a site map or its index with libxml2. @throws what the protocol does not allow */
async function read(town: Town, path: string): Promise<Listed[]> {
  const { status, headers, body } = await town.get(path);
  expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    path,
    200,
    'application/xml; charset=utf-8',
    PUBLIC_CACHE,
  ]);
  const document = XmlDocument.fromString(String(body));
  try {
    SCHEMA.validate(document);
    const entries = document.find('/*/*', NAMES) as XmlElement[];
    return entries.map((entry) => ({
      loc: entry.get('s:loc', NAMES)?.content ?? '',
      lastmod: entry.get('s:lastmod', NAMES)?.content ?? null,
      pictures: entry.find('image:image/image:loc', NAMES).map((node) => node.content),
    }));
  } finally {
    document.dispose();
  }
}
const pathOf = (url: string) => {
  expect(url.startsWith(`${ORIGIN}/`)).toBe(true);
  return url.slice(ORIGIN.length);
};
/** Everything that the index leads to. */
async function everything(town: Town): Promise<Listed[]> {
  const pieces = await read(town, sitemap());
  return (await Promise.all(pieces.map(({ loc }) => read(town, pathOf(loc))))).flat();
}
const pathsIn = async (town: Town) => (await everything(town)).map(({ loc }) => pathOf(loc));

const open = (uploadsDir = '/nonexistent') => openTown({ origin: ORIGIN, uploadsDir });
const timeOf = (town: Town) => new Date(town.clock.now).toISOString();

test('the site map has the pages of the portal and every record, past events and bulletins included, once', async () => {
  const town = await open();
  const story = town.make('story', { title: 'Corte de agua', date: '20-03-2025', status: 'Publicado' });
  const event = town.make('agenda', { title: 'Feria & fiesta', date: '20-03-2019', status: 'Publicado' });
  const bulletin = town.make('bulletin', { title: 'Decreto 7', date: '01-02-2026', status: 'Publicado' });
  const album = town.make('album', { title: 'El bosque', status: 'Publicado' });
  town.make('authority', { name: 'Ana Paz', position: 'Intendenta' });
  town.make('authority', { name: '', position: 'Secretario' });
  const records = [
    recordPage('story', { id: story, titlekey: 'corte-de-agua' }),
    recordPage('agenda', { id: event, titlekey: 'feria-fiesta' }),
    recordPage('bulletin', { id: bulletin, titlekey: 'decreto-7' }),
    recordPage('album', { id: album }),
    '/gobierno/intendenta',
  ];
  const fixed = [
    '/',
    '/noticias',
    '/agenda',
    '/turismo',
    '/puntosverdes',
    '/boletin',
    '/datosutiles',
    '/mapa-del-sitio',
    '/cartelera',
  ];
  const paths = await pathsIn(town);
  expect(paths).toEqual(
    expect.arrayContaining([...records, ...fixed, pages.agendaByLabel('Cultura'), '/boletin/decreto']),
  );
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => /buscador|buscar|login|admin|gobierno\/secretario/.test(path))).toEqual([]);
});

describe('what is in the site map', () => {
  const KINDS = ['story', 'agenda', 'bulletin', 'album'] as const;
  const isReadable = (status: Status) => status === 'Publicado' || status === 'Archivado';

  test.for(KINDS)('is what the public may read, at every moment: %s', async (kind) => {
    const town = await open();
    const id = town.make(kind, { title: 'Un ornitorrinco' });
    for (const status of [...STATUSES, ...STATUSES.toReversed()]) {
      await save(town, kind, id, 'status', { value: status });
      const body = JSON.stringify([(await town.get(sitemap())).body, await everything(town)]);
      expect([status, body.includes(id), body.includes(`sitemap-${kind}-`)]).toEqual([
        status,
        isReadable(status),
        isReadable(status),
      ]);
    }
    await save(town, kind, id, 'status', { value: 'Publicado' });
    await town.post(calls.remove(kind, id), {}, { as: town.admin });
    expect(JSON.stringify(await everything(town))).not.toContain(id);
  });

  test('a year of which the public may read nothing is not named', async () => {
    const town = await open();
    town.make('agenda', { title: 'Sorpresa', date: '20-03-2031' });
    town.make('agenda', { title: 'Feria', date: '20-03-2026', status: 'Publicado' });
    const names = (await read(town, sitemap())).map(({ loc }) => pathOf(loc));
    expect(names).toEqual([sitemapPiece('paginas'), sitemapPiece('agenda-2026')]);
    expect((await town.get(sitemapPiece('agenda-2031'))).status).toBe(404);
  });
});

test('a record carries the time of its own last change, and its piece that of the last of them', async () => {
  const town = await open();
  const first = town.make('story', { title: 'Uno', date: '10-03-2026', status: 'Publicado' });
  const made = timeOf(town);
  const second = town.make('story', { title: 'Dos', date: '11-03-2026', status: 'Publicado' });
  const lastOf = async (id: string) => (await everything(town)).find(({ loc }) => loc.includes(id))?.lastmod;
  expect([await lastOf(first), await lastOf(second)]).toEqual([made, timeOf(town)]);
  town.clock.now += 60_000;
  await town.get('/api/data/LabelsCreateAddStory/' + `${first}/Obras`, { as: town.editor });
  const labelled = timeOf(town);
  expect(await lastOf(first)).toBe(labelled);
  town.clock.now += 60_000;
  town.make('bulletin', { title: 'Borrador', date: '11-03-2026' });
  const pieces = await read(town, sitemap());
  expect(pieces.map(({ loc, lastmod }) => [pathOf(loc), lastmod])).toContainEqual([
    sitemapPiece('story-2026'),
    labelled,
  ]);
  // What is withdrawn changes its piece too.
  town.clock.now += 60_000;
  await save(town, 'story', second, 'status', { value: 'Oculto' });
  expect((await read(town, sitemap()))[1]?.lastmod).toBe(timeOf(town));
});

test('a record carries its pictures, at addresses that exist', async () => {
  const town = await open(temporaryFolder());
  const story = town.make('story', { title: 'Con foto', status: 'Publicado' });
  const album = town.make('album', { title: 'El bosque', status: 'Publicado' });
  const send = async (path: string, seed: number, name?: string) =>
    town.post(path, { data: dataUrl(await photo({ seed }), 'image/jpeg'), name }, { as: town.editor });
  expect((await send(calls.picture('story', story), 1)).body).toBe(1);
  for (const seed of [2, 3]) expect((await send(calls.picture('album', album), seed, `f${seed}.jpg`)).body).toBe(1);
  await send(calls.greenPointPicture(), 4, 'f4.jpg');
  const all = await everything(town);
  const picturesOf = (part: string) => all.find(({ loc }) => loc.includes(part))?.pictures ?? [];
  expect([story, album, '/puntosverdes', '/datosutiles'].map((part) => picturesOf(part).length)).toEqual([1, 2, 1, 0]);
  for (const url of all.flatMap(({ pictures }) => pictures)) {
    const { status, headers } = await town.get(pathOf(url));
    expect([url, status, headers.get('content-type')]).toEqual([url, 200, 'image/webp']);
  }
});

test('it is answered from memory, and 304 where nothing has changed', async () => {
  const town = await open();
  town.make('story', { title: 'Uno', date: '10-03-2026', status: 'Publicado' });
  for (const path of [sitemap(), sitemapPiece('paginas'), sitemapPiece('story-2026')]) {
    const etag = (await town.get(path)).headers.get('etag') ?? '';
    expect([path, (await town.get(path, { headers: { 'If-None-Match': etag } })).status]).toEqual([path, 304]);
  }
  const before = (await town.get(sitemapPiece('story-2026'))).headers.get('etag') ?? '';
  town.make('agenda', { title: 'Feria', date: '20-03-2026', status: 'Publicado' });
  const other = await town.get(sitemapPiece('story-2026'), { headers: { 'If-None-Match': before } });
  expect(other.status, 'a piece that the change does not concern').toBe(304);
});

test.for([
  'nada',
  'story',
  'story-',
  'story-2020',
  'story-2026-03',
  'story-2026-03-1',
  'user-2026',
  'map-2026',
  'sitemap',
  '%27',
])('there is no piece %s', async (name) => {
  const town = await open();
  town.make('story', { title: 'Uno', date: '10-03-2026', status: 'Publicado' });
  const { status, headers } = await town.get(sitemapPiece(name));
  expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
});

describe('a long archive', () => {
  const SIZE = 5;

  test('is divided by year, month and parts of a month, so that no piece is longer than allowed', async () => {
    const town = await open();
    const ids: string[] = [];
    for (let at = 0; at < 40; at += 1) {
      const day = ['10-03-2026', '11-03-2026', '02-07-2026', '05-05-2024'][at % (at < 20 ? 4 : 2)] as string;
      ids.push(town.make('story', { title: `Nota ${at}`, date: day, status: at % 7 === 0 ? 'Oculto' : 'Publicado' }));
    }
    const { pieces, pagesOf } = openSitemap(town.db, { size: SIZE });
    const names = pieces().map(({ name }) => name);
    expect(names).toEqual([
      'paginas',
      'story-2024',
      ...[1, 2, 3, 4, 5, 6].map((part) => `story-2026-03-${part}`),
      'story-2026-07',
    ]);
    const found = names.slice(1).map((name) => pagesOf(name) ?? []);
    expect(Math.max(...found.map((piece) => piece.length))).toBeLessThanOrEqual(SIZE);
    const paths = found.flat().map(({ path }) => path.split('/')[3]);
    expect(paths.toSorted()).toEqual(ids.filter((_, at) => at % 7 !== 0).toSorted());
  });
});
