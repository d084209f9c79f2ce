import { randomUUID } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import { isSettled, TICKET_LIMITS, TICKET_STATES } from '../contract/tickets/ticket.ts';
import type { TicketState } from '../contract/tickets/ticket.ts';
import { STAFF_PHOTOS } from '../contract/tickets/staff-ticket.ts';
import type { TicketRelease } from '../contract/tickets/public-ticket.ts';
import type { TicketField } from '../contract/tickets/staff-ticket.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import type { Picture } from '../contract/values/pictures.ts';
import type { Db } from '../db/database.ts';
import type { TicketPhotos } from '../files/ticket-photos.ts';
import { openPhotoWrites } from './photo-writes.ts';
import { releaseNote, releaseRow } from './release.ts';
import { areasOf, maySee } from './rights.ts';
import type { Member } from './rights.ts';
import type { NewEntry, TicketRow, TicketStore } from './store.ts';

/** Who writes. `opId` is the key of the operation, which is written once. */
export interface StaffAct extends Member {
  opId?: string;
}

/**
 * What staff do with a ticket. Every call throws Problem 404 for a ticket that the person may not see, 410 for one that
 * was erased, and 422 for a key that belongs to something else.
 */
export interface StaffWrites {
  /**
   * Sets a field. @param base what its author saw
   * @throws Problem 409 with what somebody else has set meanwhile, 422 for a value that cannot be
   */
  update(act: StaffAct, id: string, field: TicketField, change: { value: unknown; base?: unknown }): 1;
  /** Adds an answer, which its author sees, or a note, which staff see. */
  write(act: StaffAct, id: string, entry: { kind: 'answer' | 'note'; text: string }): 1;
  /** Has a ticket answered with another about the same matter. @throws Problem 422 where that cannot be */
  merge(act: StaffAct, id: string, into: string): 1;
  /** Sets what everybody may see of a ticket. @throws Problem 422 for a photo that it does not have */
  release(act: StaffAct, id: string, release: TicketRelease): 1;
  /** @param file its bytes, as they are stored @throws Problem 503 if the disk cannot be written */
  addPhoto(act: StaffAct, id: string, picture: Picture, file: Uint8Array): Promise<1>;
  /** Returns a ticket that the person may see. */
  seen(member: Member, id: string): TicketRow;
}

interface Parts {
  db: Db;
  store: TicketStore;
  photos: TicketPhotos;
  settings: () => TicketSettings;
  /** ms since the epoch */
  now: () => number;
  /** Tells the author of a ticket, by its id, that there is an answer. */
  tell: (ticket: string) => void;
}

