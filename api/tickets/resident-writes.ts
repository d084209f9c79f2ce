import { randomBytes } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import { isSettled, TICKET_LIMITS } from '../contract/tickets/ticket.ts';
import type { NewTicket } from '../contract/tickets/ticket.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import type { Picture } from '../contract/values/pictures.ts';
import type { Db } from '../db/database.ts';
import type { MailQueue } from '../mail/queue.ts';
import type { TicketPhotos } from '../files/ticket-photos.ts';
import { openPhotoWrites } from './photo-writes.ts';
import { hashOfSecret, isSecretOf } from './store.ts';
import type { TicketStore } from './store.ts';

/** Maximum number of tickets in the tray of the suspect; beyond it none is taken that would go there. */
export const MOST_SUSPECT = 2000;
/** Maximum number of photos of these: at most some 300 MB of what nobody may ever look at. */
export const MOST_SUSPECT_PHOTOS = 1000;

/** What the author of a ticket does. Every call means the same when it is repeated. */
export interface ResidentWrites {
  /** @throws Problem 409 if the id is another's, 410 if it was erased, 503 if the tray of the suspect is full */
  create(ticket: NewTicket, settings: TicketSettings, isSuspect: () => boolean): { id: string };
  /** Writes to a ticket, and opens it again if it was settled. @throws Problem 404, 410, 422 when there are too many */
  write(id: string, message: { secret: string; id: string; text: string }): 1;
  /** @param file its bytes, as they are stored @throws Problem 404, 410, 422 when there are too many, 503 */
  addPhoto(id: string, secret: string, picture: Picture, file: Uint8Array): Promise<1>;
}

interface Parts {
  db: Db;
  store: TicketStore;
  photos: TicketPhotos;
  /** ms since the epoch */
  now: () => number;
  /** null: the portal sends none */
  mail: MailQueue | null;
}

export function openResidentWrites({ db, store, photos, now, mail }: Parts): ResidentWrites {
  const at = () => new Date(now()).toISOString();
  const attach = openPhotoWrites({ db, store, photos });
  const suspects = db.prepare<[], number>("SELECT count(*) FROM ticket WHERE suspect = 1 AND erased = ''").pluck();

  const suspectPhotos = db
    .prepare<[], number>(
      `SELECT count(*) FROM ticket JOIN ticket_photo ON ticket_photo.ticket = ticket.id
      WHERE ticket.suspect = 1 AND ticket.erased = ''`,
    )
    .pluck();

  return {
    create(ticket, { topics, areas }, isSuspect) {
      return db
        .transaction(() => {
          const { id, secret, point, trap: _, seconds: __, proof: ___, ...values } = ticket;
          const before = store.one(id);
          if (before) {
            if (!isSecretOf(before, secret)) throw new Problem('exists');
            return { id };
          }
          const suspect = isSuspect();
          if (suspect && (suspects.get() ?? 0) >= MOST_SUSPECT) throw new Problem('not-ready', { retryAfter: 3600 });
          const area = topics.find(({ key }) => key === ticket.topic)?.area ?? '';
          store.insert({
            ...values,
            id,
            secret: hashOfSecret(secret),
            lat: point?.lat ?? null,
            lon: point?.lon ?? null,
            area,
            state: 'received',
            assignee: '',
            received: at(),
            answered: '',
            settled: '',
            erased: '',
            suspect: suspect ? 1 : 0,
            merged: '',
            shown: randomBytes(8).toString('hex'),
          });
          if (!suspect && areas.some(({ key, email }) => key === area && email)) mail?.putTicket(area, id);
          return { id };
        })
        .immediate();
    },
    write(id, { secret, ...message }) {
      return db
        .transaction((): 1 => {
          const { state } = store.owned(id, secret);
          if (store.entriesOf(id).length >= TICKET_LIMITS.entries) throw new Problem('value', { message: TOO_LONG });
          if (!store.addEntry(id, { ...message, kind: 'message', author: '' }, at())) return 1;
          if (!isSettled(state)) store.change(id, {});
          else {
            store.addEntry(id, { id: `${message.id}.state`, kind: 'state', author: '', text: 'reopened' }, at());
            store.change(id, { state: 'reopened', settled: '' });
          }
          return 1;
        })
        .immediate();
    },
    addPhoto: (ticket, secret, picture, file) =>
      attach({
        ticket,
        author: '',
        most: TICKET_LIMITS.photos,
        check() {
          const { suspect } = store.owned(ticket, secret);
          if (suspect === 0 || (suspectPhotos.get() ?? 0) < MOST_SUSPECT_PHOTOS) return;
          throw new Problem('not-ready', { retryAfter: 3600 });
        },
        picture,
        file,
      }),
  };
}

const TOO_LONG = 'Este reclamo ya tiene demasiados mensajes. Empezá uno nuevo.';
