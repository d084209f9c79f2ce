import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import { staffTicketCalls } from '#contract/addresses/ticket-calls';
import { ADMIN } from '#contract/roles';
import { DESK_DAYS } from '#contract/tickets/staff-ticket';
import type { TicketDesk } from '#contract/tickets/staff-ticket';
import { TICKET_STATE_WORDS } from '#contract/tickets/ticket';
import type { Site } from '#contract/town/documents';
import { cutAtWord } from '#contract/values/text';
import { dayAt, longDay, nearMoment } from '#contract/values/dates';
import { Link } from '../../components/link.tsx';
import { useDownload } from '../parts/use-download.ts';
import { useQuery } from '../parts/use-query.ts';
import { useTitle } from '../parts/use-title.ts';
import type { ShownTicket } from '../workspace/ticket-operations.ts';
import { useDocument } from '../workspace/use-document.ts';
import { useWorkspaceState } from '../workspace/workspace.ts';
import {
  areaName,
  inboxQuery,
  inboxSearch,
  inInbox,
  NOBODY,
  personName,
  spanWords,
  placeOfTicket,
  timesByArea,
  titleOf,
  TRAY_WORDS,
  TRAYS,
  trayOf,
} from './ticket-words.ts';
import type { InboxQuery } from './ticket-words.ts';
import { InboxPlan, PaperPlan } from './inbox-plan.tsx';
import { rememberInbox } from './last-inbox.ts';
import { useTickets } from '../workspace/use-tickets.ts';

/** Number of tickets shown together. */
const AT_ONCE = 50;

