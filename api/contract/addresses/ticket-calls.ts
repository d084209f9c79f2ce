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
  /** POST: the same happens to somebody else. */
  join: () => `${TICKETS}/followers`,
  /** GET: what everybody may see. */
  shown: () => `${TICKETS}/public`,
  /** GET: a photo that was released. @param place counted from 0 */
  shownPhoto: (shown: string, place: number | string) => `${TICKETS}/public/${part(shown)}/photo/${place}`,
  /** GET: the picture of the town. @param name of its file */
  picture: (name: string) => `${TICKETS}/picture/${name}`,
  /** Has a device told of an answer, or, without its keys, not any more. */
  push: (id: string) => `${TICKETS}/${part(id)}/push`,
} as const;

/** The calls of staff. */
export const staffTicketCalls = {
  /** GET and POST, for Admins. */
  settings: () => '/api/data/ticketSettings',
  /** GET */
  feed: (cursor: string | null) => `/api/data/tickets${cursor === null ? '' : `?since=${encodeURIComponent(cursor)}`}`,
  /** GET: a table for spreadsheets. */
  export: () => '/api/data/ticketsExport',
  /** As addresses of records, so that the outbox treats these changes as those of fields. */
  update: (id: string, field: string) =>
    `/api/ticket/${part(id)}/update/${field.startsWith(':') ? field : part(field)}`,
  entry: (id: string) => `/api/ticket/${part(id)}/entry`,
  merge: (id: string) => `/api/ticket/${part(id)}/merge`,
  photo: (id: string) => `/api/ticket/${part(id)}/photo`,
  /** GET */
  photoFile: (id: string, name: string) => `/api/ticket/${part(id)}/photo/${name.startsWith(':') ? name : part(name)}`,
  /** What everybody may see of it. */
  release: (id: string) => `/api/ticket/${part(id)}/release`,
  /** GET and POST, for Admins: the picture of the town. */
  picture: () => '/api/data/ticketPicture',
  /** For Admins. */
  erase: (id: string) => `/api/ticket/${part(id)}/erase`,
} as const;
