import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { start } from '../../../web/src/admin/shell/start.tsx';
import { isLoggedIn, keepSession } from '../../../web/src/offline/outbox/session.ts';
import { ANA } from '../outbox/tab.ts';

let drawn = '';
vi.mock('react-dom/client', () => ({
  createRoot: () => ({
    render(content: ReactNode) {
      drawn = renderToString(content);
    },
  }),
}));

const location = { pathname: '/admin/pendientes', search: '', replace: vi.fn() };
const page = Object.assign(new EventTarget(), { navigator: { onLine: true, locks: null }, location });

beforeEach(() => {
  drawn = '';
  location.replace.mockReset();
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', location);
  vi.stubGlobal('navigator', page.navigator);
});

it('a person who is not logged in is sent to the log-in, and then back to where they wanted to go', async () => {
  await start({} as HTMLElement);
  expect(location.replace).toHaveBeenCalledExactlyOnceWith('/login?volver=%2Fadmin%2Fpendientes');
});

it('a person who is logged in and whose changes cannot be read is told so, and not redirected in a loop', async () => {
  await keepSession(ANA);
  const { getAll, getAllKeys } = IDBObjectStore.prototype;
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'operations') throw new DOMException('Failed to read large IndexedDB value', 'DataError');
      return getAll.apply(this, given);
    }),
    vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'operations') throw new DOMException('Internal error', 'DataError');
      return getAllKeys.apply(this, given);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  await start({} as HTMLElement);
  // The log-in page checks only this, so it would redirect back here.
  expect(await isLoggedIn()).toBe(true);
  expect(location.replace).not.toHaveBeenCalled();
  expect(drawn).toMatch(
    /role="alert"><h1>No pudimos abrir el administrador<\/h1><p>Este dispositivo no pudo .*<button class="button" type="button">Probar de nuevo<\/button>/,
  );
});
