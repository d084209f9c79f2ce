import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { NotKept, openOutboxStore, OUTBOX } from '../../../web/src/offline/outbox/outbox-db.ts';
import type { OutboxStore } from '../../../web/src/offline/outbox/outbox-db.ts';
import { drainWithPage } from '../../../web/src/offline/outbox/page-triggers.ts';
import { dataUrl } from '../../../web/src/browser/data-url.ts';
import { keepSession } from '../../../web/src/offline/outbox/session.ts';
import { held, openDevice, ours, refusal, settle } from './device.ts';
import { ANA, BETO, creation, edit, label, photo } from './tab.ts';

const JPEG = new Uint8Array([255, 216, 255]).buffer;

describe('a save', () => {
  test('is on disk when its promise resolves, and is sent to the server after that', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    const saved = await tab.save(edit('r1', 'title', 'a', 'b'));
    expect((await device.rows()).operations).toMatchObject([{ opId: saved?.opId, value: 'b', base: 'a' }]);
    expect(tab.told.map(({ is }) => is)).toContain('stored');
    await settle();
    expect(device.calls).toEqual([
      {
        url: '/api/story/r1/update/title',
        method: 'POST',
        body: { value: 'b', base: 'a' },
        headers: { authorization: 'Bearer ana-1', 'idempotency-key': saved?.opId, 'content-type': 'application/json' },
      },
    ]);
    expect(tab.lines()).toEqual(['b pending']);
  });

  test('that the server has applied is removed from the device, and the screens are notified', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    expect(tab.lines()).toEqual([]);
    expect((await device.rows()).operations).toEqual([]);
    expect(tab.told.map(({ is }) => is)).toEqual(expect.arrayContaining(['stored', 'done', 'drained']));
  });

  test('that the device cannot store is refused with an error, and everything else continues', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    const change = edit('r1', 'title', 'a', 'b');
    // What cannot be cloned cannot be stored.
    await expect(tab.save({ ...change, value: (() => {}) as never })).rejects.toThrow(
      'Este dispositivo no pudo guardar el cambio',
    );
    expect(tab.getSnapshot().trouble).toBe('broken');
    expect(tab.lines()).toEqual([]);
    await tab.save(change);
    expect(tab.getSnapshot().trouble).toBeNull();
    expect(tab.lines()).toEqual(['b pending']);
  });

  test('typed back to its base leaves nothing', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => held().response);
    await tab.save(edit('r1', 'text', 'x', 'y'));
    await settle();
    await tab.save(edit('r1', 'title', 'a', 'b'));
    expect(await tab.save(edit('r1', 'title', 'b', 'a'))).toBeNull();
    expect(tab.lines()).toEqual(['y sending']);
  });

  test('of several values at once loses none', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    const many = Array.from({ length: 30 }, (_, index) =>
      tab.save(edit(`r${index % 7}`, `field${index}`, 'a', `v${index}`)),
    );
    expect((await Promise.all(many)).map((operation) => operation?.value)).toEqual(
      Array.from({ length: 30 }, (_, index) => `v${index}`),
    );
    await tab.drain('button');
    expect(device.calls.map(({ body }) => body?.value).sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `v${index}`).sort(),
    );
    expect(tab.lines()).toEqual([]);
  });
});

describe('a tab that crashes', () => {
  test('during its request sends the same request when it opens again', async () => {
    const device = openDevice();
    const first = await device.openTabAs();
    device.answer(() => held().response);
    await first.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    first.close();
    device.answer(() => ours(1));
    const second = device.openTab();
    await second.drain('start');
    expect(device.calls).toHaveLength(2);
    expect(device.calls[1]).toEqual(device.calls[0]);
    expect(second.lines()).toEqual([]);
  });

  test('confirms nothing any more', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    tab.close();
    await expect(tab.save(edit('r1', 'title', 'a', 'b'))).rejects.toThrow();
  });
});

