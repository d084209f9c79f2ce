import { createListeners } from '../../browser/listeners.ts';

/**
 * A press of the mouse or a finger, from the moment at which it takes the focus from a field until what is pressed has
 * got its click. A dialog that opens in between would swallow the click.
 */
export interface Press {
  isOn(): boolean;
  /** Calls back when a press is over. @returns stops that */
  onEnd(listener: () => void): () => void;
}

/** What ends a press, besides a click: a list that the browser draws itself takes the rest of a press away. */
const ENDS = ['mouseup', 'click', 'dragend', 'pointercancel', 'change', 'keydown', 'blur'] as const;

/** Follows the presses on the page. */
export function followPress(target: Window = window): Press {
  const ends = createListeners();
  let isOn = false;
  const begin = () => {
    isOn = true;
  };
  const end = () => {
    if (!isOn) return;
    // The click comes right after the end of the press, before anything else.
    target.setTimeout(() => {
      isOn = false;
      ends.call();
    });
  };
  target.addEventListener('mousedown', begin, true);
  for (const name of ENDS) target.addEventListener(name, end, true);
  target.addEventListener('pointermove', ({ buttons }) => buttons === 0 && end(), true);
  return { isOn: () => isOn, onEnd: ends.add };
}
