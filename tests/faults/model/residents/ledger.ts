import { Broken } from '../invariants.ts';
import type { TownHall } from '../town.ts';
import type { TicketDraft } from '../../../../web/src/tickets/my-tickets.ts';
import type { ResidentDevice } from './device.ts';
import type { Situation } from './situations.ts';

/** What a device has said it keeps. */
interface Ticket {
  device: ResidentDevice;
  /** Why it need not be there any more, in words; null while it must be. */
  excuse: string | null;
  /** Its author wants it erased. */
  isErased: boolean;
  /** The device has said that it is erased, or will be. */
  isToldErased: boolean;
  /** It was on the server, and a restored backup does not have it, or has it as it was. */
  isLost: boolean;
  isRestored: boolean;
  /** It became a draft again: what its author changes then is another text. */
  isAmended: boolean;
  /** The server has refused it, and takes another copy if the town changes its settings while that is on the way. */
  wasRefused: boolean;
  /** The town has erased it: the device that has heard so does not send it again after a restored backup. */
  isTownErased: boolean;
  photos: number;
}
interface Message {
  ticket: string;
  device: ResidentDevice;
  excuse: string | null;
}

/**
 * What devices have said to people, and what must hold of it:
 *
 * - R1: a ticket that a device has ever said it keeps is on the server, or waits on the device; or its author has
 *   erased it or cleared the device. What a restored backup has lost is sent again once the device asks for it.
 * - R2: no ticket, photo or message is on the server twice.
 * - R3: of what its author has erased nothing is left, on the server and on the device.
 * - R4: once all is well, everything is sent, or refused and shown as such.
 * - R5: a draft that a device has said it keeps is there until it is sent or dropped, and then it is none any more.
 */
