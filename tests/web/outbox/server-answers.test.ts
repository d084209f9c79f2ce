import { expect, test } from 'vitest';
import {
  ANA,
  BETO,
  CAPTIVE_PORTAL,
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

function sendingOne() {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  tab.drain();
  return tab;
}

test("1 means done: the operation leaves and 'Guardado' shows", () => {
  const tab = sendingOne();
  const effects = tab.answer('b', DONE);
  expect(effects).toMatchObject([
    { type: 'store', puts: [], dels: [1] },
    { type: 'notify', notice: 'done' },
    { type: 'drained' },
  ]);
});

test('the same answer twice does nothing the second time', () => {
  const tab = sendingOne();
  const { opId } = tab.find('b');
  tab.save(edit('r1', 'title', 'b', 'c'));
  const twice = { type: 'answer', sentOpId: opId, token: 'ana-1', answer: DONE } as const;
  tab.happen(twice);
  expect(kindsOf(tab.happen(twice))).toEqual([]);
  expect(tab.lines).toEqual(['c sending']);
});

test('an answer that comes after its operation was merged does nothing', () => {
  const tab = sendingOne();
  const { opId } = tab.find('b');
  tab.save(edit('r1', 'title', 'b', 'c'));
  tab.answer('b', conflict('s'));
  tab.happen({ type: 'answer', sentOpId: opId, token: 'ana-1', answer: problem(422) });
  expect(tab.lines).toEqual(['c conflict']);
});

test('a parked operation that turns out to have been applied is done', () => {
  const tab = sendingOne();
  const { opId } = tab.find('b');
  tab.answer('b', conflict('s'));
  tab.happen({ type: 'answer', sentOpId: opId, token: 'ana-1', answer: null });
  expect(tab.lines).toEqual(['b conflict']);
  tab.happen({ type: 'answer', sentOpId: opId, token: 'ana-1', answer: DONE });
  expect(tab.lines).toEqual([]);
});

test.each([
  ['no answer', null],
  ['a page of a captive portal', CAPTIVE_PORTAL],
  ['JSON that is not ours', { status: 200, body: { login: true } }],
  ['an error page of a proxy', { status: 502, body: undefined }],
  ['an error that is not ours', { status: 401, body: { error: 'x' } }],
  ['a redirection', { status: 302, body: undefined }],
])('%s pauses the queue', (_, answer) => {
  const tab = sendingOne();
  expect(kindsOf(tab.answer('b', answer))).toEqual(['store', 'wake', 'drained']);
  expect(tab.queue.pause).not.toBeNull();
  expect(tab.lines).toEqual(['b pending']);
  expect(tab.find('b')).toMatchObject({ sent: true, attempts: 1 });
  tab.save(edit('r2', 'title', 'a', 'c'));
  expect(sentOf(tab.wait(0.5))).toEqual([]);
});

test('a paused queue sends one probe, waits longer after each failure, and sends everything when one succeeds', () => {
  const tab = sendingOne();
  for (const record of ['r2', 'r3', 'r4', 'r5']) tab.save(edit(record, 'title', 'a', record));
  for (const record of ['b', 'r2', 'r3', 'r4']) tab.answer(record, null);
  const waits: number[] = [];
  for (let probe = 0; probe < 8; probe++) {
    const wait = (tab.queue.pause!.until - tab.now) / 1000;
    waits.push(wait);
    expect(sentOf(tab.wait(wait - 0.1))).toEqual([]);
    const [sent, ...others] = sentOf(tab.wait(0.1));
    expect(others).toEqual([]);
    tab.answer(String(sent?.value), null);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  const [sent] = sentOf(tab.wait(30));
  const effects = tab.answer(String(sent?.value), problem(500));
  expect(tab.queue.pause).toBeNull();
  expect(sentOf(effects)).toHaveLength(4);
});

test('probes take turns, so that one operation that never gets through does not stop the rest', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.answer('b', null);
  tab.answer('c', null);
  const [first] = sentOf(tab.wait(1));
  tab.answer(String(first?.value), null);
  const [second] = sentOf(tab.wait(2));
  expect([first?.value, second?.value]).toEqual(['b', 'c']);
});

test('any trigger probes immediately, even while another probe has no answer', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.answer('b', null);
  tab.answer('c', null);
  expect(sentValues(tab.drain())).toEqual(['b']);
  expect(sentValues(tab.drain())).toEqual(['c']);
  expect(sentValues(tab.answer('c', DONE))).toEqual([]);
  expect(tab.queue.pause).toBeNull();
});

