import { useEffect, useMemo, useState } from 'react';
import { Link } from '../../components/link.tsx';
import type { RecordType } from '#contract/record-types';
import { cut, sizeInWords } from '#contract/values/text';
import { isHeld, isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { blockerOf } from '../../offline/outbox/protocol/sending.ts';
import { useWorkspace, useWorkspaceState, useRead } from '../workspace/workspace.ts';
import { useAttempt } from '../parts/notices.tsx';
import { overlay } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { ParkedChoices, useDiscard } from '../field/parked-choices.tsx';
import { GoneChoices, goneName, useLastRemoval } from '../field/gone-choices.tsx';
import { ownWords } from '../field/own-text.tsx';
import {
  deedWords,
  editScreen,
  fieldOf,
  groupName,
  groupsOf,
  isForbidden,
  isOfGone,
} from '../parts/words/operation-words.ts';
import type { Group } from '../parts/words/operation-words.ts';
import { useTicketName } from '../parts/use-ticket-name.ts';
import { UnsavedTexts } from './unsaved-list.tsx';
import { useTitle } from '../parts/use-title.ts';
import { ageWords, operationWords, pendingWords } from '../parts/words/state-words.ts';

/** Number of records shown together: a device that was offline for weeks may have changes of a thousand. */
const AT_ONCE = 100;

/** 'Cambios pendientes': this device's unsent changes, grouped by record. */
export function PendingScreen() {
  const workspace = useWorkspace();
  const { waiting, others, unreadable, isOnline } = useWorkspaceState();
  const discard = useDiscard();
  const now = useClock();
  const groups = useMemo(() => groupsOf(waiting), [waiting]);
  const shown = useShown(groups);
  const [most, setMost] = useState(AT_ONCE);
  const [recovered, setRecovered] = useState<readonly Recovered[]>([]);
  const left = groups.length - most;
  useTitle('Cambios pendientes');
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>Cambios pendientes</h1>
        {waiting.some((operation) => !isHeld(operation)) && (
          <button className="button" type="button" onClick={workspace.sendNow}>
            Enviar ahora
          </button>
        )}
      </div>
      <p className="aside" role="status">
        {summary(waiting, isOnline, now)}
      </p>
      {others > 0 && (
        <p className="aside">
          Este dispositivo guarda también {others === 1 ? '1 cambio' : `${others} cambios`} de otra persona. Solo esa
          persona los puede ver y enviar, cuando ingrese acá.
        </p>
      )}
      {unreadable > 0 && (
        <p className="aside">
          Este dispositivo guarda también {unreadable === 1 ? '1 cambio' : `${unreadable} cambios`} que esta versión del
          portal no puede leer. No se borra nada: lo que una versión más nueva pueda leer se envía cuando esta se
          actualice.
        </p>
      )}
      <div role="status">
        {recovered.map(({ name, screen }) => (
          <p key={screen} className="aside">
            Recuperaste {name}.{' '}
            <Link to={screen}>
              Abrir<span className="hidden-text"> {name}</span>
            </Link>
          </p>
        ))}
      </div>
      <UnsavedTexts />
      {groups.slice(0, most).map((group) => (
        <RecordGroup
          key={keyOf(group)}
          group={group}
          shown={shown.get(keyOf(group)) ?? null}
          now={now}
          onRecovered={(one) => setRecovered((all) => [...all.filter(({ screen }) => screen !== one.screen), one])}
        />
      ))}
      {left > 0 && (
        <p>
          <button className="button quiet" type="button" onClick={() => setMost(most + AT_ONCE)}>
            {left === 1 ? 'Ver el que falta' : `Ver más (faltan ${left})`}
          </button>
        </p>
      )}
      {waiting.length > 0 && (
        <p className="buttons">
          <ExportButton />
          <button className="button quiet danger" type="button" onClick={() => void discard(waiting)}>
            Descartar todo
          </button>
        </p>
      )}
      <Storage />
    </>
  );
}

function summary(waiting: readonly Operation[], isOnline: boolean, now: number): string {
  if (waiting.length === 0) {
    const later = ' Ahora no hay conexión: lo que guardes se va a enviar cuando vuelva la señal.';
    return `No hay nada sin enviar.${isOnline ? '' : later}`;
  }
  const oldest = Math.min(...waiting.map(({ createdAt }) => createdAt));
  const isGoing = waiting.some((operation) => !isHeld(operation));
  const network = isOnline || !isGoing ? '' : ' Sin conexión: se van a enviar cuando vuelva la señal.';
  return `${pendingWords(waiting, ' y ')}; el más viejo, guardado ${ageWords(now - oldest)}.${network}`;
}

const keyOf = ({ entity, recordId }: Pick<Group, 'entity' | 'recordId'>) => `${entity} ${recordId}`;

/** Loads the records by key, with pending changes applied: one read for each type, however many records there are. */
function useShown(groups: readonly Group[]): ReadonlyMap<string, Shown> {
  const types = [...new Set(groups.map(({ entity }) => entity as RecordType))].sort();
  const stored = useRead(`pending ${types.join(' ')}`, (store) =>
    Promise.all(types.map(async (type) => ({ type, kept: await store.all(type) }))),
  );
  return useMemo(() => {
    if (!stored) return new Map();
    const { value, laid } = stored;
    return new Map(
      value.flatMap(({ type, kept }) =>
        overlay(type, kept, laid).map((one): [string, Shown] => [
          keyOf({ entity: type, recordId: one.record.id }),
          one,
        ]),
      ),
    );
  }, [stored]);
}

