import { useEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Makes the children of a list movable by a handle each, `HANDLE` being its class: dragged with a mouse or a finger, or
 * moved with the arrow keys; and by the buttons `StepButtons`. The focus stays with what is moved.
 * @param moveAtOnce the same as `move`, for a press on a button: there is no end of it to wait for
 */
export function useReorder<L extends HTMLElement>(
  move: (from: number, to: number) => void,
  moveAtOnce = move,
): { list: RefObject<L | null>; handle: (at: number) => object; step: (at: number, by: -1 | 1) => void } {
  const list = useRef<L>(null);
  const dragged = useRef<number | null>(null);
  const followed = useRef<{ at: number; control: string } | null>(null);
  useEffect(() => {
    if (!followed.current) return;
    const { at, control } = followed.current;
    followed.current = null;
    const entry = list.current?.children[at];
    const button = entry?.querySelector<HTMLElement>(control);
    // A button that has nowhere left to move its entry takes no focus.
    if (button?.matches(':enabled')) button.focus();
    else entry?.querySelector<HTMLElement>(`.${HANDLE}`)?.focus();
  });

  function go(from: number, to: number, control = `.${HANDLE}`, act = move): void {
    if (to < 0 || to >= (list.current?.children.length ?? 0)) return;
    followed.current = { at: to, control };
    // A busy device delivers several movements at once, and each is measured on what the one before has moved.
    flushSync(() => act(from, to));
  }
  const step = (at: number, by: -1 | 1) => go(at, at + by, `[data-step="${by}"]`, moveAtOnce);
  /**
   * The place to which an element dragged to a height on the screen goes, so that it stays there: its own or another.
   */
  function placeFor(from: number, y: number): number {
    const boxes = [...(list.current?.children ?? [])].map((child) => child.getBoundingClientRect());
    const height = boxes[from]?.height ?? 0;
    const to = boxes.findIndex(({ top, bottom }) => y >= top && y <= bottom);
    const box = boxes[to];
    if (!box || (to > from && y < box.bottom - height) || (to < from && y > box.top + height)) return from;
    return to;
  }
  const handle = (at: number) => ({
    onKeyDown(event: KeyboardEvent) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (by === 0) return;
      event.preventDefault();
      go(at, at + by);
    },
    onPointerDown({ currentTarget, pointerId }: PointerEvent) {
      dragged.current = at;
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove({ clientY }: PointerEvent) {
      const from = dragged.current;
      if (from === null) return;
      const to = placeFor(from, clientY);
      if (to !== from) go(from, to);
      dragged.current = to;
    },
    onLostPointerCapture: () => (dragged.current = null),
  });
  return { list, handle, step };
}

export const HANDLE = 'handle';
