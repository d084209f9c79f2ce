import { beforeEach, expect, test } from 'vitest';
import { admin } from '#contract/addresses/pages';
import { blank } from '#contract/forms-and-lists';
import { creation } from '../../../../web/src/admin/workspace/new-operations.ts';
import type { UnsignedOperation } from '../../../../web/src/admin/workspace/new-operations.ts';
import type { Workspace } from '../../../../web/src/admin/workspace/workspace.ts';
import {
  leftRecords,
  markTouched,
  rememberUntouched,
  showScreen,
  removeUntouched,
} from '../../../../web/src/admin/list/untouched.ts';
import type { ApiAnswer } from '../../../../web/src/offline/pull/api-call.ts';
import type { Json, Operation } from '../../../../web/src/offline/outbox/protocol/operation.ts';
import type { Fields } from '../../../../web/src/offline/store/stored-record.ts';
import { settle } from '../../outbox/device.ts';
import { operation } from '../operations.ts';

const AT = Date.parse('2026-03-15T13:32:00Z');
const LIST = admin.list('story');
let created = 0;
let id = '';

beforeEach(() => {
  created += 1;
  id = `story${created}`;
});

/** A device that has sent a new story, and whose question about it the server answers when the test says so. */
function device() {
  const record = { ...blank('story', id, AT), images: [], labels: [] } as unknown as Fields;
  const drafts = new Map<string, Json>();
  const landed: Operation[] = [operation(creation('story', id, AT))];
  const saved: UnsignedOperation[] = [];
  const asked: ((answer: ApiAnswer) => void)[] = [];
  const workspace = {
    draft: async ({ field }: { field: string }) =>
      drafts.has(field) ? { value: drafts.get(field), base: '', at: AT } : null,
    store: { one: async () => ({ record, seq: 3 }) },
    state: () => ({ landed, waiting: [], isOnline: true }),
    subscribe: () => () => {},
    callApi: () => new Promise<ApiAnswer>((resolve) => asked.push(resolve)),
    save: async (wish: UnsignedOperation) => void saved.push(wish),
  } as unknown as Workspace;
  rememberUntouched({ userId: 'ana', entity: 'story', id, at: AT });
  return {
    workspace,
    drafts,
    landed,
    saved,
    asked,
    /** What the author does: opens its screen, or goes to the list. */
    open: () => void showScreen(admin.edit('story', id)),
    leave() {
      showScreen(LIST);
      for (const made of leftRecords()) void removeUntouched(workspace, made);
      return settle();
    },
    answer() {
      asked.shift()?.({ status: 200, body: { ...record, seq: 3 }, at: null });
      return settle();
    },
  };
}

test('a record that its author leaves blank is deleted when the server says that it is still blank', async () => {
  const { open, leave, answer, saved } = device();
  open();
  await leave();
  expect(saved).toEqual([]);
  await answer();
  expect(saved).toMatchObject([{ kind: 'delete', recordId: id, base: 3 }]);
});

test('a record whose author has come back to its screen stays, and is deleted when they leave it again', async () => {
  const { open, leave, answer, saved, asked } = device();
  open();
  await leave();
  open();
  await answer();
  expect(saved).toEqual([]);
  await leave();
  expect(asked).toHaveLength(1);
  await answer();
  expect(saved).toMatchObject([{ kind: 'delete', recordId: id }]);
});

test.for<[string, (one: ReturnType<typeof device>) => void]>([
  ['typed in it and left the text unsaved', ({ drafts }) => void drafts.set('title', 'Corte de agua')],
  [
    'saved a field, which was sent',
    ({ landed }) =>
      void landed.push(
        operation({
          kind: 'update',
          entity: 'story',
          recordId: id,
          field: 'title',
          method: 'POST',
          path: '',
          value: 'x',
        }),
      ),
  ],
  ['touched a control', () => markTouched(id)],
])('a record stays whose author came back, %s and left while the server could not be reached', async ([, touch]) => {
  const one = device();
  one.open();
  await one.leave();
  one.open();
  touch(one);
  await one.leave();
  while (one.asked.length > 0) await one.answer();
  expect(one.saved).toEqual([]);
});
