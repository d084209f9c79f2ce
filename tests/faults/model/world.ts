import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import { RECORD_TYPES } from '#contract/record-types';
import type { RecordType } from '#contract/record-types';
import { addDays, dayAt } from '#contract/values/dates';
import { FILL_EVENT_DAYS } from '#contract/messages/first-fill';
import { feedQuery, publicFeed } from '#contract/addresses/public-calls';
import { isReadable } from '#contract/visibility';
import type { UnsignedOperation } from '../../../web/src/admin/workspace/new-operations.ts';
import { epochOf } from '../../../api/db/database.ts';
import { isParked, isStatusOrDelete, sameField } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { NewOperation, Json, Operation } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { Choice } from '../../../web/src/offline/outbox/protocol/queue.ts';
import { overlay } from '../../../web/src/admin/workspace/overlay.ts';
import type { Shown } from '../../../web/src/admin/workspace/overlay.ts';
import type { Plan } from './actions.ts';
import type { Action } from './action.ts';
import { openChannels } from './channels.ts';
import { openClock } from './clock.ts';
import { openDevice } from './device.ts';
import type { Device, Tab } from './device.ts';
import { Broken, openWatch, told } from './invariants.ts';
import type { Deed } from './invariants.ts';
import { openLocks } from './locks.ts';
import { openNetwork } from './network.ts';
import { randomFrom } from './random.ts';
import { callOn, CREATED, creationOf, EDITED, FIELDS, removalOf, uploadOn } from './people.ts';
import type { FieldOnScreen } from './people.ts';
import { NEWEST } from './scenes.ts';
import { openWitness } from './sometimes.ts';
import type { Tally } from './run.ts';
import { idOf, openTownHall, PEOPLE } from './town.ts';

const START = Date.parse('2026-03-15T13:32:00Z');
const YEAR = 365 * 86_400_000;
/** Maximum virtual time until the queue is drained once the network has recovered, in ms (I6). */
const DRAINS_IN = 60_000;
const PUBLIC_CHECK_EVERY = 12;
let worlds = 0;

/**
 * Runs a plan: devices with two tabs each, the people who use them, a network that fails, and the real server.
 * At the end everything recovers.
 * @throws Broken if one of the ten invariants does not hold
 */
