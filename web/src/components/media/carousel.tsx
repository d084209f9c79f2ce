import { Children, useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { CAROUSEL_DELAY, CAROUSEL_INTERVAL } from '#contract/limits';
import { whenIdle } from '../../browser/when-idle.ts';

interface Slider {
  initial: number;
  go(to: number): void;
  destroy(): void;
}

/**
 * A carousel that can be swiped; without a script, a row with scroll snapping. It starts to rotate 3 s after load, once
 * the page is idle, but not under reduced motion or while it is hovered, focused or touched (WAI-ARIA carousel
 * pattern). Before the application has started, `web/src/turning.ts` turns it and operates its buttons.
 * @param isOfPictures nothing in its slides takes the focus, so the row does as long as it scrolls
 */
export function Carousel({
  label,
  isOfPictures = false,
  children,
}: {
  label: string;
  isOfPictures?: boolean;
  children: ReactNode;
}) {
  const slides = Children.toArray(children);
  const list = useRef<HTMLUListElement>(null);
  const { slider, current } = useSlider(list, slides.length);
  const { isPaused, setPaused, held } = useTurning(list, slider, current, slides.length);
  const isLive = slider !== null;
  const turn = (by: number) => slider?.go((current + by + slides.length) % slides.length);
  return (
    <section className="carousel" aria-roledescription="carrusel" aria-label={label} {...held}>
      <ul
        ref={list}
        className={isLive ? 'slides live' : 'slides'}
        tabIndex={isOfPictures && slides.length > 1 && !isLive ? 0 : undefined}
        data-for-app
        aria-live={isLive && isPaused ? 'polite' : 'off'}
      >
        {slides.map((slide, at) => (
          <li
            key={at}
            aria-roledescription="diapositiva"
            aria-label={`${at + 1} de ${slides.length}`}
            inert={isLive && at !== current}
          >
            {slide}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="controls" hidden={!isLive}>
          <span className="date" suppressHydrationWarning>{`${current + 1} de ${slides.length}`}</span>
          <button type="button" aria-label="Anterior" onClick={() => turn(-1)}>
            ←
          </button>
          <button
            type="button"
            aria-label={isPaused ? 'Reanudar' : 'Pausar'}
            onClick={() => setPaused(!isPaused)}
            suppressHydrationWarning
          >
            {isPaused ? '▶' : '❚❚'}
          </button>
          <button type="button" aria-label="Siguiente" onClick={() => turn(1)}>
            →
          </button>
        </div>
      )}
    </section>
  );
}

function useSlider(
  list: RefObject<HTMLUListElement | null>,
  count: number,
): { slider: Slider | null; current: number } {
  const [slider, setSlider] = useState<Slider | null>(null);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    let isOver = false;
    let made: Slider | null = null;
    whenIdle(async () => {
      const { makeSlider } = await import('./slider.ts');
      if (isOver || !list.current) return;
      made = makeSlider(list.current, setCurrent);
      setCurrent(made.initial);
      setSlider(made);
    });
    return () => {
      isOver = true;
      made?.destroy();
      setSlider(null);
      setCurrent(0);
    };
  }, [list, count]);
  return { slider, current };
}

function useTurning(list: RefObject<HTMLUListElement | null>, slider: Slider | null, current: number, count: number) {
  const [isPaused, setPaused] = useState(true);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  const hasMoved = useRef(false);

  useEffect(() => {
    if (!slider) return;
    setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches);
    // A button that was pressed before the application started has the focus.
    setFocus(Boolean(list.current?.closest('.carousel:focus-within')));
  }, [list, slider]);
  useEffect(() => {
    if (!slider || isPaused || isHeld) return;
    if (current > 0) hasMoved.current = true;
    const rest = CAROUSEL_DELAY - performance.now();
    const wait = hasMoved.current ? CAROUSEL_INTERVAL : rest > 0 ? rest : CAROUSEL_DELAY;
    const timer = setTimeout(() => {
      if (!document.hidden) slider.go((current + 1) % count);
    }, wait);
    return () => clearTimeout(timer);
  }, [slider, isPaused, isHeld, current, count]);

  const point = () => setPointedAt(true);
  const leave = () => setPointedAt(false);
  const held = {
    onPointerEnter: point,
    onPointerLeave: leave,
    onTouchStart: point,
    onTouchEnd: leave,
    onTouchCancel: leave,
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
  return { isPaused, setPaused, held };
}
