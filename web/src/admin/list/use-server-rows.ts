import { useEffect, useState } from 'react';
import { calls } from '#contract/addresses/calls';
import type { RecordEntity } from '#contract/record-types';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Fields, StoredRecord } from '../../offline/store/stored-record.ts';
import { joined } from '../workspace/overlay.ts';
import type { OwnOperations } from '../workspace/overlay.ts';

/** Maximum number of pages of a list that are fetched for a search: 2,000 records, without their texts. */
const MOST_PAGES = 100;
const AT_ONCE = 4;

/** The server's rows of a list that a device holds only in part. */
interface ServerRows extends Pick<OwnOperations, 'landed'> {
  entity: RecordEntity;
  rows: StoredRecord[];
  /** More pages are being fetched. */
  isComing: boolean;
  hasFailed: boolean;
  /** There are more pages than are fetched. */
  isCut: boolean;
}

/**
 * Fetches all rows of a list, page by page, for searches beyond the rows on the device. Rows that were fetched before
 * stay until all are there again, so that none leaves from under a finger.
 * @param total number of records; a change means that the list has changed
 */
export function useServerRows(entity: RecordEntity, isWanted: boolean, total: number): ServerRows | null {
  const { callApi, state } = useWorkspace();
  const [rest, setRest] = useState<ServerRows | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const rows: StoredRecord[] = [];
    const { landed } = state();
    const show = (more: Pick<ServerRows, 'isComing' | 'hasFailed' | 'isCut'>) => {
      if (!isCurrent) return;
      const now = { entity, rows: [...rows], landed, ...more };
      setRest((last) =>
        last?.entity === entity && (more.isComing || more.hasFailed)
          ? { ...now, rows: withOthers(rows, last.rows), landed: joined(landed, last.landed) }
          : now,
      );
    };
    show({ isComing: true, hasFailed: false, isCut: false });
    void (async () => {
      let pages = 1;
      let next = 1;
      while (next <= Math.min(pages, MOST_PAGES) && isCurrent) {
        const numbers = Array.from({ length: Math.min(AT_ONCE, pages - next + 1) }, (_, at) => next + at);
        const found = await Promise.all(numbers.map((number) => pageOf(callApi, entity, number)));
        if (found.includes(null)) return show({ isComing: false, hasFailed: true, isCut: false });
        for (const one of found) rows.push(...(one?.rows ?? []));
        pages = found.at(-1)?.pages ?? pages;
        next += numbers.length;
        show({ isComing: true, hasFailed: false, isCut: false });
      }
      show({ isComing: false, hasFailed: false, isCut: pages > MOST_PAGES });
    })();
    return () => {
      isCurrent = false;
    };
  }, [callApi, state, entity, total, isWanted]);
  return isWanted && rest?.entity === entity ? rest : null;
}

/** Returns the rows, and those of the others whose records are not among them. */
export function withOthers(rows: readonly StoredRecord[], others: readonly StoredRecord[]): StoredRecord[] {
  const known = new Set(rows.map(({ record }) => record.id));
  return [...rows, ...others.filter(({ record }) => !known.has(record.id))];
}

async function pageOf(
  callApi: Workspace['callApi'],
  entity: RecordEntity,
  page: number,
): Promise<{ rows: StoredRecord[]; pages: number } | null> {
  const { status, body } = await callApi(calls.list(entity, page)).catch(() => ({ status: 0, body: null }));
  const { items, pages } = (body ?? {}) as { items?: (Fields & { seq: number })[]; pages?: number };
  if (status !== 200 || !Array.isArray(items) || typeof pages !== 'number') return null;
  return { rows: items.map(({ seq, ...record }) => ({ record, seq })), pages };
}
