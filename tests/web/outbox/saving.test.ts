import { expect, test } from 'vitest';
import { EMPTY_QUEUE, step } from '../../../web/src/offline/outbox/protocol/step.ts';
import {
  alt,
  ANA,
  conflict,
  creation,
  deletion,
  DONE,
  edit,
  kindsOf,
  label,
  noticesOf,
  openTab,
  photo,
  problem,
  sentOf,
  sentValues,
} from './tab.ts';

test('a save is stored first, and confirmed by the effect after it', () => {
  const tab = openTab();
  const effects = tab.save(edit('r1', 'title', 'a', 'b'));
  expect(effects.map((effect) => effect.type)).toEqual(['store', 'notify']);
  expect(effects[0]).toMatchObject({ puts: [{ value: 'b', base: 'a', sent: false, status: 'pending' }], dels: [] });
});

test('nothing is sent before the store has recorded it as sent', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  const effects = tab.drain();
  expect(effects[0]).toMatchObject({ type: 'store', puts: [{ status: 'sending', sent: true }] });
  expect(effects[1]).toMatchObject({ type: 'send', token: 'ana-1', operation: { value: 'b' } });
});

test('typing on before it was sent keeps one operation: newest value, first base, new opId, same place', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'description', 'x', 'y'));
  const { opId } = tab.find('b');
  tab.save(edit('r1', 'title', 'b', 'c'));
  expect(tab.lines).toEqual(['c pending', 'y pending']);
  expect(tab.find('c')).toMatchObject({ base: 'a', seq: 1 });
  expect(tab.find('c').opId).not.toBe(opId);
});

test('typing the old value back leaves nothing to send', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  expect(noticesOf(tab.save(edit('r1', 'title', 'b', 'a')))).toEqual([]);
  expect(tab.lines).toEqual([]);
});

test('a place in the order is not used twice', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'title', 'b', 'a'));
  tab.save(edit('r1', 'title', 'a', 'c'));
  expect(tab.find('c').seq).toBe(2);
});

test('what is being sent is frozen: the next edit is based on its value', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.save(edit('r1', 'title', 'b', 'c'));
  tab.save(edit('r1', 'title', 'c', 'd'));
  expect(tab.lines).toEqual(['b sending', 'd pending']);
  expect(tab.find('d').base).toBe('b');
  expect(sentValues(tab.answer('b', DONE))).toEqual(['d']);
});

test('what was sent and lost stays frozen, even after a restart, and is sent again as it was', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  const [first] = sentOf(tab.drain());
  tab.answer('b', null);
  tab.restart();
  tab.save(edit('r1', 'title', 'b', 'c'));
  expect(tab.lines).toEqual(['b pending', 'c pending']);
  const [again] = sentOf(tab.drain());
  expect(again).toMatchObject({ opId: first?.opId, value: 'b', base: 'a' });
});

test('what a tab was sending when it crashed is sent again with the same opId, and only once it may send', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  const [first] = sentOf(tab.drain());
  expect(sentOf(tab.restart())).toEqual([]);
  expect(sentOf(tab.drain())).toEqual([first]);
});

test('typing the old value back while the new one is being sent sends the old one after it', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.save(edit('r1', 'title', 'b', 'a'));
  expect(sentOf(tab.answer('b', DONE))).toMatchObject([{ base: 'b', value: 'a' }]);
});

test('an editor left open in another tab does not overwrite what it never showed', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'title', 'a', 'stale'));
  expect(tab.lines).toEqual(['b pending', 'stale pending']);
  tab.drain();
  tab.answer('b', conflict('s'));
  expect(tab.lines).toEqual(['b conflict', 'stale pending']);
});

test("typing the old value back in such an editor is sent too, because otherwise the other tab's change would remain", () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'title', 'a', 'stale'));
  tab.save(edit('r1', 'title', 'stale', 'a'));
  expect(tab.lines).toEqual(['b pending', 'a pending']);
  expect(tab.find('a')).toMatchObject({ base: 'a' });
});

test('a text edited after hiding the record is not sent before it is hidden', () => {
  const tab = openTab();
  tab.save(edit('r1', 'text', 'a', 'b'));
  tab.save(edit('r1', 'status', 'Publicado', 'Oculto'));
  tab.save(edit('r1', 'text', 'b', 'secret'));
  expect(tab.lines).toEqual(['b pending', 'Oculto pending', 'secret pending']);
});

test('a status chosen again after an edit goes behind that edit', () => {
  const tab = openTab();
  tab.save(edit('r1', 'status', 'Redaccion', 'Oculto'));
  tab.save(edit('r1', 'text', 'a', 'b'));
  tab.save(edit('r1', 'status', 'Oculto', 'Publicado'));
  expect(tab.lines).toEqual(['Oculto pending', 'b pending', 'Publicado pending']);
});

