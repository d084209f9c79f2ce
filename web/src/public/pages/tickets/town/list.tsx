import { TICKETS_PAGE } from '#contract/addresses/tickets';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import { mendedOf, openOf, othersWords, publicTitle } from '#contract/tickets/public-ticket';
import type { PublicTicket, PublicTickets } from '#contract/tickets/public-ticket';
import { isSettled, TICKET_STATE_WORDS } from '#contract/tickets/ticket';
import { placeOn } from '#contract/tickets/town-picture';
import { longDay } from '#contract/values/dates';
import { TownPlan } from './town-plan.tsx';

/** What everybody may see of tickets. @param source of the picture, where the device has it */
export function TicketList({ list, source }: { list: PublicTickets; source?: string | null }) {
  const { isPublic, tickets, picture } = list;
  if (!isPublic) return <p>El municipio no muestra los reclamos en el portal.</p>;
  const [open, mended] = [openOf(tickets), mendedOf(tickets)];
  const pins = picture
    ? tickets.flatMap((ticket) => {
        const place = ticket.point && placeOn(picture, ticket.point);
        const label = `${publicTitle(list, ticket)}: ${TICKET_STATE_WORDS[ticket.state]}`;
        return place ? [{ ...place, to: `#r-${ticket.id}`, label, isDone: isSettled(ticket.state) }] : [];
      })
    : [];
  return (
    <>
      <p>
        Lo que vecinas y vecinos avisaron y está por resolver, y lo que se resolvió en el último mes. Sin nombres ni
        datos de nadie. <a href={TICKETS_PAGE}>Avisar de otra cosa</a>
      </p>
      {picture && pins.length > 0 && source !== null && (
        <TownPlan picture={picture} source={source ?? picture.address} pins={pins} />
      )}
      <Part id="abiertos" title="Por resolver" list={list} tickets={open} none="No hay nada por resolver." />
      <Part id="resueltos" title="Resuelto hace poco" list={list} tickets={mended} none="Nada en el último mes." />
    </>
  );
}

function Part({
  id,
  title,
  list,
  tickets,
  none,
}: {
  id: string;
  title: string;
  list: PublicTickets;
  tickets: readonly PublicTicket[];
  none: string;
}) {
  return (
    <section className="ticket-mine" aria-labelledby={id}>
      <h2 id={id}>
        {title} ({tickets.length})
      </h2>
      {tickets.length === 0 && <p>{none}</p>}
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id} id={`r-${ticket.id}`}>
            <h3>{publicTitle(list, ticket)}</h3>
            <p>
              <b>{TICKET_STATE_WORDS[ticket.state]}</b> · {dayWords(ticket)}
            </p>
            {ticket.text && <p className="ticket-text">{ticket.text}</p>}
            {othersWords(ticket) && <p>{othersWords(ticket)}.</p>}
            {ticket.photos > 0 && (
              <p className="ticket-shown-photos">
                {Array.from({ length: ticket.photos }, (_, at) => (
                  <a key={at} href={ticketCalls.shownPhoto(ticket.id, at)}>
                    <img src={ticketCalls.shownPhoto(ticket.id, at)} alt={`Foto ${at + 1}`} loading="lazy" />
                  </a>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const dayWords = ({ day, settled }: PublicTicket) =>
  settled ? `avisado el ${longDay(day)}, resuelto el ${longDay(settled)}` : `avisado el ${longDay(day)}`;
