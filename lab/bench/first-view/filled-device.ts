import type { Browser } from 'playwright';
import { hasWorker, isLevel } from '../../../scripts/support/device-state.ts';
import { openPhone } from '../browser.ts';
import { median } from '../measure.ts';
import { pause } from '../programs.ts';

/** Time after which the measurement is given up, in ms. */
const LIMIT = 120_000;

export interface Filled {
  /** Seconds from `load` until everything public is on the device; NaN if that takes too long. */
  seconds: number;
  /** Bytes transferred until then: the page, the service worker and the feed. */
  bytes: number;
}

/**
 * Measures the time from a first visit over a slow line, in which nobody touches the page, until the device can work
 * offline: it has an active service worker with all code and the shell, and its store was filled from the server.
 * @returns the medians
 */
export async function timeFilling(browser: Browser, url: string, rounds: number): Promise<Filled> {
  const all: Filled[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await fill(browser, url));
  return { seconds: median(all.map(({ seconds }) => seconds)), bytes: median(all.map(({ bytes }) => bytes)) };
}

async function fill(browser: Browser, url: string): Promise<Filled> {
  const phone = await openPhone(browser, Number(new URL(url).port));
  try {
    await phone.page.goto(phone.over(url), { waitUntil: 'load', timeout: 60_000 });
    const loaded = performance.now();
    while (
      !((await phone.page.evaluate(hasWorker)) && (await phone.page.evaluate(isLevel, 'portal-public' as const)))
    ) {
      if (performance.now() - loaded > LIMIT) return { seconds: Number.NaN, bytes: phone.received() };
      await pause(100);
    }
    return { seconds: (performance.now() - loaded) / 1000, bytes: phone.received() };
  } finally {
    await phone.close();
  }
}
