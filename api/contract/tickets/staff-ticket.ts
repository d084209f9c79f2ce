import type { TicketRelease } from './public-ticket.ts';
import type { TicketPoint, TicketState } from './ticket.ts';
import type { TownPicture } from './town-picture.ts';

/** What staff change of a ticket as a field, with what its author saw. */
export const TICKET_FIELDS = ['state', 'area', 'assignee', 'suspect'] as const;
export type TicketField = (typeof TICKET_FIELDS)[number];

/** What has happened to a ticket. */
export interface StaffEntry {
  id: string;
  /** ISO 8601. */
  at: string;
  kind: 'message' | 'answer' | 'note' | 'state' | 'area' | 'assignee' | 'suspect' | 'merge';
  /** Id of a user; '' for the author of the ticket. */
  author: string;
  /** A text; or the new state, the key of the area, the id of the person or of the other ticket. */
  text: string;
}

/** A ticket as the staff of its area see it. Without its secret: nobody but its author has that. */
export interface StaffTicket {
  id: string;
  seq: number;
  number: string;
  topic: string;
  area: string;
  state: TicketState;
  /** Id of a user, or ''. */
  assignee: string;
  text: string;
  place: string;
  point: TicketPoint | null;
  name: string;
  phone: string;
  email: string;
  /** ISO 8601; '' for not yet. */
  made: string;
  received: string;
  answered: string;
  settled: string;
  erased: string;
  isSuspect: boolean;
  /** Id of the ticket that it is answered with, or ''. */
  merged: string;
  photos: { name: string; isStaffs: boolean }[];
  entries: StaffEntry[];
  /** What everybody may see of it beside its topic and its state; null for nothing yet. */
  release: TicketRelease | null;
  /** Numbers of those who said that the same happens to them. */
  followers: string[];
}

/** What a device of staff needs to show tickets. */
export interface TicketDesk {
  topics: { key: string; name: string }[];
  areas: { key: string; name: string }[];
  /** Those who can have tickets, and those who have written in some. */
  people: { id: string; name: string }[];
  /** Whether the town shows what is open to everybody. */
  isPublic: boolean;
  picture: TownPicture | null;
  /** Texts to begin answers with; a device that was filled by an earlier release has none. */
  prepared?: string[];
}

/** A piece of the tickets that a person may see. With `fill`, what the device held before is not to be kept. */
export interface TicketFeed {
  cursor: string;
  more: boolean;
  fill: boolean;
  puts: StaffTicket[];
  /** Ids of tickets that are gone, or that the person may no longer see. */
  dels: string[];
  /** null for somebody who sees no tickets. */
  desk: TicketDesk | null;
}

/** Settled tickets are on the devices of staff for this time. */
export const DESK_DAYS = 90;
/** Maximum number of photos that staff add to a ticket, and of characters of an answer or a note. */
export const STAFF_PHOTOS = 10;
export const ANSWER_MAX = 4000;
