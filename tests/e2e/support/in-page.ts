import type { Page } from 'playwright';
import { PATIENCE } from './patience.ts';

/**
 * Waits until something is so in a page, and looks again whenever its document changes. Locators and `waitForFunction`
 * add a large script to every document and look at every frame, which takes as much processor time as loading the page.
 * @param isSo runs in the page
 * @throws Error if it is not so within `PATIENCE`
 */
export async function untilInPage(page: Page, isSo: () => boolean): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new Error(`${page.url()} is still not as expected: ${String(isSo)}`)), PATIENCE);
  });
  await Promise.race([page.evaluate(`(${observed})(${String(isSo)})`), tooLate]).finally(() => clearTimeout(late));
}

/** Runs in the page. */
function observed(isSo: () => boolean): Promise<void> {
  return new Promise((done) => {
    const observer = new MutationObserver(look);
    function look(): void {
      if (!isSo()) return;
      observer.disconnect();
      done();
    }
    observer.observe(document, { attributes: true, childList: true, subtree: true, characterData: true });
    look();
  });
}