test('edits made while the first was being sent merge into it when it parks', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  const { opId } = tab.find('b');
  tab.save(edit('r1', 'title', 'b', 'c'));
  expect(noticesOf(tab.answer('b', conflict('s')))).toEqual(['conflict']);
  expect(tab.lines).toEqual(['c conflict']);
  expect(tab.find('c')).toMatchObject({ base: 'a', seq: 1, theirs: { value: 's', by: 'Beto' } });
  expect(tab.find('c').opId).not.toBe(opId);
});

test('an edit after the conflict appeared becomes its own side', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.answer('b', conflict('s'));
  expect(sentOf(tab.save(edit('r1', 'title', 'b', 'c')))).toEqual([]);
  expect(tab.lines).toEqual(['c conflict']);
  // Typing the old value again does not resolve the conflict.
  tab.save(edit('r1', 'title', 'c', 'a'));
  expect(tab.lines).toEqual(['a conflict']);
});

test.each([
  ['the correction is saved after the refusal', ['answer', 'save']],
  ['the correction is saved while the refusal is in the air', ['save', 'answer']],
])('a corrected value replaces the refused one: %s', (_, order) => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'bad'));
  tab.drain();
  const { opId } = tab.find('bad');
  for (const what of order) {
    if (what === 'save') tab.save(edit('r1', 'title', 'bad', 'good'));
    else tab.happen({ type: 'answer', sentOpId: opId, token: 'ana-1', answer: problem(422) });
  }
  tab.drain();
  expect(tab.queue.operations).toMatchObject([
    { value: 'good', base: 'a', seq: 1, status: 'sending', lastError: null },
  ]);
  expect(tab.find('good').opId).not.toBe(opId);
});

test('a status takes the place of its newest value', () => {
  const tab = openTab();
  tab.save(edit('r1', 'status', 'Redaccion', 'Oculto'));
  tab.drain();
  tab.save(edit('r1', 'text', 'a', 'b'));
  tab.save(edit('r1', 'status', 'Oculto', 'Publicado'));
  tab.answer('Oculto', conflict('Archivado'));
  expect(tab.lines).toEqual(['b sending', 'Publicado conflict']);
  expect(tab.find('Publicado').base).toBe('Redaccion');
});

test('calls keep their order and never merge', () => {
  const tab = openTab();
  tab.save(label('r1', 'LabelsAddStory'));
  tab.save(label('r1', 'LabelsRemoveStory'));
  tab.save(label('r1', 'LabelsAddStory'));
  expect(tab.queue.operations.map((operation) => operation.path.split('/')[3])).toEqual([
    'LabelsAddStory',
    'LabelsRemoveStory',
    'LabelsAddStory',
  ]);
});

test('a second photo before the first was sent replaces it, bytes and all', () => {
  const tab = openTab();
  tab.save(photo('r1', null, 'one.webp'));
  const { file } = tab.find('one.webp');
  tab.save(photo('r1', 'one.webp', 'two.webp'));
  expect(tab.lines).toEqual(['two.webp pending']);
  expect(tab.find('two.webp')).toMatchObject({ base: null, seq: 1, file: { bytes: 3 } });
  expect(tab.find('two.webp').file?.key).not.toBe(file?.key);
});

test('a photo chosen while another is being sent is based on that one, and merges into it if it parks', () => {
  const tab = openTab();
  tab.save(photo('r1', '', 'one.webp'));
  tab.drain();
  tab.save(photo('r1', 'one.webp', 'two.webp'));
  tab.save(photo('r1', 'two.webp', 'three.webp'));
  expect(tab.lines).toEqual(['one.webp sending', 'three.webp pending']);
  expect(tab.find('three.webp')).toMatchObject({ base: 'one.webp' });
  const { file } = tab.find('three.webp');
  tab.answer('one.webp', conflict('other.webp'));
  expect(tab.lines).toEqual(['three.webp conflict']);
  expect(tab.find('three.webp')).toMatchObject({ base: '', file, theirs: { value: 'other.webp' } });
});

test('photos without a known name are never confused', () => {
  const tab = openTab();
  const { value: _, base: __, ...nameless } = photo('r1', null, 'x');
  tab.save(nameless);
  tab.save(nameless);
  expect(tab.lines).toEqual(['upload pending', 'upload pending']);
});

test('edits of another user of the tablet are neither used as a base nor replaced', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'title', 'b', 'c', 'beto'));
  expect(tab.lines).toEqual(['b pending', 'c pending']);
});

test('documents compare by content', () => {
  const tab = openTab();
  tab.save(edit('site', 'value', { a: [1], b: 2 }, { a: [], b: 2 }));
  tab.save(edit('site', 'value', { b: 2, a: [] }, { b: 2, a: [1] }));
  expect(tab.lines).toEqual([]);
});

test('a record created offline is sent with its edits', () => {
  const tab = openTab();
  tab.save(creation('r1'));
  tab.save(edit('r1', 'title', '', 'b'));
  expect(sentValues(tab.drain())).toEqual(['create']);
  expect(sentValues(tab.answer('createStoryBasic', { status: 200, body: { id: 'r1' } }))).toEqual(['b']);
});

