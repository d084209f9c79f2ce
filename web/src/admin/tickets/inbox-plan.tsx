import { useState } from 'react';
import { admin } from '#contract/addresses/pages';
import { isSettled, TICKET_STATE_WORDS } from '#contract/tickets/ticket';
import type { TicketDesk } from '#contract/tickets/staff-ticket';
import { placeOn } from '#contract/tickets/town-picture';
import { TownPlan } from '../../public/pages/tickets/town-plan.tsx';
import type { ShownTicket } from '../workspace/ticket-operations.ts';
import { topicName } from '../parts/words/ticket-name.ts';

/** Maximum number of pins: more are a stain. */
const MOST = 300;

/** The tickets that the inbox shows, on the picture of the town where there is one. The list beside it says it too. */
export function InboxPlan({ tickets, desk }: { tickets: readonly ShownTicket[]; desk: TicketDesk }) {
  const [isOpen, setOpen] = useState(false);
  const { picture = null } = desk;
  if (!picture) return null;
  const pins = tickets.flatMap((ticket) => {
    const place = ticket.point && placeOn(picture, ticket.point);
    if (!place) return [];
    const label = `${topicName(desk, ticket.topic)}, ${ticket.number}: ${TICKET_STATE_WORDS[ticket.state]}`;
    return [{ ...place, label, to: admin.ticket(ticket.id), isDone: isSettled(ticket.state) }];
  });
  if (pins.length === 0) return null;
  return (
    <div className="ticket-screen-only">
      <button className="button quiet" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Ocultar el plano' : `Ver en el plano (${pins.length})`}
      </button>
      {isOpen && <TownPlan picture={picture} source={picture.address} pins={pins.slice(0, MOST)} />}
    </div>
  );
}
