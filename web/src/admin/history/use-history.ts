import { useEffect, useState } from 'react';
import type { HistoryEntry, HistoryPage } from '#contract/messages/history-entry';
import { calls } from '#contract/addresses/calls';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';

export type HistoryState =
  | { is: 'loading' }
  | { is: 'failed'; message: string }
  /** `failure`: why reloading or loading more failed; the entries loaded before are kept. */
  | { is: 'loaded'; items: HistoryEntry[]; more: (() => void) | null; failure: string | null };

/**
 * Loads the history from the server, page by page; no device stores it. Loaded pages are kept when the network is lost.
 * @param pathOf returns the address of the page before an entry
 * @param key identifies the address: when it changes, the history is loaded from the start
 */
export function useHistory(
  key: string,
  pathOf: (before: number | null) => string,
): HistoryState & { again: () => void } {
  const { callApi } = useWorkspace();
  const { content, isOnline } = useWorkspaceState();
  const [history, setHistory] = useState<{ key: string; items: HistoryEntry[]; next: number | null } | null>(null);
  const [failure, setFailure] = useState<{ key: string; message: string } | null>(null);
  const [tries, setTries] = useState(0);

  async function fetchPage(before: number | null): Promise<HistoryPage> {
    const { status, body } = await callApi(pathOf(before)).catch(() => {
      throw new Error('El historial necesita conexión. Revisá la señal y probá otra vez.');
    });
    if (status !== 200) throw new Error((body as { message?: string } | null)?.message ?? 'El servidor no lo mostró.');
    return body as HistoryPage;
  }

  useEffect(() => {
    let isCurrent = true;
    fetchPage(null).then(
      ({ items, next }) => {
        if (!isCurrent) return;
        setFailure(null);
        // Older pages stay loaded when the newest page is reloaded.
        setHistory((before) => (before?.key === key ? joined(items, next, before) : { key, items, next }));
      },
      (error: Error) => isCurrent && setFailure({ key, message: error.message }),
    );
    return () => {
      isCurrent = false;
    };
    // `pathOf` is a new function at each render; `key` identifies what it returns.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [callApi, key, content, isOnline, tries]);

  const again = () => setTries((before) => before + 1);
  const message = failure?.key === key ? failure.message : null;
  if (history?.key !== key) return message === null ? { is: 'loading', again } : { is: 'failed', message, again };
  const { items, next } = history;
  const more =
    next === null
      ? null
      : () =>
          void fetchPage(next).then(
            (page) => {
              setFailure(null);
              setHistory((before) =>
                before?.key === key && before.next === next
                  ? { key, items: [...before.items, ...page.items], next: page.next }
                  : before,
              );
            },
            (error: Error) => setFailure({ key, message: error.message }),
          );
  return { is: 'loaded', items, more, failure: message, again };
}

function joined(
  newest: HistoryEntry[],
  next: number | null,
  before: { key: string; items: HistoryEntry[]; next: number | null },
) {
  const last = newest.at(-1)?.entry ?? 0;
  const older = before.items.filter(({ entry }) => entry < last);
  return { key: before.key, items: [...newest, ...older], next: older.length > 0 ? before.next : next };
}

/** Returns a function that loads the values that lists leave out. It throws an Error with a message for the person. */
export function useWhole(): (entry: HistoryEntry) => Promise<HistoryEntry> {
  const { callApi } = useWorkspace();
  return async (entry) => {
    if (!entry.isLong) return entry;
    const { status, body } = await callApi(calls.historyEntry(entry.type, entry.id, entry.entry)).catch(() => ({
      status: 0,
      body: null,
    }));
    if (status !== 200) throw new Error('No pudimos traer los valores. Revisá la señal y probá otra vez.');
    return body as HistoryEntry;
  };
}
