import { expect, test } from 'vitest';
import {
  conflict,
  creation,
  DONE,
  deletion,
  edit,
  kindsOf,
  openTab,
  photo,
  problem,
  sentOf,
  sentValues,
} from './tab.ts';

function inConflict() {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.answer('b', conflict('s'));
  return tab;
}

function refused() {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.answer('b', problem(403));
  return tab;
}

test("'Mi versión' is a new operation on the server's value", () => {
  const tab = inConflict();
  const { opId } = tab.find('b');
  tab.happen({ type: 'resolve', target: opId, seen: 's', choice: { take: 'mine' } });
  const [sent] = sentOf(tab.drain());
  expect(sent).toMatchObject({ value: 'b', base: 's', seq: 1, lastError: null });
  expect(sent?.theirs).toBeUndefined();
  expect(sent?.opId).not.toBe(opId);
});

test("'La del servidor' discards the own change", () => {
  const tab = inConflict();
  tab.happen({ type: 'resolve', target: tab.find('b').opId, seen: 's', choice: { take: 'theirs' } });
  expect(tab.lines).toEqual([]);
});

test('who takes the other version keeps what they changed beside it', () => {
  const tab = openTab();
  tab.save(edit('r1', 'text', 'one two', 'ONE TWO'));
  tab.drain();
  tab.answer('ONE TWO', conflict('uno two', { rest: 'uno TWO' }));
  tab.happen({ type: 'resolve', target: tab.find('ONE TWO').opId, seen: 'uno two', choice: { take: 'theirs' } });
  expect(sentOf(tab.drain())).toMatchObject([{ value: 'uno TWO', base: 'uno two' }]);
});

test('who writes on while a question is open is not set back to what they had written before', () => {
  const tab = openTab();
  tab.save(edit('r1', 'text', 'one two', 'ONE TWO'));
  tab.drain();
  tab.answer('ONE TWO', conflict('uno two', { rest: 'uno TWO' }));
  tab.save(edit('r1', 'text', 'ONE TWO', 'ONE TWO three'));
  // What they write beside the question has to be merged again before they can give in.
  expect(sentOf(tab.drain())).toMatchObject([{ value: 'ONE TWO three', base: 'one two' }]);
  tab.answer('ONE TWO three', conflict('uno two', { rest: 'uno TWO three' }));
  tab.happen({ type: 'resolve', target: tab.find('ONE TWO three').opId, seen: 'uno two', choice: { take: 'theirs' } });
  expect(sentOf(tab.drain())).toMatchObject([{ value: 'uno TWO three', base: 'uno two' }]);
});

test('who had written on before the question came is not set back either', () => {
  const tab = openTab();
  tab.save(edit('r1', 'text', 'one two', 'ONE TWO'));
  tab.drain();
  tab.save(edit('r1', 'text', 'ONE TWO', 'ONE TWO three'));
  tab.answer('ONE TWO', conflict('uno two', { rest: 'uno TWO' }));
  tab.answer('ONE TWO three', conflict('uno two', { rest: 'uno TWO three' }));
  expect(tab.find('ONE TWO three').theirs).toMatchObject({ rest: 'uno TWO three' });
});

test("a merged text is based on the server's value", () => {
  const tab = inConflict();
  tab.happen({ type: 'resolve', target: tab.find('b').opId, seen: 's', choice: { take: 'merged', value: 'b and s' } });
  expect(sentOf(tab.drain())).toMatchObject([{ value: 'b and s', base: 's' }]);
});

test("a merged text that is the server's leaves nothing to send", () => {
  const tab = inConflict();
  tab.happen({ type: 'resolve', target: tab.find('b').opId, seen: 's', choice: { take: 'merged', value: 's' } });
  expect(tab.lines).toEqual([]);
});

test('a choice about a text that has changed meanwhile does nothing', () => {
  const tab = inConflict();
  const { opId } = tab.find('b');
  tab.save(edit('r1', 'title', 'b', 'c'));
  expect(kindsOf(tab.happen({ type: 'resolve', target: opId, seen: 's', choice: { take: 'theirs' } }))).toEqual([]);
  expect(tab.lines).toEqual(['c conflict']);
});

