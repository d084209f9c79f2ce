import type { Field } from '#contract/fields';
import { IN_SPANISH } from '#contract/problems';
import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';

/** Delay, in ms, from the last keystroke until the text is stored as a draft. */
export const DRAFT_DELAY = 300;

/** Unsaved text of a field. `base` is the value that was shown when its author began. */
export interface Typing {
  value: Json;
  base: Json;
}

/** Unsaved text as it is stored, with an older one of the same field that its author has neither taken nor dropped. */
export interface KeptText extends Typing {
  earlier?: Typing;
}

/** The editing state of one field, from the first keystroke to the save. */
export interface Editing {
  /** null: the field shows what is stored. */
  typing: Typing | null;
  /** The stored draft has been read. Until then none is written, because it would replace that one. */
  isSearched: boolean;
  /** A draft that was found after typing had begun. It is offered, not shown. */
  earlier: Typing | null;
  /** The text that is being saved. */
  saving: Typing | null;
  /** The field was left during a save: its text at that time is saved next. */
  isSaveAsked: boolean;
  /** The text was restored from a draft. */
  isRecovered: boolean;
  /**
   * The text was restored from a draft and not edited since. It may be incomplete, or still being written in another
   * tab, so leaving the screen does not save it.
   */
  isUntouched: boolean;
  /** The person was asked before the last save, and wants to look at the text once more. */
  isPutOff: boolean;
  error: string | null;
  /** The last value saved since the screen was opened, if any. */
  wasSaved: boolean;
  saved: Json | undefined;
}

export type EditingEvent =
  // `stored` is the value that the field shows without the text.
  | { type: 'typed'; value: Json; stored: Json }
  // A picked value is saved immediately.
  | { type: 'picked'; value: Json; stored: Json }
  | { type: 'left' }
  | { type: 'screen-left'; savesItself: boolean }
  // The page was hidden, or the delay before keeping a draft is over.
  | { type: 'draft-due' }
  // `draft` is null if the device holds none.
  | { type: 'draft-found'; draft: KeptText | null; stored: Json }
  // The field has another stored value, of this person or of someone else.
  | { type: 'stored'; value: Json }
  // The earlier text is shown, and the shown one is offered in its place.
  | { type: 'earlier-taken' }
  | { type: 'earlier-dropped' }
  | { type: 'saved'; value: Json }
  // The person declined the save.
  | { type: 'save-declined' }
  // The person wants to look at the text once more before it is saved.
  | { type: 'save-postponed' }
  | { type: 'save-failed'; message: string }
  | { type: 'reverted' }
  // The person wants what they have discarded.
  | { type: 'put-back'; text: Typing }
  | { type: 'refused'; message: string }
  | { type: 'notice-seen' };

/** Effects to run. All but `plan-draft` cancel the delay that it started. */
export type EditingEffect =
  | { type: 'plan-draft' }
  | { type: 'keep-draft'; draft: KeptText }
  | { type: 'drop-draft' }
  | { type: 'save'; value: Json; base: Json };

interface Step {
  state: Editing;
  effects: EditingEffect[];
}
type Parser = Pick<Field, 'parse'>;

export const NOT_EDITING: Editing = {
  typing: null,
  isSearched: false,
  earlier: null,
  saving: null,
  isSaveAsked: false,
  isRecovered: false,
  isUntouched: false,
  isPutOff: false,
  error: null,
  wasSaved: false,
  saved: undefined,
};

/** Pure reducer of a field's editing state: returns the next state and the effects to run. */
export function stepEditing(state: Editing, event: EditingEvent, field: Parser): Step {
  switch (event.type) {
    case 'typed': {
      const next = withText(state, event.value, event.stored);
      const isReadable = state.error !== null && readTyped(field, event.value, next.typing.base).is !== 'invalid';
      return { state: isReadable ? { ...next, error: null } : next, effects: [{ type: 'plan-draft' }] };
    }
    case 'picked':
      return commit(withText(state, event.value, event.stored), field);
    case 'left':
      return commit(state, field);
    case 'screen-left': {
      if (state.isUntouched) return quiet(state);
      const kept = keepDraft(state);
      return event.savesItself ? after(kept, commit(state, field)) : kept;
    }
    case 'draft-due':
      return keepDraft(state);
    case 'draft-found':
      return recover(state, event.draft, event.stored, field);
    case 'stored':
      // The draft was of a save under way, as that of a screen that was left a moment ago.
      return isRestoredAs(state, event.value, field) ? forget(state) : quiet(state);
    case 'earlier-taken':
      return state.earlier ? takeEarlier(state, state.earlier, field) : quiet(state);
    case 'earlier-dropped':
      return storeText({ ...state, earlier: null });
    case 'saved':
      return afterSave(storedText(state, event.value), field);
    case 'save-declined':
      return forget({ ...state, saving: null, isSaveAsked: false });
    case 'save-postponed':
      return keepDraft({ ...state, saving: null, isSaveAsked: false, isPutOff: true });
    case 'save-failed':
      return afterSave(keepDraft({ ...state, error: event.message }), field);
    case 'reverted':
      // What is being saved can only be undone afterwards.
      return isBeingSaved(state) ? quiet(state) : forget(state);
    case 'put-back':
      return takeEarlier(state, event.text, field);
    case 'refused': {
      const { state: next, effects } = forget(state);
      return { state: { ...next, error: event.message }, effects };
    }
    case 'notice-seen':
      return quiet({ ...state, wasSaved: false });
  }
}

