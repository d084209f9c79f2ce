import { ticketCalls } from '#contract/addresses/ticket-calls';
import type { FollowedTicket } from '#contract/tickets/ticket';
import { createListeners } from '../browser/listeners.ts';
import { postJson } from '../browser/post-json.ts';
import { WAITING_MARK } from '../page-and-worker/waiting-mark.ts';
import { openOutbox } from '../offline/outbox/outbox.ts';
import { openOutboxStore } from '../offline/outbox/outbox-db.ts';
import type { Environment } from '../offline/outbox/environment.ts';
import type { Outbox } from '../offline/outbox/outbox-types.ts';
import { isParked } from '../offline/outbox/protocol/operation.ts';
import type { Operation } from '../offline/outbox/protocol/operation.ts';
import { isBlank, landedIn, newDraft, openMyTickets } from './my-tickets.ts';
import type { DraftPhoto, MyTicket, MyTickets, TicketDraft } from './my-tickets.ts';
import { TICKETS } from './names.ts';
import { creation, erasure, joining, messageIn, messageOf, photoOf, RESIDENT } from './operations.ts';
import { proving } from './proving.ts';
import type { Prove } from './proving.ts';

/** What the pages of tickets show. A new object whenever something in it has changed. */
export interface TicketsState {
  /** The device has been read. */
  isLoaded: boolean;
  /** The device keeps nothing, as browsers in private windows: there is no form that it could send. */
  isBroken: boolean;
  tickets: readonly MyTicket[];
  /** What was typed and not sent, the newest first. */
  drafts: readonly TicketDraft[];
  /** What waits to be sent, by ticket. */
  waiting: ReadonlyMap<string, readonly Operation[]>;
  /** Tickets that are not wholly in the queue yet, and why the device could not do it; '' while it does. */
  unqueued: ReadonlyMap<string, string>;
  /** The server was asked and did not answer: what waits goes once it does. */
  isPaused: boolean;
}

/** How asking the server for a ticket went. */
export type Followed = 'done' | 'gone' | 'unknown' | 'unreachable';

/** The tickets of this device's person: what they have typed, what waits, what the town hall has answered. */
export interface DeviceTickets {
  getState(): TicketsState;
  /** Calls back whenever the state has changed. @returns ends it */
  subscribe(listener: () => void): () => void;
  outbox: Outbox;
  /** Stores what was typed. */
  keep(draft: TicketDraft): Promise<void>;
  /**
   * Makes a ticket of a draft; resolves to its id when it is safe on this device. That is another one than the draft's
   * where another tab has sent a ticket with it.
   * @param topic name of its topic
   * @throws NotKept if the device cannot store it: the draft stays one
   */
  send(draft: TicketDraft, topic: string, trap: string): Promise<string>;
  dropDraft(id: string): Promise<void>;
  /**
   * Says that the same happens to the person as in a ticket that everybody sees, once for a device.
   * @param of its public id @param topic name of its topic @returns the id by which the person follows it
   */
  join(of: string, topic: string): Promise<string>;
  /** Puts a ticket into the queue that the device could not put there before. */
  queueAgain(id: string): Promise<void>;
  /** Makes a draft again of a ticket that the server has refused, with its photos and what was written to it since. */
  amend(id: string): Promise<void>;
  /** Asks the server for a ticket, and keeps it on this device. */
  follow(id: string, secret: string): Promise<Followed>;
  /** Returns a photo that the server has of a ticket, from this device or from there; null while there is none. */
  photo(ticket: MyTicket, name: string, from?: 'anywhere' | 'device'): Promise<ArrayBuffer | null>;
  write(ticket: MyTicket, text: string): Promise<void>;
  /**
   * Has this device told of an answer, or, without a subscription, not any more.
   * @throws Error that says why the server did not take it; any other error where it is not reached
   */
  tell(ticket: MyTicket, subscription: PushSubscription | null): Promise<void>;
  /** Erases everything about the person, here and on the server. */
  erase(ticket: MyTicket): Promise<void>;
  /** Removes a ticket from this device alone. */
  forget(id: string): Promise<void>;
  /** Removes all of them from this device, with the drafts and what waits. */
  forgetAll(): Promise<void>;
  close(): void;
}

const NOTHING: TicketsState = {
  isLoaded: false,
  isBroken: false,
  tickets: [],
  drafts: [],
  waiting: new Map(),
  unqueued: new Map(),
  isPaused: false,
};

