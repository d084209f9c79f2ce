import 'fake-indexeddb/auto';
import 'react/jsx-dev-runtime';
import Dexie from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, vi } from 'vitest';

// The files of a worker share their modules, but not what they store, nor what they put in the place of a browser's
// parts. React is loaded here because it looks at `NODE_ENV` only once, and one file sets it.
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