describe('the network', () => {
  test('pauses the queue when it fails, and a probe resumes it', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    expect(tab.getSnapshot()).toMatchObject({ isDraining: false, pausedUntil: 1_001_000 });
    device.answer(() => ours(1));
    await device.wait(1);
    expect(tab.lines()).toEqual([]);
    expect(tab.getSnapshot().pausedUntil).toBeNull();
  });

  test('that the browser reports as missing was there if the portal answers, even that something is wrong with it', async () => {
    const device = openDevice();
    const tab = await device.openTabAs(ANA, { isOffline: () => true });
    // A proxy on the way.
    device.answer(() => ours('<h1>Bad gateway</h1>', 502));
    await tab.save(creation('r1'));
    await settle();
    expect((await device.rows()).operations).toMatchObject([{ sent: false }]);
    device.answer(({ url }) => (url === '/salud' ? refusal(503) : ours({ id: 'r1' })));
    await tab.drain('online');
    expect(tab.lines()).toEqual([]);
  });

  test('that the browser reports as missing is probed before anything is sent, so nothing counts as sent', async () => {
    const device = openDevice();
    let isOffline = true;
    const tab = await device.openTabAs(ANA, { isOffline: () => isOffline });
    device.answer(() => 'down');
    await tab.save(creation('r1'));
    await settle();
    expect(new Set(device.calls.map(({ url }) => url))).toEqual(new Set(['/salud']));
    expect((await device.rows()).operations).toMatchObject([{ kind: 'create', sent: false }]);
    expect(tab.getSnapshot().pausedUntil).not.toBeNull();
    isOffline = false;
    device.answer(() => ours({ id: 'r1' }));
    await tab.drain('online');
    expect(tab.lines()).toEqual([]);
  });

  test('that the browser wrongly reports as missing is used as soon as it answers', async () => {
    const device = openDevice();
    const tab = await device.openTabAs(ANA, { isOffline: () => true });
    device.answer(() => 'down');
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    device.answer(() => ours(1));
    await device.wait(30);
    expect(device.calls.at(-1)).toMatchObject({ url: '/api/story/r1/update/title' });
    expect(tab.lines()).toEqual([]);
  });

  test('of a captive portal confirms nothing', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => new Response('1', { headers: { 'content-type': 'text/html' } }));
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    device.answer(() => new Response('{', { headers: { 'content-type': 'application/json' } }));
    await tab.drain('button');
    expect(tab.lines()).toEqual(['b pending']);
    expect(tab.getSnapshot().pausedUntil).not.toBeNull();
  });

  test('is aborted after 30 s without an answer', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => held().response);
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    await device.wait(29);
    expect(tab.lines()).toEqual(['b sending']);
    await device.wait(1);
    expect(tab.lines()).toEqual(['b pending']);
  });

  test('of a busy server is tried again when Retry-After has passed', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => refusal(429, {}, { 'retry-after': '20' }));
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    device.answer(() => ours(1));
    await device.wait(19);
    expect(device.calls).toHaveLength(1);
    await device.wait(1);
    expect(tab.lines()).toEqual([]);
  });
});

