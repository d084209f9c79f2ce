import type { PublicTickets } from './public-ticket.ts';
import type { FollowedTicket, TicketForm } from './ticket.ts';

/** What the server draws of tickets for people without scripts; those with scripts get the application in its place. */
export type PlainTickets =
  | { is: 'form'; form: TicketForm; values: PlainValues; fault: PlainFault | null; isPlain: boolean }
  | { is: 'ticket'; ticket: FollowedTicket; token: string; text: string; fault: PlainFault | null; isAsked: boolean }
  | { is: 'list'; list: PublicTickets }
  | { is: 'words'; words: string };

/** What was typed, and what the form carries: with the same id and secret, sending twice makes one ticket. */
export type PlainValues = Record<
  'token' | 'number' | 'opened' | 'topic' | 'text' | 'place' | 'name' | 'phone' | 'email',
  string
>;

/** Why nothing was stored. */
export interface PlainFault {
  field?: string | undefined;
  message: string;
}
