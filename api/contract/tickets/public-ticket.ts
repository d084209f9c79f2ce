import type { Day } from '../values/dates.ts';
import type { TownPicture } from './town-picture.ts';
import { isSettled } from './ticket.ts';
import type { TicketPoint, TicketState } from './ticket.ts';

/**
 * A ticket as everybody may see it, where the town shows them: what it is about and where it stands. The rest is blank
 * until staff have released it, in words of their own. Its number is not here: with it somebody could ask on the
 * telephone for what is another's.
 */
export interface PublicTicket {
  /** An id of its own: nothing private has it. */
  id: string;
  /** Key of a topic of the town. */
  topic: string;
  state: TicketState;
  /** The day on which it was received, and on which nothing was left to be done; '' for not yet. */
  day: Day;
  settled: Day | '';
  /** How many others said the same. */
  others: number;
  text: string;
  place: string;
  /** Rounded (`coarse`). */
  point: TicketPoint | null;
  /** Number of photos that were released; their addresses count them. */
  photos: number;
}

/** What everybody may see of the tickets of a town. */
export interface PublicTickets {
  /** Whether the town shows them at all. */
  isPublic: boolean;
  topics: { key: string; name: string }[];
  /** The newest first: what is to be done, and what was settled lately. */
  tickets: PublicTicket[];
  picture: TownPicture | null;
}

/** What staff release of a ticket. With `isHidden` nobody learns that it exists. */
export interface TicketRelease {
  isHidden: boolean;
  text: string;
  place: string;
  /** Whether its point is shown, rounded. */
  isPinned: boolean;
  /** Names of its photos. */
  photos: string[];
}

export const RELEASE_LIMITS = { text: 1000, place: 120 } as const;
/** Days for which a settled ticket stays in the public list. */
export const MENDED_DAYS = 30;
/** Maximum number of tickets in the public list. */
export const PUBLIC_MOST = 500;
/** Tickets nearer than this, in metres, may be about the same. */
export const NEAR_METRES = 200;

/** Sent by a device whose person says that the same happens to them. */
export interface NewFollower {
  /** Made on the device, and so are the next two. */
  id: string;
  secret: string;
  number: string;
  /** Public id of the ticket. */
  of: string;
}

/** What a public ticket is about, in the town's words. */
export const publicTopic = ({ topics }: Pick<PublicTickets, 'topics'>, { topic }: PublicTicket): string =>
  topics.find(({ key }) => key === topic)?.name ?? 'Otra cosa';

/** `Bache, Belgrano al 400`. */
export const publicTitle = (known: Pick<PublicTickets, 'topics'>, ticket: PublicTicket): string =>
  [publicTopic(known, ticket), ticket.place].filter(Boolean).join(', ');

/** How many say the same, in words; '' for nobody else. */
export const othersWords = ({ others }: Pick<PublicTicket, 'others'>): string =>
  others === 0 ? '' : others === 1 ? 'A otra persona también le pasa' : `A otras ${others} personas también les pasa`;

/** What is to be done, and what is done. */
export const openOf = (tickets: readonly PublicTicket[]) => tickets.filter(({ state }) => !isSettled(state));
export const mendedOf = (tickets: readonly PublicTicket[]) => tickets.filter(({ state }) => isSettled(state));
