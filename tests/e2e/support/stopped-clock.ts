import type { Page } from 'playwright';

/** How far ahead a clock is stopped: it runs until then, also while a busy machine does something else. */
const AHEAD = 60_000;

/** Stops the clock of a page: from then on only `page.clock.runFor` moves it. Timers that are due until then fire. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, AHEAD));
}