test('a probe that hangs and fails after a trigger is followed by another at once', () => {
  const tab = sendingOne();
  tab.answer('b', null);
  tab.drain();
  tab.drain();
  expect(sentValues(tab.answer('b', null))).toEqual(['b']);
});

test.each([408, 425, 429, 500, 503])('%i: that record waits, longer each time, without limit', (status) => {
  const tab = sendingOne();
  tab.save(edit('r1', 'text', 'x', 'y'));
  const waits: number[] = [];
  for (let n = 0; n < 11; n++) {
    expect(sentOf(tab.answer('b', problem(status)))).toEqual([]);
    const wait = (tab.find('b').nextAt - tab.now) / 1000;
    waits.push(wait);
    expect(sentOf(tab.wait(wait - 0.1))).toEqual([]);
    expect(sentValues(tab.wait(0.1))).toEqual(['b']);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect(tab.find('b').lastError).toMatchObject({ status, code: `E${status}` });
});

test('Retry-After is respected, and a trigger ignores it', () => {
  const tab = sendingOne();
  tab.answer('b', { ...problem(429), retryAfter: 60 });
  expect(sentOf(tab.wait(59))).toEqual([]);
  expect(sentValues(tab.drain())).toEqual(['b']);
});

test('a tab that opens knows when to try again', () => {
  const tab = sendingOne();
  tab.answer('b', problem(503));
  expect(tab.restart()).toEqual([{ type: 'wake', at: tab.now + 1000 }]);
});

test('a clock set back by years stops nothing', () => {
  const tab = sendingOne();
  tab.answer('b', problem(503));
  expect(sentValues(tab.wait(-3600 * 24 * 365))).toEqual(['b']);
});

test('a clock set back by minutes does not delay a probe by as long', () => {
  const tab = sendingOne();
  tab.answer('b', null);
  expect(sentValues(tab.wait(-600))).toEqual(['b']);
});

test('what a proxy refuses repeatedly is reported, and no longer delays the others', () => {
  const tab = openTab();
  tab.save(edit('r1', 'text', 'a', 'refused on the way'));
  tab.drain();
  for (let time = 0; time < 12; time++) {
    tab.answer('refused on the way', { status: 403, body: undefined });
    tab.wait(400);
    tab.drain();
  }
  tab.answer('refused on the way', { status: 403, body: undefined });
  expect(tab.find('refused on the way')).toMatchObject({ status: 'pending', lastError: { code: 'held-up' } });
  expect(tab.queue.pause).toBeNull();
  tab.save(edit('r2', 'title', 'a', 'b'));
  expect(sentValues(tab.drain())).toContain('b');
});

test('401 stops everything and drops the token; the page continues saving', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  const effects = tab.answer('b', problem(401));
  expect(effects).toMatchObject([
    { type: 'store', puts: [{ value: 'b', status: 'pending', sent: true }], session: { user: ANA.user, token: null } },
  ]);
  expect(kindsOf(tab.answer('c', problem(401)))).toEqual(['store', 'drained']);
  tab.save(edit('r1', 'text', 'x', 'y'));
  expect(sentOf(tab.drain())).toEqual([]);
  tab.happen({ type: 'logged-in', session: { ...ANA, token: 'ana-2' } });
  expect(tab.drain().filter((effect) => effect.type === 'send')).toMatchObject([
    { token: 'ana-2' },
    { token: 'ana-2' },
  ]);
});

const REVOKED = { status: 401, body: { code: 'revoked', message: 'Esta sesión se cerró desde otro equipo.' } };

test('the end of a session that was taken away removes it whole; its changes wait for their author', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  expect(tab.queue.isRevoked).toBe(false);
  expect(tab.answer('b', REVOKED)).toMatchObject([
    { type: 'store', puts: [{ value: 'b', status: 'pending', sent: true, userId: 'ana' }], session: null },
  ]);
  expect(tab.queue).toMatchObject({ session: null, isRevoked: true });
  tab.answer('c', REVOKED);
  tab.happen({ type: 'logged-in', session: BETO });
  expect(sentOf(tab.drain())).toEqual([]);
  tab.happen({ type: 'logged-in', session: { ...ANA, token: 'ana-2' } });
  expect(tab.queue.isRevoked).toBe(false);
  expect(sentValues(tab.drain())).toEqual(['b', 'c']);
});

