import { CAROUSEL_INTERVAL } from '#contract/limits';

/**
 * Turns the carousels of a page that has not started the application: loaded 3 s after the page, it uses the row's
 * own scrolling. The application (`web/src/components/media/carousel.tsx`, whose buttons these are) takes over at the
 * slide that is shown then or, while the row is on its way to another, at that one: `data-turn` of the row names it.
 */
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
const untilReady = new AbortController();
const { signal } = untilReady;
document.addEventListener('app-ready', () => untilReady.abort(), { once: true });

const shown = (list: HTMLElement) => Math.round(list.scrollLeft / list.clientWidth);

function turn(carousel: HTMLElement): void {
  const list = carousel.querySelector<HTMLElement>('.slides');
  const slides = [...(list?.children ?? [])] as HTMLElement[];
  const controls = carousel.querySelector<HTMLElement>('.controls');
  const [back, pause, on] = controls?.querySelectorAll('button') ?? [];
  if (!list || !controls || !back || !pause || !on || slides.length < 2) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = isStill;
  let isPointedAt = false;
  const isHeld = () => isPaused || isPointedAt || carousel.contains(document.activeElement);

  async function show(by: number): Promise<void> {
    if (!list) return;
    const from = list.dataset.turn ? Number(list.dataset.turn) : shown(list);
    const at = (from + by + slides.length) % slides.length;
    list.dataset.turn = String(at);
    const slide = slides[at];
    const picture = slide?.querySelector('img');
    slide?.classList.add('near');
    if (picture) picture.loading = 'eager';
    await picture?.decode().catch(() => {});
    if (signal.aborted || list.dataset.turn !== String(at)) return;
    list.scrollTo({ left: at * list.clientWidth, behavior: isStill ? 'auto' : 'smooth' });
    const words = controls?.querySelector('.date');
    if (words) words.textContent = `${at + 1} de ${slides.length}`;
  }
  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!document.hidden && !isHeld()) void show(1);
      wait();
    }, CAROUSEL_INTERVAL);
  }
  function setPaused(to: boolean): void {
    isPaused = to;
    pause?.setAttribute('aria-label', isPaused ? 'Reanudar' : 'Pausar');
    if (pause) pause.textContent = isPaused ? '▶' : '❚❚';
  }

  controls.hidden = false;
  setPaused(isPaused);
  back.addEventListener('click', () => void show(-1), { signal });
  on.addEventListener('click', () => void show(1), { signal });
  pause.addEventListener('click', () => setPaused(!isPaused), { signal });
  for (const byHand of ['touchstart', 'wheel', 'focusin']) {
    list.addEventListener(byHand, () => delete list.dataset.turn, { passive: true });
  }
  list.addEventListener('scrollend', () => {
    if (list.dataset.turn === String(shown(list))) delete list.dataset.turn;
  });
  carousel.addEventListener('pointerenter', () => (isPointedAt = true), { signal });
  carousel.addEventListener('pointerleave', () => (isPointedAt = false), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  if (!isHeld()) void show(1);
  wait();
}

for (const carousel of document.querySelectorAll<HTMLElement>('.carousel')) turn(carousel);
