import { expect, test } from 'vitest';
import { pages } from '#contract/paths';
import type { PublicReader } from '#contract/reader';
import { viewOf } from '../../../web/src/view.ts';

/** What a page asks its reader for when an address is opened. */
async function askedFor(path: string): Promise<string> {
  const asked: unknown[] = [];
  const reader = new Proxy({} as PublicReader, {
    get: (_, method: string) => (...args: unknown[]) => {
      if (method !== 'site' && method !== 'authorities') asked.push([method, ...args]);
      return Promise.resolve(method === 'authorities' ? [] : method === 'site' ? { name: 'Municipalidad' } : { items: [], pages: 0 });
    },
  });
  await viewOf({ path, origin: 'https://portal.example', reader, today: '2026-03-15' });
  return JSON.stringify(asked);
}

test.for(['agua potable', 'año', 'leña, ripio y nieve', '100 %', '50%25', 'y/o', '¿dónde? #1 & más', '"><script>'])('%s is looked for as it was written, from whatever address', async (words) => {
  const written = JSON.stringify(words);
  expect(await askedFor(pages.search(words))).toContain(written);
  expect(await askedFor(pages.bulletinSearch('all', words))).toContain(written);
  expect(await askedFor(pages.bulletinSearch('Decreto', words))).toContain(written);
  expect(await askedFor(pages.storiesByLabel(words))).toContain(written);
});

test('an address that somebody typed with a stray sign is taken as it is', async () => {
  expect(await askedFor('/buscador/100%')).toContain('"100%"');
  expect(await askedFor('/buscador/50% de año')).toContain('"50% de año"');
});