test('an older token that was taken away leaves the new session alone', () => {
  const tab = sendingOne();
  tab.happen({ type: 'logged-in', session: { ...ANA, token: 'ana-2' } });
  tab.answer('b', REVOKED, 'ana-1');
  expect(tab.queue).toMatchObject({ session: { token: 'ana-2' }, isRevoked: false });
});

test('a 401 that answers an older token leaves the new session alone', () => {
  const tab = sendingOne();
  const { opId } = tab.find('b');
  tab.happen({ type: 'logged-in', session: { ...ANA, token: 'ana-2' } });
  const effects = tab.answer('b', problem(401), 'ana-1');
  expect(tab.queue.session?.token).toBe('ana-2');
  expect(sentOf(effects)).toMatchObject([{ opId }]);
});

test("when another person logs in, the first user's changes wait for their author", () => {
  const tab = sendingOne();
  tab.answer('b', problem(401));
  tab.happen({ type: 'logged-in', session: BETO });
  expect(sentOf(tab.drain())).toEqual([]);
  tab.happen({ type: 'logged-out' });
  expect(sentOf(tab.drain())).toEqual([]);
  tab.happen({ type: 'logged-in', session: { ...ANA, token: 'ana-2' } });
  expect(sentValues(tab.drain())).toEqual(['b']);
});

test('an answer that comes after the log-out still counts', () => {
  const tab = sendingOne();
  tab.happen({ type: 'logged-out' });
  tab.answer('b', DONE);
  expect(tab.lines).toEqual([]);
});

test("409 parks with the server's value, who wrote it and when", () => {
  const tab = sendingOne();
  expect(noticesOf(tab.answer('b', conflict('s')))).toEqual(['conflict']);
  expect(tab.find('b')).toMatchObject({
    status: 'conflict',
    theirs: { value: 's', by: 'Beto', at: '2026-03-15T10:32:00Z' },
  });
  expect(sentOf(tab.drain())).toEqual([]);
});

test.each([400, 403, 404, 410, 413, 415, 422, 405, 409])('%i parks with the reason', (status) => {
  const tab = sendingOne();
  expect(noticesOf(tab.answer('b', problem(status)))).toEqual(['rejected']);
  expect(tab.find('b')).toMatchObject({ status: 'rejected', lastError: { status, message: `Problema ${status}.` } });
  expect(sentOf(tab.drain())).toEqual([]);
});

test.each([404, 410])('a delete that finds nothing to delete (%i) is done', (status) => {
  const tab = openTab();
  tab.save(deletion('r1', 7));
  tab.drain();
  expect(noticesOf(tab.answer('deleteStory', problem(status)))).toEqual(['done']);
});

test('calls for labels and files answer with what they created', () => {
  const tab = openTab();
  tab.save(label('r1', 'LabelsAddStory'));
  tab.save(photo('r2', null, 'one.webp'));
  tab.drain();
  tab.answer('LabelsAddStory', { status: 200, body: [{ id: 'x', name: 'Feria', namehashed: 'feria' }] });
  tab.answer('one.webp', DONE);
  expect(tab.lines).toEqual([]);
});

test.each([
  ['a label', label('r1', 'LabelsAddStory'), 'LabelsAddStory', { login: true }],
  ['a label, with a list', label('r1', 'LabelsAddStory'), 'LabelsAddStory', [{ plan: 'free' }]],
  ['a photo', photo('r1', null, 'one.webp'), 'one.webp', { login: true }],
  ['a new record', creation('r1'), 'createStoryBasic', { id: 'guest-7' }],
])('a captive portal that answers in JSON does not confirm %s', (_, change, find, body) => {
  const tab = openTab();
  tab.save(change);
  tab.drain();
  tab.answer(find, { status: 200, body });
  expect(tab.queue.pause).not.toBeNull();
  expect(tab.lines).toHaveLength(1);
});

