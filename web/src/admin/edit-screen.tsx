import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { entities, fieldsOf } from '#contract/entities';
import type { EntityDeclaration } from '#contract/entities';
import type { Field } from '#contract/fields';
import { admin } from '#contract/paths';
import { update } from './changes.ts';
import { nameOf, publicPage, viewPage } from './columns.ts';
import { useDesk, useDeskState } from './desk.ts';
import { EditField } from './edit-field.tsx';
import { fetchRecord } from './fetch-record.ts';
import { HistoryLink } from './history-link.tsx';
import { useRemoval } from './list-screen.tsx';
import { overlayOne } from './overlay.ts';
import type { Shown } from './overlay.ts';
import { ParkedChoices } from './parked-choices.tsx';
import { useKept } from './use-kept.ts';
import { useTitle } from './use-title.ts';
import type { Stored } from './use-list.ts';

export interface ExtraProps {
  shown: Shown;
}

/**
 * The edit screen of an entity, drawn from its fields in `contract/entities.ts`.
 * @param extras what is no plain value: labels, pictures, videos, files
 */
export function EditScreen({ entity, extras }: { entity: Stored; extras?: (props: ExtraProps) => ReactNode }) {
  const { id = '' } = useParams();
  const found = useRecord(entity, id);
  return (
    <>
      <p><Link className="back" to={admin.list(entity)}>Volver</Link></p>
      {found.is === 'loading' && <p className="loading" role="status">Cargando…</p>}
      {found.is === 'elsewhere' && <Notice title="No está en este dispositivo">Este registro no está guardado acá. Conectate y volvé a abrirlo.</Notice>}
      {found.is === 'gone' && <Notice title="Ya no existe">Este registro fue eliminado, o la dirección no es correcta.</Notice>}
      {found.is === 'here' && <Form key={id} entity={entity} shown={found.shown} extras={extras} />}
    </>
  );
}

function Notice({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="empty">{children}</p>
    </>
  );
}

function Form({ entity, shown, extras }: { entity: Stored; shown: Shown; extras: ((props: ExtraProps) => ReactNode) | undefined }) {
  const { record, operations } = shown;
  const name = nameOf(entity, record);
  const page = publicPage(entity, record);
  const view = viewPage(entity, shown);
  const [wide, narrow] = split(fieldsOf(entity));
  const remove = useRemoval(entity, shown);
  const navigate = useNavigate();
  useTitle(name);
  const others = operations.filter((operation) => operation.field === undefined && (operation.status === 'conflict' || operation.status === 'rejected'));
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>{name}</h1>
        <p className="buttons">
          {view && <a className="button quiet" href={view} target="_blank" rel="noopener">{view === page ? 'Ver en el sitio' : 'Vista previa'}<span className="hidden-text"> (se abre en otra pestaña)</span></a>}
          <HistoryLink type={entity} id={record.id} />
        </p>
      </div>
      {others.map((operation) => <ParkedChoices key={operation.opId} operation={operation} field={null} />)}
      <div className={narrow.length > 0 ? 'form-columns' : 'form-column'}>
        <div className="form-main">
          {wide.map(([field, declared]) => <RecordField key={field} entity={entity} shown={shown} name={field} field={declared} />)}
        </div>
        <div className="form-side">
          {narrow.map(([field, declared]) => <RecordField key={field} entity={entity} shown={shown} name={field} field={declared} />)}
          {extras?.({ shown })}
          <p className="buttons form-end">
            <button
              className="button quiet danger" type="button"
              onClick={() => void remove().then((isRemoved) => isRemoved && navigate(admin.list(entity)))}
            >Eliminar {entities[entity].singular}</button>
          </p>
        </div>
      </div>
    </>
  );
}

/** Shared caches keep public answers for so long. */
const WITHDRAWN = 'Lo que se retira puede seguir viéndose en el sitio hasta 30 segundos.';
const isPublicStatus = (status: unknown) => status === 'Publicado' || status === 'Archivado';

function RecordField({ entity, shown, name, field }: { entity: Stored; shown: Shown; name: string; field: Field }) {
  const desk = useDesk();
  const { record, operations } = shown;
  const { confirmChange } = entities[entity] as EntityDeclaration;
  const [first] = useState(record.status);
  return (
    <EditField
      name={name} place={{ entity, recordId: record.id, field: name }} field={field} stored={record[name] ?? null} operations={operations}
      note={name === 'status' && isPublicStatus(first) && !isPublicStatus(record.status) ? WITHDRAWN : undefined}
      confirmChange={confirmChange} save={(value, base) => desk.save(update(entity, record.id, name, value, base))}
    />
  );
}

/** What is typed stands in the wide column, what is picked beside it; where nothing is picked, there is one column. */
function split(fields: [string, Field][]): [[string, Field][], [string, Field][]] {
  const isPicked = ([, { kind }]: [string, Field]) => kind === 'day' || kind === 'choice' || kind === 'flag';
  return [fields.filter((one) => !isPicked(one)), fields.filter(isPicked)];
}

type Found = { is: 'loading' | 'elsewhere' | 'gone' } | { is: 'here'; shown: Shown };

/** The record from the device, and from the server where the device does not hold it. */
function useRecord(entity: Stored, id: string): Found {
  const state = useDeskState();
  const held = useKept(entity, id);
  const shown = held && overlayOne(entity, held.kept, id, state);
  const answer = useServed(entity, id, held !== null && (!shown || held.isRemembered) && state.isOnline);
  if (held?.isRemembered && answer === 'gone') return { is: 'gone' };
  if (shown) return shown.isGone ? { is: 'gone' } : { is: 'here', shown };
  if (!held) return { is: 'loading' };
  if (answer === 'gone') return { is: 'gone' };
  return { is: state.isOnline && answer !== 'unreachable' ? 'loading' : 'elsewhere' };
}

function useServed(entity: Stored, id: string, isWanted: boolean): 'gone' | 'unreachable' | null {
  const { ask, store } = useDesk();
  const [answer, setAnswer] = useState<'gone' | 'unreachable' | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    fetchRecord({ ask, store }, entity, id).then(
      (isThere) => isCurrent && !isThere && setAnswer('gone'),
      () => isCurrent && setAnswer('unreachable'),
    );
    return () => {
      isCurrent = false;
    };
  }, [ask, store, entity, id, isWanted]);
  return answer;
}
