import type { StaffTicket, TicketDesk } from '../contract/tickets/staff-ticket.ts';
import { TICKET_STATE_WORDS } from '../contract/tickets/ticket.ts';
import { tableMoment } from '../contract/values/dates.ts';

export const TICKET_HEADING = [
  'número',
  'tema',
  'área',
  'estado',
  'recibido',
  'primera respuesta',
  'resuelto',
  'horas hasta la respuesta',
  'dónde',
  'ubicación',
  'texto',
  'nombre',
  'teléfono',
  'correo',
  'a cargo de',
  'unido a',
];

/**
 * Returns a ticket as a row of a table, with the columns of the heading.
 * @param numberOf the number of another ticket, by its id; '' if it is gone
 */
export function ticketCells(
  ticket: StaffTicket,
  { topics, areas, people }: TicketDesk,
  numberOf: (id: string) => string,
): string[] {
  const nameIn = (list: readonly { key?: string; id?: string; name: string }[], key: string) =>
    list.find((one) => (one.key ?? one.id) === key)?.name ?? key;
  const { point, received, answered } = ticket;
  const hours = answered === '' ? '' : ((Date.parse(answered) - Date.parse(received)) / 3_600_000).toFixed(1);
  return [
    ticket.number,
    nameIn(topics, ticket.topic),
    nameIn(areas, ticket.area),
    TICKET_STATE_WORDS[ticket.state],
    tableMoment(received),
    tableMoment(answered),
    tableMoment(ticket.settled),
    // Spreadsheets in Argentina read a comma.
    hours.replace('.', ','),
    ticket.place,
    // RFC 5870; phones and map programs open it.
    point ? `geo:${point.lat},${point.lon}` : '',
    ticket.text,
    ticket.name,
    ticket.phone,
    ticket.email,
    nameIn(people, ticket.assignee),
    ticket.merged === '' ? '' : numberOf(ticket.merged),
  ];
}
