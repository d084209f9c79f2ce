import { useState } from 'react';
import type { Field } from '#contract/fields';
import type { RecordType } from '#contract/record-types';
import { longMoment } from '#contract/values/dates';
import { dependentsOf, restOf } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import type { Choice } from '../../offline/outbox/protocol/queue.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { OwnText, ownWords } from './own-text.tsx';
import { deedWords, isForbidden, namesOf } from '../parts/words/operation-words.ts';
import type { Discarded } from '../parts/words/operation-words.ts';
import { heldRecord } from '../workspace/current-record.ts';
import type { RecordReader } from '../workspace/current-record.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { useAttempt } from '../parts/notices.tsx';
import { besideWords, changedWords, disputedWords, isOwnVersion, theirName } from '../parts/words/conflict-words.ts';
import { areShort, BothVersions, isMergeable, useMerging, Versions } from './versions.tsx';

/**
 * Choices for a parked operation: pick a version in a conflict, retry or discard a refused change.
 * @param onDropped called when the person's change was discarded and will never be sent
 */
export function ParkedChoices({
  operation,
  field,
  onDropped = () => {},
}: {
  operation: Operation;
  field: Field | null;
  onDropped?: () => void;
}) {
  return operation.status === 'conflict' ? (
    <ConflictChoices operation={operation} field={field} onDropped={onDropped} />
  ) : (
    <RefusalChoices operation={operation} onDropped={onDropped} />
  );
}

const ADVICE: Record<Operation['kind'], string> = {
  update: 'Corregí el valor, o elegí qué hacer.',
  upload: 'Elegí otro archivo, o descartá este.',
  create: 'Elegí qué hacer.',
  delete: 'Elegí qué hacer.',
  call: 'Elegí qué hacer.',
};

/** Whether a change was refused because the server does not know its record, as after an older backup is restored. */
export const isUntraced = ({ status, lastError }: Operation) =>
  status === 'rejected' && lastError?.code === 'not-found';

/** Says why a change was refused, and what its author can do. */
export function refusalWords(operation: Operation): string {
  const { kind, lastError } = operation;
  if (isForbidden(operation)) {
    const copying = ownWords(operation) === '' ? '' : 'Copiá tu texto para pasárselo a quien pueda, y después ';
    return `${lastError?.message} ${copying ? `${copying}descartá` : 'Descartá'} el cambio.`;
  }
  if (!isUntraced(operation)) return `${lastError?.message || 'El servidor no lo aceptó.'} ${ADVICE[kind]}`;
  return kind === 'update'
    ? 'Lo que cambiaste ya no está en el servidor. Copiá tu texto si te sirve, y descartá el cambio.'
    : 'Lo que cambiaste ya no está en el servidor: podés descartar el cambio.';
}

function RefusalChoices({ operation, onDropped }: { operation: Operation; onDropped: () => void }) {
  const { outbox } = useWorkspace();
  const discard = useDiscard(onDropped);
  const attempt = useAttempt();
  return (
    <div className="parked">
      <p>{refusalWords(operation)}</p>
      {(isUntraced(operation) || isForbidden(operation)) && (
        <OwnText name={deedWords(operation)} words={ownWords(operation)} />
      )}
      <p className="buttons">
        <button className="button quiet" type="button" onClick={() => void attempt(() => outbox.retry(operation.opId))}>
          Reintentar
        </button>
        <button className="button quiet" type="button" onClick={() => void discard([operation])}>
          Descartar
        </button>
      </p>
    </div>
  );
}

/**
 * Returns a function that permanently discards changes, after a question that names them, with all that cannot be sent
 * without them: the rest of a record that one of them creates, the texts about a picture.
 */
export function useDiscard(onDropped: () => void = () => {}) {
  const workspace = useWorkspace();
  const { outbox, state, settled } = workspace;
  const confirm = useConfirm();
  const attempt = useAttempt();
  return async (chosen: readonly Operation[], goneName?: string) => {
    // The text about a picture may have been left with the press that led here.
    await settled();
    const operations = [...new Set([...chosen, ...chosen.flatMap((one) => dependentsOf(state().waiting, one))])];
    const text =
      operations.length === 1
        ? 'Se va a perder este cambio, que todavía no está en el servidor.'
        : `Se van a perder ${operations.length} cambios que todavía no están en el servidor.`;
    const names = await namesOf(operations, (group) => discardedOf(workspace, group, operations), goneName);
    if (!(await confirm({ text, names, accept: 'Descartar', isRemoval: true }))) return;
    await attempt(async () => {
      // The question may have been open for a while, in which the outbox continued to send.
      const dropped = await outbox.discard(operations.map(({ opId }) => opId));
      if (dropped.length > 0) onDropped();
      const kept = operations.length - dropped.length;
      if (kept > 0) throw new Error(keptWords(kept, operations.length));
    });
  };
}

