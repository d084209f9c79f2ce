import { expect, test } from 'vitest';
import { createListeners } from '../../../../web/src/browser/listeners.ts';
import { fetchRecord } from '../../../../web/src/admin/workspace/fetch-record.ts';
import type { Workspace } from '../../../../web/src/admin/workspace/workspace.ts';
import { settle } from '../../outbox/device.ts';
import { ANA } from '../../outbox/tab.ts';
import { story } from '../operations.ts';

/** A workspace whose calls get these answers in turn. */
function answering(...answers: { status: number; body?: unknown }[]) {
  let session = ANA;
  let kept: unknown = null;
  const changes = createListeners();
  const workspace = {
    callApi: async () => ({ body: {}, at: null, ...answers.shift() }),
    store: {
      head: async () => 0,
      keep: async (_: string, record: unknown) => {
        kept = record;
        return true;
      },
    },
    state: () => ({ session }),
    subscribe: changes.add,
  } as unknown as Workspace;
  return {
    outcome: fetchRecord(workspace, 'story', 'a').catch(() => 'not known'),
    kept: () => kept,
    left: () => answers.length,
    setToken(token: string | null) {
      session = { ...ANA, token };
      changes.call();
      return settle();
    },
  };
}
const { record } = story('a');

test.for([
  [200, true],
  [404, false],
  [410, false],
  [400, 'not known'],
  [403, 'not known'],
] as const)('after an answer %i it is %s that the server has the record', async ([status, expected]) => {
  const { outcome } = answering({ status, body: record });
  expect(await outcome).toBe(expected);
});

test('a record asked for after the session has ended is fetched once its reader has logged in again', async () => {
  const { outcome, kept, left, setToken } = answering({ status: 401 }, { status: 200, body: { ...record, seq: 3 } });
  await settle();
  await setToken(null);
  expect(left()).toBe(1);
  await setToken('ana-2');
  expect(await outcome).toBe(true);
  expect(kept()).toEqual(record);
});
