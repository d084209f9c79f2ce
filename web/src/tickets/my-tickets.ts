import type { NewOperation, Operation } from '../offline/outbox/protocol/operation.ts';
import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { newTicketNumber, newTicketSecret } from '#contract/tickets/ticket';
import type { FollowedTicket, TicketPoint } from '#contract/tickets/ticket';
import { newRecordId } from '#contract/values/ids';
import { MY_TICKETS } from '../page-and-worker/waiting-mark.ts';

/** A ticket of this device's person: how it was made here, or what the server said of it. */
export interface MyTicket {
  id: string;
  secret: string;
  number: string;
  /** Name of its topic. */
  topic: string;
  text: string;
  /** ms since the epoch; the newest are shown first. */
  at: number;
  /** What the server said last; null before it has arrived. */
  followed: FollowedTicket | null;
  /** The call that makes it, where it was made here: a backup that the town brings back may not have it. */
  creation?: NewOperation;
  /** The person has asked to erase it, and the server does not know yet. */
  isErasing?: true;
  /** Public id of the ticket of somebody else that this one follows: the same happens to its person. */
  of?: string;
  /** Address of this device's subscription by which it is told of an answer; none where the person has not asked. */
  toldAt?: string | undefined;
}

/** A photo as it will be sent; an ArrayBuffer, because Safari has lost Blobs that were stored in a database. */
export interface DraftPhoto {
  name: string;
  bytes: ArrayBuffer;
}

/** What was typed into the form. Its id, number and secret are the ticket's, so that sending twice makes one. */
export interface TicketDraft {
  id: string;
  secret: string;
  number: string;
  topic: string;
  text: string;
  place: string;
  point: TicketPoint | null;
  /** Accuracy of the point in metres. */
  accuracy: number;
  name: string;
  phone: string;
  email: string;
  /** The person leaves no name and no way to be reached. */
  isAnonymous: boolean;
  photos: DraftPhoto[];
  /** What its author wrote to it after sending it, where the server has refused it: it is sent after it. */
  messages?: { id: string; text: string }[];
  /** When the form was opened for it, in ms since the epoch. */
  begun: number;
  /** When it was changed last. */
  at: number;
  /** What it is sent with; it waits until it is in the queue. */
  sent?: { made: string; seconds: number; trap: string };
}

export function newDraft(now: number): TicketDraft {
  return {
    id: newRecordId(now),
    secret: newTicketSecret(),
    number: newTicketNumber(),
    topic: '',
    text: '',
    place: '',
    point: null,
    accuracy: 0,
    name: '',
    phone: '',
    email: '',
    isAnonymous: false,
    photos: [],
    begun: now,
    at: now,
  };
}

/** Whether a draft has nothing that a person would miss. */
export const isBlank = ({ text, place, point, photos, name, phone, email }: TicketDraft) =>
  !(text || place || point || name || phone || email) && photos.length === 0;

/** A photo of a ticket as the server has it, once it was seen here. */
interface SeenPhoto {
  /** `ticket/name`. */
  key: string;
  bytes: ArrayBuffer;
}

interface Tables {
  tickets: Table<MyTicket, string>;
  drafts: Table<TicketDraft, string>;
  photos: Table<SeenPhoto, string>;
}