test('when an answer could not be stored the operation is sent again, and gets the same answer', () => {
  const tab = sendingOne();
  const { opId } = tab.find('b');
  tab.happen({ type: 'answer-unstored', sentOpId: opId });
  expect(tab.lines).toEqual(['b sending']);
  expect(sentOf(tab.wait(1))).toMatchObject([{ opId, value: 'b', base: 'a' }]);
});

test('a paused queue with only delayed operations sleeps until the first is due', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'later'));
  tab.save(edit('r2', 'title', 'a', 'unheard'));
  tab.drain();
  tab.answer('later', { ...problem(429), retryAfter: 60 });
  tab.answer('unheard', null);
  tab.happen({ type: 'discard', targets: [tab.find('unheard').opId] });
  const { nextAt } = tab.find('later');
  expect(tab.wait(2).filter(({ type }) => type === 'wake')).toEqual([{ type: 'wake', at: nextAt }]);
});

test('a queue with all lanes taken waits for an answer, not for the clock', () => {
  const tab = openTab();
  for (const record of ['r1', 'r2', 'r3', 'r4', 'r5']) tab.save(edit(record, 'title', 'a', record));
  tab.drain();
  tab.answer('r1', null);
  tab.drain();
  expect(tab.wait(2).filter(({ type }) => type === 'wake')).toEqual([]);
});

test('201 means done too', () => {
  const tab = sendingOne();
  tab.answer('b', { status: 201, body: 1 });
  expect(tab.lines).toEqual([]);
});

test('only 409 is a conflict, whatever the answer carries', () => {
  const tab = sendingOne();
  tab.answer('b', problem(422, { value: 's', by: 'Beto', at: '2026-03-15T10:32:00Z' }));
  expect(tab.lines).toEqual(['b rejected']);
});

test('a conflict without author and time still shows the value of the server', () => {
  const tab = sendingOne();
  tab.answer('b', problem(409, { value: 's', by: null, at: 1_773_570_720 }));
  expect(tab.find('b').theirs).toEqual({ value: 's', by: '', at: '1773570720' });
});

test('a refusal without a message is a refusal', () => {
  const tab = sendingOne();
  tab.answer('b', { status: 422, body: { code: 'value', message: null } });
  expect(tab.find('b')).toMatchObject({ status: 'rejected', lastError: { message: '' } });
});

test.each([
  ['an empty answer', { status: 500, body: null }],
  ['a list', { status: 422, body: [{ code: 'value' }] }],
  ['a redirection with a code', { status: 302, body: { code: 'moved' } }],
])('%s is not an error of the portal', (_, answer) => {
  const tab = sendingOne();
  tab.answer('b', answer);
  expect(tab.lines).toEqual(['b pending']);
  expect(tab.queue.pause).not.toBeNull();
});

test.each([
  ['a new record', creation('r1'), 'createStoryBasic', 1],
  [
    'a label, with a list of which one item is a label',
    label('r1', 'LabelsAddStory'),
    'LabelsAddStory',
    [{ namehashed: 'feria' }, { plan: 'free' }],
  ],
  [
    'a file, with a list of labels',
    { ...label('r1', 'pdfRemove'), field: 'pdf' },
    'pdfRemove',
    [{ namehashed: 'feria' }],
  ],
])('an answer that does not fit does not confirm %s', (_, change, find, body) => {
  const tab = openTab();
  tab.save(change);
  tab.drain();
  tab.answer(find, { status: 200, body });
  expect(tab.queue.pause).not.toBeNull();
  expect(tab.lines).toHaveLength(1);
});

test.each<[string, unknown, boolean]>([
  ['the id of a record', { id: 'r1' }, true],
  ['1', 1, true],
  ['nothing', null, false],
  ['a page', undefined, false],
  ['a text', 'hello', false],
])('an answer to what is gone shows that the network is back only if it is the portal’s: %s', (_, body, isBack) => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.answer('b', null);
  tab.answer('c', null);
  tab.happen({ type: 'answer', sentOpId: 'gone', token: 'ana-1', answer: { status: 200, body: body as never } });
  expect(tab.queue.pause === null).toBe(isBack);
});

/** Answers an operation again and again with what a proxy says. */
function heldUp(status: number, times: number) {
  const tab = sendingOne();
  for (let time = 0; time < times; time++) {
    tab.answer('b', { status, body: undefined });
    tab.wait(400);
    tab.drain();
  }
  return tab;
}

