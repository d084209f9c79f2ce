import KeenSlider from 'keen-slider';

/**
 * Makes slides follow the finger. Loaded as a chunk of its own.
 * @param onChange called with the index of the current slide
 */
export function makeSlider(
  list: HTMLElement,
  onChange: (current: number) => void,
): { initial: number; go(to: number): void; destroy(): void } {
  // The row may have been scrolled before the application started, or be on its way to a slide (`web/src/turning.ts`).
  const { turn } = list.dataset;
  const shown = turn ? Number(turn) : Math.round(list.scrollLeft / list.clientWidth);
  // The focus stays on what has it. The row itself, which scrolls no longer, passes it on.
  const focused = [...list.children].findIndex((slide) => slide.contains(document.activeElement));
  const initial = focused === -1 ? shown : focused;
  if (document.activeElement === list) list.children[initial]?.querySelector('a')?.focus({ preventScroll: true });
  list.scrollLeft = 0;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const slider = new KeenSlider(list, {
    selector: ':scope > li',
    loop: true,
    initial,
    defaultAnimation: { duration: isStill ? 0 : 500 },
    slideChanged: ({ track }) => onChange(track.details.rel),
  });
  return {
    initial,
    go: (to) => slider.moveToIdx(to),
    destroy: () => slider.destroy(),
  };
}