/** @param given what tests replace */
export function openTickets({
  queueName = TICKETS,
  mine = openMyTickets(),
  fetch = (...request) => globalThis.fetch(...request),
  now = Date.now,
  locks = globalThis.navigator?.locks ?? null,
  prove = async (...question) => (await import('./prove.ts')).prove(...question),
  ...environment
}: { queueName?: string; mine?: MyTickets; prove?: Prove } & Partial<
  Omit<Environment, 'store' | 'land'>
> = {}): DeviceTickets {
  const outbox = openOutbox({
    ...environment,
    fetch: proving(fetch, prove),
    now,
    locks,
    store: openOutboxStore(queueName),
    isOneByOne: true,
    land: landedIn(mine),
  });
  const changes = createListeners();
  let state = NOTHING;
  /** Why tickets could not be put into the queue, by their ids. */
  const failures = new Map<string, string>();
  /** Those whose first call this tab has put into the queue. */
  const begunToSend = new Set<string>();
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();

  /** Reads the device again, after all earlier readings. */
  function look(): Promise<void> {
    last = last.then(read).catch(() => {
      state = { ...state, isBroken: true };
      changes.call();
    });
    return last;
  }
  async function read(): Promise<void> {
    if (isClosed) return;
    const { operations, isLoaded, trouble, pausedUntil } = outbox.getSnapshot();
    const { tickets, drafts } = await mine.all();
    // What was refused of a ticket that is gone, nobody would see any more. Of one that is being erased, the erasure
    // would wait for it.
    const known = new Set([...tickets, ...drafts].map(({ id }) => id));
    const erasing = new Set(tickets.flatMap((one) => (one.isErasing ? one.id : [])));
    const left = operations.filter(
      (one) => isParked(one) && (!known.has(one.recordId) || (erasing.has(one.recordId) && one.kind !== 'delete')),
    );
    if (left.length > 0) void outbox.discard(left.map(({ opId }) => opId)).catch(() => {});
    const waiting = new Map<string, Operation[]>();
    for (const one of operations) waiting.set(one.recordId, [...(waiting.get(one.recordId) ?? []), one]);
    const isBroken = !isLoaded && trouble !== null;
    const unqueued = new Map(drafts.flatMap(({ id, sent }) => (sent ? [[id, failures.get(id) ?? ''] as const] : [])));
    const isPaused = pausedUntil !== null;
    const typed = drafts.filter(({ sent }) => !sent);
    state = { isLoaded, isBroken, tickets, drafts: typed, waiting, unqueued, isPaused };
    // With a draft already: browsers write the mark down only seconds later, and the battery may be empty by then.
    if (isLoaded) mark(operations.length > 0 || drafts.some((draft) => !isBlank(draft)));
    changes.call();
  }

  /** Makes a ticket of a draft. What another tab has sent under its id is another ticket, unless it says the same. */
  async function promoted(draft: TicketDraft, topic: string, at: number): Promise<string> {
    const { id, secret, number, text } = draft;
    const ticket = { id, secret, number, topic, text, at, followed: null, creation: creation(draft) };
    if (await mine.promote(draft, ticket)) return id;
    const known = await mine.one(id);
    if (!known || known.text === text) return id;
    const { id: another, secret: itsSecret, number: itsNumber } = newDraft(at);
    return promoted({ ...draft, id: another, secret: itsSecret, number: itsNumber }, topic, at);
  }

  /** Does what no two tabs may do at the same time for a ticket. */
  async function alone(id: string, work: () => Promise<void>): Promise<void> {
    await (locks ? locks.request(`${queueName} ${id}`, work) : work());
  }

  /**
   * Puts a sent draft into the queue. Where the tab is closed in between, all of it goes again: it means the same.
   * @throws NotKept
   */
  async function enqueue(id: string): Promise<void> {
    failures.delete(id);
    try {
      await alone(id, async () => {
        const draft = await mine.draft(id);
        if (!draft?.sent) return;
        await outbox.save(creation(draft));
        begunToSend.add(id);
        for (const photo of draft.photos) await outbox.save(photoOf(id, draft.secret, photo), photo.bytes);
        for (const message of draft.messages ?? []) await outbox.save(messageOf(id, draft.secret, message));
        await mine.dropDraft(id);
      });
    } catch (error) {
      failures.set(id, error instanceof Error && error.name === 'NotKept' ? error.message : NOT_KEPT);
      throw error;
    } finally {
      mark(true);
    }
  }

  /** Makes a draft again of a ticket of which nothing has gone yet. @returns whether it is one */
  async function tookBack(id: string): Promise<boolean> {
    try {
      const draft = await mine.draft(id);
      if (!draft) return false;
      const queued = outbox.getSnapshot().operations.filter(({ recordId }) => recordId === id);
      if (begunToSend.has(id) && queued.every(({ kind }) => kind !== 'create')) return false;
      const dropped = await outbox.discard(queued.map(({ opId }) => opId));
      if (dropped.length < queued.length) return false;
      const { sent: _, ...rest } = draft;
      await mine.demote(rest);
      failures.delete(id);
      begunToSend.delete(id);
      return true;
    } catch {
      return false;
    }
  }

  /** Sends a ticket that the server has lost, as by a backup that was brought back. @returns whether it goes again */
  async function sendAgain(id: string): Promise<boolean> {
    const ticket = await mine.one(id);
    if (!ticket?.creation || ticket.isErasing) return false;
    mark(true);
    const isWaiting = outbox.getSnapshot().operations.some((one) => one.recordId === id && one.kind === 'create');
    if (!isWaiting) await outbox.save(ticket.creation);
    await look();
    return true;
  }

  async function begin(): Promise<void> {
    await outbox.logIn(RESIDENT);
    const { tickets, drafts } = await mine.all();
    // One that does not fit leaves the others their turn.
    for (const { id, sent } of drafts) if (sent) await enqueue(id).catch(() => {});
    // The page was closed between the wish and the queue.
    const { operations } = outbox.getSnapshot();
    const isWaiting = (id: string) => operations.some((one) => one.kind === 'delete' && one.recordId === id);
    for (const { id, secret, isErasing } of tickets)
      if (isErasing && !isWaiting(id)) await outbox.save(erasure(id, secret));
    for (const one of tickets)
      if (one.of && !one.followed && !one.isErasing && operations.every(({ recordId }) => recordId !== one.id))
        await outbox.save(joining(one));
    await look();
  }
  const end = outbox.subscribe(() => void look());
  const begun = begin().catch(() => look());

  return {
    outbox,
    getState: () => state,
    subscribe: changes.add,
    async keep(draft) {
      await mine.keepDraft(draft);
      await look();
    },
    async send(draft, topic, trap) {
      const at = now();
      const seconds = Math.max(0, Math.round((at - draft.begun) / 1000));
      const sent = { made: new Date(at).toISOString(), seconds, trap };
      mark(true);
      const id = await promoted({ ...draft, sent }, topic, at);
      await begun;
      try {
        await enqueue(id);
      } catch (error) {
        // Where a part of it may have gone already, it stays a ticket, and the person is told what is missing.
        if (await tookBack(id)) throw error;
      } finally {
        await look();
      }
      return id;
    },
    async queueAgain(id) {
      await enqueue(id).catch(() => {});
      await look();
    },
    async dropDraft(id) {
      await mine.dropDraft(id);
      await look();
    },
    async join(of, topic) {
      const at = now();
      const { id: own, secret, number } = newDraft(at);
      const ticket = { id: own, secret, number, topic, text: 'Me pasa también.', at, followed: null, of };
      mark(true);
      // What begins puts into the queue what is not there.
      await begun;
      const id = await mine.join(ticket);
      try {
        if (id === own) await outbox.save(joining(ticket));
      } catch (error) {
        await mine.drop(own);
        throw error;
      }
      await look();
      return id;
    },
    async amend(id) {
      const operations = state.waiting.get(id) ?? [];
      const draft = await draftOf(outbox, operations, now());
      if (!draft) return;
      await mine.demote(draft);
      await outbox.discard(operations.map(({ opId }) => opId));
      await look();
    },
    async follow(id, secret) {
      const answer = await asked(fetch, id, secret);
      if (answer === 'unknown' && (await sendAgain(id))) return 'done';
      if (typeof answer === 'string') {
        if (answer === 'gone') await mine.drop(id);
      } else {
        const { number, topic, text, made } = answer;
        const known = state.tickets.find((one) => one.id === id);
        const at = known?.at ?? (Date.parse(made) || now());
        const ticket = { ...known, id, secret, number, topic, text, at, followed: answer };
        // Where nothing can be kept, it is shown as long as the page is open.
        await mine.put(ticket).catch(() => {
          state = { ...state, tickets: [ticket] };
        });
      }
      await look();
      return typeof answer === 'string' ? answer : 'done';
    },
    async photo({ id, secret }, name, from = 'anywhere') {
      const kept = await mine.photo(id, name).catch(() => null);
      if (kept || from === 'device') return kept;
      const bytes = await photoAt(fetch, id, { secret, name });
      // Where nothing can be kept, it is shown as long as the page is open.
      if (bytes) await mine.keepPhoto(id, name, bytes).catch(() => {});
      return bytes;
    },
    async write({ id, secret }, text) {
      mark(true);
      await outbox.save(messageOf(id, secret, { id: crypto.randomUUID(), text }));
      await look();
    },
    async tell(ticket, subscription) {
      if (subscription) {
        const { endpoint = '', keys = {} } = subscription.toJSON();
        await tellAt(fetch, ticket, { endpoint, keys });
        await mine.change(ticket.id, { toldAt: endpoint });
      } else if (ticket.toldAt !== undefined) {
        await tellAt(fetch, ticket, { endpoint: ticket.toldAt });
        await mine.change(ticket.id, { toldAt: undefined });
      }
      await look();
    },
    async erase({ id, secret }) {
      mark(true);
      await alone(id, async () => {
        await mine.willErase(id);
        // What the server has never heard of need not be sent first.
        await outbox.discard(
          outbox
            .getSnapshot()
            .operations.filter((one) => one.recordId === id && (one.kind !== 'create' || one.status === 'rejected'))
            .map(({ opId }) => opId),
        );
        const saved = await outbox.save(erasure(id, secret));
        if (!saved) await mine.drop(id);
      });
      await look();
    },
    async forget(id) {
      const ticket = await mine.one(id);
      if (ticket) await endTelling(fetch, ticket);
      await mine.drop(id);
      await look();
    },
    async forgetAll() {
      for (const ticket of state.tickets) await endTelling(fetch, ticket);
      await outbox.discard(outbox.getSnapshot().operations.map(({ opId }) => opId));
      await mine.clear();
      await look();
    },
    close() {
      isClosed = true;
      end();
      outbox.close();
      mine.close();
    },
  };
}

