import { createListeners } from '../../browser/listeners.ts';

/** Which fields of this tab hold something that was typed and not saved. An update of the portal waits for them. */
const dirty = new Set<object>();
const listeners = createListeners();

/** @param field stands for the field, the same object each time */
export function setDirty(field: object, isDirty: boolean): void {
  if (dirty.has(field) === isDirty) return;
  if (isDirty) dirty.add(field);
  else dirty.delete(field);
  listeners.call();
}

export const isAnyDirty = () => dirty.size > 0;

export const subscribeDirty = listeners.add;

/** Runs something when no field holds unsaved text: at once, or when the last one is saved or given up. */
export function whenNothingIsDirty(run: () => void): void {
  if (!isAnyDirty()) return run();
  const end = subscribeDirty(() => {
    if (isAnyDirty()) return;
    end();
    run();
  });
}
