import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../web/src/offline/store/public-db.ts';
import type { Store } from '../../../web/src/offline/store/public-db.ts';
import { story } from './fake-feed.ts';

let names = 0;
function opened(name = `db-${(names += 1)}`): Store & { name: string } {
  const store = openStore(name);
  onTestFinished(() => store.close());
  return { ...store, name };
}
const put = (store: Store) => store.use((db) => db.records.put({ type: 'story', id: 'a', seq: 1, record: story('a') }));
const count = (store: Store) => store.use((db) => db.records.count());

/** Creates a database of another release, with the same name and another schema. */
function foreignDatabase(
  name: string,
  version: number,
  make = (db: IDBDatabase): unknown => db.createObjectStore('something else'),
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => void make(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as Error);
  });
}

test('records stay from one visit to the next', async () => {
  const first = opened();
  await put(first);
  first.close();
  expect(await count(opened(first.name))).toBe(1);
});

/** Makes the database fail to open until `isOver` is true. */
function doesNotOpen(error: DOMException, isOver = (tries: number) => tries > 1) {
  const { open } = IDBFactory.prototype;
  let tries = 0;
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
    if (isOver((tries += 1))) return open.apply(indexedDB, given);
    throw error;
  });
  onTestFinished(() => opening.mockRestore());
  const deletion = vi.spyOn(indexedDB, 'deleteDatabase');
  onTestFinished(() => deletion.mockRestore());
  return { opening, deletion };
}

async function closedWithOne(): Promise<string> {
  const first = opened();
  await put(first);
  first.close();
  return first.name;
}

test('a database that fails to open twice is deleted and recreated', async () => {
  const name = await closedWithOne();
  const { deletion } = doesNotOpen(
    new DOMException('The database is broken', 'AbortError'),
    () => deletion.mock.calls.length > 0,
  );
  const store = opened(name);
  expect(await count(store)).toBe(0);
  await put(store);
  expect(await count(store)).toBe(1);
});

test('a database that opens at the second attempt has lost nothing', async () => {
  const name = await closedWithOne();
  const { deletion } = doesNotOpen(new DOMException('The transaction was aborted', 'AbortError'));
  expect(await count(opened(name))).toBe(1);
  expect(deletion).not.toHaveBeenCalled();
});

test.for([
  ['that is full', 'Encountered full disk while opening backing store for indexedDB.open.', 'QuotaExceededError'],
  [
    'that has just woken up',
    'Connection to Indexed Database server lost. Refresh the page to try again',
    'InvalidStateError',
  ],
] as const)(
  'a device %s keeps what a resident reads offline, and opens it at the next visit',
  async ([, message, kind]) => {
    const name = await closedWithOne();
    const { opening, deletion } = doesNotOpen(new DOMException(message, kind), (tries) => tries > 2);
    const store = opened(name);
    expect(await count(store)).toBeUndefined();
    expect(await count(store)).toBeUndefined();
    expect(await count(store)).toBe(1);
    expect(opening).toHaveBeenCalledTimes(3);
    expect(deletion).not.toHaveBeenCalled();
  },
);

test('data that an older release stored in another shape is discarded', async () => {
  const name = `db-${(names += 1)}`;
  const older = await foreignDatabase(name, 5, (db) => {
    db.createObjectStore('records', { keyPath: ['type', 'id'] }).add({
      type: 'story',
      id: 'a',
      seq: 1,
      record: { id: 'a' },
    });
    db.createObjectStore('standing', { keyPath: 'key' }).add({ key: 'feed' });
  });
  older.close();
  const store = opened(name);
  expect(await count(store)).toBe(0);
  expect(await store.use((db) => db.standing.count())).toBe(0);
});

test('a device without databases works without one', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('not here', 'SecurityError');
  });
  onTestFinished(() => open.mockRestore());
  expect(await count(opened())).toBeUndefined();
});

test('a lost connection is opened again', async () => {
  const store = opened();
  await put(store);
  await store.use(async (db) => db.close());
  expect(await count(store)).toBe(1);
});

test('an operation that fails twice is given up', async () => {
  const store = opened();
  let tries = 0;
  expect(
    await store.use(async () => {
      tries += 1;
      throw new DOMException('full', 'QuotaExceededError');
    }),
  ).toBeUndefined();
  expect(tries).toBe(2);
  expect(await count(store)).toBe(0);
});

test('when a newer release needs the database, this tab closes it and works without it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const store = opened();
  await put(store);
  const newer = await foreignDatabase(store.name, 990);
  expect(await count(store)).toBeUndefined();
  newer.close();
  expect(await count(store)).toBeUndefined();
});

test('when the database is deleted, it is created again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const store = opened();
  await put(store);
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(store.name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error as Error);
  });
  expect(await count(store)).toBe(0);
});

test('a frozen tab of an older release is not waited for, and loses nothing', async () => {
  const name = `db-${(names += 1)}`;
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const frozen = await foreignDatabase(name, 1);
  const store = opened(name);
  const remove = vi.spyOn(indexedDB, 'deleteDatabase');
  onTestFinished(() => remove.mockRestore());
  expect(await count(store)).toBeUndefined();
  expect(remove).not.toHaveBeenCalled();
  expect([...frozen.objectStoreNames]).toEqual(['something else']);
  frozen.close();
  await expect.poll(() => count(store)).toBe(0);
});
