import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/messages/history-entry';
import { calls } from '#contract/addresses/calls';
import { restoration as restorationAt, recovery as recoveryAt } from '../../../web/src/admin/changes/restore.ts';
import {
  changesSince,
  emptiedBy,
  emptiedWords,
  wholeRestoration,
} from '../../../web/src/admin/changes/restore-whole.ts';
import { firstCategories } from '#contract/town/categories';
import {
  doneWords,
  pointWords,
  recordWords,
  valuesOf,
  whenWords,
} from '../../../web/src/admin/parts/words/history-words.ts';
import { seenWords } from '../../../web/src/admin/history/history-screen.tsx';
import { removal, update } from '../../../web/src/admin/workspace/new-operations.ts';
import { overlayOne } from '../../../web/src/admin/workspace/overlay.ts';
import type { Fields } from '../../../web/src/offline/store/stored-record.ts';
import { operation, story } from './operations.ts';

const AT = '2026-03-15T13:32:00.000Z';
const DAY = 86_400_000;
/** The day after the entries. */
const NOW = Date.parse(AT) + DAY;
const restoration = (one: HistoryEntry, now: Fields) => restorationAt(one, now, NOW);
const recovery = (one: HistoryEntry) => recoveryAt(one, NOW);

function entry(more: Partial<HistoryEntry>): HistoryEntry {
  return {
    entry: 7,
    at: AT,
    userId: 'ana',
    by: 'Ana',
    action: 'update',
    type: 'story',
    id: 'uno',
    name: 'Uno',
    isDeleted: false,
    field: 'title',
    before: 'Antes',
    after: 'Después',
    isLong: false,
    ...more,
  };
}
const picture = { name: 'foto-0123456789abcdef', width: 600, height: 400 };
const record = story('uno', {
  title: 'Ahora',
  labels: [{ id: 'obras', name: 'Obras', namehashed: 'obras' }],
  image: { name: 'otra-0123456789abcdef', width: 1, height: 1 },
} as unknown as Partial<Fields>).record;

describe('going back as a whole', () => {
  const back = (later: HistoryEntry[], now: Fields = record) =>
    wholeRestoration(AT, later, now, NOW).map(({ field, value, call }) => [
      field,
      value ?? `${call?.name} ${call?.item}`,
    ]);

  test('is remembered with each change, so that its outcome says what was done', () => {
    const [title] = wholeRestoration(AT, [entry({ entry: 9, before: 'Antes', after: 'Ahora' })], record, NOW);
    expect(title?.backTo).toBe(AT);
  });

  test('takes of each field what was before the first of its changes, and leaves the status', () => {
    const later = [
      entry({ entry: 9, before: 'Medio', after: 'Ahora' }),
      entry({ entry: 8, field: 'status', before: 'Redaccion', after: 'Publicado' }),
      entry({ entry: 7, before: 'Antes', after: 'Medio' }),
      entry({ entry: 6, field: 'description', before: 'Copete', after: '' }),
    ];
    expect(back(later)).toEqual([
      ['title', 'Antes'],
      ['description', 'Copete'],
    ]);
  });

  test('adds no video that came and went since, and brings back one that was there', () => {
    const [was, came] = ['https://vimeo.com/76979871', 'https://vimeo.com/76979872'];
    const video = (action: 'add' | 'remove', url: string) =>
      action === 'add' ? { action, before: null, after: url } : { action, before: url, after: null };
    const album = { type: 'album', id: 'uno', field: 'videos' };
    const later = [
      entry({ ...album, ...video('remove', came) }),
      entry({ ...album, ...video('remove', was) }),
      entry({ ...album, ...video('add', came) }),
    ];
    expect(back(later, { id: 'uno', videos: [] })).toEqual([['videos', `video-add ${was}`]]);
  });

  test('changes nothing where all is as it was', () => {
    expect(back([entry({ before: 'Ahora', after: 'Después' })])).toEqual([]);
  });
});

