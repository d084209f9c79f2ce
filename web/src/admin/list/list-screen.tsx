import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQuery } from '../parts/use-query.ts';
import { Link } from '../../components/link.tsx';
import { initialCategory, isCategorized } from '#contract/town/categories';
import { longMoment } from '#contract/values/dates';
import { newRecordId } from '#contract/values/ids';
import { entities, fieldsOf } from '#contract/forms-and-lists';
import { admin } from '#contract/addresses/pages';
import type { RecordEntity } from '#contract/record-types';
import { isReadable } from '#contract/visibility';
import { Pager } from '../../components/pager.tsx';
import { withCategories } from '../parts/words/category-choices.ts';
import { useCategories } from '../workspace/categories-provider.tsx';
import { Cell } from '../parts/cell.tsx';
import { creation } from '../workspace/new-operations.ts';
import { usePresent } from '../parts/use-present.ts';
import {
  cellText,
  columnBelow,
  isOverAlert,
  listColumns,
  nameOf,
  OVER_WORD,
  viewPage,
} from '../parts/words/record-words.ts';
import { useWorkspace, useStored } from '../workspace/workspace.ts';
import { filterKey, isNarrowed, listAddress, parseListQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { isCopied, useCopy } from './copy.ts';
import { useRemoval } from './removal.ts';
import { useRowFocus } from '../parts/focus/row-focus.ts';
import { RowMenu, RowMenuButton, useRowMenu } from '../parts/row-menu.tsx';
import type { MenuRow, RowMenuState } from '../parts/row-menu.tsx';
import { SelectionBar, useSelection } from './selection.tsx';
import type { Selection } from './selection.tsx';
import { FoundWords, ListTools, SortHeading } from './tools.tsx';
import { rememberUntouched } from './untouched.ts';
import { rememberOpened, useListReturn } from './list-return.ts';
import { useAttempt } from '../parts/notices.tsx';
import { isOnSite } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { NEW_RECORD } from '../parts/focus/use-first-field.ts';
import { useBusy } from '../parts/use-busy.ts';
import { useTitle } from '../parts/use-title.ts';
import { useStill } from './use-still.ts';
import { rememberMade, useList } from './use-list.ts';
import type { ListView } from './use-list.ts';

/** The list screen of an entity (spec section 2.2). @param children content above the table */
export function ListScreen({ entity, children }: { entity: RecordEntity; children?: ReactNode }) {
  const parameters = useQuery();
  const query = useMemo(() => parseListQuery(entity, parameters), [entity, parameters]);
  const view = useList(entity, query);
  const still = useStill({ query, view }, '.table, .pager');
  const menu = useRowMenu();
  const { plural } = entities[entity];
  useTitle(plural);
  useListReturn(entity, view.is === 'some');
  useLastPage(entity, query, view);
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>{plural}</h1>
        <CreateButton entity={entity} />
      </div>
      {children}
      <ListTools key={entity} entity={entity} query={query} />
      <List entity={entity} query={still.query} view={still.view} menu={menu} />
      {still.view.is === 'some' && (
        <Pager
          page={still.query.page}
          pages={still.view.pages}
          to={(page) => listAddress(entity, { ...still.query, page })}
        />
      )}
      <RowMenu menu={menu} />
    </>
  );
}

/** Redirects from a page beyond the end of the list to its last page. */
function useLastPage(entity: RecordEntity, query: ListQuery, view: ListView): void {
  const navigate = useNavigate();
  const isEmpty = view.is === 'some' && !view.isComing && view.items.length === 0;
  const last = view.is === 'some' ? Math.max(1, Math.min(view.pages, query.page - 1)) : 1;
  const to = isEmpty && query.page > 1 ? listAddress(entity, { ...query, page: last }) : null;
  useEffect(() => {
    if (to) void navigate(to, { replace: true, state: { stays: true } });
  }, [to, navigate]);
}

/** Returns the category of a new record; undefined for types without one. */
function useFirstCategory(entity: RecordEntity): string | undefined {
  const categories = useCategories();
  const usual = fieldsOf(entity).find(([, { kind }]) => kind === 'category')?.[1].blank;
  return isCategorized(entity) ? initialCategory(categories[entity], String(usual)) : undefined;
}

function CreateButton({ entity }: { entity: RecordEntity }) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const attempt = useAttempt('Este dispositivo no pudo guardar el registro nuevo. Liberá espacio y probá otra vez.');
  const [, run] = useBusy();
  const category = useFirstCategory(entity);
  async function create() {
    const at = Date.now();
    const id = newRecordId(at);
    await attempt(async () => {
      await workspace.save(creation(entity, id, at, category));
      rememberMade(id);
      rememberUntouched({ userId: workspace.state().session.user.id, entity, id, at, category });
      await navigate(admin.edit(entity, id), { state: NEW_RECORD });
    });
  }
  return (
    <button className="button" type="button" onClick={() => void run(create)}>
      {entities[entity].create}
    </button>
  );
}

