import { vi } from 'vitest';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import { FLOOD } from '../../../../api/tickets/suspicion.ts';
import { openTickets as openTicketsOfTown } from '../../../../api/tickets/open-tickets.ts';
import type { Tickets } from '../../../../api/tickets/open-tickets.ts';
import type { Asked, Answered } from '../../../../api/http/inject.ts';
import { isParked } from '../../../../web/src/offline/outbox/protocol/operation.ts';
import type { MyTicket, TicketDraft } from '../../../../web/src/tickets/my-tickets.ts';
import { newDraft } from '../../../../web/src/tickets/my-tickets.ts';
import { creation } from '../../../../web/src/tickets/operations.ts';
import { openChannels } from '../channels.ts';
import { openClock } from '../clock.ts';
import { Broken } from '../invariants.ts';
import { openLocks } from '../locks.ts';
import { openNetwork } from '../network.ts';
import type { Network } from '../network.ts';
import { randomFrom } from '../random.ts';
import type { Tally } from '../run.ts';
import { openTownHall } from '../town.ts';
import { openResidentDevice } from './device.ts';
import type { Page, ResidentDevice } from './device.ts';
import { openLedger } from './ledger.ts';
import { decodedBefore, photosOf } from './photos.ts';
import { DEVICES } from './plan.ts';
import type { Action, Plan } from './plan.ts';
import type { Situation } from './situations.ts';

const START = Date.parse('2026-03-15T13:32:00Z');
const DAY = 86_400_000;
/** Time within which everything is sent once all is well: the limits of a network count in hours. */
const DRAINS_IN = 6 * 3_600_000;
let worlds = 0;

/**
 * Runs a plan: telephones with two pages and a worker each, a network that fails, and the real server. At the end
 * everything recovers, and people open the portal once more.
 * @throws Broken if an invariant of `ledger.ts` does not hold
 */
