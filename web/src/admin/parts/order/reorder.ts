import { useEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Makes the children of a list or grid movable by a handle each, `HANDLE` being its class: dragged with a mouse or a
 * finger, or moved with the arrow keys; and by the buttons `StepButtons`. The focus stays with what is moved.
 * @param moveAtOnce the same as `move`, for a press on a button: there is no end of it to wait for
 * @param dropped called when what was dragged is let go of
 */
export function useReorder<L extends HTMLElement>(
  move: (from: number, to: number) => void,
  moveAtOnce = move,
  dropped = () => {},
): {
  list: RefObject<L | null>;
  handle: (at: number) => object;
  step: (at: number, by: -1 | 1) => void;
  put: (from: number, to: number) => void;
} {
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
  const put = (from: number, to: number) => go(from, to, undefined, moveAtOnce);
  const placeFor = (from: number, at: Point) =>
    placeAt(
      [...(list.current?.children ?? [])].map((child) => child.getBoundingClientRect()),
      from,
      at,
    );
  const handle = (at: number) => ({
    onKeyDown(event: KeyboardEvent) {
      const by = STEPS.get(event.key);
      if (by === undefined) return;
      event.preventDefault();
      go(at, at + by);
    },
    onPointerDown({ currentTarget, pointerId }: PointerEvent) {
      dragged.current = at;
      currentTarget.setPointerCapture(pointerId);
    },
  });
  const drag = useRef({ to: (_: Point) => {}, end: () => {} });
  useEffect(() => {
    drag.current = {
      to(point) {
        const from = dragged.current;
        if (from === null) return;
        const to = placeFor(from, point);
        if (to !== from) go(from, to);
        dragged.current = to;
      },
      end() {
        if (dragged.current === null) return;
        dragged.current = null;
        dropped();
      },
    };
  });
  // Of the whole window: an element that is put to another place of its list loses the pointer that it has captured.
  useEffect(() => {
    const onMove = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => drag.current.to({ x, y });
    const onEnd = () => drag.current.end();
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onEnd);
    addEventListener('pointercancel', onEnd);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onEnd);
      removeEventListener('pointercancel', onEnd);
    };
  }, []);
  return { list, handle, step, put };
}

export const HANDLE = 'handle';
const STEPS: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
  ['ArrowDown', 1],
  ['ArrowRight', 1],
]);

interface Point {
  x: number;
  y: number;
}
type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right' | 'height'>;

/**
 * Returns the place to which an element goes that is dragged to a point, so that it stays there: its own or another. In
 * a list only the height counts, because a finger does not stay in its column.
 * @param boxes of all elements, in their order
 */
export function placeAt(boxes: readonly Box[], from: number, { x, y }: Point): number {
  const isGrid = boxes.some(({ left }) => left !== boxes[0]?.left);
  const isIn = ({ top, bottom, left, right }: Box) => y >= top && y <= bottom && (!isGrid || (x >= left && x <= right));
  const to = boxes.findIndex(isIn);
  const box = boxes[to];
  if (!box) return from;
  if (isGrid) return to;
  const height = boxes[from]?.height ?? 0;
  return (to > from && y < box.bottom - height) || (to < from && y > box.top + height) ? from : to;
}
