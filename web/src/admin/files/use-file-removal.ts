import { useLocation } from 'react-router-dom';
import { calls } from '#contract/addresses/calls';
import type { PdfListOwner, PictureOwner } from '#contract/record-types';
import { isHeld, isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { restoration } from '../changes/restore.ts';
import { lastEntry, outcomeOf } from '../changes/removal-outcome.ts';
import { useUndoOffer } from '../parts/undo-offer.tsx';
import { useConfirm } from '../parts/confirm.tsx';
import type { Question } from '../parts/confirm.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { callWhenReached } from '../workspace/call-when-reached.ts';
import { pdfRemoval, pictureRemoval } from '../workspace/new-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A picture of a record, or one of its PDFs, by its stored name. */
export type RemovedFile = { id: string; name: string } & (
  | { kind: 'picture'; owner: PictureOwner }
  | { kind: 'pdf'; owner: PdfListOwner }
);

const removalOf = (file: RemovedFile) =>
  file.kind === 'picture' ? pictureRemoval(file.owner, file.id, file.name) : pdfRemoval(file.owner, file.id, file.name);

interface Words extends Pick<Question, 'names'> {
  question: string;
  /** What is removed, in the offer to undo it. */
  about: string;
}

/**
 * Returns a function that removes files of a record after a question, and offers to undo it. Resolves to whether it
 * did.
 */
export function useFileRemoval() {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const attempt = useAttempt();
  const offer = useUndoOffer();
  const { pathname } = useLocation();
  /**
   * @param record id of the record that has the files
   * @param also what else is removed with them, what brings it back, and what is done once all is back
   */
  return async (
    record: string,
    files: readonly RemovedFile[],
    { question, about, names }: Words,
    also: { remove?: () => Promise<unknown>; undo?: () => Promise<unknown> } = {},
  ): Promise<boolean> => {
    if (!(await confirm({ text: question, isRemoval: true, ...(names && { names }) }))) return false;
    const isDone = await attempt(async () => {
      await workspace.saveAll(files.map(removalOf));
      await also.remove?.();
    });
    if (!isDone) return false;
    const isOne = files.length === 1;
    offer({
      text: `${isOne ? 'Se quitó' : 'Se quitaron'}: ${about}`,
      async undo() {
        // The last one first: what was saved after an operation keeps it from being taken back.
        for (const file of [...files].reverse()) await undoRemoval(workspace, file);
        await also.undo?.();
      },
      undone: `${isOne ? 'Se recuperó' : 'Se recuperaron'} ${about}`,
      list: pathname,
      record,
    });
    return true;
  };
}

/** @throws Error with a message for the person */
async function undoRemoval(workspace: Workspace, file: RemovedFile): Promise<void> {
  const { kind, owner, id, name } = file;
  const isIt = ({ entity, recordId, call }: Operation) =>
    entity === owner && recordId === id && call?.name === `${kind}-remove` && call.item === name;
  const waiting = workspace.state().waiting.find(isIt);
  if (waiting && (await workspace.outbox.takeBack(waiting.opId))) return;
  // What is held has not gone anywhere, whatever was saved after it.
  if (waiting && isHeld(waiting) && (await workspace.outbox.discard([waiting.opId])).length > 0) return;
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
async function restoreIfRemoved(workspace: Workspace, { kind, owner, id, name }: RemovedFile): Promise<void> {
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
