import { useId, useState } from 'react';
import { logbookCalls } from '#contract/addresses/logbook';
import { LOGBOOK_CHOICES, LOGBOOK_MONTHS, NOBODY, OPERATOR } from '#contract/messages/logbook';
import type { LogbookChoice, LogbookEntry } from '#contract/messages/logbook';
import { deedWords, doerWords, placeWords, timesWords } from '#contract/messages/logbook-words';
import { dayAt } from '#contract/values/dates';
import { useDownload } from '../parts/use-download.ts';
import { useTitle } from '../parts/use-title.ts';
import { logbookQuery, NO_FILTER, useLogbook } from './use-logbook.ts';
import type { LogbookFilter } from './use-logbook.ts';

/** 'Registro', for Admins: who did what with accounts and rights. */
export function LogbookScreen() {
  const [filter, setFilter] = useState(NO_FILTER);
  const logbook = useLogbook(filter);
  const download = useDownload('No pudimos descargar la planilla. Revisá la señal y probá otra vez.');
  useTitle('Registro');
  const { items, more, failure, again } = logbook;
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>Registro</h1>
        <button
          className="button quiet"
          type="button"
          onClick={() => void download(logbookCalls.export(logbookQuery(filter)), 'registro.csv')}
        >
          Descargar planilla (CSV)
        </button>
      </div>
      <p className="aside">
        Quién ingresó, a quién se le negó algo, y quién cambió cuentas, contraseñas y permisos o descargó datos. De cada
        dirección se guarda la red. Se borra a los {LOGBOOK_MONTHS} meses. Los cambios del contenido están en Historial.
      </p>
      <Filters filter={filter} change={(next) => setFilter({ ...filter, ...next })} people={logbook.people} />
      {failure !== null && (
        <div className={items === null ? 'empty' : 'aside'}>
          <p role="alert">{failure}</p>
          <button className="button quiet" type="button" onClick={again}>
            Probar otra vez
          </button>
        </div>
      )}
      {items === null && failure === null && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {items?.length === 0 && <p className="empty">No hay nada así en el registro.</p>}
      {items !== null && items.length > 0 && <Entries items={items} />}
      {more && (
        <p className="buttons">
          <button className="button quiet" type="button" onClick={more}>
            Ver más
          </button>
        </p>
      )}
    </>
  );
}

function Entries({ items }: { items: readonly LogbookEntry[] }) {
  const [today] = useState(() => dayAt(Date.now()));
  return (
    <div className="table-box" role="region" aria-label="Registro" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {['Qué', 'Quién', 'Cuándo', 'Desde'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((entry) => (
            <tr key={entry.entry}>
              <th scope="row">{deedWords(entry)}</th>
              <td data-label="Quién">{doerWords(entry)}</td>
              <td data-label="Cuándo">{timesWords(entry, today)}</td>
              <td data-label="Desde">{placeWords(entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const CHOICES = {
  access: 'Ingresos y sesiones',
  refusals: 'Pedidos sin permiso',
  rights: 'Cuentas, contraseñas y permisos',
  exports: 'Descargas',
  operator: 'Órdenes de quien opera el servidor',
} as const satisfies Record<LogbookChoice, string>;

function Filters({
  filter,
  change,
  people,
}: {
  filter: LogbookFilter;
  change: (next: Partial<LogbookFilter>) => void;
  people: readonly { id: string; name: string }[];
}) {
  const id = useId();
  return (
    <form
      className="list-tools"
      role="search"
      aria-label="Filtrar el registro"
      onSubmit={(event) => event.preventDefault()}
    >
      <p>
        <label htmlFor={`${id}-choice`}>Qué</label>
        <select
          id={`${id}-choice`}
          className="control"
          value={filter.choice}
          onChange={({ target }) => change({ choice: target.value })}
        >
          <option value="">Todo</option>
          {LOGBOOK_CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {CHOICES[choice]}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label htmlFor={`${id}-user`}>Persona</label>
        <select
          id={`${id}-user`}
          className="control"
          value={filter.user}
          onChange={({ target }) => change({ user: target.value })}
        >
          <option value="">Todas las personas</option>
          {people.map((one) => (
            <option key={one.id} value={one.id}>
              {one.id === NOBODY || one.id === OPERATOR ? doerWords({ userId: one.id, name: '' }) : one.name || one.id}
            </option>
          ))}
        </select>
      </p>
      <p className="list-day">
        <label htmlFor={`${id}-from`}>Desde el</label>
        <input
          id={`${id}-from`}
          className="control"
          type="date"
          value={filter.from}
          onChange={({ target }) => change({ from: target.value })}
        />
      </p>
      <p className="list-day">
        <label htmlFor={`${id}-to`}>Hasta el</label>
        <input
          id={`${id}-to`}
          className="control"
          type="date"
          value={filter.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </p>
      <p>
        <label htmlFor={`${id}-network`}>Red o dirección</label>
        <input
          id={`${id}-network`}
          className="control"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          defaultValue={filter.network}
          onChange={({ target }) => change({ network: target.value })}
        />
      </p>
    </form>
  );
}
