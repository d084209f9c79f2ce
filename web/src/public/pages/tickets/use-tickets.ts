import { useSyncExternalStore } from 'react';
import { deviceTickets } from '../../../tickets/start.ts';

/** The tickets of this device, and what they are now; `mine` are those that were sent. */
export function useTickets() {
  const tickets = deviceTickets();
  const { tickets: mine, ...state } = useSyncExternalStore(tickets.subscribe, tickets.getState, tickets.getState);
  return { tickets, mine, ...state };
}
