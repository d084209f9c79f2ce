import type { BrowserContext, Page } from 'playwright';
import { foreignRequests } from '../../support/foreign-requests.ts';
import { untilInPage } from '../../support/in-page.ts';
import { settled } from '../../support/public-routes.ts';
import { untilQuiet } from '../../support/quiet.ts';
import { inTabs } from '../../support/tabs.ts';
import type { Town } from '../../support/town.ts';
import { SCREENS, wrongs } from '../../support/wrongs.ts';

/** Maximum sum of the layout shifts of a page (CLS). */
export const MOST_SHIFT = 0.02;

/** What is wrong on the pages that were visited, by the promise that is broken. */
export interface Wrong {
  /** What the application replaced or moved of what the server drew. */
  replaced: string[];
  shifted: string[];
  /** Requests to other sites. */
  foreign: string[];
  /** What is stored on the device as a string or a cookie. */
  left: string[];
  axe: string[];
  /** Pages that scroll sideways at 240 pixels. */
  narrow: string[];
  /** What is cut off with text twice as large at 320 and 360 pixels. */
  large: string[];
}

export const nothingWrong = (): Wrong => ({
  replaced: [],
  shifted: [],
  foreign: [],
  left: [],
  axe: [],
  narrow: [],
  large: [],
});

/**
 * Opens each page once on a screen, over a slow line, reads it to its end, and looks at it in every way, because
 * opening it costs more than a look.
 * @param isDarkToo whether the colours of a page on a phone are checked in the dark too
 */
export async function visitAll(
  town: Town,
  addresses: readonly string[],
  screen: 'phone' | 'desktop',
  isDarkToo: (address: string) => boolean = () => true,
): Promise<Wrong> {
  const wrong = nothingWrong();
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
    wrong.axe.push(...(await wrongs(tab, ['phone'], { isDarkToo: isDarkToo(address) })));
    await tab.setViewportSize({ width: 240, height: 480 });
    wrong.narrow.push(...(await tab.evaluate(tooWide)).map(name));
    await tab.evaluate(enlarge);
    for (const width of [320, 360]) {
      await tab.setViewportSize({ width, height: 800 });
      const faults = [...(await tab.evaluate(late)), ...(await tab.evaluate(cutOff))];
      wrong.large.push(...faults.map((line) => `${address} at ${width}: ${line}`));
    }
  });
  wrong.foreign.push(...foreign.map(({ url, page }) => `${page} requests ${url}`));
  wrong.left.push(...(await context.cookies()).map((cookie) => `a cookie ${cookie.name} of ${cookie.path}`));
  await context.close();
  return wrong;
}

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
    // Slides are there to move, only the application knows what the device keeps, and what loads is there some time.
    const places = [...document.querySelectorAll('main *')]
      .filter((one) => isShown(one) && !one.closest('.slides > li, .controls, .panel, .progress, svg'))
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
export async function watchShifts(context: BrowserContext): Promise<void> {
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
              `${node?.nodeName} ${node?.className} from ${from.y} + ${from.height} ` +
              `to ${to.y} + ${to.height} after ${Math.round(entry.startTime)} ms`,
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
export async function readThrough(page: Page): Promise<{ sum: number; moved: string[] }> {
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

/** Makes text twice as large and wide. Runs in the page. */
function enlarge(): void {
  const sheet = new CSSStyleSheet();
  // A wide typeface, like that of phones without a condensed one.
  sheet.replaceSync("html { font-size: 200%; --sign: 'DejaVu Sans', Verdana, sans-serif }");
  document.adoptedStyleSheets = [sheet];
}

/**
 * Returns whether the header leaves no room for the page on the first screen, and opens what is widest then. Runs in
 * the page.
 */
function late(): string[] {
  const menus = document.querySelectorAll<HTMLDetailsElement>('.header details');
  for (const menu of menus) menu.open = false;
  const top = document.querySelector('main')?.getBoundingClientRect().top ?? 0;
  for (const menu of menus) menu.open = true;
  return top < 560 ? [] : [`begins at ${top}`];
}

/**
 * Returns whether the page is wider than the screen, and which parts of the header, the headings and the controls
 * extend beyond the screen, their slide or their box. Slides are beside the screen until they are shown, and what the
 * printed sheet has no room for is left out as a whole, in a column beside its list. Runs in the page.
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
    const list = part.closest('.sheet-list');
    if (list && left >= list.getBoundingClientRect().right - 1) return false;
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
