import type { FollowedEntry, FollowedTicket } from '../contract/tickets/ticket.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import type { EntryRow, PhotoRow, TicketRow, TicketStore } from './store.ts';

/** What the author of a ticket may see of what has happened: not who has it, nor notes. */
const isForAuthor = (entry: EntryRow): entry is EntryRow & FollowedEntry =>
  entry.kind === 'answer' || entry.kind === 'message' || entry.kind === 'state';

/**
 * Returns a ticket as its author may see it. One that was merged into another has its answers and its state too, unless
 * its author has written since.
 */
export function followed(store: TicketStore, row: TicketRow, { topics, areas }: TicketSettings): FollowedTicket {
  const { id, number, text, place, lat, lon, name, phone, email, made, received } = row;
  const other = row.merged === '' ? null : store.one(row.merged);
  const others = other ? store.entriesOf(other.id).filter(({ kind }) => kind !== 'message') : [];
  const photos = [...store.photosOf(id), ...(other ? store.photosOf(other.id).filter(isStaffs) : [])];
  return {
    id,
    number,
    topic: topics.find(({ key }) => key === row.topic)?.name ?? row.topic,
    area: areas.find(({ key }) => key === (other ?? row).area)?.name ?? '',
    state: other && row.state === 'closed' ? other.state : row.state,
    text,
    place,
    point: lat === null || lon === null ? null : { lat, lon },
    name,
    phone,
    email,
    made,
    received,
    photos: photos.filter((photo) => !isStaffs(photo)).map((photo) => photo.name),
    townPhotos: photos.filter(isStaffs).map((photo) => photo.name),
    entries: [...store.entriesOf(id), ...others]
      .filter(isForAuthor)
      .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
      .map((entry) => ({ id: entry.id, at: entry.at, kind: entry.kind, text: entry.text })),
    shown: row.shown,
    isJoined: false,
  };
}

/** Returns the ticket of whose photos one is, among those that the author of a ticket may see; null for none. */
export function ownerOfPhoto(store: TicketStore, { id, merged }: TicketRow, name: string): string | null {
  if (store.photosOf(id).some((photo) => photo.name === name)) return id;
  const isOthers = merged !== '' && store.photosOf(merged).some((photo) => isStaffs(photo) && photo.name === name);
  return isOthers ? merged : null;
}

const isStaffs = ({ author }: PhotoRow) => author !== '';
