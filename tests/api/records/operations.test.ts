import { describe, expect, test } from 'vitest';
import type { Problem } from '#contract/problems';
import { EDITOR } from '#contract/roles';
import { createSqlReader } from '../../../api/records/read.ts';
import { act, openDesk, problem } from './desk.ts';

/** An empty town with an Admin and an Editor, and what residents read. */
function openTownHall() {
  const desk = openDesk();
  const { writer, db } = desk;
  const register = (name: string, usergroup: number) =>
    writer.register(act, { name, username: name, usergroup, enable: 1 }, 'hash').id;
  const [ana, edu] = [register('ana', 1), register('edu', EDITOR)];
  return {
    ...desk,
    asAna: { ...act, userId: ana },
    asEdu: { ...act, userId: edu, usergroup: EDITOR },
    reader: createSqlReader({ db, now: () => Date.parse('2026-03-15T13:32:00Z') }),
    changeOf: (type: string, id: string) =>
      db.prepare('SELECT seq, shown FROM change WHERE type = ? AND id = ?').get(type, id) as {
        seq: number;
        shown: number;
      },
  };
}
const AT = '2026-03-15T13:32:00.000Z';
const conflict = (value: unknown, by: string) =>
  problem('conflict', { details: expect.objectContaining({ by, at: AT, value }) });

describe('an operation', () => {
  test('that is sent again has the same answer and no other effect', () => {
    const { writer, entriesOf } = openTownHall();
    const keyed = { ...act, opId: 'once' };
    const first = writer.create(keyed, 'story');
    expect(entriesOf(() => expect(writer.create(keyed, 'story')).toEqual(first))).toEqual([]);
    expect(() => writer.create({ ...keyed, request: 'other' }, 'story')).toThrow(problem('key-reused'));
  });

  test('on users and on what only Admins edit is forbidden to an Editor, who edits all else', () => {
    const { writer, asEdu, asAna, records } = openTownHall();
    for (const type of ['user', 'authority'] as const)
      expect(() => writer.create(asEdu, type)).toThrow(problem('forbidden'));
    expect(() => writer.setDocument(asEdu, 'site', {})).toThrow(problem('forbidden'));
    expect(() => writer.setPassword(asEdu, asAna.userId, 'x')).toThrow(problem('forbidden'));
    expect(() => writer.register(asEdu, {}, 'x')).toThrow(problem('forbidden'));
    expect(() => writer.updateUser(asEdu, asAna.userId, {})).toThrow(problem('forbidden'));
    expect(writer.setOwnPassword(asEdu, 'own', '')).toBe(1);
    const { id } = writer.create(asEdu, 'album');
    writer.addVideo(asEdu, id, 'https://youtu.be/dQw4w9WgXcQ');
    for (const video of records.one('album', id)?.videos ?? []) writer.removeVideo(asEdu, id, video.id);
    const story = writer.create(asEdu, 'story');
    writer.createLabel(asEdu, story.id, 'Obras');
    writer.removeLabel(asEdu, story.id, 'obras');
  });

  test('is in the history with what it did and to what', () => {
    const { writer, entriesOf } = openTownHall();
    const { id } = writer.create(act, 'story');
    expect(entriesOf(() => writer.create(act, 'story'))).toMatchObject([
      { action: 'create', type: 'story', field: null },
    ]);
    expect(entriesOf(() => writer.update(act, 'story', id, 'title', { value: 'Feria' }))).toEqual([
      { action: 'update', type: 'story', id, field: 'title', before: '', after: 'Feria' },
    ]);
    expect(entriesOf(() => writer.remove(act, 'story', id))).toMatchObject([
      { action: 'delete', type: 'story', id, before: { title: 'Feria' }, after: null },
    ]);
    expect(entriesOf(() => writer.setDocument(act, 'greenpointpage', { txt: '<p>a</p>' }))).toMatchObject([
      { action: 'update', type: 'greenpointpage', before: { txt: '' }, after: { txt: '<p>a</p>' } },
    ]);
  });

  test('on a record that is not there is refused, in another way if it was deleted', () => {
    const { writer } = openTownHall();
    const { id } = writer.create(act, 'story');
    writer.remove(act, 'story', id);
    expect(() => writer.update(act, 'story', id, 'title', { value: 'x' })).toThrow(problem('deleted'));
    expect(() => writer.update(act, 'story', 'aaaaaaaaaaaa', 'title', { value: 'x' })).toThrow(problem('not-found'));
  });

  test('shows a record to residents, in lists and to those who search, once it is published', async () => {
    const { writer, reader } = openTownHall();
    const { id } = writer.create(act, 'story');
    writer.update(act, 'story', id, 'title', { value: 'Feria en la plaza' });
    const found = async () => [
      (await reader.list('story')).items.length,
      (await reader.search('feria', 1)).items.length,
    ];
    expect(await found()).toEqual([0, 0]);
    writer.update(act, 'story', id, 'status', { value: 'Publicado' });
    expect(await found()).toEqual([1, 1]);
    writer.update(act, 'story', id, 'status', { value: 'Oculto' });
    expect(await found()).toEqual([0, 0]);
  });

  test('gives a record the next number of a change, which devices hear of if they may ever have had the record', () => {
    const { writer, changeOf } = openTownHall();
    const { id } = writer.create(act, 'story');
    const draft = changeOf('story', id);
    writer.update(act, 'story', id, 'title', { value: 'Feria' });
    expect(draft.shown).toBe(0);
    expect(changeOf('story', id)).toEqual({ seq: draft.seq + 1, shown: 0 });
    writer.update(act, 'story', id, 'status', { value: 'Publicado' });
    expect(changeOf('story', id)).toEqual({ seq: draft.seq + 2, shown: 1 });
    writer.update(act, 'story', id, 'status', { value: 'Oculto' });
    expect(changeOf('story', id)).toEqual({ seq: draft.seq + 3, shown: 1 });
    writer.remove(act, 'story', id);
    expect(changeOf('story', id)).toEqual({ seq: draft.seq + 4, shown: 1 });
    const other = writer.create(act, 'story');
    writer.remove(act, 'story', other.id);
    expect(changeOf('story', other.id).shown).toBe(0);
  });

  test('that is rehearsed shows what would be stored, and leaves nothing', () => {
    const { writer, told, entriesOf, records } = openTownHall();
    const value = { txt: '<p>a</p>' };
    const rehearse = (txt: string) => writer.documentAfter(act, 'greenpointpage', { txt });
    expect(
      entriesOf(() => expect(rehearse('<p onclick="x">a</p>')).toMatchObject({ type: 'greenpointpage', value })),
    ).toEqual([]);
    expect(() => writer.documentAfter(act, 'greenpointpage', { txt: '<p>b</p>' }, { txt: '<p>c</p>' })).toThrow(
      problem('conflict'),
    );
    expect([told, records.one('greenpointpage', 'greenpointpage')?.txt]).toEqual([[], '']);
    writer.setDocument(act, 'greenpointpage', value);
    expect(told).toEqual([['greenpointpage', 'greenpointpage']]);
  });
});

