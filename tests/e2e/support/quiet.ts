import type { Page } from 'playwright';
import { PATIENCE } from './patience.ts';

/** Time in ms after which a page counts as quiet if nothing new has arrived. */
const PAUSE = 500;

/**
 * Waits until a page is loaded, its visible pictures too, and nothing new has arrived for half a second. Requests are
 * counted in the page, because the driver misses the end of some that a service worker answers and would wait forever.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const loading = await page.evaluate(
    async ({ pause, looks }) => {
      const arrived = () => performance.getEntriesByType('resource').length;
      const isInSight = (image: Element) => {
        const { top, bottom } = image.getBoundingClientRect();
        // Slides of a carousel that are not shown are loaded later.
        return top < innerHeight && bottom > 0 && image.closest('[inert]') === null;
      };
      const pictures = () =>
        [...document.images].filter((image) => !image.complete && isInSight(image)).map(({ currentSrc }) => currentSrc);
      let before = -1;
      for (let look = 0; look < looks && (before !== arrived() || pictures().length > 0); look += 1) {
        before = arrived();
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      return pictures();
    },
    { pause: PAUSE, looks: PATIENCE / PAUSE },
  );
  if (loading.length > 0) throw new Error(`still loading on ${page.url()}: ${loading.join(', ')}`);
}
