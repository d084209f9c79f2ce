import { chromium } from 'playwright';
import type { Browser } from 'playwright';
import { findChromium } from '../find-chromium.mjs';
import { median } from './measure.ts';
import { slowLine } from './slow-line.ts';

export interface View {
  /** ms from the start of the navigation */
  fcp: number;
  lcp: number;
  /** Bytes transferred until two and a half seconds after the page was loaded, headers included. */
  bytes: number;
  /** ms that the main thread spent in scripts */
  script: number;
  /** Total blocking time: the sum of what each task took beyond 50 ms, in ms. */
  blocking: number;
  cls: number;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** How many times the processor is slowed down, to be like that of a phone. */
const CPU = 4;

/**
 * Opens pages for the first time over a slow connection, as a phone in the outskirts does. The pages take turns.
 * @param key hash of the public key in the server's certificate (`Nginx.key` in nginx.ts)
 * @returns the medians of each page, or null if there is no Chromium
 */
export async function firstViews(urls: readonly string[], key: string, rounds: number): Promise<View[] | null> {
  const executablePath = findChromium();
  if (!executablePath) return null;
  const browser = await chromium.launch({
    executablePath,
    args: [...FLAGS, `--ignore-certificate-errors-spki-list=${key}`],
  });
  try {
    const seen = urls.map((): View[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, url] of urls.entries()) seen[place]?.push(await firstView(browser, new URL(url)));
    }
    return seen.map(middle);
  } finally {
    await browser.close();
  }
}

async function firstView(browser: Browser, url: URL): Promise<View> {
  const line = await slowLine(Number(url.port));
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'es-AR',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
  await session.send('Network.enable');
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await page.addInitScript(`
    window.measured = { lcp: 0, cls: 0, blocking: 0 };
    new PerformanceObserver((list) => { for (const one of list.getEntries()) measured.lcp = one.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) measured.cls += one.value; }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => { for (const one of list.getEntries()) measured.blocking += Math.max(0, one.duration - 50); }).observe({ type: 'longtask', buffered: true });`);
  await page.goto(`https://127.0.0.1:${line.port}${url.pathname}${url.search}`, { waitUntil: 'load', timeout: 60_000 });
  // Long enough to include what the page loads when it is idle, but not the next picture of the carousel.
  await page.waitForTimeout(2500);
  const { measured, fcp } = (await page.evaluate(
    `({ measured, fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN })`,
  )) as { measured: { lcp: number; cls: number; blocking: number }; fcp: number };
  const { metrics } = await session.send('Performance.getMetrics');
  const script = (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
  await context.close();
  line.close();
  return { ...measured, fcp, bytes, script };
}

function middle(views: View[]): View {
  const of = (name: keyof View) => median(views.map((view) => view[name]));
  return {
    fcp: of('fcp'),
    lcp: of('lcp'),
    bytes: of('bytes'),
    script: of('script'),
    blocking: of('blocking'),
    cls: of('cls'),
  };
}
