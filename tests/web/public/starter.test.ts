import { expect, test, vi } from 'vitest';

/** A page that has loaded in a browser with these service workers. @returns what each of them was told */
async function load(
  workers: { active: 'old' | null; installing: 'new' | null },
  shows = '',
  { isLight = false } = {},
): Promise<string[]> {
  const told: string[] = [];
  const worker = (name: string | null) =>
    name && { postMessage: ({ type, opened }: Record<string, string>) => void told.push(`${name}: ${type} ${opened}`) };
  const page = new EventTarget();
  const dataset = {
    app: 'data:text/javascript,export const start = () => {};',
    turning: '/assets/turning.js',
    opened: 'story 7',
  };
  const documentElement = { classList: new Set<string>() };
  Object.assign(documentElement.classList, {
    contains: (name: string) => isLight && name === 'light',
    remove: () => {},
  });
  const querySelector = (selector: string) => (selector === shows ? {} : null);
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { currentScript: { dataset }, documentElement, querySelector }),
  );
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register: async () => ({ active: worker(workers.active), installing: worker(workers.installing) }),
      // A worker is ready only once it is active.
      ready: new Promise(() => {}),
    },
  });
  vi.useFakeTimers();
  vi.resetModules();
  await import('../../../web/src/starter.ts');
  page.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(0);
  return told;
}

test('the first worker fills the device’s store while it is being installed', async () => {
  expect(await load({ active: null, installing: 'new' })).toEqual(['new: fill story 7']);
});

test('a worker that serves the site fills the store, also while a newer one is being installed', async () => {
  expect(await load({ active: 'old', installing: 'new' })).toEqual(['old: fill story 7']);
});

test('a page that nobody touches starts the application after half a minute, and after a second if it says what is on now', async () => {
  const workers = { active: null, installing: null };
  const fetched = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { pathname: '/hoy', search: '' });
  await load(workers);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(fetched).not.toHaveBeenCalled();
  await load(workers, '[data-now]');
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toHaveBeenCalledOnce();
});

test('a page starts the application at once where a ticket waits on the device', async () => {
  const workers = { active: null, installing: null };
  const fetched = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('localStorage', {});
  await load(workers);
  expect(fetched).not.toHaveBeenCalled();
  vi.stubGlobal('localStorage', { hay: '1' });
  await load(workers);
  expect(fetched).toHaveBeenCalledOnce();
});

test('what waits is sent by a device that saves data too', async () => {
  const workers = { active: null, installing: null };
  const fetched = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('localStorage', { hay: '1' });
  vi.stubGlobal('sessionStorage', {});
  await load(workers, '', { isLight: true });
  expect(fetched).toHaveBeenCalledOnce();
});
