import type { EntityName } from '#contract/forms-and-lists';
import { WEATHER_SERVICE } from '#contract/calendar/weather-service';
import { admin } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import type { RecordEntity } from '#contract/record-types';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { callWhenReached } from '../workspace/call-when-reached.ts';
import { removal } from '../workspace/new-operations.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import { counted, quotedName, removalQuestion, removedWords } from '../parts/words/removal-words.ts';
import { focusRow, nextRow } from '../parts/focus/row-focus.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { lastRemoval, NO_NETWORK, outcomeOf } from '../changes/removal-outcome.ts';
import { recovery } from '../changes/restore.ts';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import type { Fields } from '../../offline/store/stored-record.ts';
import { heldOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useUndoOffer } from '../parts/undo-offer.tsx';

type Removed = Pick<Shown, 'record' | 'seq'>;

/** The server keeps the alerts of the weather service: its next message would make them again. */
export const isRemovable = (entity: EntityName, record: Fields) => entity !== 'alert' || !record.source;
const KEPT = `Las alertas del ${WEATHER_SERVICE} no se eliminan. Si una no corresponde, abrila y ocultala.`;

/** Returns a function that deletes records after confirmation and offers to undo it. Resolves to whether it did. */
export function useRemoval(entity: RecordEntity): (shown: readonly Removed[]) => Promise<boolean> {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const attempt = useAttempt();
  const notify = useNotices();
  const offer = useUndoOffer();
  return async (given) => {
    const shown = given.filter(({ record }) => isRemovable(entity, record));
    if (shown.length < given.length) notify({ tone: 'bad', text: KEPT });
    if (shown.length === 0) return false;
    if (
      !(await confirm(
        removalQuestion(
          entity,
          shown.map(({ record }) => record),
          shown.flatMap(({ record }) => heldOf(workspace.state().waiting, entity, record.id)).length,
        ),
      ))
    )
      return false;
    const removed: Fields[] = [];
    const next = nextRow(new Set(shown.map(({ record }) => record.id)));
    const cancelled = new Map<string, UnsignedOperation>();
    async function remove({ record, seq }: Removed): Promise<void> {
      const create = waitingOf(workspace, 'create', entity, record.id);
      await workspace.save(removal(entity, record.id, seq));
      removed.push(record);
      if (create && !waitingOf(workspace, 'delete', entity, record.id)) cancelled.set(record.id, creationOf(create));
    }
    await attempt(async () => {
      try {
        for (const one of shown) await remove(one);
      } catch {
        const done = removed.length > 0 ? ` Ya está: ${removedWords(entity, removed)}.` : '';
        throw new Error(`Este dispositivo no pudo guardar el pedido de eliminar.${done} Probá otra vez.`);
      }
    });
    const [first] = removed;
    if (!first) return false;
    const about = removed.length === 1 ? quotedName(entity, first) : counted(entity, removed.length);
    offer({
      text: removedWords(entity, removed),
      undo: () =>
        undoRemovals(
          workspace,
          entity,
          removed.map(({ id }) => id),
          cancelled,
        ),
      undone: `${removed.length === 1 ? 'Se recuperó' : 'Se recuperaron'}: ${about}`,
      list: admin.list(entity),
      record: first.id,
    });
    focusRow(next);
    return removed.length === given.length;
  };
}

/** Returns the operations that recreate a record whose delete cancelled out its pending create. */
const creationOf = ({ kind, entity, recordId, method, path, body }: Operation): UnsignedOperation => ({
  kind,
  entity,
  recordId,
  method,
  path,
  body,
});

/**
 * Undoes several deletes independently of each other.
 * @param cancelled by id, operations that recreate records that were never sent to the server
 * @throws Error with a message for the person if any record stays deleted
 */
async function undoRemovals(
  workspace: Workspace,
  entity: RecordEntity,
  ids: readonly string[],
  cancelled: ReadonlyMap<string, UnsignedOperation>,
): Promise<void> {
  const faults: Error[] = [];
  const undo = (id: string) => {
    const create = cancelled.get(id);
    return create ? workspace.save(create) : undoRemoval(workspace, entity, id);
  };
  for (const id of ids) await undo(id).catch((error: Error) => faults.push(error));
  const [fault] = faults;
  if (!fault) return;
  if (faults.length === ids.length) throw fault;
  const left = faults.length === 1 ? 'Quedó' : 'Quedaron';
  throw new Error(`${left} sin recuperar: ${counted(entity, faults.length)}. ${fault.message}`);
}

/** @throws Error with a message for the person */
async function undoRemoval(workspace: Workspace, entity: RecordEntity, id: string): Promise<void> {
  const waiting = waitingOf(workspace, 'delete', entity, id);
  if (waiting && (await workspace.outbox.takeBack(waiting.opId))) return;
  const left = await outcomeOf(workspace, isDeleteOf(entity, id));
  if (!left) return restore(workspace, entity, id);
  if ((await workspace.outbox.discard([left.opId])).length === 0) throw new Error(NO_NETWORK);
  // A refused delete has had no effect. The outcome of one sent over a failing network is unknown.
  if (!isParked(left)) void restoreIfGone(workspace, entity, id);
}

const waitingOf = (workspace: Workspace, kind: 'create' | 'delete', entity: string, id: string) =>
  workspace
    .state()
    .waiting.find((operation) => operation.kind === kind && operation.entity === entity && operation.recordId === id);
const isDeleteOf = (type: string, id: string) => (operation: Operation) =>
  operation.kind === 'delete' && operation.entity === type && operation.recordId === id;

/** Recreates a record from the history. @throws Error with a message for the person */
async function restore(workspace: Workspace, entity: RecordEntity, id: string): Promise<void> {
  const entry = await lastRemoval(workspace, entity, id);
  // Someone else has restored it.
  if (!entry.isDeleted) return;
  await workspace.saveAll(recovery(entry));
}

/** Once the server can be reached, checks whether a discarded delete had been applied, and undoes that too. */
async function restoreIfGone(workspace: Workspace, entity: RecordEntity, id: string): Promise<void> {
  const { status } = await callWhenReached(
    workspace,
    calls.one(entity, id),
    (answer) => answer.status === 200 || answer.status === 410,
  );
  // What cannot be restored now can be restored from the history.
  if (status === 410) await restore(workspace, entity, id).catch(() => {});
}