test('a choice about a server value that has changed meanwhile does nothing', () => {
  const tab = inConflict();
  const { opId } = tab.find('b');
  tab.happen({ type: 'retry', target: opId });
  tab.drain();
  tab.answer('b', conflict('newer'));
  expect(kindsOf(tab.happen({ type: 'resolve', target: opId, seen: 's', choice: { take: 'mine' } }))).toEqual([]);
  expect(tab.lines).toEqual(['b conflict']);
  tab.happen({ type: 'resolve', target: opId, seen: 'newer', choice: { take: 'mine' } });
  expect(sentOf(tab.drain())).toMatchObject([{ value: 'b', base: 'newer' }]);
});

test('a delete or a photo in conflict is based on what the server has now', () => {
  const tab = openTab();
  tab.save(deletion('r1', 7));
  tab.save(photo('r2', 'old.webp', 'mine.webp'));
  tab.drain();
  tab.answer('deleteStory', conflict(9));
  tab.answer('mine.webp', conflict('theirs.webp'));
  tab.happen({ type: 'resolve', target: tab.find('deleteStory').opId, seen: 9, choice: { take: 'mine' } });
  tab.happen({ type: 'resolve', target: tab.find('mine.webp').opId, seen: 'theirs.webp', choice: { take: 'mine' } });
  expect(sentOf(tab.drain())).toMatchObject(
    [
      { kind: 'upload', base: 'theirs.webp' },
      { kind: 'delete', base: 9 },
    ].reverse(),
  );
});

test('who takes the photo of the other, or gives up a delete, sends nothing', () => {
  const tab = openTab();
  tab.save(deletion('r1', 7));
  tab.save(photo('r2', 'old.webp', 'mine.webp'));
  tab.drain();
  tab.answer('deleteStory', conflict(9));
  tab.answer('mine.webp', conflict('theirs.webp'));
  const take = { take: 'theirs' } as const;
  tab.happen({ type: 'resolve', target: tab.find('deleteStory').opId, seen: 9, choice: take });
  tab.happen({ type: 'resolve', target: tab.find('mine.webp').opId, seen: 'theirs.webp', choice: take });
  expect(tab.lines).toEqual([]);
});

test('a status chosen in a conflict is sent after what was saved meanwhile', () => {
  const tab = openTab();
  tab.save(edit('r1', 'status', 'Redaccion', 'Publicado'));
  tab.drain();
  tab.answer('Publicado', conflict('Oculto'));
  tab.save(edit('r1', 'text', 'x', 'y'));
  tab.happen({ type: 'resolve', target: tab.find('Publicado').opId, seen: 'Oculto', choice: { take: 'mine' } });
  expect(sentValues(tab.drain())).toEqual(['y']);
  expect(sentOf(tab.answer('y', DONE))).toMatchObject([{ value: 'Publicado', base: 'Oculto' }]);
});

test("'Reintentar' sends the same request under the same opId", () => {
  const tab = refused();
  const { opId } = tab.find('b');
  tab.happen({ type: 'retry', target: opId });
  expect(sentOf(tab.drain())).toMatchObject([{ opId, value: 'b', base: 'a' }]);
});

test('what is tried again stays frozen', () => {
  const tab = refused();
  tab.happen({ type: 'retry', target: tab.find('b').opId });
  tab.save(edit('r1', 'title', 'b', 'c'));
  expect(tab.lines).toEqual(['b pending', 'c pending']);
});

test('a person may drop what is parked or waits, but not what is on its way', () => {
  const tab = refused();
  tab.happen({ type: 'discard', targets: [tab.find('b').opId] });
  expect(tab.lines).toEqual([]);
  tab.save(edit('r1', 'title', 'a', 'c'));
  tab.drain();
  tab.happen({ type: 'discard', targets: [tab.find('c').opId] });
  expect(tab.lines).toEqual(['c sending']);
  tab.answer('c', null);
  tab.happen({ type: 'discard', targets: [tab.find('c').opId] });
  expect(tab.lines).toEqual([]);
});