describe('an upload', () => {
  test('sends its bytes as a data URL, once, and leaves nothing behind', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    const answer = held();
    device.answer(() => answer.response);
    const saved = await tab.save(photo('r1', '', 'one.webp'), JPEG);
    await settle();
    expect(device.calls).toMatchObject([
      { url: '/api/story/image/r1', body: { base: '', data: 'data:image/jpeg;base64,/9j/' } },
    ]);
    expect(device.calls[0]?.body).not.toHaveProperty('value');
    expect(new Uint8Array((await tab.bytesOf(saved!))!)).toEqual(new Uint8Array(JPEG));
    answer.give(ours(1));
    await settle();
    expect(await device.rows()).toMatchObject({ operations: [], files: [] });
  });

  test('survives its tab, with its bytes', async () => {
    const device = openDevice();
    const first = await device.openTabAs();
    device.answer(() => 'down');
    await first.save(photo('r1', '', 'one.webp'), JPEG);
    first.close();
    device.answer(() => ours(1));
    const second = device.openTab();
    await second.drain('start');
    expect(device.calls.at(-1)?.body).toEqual({ base: '', data: 'data:image/jpeg;base64,/9j/' });
  });

  test('whose file is gone parks instead of sending something else', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    await tab.save(photo('r1', '', 'one.webp'));
    await settle();
    expect(device.calls).toEqual([]);
    expect(tab.getSnapshot().operations).toMatchObject([{ status: 'rejected', lastError: { code: 'file-gone' } }]);
  });

  test('whose bytes the store cannot read now is sent later', async () => {
    const device = openDevice();
    const whole = openOutboxStore(device.name);
    let refusals = 1;
    const store: OutboxStore = {
      ...whole,
      transact: (scope, work) =>
        scope.length === 1 && scope[0] === 'files' && refusals-- > 0
          ? Promise.reject(new NotKept('broken'))
          : whole.transact(scope, work),
    };
    const tab = await device.openTabAs(ANA, { store });
    await tab.save(photo('r1', '', 'one.webp'), JPEG);
    await settle();
    expect(tab.lines()).toEqual(['one.webp sending']);
    for (let turn = 0; turn < 4; turn++) await device.wait(2);
    expect(device.calls).toHaveLength(1);
    expect(tab.lines()).toEqual([]);
  });

  test('that is replaced before it was sent removes its old bytes', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => held().response);
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    await tab.save(photo('r1', '', 'one.webp'), JPEG);
    await tab.save(photo('r1', 'one.webp', 'two.webp'), JPEG);
    const { operations, files } = await device.rows();
    expect(files.map(({ key }) => key)).toEqual([operations[1]?.file?.key]);
  });

  test('of any size becomes base64 without padding in the middle', () => {
    for (const size of [0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000]) {
      const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31) % 256);
      expect(dataUrl(bytes.buffer, 'x/y')).toBe(`data:x/y;base64,${Buffer.from(bytes).toString('base64')}`);
    }
  });

  test('reports its progress, and is aborted only after 30 s without progress', async () => {
    const device = openDevice();
    const xhr = fakeXhr();
    const tab = await device.openTabAs(ANA, { newXhr: () => xhr as unknown as XMLHttpRequest });
    const saved = await tab.save(photo('r1', '', 'one.webp'), JPEG);
    await settle();
    expect(xhr.sent).toMatchObject({
      method: 'POST',
      url: '/api/story/image/r1',
      headers: { authorization: 'Bearer ana-1' },
    });
    for (const loaded of [1, 2, 3]) {
      await device.wait(29);
      xhr.upload.onprogress({ loaded, total: 4 });
    }
    expect(tab.getSnapshot().progress.get(saved!.opId)).toBe(0.75);
    expect(xhr.isAborted).toBe(false);
    await device.wait(30);
    expect(xhr.isAborted).toBe(true);
    await settle();
    expect(tab.lines()).toEqual(['one.webp pending']);
    expect(tab.getSnapshot().progress.size).toBe(0);
  });
});

describe('calls', () => {
  test('by GET carry the key and no body; a create sends its id', async () => {
    const device = openDevice();
    device.answer(({ method }) =>
      ours(method === 'GET' ? [{ id: 'feria', name: 'Feria', namehashed: 'feria' }] : { id: 'r1' }),
    );
    const tab = await device.openTabAs();
    await tab.save(creation('r1'));
    await tab.save(label('r1', 'LabelsAddStory'));
    await tab.drain('button');
    expect(device.calls).toMatchObject([
      { method: 'POST', body: { id: 'r1' } },
      { method: 'GET', body: null, headers: { 'idempotency-key': expect.any(String) } },
    ]);
    expect(tab.lines()).toEqual([]);
  });
});