/** A record that was restored on this screen, and the address of its edit screen. */
interface Recovered {
  name: string;
  screen: string;
}

function RecordGroup({
  group: { entity, recordId, operations },
  shown,
  now,
  onRecovered,
}: {
  group: Group;
  shown: Shown | null;
  now: number;
  onRecovered: (recovered: Recovered) => void;
}) {
  const discard = useDiscard();
  const screen = editScreen(entity, recordId);
  const isGone = operations.some(isOfGone);
  const entry = useLastRemoval(entity, recordId, isGone);
  const ticket = useTicketName().nameOf(recordId);
  const name =
    ticket !== null
      ? `${groupName(entity, null)} «${ticket}»`
      : isGone || !shown
        ? goneName(entity, operations, entry)
        : groupName(entity, shown.record);
  // The texts are shown in full above the list.
  const listed = isGone ? operations.filter((operation) => ownWords(operation) === '') : operations;
  return (
    <section className="pending" aria-label={name}>
      <div className="pending-head">
        <h2>{name}</h2>
        <p className="buttons">
          {screen && !isGone && !shown?.isGone && !operations.every(isForbidden) && (
            <Link className="button quiet" to={screen}>
              Editar<span className="hidden-text"> {name}</span>
            </Link>
          )}
          {operations.length > 1 && (
            <button
              className="button quiet"
              type="button"
              onClick={() => void discard(operations, isGone || !shown ? name : undefined)}
            >
              Descartar los {operations.length}
            </button>
          )}
        </p>
      </div>
      {isGone && (
        <GoneChoices
          entity={entity}
          recordId={recordId}
          operations={operations}
          entry={entry}
          onRecovered={() => screen && onRecovered({ name, screen })}
        />
      )}
      <ul className="pending-list">
        {listed.map((operation) => (
          <Deed
            key={operation.opId}
            operation={operation}
            blocker={blockerOf(operations, operation)}
            now={now}
            isGone={isGone}
          />
        ))}
      </ul>
    </section>
  );
}

function Deed({
  operation,
  blocker,
  now,
  isGone,
}: {
  operation: Operation;
  blocker: Operation | null;
  now: number;
  isGone: boolean;
}) {
  const { isOnline, progress, session } = useWorkspaceState();
  const { outbox } = useWorkspace();
  const discard = useDiscard();
  const attempt = useAttempt();
  const field = fieldOf(operation.entity, operation.field);
  const isWaitingForPerson = isParked(operation);
  const value = ownWords(operation);
  const part = progress.get(operation.opId);
  return (
    <li className={`deed deed-${operation.status}`}>
      <p className="deed-name">
        <b>{deedWords(operation)}</b>
        {value && <>: {cut(value, 140, 137)}</>}
      </p>
      <p className="deed-state">
        {operationWords(operation, isOnline, blocker && deedWords(blocker), session.user.name)}
        {part !== undefined && ` (${Math.round(part * 100)} %)`} · {ageWords(now - operation.createdAt)}
        {operation.lastError && !isWaitingForPerson && ` · ${operation.lastError.message}`}
      </p>
      {isWaitingForPerson && !isGone && <ParkedChoices operation={operation} field={field} />}
      {(operation.status === 'pending' || isHeld(operation)) && (
        <p className="buttons">
          {operation.lastError && (
            <button
              className="button quiet"
              type="button"
              onClick={() => void attempt(() => outbox.retry(operation.opId))}
            >
              Reintentar
            </button>
          )}
          <button className="link-button" type="button" onClick={() => void discard([operation])}>
            Descartar<span className="hidden-text"> {deedWords(operation)}</span>
          </button>
        </p>
      )}
    </li>
  );
}

function ExportButton() {
  const { outbox } = useWorkspace();
  const attempt = useAttempt('No pudimos armar el archivo. Probá de nuevo.');
  const exportAll = () =>
    attempt(async () => {
      const url = URL.createObjectURL(new Blob([await outbox.exportAll()], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = 'cambios-pendientes.json';
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
  return (
    <button className="button quiet" type="button" onClick={() => void exportAll()}>
      Exportar a un archivo
    </button>
  );
}

/** Shows the free storage space, and whether the browser may evict the data when storage is low. */
function Storage() {
  const [words, setWords] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void roomWords().then(
      (found) => isCurrent && setWords(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return words ? <p className="field-hint">{words}</p> : null;
}

async function roomWords(): Promise<string> {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const isPersisted = (await navigator.storage?.persisted?.()) ?? false;
  const room = quota > 0 ? `Lugar libre para el portal en este dispositivo: ${sizeInWords(quota - usage)}. ` : '';
  const promise = isPersisted
    ? 'El navegador no borra lo guardado por su cuenta.'
    : 'El navegador podría borrar lo guardado si le falta lugar: enviá los cambios cuando puedas.';
  return room + promise;
}

function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
