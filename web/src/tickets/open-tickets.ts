import { ticketCalls } from '#contract/addresses/ticket-calls';
import type { FollowedTicket } from '#contract/tickets/ticket';
import { createListeners } from '../browser/listeners.ts';
import { postJson } from '../browser/post-json.ts';
import { WAITING_MARK } from '../page-and-worker/waiting-mark.ts';
import { openOutbox } from '../offline/outbox/outbox.ts';
import { openOutboxStore } from '../offline/outbox/outbox-db.ts';
import type { Environment } from '../offline/outbox/environment.ts';
import type { Outbox } from '../offline/outbox/outbox-types.ts';
import type { Operation } from '../offline/outbox/protocol/operation.ts';
import { isBlank, landedIn, newDraft, openMyTickets } from './my-tickets.ts';
import type { DraftPhoto, MyTicket, MyTickets, TicketDraft } from './my-tickets.ts';
import { TICKETS } from './names.ts';
import { creation, erasure, joining, messageOf, photoOf, RESIDENT } from './operations.ts';

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
   */
  send(draft: TicketDraft, topic: string, trap: string): Promise<string>;
  dropDraft(id: string): Promise<void>;
  /**
   * Says that the same happens to the person as in a ticket that everybody sees, once for a device.
   * @param of its public id @param topic name of its topic @returns the id by which the person follows it
   */
  join(of: string, topic: string): Promise<string>;
  /** Makes a draft again of a ticket that the server has refused, with its photos. */
  amend(id: string): Promise<void>;
  /** Asks the server for a ticket, and keeps it on this device. */
  follow(id: string, secret: string): Promise<Followed>;
  write(ticket: MyTicket, text: string): Promise<void>;
  /** Erases everything about the person, here and on the server. */
  erase(ticket: MyTicket): Promise<void>;
  /** Removes a ticket from this device alone. */
  forget(id: string): Promise<void>;
  close(): void;
}

const NOTHING: TicketsState = { isLoaded: false, isBroken: false, tickets: [], drafts: [], waiting: new Map() };

/** @param given what tests replace */
export function openTickets({
  queueName = TICKETS,
  mine = openMyTickets(),
  fetch = (...request) => globalThis.fetch(...request),
  now = Date.now,
  locks = globalThis.navigator?.locks ?? null,
  ...environment
}: { queueName?: string; mine?: MyTickets } & Partial<Omit<Environment, 'store' | 'land'>> = {}): DeviceTickets {
  const outbox = openOutbox({
    ...environment,
    fetch,
    now,
    locks,
    store: openOutboxStore(queueName),
    isOneByOne: true,
    land: landedIn(mine),
  });
  const changes = createListeners();
  let state = NOTHING;
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
    const { tickets, drafts } = await mine.all();
    const { operations, isLoaded, trouble } = outbox.getSnapshot();
    const waiting = new Map<string, Operation[]>();
    for (const one of operations) waiting.set(one.recordId, [...(waiting.get(one.recordId) ?? []), one]);
    const isBroken = !isLoaded && trouble !== null;
    state = { isLoaded, isBroken, tickets, drafts: drafts.filter(({ sent }) => !sent), waiting };
    // With a draft already: browsers write the mark down only seconds later, and the battery may be empty by then.
    if (isLoaded) mark(operations.length > 0 || drafts.some((draft) => !isBlank(draft)));
    changes.call();
  }

  /** Makes a ticket of a draft. What another tab has sent under its id is another ticket, unless it says the same. */
  async function promoted(draft: TicketDraft, topic: string, at: number): Promise<string> {
    const { id, secret, number, text } = draft;
    if (await mine.promote(draft, { id, secret, number, topic, text, at, followed: null })) return id;
    const known = await mine.one(id);
    if (!known || known.text === text) return id;
    const { id: another, secret: itsSecret, number: itsNumber } = newDraft(at);
    return promoted({ ...draft, id: another, secret: itsSecret, number: itsNumber }, topic, at);
  }

  /** Puts a sent draft into the queue. Where the tab is closed in between, all of it goes again: it means the same. */
  async function enqueue(id: string): Promise<void> {
    const work = async () => {
      const draft = await mine.draft(id);
      if (!draft?.sent) return;
      await outbox.save(creation(draft));
      for (const photo of draft.photos) await outbox.save(photoOf(id, draft.secret, photo), photo.bytes);
      await mine.dropDraft(id);
    };
    await (locks ? locks.request(`${queueName} ${id}`, work) : work());
    mark(true);
  }

  async function begin(): Promise<void> {
    await outbox.logIn(RESIDENT);
    const { tickets, drafts } = await mine.all();
    for (const { id, sent } of drafts) if (sent) await enqueue(id);
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
      await enqueue(id);
      await look();
      return id;
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
    async write({ id, secret }, text) {
      mark(true);
      await outbox.save(messageOf(id, secret, { id: crypto.randomUUID(), text }));
      await look();
    },
    async erase({ id, secret }) {
      mark(true);
      await mine.change(id, { isErasing: true });
      // What the server has never heard of need not be sent first.
      await outbox.discard(
        (state.waiting.get(id) ?? [])
          .filter(({ kind, status }) => kind !== 'create' || status === 'rejected')
          .map(({ opId }) => opId),
      );
      const saved = await outbox.save(erasure(id, secret));
      if (!saved) await mine.drop(id);
      await look();
    },
    async forget(id) {
      await mine.drop(id);
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
  for (const operation of operations) {
    const bytes = await outbox.bytesOf(operation);
    if (bytes) photos.push({ name: String(operation.value), bytes });
  }
  const isAnonymous = values.name + values.phone + values.email === '';
  return { ...newDraft(now), ...values, point, isAnonymous, photos };
}

/** Says to the pages that are opened later whether there is something to send. */
function mark(waits: boolean): void {
  try {
    if (waits) localStorage[WAITING_MARK] = '1';
    else delete localStorage[WAITING_MARK];
  } catch {
    // Forbidden: it is sent when the page of tickets is opened.
  }
}