export function openStaffWrites({ db, store, photos, settings, now, tell }: Parts): StaffWrites {
  const at = () => new Date(now()).toISOString();
  const attach = openPhotoWrites({ db, store, photos });
  const isUser = db.prepare<[string], 1>('SELECT 1 FROM user WHERE id = ? AND enable = 1').pluck();
  const nameOf = db
    .prepare<[string], string>("SELECT coalesce(nullif(name, ''), username) FROM user WHERE id = ?")
    .pluck();

  function seen(member: Member, id: string): TicketRow {
    const ticket = store.one(id);
    if (!ticket || !maySee(areasOf(member, settings()), ticket)) throw new Problem('not-found');
    if (ticket.erased !== '') throw new Problem('deleted', { message: ERASED });
    return ticket;
  }

  /** Runs an operation once: its entry says whether it has run. */
  function once(act: StaffAct, id: string, entry: Omit<NewEntry, 'id' | 'author'>, work: (row: TicketRow) => void): 1 {
    return db
      .transaction((): 1 => {
        const row = seen(act, id);
        const known = act.opId === undefined ? null : store.entry(id, act.opId);
        if (known) {
          if (known.kind !== entry.kind || known.text !== entry.text) throw new Problem('key-reused');
          return 1;
        }
        if (store.entriesOf(id).length >= MOST_ENTRIES) throw new Problem('value', { message: TOO_MANY });
        store.addEntry(id, { ...entry, id: act.opId ?? randomUUID(), author: act.userId }, at());
        work(row);
        return 1;
      })
      .immediate();
  }

  function conflict(id: string, field: TicketField, value: string): Problem {
    const last = store
      .entriesOf(id)
      .filter(({ kind }) => kind === field)
      .at(-1);
    const by = last && last.author !== '' ? (nameOf.get(last.author) ?? '') : '';
    return new Problem('conflict', { value, by, at: last?.at ?? at() });
  }

  function isFit(field: TicketField, value: string): boolean {
    switch (field) {
      case 'state':
        return TICKET_STATES.includes(value as TicketState);
      case 'area':
        return settings().areas.some(({ key }) => key === value);
      case 'assignee':
        return value === '' || isUser.get(value) === 1;
      case 'suspect':
        return value === '' || value === SUSPECT;
    }
  }

  return {
    seen,
    update(act, id, field, { value, base }) {
      if (typeof value !== 'string' || !isFit(field, value)) throw new Problem('value', { field });
      const row = seen(act, id);
      const before = field === 'suspect' ? (row.suspect ? SUSPECT : '') : row[field];
      const isRepeated = act.opId !== undefined && store.entry(id, act.opId) !== null;
      if (!isRepeated) {
        // Whoever opens a ticket has it seen, unless somebody has gone further.
        if (before === value || (value === 'seen' && before !== 'received')) return 1;
        if (base !== undefined && base !== before) throw conflict(id, field, before);
      }
      return once(act, id, { kind: field, text: value }, () => {
        if (field === 'suspect') return store.change(id, { suspect: value === '' ? 0 : 1 });
        if (field !== 'state') return store.change(id, { [field]: value });
        const state = value as TicketState;
        const settled = isSettled(state) ? row.settled || at() : '';
        store.change(id, { state, settled, ...(isSettled(state) && row.answered === '' && { answered: at() }) });
      });
    },
    write(act, id, entry) {
      return once(act, id, entry, ({ answered }) => {
        store.change(id, entry.kind === 'answer' && answered === '' ? { answered: at() } : {});
        if (entry.kind === 'answer') tell(id);
      });
    },
    merge(act, id, into) {
      const target = seen(act, into);
      const root = target.merged === '' ? target : seen(act, target.merged);
      if (root.id === id) throw new Problem('value', { field: 'into', message: ITSELF });
      return once(act, id, { kind: 'merge', text: root.id }, ({ settled }) => {
        // Those that were answered with this one are answered with the other now.
        for (const { id: other } of store.mergedInto(id)) store.change(other, { merged: root.id });
        store.change(id, { merged: root.id, state: 'closed', settled: settled || at() });
      });
    },
    release(act, id, release) {
      const row = seen(act, id);
      const names = new Set(store.photosOf(id).map(({ name }) => name));
      if (!release.photos.every((name) => names.has(name))) throw new Problem('value', { field: 'photos' });
      // What was shown is written down as a note: it goes with the ticket.
      return once(act, id, { kind: 'note', text: releaseNote(release) }, () => {
        store.putRelease(releaseRow(row, release));
        store.change(id, {});
      });
    },
    addPhoto: (act, id, picture, file) =>
      attach({
        ticket: id,
        author: act.userId,
        most: STAFF_PHOTOS,
        check: () => void seen(act, id),
        picture,
        file,
      }),
  };
}

/** The value of `suspect` for a ticket that may be no person's; otherwise it is blank. */
const SUSPECT = 'si';
/** Residents cannot use up the room of those who answer. */
const MOST_ENTRIES = TICKET_LIMITS.entries * 2;
const ERASED = 'Los datos de este reclamo ya se borraron.';
const TOO_MANY = 'Este reclamo ya tiene demasiadas anotaciones.';
const ITSELF = 'Un reclamo no se puede unir a sí mismo.';