function List({
  entity,
  query,
  view,
  menu,
}: {
  entity: RecordEntity;
  query: ListQuery;
  view: ListView;
  menu: RowMenuState;
}) {
  const level = useStored('level', (store) => store.level());
  const selection = useSelection(filterKey(query));
  const isAll = !isNarrowed(query);
  if (view.is === 'loading' || (isAll && view.is === 'some' && view.isComing && view.items.length === 0))
    return (
      <p className="loading" role="status">
        Cargando…
      </p>
    );
  if (view.is === 'unreachable') {
    return (
      <p className="empty">
        Este dispositivo todavía no tiene esta lista. Conectate una vez para verla sin señal; lo que crees ahora se
        guarda igual.
      </p>
    );
  }
  return (
    <>
      {view.isPartial && (
        <p className="aside" role="status">
          Solo lo guardado en este dispositivo.{level?.pulledAt ? ` Datos del ${longMoment(level.pulledAt)}.` : ''}
        </p>
      )}
      {!isAll && (
        <FoundWords
          entity={entity}
          found={view.found ?? view.items.length}
          isComing={view.isComing}
          isCut={view.isCut}
        />
      )}
      <SelectionBar entity={entity} selection={selection} />
      {view.items.length === 0 && isAll && (
        <p className="empty">Todavía no hay nada acá. Empezá con «{entities[entity].create}».</p>
      )}
      {view.items.length > 0 && (
        <Table entity={entity} query={query} items={view.items} selection={selection} menu={menu} />
      )}
    </>
  );
}

function Table({
  entity,
  query,
  items,
  selection,
  menu,
}: {
  entity: RecordEntity;
  query: ListQuery;
  items: readonly Shown[];
  selection: Selection;
  menu: RowMenuState;
}) {
  const present = usePresent();
  const remove = useRemoval(entity);
  const copy = useCopy(entity);
  useRowFocus(items);
  const rowOf = (shown: Shown): MenuRow => ({
    id: shown.record.id,
    name: nameOf(entity, shown.record),
    edit: admin.edit(entity, shown.record.id),
    acts: [
      ...(isCopied(entity) ? [{ label: 'Duplicar', run: () => void copy(shown) }] : []),
      { label: 'Eliminar', run: () => void remove([shown]) },
    ],
  });
  return (
    <div className="table-box" role="region" aria-label={entities[entity].plural} tabIndex={0}>
      <table className="table table-rows">
        <thead>
          <tr>
            <td className="cell-tick">
              <TickAll items={items} selection={selection} />
            </td>
            {listColumns(entity).map(({ name, field }) => (
              <SortHeading
                key={name}
                entity={entity}
                query={query}
                column={name}
                label={field.label}
                isBelow={name === columnBelow(entity)}
              />
            ))}
            <th scope="col">
              <span className="hidden-text">Acciones</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((shown) => (
            <Row
              key={shown.record.id}
              entity={entity}
              shown={shown}
              selection={selection}
              isOver={isOverAlert(entity, shown.record, present())}
            >
              <RowMenuButton menu={menu} row={rowOf(shown)} />
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Checkbox that selects every row of the page; indeterminate if only some are selected. */
function TickAll({ items, selection: { chosen, set } }: { items: readonly Shown[]; selection: Selection }) {
  const count = items.filter(({ record }) => chosen.has(record.id)).length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && count < items.length;
  }, [count, items.length]);
  return (
    <label className="tick-box">
      <input
        ref={box}
        className="tick"
        type="checkbox"
        aria-label="Elegir todo lo de esta página"
        checked={count === items.length}
        onChange={({ target }) => set(items, target.checked)}
      />
    </label>
  );
}

function Row({
  entity,
  shown,
  selection: { chosen, set },
  isOver,
  children,
}: {
  entity: RecordEntity;
  shown: Shown;
  selection: Selection;
  isOver: boolean;
  children: ReactNode;
}) {
  const { record } = shown;
  const categories = useCategories();
  const [title, ...others] = listColumns(entity);
  const name = nameOf(entity, record);
  const edit = admin.edit(entity, record.id);
  const view = viewPage(entity, shown);
  const text = title ? cellText(title.field, name) : name;
  const opening = () => rememberOpened(record.id);
  // The sign of a status is what the public sees, not what waits here.
  const isSeen = isReadable(entity, record) === isOnSite(entity, shown);
  return (
    <tr data-record={record.id}>
      <td className="cell-tick">
        <label className="tick-box">
          <input
            className="tick"
            type="checkbox"
            aria-label={`Elegir ${name}`}
            checked={chosen.has(record.id)}
            onChange={({ target }) => set([shown], target.checked)}
          />
        </label>
      </td>
      <th scope="row">
        {view ? (
          <a href={view} target="_blank" rel="noopener">
            {text}
            <span className="hidden-text"> (se abre en otra pestaña)</span>
          </a>
        ) : (
          <Link to={edit} onClick={opening}>
            {text}
          </Link>
        )}
        <StateMark entity={entity} shown={shown} />
      </th>
      {others.map(({ name: column, field }) => (
        <td
          key={column}
          data-label={field.label}
          className={`cell-${column}${column === columnBelow(entity) ? ' cell-below' : ''}`}
          data-value={column === 'status' && (!isSeen || isOver) ? '' : String(record[column] ?? '')}
        >
          {(column === 'status' && statusWord(entity, shown, isOver)) || (
            <Cell field={withCategories(field, entity, categories)} value={record[column]} />
          )}
        </td>
      ))}
      <td className="cell-menu">
        <Link className="row-edit" to={edit} onClick={opening}>
          Editar<span className="hidden-text"> {name}</span>
        </Link>
        {children}
      </td>
    </tr>
  );
}

/** What stands in the place of a status that is not what the public sees, or that says less; '' otherwise. */
function statusWord(entity: RecordEntity, shown: Shown, isOver: boolean): string {
  if (isOver) return OVER_WORD;
  const isPublic = isReadable(entity, shown.record);
  if (isPublic === isOnSite(entity, shown)) return '';
  return isPublic ? 'Por publicar' : 'Por retirar';
}
