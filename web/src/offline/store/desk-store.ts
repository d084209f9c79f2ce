import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { DESK_DAYS } from '#contract/tickets/staff-ticket';
import type { StaffTicket, TicketDesk, TicketFeed } from '#contract/tickets/staff-ticket';
import { createListeners } from '../../browser/listeners.ts';
import { giveUpWhenLeft } from '../../browser/give-up-when-left.ts';

const NAME = 'portal-desk';

interface Standing {
  key: 'standing';
  userId: string;
  cursor: string | null;
  desk: TicketDesk | null;
  /** The newest moment that the server has told of, ISO 8601: what is old is told by its clock, not by the device's. */
  heard?: string;
}
interface KeptPhoto {
  /** `ticket/name`. */
  key: string;
  /** An ArrayBuffer, because Safari has lost Blobs that were stored in a database. */
  bytes: ArrayBuffer;
}
type DeskDb = Dexie & {
  tickets: Table<StaffTicket, string>;
  photos: Table<KeptPhoto, string>;
  standing: Table<Standing, string>;
};

/**
 * The tickets that the person who is logged in may see, with their photos: what is open, and what was settled in the
 * last while. It can be filled again at any time. Reading never throws: without a database, there are no tickets.
 */
export interface DeskStore {
  /** Assigns it to a person; what it holds of another one is deleted first. */
  open(userId: string): Promise<void>;
  all(): Promise<StaffTicket[]>;
  /** What is needed to show them; null until it is known, and for somebody who sees no tickets. */
  desk(): Promise<TicketDesk | null>;
  cursor(): Promise<string | null>;
  /**
   * Takes in a piece of the feed.
   * @param since the cursor that it was asked with
   * @returns false if the store has gone on, or belongs to nobody or somebody else: the piece was not taken in
   */
  apply(userId: string, since: string | null, piece: TicketFeed): Promise<boolean>;
  photo(ticket: string, name: string): Promise<ArrayBuffer | null>;
  /** Keeps a photo as long as its ticket is here. */
  keepPhoto(ticket: string, name: string, bytes: ArrayBuffer): Promise<void>;
  /** Deletes everything, at log-out. */
  drop(): Promise<void>;
  /** Calls back when the content has changed, in any tab. @returns ends it */
  subscribe(listener: () => void): () => void;
}

/** @param name another one for tests that need several devices */
export function openDeskStore(name = NAME): DeskStore {
  const db = new Dexie(name, { cache: 'disabled', chromeTransactionDurability: 'relaxed' }) as DeskDb;
  giveUpWhenLeft(db);
  db.version(1).stores({ tickets: 'id', photos: 'key', standing: 'key' });
  const listeners = createListeners();
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', () => listeners.call());
  const changed = () => {
    channel?.postMessage('changed');
    listeners.call();
  };
  const standing = async () => (await db.standing.get('standing')) ?? null;
  const clear = () => Promise.all([db.tickets.clear(), db.photos.clear(), db.standing.clear()]);
  const alone = <T>(work: () => Promise<T>) => db.transaction('rw', db.tickets, db.photos, db.standing, work);
  const read = async <T>(work: () => Promise<T>, otherwise: T) => work().catch(() => otherwise);

  async function removePhotosOf(ids: readonly string[]): Promise<void> {
    for (const id of ids) await db.photos.where('key').startsWith(`${id}/`).delete();
  }

  /** Drops what was settled too long before a moment, ISO 8601. */
  async function dropOld(heard: string): Promise<void> {
    const since = new Date(Date.parse(heard) - DESK_DAYS * 86_400_000).toISOString();
    const old = await db.tickets.filter(({ settled }) => settled !== '' && settled < since).primaryKeys();
    await db.tickets.bulkDelete(old);
    await removePhotosOf(old);
  }

  return {
    async open(userId) {
      await read(
        () =>
          alone(async () => {
            if ((await standing())?.userId === userId) return;
            await clear();
            await db.standing.put({ key: 'standing', userId, cursor: null, desk: null });
          }),
        undefined,
      );
    },
    all: () => read(() => db.tickets.toArray(), []),
    desk: () => read(async () => (await standing())?.desk ?? null, null),
    cursor: () => read(async () => (await standing())?.cursor ?? null, null),
    async apply(userId, since, { cursor, fill, puts, dels, desk }) {
      const isApplied = await alone(async () => {
        const before = await standing();
        if (before?.userId !== userId || before.cursor !== since) return false;
        if (fill) await Promise.all([db.tickets.clear(), db.photos.clear()]);
        await db.tickets.bulkDelete(dels);
        await removePhotosOf(dels);
        await db.tickets.bulkPut(puts);
        const heard = newestIn(puts, before.heard ?? '');
        // Once a day is enough: it reads all of them.
        if (dayOf(heard) !== dayOf(before.heard ?? '')) await dropOld(heard);
        await db.standing.put({ key: 'standing', userId, cursor: cursor || null, desk, heard });
        return true;
      });
      if (isApplied) changed();
      return isApplied;
    },
    photo: (ticket, photo) => read(async () => (await db.photos.get(`${ticket}/${photo}`))?.bytes ?? null, null),
    async keepPhoto(ticket, photo, bytes) {
      await alone(async () => {
        if (await db.tickets.get(ticket)) await db.photos.put({ key: `${ticket}/${photo}`, bytes });
      });
    },
    async drop() {
      await alone(clear);
      changed();
    },
    subscribe: listeners.add,
  };
}

const dayOf = (moment: string) => moment.slice(0, 10);

/** Returns the newest moment that tickets tell of, or the one before it. */
const newestIn = (tickets: readonly StaffTicket[], before: string): string =>
  tickets
    .flatMap(({ received, settled, entries }) => [received, settled, ...entries.map(({ at }) => at)])
    .reduce((newest, moment) => (moment > newest ? moment : newest), before);
