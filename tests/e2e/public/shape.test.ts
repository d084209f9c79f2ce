import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilHeld } from '../support/held.ts';
import { everyAddress, findRecords, onePerPage, settled } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { untilQuiet } from '../support/quiet.ts';

const KB = 1024;
/** Maximum sum of the layout shifts of a page (CLS). */
const MOST_SHIFT = 0.02;

let town: Town;
let found: Found;
let addresses: string[];
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
  addresses = everyAddress(found);
});
afterAll(() => town.close());

const documentAt = async (address: string) => (await fetch(town.url + address)).text();

describe('the document of every page', () => {
  it('has the emergency numbers within its first 14 KB', async () => {
    const late: string[] = [];
    const words = encodeURIComponent('ñandúes-y-piñas-'.repeat(13).slice(0, 200));
    for (const address of [...addresses, `/buscador/${words}`, `/boletin/buscar/${words}`]) {
      const html = await documentAt(address);
      const strip = html.indexOf('<section class="strip');
      expect(strip, address).toBeGreaterThan(0);
      const end = Buffer.byteLength(html.slice(0, html.indexOf('</section>', strip) + '</section>'.length));
      if (end > 14 * KB) late.push(`${address}: ${end} bytes`);
    }
    expect(late).toEqual([]);
  });

  it('contains its styles; those of all pages are at most 12 KB compressed', async () => {
    const sheets = [...(await documentAt('/shell')).matchAll(/<style>(.*?)<\/style>/gs)].map(
      ([, sheet]) => sheet ?? '',
    );
    expect(sheets.join('').length).toBeGreaterThan(20 * KB);
    expect(brotliCompressSync(sheets.join('')).length).toBeLessThanOrEqual(12 * KB);
  });
});

describe.each([390, 1280])('at %d pixels, the layout does not shift', (width) => {
  it('on any page, while pictures and carousel arrive, the application starts and the visitor scrolls down', async () => {
    const context = (await town.visitor({ viewport: { width, height: 800 }, serviceWorkers: 'block' })).context();
    // The addresses of one page differ in the length of texts and lists, which take more room on a phone.
    const opened = width === 390 ? addresses : onePerPage(addresses);
    const jumps = await inTurns(opened, 6, async (address) => {
      const page = await context.newPage();
      await watchShifts(page);
      await openSlowly(page, address);
      await rememberPlaces(page);
      await settled(page);
      await untilQuiet(page);
      const elsewhere = await movedSince(page);
      const { sum, moved } = await readThrough(page);
      await page.close();
      return [...elsewhere, ...(sum > MOST_SHIFT ? [`${sum}, ${moved.join('; ')}`] : [])].map(
        (what) => `${address}: ${what}`,
      );
    });
    expect(jumps.flat()).toEqual([]);
    await context.close();
  });

  it('on a page drawn on the device', async () => {
    const first = await town.visitor({ viewport: { width, height: 800 } });
    await first.goto('/');
    await untilHeld(first);
    const context = first.context();
    await context.setOffline(true);
    const jumps = await inTurns(['/', '/agenda', found.story], 3, async (address) => {
      const page = await context.newPage();
      await watchShifts(page);
      await page.goto(address);
      await page.locator('main h1').waitFor();
      await page
        .getByText(/Sin conexión\./)
        .first()
        .waitFor();
      const { sum, moved } = await readThrough(page);
      return sum > MOST_SHIFT ? [`${address}: ${sum}, ${moved.join('; ')}`] : [];
    });
    expect(jumps.flat()).toEqual([]);
    await context.close();
  });
});

/** Runs a task for each item, with limited concurrency. */
async function inTurns<T, R>(items: T[], lanes: number, task: (item: T) => Promise<R>): Promise<R[]> {
  const left = [...items];
  const results: R[] = [];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) results.push(await task(item));
    }),
  );
  return results;
}

/** Opens a page whose document arrives in pieces, as with a bad signal: what is drawn early must not move later. */
async function openSlowly(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 0, downloadThroughput: -1 });
}

/** Remembers where each visible element of the page's content is, before the application starts. */
async function rememberPlaces(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => {
    const placeOf = (one: Element) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [left, top + scrollY, width, height].map(Math.round);
    };
    const isShown = (one: Element) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
    // Slides are there to move, and only the application knows what the device keeps.
    const places = [...document.querySelectorAll('main *')]
      .filter((one) => isShown(one) && !one.closest('.slides > li, .controls, .panel, svg'))
      .map((one) => ({ one, before: placeOf(one) }));
    Object.assign(window, {
      movedSince: () =>
        places.flatMap(({ one, before }) => {
          const name = `${one.nodeName} ${one.className} «${one.textContent.slice(0, 30)}»`;
          if (!one.isConnected) return [`${name} was replaced`];
          const now = placeOf(one);
          return now.some((length, at) => Math.abs(length - Number(before[at])) > 1)
            ? [`${name} from ${before.join()} to ${now.join()}`]
            : [];
        }),
    });
  });
}

/** Returns the elements that are not where they were, or were replaced. */
const movedSince = (page: Page) =>
  page.evaluate(() => (window as unknown as { movedSince: () => string[] }).movedSince().slice(0, 5));

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { sum: 0, moved: [] as string[] };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        seen.sum += entry.value;
        seen.moved.push(
          ...entry.sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${node?.nodeName} ${node?.className} from ${from.y} + ${from.height} to ${to.y} + ${to.height} after ${Math.round(entry.startTime)} ms`,
          ),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Waits until everything has arrived and a carousel, if there is one, has moved once, and scrolls down the page.
 * @returns what has shifted, and how much
 */
async function readThrough(page: Page): Promise<{ sum: number; moved: string[] }> {
  await settled(page);
  await page.waitForFunction(
    () => !document.querySelector('.slides.live') || document.querySelector('.slides > li:first-child[inert]'),
  );
  await page.evaluate(async () => {
    for (let at = 0; at < document.documentElement.scrollHeight; at += 500) {
      window.scrollTo({ top: at, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
  await untilQuiet(page);
  return page.evaluate(() => (window as unknown as { shifts: { sum: number; moved: string[] } }).shifts);
}
