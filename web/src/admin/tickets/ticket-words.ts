import { fold } from '#contract/values/text';
import { placeOn } from '#contract/tickets/town-picture';
import { isSettled, stateWords } from '#contract/tickets/ticket';
import type { StaffEntry, TicketDesk } from '#contract/tickets/staff-ticket';
import { topicName } from '../parts/words/ticket-name.ts';
import type { ShownTicket } from '../workspace/ticket-operations.ts';

const nameOf = (list: readonly { key?: string; id?: string; name: string }[], key: string) =>
  list.find((one) => (one.key ?? one.id) === key)?.name ?? '';
export const areaName = (desk: TicketDesk, key: string) => nameOf(desk.areas, key) || key;
export const personName = (desk: TicketDesk, id: string) => nameOf(desk.people, id) || 'alguien que ya no está';

/** Where a ticket is on the picture of the town; null where there is no picture, or it is not on it. */
export const placeOfTicket = ({ point }: Pick<ShownTicket, 'point'>, { picture }: TicketDesk) =>
  point && picture ? placeOn(picture, point) : null;

/** What a ticket is about and where, with what its author has said of the place. */
export const titleOf = (ticket: Pick<ShownTicket, 'topic' | 'place' | 'point'>, desk: TicketDesk) =>
  [topicName(desk, ticket.topic), ticket.place || (placeOfTicket(ticket, desk) && 'lugar marcado en el plano')]
    .filter(Boolean)
    .join(', ');

/** What the inbox shows: what is to be done, what is done, what may be no person's. */
export const TRAYS = ['open', 'settled', 'suspect'] as const;
export type Tray = (typeof TRAYS)[number];
export const TRAY_WORDS: Record<Tray, string> = {
  open: 'Por resolver',
  settled: 'Resueltos',
  suspect: 'Sospechosos',
};
export const trayOf = (ticket: ShownTicket): Tray =>
  ticket.isSuspect ? 'suspect' : isSettled(ticket.state) ? 'settled' : 'open';

/** The filters of the inbox; '' for all. */
export interface InboxQuery {
  tray: Tray;
  area: string;
  /** Id of a user, or `nadie`. */
  assignee: string;
  search: string;
}
export const NOBODY = 'nadie';

export function inboxQuery(query: URLSearchParams): InboxQuery {
  const tray = query.get('bandeja') as Tray;
  return {
    tray: TRAYS.includes(tray) ? tray : 'open',
    area: query.get('area') ?? '',
    assignee: query.get('a-cargo') ?? '',
    search: query.get('buscar') ?? '',
  };
}

export function inboxSearch({ tray, area, assignee, search }: InboxQuery): string {
  const query = new URLSearchParams();
  if (tray !== 'open') query.set('bandeja', tray);
  if (area !== '') query.set('area', area);
  if (assignee !== '') query.set('a-cargo', assignee);
  if (search !== '') query.set('buscar', search);
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** Returns what the inbox shows: what is to be done oldest first, what is done newest first. */
export function inInbox(tickets: readonly ShownTicket[], query: InboxQuery, desk: TicketDesk): ShownTicket[] {
  const words = fold(query.search).split(/\s+/).filter(Boolean);
  const found = tickets.filter((ticket) => {
    const { area, assignee, number, followers, text, place, name, phone, email, topic } = ticket;
    const isAsked =
      trayOf(ticket) === query.tray &&
      (query.area === '' || query.area === area) &&
      (query.assignee === '' || query.assignee === (assignee || NOBODY));
    // Folding tens of thousands of texts takes a second, so it is done only for those that are looked through.
    if (!isAsked || words.length === 0) return isAsked;
    const said = fold([number, ...followers, text, place, name, phone, email, topicName(desk, topic)].join(' '));
    return words.every((word) => said.includes(word));
  });
  const oldestFirst = found.sort((a, b) => (a.received < b.received ? -1 : Number(a.received > b.received)));
  return query.tray === 'open' ? oldestFirst : oldestFirst.reverse();
}

const HOUR = 3_600_000;

/** Returns how long something took or has been waiting: `3 horas`, `2 días`. */
export function spanWords(ms: number): string {
  const hours = Math.round(ms / HOUR);
  if (hours < 1) return 'menos de una hora';
  if (hours < 48) return hours === 1 ? '1 hora' : `${hours} horas`;
  return `${Math.round(hours / 24)} días`;
}

/** Of each area, how many tickets wait, how many were answered, and half of them within which time. */
export function timesByArea(tickets: readonly ShownTicket[], desk: TicketDesk) {
  return desk.areas.map(({ key, name }) => {
    const own = tickets.filter(({ area, isSuspect }) => area === key && !isSuspect);
    const times = own
      .flatMap(({ received, answered }) => (answered === '' ? [] : [Date.parse(answered) - Date.parse(received)]))
      .sort((a, b) => a - b);
    const half = times[Math.floor((times.length - 1) / 2)];
    return {
      name,
      open: own.filter(({ state }) => !isSettled(state)).length,
      answered: times.length,
      half: half === undefined ? '—' : spanWords(half),
    };
  });
}

/** Returns what an entry says, without its text where that is a text: `Ana respondió`. */
export function entryWords({ kind, author, text }: StaffEntry, desk: TicketDesk): string {
  const who = author === '' ? 'Quien escribió' : personName(desk, author);
  switch (kind) {
    case 'message':
      return `${who} agregó`;
    case 'answer':
      return `${who} respondió`;
    case 'note':
      return `${who} anotó, para adentro`;
    case 'state':
      return text === 'reopened' && author === ''
        ? 'Se reabrió con ese mensaje'
        : `${who} lo pasó a «${stateWords(text)}»`;
    case 'area':
      return `${who} lo pasó a ${areaName(desk, text)}`;
    case 'assignee':
      return text === '' ? `${who} lo dejó sin nadie a cargo` : `${who} lo dejó a cargo de ${personName(desk, text)}`;
    case 'suspect':
      return text === '' ? `${who} lo sacó de los sospechosos` : `${who} lo marcó como sospechoso`;
    case 'merge':
      return `${who} lo unió a otro reclamo`;
  }
}
