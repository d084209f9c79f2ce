import fc from 'fast-check';
import { parseAtomFeed } from 'feedsmith';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { subscriptions } from '#contract/addresses/subscriptions';
import { atomOf } from '../../../api/subscriptions/atom.ts';
import type { AtomEntry } from '../../../api/subscriptions/atom.ts';
import { photo, pdf, dataUrl, temporaryFolder } from '../files.ts';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

const ORIGIN = 'http://localhost:3000';
const schema = XmlDocument.fromString(readFileSync(join(import.meta.dirname, 'atom.rng'), 'utf8'));

/** Checks a feed with the schema, and reads it as a feed reader does. @throws what is wrong with it */
function read(xml: string) {
  const document = XmlDocument.fromString(xml);
  const validator = RelaxNGValidator.fromDoc(schema);
  try {
    validator.validate(document);
  } finally {
    validator.dispose();
    document.dispose();
  }
  return parseAtomFeed(xml);
}

async function feedAt(town: Town, path: string) {
  const { status, headers, body } = await town.get(path);
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/atom+xml; charset=utf-8']);
  return read(String(body));
}

const STORY = { status: 'Publicado', date: '2026-03-15', description: 'Se abre el sábado.' };

test('what is no feed is noticed', () => {
  const xml = feedOf([entry({})]);
  expect(() => read(xml)).not.toThrow();
  for (const [right, wrong] of [
    ['<updated>2026', '<updated>domingo 2026'],
    [/<id>urn.*?<\/id>/, ''],
    [' href="http', ' href="/'],
  ] as const) {
    expect(() => read(xml.replace(right, wrong)), wrong).toThrow();
  }
});

