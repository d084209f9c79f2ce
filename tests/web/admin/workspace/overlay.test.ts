import { expect, it } from 'vitest';
import { pdfsIn } from '#contract/values/pdf-titles';
import {
  creation,
  document,
  galleryAddition,
  labelAddition,
  labelRemoval,
  pdf,
  PDF_MIME,
  pdfAddition,
  pdfRemoval,
  picture,
  pictureAlt,
  pictureOrder,
  removal,
  update,
  videoAddition,
  videoRemoval,
} from '../../../../web/src/admin/workspace/new-operations.ts';
import {
  joined,
  laidOver,
  labelsOf,
  overlay,
  overlayOne,
  stateOf,
} from '../../../../web/src/admin/workspace/overlay.ts';
import type { Fields, StoredRecord } from '../../../../web/src/offline/store/stored-record.ts';
import type { OwnOperations } from '../../../../web/src/admin/workspace/overlay.ts';
import type { Operation } from '../../../../web/src/offline/outbox/protocol/operation.ts';
import { operation, story } from '../operations.ts';

const waiting = (...operations: Operation[]): OwnOperations => ({ landed: [], waiting: operations });
const one = (kept = story('a'), laid = waiting()) => overlayOne('story', kept, 'a', laid);

it('a saved field shows its new value, and the address that follows from a title', () => {
  const shown = one(story('a'), waiting(operation(update('story', 'a', 'title', 'Feria del libro', 'Noticia a'))));
  expect(shown?.record).toMatchObject({ title: 'Feria del libro', titlekey: 'feria-del-libro' });
});

it('the last of several edits of a field is shown', () => {
  const edits = ['Uno', 'Dos'].map((value) => operation(update('story', 'a', 'description', value, '')));
  expect(one(story('a'), waiting(...edits))?.record.description).toBe('Dos');
});

it('a refused edit still shows what the person wrote', () => {
  const refused = operation(update('story', 'a', 'description', 'Mío', ''), { status: 'rejected' });
  const shown = one(story('a'), waiting(refused));
  expect(shown?.record.description).toBe('Mío');
  expect(stateOf(shown!)).toBe('rejected');
});

it('a record created here exists before the server knows it, the same as the server will create it', () => {
  const shown = overlayOne(
    'story',
    null,
    'abc',
    waiting(operation(creation('story', 'abc', Date.parse('2026-03-15T12:00:00Z')))),
  );
  expect(shown).toMatchObject({
    served: null,
    seq: null,
    record: { id: 'abc', status: 'Redaccion', date: '2026-03-15', year: 2026, created: '2026-03-15T12:00:00.000Z' },
  });
});

it('an event and a bulletin created here have everything that their screens use', () => {
  const at = Date.parse('2026-03-15T12:00:00Z');
  expect(overlayOne('agenda', null, 'e', waiting(operation(creation('agenda', 'e', at))))?.record).toMatchObject({
    label: 'Institucional',
    image: null,
  });
  expect(overlayOne('bulletin', null, 'b', waiting(operation(creation('bulletin', 'b', at))))?.record).toMatchObject({
    bclass: 'Decreto',
    pdf: '',
  });
});

it('a pending delete hides the record, a refused one shows it again', () => {
  expect(one(story('a'), waiting(operation(removal('story', 'a', 1))))?.isGone).toBe(true);
  expect(one(story('a'), waiting(operation(removal('story', 'a', 1), { status: 'conflict' })))?.isGone).toBe(false);
});

it('labels are added by name and removed by id, each once, and the first one is the label of the story', () => {
  const labels = (shown: ReturnType<typeof one>) => labelsOf(shown!.record).map(({ id }) => id);
  const shown = one(
    story('a'),
    waiting(...['Obras públicas', 'Niñez', 'obras PÚBLICAS'].map((name) => operation(labelAddition('a', name)))),
  );
  expect(labels(shown)).toEqual(['obraspublicas', 'ninez']);
  expect(
    labels(one(story('a', { labels: shown!.record.labels! }), waiting(operation(labelRemoval('a', 'ninez'))))),
  ).toEqual(['obraspublicas']);
});

