import { useEffect, useEffectEvent, useRef } from 'react';
import { setDirty } from './dirty-fields.ts';
import { fieldSelector, showField } from '../parts/focus/show-field.ts';
import { isLeavingPage, setUnsaved } from './texts.ts';
import type { UnsavedText } from './texts.ts';

/**
 * Registers text while it is not saved: an update of the portal waits for it, and leaving the screen asks about it.
 * @param value the text; it is registered again with each change
 * @param isListed false for what is no loss, such as a choice
 */
export function useUnsavedText({
  value,
  isUnsaved,
  isListed = true,
  place,
  label,
  isProse = false,
  savesItself,
  isTouched,
  isRefused = false,
  fault = () => null,
  isPutOff = () => false,
  controlId,
  question,
  save,
  keep,
}: Omit<UnsavedText, 'fault' | 'isPutOff' | 'show'> & {
  value: unknown;
  isUnsaved: boolean;
  isListed?: boolean;
  fault?: UnsavedText['fault'];
  isPutOff?: UnsavedText['isPutOff'];
  /** The control, where its field has no name. */
  controlId?: string;
}): void {
  /** Identifies the field. */
  const key = useRef(null);
  useEffect(() => {
    setDirty(key, isUnsaved);
    return () => setDirty(key, false);
  }, [isUnsaved]);

  const saveNow = useEffectEvent(save);
  const keepNow = useEffectEvent(keep);
  const faultNow = useEffectEvent(fault);
  const isPutOffNow = useEffectEvent(isPutOff);
  const { entity, recordId, field } = place ?? {};
  const showNow = useEffectEvent(() => showField(controlId ? `#${CSS.escape(controlId)}` : fieldSelector(field)));
  const isLost = isUnsaved && place === null;
  useEffect(() => {
    if (!isLost) return;
    // It has no draft: a page that is closed or loaded again would lose it without a word.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeavingPage()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isLost]);
  useEffect(() => {
    const hasPlace = entity !== undefined && recordId !== undefined && field !== undefined;
    const at = hasPlace ? { entity, recordId, field } : null;
    const text = {
      place: at,
      label,
      isProse,
      savesItself,
      isTouched,
      isRefused,
      ...(question && { question }),
      fault: () => faultNow(),
      isPutOff: () => isPutOffNow(),
      show: () => showNow(),
      save: () => saveNow(),
      keep: () => keepNow(),
    };
    setUnsaved(key, isUnsaved && isListed ? text : null);
    return () => setUnsaved(key, null);
  }, [
    isUnsaved,
    isListed,
    savesItself,
    isTouched,
    isRefused,
    value,
    entity,
    recordId,
    field,
    label,
    isProse,
    question,
  ]);
}
