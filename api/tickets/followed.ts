import type { FollowedEntry, FollowedTicket } from '../contract/tickets/ticket.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import type { EntryRow, TicketRow, TicketStore } from './store.ts';

/** What the author of a ticket may see of what has happened: not who has it, nor notes. */
const isForAuthor = (entry: EntryRow): entry is EntryRow & FollowedEntry =>
  entry.kind === 'answer' || entry.kind === 'message' || entry.kind === 'state';

/** Returns a ticket as its author may see it. */
export function followed(store: TicketStore, row: TicketRow, { topics, areas }: TicketSettings): FollowedTicket {
  const { id, number, state, text, place, lat, lon, name, phone, email, made, received } = row;
  return {
    id,
    number,
    topic: topics.find(({ key }) => key === row.topic)?.name ?? row.topic,
    area: areas.find(({ key }) => key === row.area)?.name ?? '',
    state,
    text,
    place,
    point: lat === null || lon === null ? null : { lat, lon },
    name,
    phone,
    email,
    made,
    received,
    photos: store.photosOf(id).map((photo) => photo.name),
    entries: store
      .entriesOf(id)
      .filter(isForAuthor)
      .map((entry) => ({ id: entry.id, at: entry.at, kind: entry.kind, text: entry.text })),
  };
}
