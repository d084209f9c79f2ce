import { isParked, isStatusOrDelete, sameField } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { NewOperation, Json, Operation, Session } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { OperationAnswer, Effect, Queue, UnstampedEvent } from '../../../web/src/offline/outbox/protocol/queue.ts';
import { sendable } from '../../../web/src/offline/outbox/protocol/sending.ts';
import { EMPTY_QUEUE, step } from '../../../web/src/offline/outbox/protocol/step.ts';
import { conflict, DONE, edit, label, problem } from './tab.ts';

/**
 * A small model of the town hall: devices with several tabs on one store, a network that loses, repeats and reorders
 * messages, a server with the rules of the API, and people who save, choose and log in. A violation of an invariant
 * throws where it happens.
 */

interface Tab {
  device: Device;
  queue: Queue;
  rev: number;
  life: number;
  screen: Map<string, Json>;
}
interface Store {
  operations: Map<number, Operation>;
  lastSeq: number;
  session: Session | null;
  rev: number;
}
interface Device {
  name: string;
  store: Store;
  tabs: Tab[];
  replayer: Tab | null;
  refusesNext: boolean;
}
interface Request {
  operation: Operation;
  token: string;
  tab: Tab;
  life: number;
}
interface Heard {
  opId: string;
  token: string;
  answer: OperationAnswer | null;
  tab: Tab;
  life: number;
}
/** A confirmed save; `order` is its number among all saves. */
interface Saved {
  device: Device;
  userId: string;
  recordId: string;
  field: string;
  value: Json;
  base: Json;
  order: number;
  back: boolean;
  decidedAgain?: boolean;
}

/** Faults of the server that the model must notice. */
export interface Broken {
  forgetsOpIds?: boolean;
  ignoresBase?: boolean;
}

export type Fate = 'answers' | 'lost' | 'answer lost' | 'twice' | '429' | '500' | 'portal' | '403';
export type Action =
  | { do: 'save'; tab: number; record: number; field: number; kind: 'new' | 'bad' | 'back' | 'call' | 'delete' }
  | { do: 'look'; tab: number }
  | { do: 'trigger' | 'timer' | 'kill'; tab: number }
  | { do: 'serve'; request: number; fate: Fate }
  | { do: 'hear'; answer: number }
  | {
      do: 'choose';
      tab: number;
      operation: number;
      choice: 'mine' | 'theirs' | 'merged' | 'retry' | 'discard' | 'take-back';
    }
  | { do: 'login'; device: number; user: number }
  | { do: 'logout' | 'expire' | 'store refuses'; device: number };

const RECORDS = ['r1', 'r2', 'r3'];
const FIELDS = ['title', 'text', 'status'];
const USERS = ['ana', 'beto'];