/** The inbox of consultas y reclamos: those of the person's areas, from this device. */
export function InboxScreen() {
  const read = useTickets();
  const {
    session: { user },
    rest,
  } = useWorkspaceState();
  useTitle('Reclamos');
  // Who sees none is told so once all has come.
  const isComing = read === null || (read.desk === null && rest === 'coming');
  const isAdmin = user.usergroup === ADMIN;
  return (
    <>
      <div className="screen-head">
        <h1 tabIndex={-1}>Reclamos</h1>
        {isAdmin && (
          <Link className="button quiet ticket-screen-only" to={admin.ticketSettings()}>
            Ajustes
          </Link>
        )}
      </div>
      {isComing && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {!isComing && read.desk === null && (
        <p className="empty">
          {isAdmin
            ? 'Los reclamos todavía no llegaron a este dispositivo. Van a aparecer acá con la próxima conexión.'
            : 'No tenés reclamos a cargo. Un administrador puede sumarte a un área.'}
        </p>
      )}
      {read?.desk && <Inbox tickets={read.tickets} desk={read.desk} />}
    </>
  );
}

function Inbox({ tickets, desk }: { tickets: readonly ShownTicket[]; desk: TicketDesk }) {
  const query = inboxQuery(useQuery());
  const navigate = useNavigate();
  const [most, setMost] = useState(AT_ONCE);
  // When the inbox was opened: how long a ticket waits is said in hours.
  const [now] = useState(() => Date.now());
  const download = useDownload('No pudimos descargar la planilla. Revisá la señal y probá otra vez.');
  const hintId = useId();
  const isAdmin = useWorkspaceState().session.user.usergroup === ADMIN;
  const address = admin.tickets() + inboxSearch(query);
  useEffect(() => rememberInbox(address), [address]);
  const change = (next: Partial<InboxQuery>) =>
    void navigate(admin.tickets() + inboxSearch({ ...query, ...next }), { replace: true, state: { stays: true } });
  const found = inInbox(tickets, query, desk);
  const counts = new Map(TRAYS.map((tray) => [tray, tickets.filter((ticket) => trayOf(ticket) === tray).length]));
  const shown = found.slice(0, most);
  const hasPins = shown.some((ticket) => placeOfTicket(ticket, desk));
  return (
    <>
      <PaperHead area={query.area} desk={desk} now={now} />
      <Tools query={query} change={change} desk={desk} counts={counts} />
      <p className="aside ticket-count" role="status">
        {found.length === 1 ? '1 reclamo' : `${found.length} reclamos`}
      </p>
      {found.length === 0 && (
        <p className="empty">
          {query.tray === 'open' && query.search + query.area + query.assignee === ''
            ? 'No hay nada por resolver.'
            : 'Ninguno es así. Probá con otros filtros.'}
        </p>
      )}
      <InboxPlan tickets={found} desk={desk} />
      <PaperPlan tickets={shown} desk={desk} />
      {found.length > 0 && (
        <ul className="ticket-list">
          {shown.map((ticket, at) => (
            <Row key={ticket.id} ticket={ticket} desk={desk} now={now} count={hasPins ? at + 1 : null} />
          ))}
        </ul>
      )}
      {found.length > most && (
        <p className="ticket-screen-only">
          <button className="button quiet" type="button" onClick={() => setMost(most + AT_ONCE)}>
            Ver más (faltan {found.length - most})
          </button>
        </p>
      )}
      <p className="buttons ticket-screen-only">
        {found.length > 0 && (
          <button className="button quiet" type="button" onClick={() => print()}>
            Imprimir esta lista
          </button>
        )}
        <button
          className="button quiet"
          type="button"
          aria-describedby={hintId}
          onClick={() => void download(staffTicketCalls.export(), 'reclamos.csv')}
        >
          Descargar todos (CSV)
        </button>
      </p>
      <p id={hintId} className="field-hint ticket-screen-only">
        La planilla tiene todos los reclamos{isAdmin ? '' : ' de tus áreas'}, no solo los de esta lista: también los
        sospechosos y los resueltos hace más de {DESK_DAYS} días.
      </p>
      <Times tickets={tickets} desk={desk} />
    </>
  );
}

function Tools({
  query,
  change,
  desk,
  counts,
}: {
  query: InboxQuery;
  change: (next: Partial<InboxQuery>) => void;
  desk: TicketDesk;
  counts: ReadonlyMap<string, number>;
}) {
  const id = useId();
  const { session } = useWorkspaceState();
  return (
    <form
      className="list-tools ticket-tools ticket-screen-only"
      role="search"
      aria-label="Buscar en Reclamos"
      onSubmit={(event) => event.preventDefault()}
    >
      <p className="list-search">
        <label htmlFor={`${id}-search`}>Buscar</label>
        <input
          id={`${id}-search`}
          className="control"
          type="search"
          defaultValue={query.search}
          autoComplete="off"
          maxLength={200}
          onChange={({ target }) => change({ search: target.value })}
        />
      </p>
      <p>
        <label htmlFor={`${id}-tray`}>Bandeja</label>
        <select
          id={`${id}-tray`}
          className="control"
          value={query.tray}
          onChange={({ target }) => change({ tray: target.value as InboxQuery['tray'] })}
        >
          {TRAYS.map((tray) => (
            <option key={tray} value={tray}>
              {TRAY_WORDS[tray]} ({counts.get(tray) ?? 0})
            </option>
          ))}
        </select>
      </p>
      {desk.areas.length > 1 && (
        <p>
          <label htmlFor={`${id}-area`}>Área</label>
          <select
            id={`${id}-area`}
            className="control"
            value={query.area}
            onChange={({ target }) => change({ area: target.value })}
          >
            <option value="">Todas</option>
            {desk.areas.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      <p>
        <label htmlFor={`${id}-assignee`}>A cargo de</label>
        <select
          id={`${id}-assignee`}
          className="control"
          value={query.assignee}
          onChange={({ target }) => change({ assignee: target.value })}
        >
          <option value="">Cualquiera</option>
          <option value={session.user.id}>Mí</option>
          <option value={NOBODY}>Nadie todavía</option>
          {desk.people
            .filter((one) => one.id !== session.user.id)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
        </select>
      </p>
    </form>
  );
}

/** Whose list it is, of which day and for whom, on paper alone. */
function PaperHead({ area, desk, now }: { area: string; desk: TicketDesk; now: number }) {
  const site = useDocument('site')?.record as Site | undefined;
  const [only] = desk.areas.length === 1 ? desk.areas : [];
  const name = area === '' ? (only?.name ?? 'Todas las áreas') : areaName(desk, area);
  return <p className="ticket-paper-only">{[site?.name, longDay(dayAt(now)), name].filter(Boolean).join(' · ')}</p>;
}

function Row({
  ticket,
  desk,
  now,
  count,
}: {
  ticket: ShownTicket;
  desk: TicketDesk;
  now: number;
  /** Its number on the plan, on paper; null for no plan. */
  count: number | null;
}) {
  const { id, number, text, state, area, assignee, received, waiting, photos, phone, name } = ticket;
  const isOpen = trayOf(ticket) === 'open';
  return (
    <li className="ticket-row">
      <h2>
        {count !== null && <span className="ticket-paper-only">{count}. </span>}
        <Link to={admin.ticket(id)}>{titleOf(ticket, desk)}</Link>
      </h2>
      <p className="ticket-text">{cutAtWord(text, 220, 200, '…')}</p>
      <p className="ticket-facts">
        <span className={`ticket-state ticket-${state}`}>{TICKET_STATE_WORDS[state]}</span>
        <span>{number}</span>
        {desk.areas.length > 1 && <span>{areaName(desk, area)}</span>}
        <span>{assignee === '' ? 'Sin nadie a cargo' : `A cargo de ${personName(desk, assignee)}`}</span>
        <span>
          {nearMoment(Date.parse(received), dayAt(now))}
          {isOpen && ` · espera hace ${spanWords(now - Date.parse(received))}`}
        </span>
        {photos.length > 0 && <span>{photos.length === 1 ? '1 foto' : `${photos.length} fotos`}</span>}
        {waiting.length > 0 && <span className="ticket-waits">Guardado en este dispositivo</span>}
      </p>
      <p className="ticket-paper-only">{[name, phone].filter(Boolean).join(' · ')} □ Hecho ______________________</p>
    </li>
  );
}

function Times({ tickets, desk }: { tickets: readonly ShownTicket[]; desk: TicketDesk }) {
  const id = useId();
  return (
    <section className="ticket-times ticket-screen-only" aria-labelledby={id}>
      <h2 id={id}>Cuánto se tarda en responder</h2>
      <div className="table-box" role="region" aria-labelledby={id} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Área</th>
              <th scope="col">Por resolver</th>
              <th scope="col">Respondidos</th>
              <th scope="col">La mitad, antes de</th>
            </tr>
          </thead>
          <tbody>
            {timesByArea(tickets, desk).map(({ name, open, answered, half }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label="Por resolver">{open}</td>
                <td data-label="Respondidos">{answered}</td>
                <td data-label="La mitad, antes de">{half}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="aside">De lo que hay en este dispositivo: lo que está por resolver y lo de los últimos 90 días.</p>
    </section>
  );
}
