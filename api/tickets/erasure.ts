import type { Db } from '../db/database.ts';
import type { TicketPhotos } from '../files/ticket-photos.ts';
import type { Followers } from './followers.ts';
import type { TicketStore } from './store.ts';

/** Tickets of a batch, so that whoever saves meanwhile waits little. */
const BATCH = 50;

/**
 * Erases everything about a person from tickets: texts, place, contact and photos. What stays tells nothing about
 * anybody: topic, area, states and their times.
 */
export interface Erasure {
  /** @throws SQLite's own error */
  erase(id: string): void;
  /** Erases what was settled so many months ago. @returns how many tickets */
  eraseOld(months: number): number;
  /** Finishes erasures that a crash or a reader has cut off: photos that no ticket has, and the write-ahead log. */
  sweep(): void;
}

interface Parts {
  db: Db;
  store: TicketStore;
  photos: TicketPhotos;
  followers: Followers;
  /** ms since the epoch */
  now: () => number;
}

export function openErasure({ db, store, photos, followers, now }: Parts): Erasure {
  const old = db
    .prepare<[string, number], string>(
      "SELECT id FROM ticket WHERE settled <> '' AND settled < ? AND erased = '' LIMIT ?",
    )
    .pluck();
  const withPhotos = db.prepare<[string], 1>('SELECT 1 FROM ticket_photo WHERE ticket = ? LIMIT 1').pluck();

  let isInLog = false;
  /** Empties the write-ahead log, where what was erased still stands; a reader, as a backup, can prevent that. */
  function emptyLog(): void {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    isInLog = result?.busy === 1;
  }
  const eraseAll = db.transaction((ids: readonly string[]) => {
    const erased = new Date(now()).toISOString();
    for (const id of ids) {
      store.removeDetails(id);
      store.change(id, { text: '', place: '', lat: null, lon: null, name: '', phone: '', email: '', erased });
    }
  });
  function erase(ids: readonly string[]): void {
    eraseAll.immediate(ids);
    emptyLog();
    for (const id of ids) photos.remove(id);
  }

  return {
    erase: (id) => erase([id]),
    eraseOld(months) {
      const before = new Date(now());
      before.setUTCMonth(before.getUTCMonth() - months);
      followers.eraseOld(before.toISOString());
      let count = 0;
      for (;;) {
        const ids = old.all(before.toISOString(), BATCH);
        if (ids.length === 0) return count;
        erase(ids);
        count += ids.length;
      }
    },
    sweep() {
      if (isInLog) emptyLog();
      for (const id of photos.tickets()) if (!withPhotos.get(id)) photos.remove(id);
    },
  };
}
