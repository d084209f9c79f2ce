import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser, PHONE } from '../../../lab/bench/browser.ts';
import { openNginx } from '../../../lab/bench/nginx.ts';
import type { Nginx } from '../../../lab/bench/nginx.ts';
import { watchRequests } from '../../../lab/bench/first-view/page-requests.ts';
import type { PageRequest } from '../../../lab/bench/first-view/page-requests.ts';
import { findPages, FIRST_VIEW, PAGES } from '../../../lab/bench/first-view/pages.ts';
import type { PageName } from '../../../lab/bench/first-view/pages.ts';
import { untilHeld } from '../support/held.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { stopClock } from '../support/stopped-clock.ts';

/** Maximum number of bytes of an answer's headers. */
const MOST_HEADERS = 600;
/** Maximum number of bytes of home's document with its headers: what a server sends on a new connection at once. */
const FIRST_FLIGHT = 14_600;
const KB = 1000;
/** Seconds during which nobody touches the page, on the page's own clock. */
const UNTOUCHED = 10;

let town: Town;
let nginx: Nginx;
let browser: Browser;
let paths: Record<PageName, string>;

beforeAll(async () => {
  town = await openTown();
  nginx = await openNginx(Number(new URL(town.url).port));
  const opened = await openBrowser(nginx.key);
  if (!opened) throw new Error('no Chromium: run npm test, which installs one');
  browser = opened;
  paths = await findPages(town.url);
  // The first answer is compressed quickly, those after it thoroughly.
  const tag = async () => {
    const answer = await fetch(town.url + paths.home, { headers: { 'Accept-Encoding': 'br' } });
    return answer.headers.get('etag');
  };
  const first = await tag();
  await vi.waitUntil(async () => (await tag()) !== first, { timeout: PATIENCE, interval: 100 });
});
afterAll(async () => {
  await browser?.close();
  await nginx?.stop();
  await town?.close();
});

/**
 * Opens a page for the first time and does not touch it. The page's clock is advanced by the test, so the speed of the
 * machine does not matter.
 * @returns the requests of the page in ten seconds and until the device can work offline
 */
async function untouched(name: PageName): Promise<PageRequest[]> {
  const context = await browser.newContext(PHONE);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const requests = await watchRequests(await context.newCDPSession(page));
  const areOver = () => requests().every(({ isOver }) => isOver);
  await page.clock.install();
  await stopClock(page);
  await page.goto(`https://127.0.0.1:${nginx.port}${paths[name]}`);
  for (let second = 0; second < UNTOUCHED; second += 1) {
    await page.clock.runFor(1000);
    await vi.waitUntil(areOver, { timeout: PATIENCE, interval: 20 });
  }
  await untilHeld(page);
  await vi.waitUntil(areOver, { timeout: PATIENCE, interval: 20 });
  const seen = requests();
  await context.close();
  return seen;
}

const isChunk = ({ url }: PageRequest) => /\/assets\/.*\.js$/.test(url);
const headersOf = ({ bytes, body }: PageRequest) => bytes - body;

describe.each(PAGES)('until a person touches it, the page «%s»', (name) => {
  it('loads little, and the headers of all answers are short', async () => {
    const seen = await untouched(name);
    const figures = {
      requests: seen.length,
      KB: seen.reduce((sum, { bytes }) => sum + bytes, 0) / KB,
      chunks: seen.filter(isChunk).length,
    };
    const list = seen.map((one) => `${one.bytes}, headers ${headersOf(one)}: ${new URL(one.url).pathname}`).join('\n');
    const { requests, KB: bytes, chunks } = FIRST_VIEW[name];
    expect.soft(figures.requests, `requests\n${list}`).toBeLessThanOrEqual(requests);
    expect.soft(figures.KB, 'KB').toBeLessThanOrEqual(bytes);
    expect.soft(figures.chunks, 'chunks').toBeLessThanOrEqual(chunks);
    expect.soft(Math.max(...seen.map(headersOf)), 'bytes of the longest headers').toBeLessThanOrEqual(MOST_HEADERS);
    if (name === 'home') expect.soft(seen[0]?.bytes, 'bytes of the document').toBeLessThanOrEqual(FIRST_FLIGHT);
  });
});
