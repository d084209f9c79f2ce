import type { DBCoreTransaction, Dexie } from 'dexie';

/** The transactions of this page that are under way. */
const underWay = new Set<IDBTransaction>();
let isLeft = false;

/**
 * Aborts a database's transactions when the page is left and kept in the back-forward cache. WebKit keeps them open in
 * it: they never end, and the next page waits for the same tables and stays empty. An aborted transaction is
 * rolled back: a piece of the feed is fetched again, and an edit stays in its field and in its draft.
 */
export function giveUpWhenLeft(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'giveUpWhenLeft',
    create: (core) => ({
      ...core,
      transaction(...wanted) {
        const transaction = core.transaction(...wanted);
        follow(transaction as DBCoreTransaction & IDBTransaction);
        return transaction;
      },
    }),
  });
}

function follow(transaction: IDBTransaction): void {
  underWay.add(transaction);
  const forget = () => void underWay.delete(transaction);
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
  if (isLeft) transaction.abort();
}

/**
 * Other engines complete the transactions, or discard the page. There an abort would do harm: a cached page could keep
 * the lock of the tabs, with nothing left that would release it, and block the next page.
 */
const isWebKit = () => (globalThis.navigator as { vendor?: string } | undefined)?.vendor === 'Apple Computer, Inc.';

/** Not in tests, which run without a page; a worker has no such events. */
globalThis.addEventListener?.('pagehide', (event) => {
  if (!(event as { persisted?: boolean }).persisted || !isWebKit()) return;
  isLeft = true;
  for (const transaction of underWay) {
    try {
      transaction.abort();
    } catch {
      // It is being committed.
    }
  }
});
globalThis.addEventListener?.('pageshow', () => {
  isLeft = false;
});
