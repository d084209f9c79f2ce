import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { blank, fieldsOf } from '#contract/forms-and-lists';
import { admin } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import type { RecordEntity } from '#contract/record-types';
import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { callWhenReached } from '../workspace/call-when-reached.ts';
import { removal } from '../workspace/new-operations.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { useNotices } from '../parts/notices.tsx';
import { forgetUntouched, keepUntouched, takeUntouched } from './kept-untouched.ts';
import type { Untouched } from './kept-untouched.ts';
import { overlayOne } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import type { Shown } from '../workspace/overlay.ts';

interface Made extends Untouched {
  /** Its edit screen has been shown; before that it cannot have been left. */
  wasOpen: boolean;
  /** Whether it can be deleted is being checked. */
  isChecked: boolean;
}

/** Records created in this tab, or taken over from one that is gone, and not edited yet. */
const untouched = new Map<string, Made>();
/** The address of the screen that is shown. */
let shownPath = '';
/** Records that this tab deletes by itself; they stay if someone else has changed them in the meantime. */
const removedUntouched = new Set<string>();

export function rememberUntouched(made: Untouched): void {
  untouched.set(made.id, { ...made, wasOpen: false, isChecked: false });
  keepUntouched(made);
}
export function markTouched(id: string): void {
  untouched.delete(id);
  forgetUntouched(id);
}
export const isRemovedUntouched = (id: string) => removedUntouched.has(id);

/** Events that may be user input: keys, handwriting, picked files. */
const TOUCHES = ['beforeinput', 'input', 'change', 'drop', 'paste'] as const;

/**
 * Deletes a new record that its author leaves without editing it, so that an accidental press leaves no nameless row.
 * Not if anything was typed, picked or uploaded, or if anyone else has changed it.
 */
export function useDiscardUntouched(): void {
  const workspace = useWorkspace();
  const notify = useNotices();
  const { pathname } = useLocation();
  const { id: userId } = useWorkspaceState().session.user;
  const [taken, setTaken] = useState(0);
  useEffect(() => {
    void takeUntouched(userId).then((left) => {
      for (const made of left) untouched.set(made.id, { ...made, wasOpen: true, isChecked: false });
      setTaken(left.length);
    });
  }, [userId]);
  useEffect(() => {
    const open = showScreen(pathname);
    for (const made of leftRecords()) {
      void removeUntouched(workspace, made).then(
        (isGone) => isGone && notify({ tone: 'good', text: 'Quedó vacío y no se guardó' }),
        () => {},
      );
    }
    if (!open) return;
    const touch = () => markTouched(open.id);
    for (const type of TOUCHES) document.addEventListener(type, touch, true);
    return () => {
      for (const type of TOUCHES) document.removeEventListener(type, touch, true);
    };
  }, [workspace, notify, pathname, taken]);
}

const isShown = ({ entity, id }: Pick<Made, 'entity' | 'id'>) =>
  [admin.edit(entity, id), admin.historyOf(entity, id)].includes(shownPath);

/** Notes which screen is shown. @returns the unedited record that it shows, if any */
export function showScreen(pathname: string): Made | undefined {
  shownPath = pathname;
  const open = [...untouched.values()].find(isShown);
  if (open) open.wasOpen = true;
  return open;
}

/** Returns the unedited records whose screens have been left and which are not being checked yet. */
export const leftRecords = () =>
  [...untouched.values()].filter((made) => made.wasOpen && !made.isChecked && !isShown(made));

/** Deletes a record that was left if it is still blank. @returns whether it did */
export async function removeUntouched(workspace: Workspace, made: Made): Promise<boolean> {
  made.isChecked = true;
  try {
    const seq = await seqToRemove(workspace, made);
    // Its author is back on its screen: it is checked again when they leave.
    if (seq === 'touched' && untouched.has(made.id) && isShown(made)) return false;
    markTouched(made.id);
    if (seq === 'touched') return false;
    removedUntouched.add(made.id);
    // If the create has not been sent yet, the two cancel each other out.
    await workspace.save(removal(made.entity, made.id, seq));
    return true;
  } finally {
    made.isChecked = false;
  }
}

/** Returns the last change of a record that is still blank, on the device and on the server. */
async function seqToRemove(workspace: Workspace, made: Made): Promise<number | null | 'touched'> {
  const before = await seenIfBlank(workspace, made);
  if (!before || before.isUnsent) return before ? before.seq : 'touched';
  // The same person may have edited it on another device, which no base value would reveal.
  const seq = await seqIfBlank(workspace, made);
  // The server may not have been reachable for hours, in which the author may have returned to the record.
  return seq !== 'touched' && (await seenIfBlank(workspace, made)) ? seq : 'touched';
}

/** Returns the device's version of a record if it was not edited here and its screen is not shown; otherwise null. */
async function seenIfBlank(
  workspace: Workspace,
  { entity, id, at, category }: Made,
): Promise<{ seq: number | null; isUnsent: boolean } | null> {
  const drafts = await Promise.all(fieldsOf(entity).map(([field]) => workspace.draft({ entity, recordId: id, field })));
  if (drafts.some((draft) => draft !== null)) return null;
  const kept = await workspace.store.one(entity, id);
  const state = workspace.state();
  const shown = overlayOne(entity, kept, id, state);
  const own = [...state.landed, ...state.waiting].filter(
    (operation) => operation.entity === entity && operation.recordId === id,
  );
  if (!untouched.has(id) || isShown({ entity, id })) return null;
  if (!shown || shown.isGone || own.some(({ kind }) => kind !== 'create') || !isBlank(entity, shown, at, category))
    return null;
  const isUnsent = state.waiting.some(({ kind, recordId }) => kind === 'create' && recordId === id);
  return { seq: shown.seq, isUnsent };
}

/** Asks the server, now or once it can be reached. @returns the record's last change, or that it is no longer blank */
async function seqIfBlank(workspace: Workspace, { entity, id, at, category }: Made): Promise<number | 'touched'> {
  const { status, body } = await callWhenReached(workspace, calls.one(entity, id), (answer) => answer.status < 500);
  const { seq, ...record } = (body ?? {}) as Fields;
  if (status !== 200 || typeof seq !== 'number') return 'touched';
  return isBlank(entity, { record: record as Fields }, at, category) ? seq : 'touched';
}

/** Returns whether a record holds nothing but its initial values. */
export function isBlank(
  entity: RecordEntity,
  { record }: Pick<Shown, 'record'>,
  at: number,
  category?: string,
): boolean {
  const fresh: Record<string, Json | undefined> = blank(entity, record.id, at, category);
  const lists = [record.labels, record.images, record.videos, record.pdfs].flatMap((one) =>
    Array.isArray(one) ? (one as Json[]) : [],
  );
  return (
    fieldsOf(entity).every(([name]) => sameValue(record[name], fresh[name])) &&
    lists.length === 0 &&
    !record.image &&
    !record.pdf
  );
}
