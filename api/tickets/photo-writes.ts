import { Problem } from '../contract/problems.ts';
import type { Picture } from '../contract/values/pictures.ts';
import type { Db } from '../db/database.ts';
import type { TicketPhotos } from '../files/ticket-photos.ts';
import type { TicketStore } from './store.ts';

interface NewPhoto {
  ticket: string;
  /** Id of a user; '' for the author of the ticket. */
  author: string;
  /** Maximum number of photos of the author's, or of the staff's. */
  most: number;
  /** Whether the photo may be added; called before its file is stored, and again before its row is. @throws Problem */
  check: () => void;
  picture: Picture;
  /** Its bytes, as they are stored. */
  file: Uint8Array;
}

/**
 * Returns a function that adds a photo to a ticket, once however often it is sent.
 * @throws what `check` throws; Problem 422 when there are too many, 503 if the disk cannot be written
 */
export function openPhotoWrites({ db, store, photos }: { db: Db; store: TicketStore; photos: TicketPhotos }) {
  return async ({ ticket, author, most, check, picture, file }: NewPhoto): Promise<1> => {
    const { name, width, height } = picture;
    const isThere = () => store.photosOf(ticket).some((one) => one.name === name);
    const isOfSameSide = (one: { author: string }) => (one.author === '') === (author === '');
    const checkAll = () => {
      check();
      if (!isThere() && store.photosOf(ticket).filter(isOfSameSide).length >= most) {
        throw new Problem('value', { field: 'data', message: `Hasta ${most} fotos.` });
      }
    };
    checkAll();
    if (isThere()) return 1;
    await photos.write(ticket, name, file);
    try {
      return db
        .transaction((): 1 => {
          checkAll();
          if (!isThere()) store.addPhoto({ ticket, name, width, height, author });
          store.change(ticket, {});
          return 1;
        })
        .immediate();
    } catch (error) {
      // It was erased meanwhile, or the last one came from another tab.
      if (!isThere()) photos.removeOne(ticket, name);
      throw error;
    }
  };
}