it('a label is named as it was typed', () => {
  expect(one(story('a'), waiting(operation(labelAddition('a', 'Feria Ñandú'))))?.record.labels).toEqual([
    { id: 'ferianandu', name: 'Feria Ñandú', namehashed: 'ferianandu' },
  ]);
});

it('videos are added by address and removed by their provider id', () => {
  const album = { record: { id: 'al', videos: [], images: [] } as unknown as Fields, seq: 1 };
  const add = operation(videoAddition('al', 'https://www.youtube.com/watch?v=abcdefghijk'));
  expect(overlayOne('album', album, 'al', waiting(add))?.record.videos).toMatchObject([{ id: 'youtube-abcdefghijk' }]);
  expect(
    overlayOne('album', album, 'al', waiting(add, operation(videoRemoval('al', 'youtube-abcdefghijk'))))?.record.videos,
  ).toEqual([]);
});

it('a PDF that is being deleted is not shown', () => {
  const bulletin = { record: { id: 'b', pdf: 'x.pdf', pdfname: 'x.pdf', pdfsize: 3 } as Fields, seq: 1 };
  expect(
    overlayOne('bulletin', bulletin, 'b', waiting(operation(pdfRemoval('bulletin', 'b', 'x.pdf'))))?.record.pdf,
  ).toBe('');
});

it('a document is replaced as a whole', () => {
  const kept = { record: { id: 'usefuldata', rows: [] } as Fields, seq: 4 };
  const rows = [{ area: 'Tránsito' }];
  const shown = overlayOne(
    'usefuldata',
    kept,
    'usefuldata',
    waiting(operation(document('usefuldata', { rows }, { rows: [] }))),
  );
  expect(shown?.record).toEqual({ id: 'usefuldata', rows });
});

it('what the server has applied stays on the screen until a pull has brought it, and counts as sent', () => {
  const landed = operation(update('story', 'a', 'description', 'Enviado', ''));
  const shown = one(story('a'), { landed: [landed], waiting: [] });
  expect(shown?.record.description).toBe('Enviado');
  expect(stateOf(shown!)).toBe('saved');
});

it('an uploaded file is the one that the next replaces, even before a pull brings it', () => {
  const file = { mime: PDF_MIME, bytes: 2048 };
  const shot = { mime: 'image/jpeg', bytes: 2048 };
  const photo = operation(picture('story', 'a', 'foto-0123456789abcdef', '', shot));
  expect(one(story('a'), { landed: [photo], waiting: [] })?.record.image).toMatchObject({
    name: 'foto-0123456789abcdef',
  });
  expect(one(story('a'), { landed: [], waiting: [photo] })?.record.image).toBeNull();
  const added = operation(galleryAddition('album', 'al', 'foto.jpg', 'foto-2', shot));
  const album: StoredRecord = { record: { id: 'al', images: [{ name: 'foto-1', width: 640, height: 480 }] }, seq: 1 };
  expect(overlayOne('album', album, 'al', { landed: [added, added], waiting: [] })?.record.images).toMatchObject([
    { name: 'foto-1', width: 640 },
    { name: 'foto-2' },
  ]);
  const decree = operation(pdf('bulletin', 'b', 'Decreto 12.PDF', 'hash.pdf', '', file));
  const bulletin: StoredRecord = { record: { id: 'b', pdf: '', pdfname: '', pdfsize: 0 }, seq: 1 };
  expect(overlayOne('bulletin', bulletin, 'b', { landed: [decree], waiting: [] })?.record).toEqual({
    id: 'b',
    pdf: 'hash.pdf',
    pdfname: 'Decreto 12.pdf',
    pdfsize: 2048,
  });
  const balance = operation(pdfAddition('page', 'p', 'Balance.pdf', 'two.pdf', file));
  const page: StoredRecord = {
    record: { id: 'p', pdfs: [{ pdf: 'one.pdf', pdfname: 'Uno.pdf', pdfsize: 1 }] },
    seq: 1,
  };
  const pdfs = (...landed: Operation[]) =>
    pdfsIn(overlayOne('page', page, 'p', { landed, waiting: [] })?.record ?? null).map(({ pdf: name }) => name);
  expect(pdfs(balance, balance)).toEqual(['one.pdf', 'two.pdf']);
  expect(pdfs(balance, operation(pdfRemoval('page', 'p', 'one.pdf')))).toEqual(['two.pdf']);
});