export function openWorld(broken: Broken = {}, locks = true) {
  let now = 1_000_000_000;
  let counter = 0;
  let order = 0;
  let lastOpId = '';
  const devices = ['tablet', 'phone'].map(openDevice);
  const requests: Request[] = [];
  const answers: Heard[] = [];
  const saves: Saved[] = [];
  /** The newest save that an operation carries, by opId. */
  const carried = new Map<string, Saved>();
  /** Values that a person discarded, and values overwritten by somebody who saw them. */
  const letGo = new Set<Json>();
  const writtenOver = new Set<Json>();
  /** Operations that were refused for a reason that did not last, by opId: a copy of them may still be carried out. */
  const refused = new Set<string>();
  /** What people have seen on a device, by field. */
  const seen = new Set<string>();

  // ---- the server

  const tokens = new Map<string, string>();
  const records = new Map(RECORDS.map((id) => [id, { values: new Map<string, Json>(), deleted: false }]));
  const memory = new Map<string, { request: string; answer: OperationAnswer }>();
  const effects: { key: string; saved: Saved | undefined }[] = [];

  function serve({ operation, token, tab }: Request): OperationAnswer {
    const userId = tokens.get(token);
    if (!userId) return problem(401);
    const key = `${userId} ${operation.opId}`;
    const request = JSON.stringify([operation.path, operation.value, operation.base, operation.body]);
    const known = memory.get(key);
    if (known && known.request !== request) throw new Error(`two requests with one opId: ${known.request} ${request}`);
    if (known && !broken.forgetsOpIds) return known.answer;
    const answer = perform(operation, userId, tab.device);
    if (answer === DONE) memory.set(key, { request, answer });
    return answer;
  }

  function perform(operation: Operation, userId: string, device: Device): OperationAnswer {
    const record = records.get(operation.recordId);
    if (!record) return problem(404);
    if (record.deleted) return problem(410);
    if (operation.kind === 'call') {
      effect(operation, userId, device, null);
      return DONE;
    }
    if (operation.kind === 'delete') {
      effect(operation, userId, device, null);
      record.deleted = true;
      return DONE;
    }
    if (String(operation.value).startsWith('bad')) return problem(422);
    const field = String(operation.field);
    const before = record.values.get(field) ?? '';
    if (operation.value === before) return DONE;
    if (operation.base !== before && !broken.ignoresBase) return conflict(before);
    effect(operation, userId, device, before);
    record.values.set(field, operation.value ?? null);
    return DONE;
  }

  /** Records a change on the server and checks I2, I3, I4 and I7. */
  function effect(operation: Operation, userId: string, device: Device, before: Json) {
    const saved = carried.get(operation.opId);
    const key = `${userId} ${operation.opId}`;
    if (effects.some((one) => one.key === key)) throw new Error(`I2: two effects of ${key}`);
    if (userId !== operation.userId) throw new Error(`I7: ${userId} sent what ${operation.userId} saved`);
    if (before !== null && !seen.has(sight(device, operation, before)))
      throw new Error(`I4: ${before} was overwritten unseen by ${operation.value}`);
    // A discarded operation may still arrive: the person was told so.
    if (saved && !letGo.has(saved.value) && !refused.has(operation.opId)) {
      const later = effects.find(({ saved: one }) => one && sameFieldOf(one, saved) && one.order > saved.order);
      if (later) throw new Error(`I3: ${saved.value} came after ${later.saved?.value}`);
      if (operation.field === 'status' || operation.kind === 'delete') mustBeLast(operation, saved, device);
    }
    effects.push({ key, saved });
  }

  function mustBeLast(operation: Operation, saved: Saved, device: Device) {
    for (const other of device.store.operations.values()) {
      if (other.opId === operation.opId || other.recordId !== operation.recordId || other.userId !== operation.userId)
        continue;
      if (sameField(other, operation)) continue;
      const overtaken = partsOf(other).find(
        (part) => part.order < saved.order && !part.decidedAgain && !letGo.has(part.value),
      );
      if (overtaken) throw new Error(`I3: ${saved.value} overtook ${overtaken.value}`);
    }
  }

  // ---- devices

  function openDevice(name: string): Device {
    const device: Device = {
      name,
      store: { operations: new Map(), lastSeq: 0, session: null, rev: 0 },
      tabs: [],
      replayer: null,
      refusesNext: false,
    };
    device.tabs = [openTab(device, 0), openTab(device, 0)];
    return device;
  }

  function openTab(device: Device, life: number): Tab {
    return { device, queue: EMPTY_QUEUE, rev: -1, life, screen: new Map() };
  }

  /** Handles an event like the outbox: read what is new, step and store atomically, and only then the other effects. */
  function happen(tab: Tab, event: UnstampedEvent): boolean {
    const { store } = tab.device;
    const operations = [...store.operations.values()].sort((a, b) => a.seq - b.seq);
    const reload: UnstampedEvent = { type: 'reloaded', operations, lastSeq: store.lastSeq, session: store.session };
    const done = (tab.rev === store.rev || carryOut(tab, reload)) && carryOut(tab, event);
    if (!done && event.type === 'answer') happen(tab, { type: 'answer-unstored', sentOpId: event.sentOpId });
    return done;
  }

  function carryOut(tab: Tab, event: UnstampedEvent): boolean {
    const { device, queue } = tab;
    lastOpId = `op${++counter}`;
    const moment = { at: now, jitter: (counter * 0.37) % 1, opId: lastOpId };
    const next = step(queue, { ...event, ...moment });
    const storing = next.effects.find((one) => one.type === 'store');
    if (storing && device.refusesNext) {
      device.refusesNext = false;
      return false;
    }
    if (storing) keep(device.store, storing, next.state.lastSeq);
    for (const { opId, value, ...operation } of storing?.puts ?? []) {
      // A merged operation carries what the newest of its edits carried, also if its value was typed again later.
      const sources = queue.operations.filter((one) => sameField(one, operation) && one.value === value);
      const source = sources.find(({ seq }) => seq === operation.seq) ?? sources.at(-1);
      const saved = source && carried.get(source.opId);
      if (saved && !carried.has(opId)) carried.set(opId, saved);
    }
    tab.queue = next.state;
    tab.rev = device.store.rev;
    for (const one of next.effects) {
      if (one.type === 'send') {
        const operations = [one.operation, ...(one.others ?? [])];
        requests.push(...operations.map((operation) => ({ operation, token: one.token, tab, life: tab.life })));
      }
      if (one.type === 'drained' && device.replayer === tab) device.replayer = null;
    }
    return true;
  }

  function keep(store: Store, { puts, dels, session }: Extract<Effect, { type: 'store' }>, lastSeq: number) {
    for (const seq of dels) store.operations.delete(seq);
    for (const operation of puts) store.operations.set(operation.seq, structuredClone(operation));
    if (session !== undefined) store.session = session;
    store.lastSeq = lastSeq;
    store.rev += 1;
  }

  /** A tab drains if it gets the lock; without locks, several may at once. */
  function drain(tab: Tab, event: UnstampedEvent) {
    const { device } = tab;
    if (locks && device.replayer && device.replayer !== tab) return;
    device.replayer = tab;
    happen(tab, event);
    if (!tab.queue.draining && device.replayer === tab) device.replayer = null;
  }

  function kill(tab: Tab) {
    const { device } = tab;
    if (device.replayer === tab) device.replayer = null;
    const reborn = openTab(device, tab.life + 1);
    Object.assign(tab, reborn);
  }

  // ---- people

  function save(tab: Tab, recordId: string, field: string, kind: Extract<Action, { do: 'save' }>['kind']) {
    const { device } = tab;
    const userId = device.store.session?.user.id;
    if (!userId) return;
    const n = ++counter;
    if (kind === 'call' || kind === 'delete') {
      const name = `${kind}${n}`;
      const call: NewOperation = {
        ...label(recordId, name),
        kind,
        userId,
        field: kind === 'call' ? 'labels' : undefined,
      };
      if (happen(tab, { type: 'save', operation: call })) note(device, call, name, '');
      return;
    }
    const place = `${recordId} ${field}`;
    const base = tab.screen.get(place) ?? shown(device, userId, recordId, field);
    const last = lastOf(device, userId, recordId, field);
    const value =
      kind === 'back' && last?.base !== undefined
        ? last.base
        : `${kind === 'bad' && field !== 'status' ? 'bad' : 'v'}${n}`;
    if (value === base || !happen(tab, { type: 'save', operation: edit(recordId, field, base, value, userId) })) return;
    // The save is confirmed: from here on it must not be lost.
    tab.screen.set(place, value);
    note(device, edit(recordId, field, base, value, userId), value, base, kind === 'back');
    // A new save replaces a refused value, whether the screen showed that or the stored one.
    if (last?.status === 'rejected' && !findIn(device, last.opId)) writtenOver.add(last.value ?? null);
  }

  function note(device: Device, change: NewOperation, value: Json, base: Json, back = false) {
    const { userId, recordId } = change;
    const saved = { device, userId, recordId, field: change.field ?? change.kind, value, base, order: ++order, back };
    saves.push(saved);
    carried.set(lastOpId, saved);
    seen.add(sight(device, change, base));
    writtenOver.add(base);
  }

  /** Returns what a person sees in a field: their own pending value, or the server's. */
  function shown(device: Device, userId: string, recordId: string, field: string): Json {
    return lastOf(device, userId, recordId, field)?.value ?? records.get(recordId)?.values.get(field) ?? '';
  }

  function choose(tab: Tab, operation: Operation, choice: Extract<Action, { do: 'choose' }>['choice']) {
    const { device } = tab;
    const target = operation.opId;
    const value = operation.value ?? null;
    // A status or delete that a person decides on again is sent after everything saved in between.
    const decided = isStatusOrDelete(operation) && isParked(operation) ? partsOf(operation) : [];
    if (choice === 'retry') {
      if (happen(tab, { type: 'retry', target })) for (const part of decided) part.decidedAgain = true;
      return;
    }
    if (choice === 'discard') {
      if (happen(tab, { type: 'discard', targets: [target] }) && !findIn(device, target)) letGoOf(operation);
      return;
    }
    if (choice === 'take-back') {
      if (happen(tab, { type: 'take-back', target }) && !findIn(device, target)) letGoOf(operation);
      return;
    }
    const written = `v${++counter}`;
    const take = choice === 'merged' ? { take: choice, value: written } : { take: choice };
    const resolution = { type: 'resolve', target, seen: operation.theirs?.value, choice: take } as const;
    if (!happen(tab, resolution) || findIn(device, target)) return;
    if (operation.theirs) seen.add(sight(device, operation, operation.theirs.value));
    if (choice !== 'mine') letGoOf(operation);
    if (choice === 'merged') {
      note(device, edit(operation.recordId, String(operation.field), value, written, operation.userId), written, value);
    }
    if (choice !== 'mine' || decided.length === 0) return;
    // The chosen operation has another base, from which the walk back over its parts may find older saves.
    const chosen = findIn(device, lastOpId);
    for (const part of [...decided, ...(chosen ? partsOf(chosen) : [])]) part.decidedAgain = true;
  }

  function letGoOf(operation: Operation) {
    for (const part of partsOf(operation)) letGo.add(part.value);
  }

  function login(device: Device, user: number) {
    const id = USERS[user % USERS.length] ?? 'ana';
    const token = `${id}-${++counter}`;
    const session = { user: { id, username: id, name: id, usergroup: 1 }, token };
    const [tab] = device.tabs;
    tokens.set(token, id);
    if (tab) happen(tab, { type: 'logged-in', session });
    for (const one of device.tabs) one.screen.clear();
  }

  function act(action: Action) {
    now += 300;
    switch (action.do) {
      case 'save': {
        const tab = tabOf(action.tab);
        return save(tab, pick(RECORDS, action.record), pick(FIELDS, action.field), action.kind);
      }
      case 'look':
        return tabOf(action.tab).screen.clear();
      case 'trigger':
        return drain(tabOf(action.tab), { type: 'drain', trigger: 'button' });
      case 'timer':
        now += 5000;
        return drain(tabOf(action.tab), { type: 'timer' });
      case 'kill':
        return kill(tabOf(action.tab));
      case 'serve':
        return serveOne(action.request, action.fate);
      case 'hear':
        return hear(action.answer);
      case 'choose': {
        const tab = tabOf(action.tab);
        const userId = tab.device.store.session?.user.id;
        const own = [...tab.device.store.operations.values()].filter((one) => one.userId === userId);
        if (own.length > 0) choose(tab, pick(own, action.operation), action.choice);
        return;
      }
      case 'login':
        return login(pick(devices, action.device), action.user);
      case 'logout':
        happen(pick(devices, action.device).tabs[0]!, { type: 'logged-out' });
        return;
      case 'expire': {
        const { session } = pick(devices, action.device).store;
        if (session?.token) tokens.delete(session.token);
        return;
      }
      case 'store refuses':
        pick(devices, action.device).refusesNext = true;
    }
  }

  function serveOne(index: number, fate: Fate) {
    if (requests.length === 0) return;
    const at = index % requests.length;
    const request = requests[at]!;
    // The other copy stays in the network and may arrive much later.
    if (fate !== 'twice') requests.splice(at, 1);
    const { operation, token, tab, life } = request;
    const back = (answer: OperationAnswer | null) => answers.push({ opId: operation.opId, token, answer, tab, life });
    switch (fate) {
      case 'lost':
        return back(null);
      case 'answer lost':
        serve(request);
        return back(null);
      case '403':
        refused.add(operation.opId);
        return back(problem(403));
      case '429':
      case '500':
        return back(problem(Number(fate)));
      case 'portal':
        return back({ status: 200, body: undefined });
      default:
        return back(serve(request));
    }
  }

  function hear(index: number) {
    if (answers.length === 0) return;
    const [heard] = answers.splice(index % answers.length, 1);
    if (!heard || heard.life !== heard.tab.life) return;
    happen(heard.tab, { type: 'answer', sentOpId: heard.opId, token: heard.token, answer: heard.answer });
  }

  /** The network recovers and the people log in. Throws unless everything that can be sent is sent within 60 s (I6). */
  function heal() {
    for (const device of devices) {
      device.refusesNext = false;
      for (const user of [1, 0]) {
        login(device, user);
        const healed = now;
        for (const tab of device.tabs) drain(tab, { type: 'drain', trigger: 'online' });
        while (requests.length > 0 || answers.length > 0 || waits(device)) {
          if (requests.length > 0) serveOne(0, 'answers');
          else if (answers.length > 0) hear(0);
          else for (const tab of device.tabs) drain(tab, { type: 'timer' });
          now += 100;
          if (now - healed > 60_000) throw new Error(`I6: ${device.name} has not drained in 60 s`);
        }
      }
    }
  }

  function waits(device: Device): boolean {
    const [tab] = device.tabs;
    return tab !== undefined && sendable({ ...current(tab), inFlight: [] }).length > 0;
  }

  function current(tab: Tab): Queue {
    const { operations, lastSeq, session } = tab.device.store;
    return { ...tab.queue, operations: [...operations.values()].sort((a, b) => a.seq - b.seq), lastSeq, session };
  }

  /** I1: everything confirmed is applied, pending or parked, unless a person discarded it. */
  function nothingIsLost() {
    const stored = devices.flatMap((device) => [...device.store.operations.values()]);
    const kept = new Set(stored.map((operation) => nameOf(operation)));
    const applied = new Set(effects.map(({ saved }) => saved?.value));
    for (const { value, field, recordId, back } of saves) {
      // Nothing has to be sent when the previous value was typed again, or the record was already deleted.
      const nothingToDo = back || (field === 'delete' && records.get(recordId)?.deleted);
      const there = kept.has(value) || applied.has(value) || letGo.has(value) || writtenOver.has(value);
      if (!there && !nothingToDo) throw new Error(`I1: ${value} is gone`);
    }
  }

  // ---- what was saved, and what an operation is made of

  function nameOf(operation: Operation): Json {
    return operation.value ?? operation.path.split('/')[3] ?? '';
  }

  /**
   * Returns the saves that an operation carries, from its value back to its base: the shortest walk over the newest of
   * them, because what was typed between a value and the same value typed again is replaced.
   */
  function partsOf(operation: Operation): Saved[] {
    const newest = carried.get(operation.opId);
    if (!newest) return [];
    const walks = [[newest]];
    const met = new Set(walks[0]);
    for (const walk of walks) {
      const part = walk.at(-1)!;
      if (part.base === operation.base || operation.field === undefined) return walk;
      for (const one of saves.toReversed()) {
        if (!cameBefore(one, part) || met.has(one) || effects.some(({ saved }) => saved === one)) continue;
        met.add(one);
        walks.push([...walk, one]);
      }
    }
    // Its base is what somebody else wrote: it carries everything that was saved before it.
    return walks.at(-1)!;
  }

  function cameBefore(earlier: Saved, later: Saved): boolean {
    return sameFieldOf(earlier, later) && earlier.value === later.base && earlier.order < later.order;
  }

  function sameFieldOf(a: Saved, b: Saved): boolean {
    return a.device === b.device && a.userId === b.userId && a.recordId === b.recordId && a.field === b.field;
  }

  function sight(device: Device, change: Pick<NewOperation, 'userId' | 'recordId' | 'field'>, value: Json): string {
    return JSON.stringify([device.name, change.userId, change.recordId, change.field, value]);
  }

  function lastOf(device: Device, userId: string, recordId: string, field: string): Operation | undefined {
    const own = [...device.store.operations.values()].filter(
      (one) => one.userId === userId && one.recordId === recordId && one.field === field,
    );
    return own.sort((a, b) => b.seq - a.seq)[0];
  }

  function findIn(device: Device, opId: string): Operation | undefined {
    return [...device.store.operations.values()].find((one) => one.opId === opId);
  }

  function tabOf(index: number): Tab {
    return pick(
      devices.flatMap((device) => device.tabs),
      index,
    );
  }

  for (const [index, device] of devices.entries()) login(device, index);
  return { act, heal, nothingIsLost, effects, devices };
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length]!;
}
