import type { SiteDocument } from '#contract/records';
import { ticketPage } from '#contract/addresses/tickets';
import { Link } from '../../../../components/link.tsx';
import { useOffline } from '../../../../components/use-offline.ts';
import { TicketCode } from '../own/code.tsx';
import { Refusal } from '../own/refusal.tsx';
import { useTickets } from '../use-tickets.ts';
import { delayWords, standingOf } from '../words.ts';

/** What a person is told after sending: the number, and whether it has arrived. */
export function SentPart({ id, site, another }: { id: string; site: SiteDocument; another: () => void }) {
  const { mine, ...state } = useTickets();
  const isOffline = useOffline();
  const ticket = mine.find((one) => one.id === id);
  if (!ticket) return null;
  const left = state.waiting.get(id) ?? [];
  const late = delayWords(left);
  const { short, words, hasArrived } = standingOf(ticket, state, !isOffline);
  return (
    <div className="ticket-sent">
      <h2 tabIndex={-1} ref={takeFocus}>
        Tu número de reclamo
      </h2>
      <p className="ticket-number">{ticket.number}</p>
      <p role="status">{words || (hasArrived ? 'Enviado. El municipio ya lo tiene.' : `${short}.`)}</p>
      {late && <p>{late}</p>}
      <Refusal id={id} operations={left} />
      <p>
        {hasArrived ? (
          <>
            Anotalo: con ese número podés preguntar en el municipio{site.phone && `, al ${site.phone}`}.{' '}
            {ticket.of ? JOINED : 'La respuesta aparece'}
          </>
        ) : words ? (
          'No hace falta que lo mandes de nuevo. Cuando el municipio lo tenga, lo vas a ver'
        ) : (
          'Lo que escribiste está'
        )}{' '}
        en <Link to={ticketPage(ticket)}>la página de tu reclamo</Link>, que solo ve quien tiene su enlace.
      </p>
      {hasArrived && <TicketCode ticket={ticket} />}
      <p>
        <button type="button" className="button quiet" onClick={another}>
          Hacer otro reclamo o consulta
        </button>
      </p>
    </div>
  );
}

const JOINED = 'Vas a ver si está en curso o arreglado, y lo que el municipio publique,';

/** The form that had the focus is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus();
