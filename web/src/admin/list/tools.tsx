import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import { entities } from '#contract/forms-and-lists';
import type { Field } from '#contract/fields';
import type { RecordEntity } from '#contract/record-types';
import { isTime, listColumns } from '../parts/words/record-words.ts';
import { withCategories } from '../parts/words/category-choices.ts';
import { useCategories } from '../workspace/categories-provider.tsx';
import { useKnownLabels } from './known-labels.ts';
import { DEFAULT_QUERY, filtersOf, listAddress, parseListQuery, sortWords, statusesOf } from './list-query.ts';
import type { ListQuery, Sort } from './list-query.ts';
import type { ListNavigation } from './list-return.ts';

const TYPING = 200;

/** Returns a function that changes the list's query, on its first page, and keeps the focus. */
function useChangeQuery(entity: RecordEntity) {
  const navigate = useNavigate();
  return (next: Partial<ListQuery>, isTyping = false) => {
    // What was typed last is passed on after a delay, in which its author may have opened a record.
    if (isTyping && location.pathname !== admin.list(entity)) return;
    // Read from the address: a slow device may not have drawn the change before this one yet.
    const query = parseListQuery(entity, new URLSearchParams(location.search));
    void navigate(listAddress(entity, { ...query, page: 1, ...next }), {
      replace: isTyping,
      state: { stays: true } satisfies ListNavigation,
    });
  };
}

