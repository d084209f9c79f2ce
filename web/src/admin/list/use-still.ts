import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Time, in ms, between the end of a touch and its click, which may be a separate task. */
const CLICK_TIME = 300;

/**
 * Returns the given content, as it was for as long as something in it is pressed: a row that moved meanwhile would lose
 * the press, or another row would get it.
 * @param selector of the elements that show the content
 */
export function useStill<T>(content: T, selector: string): T {
  const [held, setHeld] = useState<{ content: T } | null>(null);
  const shown = held ? held.content : content;
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = ({ button, target }: PointerEvent) => {
      if (button !== 0 || !(target instanceof Element && target.closest(selector))) return;
      clearTimeout(timer);
      setHeld({ content: latest.current });
    };
    const release = () => {
      clearTimeout(timer);
      setHeld(null);
    };
    const releaseSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(release, CLICK_TIME);
    };
    // Released in the bubbling phase, so that whatever the click is for has been done.
    const heard = [
      ['pointerdown', hold],
      ['pointerup', releaseSoon],
      ['pointercancel', release],
      ['click', release],
    ] as const;
    for (const [type, hear] of heard) addEventListener(type, hear as EventListener);
    return () => {
      clearTimeout(timer);
      for (const [type, hear] of heard) removeEventListener(type, hear as EventListener);
    };
  }, [selector]);
  return shown;
}