describe('the session', () => {
  test('that has expired is removed from disk too; the same person can continue, another one sees only a number', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => refusal(401));
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    expect(tab.told.at(-1)).toMatchObject({ is: 'drained' });
    expect((await device.rows()).session).toMatchObject([{ user: ANA.user, token: null }]);
    device.answer(() => ours(1));

    await tab.logIn(BETO);
    await tab.drain('login');
    expect(tab.getSnapshot()).toMatchObject({ operations: [], others: 1 });
    expect(await tab.exportAll()).not.toContain('"b"');
    expect(device.calls).toHaveLength(1);

    await tab.logIn({ ...ANA, token: 'ana-2' });
    await tab.drain('login');
    expect(device.calls.at(-1)?.headers.authorization).toBe('Bearer ana-2');
    expect(tab.getSnapshot()).toMatchObject({ operations: [], others: 0 });
  });

  test('that another part of the page has found ended is ended, but never a newer one', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    const other = device.openTab();
    await other.logIn({ ...ANA, token: 'ana-2' });
    // This tab does not know the new token yet, and the server refuses its old one.
    await tab.refuse('ana-1', 'expired');
    expect((await device.rows()).session).toMatchObject([{ token: 'ana-2' }]);
    await tab.refuse('ana-2', 'expired');
    expect((await device.rows()).session).toMatchObject([{ user: ANA.user, token: null }]);
  });

  test('is removed at log-out, the operations stay', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await tab.logOut();
    expect(await device.rows()).toMatchObject({ session: [], operations: [{ value: 'b' }] });
    expect(tab.getSnapshot()).toMatchObject({ session: null, operations: [], others: 1 });
  });
});

test('a pause ends with the last change that could have probed the network', async () => {
  const device = openDevice();
  const tab = await device.openTabAs();
  device.answer(() => refusal(422));
  await tab.save(edit('r1', 'title', 'a', 'bad'));
  await settle();
  device.answer(() => 'down');
  const waiting = await tab.save(edit('r2', 'title', 'a', 'b'));
  await settle();
  expect(tab.getSnapshot().pausedUntil).not.toBeNull();
  await tab.discard([waiting!.opId]);
  await settle();
  expect(tab.lines()).toEqual(['bad rejected']);
  expect(tab.getSnapshot().pausedUntil).toBeNull();
});

describe('two tabs', () => {
  test('see what the other has saved, and only one sends', async () => {
    const device = openDevice({ locks: navigator.locks });
    const one = await device.openTabAs();
    const two = device.openTab();
    await settle();
    const answer = held();
    device.answer(() => answer.response);
    await one.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    await two.save(edit('r2', 'title', 'a', 'c'));
    await settle();
    // The first tab is notified and sends, and then the second tab is notified of that.
    await device.wait(0.05);
    await device.wait(0.05);
    expect(one.lines()).toEqual(['b sending', 'c sending']);
    expect(two.lines()).toEqual(['b sending', 'c sending']);
    expect(device.calls).toHaveLength(2);
    answer.give(ours(1));
    await settle();
  });

  test('one opened while the other sends knows immediately who is logged in and what is pending', async () => {
    const device = openDevice({ locks: navigator.locks });
    const one = await device.openTabAs();
    const answer = held();
    device.answer(() => answer.response);
    await one.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    const two = device.openTab();
    await settle();
    expect(two.getSnapshot()).toMatchObject({ isLoaded: true, session: ANA });
    expect(two.lines()).toEqual(['b sending']);
    answer.give(ours(1));
    await settle();
  });

  test('without locks may send the same twice, under one key', async () => {
    const device = openDevice();
    const one = await device.openTabAs();
    const two = device.openTab();
    await settle();
    const answer = held();
    device.answer(() => answer.response.then((response) => response.clone()));
    await one.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    void two.drain('visible');
    await settle();
    expect(device.calls).toHaveLength(2);
    expect(device.calls[1]).toEqual(device.calls[0]);
    answer.give(ours(1));
    await settle();
    await device.wait(0.05);
    expect([one.lines(), two.lines()]).toEqual([[], []]);
  });

  test('take over from a replayer that the system has frozen', async () => {
    const device = openDevice({ locks: navigator.locks });
    let thaw = () => {};
    const frozen = navigator.locks.request(
      device.name,
      () =>
        new Promise<void>((resolve) => {
          thaw = resolve;
        }),
    );
    const tab = device.openTab();
    await tab.logIn(ANA);
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    expect(device.calls).toEqual([]);
    await device.wait(60);
    expect(device.calls).toHaveLength(1);
    // The next change does not wait for the frozen tab either.
    await tab.save(edit('r1', 'title', 'b', 'c'));
    await settle();
    expect(device.calls).toHaveLength(2);
    thaw();
    await frozen;
  });

  test.for(['was to send once the network is back', 'was sending'] as const)(
    'send the changes of a tab that was closed %s',
    async (what) => {
      const device = openDevice({ locks: navigator.locks });
      const closed = await device.openTabAs();
      const open = device.openTab();
      await settle();
      device.answer(() => (what === 'was sending' ? held().response : 'down'));
      await closed.save(edit('r1', 'title', 'a', 'b'));
      await settle();
      await device.wait(0.05);
      expect(open.getSnapshot().operations).toHaveLength(1);
      closed.close();
      device.answer(() => ours(1));
      await device.wait(60);
      expect(open.lines()).toEqual([]);
    },
  );

  test('continue when a person logs in on the other one', async () => {
    const device = openDevice();
    const one = await device.openTabAs({ ...ANA, token: null });
    await one.save(edit('r1', 'title', 'a', 'b'));
    const two = device.openTab();
    await two.logIn(ANA);
    await settle();
    // The first tab is notified and sends, and then the second tab is notified of that.
    await device.wait(0.05);
    await device.wait(0.05);
    expect(one.lines()).toEqual([]);
    expect(one.getSnapshot().session?.token).toBe('ana-1');
  });
});

