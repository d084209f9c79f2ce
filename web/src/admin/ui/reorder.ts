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
  /** The place whose element is at a height on the screen. */
  const placeAt = (y: number) =>
    [...(list.current?.children ?? [])].findIndex((child) => {
      const { top, bottom } = child.getBoundingClientRect();
      return y >= top && y <= bottom;
    });
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
      const to = placeAt(clientY);
      if (dragged.current === null || to < 0 || to === dragged.current) return;
      go(dragged.current, to);
      dragged.current = to;
    },
    onLostPointerCapture: () => (dragged.current = null),
  });
  return { list, handle };
}

export const HANDLE = 'handle';
