import { useEffect } from 'react';
import { admin } from '#contract/addresses/pages';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { conflictWords } from '../field/conflict-words.ts';
import { isRemovedUntouched } from '../list/untouched.ts';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { deedWords, editScreen, isOfGone } from '../parts/words/operation-words.ts';
import { unsavedTexts } from '../changes/texts.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';

/** While other text is unsaved, the notice names what was saved. */
function savedWords(operation: Operation, drafts: number): string {
  if (operation.batch !== undefined) return 'Se publicaron los cambios';
  return unsavedTexts().length + drafts > 0 ? `Guardado: ${deedWords(operation)}` : 'Guardado';
}

/**
 * Shows the outcome of changes, on whatever screen the person is by then: 'Guardado' (spec section 4), or that a change
 * needs a decision.
 */
export function OutcomeNotices() {
  const workspace = useWorkspace();
  const notify = useNotices();
  const attempt = useAttempt();
  const { trouble } = useWorkspaceState();
  useEffect(
    () =>
      workspace.onMessage((message) => {
        // Deletes were announced when they were saved, with an offer to undo.
        if (message.is === 'done' && message.operation.kind !== 'delete')
          notify({ tone: 'good', waits: true, text: savedWords(message.operation, workspace.state().drafts.length) });
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
        const { entity, recordId, lastError } = message.operation;
        const isHere = [editScreen(entity, recordId), admin.pending()].includes(location.pathname);
        const isGone = isOfGone(message.operation);
        const what =
          message.is === 'conflict'
            ? conflictWords(message.operation)
            : isGone
              ? 'Otra persona eliminó lo que estabas cambiando.'
              : 'El servidor no aceptó un cambio.';
        if (isHere) return notify({ tone: 'bad', isBrief: true, text: `${what} Está marcado en esta pantalla.` });
        const next = isGone
          ? 'Tu cambio está en «Cambios pendientes»: recuperalo ahí o copiá tu texto.'
          : message.is === 'conflict'
            ? 'Elegí con qué versión seguir en «Cambios pendientes».'
            : `${lastError?.message ?? ''} Está en «Cambios pendientes».`;
        notify({ tone: 'bad', text: `${what} ${next}` });
      }),
    [workspace, notify, attempt],
  );
  useEffect(() => {
    if (trouble) notify({ tone: 'bad', text: trouble });
  }, [trouble, notify]);
  return null;
}
