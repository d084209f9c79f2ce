import { useEffect, useState } from 'react';
import type { HistoryEntry, HistoryPage } from '#contract/history';
import { calls } from '#contract/addresses/calls';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';

export type AskedHistory =
  | { is: 'loading' }
  | { is: 'failed'; message: string }
  /** `failure`: why it was not read anew or further, while what was read before still stands. */
  | { is: 'here'; items: HistoryEntry[]; more: (() => void) | null; failure: string | null };

/**
 * The history as the server tells it, page after page; it is on no device. What has been read stays when the network
 * goes.
 * @param pathOf the address of the page before an entry; asked again from the start when `key` is another
 */
export function useHistory(
  key: string,
  pathOf: (before: number | null) => string,
): AskedHistory & { again: () => void } {
  const { callApi } = useWorkspace();
  const { content, isOnline } = useWorkspaceState();
  const [asked, setAsked] = useState<{ key: string; items: HistoryEntry[]; next: number | null } | null>(null);
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
        // What was opened further down stays open when the newest are read anew.
        setAsked((before) => (before?.key === key ? joined(items, next, before) : { key, items, next }));
      },
      (error: Error) => isCurrent && setFailure({ key, message: error.message }),
    );
    return () => {
      isCurrent = false;
    };
    // `pathOf` is another function at each drawing; `key` tells where it leads.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [callApi, key, content, isOnline, tries]);

  const again = () => setTries((before) => before + 1);
  const message = failure?.key === key ? failure.message : null;
  if (asked?.key !== key) return message === null ? { is: 'loading', again } : { is: 'failed', message, again };
  const { items, next } = asked;
  const more =
    next === null
      ? null
      : () =>
          void fetchPage(next).then(
            (page) => {
              setFailure(null);
              setAsked((before) =>
                before?.key === key && before.next === next
                  ? { key, items: [...before.items, ...page.items], next: page.next }
                  : before,
              );
            },
            (error: Error) => setFailure({ key, message: error.message }),
          );
  return { is: 'here', items, more, failure: message, again };
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

/** Fetches the values that a list leaves out. @throws Error with words for the person */
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
