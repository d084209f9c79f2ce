import { calls } from '#contract/addresses/calls';
import type { RecordEntity } from '#contract/record-types';
import type { Workspace } from './workspace.ts';

/**
 * Fetches a record and stores it, unless the device has a newer one. If the session has ended, it waits for a log-in.
 * @returns whether the server has it
 * @throws Unreachable, and Error if the server does not say whether it has it
 */
export async function fetchRecord(workspace: RecordSource, entity: RecordEntity, id: string): Promise<boolean> {
  const { callApi, store } = workspace;
  for (;;) {
    const head = await store.head();
    const { token } = workspace.state().session;
    const { status, body } = await callApi(calls.one(entity, id));
    if (status === 404 || status === 410) return false;
    if (status === 401) {
      await newSession(workspace, token);
      continue;
    }
    if (status !== 200) throw new Error(`${entity} ${id}: answered ${status}`);
    const { seq, ...record } = body as { seq?: unknown };
    if (await store.keep(entity, record, Number(seq), head)) return true;
  }
}

type RecordSource = Pick<Workspace, 'callApi' | 'store' | 'state' | 'subscribe'>;

/** Resolves once the person has a session other than the refused one. */
function newSession({ state, subscribe }: RecordSource, refused: string | null): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { token } = state().session;
      if (token === null || token === refused) return;
      stop();
      resolve();
    };
    const stop = subscribe(look);
    look();
  });
}