describe('the news', () => {
  test('are a feed of the newest stories, with all that a reader shows', async () => {
    const town = await openTown();
    town.writer.addTextPicture(town.act, { name: 'a-0123456789abcdef', width: 480, height: 300 });
    const id = town.make('story', {
      ...STORY,
      title: 'La pileta',
      text: '<p>Ver <a href="/turismo?a=1&amp;b=2">Turismo</a>, <a href="https://x.example/">afuera</a> y <a href="#abajo">abajo</a>.</p><figure><img src="/uploads/text/a-0123456789abcdef-480.webp" alt="a" width="480" height="300" /></figure><figure><img src="/uploads/text/b-0123456789abcdef-480.webp" alt="b" /></figure>',
      video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    });
    town.writer.createLabel(town.act, id, 'Obras Públicas');
    const feed = await feedAt(town, subscriptions.stories());
    expect(feed).toMatchObject({
      id: `${ORIGIN}/noticias.atom`,
      links: [
        { rel: 'self', type: 'application/atom+xml', href: `${ORIGIN}/noticias.atom` },
        { rel: 'alternate', type: 'text/html', href: `${ORIGIN}/noticias` },
      ],
      updated: new Date(town.clock.now).toISOString(),
    });
    const page = `${ORIGIN}/noticias/leer/${id}/la-pileta`;
    expect(feed.entries).toHaveLength(1);
    expect(feed.entries?.[0]).toMatchObject({
      title: { value: 'La pileta' },
      links: [{ rel: 'alternate', type: 'text/html', href: page }],
      published: (await town.reader.record('story', id))?.created,
      categories: [{ term: 'obraspublicas', label: 'Obras Públicas' }],
      summary: { value: 'Se abre el sábado.' },
      content: {
        type: 'html',
        value:
          `<p>Ver <a href="${ORIGIN}/turismo?a=1&#38;b=2">Turismo</a>, <a href="https://x.example/">afuera</a> y ` +
          `<a href="${page}#abajo">abajo</a>.</p><figure><img src="${ORIGIN}/uploads/text/a-0123456789abcdef-480.webp" alt="a" width="480" height="300" /></figure>` +
          '<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">Ver el video</a></p>',
      },
    });
  });

  test('have their pictures, with whole addresses', async () => {
    const town = await openTown({ uploadsDir: temporaryFolder() });
    const id = town.make('story', { ...STORY, title: 'Con foto', text: '<p>Texto</p>' });
    await town.post(calls.picture('story', id), { data: dataUrl(await photo(), 'image/png') }, { as: town.editor });
    const { entries } = await feedAt(town, subscriptions.stories());
    expect(entries?.[0]?.content?.value).toMatch(
      new RegExp(
        `^<p><img src="${ORIGIN}/uploads/story/2026/${id}/[\\w-]+\\.webp" alt="" width="\\d+" height="\\d+"></p>`,
      ),
    );
  });

  test('say what their pictures show, whatever signs that has', async () => {
    const town = await openTown({ uploadsDir: temporaryFolder() });
    const id = town.make('story', { ...STORY, title: 'Con foto', text: '<p>Texto</p>' });
    const name = 'foto-0123456789abcdef';
    town.writer.setPicture(town.act, 'story', id, { name, width: 600, height: 400 });
    town.writer.setAlt(town.act, 'story', id, name, { value: 'La plaza "Moreno" <con nieve> & sol.' });
    const { entries } = await feedAt(town, subscriptions.stories());
    expect(entries?.[0]?.content?.value).toContain(
      'alt="La plaza &#34;Moreno&#34; &#60;con nieve&#62; &#38; sol." width="600"',
    );
  });

  test('by label have the stories with that label only', async () => {
    const town = await openTown();
    const [one, other] = ['Una', 'Otra'].map((title) => town.make('story', { ...STORY, title }));
    town.writer.createLabel(town.act, String(one), 'Niñez');
    town.writer.createLabel(town.act, String(other), 'Salud');
    const feed = await feedAt(town, '/noticias/ninez.atom');
    expect(feed.entries?.map(({ title }) => title?.value)).toEqual(['Una']);
    expect(feed.title?.value).toMatch(/: #Niñez$/);
    expect(feed.links?.map(({ href }) => href)).toEqual([`${ORIGIN}/noticias/ninez.atom`, `${ORIGIN}/noticias/ninez`]);
    expect((await town.get('/noticias/nadie.atom')).status).toBe(404);
  });

  test('have one address each: other spellings of it are not found', async () => {
    const town = await openTown();
    town.writer.createLabel(town.act, town.make('story', STORY), 'Niñez');
    for (const other of ['/noticias/Ni%C3%B1ez', '/noticias/NINEZ', '/noticias/ni-nez', '/boletin/DECRETO', '/Boletin'])
      expect([other, (await town.get(`${other}.atom`)).status]).toEqual([other, 404]);
  });

  test('come the newest first, 50 at most', async () => {
    const town = await openTown();
    for (let at = 0; at < 55; at += 1) town.make('story', { ...STORY, title: `Noticia ${at}`, date: '2026-03-14' });
    const { entries } = await feedAt(town, subscriptions.stories());
    expect(entries?.map(({ title }) => title?.value)).toEqual(
      Array.from({ length: 50 }, (_, at) => `Noticia ${54 - at}`),
    );
    // Of another day than the one on which it was created.
    expect(entries?.[0]?.published).toBe('2026-03-14T00:00:00-03:00');
  });
});

test('the bulletin is a feed, whole and by class, with the PDFs', async () => {
  const town = await openTown({ uploadsDir: temporaryFolder() });
  const ids = ['Decreto', 'Tarifas'].map((bclass) =>
    town.make('bulletin', {
      status: 'Publicado',
      title: `Un ${bclass}`,
      number: 'N.º 7',
      bclass,
      text: '<p>Visto</p>',
    }),
  );
  const [decree = ''] = ids;
  await town.post(
    calls.pdf('bulletin', decree),
    { name: 'Decreto 7.pdf', data: dataUrl(pdf(), 'application/pdf') },
    { as: town.editor },
  );
  expect((await feedAt(town, subscriptions.bulletins())).entries).toHaveLength(2);
  const { entries } = await feedAt(town, subscriptions.bulletinsByClass('Decreto'));
  const stored = await town.reader.record('bulletin', decree);
  const url = `${ORIGIN}/uploads/bulletin/${decree}/${stored?.pdf}`;
  expect(entries).toMatchObject([
    {
      title: { value: 'Un Decreto' },
      categories: [{ term: 'decreto', label: 'Decreto' }],
      summary: { value: 'N.º 7' },
      links: [
        { rel: 'alternate' },
        { rel: 'enclosure', type: 'application/pdf', href: url, title: stored?.pdfname, length: stored?.pdfsize },
      ],
      content: { value: `<p>Visto</p><p><a href="${url}">Descargar el PDF (1 KB)</a></p>` },
    },
  ]);
  // A class without publications is a feed all the same; any other name is none.
  expect((await feedAt(town, subscriptions.bulletinsByClass('Licitaciones'))).entries ?? []).toEqual([]);
  for (const name of ['ordenanza', 'all']) expect((await town.get(`/boletin/${name}.atom`)).status).toBe(404);
});

describe('an entry', () => {
  test('keeps its id whatever is changed in it, and says when it was changed', async () => {
    const town = await openTown();
    const id = town.make('story', { ...STORY, title: 'Antes' });
    const entry = async () => (await feedAt(town, subscriptions.stories())).entries?.[0];
    const before = await entry();
    expect(before?.id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    town.clock.now += 60_000;
    await save(town, 'story', id, 'title', { value: 'Después' });
    const after = await entry();
    expect(after).toMatchObject({ id: before?.id, title: { value: 'Después' } });
    expect(after?.updated).toBe(new Date(town.clock.now).toISOString());
  });

  test('has an id that no release may change', () => {
    const [one] = read(feedOf([entry({ key: 'story/fq2uabcdefgh' })])).entries ?? [];
    expect(one?.id).toBe('urn:uuid:2b0f8435-a420-5a8f-a539-2784019d1758');
  });
});

describe('any title', () => {
  test('is read as it was written', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('&', '&amp;', '<b>', ']]>', '<![CDATA[', '🧉', '"', "'", 'ñ', 'a', '-->') }),
    );
    fc.assert(
      fc.property(anyText, anyText, (title, html) => {
        const [one] = read(feedOf([entry({ title: `a${title}z`, html: `<p>${html}</p>` })])).entries ?? [];
        expect(one?.title?.value).toBe(`a${title}z`);
        expect(one?.content?.value).toBe(`<p>${html}</p>`);
      }),
    );
  });

  test('of 10,000 entries is valid', () => {
    const titles = ['Feria & peña', '🧉🎉 Mateada', 'Cierre ]]>', 'En dos\nrenglones', '<script>alert(1)</script>'];
    const many = Array.from({ length: 10_000 }, (_, at) =>
      entry({ key: `story/${at}`, title: titles[at % titles.length] ?? '' }),
    );
    const { entries = [] } = read(feedOf(many));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(10_000);
    expect(entries.slice(0, titles.length).map(({ title }) => title?.value)).toEqual(titles);
  });
});

