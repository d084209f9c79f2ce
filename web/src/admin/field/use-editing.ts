import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Field } from '#contract/fields';
import { NotKept } from '../../offline/outbox/outbox-db.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import type { DraftPlace } from '../workspace/workspace.ts';
import { setDirty } from '../unsaved/dirty-fields.ts';
import { readTyped } from './field-state.ts';
import { setUnsaved } from '../unsaved/texts.ts';

/** A save that was refused, in words for the person. */
export class Refusal extends Error {
  /** What the server did not accept; undefined where it named nothing. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

interface Typing {
  value: Json;
  /** What the person was looking at when they began: the base of what they are writing. */
  base: Json;
}
const DRAFT_DELAY = 300;
const ignore = () => {};

/**
 * What is typed into a field, from the first keystroke to the save: kept as a draft, brought back after a crash, saved if
 * its canonical value is another than the one the person began with.
 * @param save resolves when the change is safe; rejects with words for the person when it is not
 * @param confirmChange asked before it is saved; refusing gives the old value back
 * @param mayChange asked before it is saved, with the new value; false gives the old one back
 */
export function useEditing({ place, field, stored, save, confirmChange, mayChange }: {
  place: DraftPlace | null; field: Pick<Field, 'label' | 'parse' | 'ownButton'> & Partial<Pick<Field, 'kind'>>; stored: Json; save: (value: Json, base: Json) => Promise<void>;
  confirmChange: string | undefined; mayChange?: ((value: Json) => Promise<boolean>) | undefined;
}) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const [typing, setTyping] = useState<Typing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isRecovered, setRecovered] = useState(false);
  const [wasSaved, setSaved] = useState(false);
  const [saved, setValue] = useState<Json>();
  // What was typed last, for whoever asks between two drawings.
  const current = useRef<Typing | null>(null);
  const isSaving = useRef(false);
  const isAsked = useRef(false);
  // What was brought back may be half a sentence, here or still being written in another tab: nobody has left it for good.
  const isUntouched = useRef(false);
  const draftTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function show(next: Typing | null) {
    current.current = next;
    isUntouched.current = false;
    setTyping(next);
  }
  function keepDraft() {
    clearTimeout(draftTimer.current);
    if (current.current && place) void workspace.keepDraft(place, current.current).catch(ignore);
  }
  function forget() {
    clearTimeout(draftTimer.current);
    show(null);
    setError(null);
    setRecovered(false);
    if (place) void workspace.dropDraft(place).catch(ignore);
  }

  function type(value: Json) {
    const base = current.current?.base ?? stored;
    show({ value, base });
    if (error !== null && readTyped(field, value, base).is !== 'invalid') setError(null);
    clearTimeout(draftTimer.current);
    draftTimer.current = setTimeout(keepDraft, DRAFT_DELAY);
  }

  async function commit() {
    const typed = current.current;
    // What is chosen while a save is under way is saved after it.
    isAsked.current = isSaving.current;
    if (!typed || isSaving.current) return;
    const read = readTyped(field, typed.value, typed.base);
    if (read.is === 'same') return forget();
    if (read.is === 'invalid') {
      keepDraft();
      setError(read.message);
      return;
    }
    isSaving.current = true;
    try {
      if (confirmChange && !(await confirm({ text: confirmChange }))) return forget();
      if (mayChange && !(await mayChange(read.value))) return forget();
      await save(read.value, typed.base);
      setSaved(true);
      setValue(read.value);
      if (current.current === typed) forget();
      else if (current.current) show({ ...current.current, base: read.value });
    } catch (failure) {
      keepDraft();
      setError(failure instanceof Refusal || failure instanceof NotKept ? failure.message : 'No pudimos guardarlo. Lo que escribiste sigue acá: probá otra vez.');
    } finally {
      isSaving.current = false;
    }
    if (isAsked.current) await commit();
  }

  const recover = useEffectEvent(async () => {
    const draft = place && (await workspace.draft(place).catch(() => null));
    if (!draft || current.current) return;
    // Nothing was typed, or nothing whole, or it has been saved since.
    if (draft.value === '' && readTyped(field, '', stored).is === 'invalid') return void workspace.dropDraft(place).catch(ignore);
    if ([draft.base, stored].some((one) => readTyped(field, draft.value, one).is === 'same')) return void workspace.dropDraft(place).catch(ignore);
    show({ value: draft.value, base: draft.base });
    isUntouched.current = true;
    setRecovered(true);
  });
  const leaveScreen = useEffectEvent(() => {
    if (isUntouched.current) return;
    keepDraft();
    // A confirmation has no screen to stand on any more: then the draft is what stays.
    if (!field.ownButton && !confirmChange) void commit();
  });
  const hide = useEffectEvent(keepDraft);
  useEffect(() => {
    void recover();
    const onHide = () => hide();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', onHide);
      leaveScreen();
    };
  }, []);

  const isEditing = typing !== null && readTyped(field, typing.value, typing.base).is !== 'same';
  useEffect(() => {
    setDirty(current, isEditing);
    return () => setDirty(current, false);
  }, [isEditing]);

  const saveNow = useEffectEvent(async () => {
    await commit();
    return current.current === null;
  });
  const savesItself = !field.ownButton && !isRecovered && error === null;
  const isChoice = field.kind === 'choice' || field.kind === 'flag';
  const { entity, recordId, field: name } = place ?? {};
  useEffect(() => {
    const at = entity !== undefined && recordId !== undefined && name !== undefined ? { entity, recordId, field: name } : null;
    const text = { place: at, label: field.label, savesItself, isTouched: !isUntouched.current, save: () => saveNow() };
    // A choice that was refused is no work that could be lost.
    setUnsaved(current, isEditing && !isChoice ? text : null);
    return () => setUnsaved(current, null);
  }, [isEditing, isChoice, savesItself, typing, entity, recordId, name, field.label]);

  return {
    value: typing?.value ?? stored,
    isEditing,
    error, isRecovered, wasSaved, type,
    /** What was saved last since the screen was opened. */
    saved,
    leave: () => void commit(),
    revert: forget,
    /** Gives up what was typed, and says why. */
    refuse(message: string) {
      forget();
      setError(message);
    },
    forgetSaved: () => setSaved(false),
    pick(value: Json) {
      show({ value, base: current.current?.base ?? stored });
      void commit();
    },
  };
}