describe('the page', () => {
  test('of the log-in stores the session, and open tabs continue', async () => {
    const device = openDevice({ name: OUTBOX });
    const tab = await device.openTabAs({ ...ANA, token: null });
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await keepSession(ANA);
    await settle();
    await device.wait(0.05);
    expect(tab.getSnapshot().session).toEqual(ANA);
    expect(device.calls).toMatchObject([{ headers: { authorization: 'Bearer ana-1' } }]);
    expect(tab.lines()).toEqual([]);
  });

  test('looks for work when it becomes visible, is shown again, or has a network', () => {
    const drained: string[] = [];
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    const page = Object.assign(new EventTarget(), { document });
    const stop = drainWithPage({ drain: async (trigger) => void drained.push(trigger) }, page as unknown as Window);
    const everything = () => {
      page.dispatchEvent(new Event('online'));
      page.dispatchEvent(new Event('pageshow'));
      document.dispatchEvent(new Event('visibilitychange'));
    };
    everything();
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    stop();
    everything();
    expect(drained).toEqual(['online', 'pageshow', 'visible']);
  });
});

describe('a person', () => {
  test('resolves a conflict', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => refusal(409, { value: 's', by: 'Beto', at: '2026-03-15T10:32:00Z' }));
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    const [operation] = tab.getSnapshot().operations;
    expect(operation).toMatchObject({ status: 'conflict', theirs: { value: 's', by: 'Beto' } });
    expect(await tab.resolve({ ...operation!, opId: 'another' }, { take: 'mine' })).toBe(false);
    device.answer(() => ours(1));
    expect(await tab.resolve(operation!, { take: 'merged', value: 'b and s' })).toBe(true);
    await settle();
    expect(device.calls.at(-1)?.body).toEqual({ value: 'b and s', base: 's' });
  });

  test('chooses once, even where two tabs ask for it', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    const other = device.openTab();
    device.answer(() => refusal(409, { value: 's', by: 'Beto', at: '2026-03-15T10:32:00Z' }));
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    await device.wait(1);
    device.answer(() => ours(1));
    const { length } = device.calls;
    const [shown] = tab.getSnapshot().operations;
    const done = await Promise.all([
      tab.resolve(shown!, { take: 'mine' }),
      other.resolve(shown!, { take: 'merged', value: 'm' }),
    ]);
    await settle();
    expect(done.toSorted()).toEqual([false, true]);
    expect(device.calls.slice(length)).toHaveLength(1);
    expect((await device.rows()).operations).toEqual([]);
  });

  test('retries or drops what was refused', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => refusal(422));
    for (const record of ['r1', 'r2']) await tab.save(edit(record, 'title', 'a', record));
    await settle();
    const opIdOf = (value: string) =>
      tab.getSnapshot().operations.find((operation) => operation.value === value)?.opId ?? '';
    device.answer(() => ours(1));
    expect(await tab.retry(opIdOf('r1'))).toBe(true);
    expect(await tab.discard([opIdOf('r2')])).toHaveLength(1);
    await tab.drain('button');
    expect(tab.lines()).toEqual([]);
    expect(device.calls.slice(2).map(({ body }) => body?.value)).toEqual(['r1']);
  });

  test('exports everything to a file, pictures too', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await tab.save(photo('r1', '', 'one.webp'), JPEG);
    expect(JSON.parse(await tab.exportAll())).toMatchObject({
      user: { name: 'Ana' },
      operations: [{ value: 'b' }, { value: 'one.webp', data: 'data:image/jpeg;base64,/9j/' }],
    });
  });

  test('recovers what they were typing, until it is saved', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    const place = { userId: 'ana', entity: 'story', recordId: 'r1', field: 'text' };
    await tab.keepDraft(place, { value: 'half a sen', base: 'a' });
    tab.close();
    const again = device.openTab();
    expect(await again.draft(place)).toEqual({ value: 'half a sen', base: 'a', at: 1_000_000 });
    await again.save(edit('r1', 'text', 'a', 'half a sentence'));
    expect(await again.draft(place)).toBeNull();
    const both = { value: 'x', base: 'a', earlier: { value: 'half a sen', base: 'a' } };
    await again.keepDraft(place, both);
    expect(await again.draft(place)).toEqual({ ...both, at: 1_000_000 });
    await again.dropDraft(place);
    expect(await again.draft(place)).toBeNull();
  });

  test('is not told of unsaved text that waits to be sent, though the screen was closed during the save', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    const place = { userId: 'ana', entity: 'story', recordId: 'r1', field: 'text' };
    device.answer(() => 'down');
    await tab.save(edit('r1', 'text', 'a', 'b'));
    await tab.keepDraft(place, { value: 'b', base: 'a' });
    expect(await tab.draftsOf('ana')).toEqual([]);
    await tab.keepDraft(place, { value: 'b', base: 'a', earlier: { value: 'x', base: 'a' } });
    expect(await tab.draft(place)).toMatchObject({ value: 'x', base: 'a' });
    await tab.keepDraft(place, { value: 'b, and more', base: 'b' });
    expect(await tab.draft(place)).toMatchObject({ value: 'b, and more' });
  });
});

