import { describe, expect, test } from 'vitest';
import { NO_VIDEO } from '#contract/fields';
import { PDFS_MAX } from '#contract/limits';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import { act, openDesk, problem } from './desk.ts';

const picture = (letter: string) => ({ name: `foto-${letter.repeat(16)}`, width: 700, height: 400 });
const [first, second] = [picture('a'), picture('b')];
const pdf = (letter: string) => ({ pdf: `${letter.repeat(64)}.pdf`, pdfname: 'Ordenanza.pdf', pdfsize: 1000 });
const [order, other] = [pdf('a'), pdf('b')];
const MISSING = 'Esa imagen ya no está.';

describe('the picture of a news story', () => {
  function openStory() {
    const desk = openDesk();
    const { id } = desk.writer.create(act, 'story');
    return {
      ...desk,
      id,
      set: (one: object, base?: unknown) => desk.writer.setPicture(act, 'story', id, one as typeof first, base),
      files: ({ name }: typeof first) => [`story/2026/${id}/${name}-480.webp`, `story/2026/${id}/${name}-700.webp`],
    };
  }

  test('takes the place of the former one, whose files are given up', () => {
    const { id, set, files, discarded, records, entriesOf } = openStory();
    const entry = { action: 'update', type: 'story', id, field: 'image' };
    expect(entriesOf(() => set(first))).toEqual([{ ...entry, before: null, after: first }]);
    expect(discarded).toEqual([]);
    expect(entriesOf(() => set(second))).toEqual([{ ...entry, before: first, after: second }]);
    expect(discarded).toEqual([files(first)]);
    expect(records.one('story', id)).toMatchObject({ image: second });
  });

  test('that is already there stays, without a trace, whatever its author saw', () => {
    const { set, discarded, entriesOf } = openStory();
    set(first);
    expect(entriesOf(() => expect(set(first, 'another')).toBe(1))).toEqual([]);
    expect(discarded).toEqual([]);
  });

  test('is not replaced by a person who saw none or another one', () => {
    const { set, id, records } = openStory();
    set(first, '');
    for (const seen of ['', second.name])
      expect(() => set(second, seen)).toThrow(
        problem('conflict', { details: expect.objectContaining({ value: first.name }) }),
      );
    expect(records.one('story', id)).toMatchObject({ image: first });
    set(second, first.name);
    expect(records.one('story', id)).toMatchObject({ image: second });
  });

  test('is gone once it is removed, and cannot be removed again', () => {
    const { id, set, files, discarded, writer, records, entriesOf } = openStory();
    set(first);
    const remove = (name: string) => writer.removePicture(act, 'story', id, name);
    expect(() => remove(second.name)).toThrow(problem('deleted', { message: MISSING }));
    expect(entriesOf(() => expect(remove(first.name)).toBe(1))).toEqual([
      { action: 'remove', type: 'story', id, field: 'image', before: first, after: null },
    ]);
    expect(discarded).toEqual([files(first)]);
    expect(records.one('story', id)).toMatchObject({ image: null });
    expect(() => remove(first.name)).toThrow(problem('deleted', { message: MISSING }));
  });
});

