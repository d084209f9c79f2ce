import { useEffect, useState } from 'react';
import { admin } from '#contract/addresses/pages';
import { entities, isEntity } from '#contract/forms-and-lists';
import { NOTICE_TIME } from '#contract/limits';
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
import { counted } from '../parts/words/removal-words.ts';
import { unsavedTexts } from '../changes/texts.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';

/**
 * Says what was done. While other text is unsaved, it names what was saved.
 * @param isPublic whether the public sees the record
 * @param name the record, for people
 * @param count how many records got the same status with it
 */
export function savedWords(operation: Operation, drafts: number, isPublic: boolean, name = '', count = 1): string {
  if (operation.backTo !== undefined) return `Volvió a como estaba el ${whenWords(operation.backTo)}`;
  if (operation.batch !== undefined) return isPublic ? 'Se publicaron los cambios' : 'Se guardaron los cambios';
  if (operation.field === 'status' && isPublic && isEntity(operation.entity)) {
    const [one, several] = operation.value === 'Archivado' ? ['archivó', 'archivaron'] : ['publicó', 'publicaron'];
    return `Guardado: se ${count === 1 ? `${one} ${name}` : `${several} ${counted(operation.entity, count)}`}`;
  }
  if (operation.kind === 'create' && isEntity(operation.entity)) {
    const { singular, isFeminine } = entities[operation.entity];
    return `Guardado: ${isFeminine ? 'nueva' : 'nuevo'} ${singular}`;
  }
  // A form is saved whole.
  if (operation.kind === 'update' && !isEntity(operation.entity))
    return `Guardado: ${groupName(operation.entity, null)}`;
  return unsavedTexts().length + drafts > 0 ? `Guardado: ${deedWords(operation)}` : 'Guardado';
}

/**
 * Returns a function that counts the records that get the same status one after another, as those do that were changed
 * together: `about` is what their common notice is about.
 */
export function createTally(): (operation: Operation) => { about: string; count: number } {
  const tallies = new Map<string, { about: string; ids: Set<string>; last: number }>();
  return ({ opId, entity, recordId, value }) => {
    const key = `${entity} ${String(value)}`;
    const now = Date.now();
    const known = tallies.get(key);
    const tally = known && now - known.last < NOTICE_TIME ? known : { about: opId, ids: new Set<string>(), last: now };
    tally.ids.add(recordId);
    tally.last = now;
    tallies.set(key, tally);
    return { about: tally.about, count: tally.ids.size };
  };
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
  const [tally] = useState(createTally);
  useEffect(
    () =>
      workspace.onMessage((message) => {
        // Deletes were announced when they were saved, with an offer to undo.
        if (message.is === 'done' && message.operation.kind !== 'delete')
          void publication(workspace, message.operation).then(([isPublic, name]) => {
            const { operation } = message;
            const isStatus = isPublic && operation.field === 'status' && operation.batch === undefined;
            const { about, count } = isStatus ? tally(operation) : { about: operation.opId, count: 1 };
            // What was said of it before is over.
            withdraw(operation.opId);
            const text = savedWords(operation, workspace.state().drafts.length, isPublic, name, count);
            notify({ tone: 'good', about, waits: true, text });
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
    [workspace, notify, withdraw, attempt, tally],
  );
  useEffect(() => {
    if (trouble) notify({ tone: 'bad', about: 'storage', text: trouble });
    else withdraw('storage');
  }, [trouble, notify, withdraw]);
  return null;
}
