/** Scroll position of each history entry. Views load too late for the browser to restore the position itself. */
const positions = new Map<string, number>();

export function rememberScroll(key: string): void {
  positions.set(key, window.scrollY);
}

/**
 * Scrolls to the remembered position (when going back), to the address's anchor, or to the top of the page.
 * @returns the anchor that it scrolled to, which can take the focus
 */
export function restoreScroll(key: string, isBack: boolean, hash: string): HTMLElement | null {
  const anchor = hash && !isBack ? document.getElementById(idIn(hash)) : null;
  if (isBack) window.scrollTo(0, positions.get(key) ?? 0);
  else if (anchor) {
    anchor.scrollIntoView();
    if (anchor.tabIndex < 0) anchor.tabIndex = -1;
  } else {
    window.scrollTo(0, 0);
    // Several alerts may fill the screen, and what was asked for would be out of sight.
    const heading = document.querySelector('main h1');
    if (heading && heading.getBoundingClientRect().bottom > window.innerHeight) heading.scrollIntoView();
  }
  return anchor;
}

/** Returns the id that an address names after its `#`; as it stands if it is not a valid encoding, such as `#100%`. */
function idIn(hash: string): string {
  const encoded = hash.slice(1);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/**
 * Notes what the person is reading.
 * @returns a function that brings it back to its place on the screen, where the page was drawn anew with other content
 */
export function keepPlace(): () => void {
  const parts = () => [...document.querySelectorAll(':is(main, footer) :is(h1, h2, h3, p, li, tr)')];
  const topOf = (part: Element) => part.getBoundingClientRect().top;
  if (window.scrollY === 0) return () => {};
  const read = parts()
    // Not what is printed only, which has no place.
    .filter((part) => part.getClientRects().length > 0)
    .map((part) => [part.textContent, topOf(part)] as const)
    .filter(([, top]) => top >= 0 && top < window.innerHeight);
  return () => {
    for (const [text, top] of read) {
      const [part, ...more] = parts().filter(({ textContent }) => textContent === text);
      // What stands there more than once may not be the same.
      if (part && more.length === 0) return window.scrollBy({ top: topOf(part) - top, behavior: 'instant' });
    }
  };
}
