import type { DBCoreTransaction, Dexie } from 'dexie';

/** What this page has under way in its databases. */
const underWay = new Set<IDBTransaction>();
let isLeft = false;

/**
 * Gives up a database's transactions when the page is left and kept for the way back. WebKit keeps them with it: they
 * never end, and whatever page comes next waits for the same tables with nothing on its screen. What is given up is
 * rolled back whole: a piece of the feed is fetched again, and an edit stands in its field and in its draft.
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
 * Other engines let them end, or end the page. A page that is kept while it holds the turn of the tabs, with nothing
 * under way any more that would end it, would keep that from the page that follows.
 */
const isWebKit = () => globalThis.navigator?.vendor === 'Apple Computer, Inc.';

/** Tests run without a page. */
globalThis.addEventListener?.('pagehide', ({ persisted }) => {
  if (!persisted || !isWebKit()) return;
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