/** The tickets and drafts of this device's person. The program deletes none of them by itself. */
export interface MyTickets {
  all(): Promise<{ tickets: MyTicket[]; drafts: TicketDraft[] }>;
  /** Stores what was typed, unless it was sent meanwhile, perhaps from another tab. */
  keepDraft(draft: TicketDraft): Promise<void>;
  /**
   * Makes a ticket of a draft, which stays until it is in the queue.
   * @returns false if another tab has made a ticket of it already
   */
  promote(draft: TicketDraft, ticket: MyTicket): Promise<boolean>;
  /** Stores a ticket that follows another one. @returns its id, or that of the one which follows that already */
  join(ticket: MyTicket): Promise<string>;
  /** Makes a draft again of a ticket that the server has refused, or that the device could not put into the queue. */
  demote(draft: TicketDraft): Promise<void>;
  draft(id: string): Promise<TicketDraft | undefined>;
  dropDraft(id: string): Promise<void>;
  one(id: string): Promise<MyTicket | undefined>;
  put(ticket: MyTicket): Promise<void>;
  /** Changes a ticket if it is there still. */
  change(id: string, changes: Partial<MyTicket>): Promise<void>;
  /** Notes that a ticket has to be erased. What was not in the queue yet never will be. */
  willErase(id: string): Promise<void>;
  /** Removes a ticket, with its photos. */
  drop(id: string): Promise<void>;
  photo(id: string, name: string): Promise<ArrayBuffer | null>;
  /** Keeps a photo as long as its ticket is here. */
  keepPhoto(id: string, name: string, bytes: ArrayBuffer): Promise<void>;
  /** Removes all of them, and the drafts. */
  clear(): Promise<void>;
  close(): void;
}

/** @param name another one for tests that need several devices */
export function openMyTickets(name = MY_TICKETS): MyTickets {
  const db = new Dexie(name, { cache: 'disabled', chromeTransactionDurability: 'strict' }) as Dexie & Tables;
  db.version(1).stores({ tickets: 'id', drafts: 'id' });
  db.version(2).stores({ photos: 'key' });
  const both = <T>(work: () => Promise<T>) => db.transaction('rw', db.tickets, db.drafts, work);
  const all = <T>(work: () => Promise<T>) => db.transaction('rw', db.tickets, db.drafts, db.photos, work);
  return {
    async all() {
      const [tickets, drafts] = await Promise.all([db.tickets.toArray(), db.drafts.toArray()]);
      return { tickets: tickets.sort((a, b) => b.at - a.at), drafts: drafts.sort((a, b) => b.at - a.at) };
    },
    keepDraft: (draft) =>
      both(async () => {
        if ((await db.tickets.get(draft.id)) === undefined) await db.drafts.put(draft);
      }),
    promote: (draft, ticket) =>
      both(async () => {
        if ((await db.tickets.get(ticket.id)) !== undefined) return false;
        await db.tickets.put(ticket);
        await db.drafts.put(draft);
        return true;
      }),
    join: (ticket) =>
      both(async () => {
        const all = await db.tickets.toArray();
        const known = all.find(({ of, isErasing }) => of === ticket.of && !isErasing);
        if (!known) await db.tickets.put(ticket);
        return (known ?? ticket).id;
      }),
    demote: (draft) =>
      both(async () => {
        await db.tickets.delete(draft.id);
        await db.drafts.put(draft);
      }),
    draft: (id) => db.drafts.get(id),
    dropDraft: (id) => db.drafts.delete(id),
    one: (id) => db.tickets.get(id),
    put: async (ticket) => void (await db.tickets.put(ticket)),
    change: async (id, changes) => void (await db.tickets.update(id, changes)),
    willErase: (id) =>
      all(async () => {
        await db.tickets.update(id, { isErasing: true });
        await db.drafts.delete(id);
      }),
    drop: (id) =>
      all(async () => {
        await db.tickets.delete(id);
        await db.drafts.delete(id);
        await db.photos.where('key').startsWith(`${id}/`).delete();
      }),
    photo: async (id, photo) => (await db.photos.get(`${id}/${photo}`))?.bytes ?? null,
    keepPhoto: (id, photo, bytes) =>
      all(async () => {
        if (await db.tickets.get(id)) await db.photos.put({ key: `${id}/${photo}`, bytes });
      }),
    clear: () => all(async () => void (await Promise.all([db.tickets.clear(), db.drafts.clear(), db.photos.clear()]))),
    close: () => db.close(),
  };
}

/** Returns what the copy on this device takes from what has come true on the server. */
export const landedIn =
  (mine: MyTickets) =>
  async ({ kind, recordId }: Pick<Operation, 'kind' | 'recordId'>): Promise<void> => {
    // Where the copy cannot be changed, its person can still remove it.
    if (kind === 'delete') await mine.drop(recordId).catch(() => {});
  };
