import { useEffect } from 'react';
import { admin } from '#contract/addresses/pages';
import { entities, isEntity } from '#contract/forms-and-lists';
import { isRecordType } from '#contract/record-types';
import { heldRecord } from '../workspace/current-record.ts';
import type { RecordReader } from '../workspace/current-record.ts';
import { isOnSite } from '../workspace/overlay.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { conflictWords } from '../parts/words/conflict-words.ts';
import { isRemovedUntouched } from '../list/untouched.ts';
import { useAttempt, useNotices, useWithdrawal } from '../parts/notices.tsx';
import { whenWords } from '../parts/words/history-words.ts';
import { deedWords, editScreen, groupName, isOfGone } from '../parts/words/operation-words.ts';
import { unsavedTexts } from '../changes/texts.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';

/**
 * Says what was done. While other text is unsaved, it names what was saved.
 * @param isPublic whether the public sees the record
 * @param name the record, for people
 */
export function savedWords(operation: Operation, drafts: number, isPublic: boolean, name = ''): string {
  if (operation.backTo !== undefined) return `Volvió a como estaba el ${whenWords(operation.backTo)}`;
  if (operation.batch !== undefined) return isPublic ? 'Se publicaron los cambios' : 'Se guardaron los cambios';
  if (operation.field === 'status' && isPublic) return `Guardado: se publicó ${name}`;
  if (operation.kind === 'create' && isEntity(operation.entity)) {
    const { singular, isFeminine } = entities[operation.entity];
    return `Guardado: ${isFeminine ? 'nueva' : 'nuevo'} ${singular}`;
  }
  // A form is saved whole.
  if (operation.kind === 'update' && !isEntity(operation.entity))
    return `Guardado: ${groupName(operation.entity, null)}`;
  return unsavedTexts().length + drafts > 0 ? `Guardado: ${deedWords(operation)}` : 'Guardado';
}

/** Whether the public sees the record of changes that may have published it, and its name; of others nobody asks. */
async function publication(
  workspace: RecordReader,
  { batch, field, entity, recordId }: Operation,
): Promise<[isPublic: boolean, name: string]> {
  if ((batch === undefined && field !== 'status') || !isRecordType(entity)) return [false, ''];
  const shown = await heldRecord(workspace, entity, recordId).catch(() => null);
  return [shown === null || isOnSite(entity, shown), groupName(entity, shown?.record ?? null)];
}

/**
 * Shows the outcome of changes, on whatever screen the person is by then: 'Guardado' (spec section 4), or that a change
 * needs a decision.
 */
export function OutcomeNotices() {
  const workspace = useWorkspace();
  const notify = useNotices();
  const withdraw = useWithdrawal();
  const attempt = useAttempt();
  const { trouble } = useWorkspaceState();
  useEffect(
    () =>
      workspace.onMessage((message) => {
        // Deletes were announced when they were saved, with an offer to undo.
        if (message.is === 'done' && message.operation.kind !== 'delete')
          void publication(workspace, message.operation).then(([isPublic, name]) => {
            const text = savedWords(message.operation, workspace.state().drafts.length, isPublic, name);
            notify({ tone: 'good', about: message.operation.opId, waits: true, text });
          });
        if (
          message.is === 'conflict' &&
          message.operation.kind === 'delete' &&
          isRemovedUntouched(message.operation.recordId)
        ) {
          // The tab had deleted it by itself; someone else has changed the record, so it stays.
          void attempt(() => workspace.outbox.discard([message.operation.opId]));
          return;
        }
        if (message.is !== 'conflict' && message.is !== 'rejected') return;
        const { opId: about, entity, recordId, lastError } = message.operation;
        const isHere = [editScreen(entity, recordId), admin.pending()].includes(location.pathname);
        const isGone = isOfGone(message.operation);
        const what =
          message.is === 'conflict'
            ? conflictWords(message.operation, workspace.state().session.user.name)
            : isGone
              ? 'Otra persona eliminó lo que estabas cambiando.'
              : 'El servidor no aceptó un cambio.';
        if (isHere)
          return notify({ tone: 'bad', about, isBrief: true, text: `${what} Está marcado en esta pantalla.` });
        const next = isGone
          ? 'Tu cambio está en «Cambios pendientes»: recuperalo ahí o copiá tu texto.'
          : message.is === 'conflict'
            ? 'Elegí con qué versión seguir en «Cambios pendientes».'
            : `${lastError?.message ?? ''} Está en «Cambios pendientes».`;
        notify({ tone: 'bad', about, text: `${what} ${next}` });
      }),
    [workspace, notify, attempt],
  );
  useEffect(() => {
    if (trouble) notify({ tone: 'bad', about: 'storage', text: trouble });
    else withdraw('storage');
  }, [trouble, notify, withdraw]);
  return null;
}
