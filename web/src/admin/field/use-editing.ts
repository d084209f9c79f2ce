import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Field } from '#contract/fields';
import { NotKept } from '../../offline/outbox/outbox-db.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { useUndoOffer } from '../parts/undo-offer.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import type { DraftPlace } from '../workspace/workspace.ts';
import { DRAFT_DELAY, isBeingSaved, isChanged, NOT_EDITING, stepEditing } from './editing.ts';
import type { EditingEffect, EditingEvent, KeptText, Typing } from './editing.ts';
import { whenPageHides } from '../changes/when-page-hides.ts';
import { useUnsavedText } from '../changes/use-unsaved-text.ts';

/** Error of a refused save, with a message for the person. */
export class Refusal extends Error {
  /** Name of the field whose value the server refused; undefined if it named none. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

const NOT_SAVED = 'No pudimos guardarlo. Lo que escribiste sigue acá: probá otra vez.';
const ignore = () => {};
/** The kinds of fields in which people write, as against those that hold one datum. Documents have no kind. */
const PROSE: ReadonlySet<Field['kind']> = new Set(['line', 'lines', 'html', 'pdfTitles']);

interface Options {
  /** Where the field's drafts are kept; null if this device keeps none. */
  place: DraftPlace | null;
  field: Pick<Field, 'label' | 'parse' | 'ownButton'> & Partial<Pick<Field, 'kind'>>;
  stored: Json;
  /** Resolves when the change is stored; rejects with a message for the person. */
  save: (value: Json, base: Json) => Promise<void>;
  /** Question to confirm before a change is saved; declining restores the old value. */
  confirmChange: string | undefined;
  /** Called with a change before it is saved, however that was asked for; false leaves the text unsaved. */
  isSure?: (value: Json, base: Json) => Promise<boolean>;
  /** Called with the new value before a change is saved; false restores the old value. */
  mayChange?: ((value: Json) => Promise<boolean>) | undefined;
}

/**
 * Manages a field's text from the first keystroke to the save: stores it as a draft, restores it after a crash, and
 * saves it if its canonical value differs from the initial one. `stepEditing` decides what happens; this hook connects
 * it with the screen and the outbox.
 */
export function useEditing(options: Options) {
  const { place, field, stored, confirmChange } = options;
  const drafts = useDrafts(place);
  const save = useSaving(options);
  const [state, setState] = useState(NOT_EDITING);
  /** The current state, also between two renders. */
  const current = useRef(state);
  /** The save under way, with those that follow it. */
  const saves = useRef(Promise.resolve());

  /** Resolves when the saves triggered by the event have ended. */
  async function run(event: EditingEvent): Promise<void> {
    const { state: next, effects } = stepEditing(current.current, event, field);
    current.current = next;
    setState(next);
    await Promise.all(effects.map(carryOut));
  }

  async function carryOut(effect: EditingEffect): Promise<void> {
    switch (effect.type) {
      case 'plan-draft':
        return drafts.plan(() => void run({ type: 'draft-due' }));
      case 'keep-draft':
        return drafts.keep(effect.draft);
      case 'drop-draft':
        return drafts.drop();
      case 'save':
        return (saves.current = saveNow(effect.value, effect.base));
    }
  }

  async function saveNow(value: Json, base: Json): Promise<void> {
    await run(await save(value, base));
  }

  const recover = useEffectEvent(async () => run({ type: 'draft-found', draft: await drafts.find(), stored }));
  /** The search for the field's draft; until it has ended none is stored. */
  const search = useRef(Promise.resolve());
  const hide = useEffectEvent(() => void run({ type: 'draft-due' }));
  // There is no screen left to show a confirmation on, so the text stays a draft.
  const savesWhenLeft = !field.ownButton && !confirmChange;
  const leaveScreen = useEffectEvent(() => void run({ type: 'screen-left', savesItself: savesWhenLeft }));
  useEffect(() => {
    search.current = recover();
    const stopListening = whenPageHides(hide);
    return () => {
      stopListening();
      leaveScreen();
    };
  }, []);

  const follow = useEffectEvent((value: Json) => void run({ type: 'stored', value }));
  useEffect(() => follow(stored), [stored]);

  // Reading a long text takes a while, and the field is drawn more than once for each key.
  const isEditing = useMemo(() => isChanged(state, field), [state, field]);
  // The save ends without the screen; if it fails, the text is a draft.
  const isSaving = isBeingSaved(state);
  useUnsavedText({
    value: state.typing,
    isUnsaved: isEditing,
    // A refused choice is not work that could be lost.
    isListed: field.kind !== 'choice' && field.kind !== 'flag',
    place,
    label: field.label,
    isProse: field.kind === undefined || PROSE.has(field.kind),
    savesItself: isSaving || (!field.ownButton && !state.isRecovered && state.error === null),
    isTouched: !state.isUntouched,
    isRefused: state.error !== null,
    fault: () => current.current.error,
    isPutOff: () => current.current.isPutOff,
    async save() {
      await run({ type: 'left' });
      // One that was already under way is followed by another for what was typed since.
      await saves.current;
      return current.current.typing === null;
    },
    async keep() {
      await search.current;
      await run({ type: 'draft-due' });
    },
  });

  const offer = useUndoOffer();
  const { pathname } = useLocation();
  function discard(event: EditingEvent, text: Typing | null): void {
    void run(event);
    if (text === null || current.current.typing === text) return;
    offer({
      text: `Se descartó lo escrito: «${field.label}»`,
      undo: () => run({ type: 'put-back', text }),
      undone: `Está otra vez lo que escribiste en «${field.label}»`,
      list: pathname,
      record: '',
    });
  }

  return {
    value: state.typing?.value ?? stored,
    isEditing,
    /** The text can be undone: it is not being saved. */
    canRevert: isEditing && !isSaving,
    error: state.error,
    /** What was typed could not be read, and the value of before is shown again: it is not wrong. */
    isPutBack: state.error !== null && state.typing === null,
    isRecovered: state.isRecovered && !isSaving,
    /** There is another unsaved text of this field, which is not shown. */
    hasEarlier: state.earlier !== null,
    wasSaved: state.wasSaved,
    /** The last value saved since the screen was opened. */
    saved: state.saved,
    type: (value: Json) => void run({ type: 'typed', value, stored }),
    pick: (value: Json) => void run({ type: 'picked', value, stored }),
    leave: () => void run({ type: 'left' }),
    /** Discards the text, and offers to put it back. */
    revert: () => discard({ type: 'reverted' }, state.typing),
    takeEarlier: () => void run({ type: 'earlier-taken' }),
    dropEarlier: () => discard({ type: 'earlier-dropped' }, state.earlier),
    /** Discards the typed text and shows why. */
    refuse: (message: string) => void run({ type: 'refused', message }),
    forgetSaved: () => void run({ type: 'notice-seen' }),
  };
}

/** Asks for confirmation if required, and saves. */
function useSaving({ field, save, confirmChange, isSure, mayChange }: Options) {
  const confirm = useConfirm();
  return async (value: Json, base: Json): Promise<EditingEvent> => {
    try {
      if (confirmChange && !(await confirm({ text: confirmChange, names: [field.label] })))
        return { type: 'save-declined' };
      if (isSure && !(await isSure(value, base))) return { type: 'save-postponed' };
      if (mayChange && !(await mayChange(value))) return { type: 'save-declined' };
      await save(value, base);
      return { type: 'saved', value };
    } catch (failure) {
      const isTold = failure instanceof Refusal || failure instanceof NotKept;
      return { type: 'save-failed', message: isTold ? failure.message : NOT_SAVED };
    }
  };
}

/** The field's draft on this device. Failures to write, read or delete it are ignored. */
function useDrafts(place: DraftPlace | null) {
  const workspace = useWorkspace();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    plan(keep: () => void): void {
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, DRAFT_DELAY);
    },
    async keep(draft: KeptText): Promise<void> {
      clearTimeout(timer.current);
      if (place) await workspace.keepDraft(place, draft).catch(ignore);
    },
    drop(): void {
      clearTimeout(timer.current);
      if (place) void workspace.dropDraft(place).catch(ignore);
    },
    async find(): Promise<KeptText | null> {
      const draft = place && (await workspace.draft(place).catch(() => null));
      return draft && { value: draft.value, base: draft.base, ...(draft.earlier && { earlier: draft.earlier }) };
    },
  };
}
