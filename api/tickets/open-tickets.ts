import type { Db } from '../db/database.ts';
import type { MailQueue } from '../mail/queue.ts';
import { openFollowers } from './followers.ts';
import type { Followers } from './followers.ts';
import { openErasure } from './erasure.ts';
import type { Erasure } from './erasure.ts';
import { openTicketPhotos } from '../files/ticket-photos.ts';
import type { TicketPhotos } from '../files/ticket-photos.ts';
import { openPictureStore } from './picture-store.ts';
import type { PictureStore } from './picture-store.ts';
import { openPublicReader } from './public-tickets.ts';
import type { PublicReader } from './public-tickets.ts';
import { openProofs } from './proofs.ts';
import type { Proofs } from './proofs.ts';
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
  followers: Followers;
  picture: PictureStore;
  /** What everybody may see. */
  public: PublicReader;
  proofs: Proofs;
}

interface Parts {
  db: Db;
  uploadsDir: string;
  /** ms since the epoch */
  now: () => number;
  /** null: the portal sends none */
  mail?: MailQueue | null;
  /** Tells the author of a ticket, by its id, that there is an answer. */
  tell?: (ticket: string) => void;
}

export function openTickets({ db, uploadsDir, now, mail = null, tell = () => {} }: Parts): Tickets {
  const store = openTicketStore(db);
  const photos = openTicketPhotos(uploadsDir);
  const settings = openTicketSettings(db);
  const picture = openPictureStore(db);
  const reader = openPublicReader({ db, settings: settings.read, picture, now });
  const followers = openFollowers({ db, store, reader, now });
  return {
    settings,
    followers,
    picture,
    public: reader,
    store,
    photos,
    writes: openResidentWrites({ db, store, photos, now, mail }),
    staff: openStaffWrites({ db, store, photos, settings: settings.read, now, tell }),
    desk: openStaffFeed({ db, store, followers, picture, settings: settings.read, now }),
    erasure: openErasure({ db, store, photos, followers, now }),
    suspicion: openSuspicion(now),
    proofs: openProofs(now),
  };
}
