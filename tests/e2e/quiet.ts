import type { Page } from 'playwright';
import { PATIENCE } from './patience.ts';

/** How long nothing new may arrive before a page counts as quiet, in ms. */
const PAUSE = 500;

/**
 * Waits until a page has loaded, its pictures in sight are there, and nothing new has arrived for half a second. The
 * page itself counts: the driver loses sight of some requests that a service worker answers, and waits for them for
 * ever.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const loading = await page.evaluate(
    async ({ pause, looks }) => {
      const arrived = () => performance.getEntriesByType('resource').length;
      const isInSight = (image: Element) => {
        const { top, bottom } = image.getBoundingClientRect();
        // Slides that are not shown are loaded when their turn comes.
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
