import { useSyncExternalStore } from 'react';
import { createListeners } from '../../browser/listeners.ts';
import type { Question } from '../parts/confirm.tsx';
import { isSamePlace, useWorkspaceState } from '../workspace/workspace.ts';
import type { DraftPlace } from '../workspace/workspace.ts';

/** Unsaved text of a field in this tab. */
export interface UnsavedText {
  /** Where its drafts are kept; null if this device keeps none. */
  place: DraftPlace | null;
  /** The field's label on the screen. */
  label: string;
  /** It is written, unlike a link or a date. */
  isProse?: boolean;
  /** It is being saved, or is saved when its field is left: leaving needs no question. */
  savesItself: boolean;
  /** Why it could not be saved, in words for the person; null while nothing is known against it. */
  fault(): string | null;
  /** It was tried to save it, and it cannot be saved as it is. */
  isRefused?: boolean;
  /** Its author was asked before it was saved, and chose to look at it once more. */
  isPutOff(): boolean;
  /** Shows its field and puts the cursor there. */
  show(): void;
  /** It was edited since the screen was opened, not only restored from a draft. */
  isTouched: boolean;
  /** Saves it like its button. @returns whether it was saved */
  save(): Promise<boolean>;
  /** Asked instead of whether to save it, where it can only be copied from the screen: leaving loses it. */
  question?: Question;
  /** Stores it on this device at once, as far as there is a place for it. */
  keep(): Promise<void>;
}

const open = new Map<object, UnsavedText>();
const listeners = createListeners();
let texts: readonly UnsavedText[] = [];

/**
 * Registers the unsaved text of a field.
 * @param field identifies the field: the same object in each call
 * @param text null if the field has no unsaved text any more
 */
export function setUnsaved(field: object, text: UnsavedText | null): void {
  if (text === null && !open.has(field)) return;
  if (text === null) open.delete(field);
  else open.set(field, text);
  update();
}

/** Forgets the unsaved texts of a deleted record, so that leaving the screen does not ask about them. */
export function discardUnsaved(entity: string, recordId: string): void {
  for (const [field, text] of open) if (isTextOf(entity, recordId)(text)) open.delete(field);
  update();
}

function update(): void {
  texts = [...open.values()];
  listeners.call();
}

/** Returns all unsaved texts of this tab's screen. */
export const typedTexts = () => texts;

/** Whether a field of this tab's screen has text that is not saved, or is being saved. */
export const isTyped = (field: DraftPlace) => texts.some(({ place }) => place !== null && isSamePlace(place, field));

/** Returns the unsaved texts of this tab's screen that need a decision. */
export const unsavedTexts = () => texts.filter(({ savesItself }) => !savesItself);
export const isTextOf =
  (entity: string, recordId: string) =>
  ({ place }: Pick<UnsavedText, 'place'>) =>
    place?.entity === entity && place.recordId === recordId;

/**
 * Returns the places of this person's unsaved texts: those of this tab, and drafts of other tabs and earlier sessions.
 * Leaves out fields that save themselves.
 */
export function useUnsavedPlaces(): (DraftPlace | null)[] {
  const { drafts } = useWorkspaceState();
  const typed = useSyncExternalStore(listeners.add, typedTexts);
  const isTyped = (draft: DraftPlace) => typed.some(({ place }) => place !== null && isSamePlace(place, draft));
  return [
    ...typed.filter(({ savesItself, question }) => !savesItself && !question).map(({ place }) => place),
    ...drafts.filter((draft) => !isTyped(draft)),
  ];
}

/** Stores all texts of this tab's screen on this device, because the page is about to be left. */
export async function keepTexts(): Promise<void> {
  await Promise.allSettled(texts.map((text) => text.keep()));
}

/** Returns the label of a field of a record whose text on this tab's screen cannot be saved as it is; null for none. */
export function useRefusedLabel(entity: string, recordId: string): string | null {
  const typed = useSyncExternalStore(listeners.add, typedTexts);
  return typed.filter(isTextOf(entity, recordId)).find(({ isRefused }) => isRefused)?.label ?? null;
}

export function useIsUnsaved(entity: string, recordId: string): boolean {
  return useUnsavedPlaces().some((place) => isTextOf(entity, recordId)({ place }));
}

let isPageLeft = false;
/** The page is about to be left, and the person has been asked about what is lost: the browser need not ask again. */
export const leavePage = (): void => void (isPageLeft = true);
export const isLeavingPage = () => isPageLeft;

/** Saves texts one after another. @returns the first that could not be saved; null if all were */
export async function saveTexts(toSave: readonly UnsavedText[]): Promise<UnsavedText | null> {
  for (const text of toSave) {
    if (!(await text.save())) return text;
  }
  return null;
}