test('what a tab was sending when it crashed may be dropped as soon as another tab takes over', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.drain();
  const opIds = ['b', 'c'].map((value) => tab.find(value).opId);
  tab.restart();
  expect(tab.lines).toEqual(['b sending', 'c sending']);
  tab.drain();
  tab.answer('b', null);
  tab.answer('c', null);
  tab.drain();
  tab.restart();
  // The network fails: one operation is the probe, the other waits.
  tab.happen({ type: 'logged-out' });
  tab.drain();
  expect(tab.lines).toEqual(['b pending', 'c pending']);
  expect(tab.find('b')).toMatchObject({ sent: true });
  tab.happen({ type: 'discard', targets: opIds });
  expect(tab.lines).toEqual([]);
});

test('an edit based on a dropped one is based on what was there before', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'status', 'Redaccion', 'Oculto'));
  tab.save(edit('r1', 'title', 'b', 'c'));
  tab.happen({ type: 'discard', targets: [tab.find('b').opId] });
  expect(tab.find('c').base).toBe('a');
});

test('a save that was never sent can be undone as if it had never been made', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(deletion('r1', 7));
  tab.happen({ type: 'take-back', target: tab.find('deleteStory').opId });
  expect(tab.lines).toEqual(['b pending']);
});

test('what may have reached the server, or has later saves based on it, cannot be undone', () => {
  const tab = openTab();
  tab.save(deletion('r1', 7));
  const { opId } = tab.find('r1');
  tab.drain();
  expect(kindsOf(tab.happen({ type: 'take-back', target: opId }))).toEqual([]);
  tab.answer('r1', null);
  tab.happen({ type: 'take-back', target: opId });
  expect(tab.lines).toEqual(['delete pending']);

  const other = openTab();
  other.save(creation('r2'));
  const made = other.find('createStoryBasic').opId;
  other.save(edit('r2', 'title', '', 'b'));
  expect(kindsOf(other.happen({ type: 'take-back', target: made }))).toEqual([]);
  expect(other.lines).toHaveLength(2);
});

function deletedUnder() {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(photo('r1', '', 'nieve'));
  tab.save(edit('r1', 'status', 'Redaccion', 'Publicado'));
  tab.drain();
  tab.answer('b', problem(410));
  return tab;
}

test('a record that another person deleted is restored first, then all changes made here follow in order', () => {
  const tab = deletedUnder();
  tab.answer('nieve', problem(410));
  const photoKey = tab.find('nieve').file;
  tab.happen({
    type: 'recover',
    target: tab.find('b').opId,
    operations: [creation('r1'), edit('r1', 'title', '', 'a')],
  });
  const sent: string[] = [];
  let [next] = sentOf(tab.drain());
  while (next) {
    sent.push(String(next.value ?? next.kind));
    const done = next.kind === 'create' ? { status: 200, body: { id: 'r1' } } : DONE;
    [next] = sentOf(tab.happen({ type: 'answer', sentOpId: next.opId, token: 'ana-1', answer: done }));
  }
  expect(sent).toEqual(['create', 'a', 'b', 'nieve', 'Publicado']);
  expect(photoKey).toBeDefined();
  expect(tab.lines).toEqual([]);
});

test('restored in two tabs, a record is created once; what is being sent stays as it is', () => {
  const tab = deletedUnder();
  const { opId } = tab.find('b');
  const before = tab.find('nieve');
  expect(before.status).toBe('sending');
  tab.happen({ type: 'recover', target: opId, operations: [creation('r1')] });
  expect(tab.find('nieve')).toEqual(before);
  expect(kindsOf(tab.happen({ type: 'recover', target: opId, operations: [creation('r1')] }))).toEqual([]);
});

test("'Reintentar' sends what is delayed now, and keeps what is known of it", () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.answer('b', { ...problem(503), retryAfter: 60 });
  tab.happen({ type: 'retry', target: tab.find('b').opId });
  expect(tab.find('b')).toMatchObject({ nextAt: 0, attempts: 1, sent: true, lastError: { status: 503 } });
  expect(sentValues(tab.wait(0))).toEqual(['b']);
});

