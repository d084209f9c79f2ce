import { useEffect } from 'react';
import { admin } from '#contract/addresses/pages';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { isTakenBack } from '../list/untouched.ts';
import { useNotices } from '../ui/notices.tsx';
import { isOfGone } from '../pending/gone-choices.tsx';
import { deedWords, editScreen } from '../pending/pending-groups.ts';
import { unsavedTexts } from '../unsaved/texts.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';

/** While other text is unsaved, the notice names what was saved. */
function savedWords(operation: Operation, drafts: number): string {
  return unsavedTexts().length + drafts > 0 ? `Guardado: ${deedWords(operation)}` : 'Guardado';
}

/**
 * Shows the outcome of changes, on whatever screen the person is by then: 'Guardado' (spec section 4), or that a change
 * needs a decision.
 */
export function TellOutcomes() {
  const workspace = useWorkspace();
  const tell = useNotices();
  const { trouble } = useWorkspaceState();
  useEffect(
    () =>
      workspace.onMessage((told) => {
        // Deletes were announced when they were saved, with an offer to undo.
        if (told.is === 'done' && told.operation.kind !== 'delete')
          tell({ tone: 'good', text: savedWords(told.operation, workspace.state().drafts.length) });
        if (told.is === 'conflict' && told.operation.kind === 'delete' && isTakenBack(told.operation.recordId)) {
          // The tab had deleted it by itself; someone else has changed the record, so it stays.
          void workspace.outbox.discard([told.operation.opId]);
          return;
        }
        if (told.is !== 'conflict' && told.is !== 'rejected') return;
        const { entity, recordId, lastError } = told.operation;
        const isHere = [editScreen(entity, recordId), admin.pending()].includes(location.pathname);
        const isGone = isOfGone(told.operation);
        const what =
          told.is === 'conflict'
            ? 'Otra persona cambió lo mismo que vos.'
            : isGone
              ? 'Otra persona eliminó lo que estabas cambiando.'
              : 'El servidor no aceptó un cambio.';
        if (isHere) return tell({ tone: 'bad', isBrief: true, text: `${what} Está marcado en esta pantalla.` });
        const next = isGone
          ? 'Tu cambio está en «Cambios pendientes»: recuperalo ahí o copiá tu texto.'
          : told.is === 'conflict'
            ? 'Elegí con qué versión seguir en «Cambios pendientes».'
            : `${lastError?.message ?? ''} Está en «Cambios pendientes».`;
        tell({ tone: 'bad', text: `${what} ${next}` });
      }),
    [workspace, tell],
  );
  useEffect(() => {
    if (trouble) tell({ tone: 'bad', text: trouble });
  }, [trouble, tell]);
  return null;
}
