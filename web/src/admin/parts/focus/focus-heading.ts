/** Focuses the heading of the screen without scrolling, where what had the focus is gone or another screen opened. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.focus({ preventScroll: true });
}
