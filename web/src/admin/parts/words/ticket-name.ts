import type { StaffTicket, TicketDesk } from '#contract/tickets/staff-ticket';

export const topicName = (desk: TicketDesk, key: string) => desk.topics.find((one) => one.key === key)?.name || key;

/** What a ticket is called where it stands among others: `Luminaria, Belgrano y Mitre · TC-6TJ2`. */
export const ticketName = (
  { topic, place, number }: Pick<StaffTicket, 'topic' | 'place' | 'number'>,
  desk: TicketDesk,
) => `${[topicName(desk, topic), place].filter(Boolean).join(', ')} · ${number}`;
