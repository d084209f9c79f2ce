import type { Browser } from 'playwright';
import { openPhone } from '../browser.ts';
import { median } from '../measure.ts';
import { watchRequests } from './page-requests.ts';

export interface ViewFigures {
  /** ms from the start of the navigation */
  fcp: number;
  lcp: number;
  /** Requests that the page itself sent over the line, and the bytes transferred for them, headers included. */
  requests: number;
  bytes: number;
  /** ms that the main thread spent in scripts */
  script: number;
  /** Total blocking time: the sum of what each task took beyond 50 ms, in ms. */
  blocking: number;
  cls: number;
}

/** Time after the page was loaded during which nobody touches it, in ms. */
const UNTOUCHED = 10_000;
/** Time after which the largest paint is read: the next picture of the carousel does not count. */
const PAINTED = 2500;

/**
 * Opens pages for the first time over a slow connection, as a phone in the outskirts does. The pages take turns.
 * @returns the medians of each page
 */
export async function firstViews(browser: Browser, urls: readonly string[], rounds: number): Promise<ViewFigures[]> {
  const seen = urls.map((): ViewFigures[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, url] of urls.entries()) seen[place]?.push(await firstView(browser, url));
  }
  return seen.map(middle);
}

async function firstView(browser: Browser, url: string): Promise<ViewFigures> {
  const phone = await openPhone(browser, Number(new URL(url).port));
  const { page, session } = phone;
  const requests = await watchRequests(session);
  await session.send('Performance.enable');
  await page.addInitScript(`
    window.measured = { lcp: 0, cls: 0, blocking: 0 };
    const observe = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe('largest-contentful-paint', ({ startTime }) => { measured.lcp = startTime; });
    observe('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) measured.cls += value; });
    observe('longtask', ({ duration }) => { measured.blocking += Math.max(0, duration - 50); });`);
  await page.goto(phone.over(url), { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(PAINTED);
  const lcp = (await page.evaluate('measured.lcp')) as number;
  await page.waitForTimeout(UNTOUCHED - PAINTED);
  const { measured, fcp } = (await page.evaluate(
    `({ measured, fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN })`,
  )) as { measured: { cls: number; blocking: number }; fcp: number };
  const { metrics } = await session.send('Performance.getMetrics');
  const script = (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
  const all = requests();
  await phone.close();
  const { blocking, cls } = measured;
  return {
    fcp,
    lcp,
    requests: all.length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    script,
    blocking,
    cls,
  };
}

function middle(views: ViewFigures[]): ViewFigures {
  const of = (name: keyof ViewFigures) => median(views.map((view) => view[name]));
  return {
    fcp: of('fcp'),
    lcp: of('lcp'),
    requests: of('requests'),
    bytes: of('bytes'),
    script: of('script'),
    blocking: of('blocking'),
    cls: of('cls'),
  };
}