describe('a point to go back to', () => {
  const made = entry({ entry: 3, action: 'create', field: null, before: null, after: {} });
  const title = entry({ entry: 4, before: '', after: 'Uno' });
  const text = entry({ entry: 5, field: 'text', before: '', after: '<p>uno</p>' });
  const shown = entry({ entry: 6, field: 'status', before: 'Redaccion', after: 'Publicado' });
  const items = [shown, text, title, made];
  const published: Fields = { ...record, status: 'Publicado' };

  test('is not the creation of what is published: all of it would become empty', () => {
    expect(changesSince(made, items, published)).toBeNull();
    expect(changesSince(made, items, { ...record, status: 'Redaccion' })).toEqual([shown, text, title]);
    expect(changesSince(title, items, published)).toEqual([shown, text]);
    // The weather service's alerts have their name from the beginning.
    expect(changesSince(made, [shown, made], published)).toEqual([shown]);
    expect(changesSince(shown, items, published)).toBeNull();
  });

  test('is the end of what was recreated, not its creation and not half of its values', () => {
    const old = [entry({ entry: 2, action: 'delete', field: null }), entry({ entry: 1, action: 'create' })];
    const since = entry({ entry: 7, at: '2026-03-15T13:32:30.000Z', before: 'Uno', after: 'Dos' });
    const all = [since, ...items, ...old];
    for (const now of [published, { ...record, status: 'Redaccion' }]) {
      expect([made, title, text].map((one) => changesSince(one, all, now))).toEqual([null, null, null]);
      expect(changesSince(made, [since, ...items], now, true)).toBeNull();
      expect(changesSince(shown, all, now)).toEqual([since]);
      expect(changesSince(old[1]!, all, now)).toBeNull();
    }
  });

  test('has a name of its own among all', () => {
    expect(pointWords(title, items)).toBe('Ana cambió «Título» el 15 de marzo de 2026, 10:32\u00a0h');
    const again = { ...title, entry: 9 };
    expect(pointWords(again, [again, ...items])).toMatch(/10:32\u00a0h, cambio n\.º 9$/);
  });

  test('tells what becomes empty', () => {
    const back = wholeRestoration(AT, [text, title], { ...record, text: '<p>uno</p>' }, NOW);
    expect(emptiedWords(emptiedBy(back))).toBe('«Título» y «Texto» quedan vacíos');
    expect(emptiedWords(emptiedBy(restoration(title, record)))).toBe('«Título» queda vacío');
    expect(emptiedWords(emptiedBy(restoration(entry({}), record)))).toBe('');
  });
});

