/** Addresses of tickets, as Express patterns or filled in. No address of a call has a secret in it. */
const TICKETS = '/api/tickets';
const part = (id: string) => (id.startsWith(':') ? id : encodeURIComponent(id));

/** The calls of residents. */
export const ticketCalls = {
  /** GET: what the town says of its form; POST: a new ticket. */
  form: () => TICKETS,
  photo: (id: string) => `${TICKETS}/${part(id)}/photo`,
  message: (id: string) => `${TICKETS}/${part(id)}/message`,
  /** These are POST, because their bodies have the secret. */
  follow: (id: string) => `${TICKETS}/${part(id)}/follow`,
  photoFile: (id: string) => `${TICKETS}/${part(id)}/photoFile`,
  erase: (id: string) => `${TICKETS}/${part(id)}/erase`,
} as const;

/** The calls of staff. */
export const staffTicketCalls = {
  settings: () => '/api/data/ticketSettings',
} as const;
