/**
 * Tickets ('Consultas y reclamos'): what residents tell or ask the town hall. They are no records: no feed, list,
 * search, page or share of records knows them. Residents load this with the form, so it has no validation code.
 */

/** Received when it has arrived; seen once somebody has opened it; reopened when its author writes after an answer. */
export const TICKET_STATES = ['received', 'seen', 'progress', 'answered', 'closed', 'reopened'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

export const TICKET_STATE_WORDS: Record<TicketState, string> = {
  received: 'Recibido',
  seen: 'Visto',
  progress: 'En curso',
  answered: 'Respondido',
  closed: 'Cerrado',
  reopened: 'Reabierto',
};

/** Returns a state in words; a text that is none, as it is. */
export const stateWords = (state: string): string => {
  const known = TICKET_STATES.find((one) => one === state);
  return known ? TICKET_STATE_WORDS[known] : state;
};

/** Whether nothing more is to be done. */
export const isSettled = (state: TicketState): boolean => state === 'answered' || state === 'closed';

/** Maximum lengths in characters, and numbers; `secondsLeast`: nobody fills the form in less. */
export const TICKET_LIMITS = {
  text: 4000,
  place: 200,
  name: 100,
  phone: 60,
  email: 120,
  photos: 5,
  entries: 200,
  secondsLeast: 3,
} as const;
/** Maximum size of a photo in bytes; devices make photos smaller before they store them. */
export const TICKET_PHOTO_MAX = 1_500_000;

/** A place on the ground, in degrees (WGS 84). */
export interface TicketPoint {
  lat: number;
  lon: number;
}

/** What a resident sends. Everything about the person may be blank where the town takes tickets without a name. */
export interface NewTicket {
  /** Made on the device (`values/ids.ts`), and so are the next two. */
  id: string;
  secret: string;
  number: string;
  /** Key of a topic of the town. */
  topic: string;
  text: string;
  /** Address or neighbourhood in words. */
  place: string;
  point?: TicketPoint;
  name: string;
  phone: string;
  email: string;
  /** When it was written, ISO 8601, by the clock of the device. */
  made: string;
  /** What only programs fill in. */
  trap: string;
  /** Time from the opening of the form to sending it, in seconds. */
  seconds: number;
  /** Of the work that the server asks for while the form is flooded. */
  proof?: string;
}

/** What a town says of its form. */
export interface TicketForm {
  isOpen: boolean;
  topics: { key: string; name: string }[];
  /** Whether a ticket may come without a name, a telephone and an address of e-mail. */
  takesAnonymous: boolean;
  /** Months after which a settled ticket loses everything about a person. */
  months: number;
  /** Whether everybody may see what is open (`public-ticket.ts`). */
  isPublic: boolean;
  /** Whether there is a picture of the town to mark a place on. */
  hasPicture: boolean;
}

/** What has happened to a ticket, as its author may know it. */
export interface FollowedEntry {
  id: string;
  /** ISO 8601. */
  at: string;
  kind: 'answer' | 'message' | 'state';
  /** Of an answer or a message, its text; of a state, the state. */
  text: string;
}

/** A ticket as its author may see it. */
export interface FollowedTicket {
  id: string;
  number: string;
  topic: string;
  /** Name of the area that has it. */
  area: string;
  state: TicketState;
  text: string;
  place: string;
  point: TicketPoint | null;
  name: string;
  phone: string;
  email: string;
  made: string;
  received: string;
  /** Names of its photos, and of those that the town has added. */
  photos: string[];
  townPhotos: string[];
  entries: FollowedEntry[];
  /** Its id in public (`public-ticket.ts`). */
  shown: string;
  /** The person has only said that the same happens to them: it is another's, of which they see what is public. */
  isJoined: boolean;
}

/** Without what is easily taken for something else: 0, O, 1, I, L, U. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const SIGNS = `23456789${LETTERS}`;
export const TICKET_NUMBER = new RegExp(`^[${LETTERS}]{2}-[${SIGNS}]{4}$`);
/** 16 random bytes in base64url. */
export const TICKET_SECRET = /^[\w-]{22}$/;
/** An id and its secret, as private addresses have them. */
export const TICKET_TOKEN = /^([a-z0-9]{12})([\w-]{22})$/;

/**
 * Returns a new number to say on the telephone, like `VH-7K3Q`, made without a network. One in 390 million: among
 * 50,000 tickets three pairs may share one, so nothing depends on it but what people see.
 */
export function newTicketNumber(): string {
  const pick = (signs: string) => signs[randomBelow(signs.length)] ?? '';
  const many = (count: number, signs: string) => Array.from({ length: count }, () => pick(signs)).join('');
  return `${many(2, LETTERS)}-${many(4, SIGNS)}`;
}

/** Returns a new secret: who has it may read the ticket, write to it and erase it. */
export function newTicketSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

function randomBelow(limit: number): number {
  // The largest multiple of the limit in a byte: below it all remainders are equally likely.
  const end = 256 - (256 % limit);
  for (;;) {
    const [byte = end] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < end) return byte % limit;
  }
}
