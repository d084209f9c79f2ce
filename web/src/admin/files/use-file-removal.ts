import { useLocation } from 'react-router-dom';
import { calls } from '#contract/addresses/calls';
import type { PdfListOwner, PictureOwner } from '#contract/record-types';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { restoration } from '../changes/restore.ts';
import { lastEntry, outcomeOf } from '../changes/removal-outcome.ts';
import { useUndoOffer } from '../parts/undo-offer.tsx';
import { useConfirm } from '../parts/confirm.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { callWhenReached } from '../workspace/call-when-reached.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A picture of a record, or one of its PDFs, by its stored name. */
interface Removed {
  kind: 'picture' | 'pdf';
  owner: PictureOwner | PdfListOwner;
  id: string;
  name: string;
}

/**
 * Returns a function that removes a picture or a PDF after a question, and offers to undo it.
 * @param words the question, and what the file is called in the offer
 */
export function useFileRemoval() {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const attempt = useAttempt();
  const offer = useUndoOffer();
  const { pathname } = useLocation();
  return async (file: Removed, removal: UnsignedOperation, words: { question: string; about: string }) => {
    if (!(await confirm({ text: words.question, isRemoval: true }))) return;
    if (!(await attempt(() => workspace.save(removal)))) return;
    offer({
      text: 'Se quitó',
      about: words.about,
      undo: () => undoRemoval(workspace, file),
      undone: `Se recuperó ${words.about}`,
      list: pathname,
      record: file.id,
    });
  };
}

/** @throws Error with a message for the person */
async function undoRemoval(workspace: Workspace, file: Removed): Promise<void> {
  const { kind, owner, id, name } = file;
  const isIt = ({ entity, recordId, call }: Operation) =>
    entity === owner && recordId === id && call?.name === `${kind}-remove` && call.item === name;
  const waiting = workspace.state().waiting.find(isIt);
  if (waiting && (await workspace.outbox.takeBack(waiting.opId))) return;
  const left = await outcomeOf(workspace, isIt);
  if (!left) return restoreIfRemoved(workspace, file);
  if ((await workspace.outbox.discard([left.opId])).length === 0) throw new Error(UNKNOWN);
  // A refused removal has had no effect. The outcome of one sent over a failing network is unknown.
  if (!isParked(left))
    void callWhenReached(workspace, calls.historyOf(owner, id), ({ status }) => status === 200)
      .then(() => restoreIfRemoved(workspace, file))
      // What cannot be restored now can be restored from the history.
      .catch(() => {});
}

/**
 * Brings a file back if the last that happened to it was its removal. @throws Error with a message for the person
 */
async function restoreIfRemoved(workspace: Workspace, { kind, owner, id, name }: Removed): Promise<void> {
  const isIt = (value: unknown) => Object.values(value ?? {}).includes(name);
  const entry = await lastEntry(
    workspace,
    owner,
    id,
    ({ field, before, after }) => field === (kind === 'pdf' ? 'pdf' : 'image') && (isIt(before) || isIt(after)),
  );
  if (entry.action === 'remove') await workspace.saveAll(restoration(entry, { id }));
}

const UNKNOWN =
  'El pedido ya había salido y el servidor no responde. Cuando vuelva la señal, podés deshacerlo desde el historial.';
