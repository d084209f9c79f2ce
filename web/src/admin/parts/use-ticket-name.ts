import { useTickets } from '../workspace/use-tickets.ts';
import { ticketName } from './words/ticket-name.ts';

/** Returns a function that says which ticket of this device an id is; null until they were read, and for all others. */
export function useTicketName(): { isRead: boolean; nameOf(id: string): string | null } {
  const read = useTickets();
  return {
    isRead: read !== null,
    nameOf(id) {
      const ticket = read?.tickets.find((one) => one.id === id);
      return read?.desk && ticket ? ticketName(ticket, read.desk) : null;
    },
  };
}
