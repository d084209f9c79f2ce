import type { BrowserContext, Page } from 'playwright';

/**
 * Visits addresses in several tabs of one visitor at once, because most of a visit is waiting. Each tab has a window of
 * its own: of tabs behind another Chromium draws one frame a second, so that what the page does on its own and what the
 * visitor does fall into one frame. Fails with the first visit that fails.
 */
export async function inTabs(
  context: BrowserContext,
  addresses: readonly string[],
  visit: (tab: Page, address: string) => Promise<void>,
): Promise<void> {
  const left = [...addresses];
  const first = context.pages()[0] ?? (await context.newPage());
  const tabs: Page[] = [];
  while (tabs.length < TABS) tabs.push(await openWindow(first));
  await Promise.all(
    tabs.map(async (tab) => {
      for (let address = left.shift(); address !== undefined; address = left.shift()) await visit(tab, address);
      await tab.close();
    }),
  );
}

async function openWindow(opener: Page): Promise<Page> {
  const opened = opener.context().waitForEvent('page');
  await opener.evaluate(() => void window.open('about:blank', '_blank', 'popup, noopener'));
  return opened;
}

const TABS = 5;