describe('going back to a value', () => {
  test('is an update based on what is shown now', () => {
    expect(restoration(entry({}), record)).toEqual([
      expect.objectContaining({
        kind: 'update',
        path: calls.update('story', 'uno', 'title'),
        value: 'Antes',
        base: 'Ahora',
      }),
    ]);
    expect(
      restoration(entry({ type: 'agenda', field: 'label', before: 'Cultura' }), { id: 'uno', label: 'Deporte' }),
    ).toMatchObject([{ path: calls.update('agenda', 'uno', 'labelId'), base: 'Deporte' }]);
  });

  test('does nothing if the value is the current one, or not known', () => {
    expect(restoration(entry({ before: 'Ahora' }), record)).toEqual([]);
    for (const one of [
      entry({ action: 'create', field: null, before: null }),
      entry({ field: 'password', before: null, type: 'user' }),
      entry({ field: 'ya no existe' }),
      entry({ field: 'image', before: null }),
      entry({ field: 'image', before: 'solo-un-nombre' }),
    ]) {
      expect(restoration(one, record)).toEqual([]);
    }
  });

  test('of labels removes what was added since and adds what was removed', () => {
    const operations = restoration(
      entry({ action: 'remove', field: 'labels', before: ['Cultura', 'Agua'], after: ['Cultura'] }),
      record,
    );
    expect(operations.map(({ path }) => path)).toEqual([
      calls.labelRemove('uno', 'obras'),
      calls.labelCreateAdd('uno', 'Cultura'),
      calls.labelCreateAdd('uno', 'Agua'),
    ]);
  });

  test('of what a picture shows is based on its present text, and needs the picture', () => {
    const alt = entry({ field: `alt:${picture.name}`, before: 'La plaza.', after: '' });
    const present = { ...record, image: { ...picture, alt: 'El lago.' } };
    const path = calls.pictureAlt('story', 'uno');
    expect(restoration(alt, present)).toMatchObject([
      { kind: 'update', path, body: { name: picture.name }, value: 'La plaza.', base: 'El lago.' },
    ]);
    expect(restoration(alt, { id: 'uno', images: [picture] })).toMatchObject([{ value: 'La plaza.', base: '' }]);
    expect(restoration(alt, record)).toEqual([]);
    expect(restoration({ ...alt, before: '' }, { ...record, image: picture })).toEqual([]);
    expect(doneWords(alt)).toBe('cambió «Descripción de la imagen»');
  });

  test('of videos, documents and the green-point text', () => {
    const album = {
      id: 'alb',
      videos: [{ id: 'vimeo-123456', url: 'https://vimeo.com/123456', thumbnail: '' }],
    } as unknown as Fields;
    expect(
      restoration(
        entry({
          type: 'album',
          id: 'alb',
          action: 'add',
          field: 'videos',
          before: null,
          after: 'https://vimeo.com/123456',
        }),
        album,
      ),
    ).toMatchObject([{ path: calls.albumVideoDelete('alb', 'vimeo-123456') }]);
    expect(
      restoration(
        entry({
          type: 'album',
          id: 'alb',
          action: 'remove',
          field: 'videos',
          before: 'https://vimeo.com/654321',
          after: null,
        }),
        album,
      ),
    ).toMatchObject([{ path: calls.albumVideoAdd('alb'), body: { url: 'https://vimeo.com/654321' } }]);
    expect(
      restoration(
        entry({
          type: 'album',
          id: 'alb',
          action: 'remove',
          field: 'videos',
          before: 'https://vimeo.com/123456',
          after: null,
        }),
        album,
      ),
    ).toEqual([]);
    expect(
      restoration(entry({ type: 'usefuldata', id: 'usefuldata', field: null, before: { rows: [] }, after: {} }), {
        id: 'usefuldata',
        rows: [1],
      }),
    ).toMatchObject([{ field: 'value', value: { rows: [] }, base: { rows: [1] } }]);
    expect(
      restoration(
        entry({
          type: 'greenpointpage',
          id: 'greenpointpage',
          field: null,
          before: { txt: 'viejo' },
          after: { txt: 'nuevo' },
        }),
        { id: 'greenpointpage', txt: 'nuevo' },
      ),
    ).toMatchObject([{ field: 'txt', value: 'viejo', base: 'nuevo' }]);
  });

  test('of a picture requests its file, in place of the current one', () => {
    expect(restoration(entry({ field: 'image', before: picture, after: null }), record)).toEqual([
      {
        kind: 'call',
        entity: 'story',
        recordId: 'uno',
        field: 'image',
        method: 'POST',
        path: calls.historyFile('story', 'uno'),
        body: { entry: 7, name: picture.name },
        call: { name: 'picture-restore', item: picture.name },
        base: 'otra-0123456789abcdef',
      },
    ]);
    const album = { id: 'alb', images: [] } as unknown as Fields;
    expect(
      restoration(entry({ type: 'album', id: 'alb', action: 'remove', field: 'image', before: picture }), album),
    ).toEqual([
      {
        kind: 'call',
        entity: 'album',
        recordId: 'alb',
        method: 'POST',
        path: calls.historyFile('album', 'alb'),
        body: { entry: 7, name: picture.name },
        call: { name: 'picture-restore', item: picture.name },
      },
    ]);
    expect(
      restoration(entry({ type: 'album', id: 'alb', action: 'remove', field: 'image', before: picture }), {
        ...album,
        images: [picture],
      } as unknown as Fields),
    ).toEqual([]);
  });
});

