import { useEffect } from 'react';
import { ticketPage } from '#contract/addresses/tickets';
import { Link } from '../../../../components/link.tsx';
import { useOffline } from '../../../../components/use-offline.ts';
import type { MyTicket } from '../../../../tickets/my-tickets.ts';
import { useTickets } from '../use-tickets.ts';
import { standingOf } from '../words.ts';

/** «Mis reclamos»: those of this device, with what the town hall has said of them. */
export function MineList() {
  const { tickets, mine, isLoaded, ...state } = useTickets();
  const { waiting, unqueued } = state;
  const isOffline = useOffline();
  // What has not arrived yet is not known there.
  const arrived = mine.flatMap(({ id }) => (waiting.has(id) || unqueued.has(id) ? [] : id)).join(' ');
  useEffect(() => {
    if (!isLoaded || isOffline) return;
    for (const { id, secret } of tickets.getState().tickets) {
      if (arrived.includes(id)) void tickets.follow(id, secret).catch(() => {});
    }
  }, [tickets, isLoaded, isOffline, arrived]);
  if (mine.length === 0) return null;
  return (
    <section className="ticket-mine" aria-labelledby="mis-reclamos">
      <div className="heading">
        <h2 id="mis-reclamos">Mis reclamos</h2>
      </div>
      <p>Están guardados en este teléfono: los ve quien lo usa.</p>
      <ul>
        {mine.map((ticket) => (
          <li key={ticket.id}>
            <h3>
              <Link to={ticketPage(ticket)}>
                {ticket.number} · {ticket.topic}
              </Link>
            </h3>
            <p>
              <b>{standingOf(ticket, state, !isOffline).short}</b>
            </p>
            <p>{ticket.text.slice(0, 120)}</p>
            {lastAnswer(ticket) && <p>Respuesta: {lastAnswer(ticket)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const lastAnswer = ({ followed }: MyTicket) => followed?.entries.filter(({ kind }) => kind === 'answer').at(-1)?.text;
