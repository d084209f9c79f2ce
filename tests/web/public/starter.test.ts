import { expect, test, vi } from 'vitest';

/** A page that has loaded in a browser with these service workers. @returns what each of them was told */
async function load(workers: { active: 'old' | null; installing: 'new' | null }): Promise<string[]> {
  const told: string[] = [];
  const worker = (name: string | null) =>
    name && { postMessage: ({ type, opened }: Record<string, string>) => void told.push(`${name}: ${type} ${opened}`) };
  const page = new EventTarget();
  const dataset = { app: '/assets/main.js', turning: '/assets/turning.js', opened: 'story 7' };
  const documentElement = { classList: new Set<string>() };
  Object.assign(documentElement.classList, { contains: () => false, remove: () => {} });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { currentScript: { dataset }, documentElement }));
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
