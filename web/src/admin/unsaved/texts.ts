import { useSyncExternalStore } from 'react';
import { createListeners } from '../../browser/listeners.ts';
import { isSamePlace, useWorkspaceState } from '../workspace/workspace.ts';
import type { DraftPlace } from '../workspace/workspace.ts';

/** What has been typed into a field of this tab and is not saved. */
export interface UnsavedText {
  /** Where drafts of it are kept; null where this device keeps none. */
  place: DraftPlace | null;
  /** The field, as the screen calls it. */
  label: string;
  /** The field is saved when it is left: nobody has to be asked about it. */
  savesItself: boolean;
  /** Its author has worked on it since the screen was opened; it was not only brought back. */
  isTouched: boolean;
  /** Saves it as its button would. @returns whether it is saved now */
  save(): Promise<boolean>;
}

const open = new Map<object, UnsavedText>();
const listeners = createListeners();
let texts: readonly UnsavedText[] = [];

/**
 * @param field stands for the field, the same object each time;
 * @param text null when nothing of it is unsaved any more
 */
export function setUnsaved(field: object, text: UnsavedText | null): void {
  if (text === null && !open.has(field)) return;
  if (text === null) open.delete(field);
  else open.set(field, text);
  tell();
}

/** Of a record that is deleted nobody asks what becomes of its texts. */
export function letGo(entity: string, recordId: string): void {
  for (const [field, text] of open) if (isOf(entity, recordId)(text)) open.delete(field);
  tell();
}

function tell(): void {
  texts = [...open.values()];
  listeners.call();
}

const typedTexts = () => texts;

/** The texts of the screen in this tab of which somebody has to say what becomes of them. */
export const unsavedTexts = () => texts.filter(({ savesItself }) => !savesItself);
export const isOf =
  (entity: string, recordId: string) =>
  ({ place }: Pick<UnsavedText, 'place'>) =>
    place?.entity === entity && place.recordId === recordId;

/**
 * Where this person's text waits, in this tab or, from another day or tab, as a draft; not what is saved in a moment.
 */
export function useUnsavedPlaces(): (DraftPlace | null)[] {
  const { drafts } = useWorkspaceState();
  const typed = useSyncExternalStore(listeners.add, typedTexts);
  const isTyped = (draft: DraftPlace) => typed.some(({ place }) => place !== null && isSamePlace(place, draft));
  return [
    ...typed.filter(({ savesItself }) => !savesItself).map(({ place }) => place),
    ...drafts.filter((draft) => !isTyped(draft)),
  ];
}

export function useIsUnsaved(entity: string, recordId: string): boolean {
  return useUnsavedPlaces().some((place) => isOf(entity, recordId)({ place }));
}

/** Saves texts one after another. @returns whether all of them are saved; the fields of the others say why not */
export async function saveAll(toSave: readonly UnsavedText[]): Promise<boolean> {
  for (const text of toSave) {
    if (!(await text.save())) return false;
  }
  return true;
}
