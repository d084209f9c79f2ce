import { calls } from '#contract/addresses/calls';
import type { Workspace } from './workspace.ts';
import type { Stored } from '../list/use-list.ts';

/**
 * Fetches a record that the device does not hold, and stores it.
 * @returns whether the server has it
 * @throws Unreachable
 */
export async function fetchRecord(
  { callApi, store }: Pick<Workspace, 'callApi' | 'store'>,
  entity: Stored,
  id: string,
): Promise<boolean> {
  for (;;) {
    const head = await store.head();
    const { status, body } = await callApi(calls.one(entity, id));
    if (status !== 200) return false;
    const { seq, ...record } = body as { seq?: unknown };
    if (await store.keep(entity, record, Number(seq), head)) return true;
  }
}