describe('the pictures of an album', () => {
  function openAlbum() {
    const desk = openDesk();
    const { id } = desk.writer.create(act, 'album');
    for (const one of [first, second]) desk.writer.setPicture(act, 'album', id, one, '');
    const describe = (name: string, value: string, base?: string) =>
      desk.writer.setAlt(act, 'album', id, name, { value, base });
    return { ...desk, id, describe, pictures: () => desk.records.one('album', id)?.images };
  }

  test('stay when another one is added, in the order in which they came', () => {
    const { id, writer, pictures, discarded, entriesOf } = openAlbum();
    expect(pictures()).toEqual([first, second]);
    expect(entriesOf(() => writer.setPicture(act, 'album', id, second))).toEqual([]);
    const third = picture('0');
    expect(entriesOf(() => writer.setPicture(act, 'album', id, third))).toMatchObject([{ before: null, after: third }]);
    expect(pictures()).toEqual([first, second, third]);
    expect(discarded).toEqual([]);
  });

  test('stay when another one is removed', () => {
    const { id, writer, pictures, discarded } = openAlbum();
    writer.removePicture(act, 'album', id, second.name);
    expect(pictures()).toEqual([first]);
    expect(discarded.flat()).toEqual([480, 700].map((width) => `album/${id}/${second.name}-${width}.webp`));
  });

  test('have a description each, in which people do not overwrite each other', () => {
    const { id, describe, pictures, entriesOf } = openAlbum();
    const entry = { action: 'update', type: 'album', id, field: `alt:${second.name}` };
    expect(entriesOf(() => describe(second.name, ''))).toEqual([]);
    expect(entriesOf(() => expect(describe(second.name, ' La  costanera ', '')).toBe(1))).toEqual([
      { ...entry, before: '', after: 'La costanera' },
    ]);
    expect(pictures()).toEqual([first, { ...second, alt: 'La costanera' }]);
    expect(entriesOf(() => expect(describe(second.name, 'La costanera', 'El muelle')).toBe(1))).toEqual([]);
    expect(() => describe(second.name, 'El muelle', '')).toThrow(
      problem('conflict', { details: expect.objectContaining({ value: 'La costanera' }) }),
    );
    describe(second.name, 'El muelle', ' La costanera');
    expect(pictures()).toEqual([first, { ...second, alt: 'El muelle' }]);
  });

  test('that are not there cannot be described, which does not mean that the album is gone', () => {
    const { describe } = openAlbum();
    expect(() => describe(picture('0').name, 'x')).toThrow(problem('not-found', { message: MISSING }));
  });

  test('are described in words, or the answer says where they are missing', () => {
    const { describe } = openAlbum();
    for (const no of [7, null])
      expect(() => describe(second.name, no as unknown as string)).toThrow(
        problem('value', { details: expect.objectContaining({ field: 'alt' }) }),
      );
  });
});

describe('the PDF of a bulletin, and the digest', () => {
  test.each(['bulletin', 'digest'] as const)('is replaced only by a person who saw it: %s', (type) => {
    const { writer, records, discarded, entriesOf } = openDesk();
    const id = type === 'digest' ? 'digest' : writer.create(act, type).id;
    const folder = type === 'digest' ? 'digest' : `bulletin/${id}`;
    const entry = { type, id, field: 'pdf' };
    const set = (one: typeof order, base?: string) => writer.setPdf(act, type, id, one, base);
    expect(entriesOf(() => expect(set(order, '')).toBe(1))).toEqual([
      { ...entry, action: 'update', before: null, after: order },
    ]);
    expect(discarded).toEqual([]);
    expect(entriesOf(() => expect(set(order, 'another')).toBe(1))).toEqual([]);
    expect(() => set(other, '')).toThrow(
      problem('conflict', { details: expect.objectContaining({ value: order.pdf }) }),
    );
    expect(entriesOf(() => set(other, order.pdf))).toEqual([
      { ...entry, action: 'update', before: order, after: other },
    ]);
    expect(records.one(type, id)).toMatchObject(other);
    expect(discarded).toEqual([[`${folder}/${order.pdf}`]]);
    expect(() => writer.removePdf(act, type, id, order.pdf)).toThrow(problem('conflict'));
    expect(entriesOf(() => expect(writer.removePdf(act, type, id, other.pdf)).toBe(1))).toEqual([
      { ...entry, action: 'remove', before: other, after: null },
    ]);
    expect(records.one(type, id)).toMatchObject({ pdf: '', pdfname: '', pdfsize: 0 });
    expect(discarded).toHaveLength(2);
  });
});

