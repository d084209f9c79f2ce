import { describe, expect, test } from 'vitest';
import type { NewOperation } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { openDevice, ours, settle } from './device.ts';
import { ANA, BETO, conflict, deletion, DONE, edit, openTab, photo, problem, sentOf, sentValues } from './tab.ts';

const hold = (operation: NewOperation): NewOperation => ({ ...operation, isHeld: true });
const release = { type: 'release', entity: 'story', recordId: 'r1' } as const;
/** The values of each request. */
const requests = (effects: ReturnType<ReturnType<typeof openTab>['drain']>) =>
  effects.flatMap((one) =>
    one.type === 'send' ? [[one.operation, ...(one.others ?? [])].map(({ value }) => value)] : [],
  );

describe('what is edited without publishing it', () => {
  test('waits, whatever is sent, and keeps everything that is saved of its record after it', () => {
    const tab = openTab();
    tab.save(hold(edit('r1', 'title', 'a', 'b')));
    tab.save(edit('r1', 'text', 'x', 'y'));
    tab.save(edit('r2', 'title', 'a', 'c'));
    expect(sentValues(tab.drain())).toEqual(['c']);
    expect(tab.lines).toEqual(['b held', 'y held', 'c sending']);
  });

  test('is one change for each field, and none where the value was typed back', () => {
    const tab = openTab();
    tab.save(hold(edit('r1', 'title', 'a', 'b')));
    tab.save(edit('r1', 'title', 'b', 'c'));
    expect(tab.lines).toEqual(['c held']);
    tab.save(edit('r1', 'title', 'c', 'a'));
    expect(tab.lines).toEqual([]);
  });

  test('stays apart from what was saved before and is on its way', () => {
    const tab = openTab();
    tab.save(edit('r1', 'title', 'a', 'b'));
    tab.save(hold(edit('r1', 'title', 'b', 'c')));
    expect(sentValues(tab.drain())).toEqual(['b']);
    tab.answer('b', problem(422));
    expect(tab.lines).toEqual(['b rejected', 'c held']);
  });

  test('holds up neither hiding the record nor deleting it, and goes with a record that is deleted', () => {
    const tab = openTab();
    tab.save(hold(edit('r1', 'title', 'a', 'b')));
    tab.save(edit('r1', 'status', 'Publicado', 'Oculto'));
    expect(sentValues(tab.drain())).toEqual(['Oculto']);
    tab.answer('Oculto', DONE);
    tab.save(deletion('r1', 4));
    expect(sentValues(tab.drain())).toEqual(['delete']);
    expect(tab.lines).toEqual(['delete sending']);
  });

  test('is left alone by an older release, which would send it', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    await tab.save(hold(edit('r1', 'title', 'a', 'b')));
    const { operations } = await device.rows();
    // The words that an older release knows; it leaves a row with another one where it is.
    expect(['pending', 'sending', 'conflict', 'rejected']).not.toContain(operations[0]?.status);
  });
});