async function asked(
  fetch: typeof globalThis.fetch,
  id: string,
  secret: string,
): Promise<FollowedTicket | Exclude<Followed, 'done'>> {
  try {
    return await postJson(
      ticketCalls.follow(id),
      { secret },
      async (answer) => {
        if (answer.ok) return (await answer.json()) as FollowedTicket;
        return answer.status === 410 ? 'gone' : answer.status === 404 ? 'unknown' : 'unreachable';
      },
      { fetch, cache: 'no-store' },
    );
  } catch {
    return 'unreachable';
  }
}

/** @throws Error that says why the server did not take it; any other error where it is not reached */
async function tellAt(
  fetch: typeof globalThis.fetch,
  { id, secret }: MyTicket,
  device: { endpoint: string; keys?: Record<string, string> },
): Promise<void> {
  await postJson(
    ticketCalls.push(id),
    { secret, ...device },
    async (answer) => {
      if (answer.ok) return;
      const { message = '' } = (await answer.json().catch(() => ({}))) as { message?: string };
      throw new NotTold(message);
    },
    { fetch, cache: 'no-store' },
  );
}

/** The server does not tell this device; the message says why. */
export class NotTold extends Error {}

/** A ticket that leaves this device; where the server is not reached, the next message finds nothing to open. */
async function endTelling(fetch: typeof globalThis.fetch, ticket: MyTicket): Promise<void> {
  if (ticket.toldAt !== undefined) await tellAt(fetch, ticket, { endpoint: ticket.toldAt }).catch(() => {});
}