describe('the PDFs of a page', () => {
  function openPage() {
    const desk = openDesk();
    const { id } = desk.writer.create(act, 'page');
    const add = (one: typeof order) => desk.writer.setPdf(act, 'page', id, one);
    return { ...desk, id, add, pdfs: () => desk.records.one('page', id)?.pdfs };
  }

  test('are added and removed one by one', () => {
    const { id, add, pdfs, writer, discarded, entriesOf } = openPage();
    const entry = { type: 'page', id, field: 'pdf' };
    add(other);
    expect(entriesOf(() => expect(add(order)).toBe(1))).toEqual([
      { ...entry, action: 'update', before: null, after: order },
    ]);
    expect(entriesOf(() => expect(add(order)).toBe(1))).toEqual([]);
    expect(pdfs()).toEqual([other, order]);
    const remove = () => writer.removePdf(act, 'page', id, order.pdf);
    expect(entriesOf(() => expect(remove()).toBe(1))).toEqual([
      { ...entry, action: 'remove', before: order, after: null },
    ]);
    expect(pdfs()).toEqual([other]);
    expect(discarded).toEqual([[`page/${id}/${order.pdf}`]]);
    expect(remove).toThrow(problem('deleted', { message: 'Ese PDF ya no está.' }));
  });

  test(`are ${PDFS_MAX} at most`, () => {
    const { add, pdfs } = openPage();
    const many = Array.from({ length: PDFS_MAX + 1 }, (_, at) => ({
      ...order,
      pdf: `${String(at).padStart(64, '0')}.pdf`,
    }));
    for (const one of many.slice(1)) add(one);
    expect(() => add(many[0] ?? order)).toThrow(
      problem('value', { message: REFUSALS.manyPdfs, details: expect.objectContaining({ field: 'data' }) }),
    );
    expect(pdfs()).toHaveLength(PDFS_MAX);
  });
});

describe('the videos of an album', () => {
  const [one, another] = ['https://www.youtube.com/watch?v=abcdefghijk', 'https://www.youtube.com/watch?v=bcdefghijkl'];
  function openAlbum() {
    const desk = openDesk();
    const { id } = desk.writer.create(act, 'album');
    const add = (url: string) => desk.writer.addVideo(act, id, url);
    return { ...desk, id, add, videos: () => desk.records.one('album', id)?.videos.map(({ url }) => url) };
  }

  test('are added once, and removed one by one', () => {
    const { id, add, videos, writer, entriesOf } = openAlbum();
    const entry = { type: 'album', id, field: 'videos' };
    add(another);
    expect(entriesOf(() => expect(add(one)).toBe(1))).toEqual([{ ...entry, action: 'add', before: null, after: one }]);
    expect(entriesOf(() => expect(add(one)).toBe(1))).toEqual([]);
    expect(videos()).toEqual([another, one]);
    const remove = () => writer.removeVideo(act, id, 'youtube-abcdefghijk');
    expect(entriesOf(() => expect(remove()).toBe(1))).toEqual([
      { ...entry, action: 'remove', before: one, after: null },
    ]);
    expect(videos()).toEqual([another]);
    expect(remove).toThrow(problem('deleted', { message: 'Ese video ya no está en el álbum.' }));
  });

  test('must have an address', () => {
    const { add } = openAlbum();
    for (const none of [' ', 'https://example.com/plaza'])
      expect(() => add(none)).toThrow(
        problem('value', { message: NO_VIDEO, details: expect.objectContaining({ field: 'url' }) }),
      );
  });
});

test('a deleted record gives up all its files, and one without files gives up none', () => {
  const { writer, discarded } = openDesk();
  for (const type of ['map', 'story', 'bulletin', 'page'] as const)
    writer.remove(act, type, writer.create(act, type).id);
  expect(discarded).toEqual([]);
  const page = writer.create(act, 'page').id;
  writer.setPicture(act, 'page', page, { ...first, width: 400 });
  writer.setPdf(act, 'page', page, order);
  const bulletin = writer.create(act, 'bulletin').id;
  writer.setPdf(act, 'bulletin', bulletin, order);
  writer.remove(act, 'page', page);
  writer.remove(act, 'bulletin', bulletin);
  expect(discarded).toEqual([
    [`page/${page}/${first.name}-400.webp`, `page/${page}/${order.pdf}`],
    [`bulletin/${bulletin}/${order.pdf}`],
  ]);
});