test('an empty record that was never sent leaves nothing behind when it is deleted', () => {
  const tab = openTab();
  tab.save(creation('r1'));
  tab.save(creation('r2'));
  tab.save(deletion('r1', 0));
  expect(tab.queue.operations.map(({ kind, recordId }) => `${kind} ${recordId}`)).toEqual(['create r2']);
  expect(sentOf(tab.drain()).map(({ recordId }) => recordId)).toEqual(['r2']);
});

test('once the create of a record may have arrived, its delete is sent after it', () => {
  const tab = openTab();
  tab.save(creation('r1'));
  tab.drain();
  tab.answer('createStoryBasic', null);
  tab.save(deletion('r1', 0));
  expect(tab.lines).toEqual(['create pending', 'delete pending']);
});

test('a record with content that was never sent is deleted on the server, which keeps its history', () => {
  const tab = openTab();
  tab.save(creation('r1'));
  tab.save(edit('r1', 'title', '', 'b'));
  tab.save(deletion('r1', 0));
  expect(tab.lines).toEqual(['create pending', 'b pending', 'delete pending']);
});

test('a photo chosen in place of a waiting one does not take over its description', () => {
  const tab = openTab();
  tab.save(photo('r1', '', 'foto-1'));
  tab.save(alt('r1', 'foto-1', 'La plaza.'));
  tab.save(alt('r2', 'foto-1', 'La plaza, en otra noticia.'));
  tab.save(photo('r1', 'foto-1', 'foto-2'));
  expect(tab.lines).toEqual(['foto-2 pending', 'La plaza, en otra noticia. pending']);
});

test('a field left as it was stores nothing', () => {
  const tab = openTab();
  expect(kindsOf(tab.save(edit('r1', 'title', 'a', 'a')))).toEqual([]);
});

test('nothing is moved to the other side of a delete', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(deletion('r1', 7));
  tab.save(edit('r1', 'title', 'b', 'c'));
  expect(tab.lines).toEqual(['b pending', 'delete pending', 'c pending']);
  tab.drain();
  tab.answer('b', problem(422));
  expect(tab.lines).toEqual(['b rejected', 'delete pending', 'c pending']);
});

test('a refused text is not moved to the other side of a delete either', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.answer('b', problem(422));
  tab.save(deletion('r1', 7));
  tab.save(edit('r1', 'title', 'b', 'c'));
  expect(tab.lines).toEqual(['b rejected', 'delete pending', 'c pending']);
});

test('a save whose transaction has run twice is stored once', () => {
  const save = { type: 'save', operation: edit('r1', 'title', 'a', 'b'), at: 1, jitter: 0.5, opId: 'op1' } as const;
  const first = step({ ...EMPTY_QUEUE, session: ANA }, save);
  const second = step(first.state, save);
  expect(second.state.operations).toEqual(first.state.operations);
  expect(second.effects).toMatchObject([{ type: 'notify', notice: 'stored', operation: { opId: 'op1' } }]);
});

test('an edit by somebody who saw neither side of a conflict stays apart from it', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.answer('b', conflict('s'));
  tab.save(edit('r1', 'title', 'a', 'c'));
  expect(tab.lines).toEqual(['b conflict', 'c pending']);
});

test('an edit of a text that is neither the refused one nor the one before it stays apart', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.answer('b', problem(422));
  tab.save(edit('r1', 'title', 'older', 'c'));
  expect(tab.lines).toEqual(['b rejected', 'c pending']);
});

test('the same photo chosen again keeps its description', () => {
  const tab = openTab();
  tab.save(photo('r1', null, 'nieve.webp'));
  tab.save(alt('r1', 'nieve.webp', 'La plaza con nieve'));
  tab.save(photo('r1', 'nieve.webp', 'nieve.webp'));
  expect(tab.lines).toEqual(['nieve.webp pending', 'La plaza con nieve pending']);
});

test('fields of two records that share an id but not their kind never merge', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save({ ...edit('r1', 'title', 'b', 'c'), entity: 'agenda' });
  expect(tab.lines).toEqual(['b pending', 'c pending']);
});

test.each([{ kind: 'upload' }, { path: '/api/story/r1/another' }, { method: 'PUT' }] as const)(
  'a change that makes another request is never merged: %o',
  (other) => {
    const tab = openTab();
    tab.save(edit('r1', 'title', 'a', 'b'));
    tab.save({ ...edit('r1', 'title', 'b', 'c'), ...other });
    expect(tab.lines).toEqual(['b pending', 'c pending']);
  },
);

test('an edit that merges into a refused one is sent without a notice of the refusal', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.save(edit('r1', 'title', 'b', 'c'));
  const effects = tab.answer('b', problem(422));
  expect(kindsOf(effects)).toEqual(['store', 'send']);
});
