import { calls, historyQuery } from '#contract/addresses/calls';
import type { HistoryEntry, HistoryPage } from '#contract/messages/history-entry';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Maximum time, in ms, to wait for a removal that is being sent. */
const OUTCOME_TIME = 8000;
export const NO_NETWORK =
  'El pedido ya había salido y el servidor no responde. ' +
  'Cuando vuelva la señal, recuperalo desde Historial, en «Eliminados».';

/**
 * Waits for the outcome of a removal that may have reached the server.
 * @returns the operation if the server has not applied it; null if it has
 */
export function outcomeOf(workspace: Workspace, isIt: (operation: Operation) => boolean): Promise<Operation | null> {
  const left = () => workspace.state().waiting.find(isIt);
  return new Promise((resolve) => {
    const end = (waiting: Operation | null) => {
      clearTimeout(timer);
      stop();
      resolve(waiting);
    };
    const look = () => {
      const waiting = left();
      const isOver = !waiting || isParked(waiting) || (waiting.status === 'pending' && !workspace.state().isOnline);
      if (isOver) end(waiting ?? null);
    };
    const timer = setTimeout(() => end(left() ?? null), OUTCOME_TIME);
    const stop = workspace.subscribe(look);
    look();
  });
}

/** Returns the entry of a record's delete. @throws Error with a message for the person */
export const lastRemoval = (workspace: Pick<Workspace, 'callApi'>, type: string, id: string) =>
  lastEntry(workspace, type, id, ({ action }) => action === 'delete');

/** Returns the last entry of a record that is wanted. @throws Error with a message for the person */
export async function lastEntry(
  { callApi }: Pick<Workspace, 'callApi'>,
  type: string,
  id: string,
  isWanted: (entry: HistoryEntry) => boolean,
): Promise<HistoryEntry> {
  const fetchBody = async (path: string) => {
    const { status, body } = await callApi(path).catch(() => {
      throw new Error(NO_NETWORK);
    });
    if (status !== 200)
      throw new Error(
        (body as { message?: string } | null)?.message ??
          'El servidor no lo mostró. Buscalo en Historial, en «Eliminados».',
      );
    return body;
  };
  const { items } = (await fetchBody(calls.historyOf(type, id, historyQuery.page()))) as HistoryPage;
  const entry = items.find(isWanted);
  if (!entry) throw new Error('No está en el historial, así que no se puede recuperar.');
  return entry.isLong ? ((await fetchBody(calls.historyEntry(type, id, entry.entry))) as HistoryEntry) : entry;
}
