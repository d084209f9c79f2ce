import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { longMoment } from '#contract/dates';
import { entities } from '#contract/entities';
import { admin } from '#contract/paths';
import { Pager } from '../components/pager.tsx';
import { Cell } from './cell.tsx';
import { creation, removal } from './changes.ts';
import { cellText, columnsOf, nameOf, viewPage } from './columns.ts';
import { useConfirm } from './confirm.tsx';
import { useDesk, useStored } from './desk.ts';
import { newRecordId } from './new-id.ts';
import { useNotices } from './notices.tsx';
import { stateOf } from './overlay.ts';
import type { Shown } from './overlay.ts';
import { RowMenu } from './row-menu.tsx';
import { StateMark } from './state-mark.tsx';
import { useTitle } from './use-title.ts';
import { rememberMade, useList } from './use-list.ts';
import type { ListView, Stored } from './use-list.ts';

/** The list of an entity (spec section 2.2), from what the device holds. @param children what stands above the table */
export function ListScreen({ entity, children }: { entity: Stored; children?: ReactNode }) {
  const [query] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1);
  const view = useList(entity, page);
  const { plural } = entities[entity];
  useTitle(plural);
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>{plural}</h1>
        <CreateButton entity={entity} />
      </div>
      {children}
      <Table entity={entity} view={view} />
      {view.is === 'some' && <Pager page={page} pages={view.pages} to={(to) => admin.list(entity, to)} />}
    </>
  );
}

export function CreateButton({ entity }: { entity: Stored }) {
  const desk = useDesk();
  const navigate = useNavigate();
  const tell = useNotices();
  async function create() {
    const id = newRecordId();
    try {
      await desk.save(creation(entity, id, Date.now()));
      rememberMade(id);
      await navigate(admin.edit(entity, id));
    } catch {
      tell({ tone: 'bad', text: 'Este dispositivo no pudo guardar el registro nuevo. Liberá espacio y probá otra vez.' });
    }
  }
  return <button className="button" type="button" onClick={() => void create()}>{entities[entity].create}</button>;
}

function Table({ entity, view }: { entity: Stored; view: ListView }) {
  const level = useStored('level', (store) => store.level());
  if (view.is === 'loading') return <p className="loading" role="status">Cargando…</p>;
  if (view.is === 'unreachable') {
    return <p className="empty">Este dispositivo todavía no tiene esta lista. Conectate una vez para verla sin señal; lo que crees ahora se guarda igual.</p>;
  }
  const columns = columnsOf(entity);
  return (
    <>
      {view.isPartial && (
        <p className="aside" role="status">
          Solo lo guardado en este dispositivo.{level?.pulledAt ? ` Datos del ${longMoment(level.pulledAt)}.` : ''}
        </p>
      )}
      {view.items.length === 0 && <p className="empty">Todavía no hay nada acá. Empezá con «{entities[entity].create}».</p>}
      {view.items.length > 0 && (
        <div className="table-box" role="region" aria-label={entities[entity].plural} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                {columns.map(({ name, field }) => <th key={name} scope="col">{field.label}</th>)}
                <th scope="col"><span className="hidden-text">Acciones</span></th>
              </tr>
            </thead>
            <tbody>{view.items.map((shown) => <Row key={shown.record.id} entity={entity} shown={shown} />)}</tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Row({ entity, shown }: { entity: Stored; shown: Shown }) {
  const { record } = shown;
  const remove = useRemoval(entity, shown);
  const [title, ...others] = columnsOf(entity);
  const name = nameOf(entity, record);
  const edit = admin.edit(entity, record.id);
  const view = viewPage(entity, shown);
  const text = title ? cellText(title.field, record[title.name]) || 'Sin título' : name;
  return (
    <tr>
      <th scope="row">
        {view
          ? <a href={view} target="_blank" rel="noopener">{text}<span className="hidden-text"> (se abre en otra pestaña)</span></a>
          : <Link to={edit}>{text}</Link>}
        <StateMark state={stateOf(shown)} />
      </th>
      {others.map(({ name: column, field }) => (
        <td key={column} data-label={field.label} className={`cell-${column}`} data-value={String(record[column] ?? '')}><Cell field={field} value={record[column]} /></td>
      ))}
      <td className="cell-menu"><RowMenu name={name} edit={edit} onDelete={() => void remove()} /></td>
    </tr>
  );
}

/** Asks, and deletes the record as it was last seen. */
export function useRemoval(entity: Stored, { record, seq }: Pick<Shown, 'record' | 'seq'>) {
  const desk = useDesk();
  const confirm = useConfirm();
  const tell = useNotices();
  return async () => {
    if (!(await confirm({ text: entities[entity].confirmDelete }))) return false;
    try {
      await desk.save(removal(entity, record.id, seq));
      return true;
    } catch {
      tell({ tone: 'bad', text: 'Este dispositivo no pudo guardar el pedido de eliminar. Probá otra vez.' });
      return false;
    }
  };
}
