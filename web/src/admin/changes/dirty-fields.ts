import { createListeners } from '../../browser/listeners.ts';

/** The fields of this tab with unsaved text. An update of the portal waits for them. */
const dirty = new Set<object>();
const listeners = createListeners();

/** @param field identifies the field: the same object in each call */
export function setDirty(field: object, isDirty: boolean): void {
  if (dirty.has(field) === isDirty) return;
  if (isDirty) dirty.add(field);
  else dirty.delete(field);
  listeners.call();
}

export const isAnyDirty = () => dirty.size > 0;

export const subscribeDirty = listeners.add;

/** Calls `run` when no field has unsaved text: immediately, or after the last one is saved or discarded. */
export function whenNothingIsDirty(run: () => void): void {
  if (!isAnyDirty()) return run();
  const end = subscribeDirty(() => {
    if (isAnyDirty()) return;
    end();
    run();
  });
}
