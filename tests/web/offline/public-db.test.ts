import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../web/src/offline/public-db.ts';
import type { Store } from '../../../web/src/offline/public-db.ts';
import { story } from './fake-feed.ts';

let names = 0;
function opened(name = `db-${(names += 1)}`): Store & { name: string } {
  const store = openStore(name);
  onTestFinished(() => store.close());
  return { ...store, name };
}
const put = (store: Store) => store.use((db) => db.records.put({ type: 'story', id: 'a', seq: 1, record: story('a') }));
const count = (store: Store) => store.use((db) => db.records.count());

/** Another release's database of this name, in a shape of its own. */
function foreignDatabase(name: string, version: number, make = (db: IDBDatabase): unknown => db.createObjectStore('something else')): Promise<IDBDatabase> {
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

test('a database that does not open is deleted and made anew', async () => {
  const first = opened();
  await put(first);
  first.close();
  const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('The database is broken', 'AbortError');
  });
  onTestFinished(() => open.mockRestore());
  const store = opened(first.name);
  expect(await count(store)).toBe(0);
  await put(store);
  expect(await count(store)).toBe(1);
});

test('what an older release kept in its own shape is thrown away', async () => {
  const name = `db-${(names += 1)}`;
  const older = await foreignDatabase(name, 5, (db) => {
    db.createObjectStore('records', { keyPath: ['type', 'id'] }).add({ type: 'story', id: 'a', seq: 1, record: { id: 'a' } });
    db.createObjectStore('standing', { keyPath: 'key' }).add({ key: 'feed' });
  });
  older.close();
  const store = opened(name);
  expect(await count(store)).toBe(0);
  expect(await store.use((db) => db.standing.count())).toBe(0);
});

test('a device without databases has none, and nothing fails', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('not here', 'SecurityError');
  });
  onTestFinished(() => open.mockRestore());
  expect(await count(opened())).toBeUndefined();
});

test('a connection that died is opened again', async () => {
  const store = opened();
  await put(store);
  await store.use(async (db) => db.close());
  expect(await count(store)).toBe(1);
});

test('what fails twice is given up', async () => {
  const store = opened();
  let tries = 0;
  expect(await store.use(async () => {
    tries += 1;
    throw new DOMException('full', 'QuotaExceededError');
  })).toBeUndefined();
  expect(tries).toBe(2);
  expect(await count(store)).toBe(0);
});

test('when a newer release wants the database, this tab lets go of it and does without', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const store = opened();
  await put(store);
  const newer = await foreignDatabase(store.name, 990);
  expect(await count(store)).toBeUndefined();
  newer.close();
  expect(await count(store)).toBeUndefined();
});

test('when somebody deletes the database, it is made anew', async () => {
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

test('a frozen tab that holds an older shape is not waited for, and loses nothing', async () => {
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
  await vi.waitFor(async () => expect(await count(store)).toBe(0), { timeout: 10_000 });
}, 20_000);