async function photoAt(
  fetch: typeof globalThis.fetch,
  id: string,
  body: { secret: string; name: string },
): Promise<ArrayBuffer | null> {
  try {
    return await postJson(
      ticketCalls.photoFile(id),
      body,
      async (answer) => (answer.ok ? await answer.arrayBuffer() : null),
      { fetch, cache: 'no-store' },
    );
  } catch {
    return null;
  }
}

/** The draft that a ticket was made of, from what waits of it. */
async function draftOf(
  outbox: Outbox,
  operations: readonly Operation[],
  now: number,
): Promise<TicketDraft | undefined> {
  const create = operations.find(({ kind }) => kind === 'create');
  if (!create) return undefined;
  const {
    trap: _,
    seconds: __,
    made: ___,
    point = null,
    ...values
  } = create.body as unknown as TicketDraft & {
    trap: string;
    seconds: number;
    made: string;
  };
  const photos: DraftPhoto[] = [];
  const messages: { id: string; text: string }[] = [];
  for (const operation of operations) {
    const text = messageIn(operation);
    const bytes = text === null ? await outbox.bytesOf(operation) : null;
    if (bytes) photos.push({ name: String(operation.value), bytes });
    if (text !== null) messages.push({ id: String(operation.body.id), text });
  }
  const isAnonymous = values.name + values.phone + values.email === '';
  return { ...newDraft(now), ...values, point, isAnonymous, photos, ...(messages.length > 0 && { messages }) };
}

const NOT_KEPT = 'El teléfono no lo dejó guardar.';

/** Says to the pages that are opened later whether there is something to send. */
function mark(waits: boolean): void {
  try {
    if (waits) localStorage[WAITING_MARK] = '1';
    else delete localStorage[WAITING_MARK];
  } catch {
    // Forbidden: it is sent when the page of tickets is opened.
  }
}
