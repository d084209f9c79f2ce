import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { blank, fieldsOf } from '#contract/entity-words';
import { admin } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { callWhenReached } from '../workspace/call-when-reached.ts';
import { removal } from '../workspace/new-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { useNotices } from '../ui/notices.tsx';
import { overlayOne } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { Stored } from './use-list.ts';

interface Made {
  entity: Stored;
  id: string;
  /** Creation time, ms since the epoch. */
  at: number;
  /** Its edit screen has been shown: before that, nobody can have left it. */
  wasOpen: boolean;
}

/** Records created in this tab and not edited in it yet. */
const untouched = new Map<string, Made>();
/** Records that this tab deletes by itself; they stay if someone else has changed them in the meantime. */
const takenBack = new Set<string>();

export const rememberUntouched = (made: Omit<Made, 'wasOpen'>) =>
  void untouched.set(made.id, { ...made, wasOpen: false });
export const isTakenBack = (id: string) => takenBack.has(id);

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
  useEffect(() => {
    const open = [...untouched.values()].find(({ entity, id }) =>
      [admin.edit(entity, id), admin.historyOf(entity, id)].includes(pathname),
    );
    if (open) open.wasOpen = true;
    for (const made of [...untouched.values()].filter((one) => one !== open && one.wasOpen)) {
      untouched.delete(made.id);
      void takeBack(workspace, made).then(
        (isGone) => isGone && notify({ tone: 'good', text: 'Quedó vacío y no se guardó' }),
        () => {},
      );
    }
    if (!open) return;
    const touch = () => void untouched.delete(open.id);
    for (const type of TOUCHES) document.addEventListener(type, touch, true);
    return () => {
      for (const type of TOUCHES) document.removeEventListener(type, touch, true);
    };
  }, [workspace, notify, pathname]);
}

async function takeBack(workspace: Workspace, { entity, id, at }: Omit<Made, 'wasOpen'>): Promise<boolean> {
  const drafts = await Promise.all(fieldsOf(entity).map(([field]) => workspace.draft({ entity, recordId: id, field })));
  if (drafts.some((draft) => draft !== null)) return false;
  const kept = await workspace.store.one(entity, id);
  const state = workspace.state();
  const shown = overlayOne(entity, kept, id, state);
  const own = [...state.landed, ...state.waiting].filter(
    (operation) => operation.entity === entity && operation.recordId === id,
  );
  if (!shown || shown.isGone || own.some(({ kind }) => kind !== 'create') || !isBlank(entity, shown, at)) return false;
  const create = state.waiting.find(({ kind, recordId }) => kind === 'create' && recordId === id);
  // The same person may have edited it on another device, which no base value would reveal.
  const seq = create ? shown.seq : await seqIfBlank(workspace, { entity, id, at });
  if (seq === 'touched') return false;
  takenBack.add(id);
  // If the create has not been sent yet, the two cancel each other out.
  await workspace.save(removal(entity, id, seq));
  return true;
}

/** Asks the server, now or once it can be reached. @returns the record's last change, or that it is no longer blank */
async function seqIfBlank(
  workspace: Workspace,
  { entity, id, at }: Omit<Made, 'wasOpen'>,
): Promise<number | 'touched'> {
  const { status, body } = await callWhenReached(workspace, calls.one(entity, id), (answer) => answer.status < 500);
  const { seq, ...record } = (body ?? {}) as Fields;
  const isSame = status === 200 && typeof seq === 'number' && isBlank(entity, { record: record as Fields }, at);
  return isSame ? seq : 'touched';
}

/** Returns whether a record holds nothing but its initial values. */
export function isBlank(entity: Stored, { record }: Pick<Shown, 'record'>, at: number): boolean {
  const fresh: Record<string, Json | undefined> = blank(entity, record.id, at);
  const lists = [record.labels, record.images, record.videos].flatMap((one) =>
    Array.isArray(one) ? (one as Json[]) : [],
  );
  return (
    fieldsOf(entity).every(([name]) => sameValue(record[name], fresh[name])) &&
    lists.length === 0 &&
    !record.image &&
    !record.pdf
  );
}