describe('a conflict says who changed the value, and when', () => {
  test('of a field, and not who changed another one since', () => {
    const { writer, asAna, asEdu } = openTownHall();
    const { id } = writer.create(act, 'story');
    writer.update(asAna, 'story', id, 'title', { value: 'Feria' });
    writer.update(asEdu, 'story', id, 'text', { value: '<p>a</p>' });
    const save = () => writer.update(asEdu, 'story', id, 'title', { value: 'Peña', base: 'x' });
    expect(save).toThrow(conflict(expect.anything(), 'ana'));
    // What is stored already is no conflict, whatever its author saw.
    expect(writer.update(asEdu, 'story', id, 'title', { value: 'Feria', base: 'x' })).toBe(1);
  });

  test('and what would be left of the second one, where that is more than what both saw', () => {
    const { writer, asAna, asEdu } = openTownHall();
    const { id } = writer.create(act, 'story');
    const [base, value] = ['<p>a b</p><p>c</p>', '<p>x b</p><p>c d</p>'];
    writer.update(act, 'story', id, 'text', { value: base });
    writer.update(asAna, 'story', id, 'text', { value: '<p>y b</p><p>c</p>', base });
    const details = (given: string) => {
      try {
        return writer.update(asEdu, 'story', id, 'text', { value: given, base });
      } catch (error) {
        return (error as Problem).details;
      }
    };
    expect(details(value)).toMatchObject({ value: '<p>y b</p><p>c</p>', rest: '<p>y b</p><p>c d</p>' });
    expect(details('<p>x b</p><p>c</p>')).not.toHaveProperty('rest');
  });

  test('of a picture, its description and a PDF', () => {
    const { writer, asAna, asEdu } = openTownHall();
    const { id } = writer.create(act, 'story');
    const picture = (letter: string) => ({ name: `foto-${letter.repeat(16)}`, width: 700, height: 400 });
    writer.setPicture(asAna, 'story', id, picture('a'));
    writer.update(asEdu, 'story', id, 'title', { value: 'Feria' });
    expect(() => writer.setPicture(asEdu, 'story', id, picture('b'), '')).toThrow(conflict(picture('a').name, 'ana'));
    writer.setAlt(asEdu, 'story', id, picture('a').name, { value: 'La plaza' });
    expect(() => writer.setAlt(asAna, 'story', id, picture('a').name, { value: 'x', base: '' })).toThrow(
      conflict('La plaza', 'edu'),
    );
    const bulletin = writer.create(act, 'bulletin');
    const pdf = (letter: string) => ({ pdf: `${letter.repeat(64)}.pdf`, pdfname: 'Ordenanza.pdf', pdfsize: 1000 });
    writer.setPdf(asAna, 'bulletin', bulletin.id, pdf('a'));
    writer.update(asEdu, 'bulletin', bulletin.id, 'title', { value: 'Ordenanza' });
    expect(() => writer.setPdf(asEdu, 'bulletin', bulletin.id, pdf('b'), '')).toThrow(conflict(pdf('a').pdf, 'ana'));
  });
});

