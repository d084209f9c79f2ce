import { brotliCompressSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { foreignRequests } from '../support/foreign-requests.ts';
import { untilHeld } from '../support/held.ts';
import { untilInPage } from '../support/in-page.ts';
import { everyAddress, findRecords, onePerPage, settled } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { PASSWORD } from '../support/server.ts';
import { inTabs } from '../support/tabs.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { untilQuiet } from '../support/quiet.ts';
import { SCREENS, wrongs } from '../support/wrongs.ts';

const KB = 1024;
/** Maximum sum of the layout shifts of a page (CLS). */
const MOST_SHIFT = 0.02;

let town: Town;
let found: Found;
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
  // Adds a video of each host to an album, because a page might load a preview image from the host.
  const { token } = (await post('/users/authenticate', { username: 'admin', password: PASSWORD })) as { token: string };
  const id = found.otherAlbum.split('/').at(-1) ?? '';
  for (const url of ['https://youtu.be/aaaaaaaaaaa', 'https://vimeo.com/123456', 'https://videos.example/uno.mp4'])
    await post(calls.albumVideoAdd(id), { url }, token);
});
afterAll(() => town.close());

async function post(path: string, body: object, token = ''): Promise<unknown> {
  const answer = await fetch(town.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

const documentAt = async (address: string) => (await fetch(town.url + address)).text();

describe('the document of every page', () => {
  it('has the emergency numbers within its first 14 KB', async () => {
    const late: string[] = [];
    const words = encodeURIComponent('ñandúes-y-piñas-'.repeat(13).slice(0, 200));
    for (const address of [...everyAddress(found), `/buscador/${words}`, `/boletin/buscar/${words}`]) {
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

describe('on every page', () => {
  /** What is wrong, by the promise that is broken. */
  const wrong = {
    replaced: [] as string[],
    shifted: [] as string[],
    foreign: [] as string[],
    left: [] as string[],
    axe: [] as string[],
    narrow: [] as string[],
    large: [] as string[],
  };
  let onePerKind: string[];

  // Each page is opened once on a phone and once on a desktop, over a slow line, read to its end, and then looked at in
  // every way, because opening it costs more than a look. Addresses that one page draws differ in the length of texts
  // and lists, which take more room on a phone; how the page is laid out on larger screens, and its colours, are the
  // same for all of them.
  beforeAll(async () => {
    const addresses = [
      ...everyAddress(found),
      found.videoStory,
      found.otherAlbum,
      '/noticias?pagina=2',
      '/noticias?pagina=999',
      '/boletin?pagina=2',
      '/turismo?pagina=2',
      '/buscador/agua?pagina=2',
      '/noticias/leer/zzzzzzzzzzzz/no-existe',
      '/buscador/zzzz',
      '/buscador/NULL',
    ];
    onePerKind = onePerPage(addresses);
    await visitAll(addresses, 'phone');
    await visitAll(onePerKind, 'desktop');
  });

  async function visitAll(addresses: readonly string[], screen: 'phone' | 'desktop'): Promise<void> {
    const context = (await town.visitor({ viewport: SCREENS[screen], serviceWorkers: 'block' })).context();
    const foreign = foreignRequests(context, town.url);
    await watchShifts(context);
    await inTabs(context, addresses, async (tab, address) => {
      await tab.emulateMedia({ reducedMotion: 'no-preference' });
      await tab.setViewportSize(SCREENS[screen]);
      const name = (line: string) => `${address} on a ${screen}: ${line}`;
      await openSlowly(tab, address);
      await rememberPlaces(tab);
      await settled(tab);
      await untilQuiet(tab);
      wrong.replaced.push(...(await movedSince(tab)).map(name));
      const { sum, moved } = await readThrough(tab);
      if (sum > MOST_SHIFT) wrong.shifted.push(name(`${sum}, ${moved.join('; ')}`));
      wrong.left.push(...(await tab.evaluate(namesOfStored)).map(name));

      await rest(tab);
      if (screen === 'desktop') {
        wrong.axe.push(...(await wrongs(tab, ['tablet', 'desktop'])));
        return;
      }
      wrong.axe.push(...(await wrongs(tab, ['phone'], { isDarkToo: onePerKind.includes(address) })));
      await tab.setViewportSize({ width: 240, height: 480 });
      wrong.narrow.push(...(await tab.evaluate(tooWide)).map(name));
      await tab.evaluate(enlarge);
      for (const width of [320, 360]) {
        await tab.setViewportSize({ width, height: 800 });
        wrong.large.push(...(await tab.evaluate(cutOff)).map((line) => `${address} at ${width}: ${line}`));
      }
    });
    wrong.foreign.push(...foreign.map(({ url, page }) => `${page} requests ${url}`));
    wrong.left.push(...(await context.cookies()).map((cookie) => `a cookie ${cookie.name} of ${cookie.path}`));
    await context.close();
  }

  it('the application takes over what the server drew, and neither replaces nor moves any of it', () => {
    expect(wrong.replaced).toEqual([]);
  });

  it('nothing is reported as an error: of a script, of hydration, or against the policy', () => {
    town.expectQuiet();
  });

  it('the layout does not shift while pictures and carousel arrive, the application starts and the visitor scrolls', () => {
    expect(wrong.shifted).toEqual([]);
  });

  it('nothing is requested from other sites and no cookie is set, however far a visitor scrolls', () => {
    expect([...wrong.foreign, ...wrong.left]).toEqual([]);
  });

  it('axe finds nothing wrong on a phone, a tablet and a desktop, in light and dark colours', () => {
    expect(wrong.axe).toEqual([]);
  });

  it('nothing scrolls sideways at 240 pixels', () => {
    expect(wrong.narrow).toEqual([]);
  });

  it('with text twice as large, width, emergency numbers, headings and menu are kept at 320 and 360 pixels', () => {
    expect(wrong.large).toEqual([]);
  });
});

it.each([390, 1280])('on a page drawn on the device the layout does not shift at %d pixels', async (width) => {
  const first = await town.visitor({ viewport: { width, height: 800 } });
  await first.goto('/');
  await untilHeld(first);
  const context = first.context();
  await watchShifts(context);
  await context.setOffline(true);
  const shifted: string[] = [];
  await inTabs(context, ['/', '/agenda', found.story], async (tab, address) => {
    await tab.goto(address);
    await tab.locator('main h1').waitFor();
    await tab
      .getByText(/Sin conexión\./)
      .first()
      .waitFor();
    const { sum, moved } = await readThrough(tab);
    if (sum > MOST_SHIFT) shifted.push(`${address}: ${sum}, ${moved.join('; ')}`);
  });
  expect(shifted).toEqual([]);
  await context.close();
});

/** Opens a page whose document arrives in pieces, as with a bad signal: what is drawn early must not move later. */
async function openSlowly(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await session.detach();
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

/** Adds up the shifts of every document that a visitor's tabs open from now on. */
async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
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
  await untilInPage(
    page,
    () => !document.querySelector('.slides.live') || document.querySelector('.slides > li:first-child[inert]') !== null,
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

/** Returns the names of what a page has stored on the device as strings. Runs in the page. */
function namesOfStored(): string[] {
  return [document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(Boolean);
}

/** Stops the carousels of a page, waits until their slides rest, and goes back to its beginning. */
async function rest(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    for (const button of document.querySelectorAll<HTMLElement>('[aria-label="Pausar"]')) button.click();
    const slides = [...document.querySelectorAll('.slides.live > li')];
    const places = () => slides.map((slide) => slide.getBoundingClientRect().left).join();
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let before = ''; before !== places(); await frame()) {
      before = places();
      await frame();
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
}

/** Returns whether a page can be scrolled sideways. Runs in the page. */
function tooWide(): string[] {
  const { scrollWidth } = document.documentElement;
  return scrollWidth > window.innerWidth ? [`is ${scrollWidth} wide on a screen of ${window.innerWidth}`] : [];
}

/** Makes text twice as large and wide, and opens what is widest then. Runs in the page. */
function enlarge(): void {
  const sheet = new CSSStyleSheet();
  // A wide typeface, like that of phones without a condensed one.
  sheet.replaceSync("html { font-size: 200%; --sign: 'DejaVu Sans', Verdana, sans-serif }");
  document.adoptedStyleSheets = [sheet];
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.header details')) menu.open = true;
}

/**
 * Returns whether the page is wider than the screen, and which parts of the header, the headings and the controls
 * extend beyond the screen, their slide or their box. Slides are beside the screen until they are shown. Runs in the
 * page.
 */
function cutOff(): string[] {
  const width = document.documentElement.clientWidth;
  const parts = [
    ...document.querySelectorAll(
      '.header :is(a, b, summary, button), .controls :is(span, button), .emergency b, main :is(h1, h2, h3)',
    ),
  ];
  const beyond = parts.filter((part) => {
    const { left, right } = part.getBoundingClientRect();
    const room = part.closest('.slides > li')?.getBoundingClientRect() ?? { left: 0, right: width };
    return (
      left < room.left - 1 ||
      right > room.right + 1 ||
      (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
    );
  });
  const broken = [...document.querySelectorAll('.controls button')].filter((button) => {
    const sign = document.createRange();
    sign.selectNodeContents(button);
    return sign.getClientRects().length > 1;
  });
  const isWide = document.documentElement.scrollWidth > width;
  return [
    ...(isWide ? [`is ${document.documentElement.scrollWidth} wide`] : []),
    ...beyond.map((part) => `${part.textContent} is cut off`),
    ...broken.map((part) => `${part.textContent} is broken in two`),
  ];
}