function entry(given: Partial<AtomEntry>): AtomEntry {
  return {
    key: 'story/a',
    title: 'Una noticia',
    page: `${ORIGIN}/noticias/leer/a/una-noticia`,
    published: '2026-03-15T00:00:00-03:00',
    updated: '2026-03-15T13:32:00.000Z',
    categories: [{ term: 'ninez', label: 'Niñez & familia' }],
    summary: '',
    html: '<p>Hola</p>',
    ...given,
  };
}
function feedOf(entries: AtomEntry[]): string {
  return atomOf({
    title: 'Noticias',
    subtitle: '',
    author: 'Municipalidad',
    self: `${ORIGIN}/noticias.atom`,
    page: `${ORIGIN}/noticias`,
    icon: `${ORIGIN}/icons/icon-192.png`,
    entries,
  });
}

describe('the alerts', () => {
  test('are a feed, each with its message of the Common Alerting Protocol', async () => {
    const town = await openTown();
    const id = town.make('alert', { headline: 'Corte de agua', instruction: 'Guardá\nagua', status: 'Publicado' });
    const { entries } = await feedAt(town, subscriptions.alerts());
    expect(entries).toMatchObject([{ title: { value: 'Corte de agua' } }]);
    expect(JSON.stringify(entries)).toContain(ORIGIN + subscriptions.alert({ id }));
  });
  test('say at their beginning how serious they are, where, and from when until when', async () => {
    const town = await openTown();
    town.make('alert', {
      headline: 'Corte de agua',
      severity: 'Moderate',
      area: 'Loma Alta',
      onset: '2026-03-15T08:30',
      expires: '2026-03-15T18:00',
      status: 'Publicado',
    });
    const { entries } = await feedAt(town, subscriptions.alerts());
    expect(entries?.[0]?.content?.value).toMatch(
      /^<p>Alerta moderada · Loma Alta · 15 de marzo, de 8:30 a 18\u00a0h<\/p>/,
    );
  });
});
