import { useState } from 'react';
import { admin } from '#contract/addresses/pages';
import { isSettled, TICKET_STATE_WORDS } from '#contract/tickets/ticket';
import type { TicketDesk } from '#contract/tickets/staff-ticket';
import { pinSize, TownPlan } from '../../public/pages/tickets/town/town-plan.tsx';
import type { ShownTicket } from '../workspace/ticket-operations.ts';
import { topicName } from '../parts/words/ticket-name.ts';
import { placeOfTicket } from './ticket-words.ts';

/** Maximum number of pins: more are a stain. */
const MOST = 300;

/** The tickets that the inbox shows, on the picture of the town where there is one. The list beside it says it too. */
export function InboxPlan({ tickets, desk }: { tickets: readonly ShownTicket[]; desk: TicketDesk }) {
  const [isOpen, setOpen] = useState(false);
  const { picture = null } = desk;
  if (!picture) return null;
  const pins = tickets.flatMap((ticket) => {
    const place = placeOfTicket(ticket, desk);
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

/** The same on paper: each pin has the number of its ticket in the list, counted from 1. */
export function PaperPlan({ tickets, desk }: { tickets: readonly ShownTicket[]; desk: TicketDesk }) {
  const { picture = null } = desk;
  if (!picture) return null;
  const pins = tickets.flatMap((ticket, at) => {
    const place = placeOfTicket(ticket, desk);
    return place ? [{ ...place, label: String(at + 1) }] : [];
  });
  if (pins.length === 0) return null;
  const size = pinSize(picture);
  return (
    <div className="ticket-paper-only">
      <TownPlan picture={picture} source={picture.address} pins={pins}>
        {pins.map(({ x, y, label }) => (
          <text
            key={label}
            className="town-pin-number"
            x={x * picture.width}
            y={y * picture.height - size * 1.65}
            fontSize={size * (label.length > 2 ? 0.65 : 0.9)}
          >
            {label}
          </text>
        ))}
      </TownPlan>
    </div>
  );
}