describe('a new record', () => {
  test('has the time of its creation and the id that it was given, which no other one may have', () => {
    const { writer, records } = openTownHall();
    const id = 'abc123def456';
    expect(writer.create(act, 'story', { id, date: '2026-03-14T10:00:00Z' })).toEqual({ id });
    expect(records.one('story', id)?.created).toBe('2026-03-14T10:00:00.000Z');
    expect(() => writer.create(act, 'story', { id })).toThrow(problem('exists'));
    expect(records.one('story', writer.create(act, 'story').id)?.created).toBe(AT);
    // The history names users by their ids.
    const user = writer.create(act, 'user');
    writer.remove(act, 'user', user.id);
    expect(() => writer.create(act, 'user', { id: user.id })).toThrow(problem('exists'));
    writer.remove(act, 'story', id);
    expect(writer.create(act, 'story', { id })).toEqual({ id });
  });

  test('is of the category that its author saw, else of the usual one, wherever that stands', () => {
    const { writer, records } = openTownHall();
    const { id: _, ...categories } = records.one('categories', 'categories')!;
    writer.setDocument(act, 'categories', { ...categories, bulletin: categories.bulletin.toReversed() });
    const classOf = (category?: string) =>
      records.one('bulletin', writer.create(act, 'bulletin', { category }).id)?.bclass;
    expect([classOf(), classOf('none'), classOf('Tarifas')]).toEqual(['Decreto', 'Decreto', 'Tarifas']);
  });

  test('has its title in its address; an authority whose position another has gets a number', () => {
    const { writer, records } = openTownHall();
    const keyOf = (type: 'story' | 'authority', field: string, value: string) => {
      const { id } = writer.create(act, type);
      writer.update(act, type, id, field, { value });
      return records.one(type, id)?.titlekey;
    };
    expect([keyOf('story', 'title', 'La Feria'), keyOf('story', 'title', 'La Feria')]).toEqual([
      'la-feria',
      'la-feria',
    ]);
    expect(keyOf('story', 'text', '<p>Feria</p>')).toBe('-');
    const positions = Array.from({ length: 3 }, () => keyOf('authority', 'position', 'Concejal'));
    expect(positions).toEqual(['concejal', 'concejal-2', 'concejal-3']);
  });
});

describe('a category of a record', () => {
  test('is stored in the form in which the town has it, retired or not; another one is refused with those there are', () => {
    const { writer, records } = openTownHall();
    const { id } = writer.create(act, 'bulletin');
    const { id: _, ...categories } = records.one('categories', 'categories')!;
    const bulletin = categories.bulletin.map((one) => ({ ...one, retired: one.key === 'Tarifas' }));
    writer.setDocument(act, 'categories', { ...categories, bulletin });
    const save = (value: string, base?: string) => writer.update(act, 'bulletin', id, 'bclass', { value, base });
    const stored = () => records.one('bulletin', id)?.bclass;
    save('tarifas', 'DECRETO');
    expect(stored()).toBe('Tarifas');
    const names = bulletin.filter(({ retired }) => !retired).map(({ name }) => name);
    expect(() => save('Ley')).toThrow(
      problem('value', { message: `Elegí una de estas opciones: ${names.join(', ')}.`, details: { field: 'bclass' } }),
    );
    expect(() => save('Decreto', 'Ley')).toThrow(problem('conflict'));
    expect(stored()).toBe('Tarifas');
  });
});

describe('to delete a record', () => {
  test('is refused to those who have not seen what others changed since; their own changes they know', () => {
    const { writer, asAna, asEdu, changeOf, records } = openTownHall();
    const { id } = writer.create(asAna, 'story');
    const seen = changeOf('story', id).seq;
    writer.update(asEdu, 'story', id, 'title', { value: 'Feria' });
    expect(() => writer.remove(asAna, 'story', id, seen)).toThrow(conflict(changeOf('story', id).seq, 'edu'));
    expect(records.one('story', id)).not.toBeNull();
    const after = changeOf('story', id).seq;
    writer.update(asAna, 'story', id, 'title', { value: 'Peña' });
    expect(writer.remove(asAna, 'story', id, after)).toBe(1);
  });

  test('gives up no files if it is a user', () => {
    const { writer, discarded } = openTownHall();
    writer.remove(act, 'user', writer.create(act, 'user').id);
    expect(discarded).toEqual([]);
  });
});