type Typed = { is: 'same' } | { is: 'changed'; value: Json } | { is: 'invalid'; message: string };

/** Parses typed input and compares its canonical value with the stored one: only changes are saved (spec section 4). */
export function readTyped(field: Parser, typed: Json, stored: Json): Typed {
  if (sameValue(typed, stored)) return { is: 'same' };
  const parsed = field.parse.safeParse(typed, IN_SPANISH);
  if (!parsed.success) return { is: 'invalid', message: parsed.error.issues[0]?.message ?? IN_SPANISH.error() };
  const value = parsed.data as Json;
  return sameValue(value, stored) ? { is: 'same' } : { is: 'changed', value };
}

/** Returns whether saving the text would change the field. */
export function isChanged({ typing }: Editing, field: Parser): boolean {
  return typing !== null && readTyped(field, typing.value, typing.base).is !== 'same';
}

/** Whether the text that is shown is being saved, and nothing was typed since. */
export const isBeingSaved = ({ typing, saving }: Editing) => saving !== null && saving === typing;

function withText(state: Editing, value: Json, stored: Json): Editing & { typing: Typing } {
  return { ...state, typing: { value, base: state.typing?.base ?? stored }, isUntouched: false };
}

/** Saves the text if its canonical value differs from its base; one save at a time. */
function commit(before: Editing, field: Parser): Step {
  const state = { ...before, isPutOff: false };
  const { typing, saving } = state;
  if (saving) return quiet({ ...state, isSaveAsked: true });
  // What was refused is gone already.
  if (!typing) return quiet({ ...state, error: null });
  const read = readTyped(field, typing.value, typing.base);
  switch (read.is) {
    case 'same':
      return forget(state);
    case 'invalid':
      return keepDraft({ ...state, error: read.message });
    case 'changed':
      return { state: { ...state, saving: typing }, effects: [{ type: 'save', value: read.value, base: typing.base }] };
  }
}

/** The save has stored `value`, which becomes the base of text typed in the meantime. */
function storedText(state: Editing, value: Json): Step {
  const saved = { ...state, wasSaved: true, saved: value };
  if (state.typing === null) return quiet(saved);
  return state.typing === state.saving
    ? forget(saved)
    : quiet({ ...saved, typing: { ...state.typing, base: value }, isUntouched: false });
}

function afterSave(step: Step, field: Parser): Step {
  const isAsked = step.state.isSaveAsked;
  const over: Step = { ...step, state: { ...step.state, saving: null, isSaveAsked: false } };
  return isAsked ? after(over, commit(over.state, field)) : over;
}

function recover(before: Editing, found: KeptText | null, stored: Json, field: Parser): Step {
  const state = { ...before, isSearched: true };
  if (!found) return keepDraft(state);
  const { earlier = null, ...draft } = found;
  const isNothing = draft.value === '' && readTyped(field, '', stored).is === 'invalid';
  const isSaved = [draft.base, stored].some((base) => readTyped(field, draft.value, base).is === 'same');
  const isTyped = state.typing !== null && readTyped(field, draft.value, state.typing.value).is === 'same';
  if (isNothing || isSaved || isTyped) return storeText({ ...state, earlier });
  // Typing, or even a save, was faster than reading the draft.
  if (state.typing || state.saving || state.wasSaved) return storeText({ ...state, earlier: draft });
  return quiet({ ...state, typing: draft, earlier, isUntouched: true, isRecovered: true });
}

/** Whether the text was restored from a draft, was not edited since, and is the value. */
function isRestoredAs({ typing, isUntouched }: Editing, value: Json, field: Parser): boolean {
  return isUntouched && typing !== null && readTyped(field, typing.value, value).is === 'same';
}

function takeEarlier(state: Editing, earlier: Typing, field: Parser): Step {
  const left = isChanged(state, field) ? state.typing : null;
  return keepDraft({ ...state, typing: earlier, earlier: left, error: null, isRecovered: true, isUntouched: false });
}

function forget(state: Editing): Step {
  return storeText({ ...state, typing: null, error: null, isRecovered: false, isUntouched: false });
}

function keepDraft(state: Editing): Step {
  return state.typing ? storeText(state) : quiet(state);
}

/** Updates the stored draft from the state: the unsaved text, otherwise the earlier one, otherwise none. */
function storeText(state: Editing): Step {
  const { typing, earlier, isSearched } = state;
  if (!isSearched) return quiet(state);
  const draft = typing && earlier ? { ...typing, earlier } : (typing ?? earlier);
  return { state, effects: [draft ? { type: 'keep-draft', draft } : { type: 'drop-draft' }] };
}

function after(first: Step, second: Step): Step {
  return { state: second.state, effects: [...first.effects, ...second.effects] };
}

function quiet(state: Editing): Step {
  return { state, effects: [] };
}