/** Search, filters and, on narrow screens without column headings, the sort order. */
export function ListTools({ entity, query }: { entity: RecordEntity; query: ListQuery }) {
  const change = useChangeQuery(entity);
  const [typed, type] = useTyped(query.search, (search) => change({ search }, true));
  const statuses = statusesOf(entity);
  const id = useId();
  return (
    <form
      className="list-tools"
      role="search"
      aria-label={`Buscar en ${entities[entity].plural}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <p className="list-search">
        <label htmlFor={`${id}-search`}>Buscar</label>
        <input
          id={`${id}-search`}
          className="control"
          type="search"
          value={typed}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          onChange={({ target }) => type(target.value)}
        />
      </p>
      {statuses.length > 0 && (
        <p>
          <label htmlFor={`${id}-status`}>Estado</label>
          <select
            id={`${id}-status`}
            className="control"
            value={query.status}
            onChange={({ target }) => change({ status: target.value })}
          >
            <option value="">Todos</option>
            {statuses.map(({ value, label }) => (
              <option key={String(value)} value={String(value)}>
                {label}
              </option>
            ))}
          </select>
        </p>
      )}
      <Filters entity={entity} query={query} change={change} id={id} />
      <p className="list-order">
        <label htmlFor={`${id}-order`}>Orden</label>
        <select
          id={`${id}-order`}
          className="control"
          value={sortWords(query.sort)}
          onChange={({ target }) => change({ sort: sortFrom(target.value) })}
        >
          <option value="">El de siempre</option>
          {listColumns(entity).map(({ name, field }) => (
            <optgroup key={name} label={field.label}>
              <option value={name}>
                {field.label}: {orderWords(field)[0]}
              </option>
              <option value={`-${name}`}>
                {field.label}: {orderWords(field)[1]}
              </option>
            </optgroup>
          ))}
        </select>
      </p>
    </form>
  );
}

/** The filters that the records of an entity have besides their status. */
function Filters({
  entity,
  query,
  change,
  id,
}: {
  entity: RecordEntity;
  query: ListQuery;
  change: (next: Partial<ListQuery>) => void;
  id: string;
}) {
  const categories = useCategories();
  const { hasLabels, category, isDated } = filtersOf(entity);
  const choices = withCategories(category, entity, categories)?.choices ?? [];
  return (
    <>
      {hasLabels && <LabelFilter id={`${id}-label`} chosen={query.label} choose={(label) => change({ label })} />}
      {category && (
        <p>
          <label htmlFor={`${id}-category`}>{category.label}</label>
          <select
            id={`${id}-category`}
            className="control"
            value={query.category}
            onChange={({ target }) => change({ category: target.value })}
          >
            <option value="">{category.label === 'Tipo' ? 'Todos' : 'Todas'}</option>
            {choices.map(({ value, label }) => (
              <option key={String(value)} value={String(value)}>
                {label}
              </option>
            ))}
          </select>
        </p>
      )}
      {isDated && (
        <p className="list-day">
          <label htmlFor={`${id}-day`}>Día</label>
          <input
            id={`${id}-day`}
            className="control"
            type="date"
            value={query.day}
            onChange={({ target }) => change({ day: target.value })}
          />
        </p>
      )}
    </>
  );
}

function LabelFilter({ id, chosen, choose }: { id: string; chosen: string; choose: (label: string) => void }) {
  const known = useKnownLabels();
  const isKnown = chosen === '' || known.some((label) => label.id === chosen);
  return (
    <p>
      <label htmlFor={id}>Etiqueta</label>
      <select id={id} className="control" value={chosen} onChange={({ target }) => choose(target.value)}>
        <option value="">Todas</option>
        {!isKnown && <option value={chosen}>{chosen}</option>}
        {known.map((label) => (
          <option key={label.id} value={label.id}>
            {label.name}
          </option>
        ))}
      </select>
    </p>
  );
}

/** What the two orders of a column are called. */
function orderWords(field: Field): [string, string] {
  if (isTime(field)) return ['primero lo más viejo', 'primero lo más nuevo'];
  return field.choices ? ['en su orden', 'en el orden contrario'] : ['de la A a la Z', 'de la Z a la A'];
}

const sortFrom = (words: string): Sort | null =>
  words === '' ? null : { column: words.replace(/^-/, ''), isDown: words.startsWith('-') };

/**
 * Debounced input text, passed on when typing pauses. A new value from outside (by going back) replaces it.
 */
function useTyped(value: string, send: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const sent = useRef<readonly string[]>([value]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const left = sentSince(sent.current, value);
    sent.current = left ?? [value];
    if (left) return;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    typed,
    (next) => {
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        sent.current = [...sent.current, next];
        latest.current(next);
      }, TYPING);
    },
  ];
}

/**
 * Distinguishes a value that this box has passed on, and that arrives late, from a new value from outside.
 * @param sent the last value that has arrived, and the texts passed on since, in order
 * @returns `sent` once `value` has arrived; null if the value comes from outside
 */
export function sentSince(sent: readonly string[], value: string): readonly string[] | null {
  const at = sent.indexOf(value);
  return at < 0 ? null : sent.slice(at);
}

/** A column heading that cycles the sort order: ascending, descending, default. */
export function SortHeading({
  entity,
  query,
  column,
  label,
  isBelow,
}: {
  entity: RecordEntity;
  query: ListQuery;
  column: string;
  label: string;
  /** On a tablet its cells stand below the title, and it has no heading. */
  isBelow: boolean;
}) {
  const change = useChangeQuery(entity);
  const own = query.sort?.column === column ? query.sort : null;
  const next = own ? (own.isDown ? null : { column, isDown: true }) : { column, isDown: false };
  return (
    <th
      scope="col"
      className={isBelow ? 'cell-below' : undefined}
      aria-sort={own ? (own.isDown ? 'descending' : 'ascending') : undefined}
    >
      <button className="sort-button" type="button" onClick={() => change({ sort: next })}>
        {label}
      </button>
    </th>
  );
}

/** Shows how many rows match a search or filter, with a button that shows all. */
export function FoundWords({
  entity,
  found,
  isComing,
  isCut,
}: {
  entity: RecordEntity;
  found: number;
  isComing: boolean;
  isCut: boolean;
}) {
  const change = useChangeQuery(entity);
  const count = `${found} ${found === 1 ? entities[entity].singular : entities[entity].several}`;
  const words =
    found === 0 && !isComing ? 'No hay nada que coincida.' : `${found === 1 ? 'Se muestra' : 'Se muestran'}: ${count}.`;
  return (
    <p className="found-line">
      <span role="status">
        {words}
        {isComing && ' Buscando más en el servidor…'}
        {isCut && ' Se buscó entre las 2.000 filas más nuevas.'}
      </span>
      <button className="link-button" type="button" onClick={() => change(DEFAULT_QUERY)}>
        Ver todo
      </button>
    </p>
  );
}
