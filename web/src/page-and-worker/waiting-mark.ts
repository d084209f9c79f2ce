/**
 * Name, in `localStorage`, of what says that something of this person's tickets waits to be sent, or is being written.
 * Every page of the portal asks, so that it is sent with the next one that is opened, and nothing is loaded for it
 * where nothing waits. It is short, because every document has it.
 */
export const WAITING_MARK = 'hay';

/** Name of the database of the tickets of this device's person. */
export const MY_TICKETS = 'portal-my-tickets';