export async function live({ actions, seed, locks }: Plan): Promise<Tally> {
  const name = `r${++worlds}`;
  const random = randomFrom(seed);
  const faults = new Map<string, number>();
  const count = (fault: string) => void faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const situations = new Map<Situation, number>();
  const note = (situation: Situation) => void situations.set(situation, (situations.get(situation) ?? 0) + 1);
  const devices: ResidentDevice[] = [];
  let texts = 0;
  let settings = { ...FIRST_TICKET_SETTINGS, isOpen: true };

  const clock = openClock(START, settle);
  const town = openTownHall(() => clock.now, { runDecoder: decodedBefore });
  // Everything random is made of the seed: ids decide in which order a browser reads rows.
  vi.stubGlobal('crypto', seeded(random));
  const channel = openChannels(clock);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor(of: string) {
        return channel(of);
      }
    },
  );
  vi.stubGlobal('navigator', {});
  // Dexie says that it closes for a later release.
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const ledger = openLedger({ town, note });
  const networks: Network[] = [];
  /** Requests that had an effect. */
  const done = new Set<string>();
  /** Tickets that a restored backup has lost, and whose device has asked for them since. */
  const resent = new Set<string>();
  office().settings.write(settings);

  try {
    for (let at = 0; at < DEVICES; at += 1) {
      const address = `10.0.0.${at + 1}`;
      const network = openNetwork({
        clock,
        town: { ...town, ask: (request) => town.ask(request, address), kill: die },
        watcher: { served, heard() {}, cut() {}, dies() {} },
        random,
        restartIn: (ms) => void clock.after(ms, start),
      });
      networks.push(network);
      const device = openResidentDevice(`${name}-${at}`, {
        clock,
        network,
        random,
        locks: locks ? openLocks() : null,
        channel,
        tellFault: count,
        note,
      });
      devices.push(device);
      device.openPage(0);
      device.openPage(1);
    }
    await clock.pass(1000);
    for (const action of actions) {
      await act(action);
      await clock.pass(200);
      ledger.look(devices);
    }
    await heal();
    for (const { counts } of networks)
      for (const [fault, times] of counts) if (fault !== 'arrives') faults.set(fault, (faults.get(fault) ?? 0) + times);
    return { actions: actions.length, counts: ledger.counts(), faults, situations };
  } finally {
    for (const device of devices) device.close();
    await settle();
    vi.unstubAllGlobals();
    warnings.mockRestore();
    town.close();
  }
  /** Waits for everything that happens without time passing: transactions, and what follows from them. */
  async function settle(): Promise<void> {
    let quiet = 0;
    for (let turn = 0; quiet < 4; turn++) {
      if (turn > 100_000) throw new Error('a device keeps running transactions');
      await new Promise((resolve) => setImmediate(resolve));
      quiet = devices.every(({ disk }) => disk.busy === 0) ? quiet + 1 : 0;
    }
  }

  // ---- the town

  /** What the town hall does by itself, on the database that there is now. */
  function office(): Tickets {
    return openTicketsOfTown({ db: town.db, uploadsDir: town.uploadsDir, now: () => clock.now });
  }
  function start(): void {
    town.start();
  }
  function die(): void {
    count('server killed');
    town.kill();
  }
  function setForm(changes: Partial<typeof settings>): void {
    settings = { ...settings, ...changes };
    office().settings.write(settings);
    if (!settings.isOpen && devices.some((device) => device.waiting().length > 0))
      note('the form closed while something waits');
  }
  function served({ method, url, body }: Asked, { status }: Answered): void {
    if (method !== 'POST') return;
    const { id } = JSON.parse(body ?? '{}') as { id?: string };
    if (status >= 300) {
      if (url === ticketCalls.form() && id !== undefined && [403, 422].includes(status)) ledger.refused(id);
      return;
    }
    const request = `${url} ${body}`;
    const isAgain = done.has(request);
    done.add(request);
    const kind = url === ticketCalls.form() ? 'ticket' : url.endsWith('/photo') ? 'photo' : 'message';
    if (isAgain && /\/(?:photo|message)$|tickets$/.test(url)) note(`a ${kind} that arrives again after its effect`);
    if (kind === 'ticket' && body?.includes('"proof":')) note('a ticket that was paid for with work');
    if (kind === 'ticket' && id !== undefined && resent.delete(id)) note('a ticket sent again after a restored backup');
  }

  /** Programs send so many tickets that each has to be paid for with work. */
  async function flood(): Promise<void> {
    count('flood');
    for (let sent = 0; sent < FLOOD.tickets; sent += 1) {
      const made = { ...creation(newDraft(clock.now)).body, topic: 'bache', made: new Date(clock.now).toISOString() };
      const body = JSON.stringify({ ...made, text: `Oferta ${++texts}`, trap: 'x' });
      const headers = { 'content-type': 'application/json' };
      await town.ask({ method: 'POST', url: ticketCalls.form(), headers, body }, `10.1.0.${sent}`);
    }
  }

  // ---- people

  /** Returns a page, which is opened again if it was closed. */
  async function pageOf(index: number): Promise<Page> {
    const device = pick(devices, Math.floor(index / 2));
    const page = device.pages[index % 2];
    if (page?.isAlive) {
      page.wake();
      return page;
    }
    return open(device, index % 2);
  }
  async function open(device: ResidentDevice, place: number): Promise<Page> {
    if (device.drafts().some(({ sent }) => sent))
      note('a ticket that is sent with the next page, because it was not queued');
    const page = device.openPage(place);
    await settle();
    return page;
  }

  /** Does what a person does in a page; nobody sees what becomes of it in a page that is gone. */
  async function asPerson<T>(page: Page, work: Promise<T>, seen: (value: T) => void, failed = () => {}): Promise<void> {
    void work.then(
      (value) => page.isAlive && seen(value),
      () => page.isAlive && failed(),
    );
    await settle();
  }

  function fresh(page: Page): TicketDraft {
    return { ...newDraft(page.device.now()), topic: 'bache' };
  }
  function texted(draft: TicketDraft): TicketDraft {
    return { ...draft, text: `Pozo ${++texts}` };
  }

  async function type(page: Page, { draft, how, photos }: Action & { do: 'type' }): Promise<void> {
    const known = page.tickets.getState().drafts;
    const before = how === 'known' && known.length > 0 ? pick(known, draft) : how === 'more' ? page.form : null;
    const numbers = Array.from({ length: photos }, () => ++texts);
    const typed = texted(before ?? { ...fresh(page), photos: photosOf(numbers) });
    page.form = typed;
    await asPerson(page, page.tickets.keep(typed), () => ledger.kept(typed, page.device));
  }

  async function send(page: Page, draft = page.form ?? texted(fresh(page))): Promise<void> {
    page.form = draft;
    ledger.sends(draft.id);
    await asPerson(
      page,
      page.tickets.send(draft, 'Bache', ''),
      (id) => {
        ledger.sent(id, draft, page.device);
        if (page.form?.id === draft.id) page.form = null;
      },
      () => note('a ticket that the device could not keep'),
    );
  }

  function ticketIn(page: Page, which: number): MyTicket | undefined {
    const { tickets } = page.tickets.getState();
    return tickets.length === 0 ? undefined : pick(tickets, which);
  }
  function waitingOf(page: Page, id: string) {
    return page.tickets.getState().waiting.get(id) ?? [];
  }

  async function aboutTicket(page: Page, action: Action & { do: 'message' | 'erase' | 'amend' | 'retry' | 'discard' }) {
    const { tickets, device } = page;
    const refused = [...tickets.getState().waiting.values()].flat().filter(isParked);
    switch (action.do) {
      case 'message': {
        const ticket = ticketIn(page, action.ticket);
        if (!ticket) return;
        const text = `Mensaje ${++texts}`;
        return asPerson(page, tickets.write(ticket, text), () => ledger.wrote(ticket.id, text, device));
      }
      case 'erase': {
        const ticket = ticketIn(page, action.ticket);
        if (!ticket) return;
        if (waitingOf(page, ticket.id).some(({ kind, sent }) => kind === 'create' && !sent))
          note('a ticket erased before the server knew of it');
        // From the wish on nothing more is promised.
        ledger.wantsErased(ticket.id);
        return asPerson(page, tickets.erase(ticket), () => ledger.toldErased(ticket.id));
      }
      case 'amend': {
        const create = refused.find(({ kind }) => kind === 'create');
        return create && amend(page, create.recordId);
      }
      case 'retry':
      case 'discard': {
        const free = refused.filter(({ kind }) => action.do === 'retry' || kind !== 'create');
        if (free.length === 0) return;
        const { opId, body } = pick(free, action.ticket);
        if (action.do === 'retry') return asPerson(page, tickets.outbox.retry(opId), () => {});
        ledger.excuseMessage(String(body.text), 'its author has dropped it');
        return asPerson(page, tickets.outbox.discard([opId]), () => {});
      }
    }
  }

  /** Mends what was refused: with a telephone it is taken everywhere. */
  async function amend(page: Page, id: string): Promise<void> {
    ledger.amended(id);
    await asPerson(page, page.tickets.amend(id), () => {});
    const draft = page.tickets.getState().drafts.find((one) => one.id === id);
    if (!draft) return;
    note('a refused ticket mended and sent again');
    await send(page, { ...texted(draft), phone: '02902 48-1234', isAnonymous: false });
  }

  async function bothSend(device: ResidentDevice, isSame: boolean): Promise<void> {
    const at = devices.indexOf(device) * 2;
    const [one, other] = [await pageOf(at), await pageOf(at + 1)];
    const draft = texted(fresh(one));
    if (!isSame) note('one draft sent in two pages with two texts');
    await Promise.all([send(one, draft), send(other, isSame ? draft : texted(draft))]);
  }

  async function follow(page: Page, { id, secret }: MyTicket): Promise<void> {
    if (ledger.get(id)?.isLost) resent.add(id);
    await asPerson(page, page.tickets.follow(id, secret), () => {});
  }

  async function act(action: Action): Promise<void> {
    switch (action.do) {
      case 'type':
        return type(await pageOf(action.page), action);
      case 'send':
        return send(await pageOf(action.page));
      case 'drop': {
        const page = await pageOf(action.page);
        const { drafts } = page.tickets.getState();
        if (drafts.length === 0) return;
        const { id } = pick(drafts, action.draft);
        ledger.dropped(id);
        if (page.form?.id === id) page.form = null;
        return asPerson(page, page.tickets.dropDraft(id), () => {});
      }
      case 'drain':
        return void (await pageOf(action.page)).tickets.outbox.drain('button');
      case 'kill':
        count('page killed');
        return (await pageOf(action.page)).kill();
      case 'follow': {
        const page = await pageOf(action.page);
        const ticket = ticketIn(page, action.draft);
        return ticket && waitingOf(page, ticket.id).length === 0 ? follow(page, ticket) : undefined;
      }
      case 'message':
      case 'erase':
      case 'amend':
      case 'retry':
      case 'discard':
        return aboutTicket(await pageOf(action.page), action);
      case 'both send':
        return bothSend(pick(devices, action.device), action.isSame);
      case 'sleep': {
        count('page asleep');
        const page = await pageOf(action.page);
        page.sleep();
        return void clock.after(action.seconds * 1000, page.wake);
      }
      case 'worker':
        return pick(devices, action.device).work();
      case 'kill worker':
        return pick(devices, action.device).worker?.kill();
      case 'wait':
        return clock.pass(action.seconds * 1000);
      case 'weather':
        return void pick(devices, action.device).weather.push(
          ...Array<typeof action.fate>(action.times).fill(action.fate),
        );
      case 'offline':
      case 'online': {
        const device = pick(devices, action.device);
        device.isOffline = action.do === 'offline';
        if (!device.isOffline) for (const page of device.pages) void page?.tickets.outbox.drain('online');
        return;
      }
      case 'disk is full':
      case 'disk is free':
        if (action.do === 'disk is full') count('disk full for a while');
        pick(devices, action.device).disk.isFull = action.do === 'disk is full';
        return;
      case 'clear':
        return clear(pick(devices, action.device));
      case 'update':
        return update(pick(devices, action.device));
      case 'disk':
        return void (await pageOf(action.page)).faults.push({ fault: action.fault, after: action.after });
      case 'clock':
        if (action.days === 1) note('a clock a day ahead');
        pick(devices, action.device).skew = action.days * DAY;
        return;
      case 'settings':
        return setForm({ isOpen: action.isOpen, takesAnonymous: action.takesAnonymous });
      case 'town answers':
      case 'town erases':
        return inOffice(action);
      case 'flood':
        return flood();
      case 'server dies':
        return die();
      case 'server starts':
        return start();
      case 'backup is made':
        return town.backUp();
      case 'backup is restored':
        count('backup restored');
        return ledger.restored(() => void town.restore());
    }
  }

  async function clear(device: ResidentDevice): Promise<void> {
    count('device cleared');
    if (device.waiting().length > 0) note('a device cleared while something waits');
    device.close();
    await settle();
    device.disk.clear();
    ledger.cleared(device);
  }

  async function update(device: ResidentDevice): Promise<void> {
    count('portal updated');
    device.update();
    await settle();
    if (device.pages.some((page) => page?.isAlive && page.tickets.outbox.getSnapshot().trouble === 'outdated'))
      note('a page that a later release has stopped');
  }

  function inOffice({ do: what, ticket }: Action & { do: 'town answers' | 'town erases' }): void {
    if (!town.isUp) return;
    const ids = town.db.prepare<[], string>("SELECT id FROM ticket WHERE erased = '' ORDER BY seq").pluck().all();
    if (ids.length === 0) return;
    const id = pick(ids, ticket);
    if (what === 'town answers') {
      const at = new Date(clock.now).toISOString();
      return office().store.change(id, { state: 'answered', answered: at, settled: at });
    }
    if (devices.some((device) => device.waiting().some(({ recordId }) => recordId === id)))
      note('a ticket erased by the town while something of it waits');
    office().erasure.erase(id);
    ledger.townErased(id);
  }

  // ---- the end

  /** Everything recovers, and everybody opens the portal once more and answers what was refused. */
  async function heal(): Promise<void> {
    start();
    setForm({ isOpen: true, takesAnonymous: true });
    for (const device of devices) {
      device.weather = [];
      device.disk.isFull = false;
      device.isOffline = false;
      device.worker?.kill();
      for (const page of device.pages) page?.kill();
    }
    await settle();
    for (const device of devices) for (const place of [0, 1]) (await open(device, place)).faults.length = 0;
    await drained();
    for (const device of devices) {
      const page = await pageOf(devices.indexOf(device) * 2);
      for (const ticket of page.tickets.getState().tickets) {
        if (waitingOf(page, ticket.id).length === 0) await follow(page, ticket);
      }
      await clock.pass(12_000);
    }
    await drained();
    // A copy of a request may still arrive at the server.
    while (networks.some(({ onTheWay }) => onTheWay > 0)) await clock.pass(1000);
    ledger.settle(devices);
  }

  async function drained(): Promise<void> {
    const began = clock.now;
    const retried = new Set<string>();
    for (;;) {
      await clock.pass(5000);
      for (const device of devices) {
        const page = await pageOf(devices.indexOf(device) * 2);
        for (const one of device.waiting().filter(isParked)) {
          if (one.kind === 'create' && ledger.get(one.recordId)?.isErased !== true) await amend(page, one.recordId);
          else if (!retried.has(one.opId)) await asPerson(page, page.tickets.outbox.retry(one.opId), () => {});
          retried.add(one.opId);
        }
      }
      const left = devices.flatMap((device) => device.waiting().filter((one) => !isParked(one)));
      const unsent = devices.flatMap((device) => device.drafts().filter(({ sent }) => sent));
      ledger.look(devices);
      if (left.length + unsent.length === 0) return;
      if (clock.now - began > 60_000) await clock.pass(600_000);
      if (clock.now - began > DRAINS_IN) {
        const words = left.map(({ kind, recordId, status, lastError }) =>
          [kind, recordId, status, lastError?.status, lastError?.code].join(' '),
        );
        throw new Broken(
          'R4',
          `not sent in six hours: ${[...words, ...unsent.map(({ id }) => `draft ${id}`)].join('; ')}`,
        );
      }
    }
  }
}

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

/** Randomness that is the same for the same seed. */
function seeded(random: () => number): Crypto {
  const { subtle } = globalThis.crypto;
  const getRandomValues = <T extends ArrayBufferView>(array: T): T => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
    return array;
  };
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    subtle,
    getRandomValues,
    randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  } as Crypto;
}