it('an edit made after an applied one is overlaid on it', () => {
  const [first, second] = ['Uno', 'Dos'].map((value) => operation(update('story', 'a', 'description', value, '')));
  expect(one(story('a'), { landed: [first!], waiting: [second!] })?.record.description).toBe('Dos');
});

it('operations of other entities and records leave a record alone', () => {
  const others = [
    operation(update('agenda', 'a', 'title', 'Evento', '')),
    operation(update('story', 'b', 'title', 'Otra', '')),
  ];
  const shown = overlay('story', [story('a')], waiting(...others));
  expect(shown.map(({ record }) => record.title)).toEqual(['Noticia a']);
});

it('what a pull has just brought stays overlaid on records that were read before it, and only once', () => {
  const made = operation(creation('story', 'abc', Date.parse('2026-03-15T12:00:00Z')));
  const titled = { ...operation(update('story', 'abc', 'title', 'Dos', '')), seq: made.seq + 1, opId: 'titled' };
  const later = { ...operation(update('story', 'abc', 'title', 'Tres', 'Dos')), seq: made.seq + 2, opId: 'later' };
  // When the records were read, both operations had been applied. A pull has brought the first, and a third is pending.
  const laid = laidOver([made, titled], { landed: [titled], waiting: [later] });
  expect(laid).toEqual({ landed: [made, titled], waiting: [later] });
  expect(overlayOne('story', null, 'abc', laid)?.record).toMatchObject({ id: 'abc', title: 'Tres' });
  expect(laidOver([later], { landed: [], waiting: [later] })).toEqual({ landed: [], waiting: [later] });
});

it('a change that landed after its record was read, and that a pull has brought since, is still laid over it', () => {
  const first = operation(update('story', 'a', 'title', 'Uno', ''), { seq: 1 });
  const second = operation(update('story', 'a', 'title', 'Dos', 'Uno'), { seq: 2 });
  const seen = joined(joined([], [second]), [first, second]);
  expect(seen).toEqual([first, second]);
  expect(joined(seen, [first])).toBe(seen);
  expect(overlayOne('story', story('a'), 'a', laidOver(seen, { landed: [], waiting: [] }))?.record.title).toBe('Dos');
});

it('the order of a gallery is laid over its pictures, and those that it does not name come last', () => {
  const named = (name: string) => ({ name: `${name}-0123456789abcdef`, width: 9, height: 9 });
  const [a, b, c] = [named('a'), named('b'), named('c')] as const;
  const album = { record: { id: 'al', images: [a, b, c] }, seq: 1 };
  const order = operation(pictureOrder('album', 'al', [c.name, 'sent-later', a.name], [a.name, b.name, c.name]));
  expect(overlayOne('album', album, 'al', waiting(order))?.record.images).toEqual([c, a, b]);
});

it('what a picture shows is laid over the picture that it belongs to, and over no other', () => {
  const first = { name: 'uno-0123456789abcdef', width: 9, height: 9 };
  const second = { name: 'dos-0123456789abcdef', width: 9, height: 9 };
  const text = (owner: 'story' | 'album', name: string) => operation(pictureAlt(owner, 'a', name, 'La plaza.', ''));
  const withOne = story('a', { image: first });
  expect(one(withOne, waiting(text('story', first.name)))?.record.image).toEqual({ ...first, alt: 'La plaza.' });
  expect(one(withOne, waiting(text('story', second.name)))?.record).toEqual(withOne.record);
  expect(one(story('a'), waiting(text('story', first.name)))?.record).toEqual(story('a').record);
  const album = { record: { id: 'a', images: [first, second] }, seq: 1 };
  expect(overlayOne('album', album, 'a', waiting(text('album', second.name)))?.record.images).toEqual([
    first,
    { ...second, alt: 'La plaza.' },
  ]);
});