describe('publishing it', () => {
  test('sends the fields in one request, after the files that they may name', () => {
    const tab = openTab();
    tab.save(hold(edit('r1', 'title', 'a', 'b')));
    tab.save(photo('r1', '', 'foto'));
    tab.save(edit('r1', 'text', 'x', 'y'));
    tab.happen(release);
    expect(requests(tab.drain())).toEqual([['foto']]);
    expect(requests(tab.answer('foto', DONE))).toEqual([['b', 'y']]);
    tab.answer('b', DONE);
    tab.answer('y', DONE);
    expect(tab.lines).toEqual([]);
  });

  test('leaves a later change out of the request, and sends it after the answers', () => {
    const tab = openTab();
    tab.save(hold(edit('r1', 'title', 'a', 'b')));
    tab.save(edit('r1', 'text', 'x', 'y'));
    tab.happen(release);
    tab.save(edit('r1', 'description', '', 'd'));
    expect(requests(tab.drain())).toEqual([['b', 'y']]);
    expect(requests(tab.answer('b', DONE))).toEqual([]);
    expect(requests(tab.answer('y', DONE))).toEqual([['d']]);
  });

  test('asks about each field by itself', () => {
    const tab = openTab();
    tab.save(hold(edit('r1', 'title', 'a', 'b')));
    tab.save(edit('r1', 'text', 'x', 'y'));
    tab.save(edit('r1', 'date', '1', '2'));
    tab.happen(release);
    tab.drain();
    tab.answer('b', conflict('otro'));
    tab.answer('y', DONE);
    tab.answer('2', problem(422));
    expect(tab.lines).toEqual(['b conflict', '2 rejected']);
  });

  test('repeats the same keys after a lost answer, in a new tab too, and counts it as one failure', () => {
    const tab = openTab();
    tab.save(hold(edit('r1', 'title', 'a', 'b')));
    tab.save(edit('r1', 'text', 'x', 'y'));
    tab.happen(release);
    const keys = (effects: ReturnType<typeof tab.drain>) =>
      effects.flatMap((one) =>
        one.type === 'send' ? [one.operation, ...(one.others ?? [])].map(({ opId }) => opId) : [],
      );
    const first = keys(tab.drain());
    tab.answer('b', null);
    tab.answer('y', null);
    expect(tab.queue.pause?.failures).toBe(0);
    expect(keys(tab.drain())).toEqual(first);
    tab.restart();
    expect(keys(tab.drain())).toEqual(first);
  });

  test('sends what is too much for one request in several', () => {
    const tab = openTab();
    const long = 'x'.repeat(1_000_000);
    tab.save(hold(edit('r1', 'title', 'a', `b${long}`)));
    tab.save(edit('r1', 'text', 'x', `y${long}`));
    tab.happen(release);
    expect(requests(tab.drain()).map((values) => values.length)).toEqual([1]);
  });

  test('concerns only the person who is logged in and the record', () => {
    const tab = openTab();
    tab.save(hold(edit('r1', 'title', 'a', 'b')));
    tab.save(hold(edit('r2', 'title', 'a', 'c')));
    tab.happen({ type: 'logged-in', session: BETO });
    tab.happen(release);
    expect(sentOf(tab.drain())).toEqual([]);
    tab.happen({ type: 'logged-in', session: ANA });
    tab.happen(release);
    expect(sentValues(tab.drain())).toEqual(['b']);
    expect(tab.lines).toEqual(['c held', 'b sending']);
  });

  test('is one call of the server, whose answers are taken one by one', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    await tab.save(hold(edit('r1', 'title', 'a', 'b')));
    await tab.save(edit('r1', 'text', 'x', 'y'));
    await settle();
    expect(device.calls).toEqual([]);
    const refused = { status: 422, body: { code: 'value', message: 'No se puede.' } };
    device.answer(() => ours({ answers: [{ status: 200, body: 1 }, refused] }));
    await tab.release('story', 'r1');
    await settle();
    expect(device.calls.map(({ url, body }) => ({ url, body }))).toEqual([
      {
        url: '/api/story/r1/update',
        body: {
          changes: [
            { key: expect.any(String) as string, field: 'title', value: 'b', base: 'a' },
            { key: expect.any(String) as string, field: 'text', value: 'y', base: 'x' },
          ],
        },
      },
    ]);
    expect(tab.lines()).toEqual(['y rejected']);
    expect(tab.told.map(({ is }) => is)).toEqual(expect.arrayContaining(['done', 'rejected']));
  });

  test('waits where the answer is another site’s, and sends all again', async () => {
    const device = openDevice();
    const tab = await device.openTabAs();
    await tab.save(hold(edit('r1', 'title', 'a', 'b')));
    await tab.save(edit('r1', 'text', 'x', 'y'));
    device.answer(() => ours({ answers: [] }));
    await tab.release('story', 'r1');
    await settle();
    expect(tab.lines()).toEqual(['b pending', 'y pending']);
    device.answer(() =>
      ours({
        answers: [
          { status: 200, body: 1 },
          { status: 200, body: 1 },
        ],
      }),
    );
    await tab.drain('button');
    expect(tab.lines()).toEqual([]);
  });
});