export async function live({ actions, seed, locks, withPicture, cursed, devices: howMany }: Plan): Promise<Tally> {
  const name = `w${++worlds}`;
  const random = randomFrom(seed);
  const faults = new Map<string, number>();
  const count = (fault: string) => void faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const devices: (Device & { close(): void })[] = [];
  const tokens = new Map<string, string>();
  let counter = 0;
  /** What was written last, by whomever. */
  let written: { place: string; value: Json } | null = null;
  const created: { type: (typeof CREATED)[number]; n: number }[] = [];
  let cursedRecord: string | null = null;

  const clock = openClock(START, settle);
  const town = openTownHall(() => clock.now);
  const watch = openWatch(town);
  const names = new Map(PEOPLE.map((person) => [idOf(town.db, person), person]));
  const witness = openWitness({ town, names, waiting: () => devices.flatMap(({ disk }) => disk.operations()) });
  const network = openNetwork({
    clock,
    town,
    watcher: {
      served(request, answer) {
        watch.served(request, answer);
        witness.served(request, answer);
      },
      heard(request, status, body) {
        watch.heard(request, status, body);
        witness.heard(request, status, body);
      },
      cut: () => witness.note('a request of many cut off in the middle by a kill'),
      dies: witness.serverKilled,
    },
    random,
    restartIn: (ms) => void clock.after(ms, start),
  });
  const channel = openChannels(clock);
  const allLocks = openLocks();
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor(of: string) {
        return channel(of);
      }
    },
  );
  vi.stubGlobal('navigator', { locks: allLocks });
  const lines = town.history().length;
  const deviceLocks = Array.from({ length: howMany }, () => (locks ? openLocks() : null));

  try {
    for (const [at, lock] of deviceLocks.entries()) {
      devices.push(
        openDevice(`${name}-${['tablet', 'phone', 'desk'][at] ?? `tablet${at}`}`, {
          clock,
          network,
          watch,
          witness,
          random,
          locks: lock,
          channel,
          tellFault: count,
          personOf: (token) => tokens.get(token) ?? null,
          isCursed(call, disk) {
            const operation = disk.operations().find(({ opId }) => opId === call.headers['idempotency-key']);
            return cursedRecord !== null && operation?.recordId === cursedRecord;
          },
        }),
      );
    }
    for (const [at, device] of devices.entries()) await logIn(device, at);
    await clock.pass(3000);
    for (const [at, action] of actions.entries()) {
      await act(action);
      await clock.pass(200);
      if (at % PUBLIC_CHECK_EVERY === 0) await nothingHiddenIsShown();
      throwIfBroken();
    }
    await heal();
    for (const [fault, times] of network.counts) if (fault !== 'arrives') faults.set(fault, times);
    const { conflict: conflicts, rejected: refusals } = watch.parked;
    return {
      actions: actions.length,
      counts: { effects: town.history().length - lines, conflicts, refusals },
      faults,
      situations: witness.times,
    };
  } finally {
    for (const device of devices) device.close();
    await settle();
    vi.unstubAllGlobals();
    town.close();
  }

  // ---- time

  /** Waits for everything that happens without time passing: transactions, and what follows from them. */
  async function settle(): Promise<void> {
    let quiet = 0;
    for (let turn = 0; quiet < 3; turn++) {
      if (turn > 100_000) throw new Error('a device keeps running transactions');
      await new Promise((resolve) => setImmediate(resolve));
      quiet = devices.every(({ disk }) => disk.busy === 0) ? quiet + 1 : 0;
    }
  }

  function start(): void {
    const before = town.history();
    town.start();
    watch.restarted(before);
  }

  function throwIfBroken(): void {
    if (watch.broken) throw watch.broken;
  }

  // ---- what happens

  async function act(action: Action): Promise<void> {
    switch (action.do) {
      case 'save':
        return saveField(await tabOf(action.tab), action);
      case 'create': {
        const tab = await tabOf(action.tab);
        // Ids are twelve random characters. Occasionally two people choose the same one.
        const last = action.record === NEWEST ? created.at(-1) : undefined;
        const made =
          last ??
          (created.length > 0 && action.record % 5 === 0
            ? pick(created, action.record)
            : { type: pick(CREATED, action.type), n: ++counter });
        created.push(made);
        return save(tab, creationOf(made.type, made.n, tab.device.now()));
      }
      case 'delete':
      case 'call':
      case 'upload':
        return change(await tabOf(action.tab), action);
      case 'look':
        return look(await tabOf(action.tab));
      case 'pull':
        return void (await tabOf(action.tab)).pull();
      case 'drain':
        return void (await tabOf(action.tab)).outbox.drain('button');
      case 'kill':
        count('tab killed');
        return (await tabOf(action.tab)).kill();
      case 'sleep': {
        count('tab asleep');
        const tab = await tabOf(action.tab);
        tab.sleep();
        return void clock.after(action.seconds * 1000, tab.wake);
      }
      case 'choose':
        return choose(await tabOf(action.tab), action);
      case 'wait':
        return clock.pass(action.seconds * 1000);
      case 'weather':
        return void pick(devices, action.device).weather.push(
          ...Array<typeof action.fate>(action.times).fill(action.fate),
        );
      case 'disk':
        return void (await tabOf(action.tab)).faults.push({ fault: action.fault, after: action.after });
      case 'disk is full':
      case 'disk is free':
        if (action.do === 'disk is full') count('disk full for a while');
        pick(devices, action.device).disk.isFull = action.do === 'disk is full';
        return;
      case 'clock':
        count('clock off by years');
        return setClock(pick(devices, action.device), action.years * YEAR);
      case 'log in':
        return logIn(pick(devices, action.device), action.person);
      case 'log out': {
        const tab = await tabOf(action.device * 2);
        const isLoggedIn = tab.outbox.getSnapshot().session !== null;
        if (isLoggedIn && tab.device.disk.operations().length > 0) witness.note('a log-out while operations wait');
        await tab.outbox.logOut().catch(() => {});
        return tab.store.drop();
      }
      case 'expire':
        count('session expired');
        return town.endSessions(pick(PEOPLE, action.person));
      case 'disable':
        count('user disabled');
        return setEnabled(pick(PEOPLE, action.person), 0);
      case 'enable':
        return setEnabled(pick(PEOPLE, action.person), 1);
      case 'server dies':
        count('server killed');
        witness.serverKilled();
        return town.kill();
      case 'server starts':
        return start();
      case 'backup is restored':
        count('epoch changed');
        witness.restored();
        return town.newEpoch();
    }
  }

  /** Returns a tab, which is opened again if it has crashed. */
  async function tabOf(index: number): Promise<Tab> {
    const device = pick(devices, Math.floor(index / 2));
    const place = index % 2;
    const tab = device.tabs[place];
    if (tab?.isAlive) {
      // A person uses it.
      tab.wake();
      return tab;
    }
    const reborn = device.openTab(place);
    await settle();
    const { session } = reborn.outbox.getSnapshot();
    if (session && reborn.isAlive) {
      await reborn.store.open(session.user);
      void reborn.pull();
    }
    await settle();
    return reborn;
  }

  function setEnabled(person: (typeof PEOPLE)[number], enable: 0 | 1): void {
    town.setEnabled(person, enable);
    witness.enabled(idOf(town.db, person), enable === 1);
  }

  function setClock(device: Device, skew: number): void {
    const isBack = skew < device.skew;
    device.skew = skew;
    const waits = device.disk.operations().some(({ nextAt }) => nextAt > device.now());
    if (isBack && waits) witness.note('a clock set back under a waiting delay');
  }

  async function logIn(device: Device, person: number): Promise<void> {
    const session = await town.logIn(pick(PEOPLE, person));
    if (!session?.token) return;
    tokens.set(session.token, session.user.id);
    const others = device.disk.operations().some(({ userId }) => userId !== session.user.id);
    if (others) witness.note('a log-in while operations of somebody else wait');
    const tab = await tabOf(devices.indexOf(device as never) * 2);
    const before = tab.outbox.getSnapshot().session?.user.id;
    await asPerson(tab, null, () => tab.outbox.logIn(session));
    if (before !== session.user.id) {
      // The page is reloaded, so that nothing of the other person stays on it.
      tab.kill();
      for (const other of device.tabs) other.screen.clear();
      await tabOf(devices.indexOf(device as never) * 2);
    } else if (tab.isAlive) void tab.pull();
  }

  /** Does what a person does in a tab. @returns null if it failed, or got no answer because the tab crashed */
  async function asPerson<T>(tab: Tab, deed: Deed | null, work: () => Promise<T>): Promise<{ value: T } | null> {
    tab.deed = deed;
    let done: { value: T } | null = null;
    void work().then(
      (value) => {
        done = { value };
      },
      () => {},
    );
    await settle();
    tab.deed = null;
    return done;
  }

  // ---- people

  async function save(tab: Tab, wish: UnsignedOperation, bytes?: ArrayBuffer): Promise<void> {
    const { session } = tab.outbox.getSnapshot();
    if (!session) return;
    const asked: NewOperation = { ...wish, userId: session.user.id };
    const { device } = tab;
    // Recorded even if the save is not confirmed, because it may have been stored.
    if (asked.base !== undefined) watch.sees(device.name, asked, asked.base);
    if (asked.value !== undefined) watch.sees(device.name, asked, asked.value);
    const lost = () => faults.get('connection lost after the commit') ?? 0;
    const lostBefore = lost();
    const saved = await asPerson(tab, { is: 'save', change: asked }, () => tab.outbox.save(asked, bytes));
    if (saved) watch.confirmed(asked, saved.value);
    if (!saved && device.disk.isFull) witness.note('a save that a full storage refused');
    if (saved && lost() > lostBefore)
      witness.note('a save confirmed although its connection was lost after the commit');
  }

  /** Opens the screens of a tab. They keep showing the same values until they are opened again, whatever happens. */
  async function look(tab: Tab): Promise<void> {
    tab.screen.clear();
    for (const type of new Set(EDITED)) {
      for (const { record, isGone } of await tab.shown(type)) {
        if (!isGone)
          for (const on of FIELDS[type] ?? []) tab.screen.set(placeOf(type, record.id, on), on.shown(record));
      }
    }
  }

  async function saveField(tab: Tab, { type, record, field, how }: Action & { do: 'save' }): Promise<void> {
    const of = pick(EDITED, type);
    const here = (await tab.shown(of)).filter((one) => !one.isGone);
    const fields = FIELDS[of];
    if (here.length === 0 || !fields) return;
    const shown = pickRecord(here, record);
    const on = pick(fields, field);
    const place = placeOf(of, shown.record.id, on);
    const now = on.shown(shown.record);
    const base = how === 'stale' ? (tab.screen.get(place) ?? now) : now;
    if (!isDeepStrictEqual(base, now)) witness.note('a save on a screen that was out of date');
    tab.screen.set(place, base);
    const value = valueOf(on, how, tab, of, shown.record, base);
    written = { place, value };
    await save(tab, on.wish(shown.record, value, base));
    tab.screen.set(place, value);
  }

  function valueOf(
    on: FieldOnScreen,
    how: string,
    tab: Tab,
    type: RecordType,
    record: Parameters<FieldOnScreen['shown']>[0],
    base: Json,
  ): Json {
    const fresh = on.value(++counter, base);
    switch (how) {
      case 'untidy':
        return typeof fresh === 'string' && /^v\d+$/.test(fresh) ? `  ${fresh}  ` : fresh;
      case 'bad':
        return on.field === 'date' || on.field === 'url' ? `bad${counter}` : fresh;
      case 'back':
        return (
          tab.outbox
            .getSnapshot()
            .operations.findLast((one) => one.entity === type && one.recordId === record.id && one.field === on.field)
            ?.base ?? fresh
        );
      case 'first':
        return on.first?.(counter, base) ?? fresh;
      case 'same':
        return base;
      case 'agreed':
        // Each word belongs to one record, by which I9 is checked.
        return written?.place === placeOf(type, record.id, on) ? written.value : fresh;
      default:
        return fresh;
    }
  }

  async function change(tab: Tab, action: Action & { do: 'create' | 'delete' | 'call' | 'upload' }): Promise<void> {
    const types = {
      delete: CREATED,
      call: ['story', 'album', 'bulletin'],
      upload: ['bulletin', 'bulletin', 'story', 'agenda', 'authority'],
      create: CREATED,
    } as const;
    const type = pick(types[action.do], action.type);
    const here = (await tab.shown(type)).filter((one) => !one.isGone);
    if (here.length === 0) return;
    const shown = pickRecord(here, action.record);
    if (action.do === 'delete') return save(tab, removalOf(type as (typeof CREATED)[number], shown));
    if (action.do === 'call') {
      const wish = callOn(type, shown, ++counter);
      return wish ? save(tab, wish) : undefined;
    }
    const upload = uploadOn(type, shown, ++counter, withPicture);
    if (upload) await save(tab, upload.wish, upload.bytes);
  }

  async function choose(tab: Tab, { operation: index, choice }: Action & { do: 'choose' }): Promise<void> {
    const { operations } = tab.outbox.getSnapshot();
    const parked = operations.filter(isParked);
    const from = parked.length > 0 && index % 4 > 0 ? parked : operations;
    if (from.length === 0) return;
    const operation = index === NEWEST ? from.at(-1)! : pick(from, index);
    const { opId, theirs } = operation;
    const on = FIELDS[operation.entity as RecordType]?.find(({ field }) => field === operation.field);
    const written = on && theirs ? on.value(++counter, theirs.value) : null;
    const isWhole = operation.field === 'value';
    witness.chose(operation, choice);
    await asPerson<unknown>(tab, { is: 'choose', opIds: [opId] }, () => {
      switch (choice) {
        case 'retry':
          return tab.outbox.retry(opId);
        case 'discard':
          return tab.outbox.discard([opId]);
        case 'take-back':
          return tab.outbox.takeBack(opId);
        default: {
          if (theirs) watch.sees(tab.device.name, operation, theirs.value);
          if (choice === 'merged') watch.sees(tab.device.name, operation, written);
          const take: Choice =
            choice === 'merged' && !isWhole
              ? { take: 'merged', value: written }
              : { take: choice === 'theirs' ? 'theirs' : 'mine' };
          return tab.outbox.resolve(operation, take);
        }
      }
    });
  }

  // ---- the end: everything recovers

  async function heal(): Promise<void> {
    start();
    for (const person of PEOPLE) setEnabled(person, 1);
    for (const device of devices) {
      device.weather = [];
      device.disk.isFull = false;
      for (const tab of device.tabs) {
        tab.faults = [];
        tab.wake();
      }
    }
    const waiting = devices.flatMap(({ disk }) => disk.operations());
    cursedRecord = waiting.length > 0 && cursed % 2 === 0 ? pick(waiting, cursed).recordId : null;
    for (const name of cursedRecord === null ? ['I6'] : ['I10', 'I6']) {
      for (const [at] of PEOPLE.entries()) await drainAs(at, name);
      cursedRecord = null;
    }
    // A request whose operation was discarded long ago may still arrive at the server.
    while (network.onTheWay > 0) await clock.pass(1000);
    await levelAll();
    throwIfBroken();
    await nothingHiddenIsShown();
    throwIfBroken();
  }

  async function drainAs(person: number, invariant: string): Promise<void> {
    const healed = clock.now;
    for (const [at, device] of devices.entries()) {
      await logIn(device, person);
      for (const place of [0, 1]) void (await tabOf(at * 2 + place)).outbox.drain('online');
    }
    const userId = String(tokens.get([...tokens.keys()].at(-1) ?? ''));
    while (devices.some(({ disk }) => canGo(disk.operations(), userId))) {
      await clock.pass(500);
      throwIfBroken();
      if (clock.now - healed > DRAINS_IN) {
        const left = devices.flatMap(({ disk }) => disk.operations().filter((one) => one.userId === userId)).map(told);
        throw new Broken(invariant, `not drained in 60 s:\n${left.join('\n')}`);
      }
    }
  }

  /** Do the rules of order allow an operation of this person to be sent? */
  function canGo(operations: readonly Operation[], userId: string): boolean {
    const records = Map.groupBy(
      operations.filter((one) => one.userId === userId && one.recordId !== cursedRecord),
      ({ entity, recordId }) => `${entity} ${recordId}`,
    );
    return [...records.values()].some((own) => {
      for (const [place, one] of own.entries()) {
        if (isParked(one)) {
          if (one.kind === 'create') return false;
          continue;
        }
        if (own.some((earlier) => earlier.seq < one.seq && isParked(earlier) && sameField(earlier, one))) continue;
        return !(isStatusOrDelete(one) && place > 0);
      }
      return false;
    });
  }

  /** I5: all devices show what the server has. */
  async function levelAll(): Promise<void> {
    for (let at = 0; at < devices.length; at++) {
      const tab = await tabOf(at * 2);
      await clock.pass(15_000);
      void tab.pull();
    }
    await clock.pass(15_000);
    const { records } = town;
    // Older events are not part of a fill.
    const oldest = addDays(dayAt(clock.now), -FILL_EVENT_DAYS);
    const all = town.db.prepare<[], { type: RecordType; id: string }>('SELECT type, id FROM change').all();
    for (const device of devices) {
      const [tab] = device.tabs;
      for (const type of RECORD_TYPES) {
        const landed = (await tab?.store.landed()) ?? [];
        const shown = overlay(type, (await tab?.store.all(type)) ?? [], { landed, waiting: [] }).filter(
          (one) => !one.isGone,
        );
        const onServer = all.filter((one) => one.type === type).flatMap(({ id }) => records.one(type, id) ?? []);
        for (const record of onServer) {
          const here = shown.find((one) => one.record.id === record.id)?.record;
          if (!here && 'date' in record && type === 'agenda' && record.date < oldest) continue;
          watch.check(
            isDeepStrictEqual(here, JSON.parse(JSON.stringify(record))),
            'I5',
            () => `${device.name} shows ${JSON.stringify(here)} for ${JSON.stringify(record)}`,
          );
        }
        const gone = shown.find(({ record }) => !onServer.some(({ id }) => id === record.id));
        watch.check(
          !gone,
          'I5',
          () => `${device.name} shows ${JSON.stringify(gone?.record)}, which the server does not have`,
        );
      }
    }
  }

  /** I9: nothing unpublished is in a public answer. */
  async function nothingHiddenIsShown(): Promise<void> {
    if (!town.isUp) return;
    const { records } = town;
    const types = ['story', 'agenda', 'album', 'bulletin', 'authority', 'map'] as const;
    const hidden = types.flatMap((type) =>
      town.db
        .prepare<[], string>(`SELECT id FROM ${type}`)
        .pluck()
        .all()
        .flatMap((id) => records.one(type, id) ?? [])
        .filter((record) => !isReadable(type, record)),
    );
    if (hidden.length === 0) return;
    const words = hidden.flatMap((record) => [...JSON.stringify(record).matchAll(/\bv\d+\b/g)].map(([word]) => word));
    const addresses = [
      publicFeed(''),
      publicFeed(feedQuery.since(`${epochOf(town.db)}.0`)),
      '/api/dataPublic/getAuthoritiesByAll',
      '/api/dataPublic/getMapsByAll',
      '/api/dataPublic/getStoriesByPage/1',
      '/api/dataPublic/getAgendaByBlock/all/all/1',
      '/api/dataPublic/getAlbumsByPage/1',
      '/api/dataPublic/BulletinByDateAndClass/all/all/1',
      '/api/dataPublic/getCarouselStories',
      ...hidden.map(({ id }) => `/api/dataPublic/getStoriesById/${id}`),
      ...words.slice(0, 3).map((search) => `/api/dataPublic/BulletinByKeywords/all/${encodeURIComponent(search)}/1`),
    ];
    for (const url of addresses) {
      const answer = await town.ask({ method: 'GET', url, headers: {}, body: null });
      const text = answer?.body.toString() ?? '';
      for (const { id } of hidden)
        watch.check(
          !text.includes(`"record":{"id":"${id}"`) && !text.includes(`[{"id":"${id}"`),
          'I9',
          () => `${url} contains ${id}`,
        );
      for (const word of words)
        watch.check(!new RegExp(`\\b${word}\\b`).test(text), 'I9', () => `${url} contains ${word}`);
    }
  }
}

const placeOf = (type: RecordType, id: string, { field }: FieldOnScreen) => JSON.stringify([type, id, field]);

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T;
}

function pickRecord(from: readonly Shown[], index: number): Shown {
  const created =
    index === NEWEST && from.findLast(({ operations }) => operations.some(({ kind }) => kind === 'create'));
  return created || pick(from, index);
}