export function openLedger({ town, note }: { town: TownHall; note: (situation: Situation) => void }) {
  const tickets = new Map<string, Ticket>();
  /** Texts that a device has said are kept, with their tickets. */
  const said = new Map<string, string>();
  const messages = new Map<string, Message>();
  const drafts = new Map<string, ResidentDevice>();

  const row = (id: string) =>
    town.db.prepare<[string], { text: string; erased: string }>('SELECT text, erased FROM ticket WHERE id = ?').get(id);
  const countOf = (query: string, ...values: string[]) =>
    Number(
      town.db
        .prepare(query)
        .pluck()
        .get(...values),
    );
  const messagesOnServer = (text: string) =>
    countOf("SELECT count(*) FROM ticket_entry WHERE kind = 'message' AND text = ?", text);

  const isOnDevice = (id: string, device: ResidentDevice) =>
    device.waiting().some((one) => one.kind === 'create' && one.recordId === id) ||
    device.drafts().some((draft) => draft.id === id);

  function know(id: string, device: ResidentDevice): Ticket {
    const known = tickets.get(id);
    if (known) return known;
    const ticket: Ticket = {
      device,
      excuse: null,
      isErased: false,
      isToldErased: false,
      isLost: false,
      isRestored: false,
      isAmended: false,
      wasRefused: false,
      isTownErased: false,
      photos: -1,
    };
    tickets.set(id, ticket);
    return ticket;
  }

  return {
    know,
    get: (id: string) => tickets.get(id),
    counts: () => ({
      tickets: tickets.size,
      'on the server': countOf('SELECT count(*) FROM ticket'),
      messages: messages.size,
    }),

    /** A device has said that a ticket is safe on it. @param id of the ticket, which may be another than the draft's */
    sent(id: string, { text, photos }: TicketDraft, device: ResidentDevice): void {
      const ticket = know(id, device);
      said.set(text, id);
      // Whoever sends a draft of two pages once more has sent it before.
      if (ticket.photos < 0) ticket.photos = photos.length;
      drafts.delete(id);
    },
    kept: ({ id }: TicketDraft, device: ResidentDevice): void => void drafts.set(id, device),
    dropped(id: string): void {
      drafts.delete(id);
      const ticket = tickets.get(id);
      if (ticket) ticket.excuse = 'its author has dropped it';
    },
    wrote(ticket: string, text: string, device: ResidentDevice): void {
      messages.set(text, { ticket, device, excuse: null });
    },
    excuseMessage(text: string, excuse: string): void {
      const message = messages.get(text);
      if (message) message.excuse = excuse;
    },
    /** Somebody sends a draft that another page has open still, maybe after its ticket was erased there. */
    sends(id: string): void {
      const ticket = tickets.get(id);
      if (ticket) ticket.isToldErased = false;
    },
    townErased(id: string): void {
      const ticket = tickets.get(id);
      if (ticket) ticket.isTownErased = true;
    },
    refused(id: string): void {
      const ticket = tickets.get(id);
      if (ticket) ticket.wasRefused = true;
    },
    wantsErased(id: string): void {
      (tickets.get(id) as Ticket).isErased = true;
    },
    toldErased(id: string): void {
      (tickets.get(id) as Ticket).isToldErased = true;
    },
    amended(id: string): void {
      const ticket = tickets.get(id);
      if (ticket) ticket.isAmended = true;
      for (const message of messages.values())
        if (message.ticket === id) message.excuse = 'its ticket became a draft again';
    },
    cleared(device: ResidentDevice): void {
      for (const one of [...tickets.values(), ...messages.values()])
        if (one.device === device) one.excuse = 'the device was cleared';
      for (const [id, of] of drafts) if (of === device) drafts.delete(id);
    },
    /** A backup takes the place of the database. @param restore does it */
    restored(restore: () => void): void {
      const before = new Set([...tickets.keys()].filter((id) => row(id)));
      restore();
      for (const [id, ticket] of tickets) {
        if (!before.has(id)) continue;
        ticket.isRestored = true;
        if (row(id) || ticket.excuse !== null || ticket.isErased) continue;
        ticket.isLost = true;
        note('a ticket that a restored backup has lost');
      }
    },

    /** Asks at any moment. @throws Broken */
    look(devices: readonly ResidentDevice[]): void {
      for (const device of devices) for (const { id } of device.tickets()) know(id, device);
      for (const device of devices) {
        const sent = new Set(device.tickets().map(({ id }) => id));
        const back = device.drafts().find((draft) => !draft.sent && sent.has(draft.id));
        if (back) throw new Broken('R5', `${back.id} was sent, and is a draft again`);
      }
      for (const [id, ticket] of tickets) {
        const stored = row(id);
        if (stored) ticket.isLost = false;
        const isFree = ticket.excuse !== null || ticket.isErased || ticket.isLost || ticket.isRestored;
        if (!stored && !isFree && !isOnDevice(id, ticket.device))
          throw new Broken('R1', `ticket ${id} is neither on the server nor on its device`);
      }
      for (const [text] of said) {
        if (countOf('SELECT count(*) FROM ticket WHERE text = ?', text) > 1)
          throw new Broken('R2', `two tickets say ${text}`);
      }
      for (const [text] of messages) if (messagesOnServer(text) > 1) throw new Broken('R2', `two messages say ${text}`);
      for (const [id, device] of drafts) {
        const isThere = device.drafts().some((draft) => draft.id === id) || tickets.has(id);
        if (!isThere) throw new Broken('R5', `draft ${id} is gone`);
      }
    },

    /** Asks when all is well and everything was sent. @throws Broken */
    settle(devices: readonly ResidentDevice[]): void {
      this.look(devices);
      for (const [text, id] of said) {
        const ticket = tickets.get(id);
        if (!ticket || ticket.excuse !== null || ticket.isErased) continue;
        const stored = row(id);
        const waits = ticket.device.waiting().some((one) => one.recordId === id);
        if (!stored && ticket.isTownErased) continue;
        if (!stored && !waits && !ticket.device.drafts().some((draft) => draft.id === id))
          throw new Broken('R1', `ticket ${id} (${text}) was never sent${ticket.isRestored ? ' again' : ''}`);
        if (!stored || stored.erased !== '' || ticket.isAmended) continue;
        if (stored.text !== text) throw new Broken('R1', `ticket ${id} says ${stored.text}, not ${text}`);
        note('a ticket on the server');
        const photos = countOf("SELECT count(*) FROM ticket_photo WHERE ticket = ? AND author = ''", id);
        if (photos > 0) note('a ticket with photos on the server');
        if (photos !== ticket.photos && !waits && !ticket.isRestored)
          throw new Broken(photos > ticket.photos ? 'R2' : 'R1', `${photos} of ${ticket.photos} photos of ${id}`);
      }
      for (const [text, { ticket: id, device, excuse }] of messages) {
        const ticket = tickets.get(id);
        const times = messagesOnServer(text);
        if (times === 1) note('a message on the server');
        const isFree = excuse !== null || !ticket || ticket.excuse !== null || ticket.isErased || ticket.isRestored;
        const isTownErased = row(id)?.erased !== '';
        const waits = device.waiting().some(({ body }) => body.text === text);
        if (times === 0 && !isFree && !isTownErased && !waits)
          throw new Broken('R1', `the message ${text} of ${id} was never sent`);
      }
      for (const [id, { device, isToldErased, isRestored, wasRefused, excuse }] of tickets) {
        if (!isToldErased || excuse !== null) continue;
        note('a ticket erased by its author');
        const stored = row(id);
        if (!isRestored && !wasRefused && stored && stored.erased === '')
          throw new Broken('R3', `ticket ${id} is on the server`);
        const left = device.waiting().filter(({ recordId }) => recordId === id);
        if (device.tickets().some((one) => one.id === id) || device.drafts().some((one) => one.id === id))
          throw new Broken('R3', `ticket ${id} is on the device`);
        if (left.length > 0)
          throw new Broken(
            'R3',
            `of ${id} waits ${left.map(({ kind, lastError }) => `${kind} ${lastError?.status}`).join()}`,
          );
      }
    },
  };
}
export type Ledger = ReturnType<typeof openLedger>;
