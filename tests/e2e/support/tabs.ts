import type { BrowserContext, Page } from 'playwright';

/**
 * Visits addresses in several tabs of one visitor at once, because most of a visit is waiting. Fails with the first
 * visit that fails.
 */
export async function inTabs(
  context: BrowserContext,
  addresses: readonly string[],
  visit: (tab: Page, address: string) => Promise<void>,
): Promise<void> {
  const left = [...addresses];
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const tab = await context.newPage();
      for (let address = left.shift(); address !== undefined; address = left.shift()) await visit(tab, address);
      await tab.close();
    }),
  );
}

const TABS = 5;
