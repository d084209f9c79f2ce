import { useEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';

/**
 * Makes the children of a list movable by a handle each, `HANDLE` being its class: dragged with a mouse or a finger, or
 * moved with the arrow keys. The focus stays with what is moved.
 */
export function useReorder<L extends HTMLElement>(
  move: (from: number, to: number) => void,
): { list: RefObject<L | null>; handle: (at: number) => object } {
  const list = useRef<L>(null);
  const dragged = useRef<number | null>(null);
  const followed = useRef<number | null>(null);
  useEffect(() => {
    const at = followed.current;
    followed.current = null;
    if (at !== null) list.current?.children[at]?.querySelector<HTMLElement>(`.${HANDLE}`)?.focus();
  });

  function go(from: number, to: number): void {
    if (to < 0 || to >= (list.current?.children.length ?? 0)) return;
    followed.current = to;
    move(from, to);
  }
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
  return { list, handle };
}

export const HANDLE = 'handle';