describe('the database', () => {
  test('is asked for strict durability', async () => {
    const device = openDevice();
    const database = breakable();
    const tab = await device.openTabAs();
    await tab.save(edit('r1', 'title', 'a', 'b'));
    expect(database.begun.mock.lastCall).toMatchObject([
      expect.arrayContaining(['operations']),
      'readwrite',
      { durability: 'strict' },
    ]);
  });

  test('with a lost connection is opened again, and the change is stored once', async () => {
    const device = openDevice();
    const database = breakable();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    database.lose(3);
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    expect((await device.rows()).operations).toHaveLength(1);
    expect(tab.getSnapshot().trouble).toBeNull();
  });

  test('that stays lost is reported after it was opened three times', async () => {
    const device = openDevice();
    const database = breakable();
    const tab = await device.openTabAs();
    database.lose(4);
    await expect(tab.save(edit('r1', 'title', 'a', 'b'))).rejects.toMatchObject({ name: 'NotKept', reason: 'broken' });
    expect(tab.getSnapshot().trouble).toBe('broken');
    await tab.save(edit('r1', 'title', 'a', 'b'));
    expect(tab.getSnapshot().trouble).toBeNull();
  });

  test('that is full says so', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    await expect(tab.save(edit('r1', 'title', 'a', 'b'))).rejects.toThrow('No queda lugar en este dispositivo');
    put.mockRestore();
    expect((await device.rows()).operations).toEqual([]);
  });

  test('that is full in the middle of several rows says so too, and keeps none of them', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      row: unknown,
    ) {
      return (this.name === 'operations' ? failing('QuotaExceededError') : this.add(row)) as IDBRequest<IDBValidKey>;
    });
    await expect(tab.save(edit('r1', 'title', 'a', 'b'))).rejects.toThrow('No queda lugar en este dispositivo');
    refused.mockRestore();
    expect((await device.rows()).operations).toEqual([]);
    expect(tab.lines()).toEqual([]);
  });

  test('that is full in the middle of a restored record keeps nothing of it, and with room again all of it', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    await tab.keepDraft({ userId: 'ana', entity: 'story', recordId: 'r1', field: 'title' }, { value: 'x', base: 'a' });
    const { put } = IDBObjectStore.prototype;
    let stored = 0;
    const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      if (this.name === 'operations' && (stored += 1) > 2)
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return put.apply(this, given);
    });
    const restored = [creation('r1'), edit('r1', 'title', '', 'a'), edit('r1', 'text', '', 'b')];
    await expect(tab.saveAll(restored)).rejects.toThrow('No queda lugar en este dispositivo');
    refused.mockRestore();
    expect(await device.rows()).toMatchObject({ operations: [], drafts: [{ value: 'x' }] });
    await tab.saveAll(restored);
    expect(tab.lines()).toEqual(['create pending', 'a pending', 'b pending']);
    const { operations, drafts } = await device.rows();
    expect(new Set(operations.map(({ opId }) => opId)).size).toBe(3);
    expect(drafts).toEqual([]);
  });

  test('with a connection lost in the middle of several rows is opened again', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    const { put } = IDBObjectStore.prototype;
    let left = 2;
    const lost = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      return (
        this.name === 'operations' && left-- > 0 ? failing('UnknownError') : put.apply(this, given)
      ) as IDBRequest<IDBValidKey>;
    });
    await tab.save(edit('r1', 'title', 'a', 'b'));
    lost.mockRestore();
    expect((await device.rows()).operations).toHaveLength(1);
  });

  test('held by a frozen tab of an older release is not waited for, and opens when that tab is gone', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const { name } = openDevice();
    const frozen = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name, 1);
      request.onsuccess = () => resolve(request.result);
    });
    const store = openOutboxStore(name);
    onTestFinished(() => store.close());
    const look = () => store.transact(['operations'], ({ operations }) => operations.count());
    await expect(look()).rejects.toMatchObject({
      reason: 'blocked',
      message: expect.stringContaining('Cerrá las otras pestañas del portal y probá de nuevo.'),
    });
    frozen.close();
    expect(await look()).toBe(0);
  });

  test('that fails to store an answer gets it again under the same key', async () => {
    const device = openDevice();
    const database = breakable();
    const tab = await device.openTabAs();
    const answer = held();
    device.answer(() => answer.response);
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    database.lose(Infinity);
    answer.give(ours(1));
    await settle();
    expect(tab.getSnapshot()).toMatchObject({ trouble: 'broken', operations: [{ status: 'sending' }] });
    await device.wait(1);
    database.lose(0);
    device.answer(() => ours(1));
    for (const seconds of [2, 1, 1]) await device.wait(seconds);
    expect(tab.lines()).toEqual([]);
    expect(device.calls).toHaveLength(2);
    expect(device.calls[1]).toEqual(device.calls[0]);
  });
});