test("'Reintentar' does nothing to what is on its way, or is gone", () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  expect(kindsOf(tab.happen({ type: 'retry', target: tab.find('b').opId }))).toEqual([]);
  expect(kindsOf(tab.happen({ type: 'retry', target: 'gone' }))).toEqual([]);
  expect(tab.lines).toEqual(['b sending']);
});

test('a refused status that is tried again goes behind what was saved meanwhile, once', () => {
  const tab = openTab();
  tab.save(edit('r1', 'status', 'Redaccion', 'Publicado'));
  tab.drain();
  tab.answer('Publicado', problem(403));
  tab.save(edit('r1', 'text', 'x', 'y'));
  tab.happen({ type: 'retry', target: tab.find('Publicado').opId });
  expect(tab.lines).toEqual(['y pending', 'Publicado pending']);
});

test('a dropped edit leaves earlier edits and other fields as they are', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'status', 'Redaccion', 'Oculto'));
  tab.save(edit('r1', 'title', 'b', 'a'));
  tab.save(edit('r1', 'text', 'a', 'y'));
  tab.happen({ type: 'discard', targets: [tab.find('a').opId] });
  expect(tab.lines).toEqual(['b pending', 'Oculto pending', 'y pending']);
  expect([tab.find('b').base, tab.find('y').base]).toEqual(['a', 'a']);
});

test('an edit with another base than the dropped one keeps its base', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'title', 'old', 'c'));
  tab.happen({ type: 'discard', targets: [tab.find('b').opId] });
  expect(tab.find('c').base).toBe('old');
});

test('a photo has no merged version, and is sent also where the server has one of the same name', () => {
  const tab = openTab();
  tab.save(photo('r1', 'old.webp', 'mine.webp'));
  tab.drain();
  tab.answer('mine.webp', conflict('mine.webp'));
  const { opId } = tab.find('mine.webp');
  const merged = { take: 'merged', value: 'both.webp' } as const;
  expect(kindsOf(tab.happen({ type: 'resolve', target: opId, seen: 'mine.webp', choice: merged }))).toEqual([]);
  tab.happen({ type: 'resolve', target: opId, seen: 'mine.webp', choice: { take: 'mine' } });
  expect(sentOf(tab.drain())).toMatchObject([{ value: 'mine.webp', base: 'mine.webp' }]);
});

test('such a photo can be dropped too', () => {
  const tab = openTab();
  tab.save(photo('r1', 'old.webp', 'mine.webp'));
  tab.drain();
  tab.answer('mine.webp', conflict('mine.webp'));
  const { opId } = tab.find('mine.webp');
  tab.happen({ type: 'resolve', target: opId, seen: 'mine.webp', choice: { take: 'mine' } });
  tab.happen({ type: 'discard', targets: [tab.find('mine.webp').opId] });
  expect(tab.lines).toEqual([]);
});

test('what was chosen in a conflict can be edited until it is sent', () => {
  const tab = inConflict();
  tab.happen({ type: 'resolve', target: tab.find('b').opId, seen: 's', choice: { take: 'mine' } });
  tab.save(edit('r1', 'title', 'b', 'c'));
  expect(tab.lines).toEqual(['c pending']);
  expect(tab.find('c').base).toBe('s');
});

test('a record is not restored for a change that is on its way, or gone', () => {
  const tab = deletedUnder();
  const restore = (target: string) => tab.happen({ type: 'recover', target, operations: [creation('r1')] });
  expect(tab.find('nieve').status).toBe('sending');
  expect(kindsOf(restore(tab.find('nieve').opId))).toEqual([]);
  expect(kindsOf(restore('gone'))).toEqual([]);
});

test('whoever restores a record no longer wants it deleted', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  tab.answer('b', problem(410));
  tab.save(deletion('r1', 7));
  tab.happen({ type: 'recover', target: tab.find('b').opId, operations: [creation('r1')] });
  expect(tab.lines).toEqual(['create pending', 'b pending']);
});
