import type { Location, NavigationType } from 'react-router-dom';

/** The part of the browser's history that is used; `delta` is the number of entries that were moved by. */
export interface WatchedHistory {
  action: NavigationType;
  location: Location;
  go(delta: number): void;
  listen(listener: (step: { action: NavigationType; location: Location; delta: number | null }) => void): () => void;
}

/**
 * Follows the browser's history, and asks before its back and forward buttons leave a screen with unsaved text.
 * The browser has moved by the time it says so: it is moved back to the shown entry while the question is open, and
 * forth again if the answer is to leave. A second press may come before the browser has returned.
 * @param mayLeave asks; resolves to whether to leave
 * @param show called with each entry that is shown from now on
 * @returns ends it
 */
export function guardHistory(
  history: WatchedHistory,
  {
    hasNothingUnsaved,
    mayLeave,
    show,
  }: {
    hasNothingUnsaved: () => boolean;
    mayLeave: () => Promise<boolean>;
    show: (step: { action: NavigationType; location: Location }) => void;
  },
): () => void {
  let shown = history.location.pathname;
  /** Position of the browser's entry, from the shown one. */
  let offset = 0;
  /** Position that the person wants to go to; null while no question is open. */
  let wanted: number | null = null;
  /** Length of the step with which the browser is moved back to the shown entry; null while it is not. */
  let returning: number | null = null;
  let isAllowed = false;

  function goBack(): void {
    returning = -offset;
    history.go(-offset);
  }

  function move(action: NavigationType, location: Location): void {
    shown = location.pathname;
    offset = 0;
    returning = null;
    isAllowed = false;
    show({ action, location });
  }

  async function ask(): Promise<void> {
    const isLeaving = await mayLeave();
    // Browsers may merge steps that follow each other closely, so the browser need not be back.
    const left = (wanted ?? 0) - offset;
    wanted = null;
    returning = null;
    if (!isLeaving) {
      if (offset !== 0) goBack();
    } else if (left === 0) {
      move(history.action, history.location);
    } else {
      isAllowed = true;
      history.go(left);
    }
  }

  return history.listen(({ action, location, delta }) => {
    const isPop = action === 'POP' && delta !== null;
    if (isPop) offset += delta;
    if (isPop && returning !== null) {
      if (offset === 0) returning = null;
      else if (delta === returning) goBack();
      // The person has pressed again before the browser was back.
      else wanted = offset;
      return;
    }
    const isAsked = isPop && !isAllowed && location.pathname !== shown && !hasNothingUnsaved();
    if (!isAsked) return move(action, location);
    const isOpen = wanted !== null;
    wanted = offset;
    goBack();
    if (!isOpen) void ask();
  });
}