/** Reads a record with and without some of its changes. */
export async function discardedOf(
  reader: RecordReader,
  { entity, recordId }: Pick<Operation, 'entity' | 'recordId'>,
  operations: readonly Operation[],
): Promise<Discarded> {
  const ids = new Set(operations.map(({ opId }) => opId));
  const state = () => {
    const now = reader.state();
    return { ...now, waiting: now.waiting.filter(({ opId }) => !ids.has(opId)) };
  };
  const read = async (from: RecordReader) => (await heldRecord(from, entity as RecordType, recordId))?.record ?? null;
  return { shown: await read(reader), left: await read({ ...reader, state }) };
}

/** Tells the author that changes to be dropped were already being sent, and what can be done. */
function keptWords(kept: number, all: number): string {
  const which = all === 1 ? 'El cambio' : kept === all ? 'Los cambios' : `${kept} de los ${all} cambios`;
  const what =
    kept === 1
      ? `${which} ya había salido hacia el servidor y no se descartó.`
      : `${which} ya habían salido hacia el servidor y no se descartaron.`;
  return `${what} Lo que siga pendiente, descartalo de nuevo; lo que se envió, podés revertirlo desde Historial.`;
}

function ConflictChoices({
  operation,
  field,
  onDropped,
}: {
  operation: Operation;
  field: Field | null;
  onDropped: () => void;
}) {
  const self = useWorkspaceState().session.user.name;
  const { outbox } = useWorkspace();
  const attempt = useAttempt();
  const choose = (choice: Choice) =>
    attempt(async () => {
      await outbox.resolve(operation, choice);
      if (choice.take === 'theirs') onDropped();
    });
  const merging = useMerging(field, operation.value ?? null, choose);
  const [isComparing, setComparing] = useState(false);
  const { theirs } = operation;
  if (!theirs) return null;
  const isValue = operation.kind === 'update';
  const versions = {
    entity: operation.entity,
    field,
    mine: operation.value ?? null,
    theirs: restOf(theirs),
    theirName: theirName(theirs.by, self),
    choose: (choice: Choice) => void choose(choice),
  };
  const isShort = isValue && areShort(operation.entity, field, versions.mine, versions.theirs);
  const isDelete = operation.kind === 'delete';
  const what = (
    <p>
      {changedWords(theirs.by, self, disputedWords(operation))}
      {theirs.at && ` el ${momentWords(theirs.at)}`}, mientras{' '}
      {isOwnVersion(theirs.by, self) ? 'trabajabas acá' : 'vos trabajabas'}. Nada se pisó: elegí con qué seguir.{' '}
      {besideWords(operation, self)}
    </p>
  );
  return (
    <div className="parked">
      {what}
      {isShort && <BothVersions {...versions} />}
      <p className="buttons">
        {!isShort && (
          <>
            <button className="button quiet" type="button" onClick={() => void choose({ take: 'mine' })}>
              {isDelete ? 'Eliminar igual' : 'Mi versión'}
            </button>
            <button className="button quiet" type="button" onClick={() => void choose({ take: 'theirs' })}>
              {isDelete ? 'No eliminar' : versions.theirName}
            </button>
          </>
        )}
        {isValue && !isShort && (
          <button className="button quiet" type="button" onClick={() => setComparing(true)}>
            Ver las dos
          </button>
        )}
        {isShort && isMergeable(field) && (
          <button className="button quiet" type="button" onClick={() => setComparing(true)}>
            Armar un texto con las dos
          </button>
        )}
      </p>
      {isComparing && (
        <Versions {...versions} isMerging={isShort} merging={merging} close={() => setComparing(false)}>
          {what}
        </Versions>
      )}
    </div>
  );
}

function momentWords(at: string): string {
  const moment = Date.parse(at);
  return Number.isNaN(moment) ? at : longMoment(moment);
}
