import { expect, test } from 'vitest';
import { textPictureField } from '#contract/uploaded/alt-fields';
import { blockerOf } from '../../../web/src/offline/outbox/protocol/sending.ts';
import {
  alt,
  BETO,
  conflict,
  creation,
  deletion,
  DONE,
  edit,
  kindsOf,
  label,
  openTab,
  photo,
  problem,
  sentOf,
  sentValues,
} from './tab.ts';

test('a record sends one operation at a time, in the order of saving', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'text', 'x', 'y'));
  expect(sentValues(tab.drain())).toEqual(['b']);
  expect(sentValues(tab.answer('b', DONE))).toEqual(['y']);
});

test('four records are sent at the same time', () => {
  const tab = openTab();
  for (const record of ['r1', 'r2', 'r3', 'r4', 'r5']) tab.save(photo(record, '', record));
  expect(sentValues(tab.drain())).toEqual(['r1', 'r2', 'r3', 'r4']);
  expect(sentValues(tab.answer('r3', DONE))).toEqual(['r5']);
});

test('two records of different kinds may share an id', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save({ ...edit('r1', 'title', 'a', 'c'), entity: 'map' });
  expect(sentValues(tab.drain())).toEqual(['b', 'c']);
});

test('a parked operation blocks its own field only', () => {
  const tab = openTab();
  tab.save(label('r1', 'LabelsAddStory'));
  tab.save(label('r1', 'LabelsRemoveStory'));
  tab.save(edit('r1', 'text', 'x', 'y'));
  tab.drain();
  expect(sentValues(tab.answer('LabelsAddStory', problem(403)))).toEqual(['y']);
  expect(sentValues(tab.answer('y', DONE))).toEqual([]);
});

test('what a picture shows is sent after the picture, and waits with it while it is refused', () => {
  const tab = openTab();
  tab.save(photo('r1', '', 'foto-1'));
  tab.save(alt('r1', 'foto-1', 'La plaza.'));
  tab.save(edit('r1', 'text', 'x', 'y'));
  expect(sentValues(tab.drain())).toEqual(['foto-1']);
  expect(sentValues(tab.answer('foto-1', problem(413)))).toEqual(['y']);
  tab.answer('y', DONE);
  expect(tab.lines).toEqual(['foto-1 rejected', 'La plaza. pending']);
  tab.happen({ type: 'retry', target: tab.find('foto-1').opId });
  expect(sentValues(tab.drain())).toEqual(['foto-1']);
  expect(sentValues(tab.answer('foto-1', DONE))).toEqual(['La plaza.']);
});

test('nothing is published incomplete: a status waits for what is parked, and delays what follows', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(edit('r1', 'status', 'Redaccion', 'Publicado'));
  tab.save(edit('r1', 'text', 'x', 'y'));
  tab.drain();
  expect(sentValues(tab.answer('b', conflict('s')))).toEqual([]);
  expect(
    sentValues(tab.happen({ type: 'resolve', target: tab.find('b').opId, seen: 's', choice: { take: 'theirs' } })),
  ).toEqual([]);
  expect(sentValues(tab.drain())).toEqual(['Publicado']);
  expect(sentValues(tab.answer('Publicado', DONE))).toEqual(['y']);
});

test('what waits for a choice about another operation names it: as it is sent, so it is said', () => {
  const tab = openTab();
  tab.save(photo('r1', '', 'foto-1'));
  tab.save(alt('r1', 'foto-1', 'La plaza.'));
  tab.save(edit('r1', 'text', 'x', 'y'));
  tab.save(edit('r1', 'status', 'Redaccion', 'Publicado'));
  tab.drain();
  tab.answer('foto-1', problem(413));
  const blockers = () =>
    tab.queue.operations.map((one) => [one.value, blockerOf(tab.queue.operations, one)?.value ?? null]);
  expect(blockers()).toEqual([
    ['foto-1', null],
    ['La plaza.', 'foto-1'],
    ['y', null],
    ['Publicado', 'foto-1'],
  ]);
  tab.happen({ type: 'retry', target: tab.find('foto-1').opId });
  expect(blockers().map(([, blocker]) => blocker)).toEqual([null, null, null, null]);
});

test('a delete waits for what is parked', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.save(deletion('r1', 7));
  tab.drain();
  expect(sentValues(tab.answer('b', problem(422)))).toEqual([]);
  tab.happen({ type: 'discard', targets: [tab.find('b').opId] });
  expect(sentOf(tab.drain())).toMatchObject([{ kind: 'delete', base: 7 }]);
});

test('a parked create blocks its record', () => {
  const tab = openTab();
  tab.save(creation('r1'));
  tab.save(edit('r1', 'title', '', 'b'));
  tab.drain();
  expect(sentOf(tab.answer('createStoryBasic', problem(403)))).toEqual([]);
  expect(sentOf(tab.drain())).toEqual([]);
});