describe('what is stored', () => {
  test('by a newer release is left alone, and reported', async () => {
    const device = openDevice();
    await device.put({ seq: 7, opId: 'x', v: 3, recordId: 'r1', somethingNew: true });
    const tab = await device.openTabAs();
    await tab.save(edit('r1', 'title', 'a', 'b'));
    await settle();
    expect(tab.getSnapshot()).toMatchObject({ unreadable: 1, operations: [] });
    expect((await device.rows()).operations).toEqual([{ seq: 7, opId: 'x', v: 3, recordId: 'r1', somethingNew: true }]);
  });

  test('by a release without names for its calls is read, described, and sent as it was', async () => {
    const device = openDevice();
    const rest = {
      v: 1,
      userId: 'ana',
      entity: 'story',
      recordId: 'r1',
      kind: 'call',
      field: 'labels',
      method: 'GET',
      body: {},
      status: 'pending',
      sent: true,
      attempts: 1,
      delays: 0,
      nextAt: 0,
      lastError: null,
      createdAt: 5,
    };
    await device.put({ ...rest, seq: 7, opId: 'kept', path: calls.labelCreateAdd('r1', 'Feria Ñandú') });
    await device.put({ ...rest, seq: 8, opId: 'next', path: calls.labelRemove('r1', 'obras') });
    device.answer(() => 'down');
    const tab = await device.openTabAs();
    expect(tab.getSnapshot()).toMatchObject({
      unreadable: 0,
      operations: [
        { opId: 'kept', call: { name: 'label-add', item: 'Feria Ñandú' } },
        { call: { name: 'label-remove', item: 'obras' } },
      ],
    });
    device.answer(() => ours(1));
    await tab.drain('button');
    expect(device.calls.slice(-2)).toMatchObject([
      { url: calls.labelCreateAdd('r1', 'Feria Ñandú'), method: 'GET', headers: { 'idempotency-key': 'kept' } },
      { url: calls.labelRemove('r1', 'obras'), method: 'GET', headers: { 'idempotency-key': 'next' } },
    ]);
    expect((await device.rows()).operations).toEqual([]);
  });

  test('with one unreadable change still gives access to the others, and keeps it', async () => {
    const device = openDevice();
    const first = await device.openTabAs();
    device.answer(() => 'down');
    for (const id of ['r1', 'r2', 'r3']) await first.save(edit(id, 'title', 'a', `of ${id}`));
    await settle();
    first.close();
    const [, lost] = first.getSnapshot().operations;
    const repair = unreadable(lost!.seq);
    const second = device.openTab();
    await settle();
    expect(second.getSnapshot()).toMatchObject({ isLoaded: true, trouble: null, session: ANA, unreadable: 1 });
    expect(second.lines()).toEqual(['of r1 pending', 'of r3 pending']);
    device.answer(() => ours(1));
    await second.drain('button');
    expect(
      device.calls
        .slice(-2)
        .map(({ body }) => body?.value)
        .sort(),
    ).toEqual(['of r1', 'of r3']);
    expect(second.lines()).toEqual([]);
    repair();
    expect((await device.rows()).operations).toMatchObject([{ value: 'of r2' }]);
  });

  test('is not written any more once a newer release needs the database', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    const request = indexedDB.open(device.name, 1000);
    const { promise, resolve } = Promise.withResolvers<void>();
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    await promise;
    expect(tab.getSnapshot().trouble).toBe('outdated');
    await expect(tab.save(edit('r1', 'title', 'a', 'b'))).rejects.toThrow('El portal se actualizó');
  });
});