describe('recovering a record', () => {
  const gone = story('uno', {
    title: 'La que fue',
    description: 'Copete',
    highlight: 1,
    labels: [{ id: 'obras', name: 'Obras', namehashed: 'obras' }],
    image: picture,
  } as unknown as Partial<Fields>).record;

  test('creates it with its id, date and content, and its status last', () => {
    const operations = recovery(entry({ action: 'delete', field: null, before: gone, after: null, isDeleted: true }));
    expect(operations.map(({ kind, field, value }) => [kind, field, value])).toEqual([
      ['create', undefined, undefined],
      ['update', 'title', 'La que fue'],
      ['update', 'description', 'Copete'],
      ['update', 'highlight', 1],
      ['call', 'labels', undefined],
      ['call', 'image', undefined],
      ['update', 'status', 'Publicado'],
    ]);
    expect(operations[0]?.body).toEqual({ id: 'uno', date: '2026-03-01T10:00:00.000Z' });
    expect(operations[1]?.base).toBe('');
  });

  test('is shown at once, even right after its delete', () => {
    const [creation, ...rest] = recovery(entry({ action: 'delete', field: null, before: gone, after: null })).map(
      (wish) => operation(wish),
    );
    const shown = overlayOne('story', story('uno'), 'uno', {
      landed: [operation(removal('story', 'uno', 1))],
      waiting: creation ? [creation, ...rest] : [],
    });
    expect(shown).toMatchObject({
      isGone: false,
      record: { title: 'La que fue', status: 'Publicado', labels: [{ id: 'obras' }] },
    });
  });

  test('of users is not offered', () => {
    expect(recovery(entry({ type: 'user', action: 'delete', before: { id: 'x', name: 'Edu' } }))).toEqual([]);
  });
});

test('an entry is described in words', () => {
  expect(whenWords('2026-03-15T13:32:00.000Z')).toBe('15 de marzo de 2026, 10:32\u00a0h');
  expect(recordWords({ type: 'story', name: 'Uno' })).toBe('Noticia «Uno»');
  expect(recordWords({ type: 'usefuldata', name: '' })).toBe('Datos útiles');
  expect(doneWords(entry({}))).toBe('cambió «Título»');
  expect(doneWords(entry({ field: 'image', before: null }))).toBe('agregó una imagen');
  expect(doneWords(entry({ type: 'user', field: 'password' }))).toBe('cambió «Contraseña»');
  expect(valuesOf(entry({ field: 'date', before: '2026-03-01', after: null }), firstCategories)).toEqual({
    before: '01/03/2026',
    after: '',
  });
  expect(valuesOf(entry({ field: 'text', before: '<p>uno &amp; dos</p>', after: '' }), firstCategories)).toEqual({
    before: 'uno & dos',
    after: '',
  });
  expect(valuesOf(entry({ field: 'labels', before: ['a', 'b'], after: [] }), firstCategories)).toEqual({
    before: 'a, b',
    after: '',
  });
  expect(valuesOf(entry({ field: 'image', before: picture, after: null }), firstCategories)).toEqual({
    before: 'imagen',
    after: '',
  });
  const named = { ...picture, name: 'plaza-0123456789abcdef' };
  expect(valuesOf(entry({ field: 'image', before: null, after: named }), firstCategories).after).toBe('imagen «plaza»');
  const img = '<p>uno</p><figure><img src="/uploads/text/foto-0123456789abcdef-480.webp" /></figure>';
  expect(valuesOf(entry({ field: 'text', before: img, after: '' }), firstCategories).before).toBe('uno [imagen]');
});

test('a file can be restored for a year, while the trash has it; the rest of a deleted record always can', () => {
  const lost = entry({ field: 'image', before: picture, after: null });
  const gone = entry({
    action: 'delete',
    field: null,
    before: { ...record, created: AT, image: picture },
    after: null,
    isDeleted: true,
  });
  const paths = (days: number) => [
    restorationAt(lost, record, Date.parse(AT) + days * DAY).length,
    recoveryAt(gone, Date.parse(AT) + days * DAY).filter(({ call }) => call?.name === 'picture-restore').length,
  ];
  expect([paths(0), paths(365), paths(366)]).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ]);
  expect(recoveryAt(gone, Date.parse(AT) + 366 * DAY).length).toBeGreaterThan(1);
});

test('whoever goes back to a status that residents see is told so', () => {
  const words = (now: string, then: string) =>
    seenWords('story', { id: 'a', status: now }, [update('story', 'a', 'status', then, now)]);
  expect(words('Oculto', 'Archivado')).toBe(', y el público lo va a poder leer');
  expect(words('Oculto', 'Publicado')).toBe(', y el público lo va a poder leer');
  expect(words('Oculto', 'Redaccion')).toBe('');
  expect(words('Publicado', 'Oculto')).toBe(', que el público ve enseguida');
  expect(seenWords('story', { id: 'a', status: 'Oculto' })).toBe('');
});
