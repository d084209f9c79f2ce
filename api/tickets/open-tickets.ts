import type { Db } from '../db/database.ts';
import { openErasure } from './erasure.ts';
import type { Erasure } from './erasure.ts';
import { openTicketPhotos } from '../files/ticket-photos.ts';
import type { TicketPhotos } from '../files/ticket-photos.ts';
import { openResidentWrites } from './resident-writes.ts';
import type { ResidentWrites } from './resident-writes.ts';
import { openStaffFeed } from './staff-feed.ts';
import type { StaffFeed } from './staff-feed.ts';
import { openStaffWrites } from './staff-writes.ts';
import type { StaffWrites } from './staff-writes.ts';
import { openTicketSettings } from './settings.ts';
import type { SettingsStore } from './settings.ts';
import { openTicketStore } from './store.ts';
import type { TicketStore } from './store.ts';
import { openSuspicion } from './suspicion.ts';
import type { Suspicion } from './suspicion.ts';

/** All of the tickets of a town. */
export interface Tickets {
  settings: SettingsStore;
  store: TicketStore;
  photos: TicketPhotos;
  writes: ResidentWrites;
  staff: StaffWrites;
  desk: StaffFeed;
  erasure: Erasure;
  suspicion: Suspicion;
}

interface Parts {
  db: Db;
  uploadsDir: string;
  /** ms since the epoch */
  now: () => number;
  /** Tells the author of a ticket, by its id, that there is an answer. */
  tell?: (ticket: string) => void;
}

export function openTickets({ db, uploadsDir, now, tell = () => {} }: Parts): Tickets {
  const store = openTicketStore(db);
  const photos = openTicketPhotos(uploadsDir);
  const settings = openTicketSettings(db);
  return {
    settings,
    store,
    photos,
    writes: openResidentWrites({ db, store, photos, now }),
    staff: openStaffWrites({ db, store, photos, settings: settings.read, now, tell }),
    desk: openStaffFeed({ db, store, settings: settings.read, now }),
    erasure: openErasure({ db, store, photos, now }),
    suspicion: openSuspicion(now),
  };
}