test('one bad operation delays no other record', () => {
  const tab = openTab();
  for (const record of ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']) tab.save(photo(record, '', record));
  tab.drain();
  expect(sentValues(tab.answer('r1', problem(500)))).toEqual(['r5']);
  expect(sentValues(tab.answer('r2', problem(422)))).toEqual(['r6']);
});

test('changes of another user are not sent, and delay nothing', () => {
  const tab = openTab(BETO);
  tab.save(edit('r1', 'title', 'a', 'of-ana', 'ana'));
  tab.save(edit('r1', 'status', 'Redaccion', 'of-beto', 'beto'));
  const effects = tab.drain();
  expect(sentValues(effects)).toEqual(['of-beto']);
  expect(effects.find((effect) => effect.type === 'send')).toMatchObject({ token: 'beto-1' });
});

test('nothing is sent while nobody is logged in, and saving still works', () => {
  const tab = openTab(null);
  tab.save(edit('r1', 'title', 'a', 'b'));
  expect(sentOf(tab.drain())).toEqual([]);
  expect(tab.lines).toEqual(['b pending']);
});

/** A picture within the text of a record. */
const textPhoto = (record: string, name: string) => ({ ...photo(record, '', name), field: textPictureField(name) });

test('a picture within a text is sent before the text, also before one that was saved earlier and names it now', () => {
  const tab = openTab();
  tab.save(textPhoto('r1', 'foto-1'));
  tab.save(edit('r1', 'text', 'x', 'con foto-1'));
  tab.save(textPhoto('r1', 'foto-2'));
  tab.save(edit('r1', 'text', 'con foto-1', 'con foto-1 y foto-2'));
  expect(sentValues(tab.drain())).toEqual(['foto-1']);
  expect(sentValues(tab.answer('foto-1', DONE))).toEqual(['foto-2']);
  expect(sentValues(tab.answer('foto-2', DONE))).toEqual(['con foto-1 y foto-2']);
});

test('an order of pictures goes after the photos that it names, also one that was given before they were picked', () => {
  const tab = openTab();
  const { field: _, base: __, ...inGallery } = photo('r1', '', 'foto-2');
  tab.save(edit('r1', 'images', ['a', 'b'], ['b', 'a']));
  tab.save(inGallery);
  tab.save(edit('r1', 'images', ['b', 'a'], ['foto-2', 'b', 'a']));
  expect(sentValues(tab.drain())).toEqual(['foto-2']);
  expect(sentValues(tab.answer('foto-2', DONE))).toEqual([['foto-2', 'b', 'a']]);
});

test('a text goes without a picture that was refused, and waits for one that is only delayed', () => {
  const tab = openTab();
  tab.save(textPhoto('r1', 'foto-1'));
  tab.save(edit('r1', 'text', 'x', 'con foto-1'));
  tab.drain();
  expect(sentValues(tab.answer('foto-1', problem(503)))).toEqual([]);
  tab.drain();
  expect(sentValues(tab.answer('foto-1', problem(415)))).toEqual(['con foto-1']);
});

test('a tab that is not the replayer sends nothing', () => {
  const tab = openTab();
  expect(sentOf(tab.save(edit('r1', 'title', 'a', 'b')))).toEqual([]);
});

test('a replayer also sends what is saved while it drains, and says when it is done', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  expect(sentValues(tab.save(edit('r2', 'title', 'a', 'c')))).toEqual(['c']);
  expect(tab.answer('b', DONE).map((effect) => effect.type)).not.toContain('drained');
  expect(tab.answer('c', DONE).map((effect) => effect.type)).toContain('drained');
  expect(tab.queue.draining).toBe(false);
});

test('a replayer also sends what another tab has stored', () => {
  const tab = openTab();
  const other = openTab();
  other.save(edit('r1', 'title', 'a', 'b'));
  other.save(edit('r2', 'title', 'a', 'c'));
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  const mine = tab.find('b');
  const [, theirs] = other.queue.operations;
  const effects = tab.happen({ type: 'reloaded', operations: [mine, theirs!], lastSeq: 2, session: tab.queue.session });
  expect(sentValues(effects)).toEqual(['c']);
  expect(effects[0]).toMatchObject({ type: 'store', puts: [{ value: 'c' }], dels: [] });
});

test('records take their turns in the order in which what can be sent was saved', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'refused'));
  tab.drain();
  tab.answer('refused', problem(422));
  tab.save(edit('r2', 'title', 'a', 'second'));
  tab.save(edit('r1', 'text', 'x', 'third'));
  tab.save(edit('r3', 'title', 'a', 'fourth'));
  expect(sentValues(tab.drain())).toEqual(['second', 'third', 'fourth']);
});

test('a refused text delays no description of a picture with that name', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'nieve.webp'));
  tab.drain();
  tab.answer('nieve.webp', problem(422));
  tab.save(alt('r1', 'nieve.webp', 'La plaza con nieve'));
  expect(sentValues(tab.drain())).toEqual(['La plaza con nieve']);
});

test('a trigger writes nothing about operations that have no delay', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b', 'beto'));
  expect(kindsOf(tab.drain())).toEqual(['drained']);
});

test('a trigger leaves alone what another tab sends at the same time', () => {
  const tab = openTab();
  for (const record of ['r1', 'r2', 'r3', 'r4', 'r5']) tab.save(edit(record, 'title', 'a', record));
  tab.drain();
  const { operations, lastSeq, session } = tab.queue;
  const sent = operations.map((one) => ({ ...one, status: 'sending' as const, sent: true }));
  tab.happen({ type: 'reloaded', operations: sent, lastSeq, session });
  tab.drain();
  expect(tab.find('r5').status).toBe('sending');
});
