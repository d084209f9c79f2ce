/** Name of the database of the queue of tickets, of its lock and its channel. */
export const TICKETS = 'portal-tickets';
/** Tag of the Sync event by which the worker that sends them is called. */
export const TICKETS_SYNC = 'tickets';
