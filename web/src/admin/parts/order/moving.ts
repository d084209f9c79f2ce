import { useState } from 'react';

type Order = readonly string[];

/** An order in which something is moved, or was moved and saved. */
export interface Moving {
  names: Order;
  /** The stored order when the movement began. */
  base: Order;
  isSaved: boolean;
}

/**
 * Returns the order that a list shows. What was saved is shown until the stored order follows: if it was given up when
 * the save ends, entries would go back and forth, and the one with the focus would lose it.
 */
export function shownOrder(stored: Order, moving: Moving | null): Order {
  if (!moving || hasFollowed(stored, moving)) return stored;
  // An entry may be added or removed meanwhile.
  const isSame = moving.names.length === stored.length && moving.names.every((name) => stored.includes(name));
  return isSame ? moving.names : stored;
}

const hasFollowed = (stored: Order, { base, isSaved }: Moving) =>
  isSaved && (stored.length !== base.length || stored.some((name, at) => name !== base[at]));

/**
 * The order of a list whose entries are moved.
 * @returns the order to show; `move` shows another; `saved` ends the movement, successfully or not
 */
export function useMoving(stored: Order) {
  const [moving, setMoving] = useState<Moving | null>(null);
  if (moving && hasFollowed(stored, moving)) setMoving(null);
  const open = moving?.isSaved === false ? moving : null;
  return {
    names: shownOrder(stored, moving),
    /** The movement that has not been saved. */
    open,
    move: (names: Order) => setMoving({ names, base: open?.base ?? stored, isSaved: false }),
    saved: (isDone: boolean) => setMoving((last) => (last && isDone ? { ...last, isSaved: true } : null)),
  };
}
