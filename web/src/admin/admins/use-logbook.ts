import { useEffect, useState } from 'react';
import { logbookCalls } from '#contract/addresses/logbook';
import type { LogbookEntry, LogbookPage, LogbookQuery } from '#contract/messages/logbook';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';

/** What is chosen on the screen; '' for anything. */
export type LogbookFilter = { [name in keyof LogbookQuery]-?: string };
export const NO_FILTER: LogbookFilter = { choice: '', user: '', from: '', to: '', network: '' };

/** The query of the calls. */
export function logbookQuery(filter: LogbookFilter, before: string | null = null): string {
  const given = Object.entries(filter).filter(([, value]) => value.trim() !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, value.trim()]));
  if (before !== null) query.set('before', before);
  return query.size === 0 ? '' : `?${query}`;
}

/** What was counted again while pages were loaded may come a second time. */
const isNewIn = (items: readonly LogbookEntry[]) => {
  const known = new Set(items.map(({ entry }) => entry));
  return ({ entry }: LogbookEntry) => !known.has(entry);
};

interface Loaded extends LogbookPage {
  key: string;
}

/** Loads the logbook from the server, page by page; no device stores it. What is loaded stays without a network. */
export function useLogbook(filter: LogbookFilter) {
  const { callApi } = useWorkspace();
  const { isOnline } = useWorkspaceState();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const key = logbookQuery(filter);

  async function fetchPage(query: string): Promise<LogbookPage> {
    const { status, body } = await callApi(logbookCalls.page(query)).catch(() => {
      throw new Error('El registro necesita conexión. Revisá la señal y probá otra vez.');
    });
    if (status !== 200) throw new Error((body as { message?: string } | null)?.message ?? 'El servidor no lo mostró.');
    return body as LogbookPage;
  }
  const failed = (error: Error) => setFailure(error.message);

  useEffect(() => {
    let isCurrent = true;
    fetchPage(key).then(
      (page) => {
        if (!isCurrent) return;
        setFailure(null);
        setLoaded({ ...page, key });
      },
      (error: Error) => isCurrent && failed(error),
    );
    return () => {
      isCurrent = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [callApi, key, isOnline, tries]);

  const { next = null } = loaded ?? {};
  const more = () =>
    void fetchPage(logbookQuery(filter, next)).then((page) => {
      setFailure(null);
      setLoaded((before) =>
        before?.key === key && before.next === next
          ? { ...page, key, items: [...before.items, ...page.items.filter(isNewIn(before.items))] }
          : before,
      );
    }, failed);
  return {
    people: loaded?.people ?? [],
    items: loaded?.key === key ? loaded.items : null,
    more: loaded?.key === key && next !== null ? more : null,
    failure,
    again: () => setTries((before) => before + 1),
  };
}