/** Returns a request that fails without its transaction, as browsers report a failure of one row among several. */
function failing(reason: string): object {
  const request = { error: new DOMException(reason, reason), onerror: (_: object) => {}, onsuccess: null };
  queueMicrotask(() => request.onerror({ type: 'error', target: request, preventDefault() {}, stopPropagation() {} }));
  return request;
}

/**
 * Makes an operation unreadable, as if the browser had lost its bytes: every read that includes it fails.
 * @returns a function that repairs it
 */
function unreadable(seq: number): () => void {
  const { getAll, get } = IDBObjectStore.prototype;
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...given) {
      return this.name === 'operations' ? (failing('DataError') as IDBRequest) : getAll.apply(this, given);
    }),
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      return this.name === 'operations' && key === seq ? (failing('DataError') as IDBRequest) : get.call(this, key);
    }),
  ];
  const repair = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(repair);
  return repair;
}

/** Makes connections that are opened from now on break on request, as they do on iOS. */
function breakable() {
  let left = 0;
  const { transaction } = IDBDatabase.prototype;
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    if (given[1] === 'readwrite' && left-- > 0)
      throw new DOMException(
        'Connection to Indexed Database server lost. Refresh the page to try again',
        'UnknownError',
      );
    return transaction.apply(this, given);
  });
  // Dexie logs that it opens the database again.
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => {
    begun.mockRestore();
    warned.mockRestore();
  });
  return { begun, lose: (times: number) => void (left = times) };
}

function fakeXhr() {
  const xhr = {
    sent: { method: '', url: '', headers: {} as Record<string, string>, body: '' },
    isAborted: false,
    upload: { onprogress: (_: { loaded: number; total: number }) => {} },
    onabort: () => {},
    open: (method: string, url: string) => Object.assign(xhr.sent, { method, url }),
    setRequestHeader: (name: string, value: string) => Object.assign(xhr.sent.headers, { [name]: value }),
    send: (body: string) => Object.assign(xhr.sent, { body }),
    abort() {
      xhr.isAborted = true;
      xhr.onabort();
    },
  };
  return xhr;
}