test('a proxy has to refuse ten times before the change is reported, and its author is told what to do', () => {
  expect(heldUp(403, 10).find('b').lastError).toBeNull();
  const tab = heldUp(403, 11);
  expect(tab.find('b').lastError).toEqual({
    status: 0,
    code: 'held-up',
    message:
      'Algo entre este dispositivo y el servidor no deja pasar este cambio. ' +
      'Si sigue así, exportalo y avisale a quien cuida el portal.',
  });
  expect(heldUp(400, 11).find('b').lastError).toMatchObject({ code: 'held-up' });
});

test.each([302, 399, 401, 408, 429, 500, 502])('a proxy that answers %i says nothing about the change', (status) => {
  expect(heldUp(status, 12).find('b').lastError).toBeNull();
});

test('a proxy that refuses a request for what is gone pauses the queue', () => {
  const tab = sendingOne();
  tab.happen({ type: 'answer', sentOpId: 'gone', token: 'ana-1', answer: { status: 403, body: undefined } });
  expect(tab.queue.pause).not.toBeNull();
});

test('Retry-After of an hour is respected', () => {
  const tab = sendingOne();
  expect(sentOf(tab.answer('b', { ...problem(429), retryAfter: 3600 }))).toEqual([]);
  expect(sentOf(tab.wait(0))).toEqual([]);
  expect(tab.find('b').attempts).toBe(1);
});

const wakes = (effects: ReturnType<ReturnType<typeof openTab>['happen']>) =>
  effects.flatMap((effect) => (effect.type === 'wake' ? [effect.at] : []));

test('of several delayed operations the first to be due wakes the tab', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.answer('b', { ...problem(429), retryAfter: 60 });
  tab.answer('c', { ...problem(429), retryAfter: 120 });
  expect(wakes(tab.wait(1))).toEqual([tab.find('b').nextAt]);
});

test('four requests under way wake nobody, whatever is delayed', () => {
  const tab = sendingOne();
  tab.answer('b', { ...problem(429), retryAfter: 60 });
  for (const record of ['r2', 'r3', 'r4', 'r5']) tab.save(edit(record, 'title', 'a', record));
  expect(sentOf(tab.wait(1))).toHaveLength(4);
  expect(wakes(tab.wait(1))).toEqual([]);
});

test('a paused queue wakes for the probe, also if another operation is delayed for longer', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.answer('b', { ...problem(429), retryAfter: 60 });
  const effects = tab.answer('c', null);
  expect(wakes(effects)).toEqual([tab.queue.pause?.until]);
});

test('a paused queue with delayed operations only wakes for the first of them', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.save(edit('r3', 'title', 'a', 'd'));
  tab.answer('b', { ...problem(429), retryAfter: 60 });
  tab.answer('c', { ...problem(429), retryAfter: 120 });
  tab.answer('d', null);
  tab.happen({ type: 'discard', targets: [tab.find('d').opId] });
  expect(wakes(tab.wait(1))).toEqual([tab.find('b').nextAt]);
});

test('while a probe is under way no other is sent, however long it takes, and nobody is woken', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.answer('b', null);
  tab.answer('c', null);
  expect(sentValues(tab.wait(2))).toEqual(['b']);
  expect(kindsOf(tab.wait(300))).toEqual([]);
});

test('a paused queue that only waits for an answer sets no alarm', () => {
  const tab = sendingOne();
  tab.save(edit('r2', 'title', 'a', 'c'));
  tab.answer('b', null);
  const effects = tab.happen({ type: 'discard', targets: [tab.find('b').opId] });
  expect(wakes(effects)).toEqual([]);
});

test('a probe under way keeps the pause until its answer', () => {
  const tab = sendingOne();
  tab.answer('b', null);
  tab.wait(2);
  expect(tab.lines).toEqual(['b sending']);
  expect(tab.queue.pause).not.toBeNull();
});

test('a device without a network waits longer each time before it looks again', () => {
  const tab = openTab();
  tab.save(edit('r1', 'title', 'a', 'b'));
  const waits = [1, 2, 3].map(() => {
    tab.happen({ type: 'offline' });
    return ((tab.queue.pause?.until ?? 0) - tab.now) / 1000;
  });
  expect(waits).toEqual([1, 2, 4]);
  expect(tab.find('b').sent).toBe(false);
});
