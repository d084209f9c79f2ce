import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import type { RecordType } from '#contract/record-types';
import { openAdminStore } from '../../../web/src/offline/store/admin-store.ts';
import type { AdminStore } from '../../../web/src/offline/store/admin-store.ts';
import { createAdminPull } from '../../../web/src/offline/pull/admin-pull.ts';
import { createApiCall } from '../../../web/src/offline/pull/api-call.ts';
import { isFieldChange, isStatusOrDelete } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { Json, Operation } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { openOutboxStore } from '../../../web/src/offline/outbox/outbox-db.ts';
import { openOutbox } from '../../../web/src/offline/outbox/outbox.ts';
import type { Outbox } from '../../../web/src/offline/outbox/outbox-types.ts';
import { overlay } from '../../../web/src/admin/workspace/overlay.ts';
import type { Shown } from '../../../web/src/admin/workspace/overlay.ts';
import type { Clock } from './clock.ts';
import { openDisk } from './disk.ts';
import type { Disk, DiskFault } from './disk.ts';
import { partsOf } from './parts.ts';
import type { Asked } from '../../../api/http/inject.ts';
import type { Deed, Watch } from './invariants.ts';
import type { Fate, Network } from './network.ts';
import type { Witness } from './sometimes.ts';
import type { Gate } from './channels.ts';

export interface Tab {
  readonly device: Device;
  readonly outbox: Outbox;
  readonly store: AdminStore;
  isAlive: boolean;
  /** Whether the system has frozen it: its timers, messages, locks and answers wait. */
  readonly isAsleep: boolean;
  /** What a person is doing in this tab at the moment. */
  deed: Deed | null;
  /** The values of fields when a person last looked at them, by place. */
  screen: Map<string, Json>;
  faults: { fault: DiskFault; after: number }[];
  kill(): void;
  sleep(): void;
  wake(): void;
  pull(): Promise<void>;
  shown(type: RecordType): Promise<Shown[]>;
}

export interface Device {
  readonly name: string;
  readonly disk: Disk;
  /** Error of its clock, in ms. */
  skew: number;
  /** The fates of its next requests. */
  weather: Fate[];
  readonly tabs: Tab[];
  openTab(place: number): Tab;
  now(): number;
}

interface Surroundings {
  clock: Clock;
  network: Network;
  watch: Watch;
  witness: Witness;
  random: () => number;
  locks: LockManager | null;
  channel: (name: string, whenAwake: Gate) => BroadcastChannel;
  /** Returns the id of the user a token belongs to. */
  personOf: (token: string) => string | null;
  /** Whether a call is about the record that the server cannot handle. */
  isCursed: (call: Asked, disk: Disk) => boolean;
  tellFault: (fault: DiskFault) => void;
}

/** The disk of each database by the database's name, so that each device has its own IndexedDB. */
const disks = new Map<string, Disk>();
const router = {
  open: (name: string, version?: number) => diskOf(name).factory.open(name, version),
  deleteDatabase: (name: string) => diskOf(name).factory.deleteDatabase(name),
  databases: () => Promise.resolve([]),
  cmp: () => 0,
} as unknown as IDBFactory;
Dexie.dependencies.indexedDB = router;
Dexie.dependencies.IDBKeyRange = IDBKeyRange as unknown as typeof globalThis.IDBKeyRange;

function diskOf(name: string): Disk {
  const disk = disks.get(name);
  if (!disk) throw new Error(`no device has a database ${name}`);
  return disk;
}

/** Opens a tablet or computer with two tabs, which use the real outbox and the real store of the back office. */
export function openDevice(name: string, around: Surroundings): Device & { close(): void } {
  const outboxName = `${name} outbox`;
  const adminName = `${name} admin`;
  const disk = openDisk(outboxName);
  disks.set(outboxName, disk).set(adminName, disk);
  let opIds = 0;
  const device: Device = {
    name,
    disk,
    skew: 0,
    weather: [],
    tabs: [],
    now: () => around.clock.now + device.skew,
    openTab(place) {
      const tab = openTab(device, place);
      device.tabs[place] = tab;
      return tab;
    },
  };
  device.openTab(0);
  device.openTab(1);
  return Object.assign(device, {
    close() {
      for (const tab of device.tabs) tab.kill();
      disks.delete(outboxName);
      disks.delete(adminName);
    },
  });

  function openTab(of: Device, place: number): Tab {
    const end = new AbortController();
    /** What waits until the tab wakes up; null while it is awake. */
    let held: (() => void)[] | null = null;
    let slept: ReturnType<Witness['asleep']> | null = null;
    const whenAwake: Gate = (task) => void (held ? held.push(task) : task());
    const awake = () => new Promise<void>(whenAwake);
    const tab = {
      device: of,
      isAlive: true,
      get isAsleep() {
        return held !== null;
      },
      deed: null as Deed | null,
      screen: new Map<string, Json>(),
      faults: [] as Tab['faults'],
      kill,
      sleep() {
        if (held) return;
        held = [];
        slept = around.witness.asleep();
      },
      wake() {
        if (!held || !slept) return;
        around.witness.woke(tab, slept);
        wakeUp();
      },
      pull,
      shown,
    };
    const sender = {
      fate: (): Fate => of.weather.shift() ?? 'arrives',
      isCursed: (call: Asked) => around.isCursed(call, disk),
      get isAlive() {
        return tab.isAlive;
      },
    };
    const setTimer = (run: () => void, ms: number) =>
      around.clock.after(ms, () => whenAwake(() => tab.isAlive && run()));
    const carry = async (url: unknown, init: RequestInit = {}) => {
      const request = {
        method: init.method ?? 'GET',
        url: String(url),
        headers: { ...(init.headers as Record<string, string>) },
        body: typeof init.body === 'string' ? init.body : null,
      };
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const rows = disk.operations();
      const over: (() => void)[] = [];
      const parts = partsOf(request);
      for (const [at, part] of parts.entries()) {
        around.watch.sends(name, part, rowsBefore(parts.slice(0, at), rows), around.personOf(token));
        over.push(around.witness.sends(tab, part, rows, of.tabs));
      }
      if (parts.length > 1) around.witness.note('many operations in one request');
      const signal = init.signal ? AbortSignal.any([init.signal, end.signal]) : end.signal;
      try {
        return await around.network.fetch(sender, request, signal);
      } finally {
        for (const end of over) end();
        await awake();
      }
    };
    const locks = around.locks && {
      request: (lock: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
        around.locks?.request(lock, options, async (granted) => {
          await awake();
          return work(granted);
        }),
    };

    const factory = disk.factoryFor({
      nextFault() {
        const next = tab.faults[0];
        if (!next || next.after-- > 0) return null;
        tab.faults.shift();
        around.tellFault(next.fault);
        around.witness.failed(next.fault, tab.deed);
        return next.fault;
      },
      die: kill,
      committed(before, after) {
        around.watch.committed(tab.deed, before, after, disk.fileKeys());
        around.witness.committed(tab, tab.deed, before, after);
      },
    });
    Dexie.dependencies.indexedDB = factory;
    const outboxStore = openOutboxStore(outboxName);
    Dexie.dependencies.indexedDB = router;
    const store = openAdminStore(adminName);
    const outbox = openOutbox({
      store: outboxStore,
      fetch: carry,
      newXhr: null,
      now: of.now,
      random: around.random,
      newOpId: () => `${name}-${place}-${++opIds}`,
      locks: locks as LockManager | null,
      channel: around.channel(outboxName, whenAwake),
      setTimer,
      land: store.land,
    });
    const token = () => outbox.getSnapshot().session?.token ?? null;
    const pullRecords = createAdminPull({ store, callApi: createApiCall({ fetch: carry }), now: of.now, token });
    outbox.onMessage((told) => {
      if (told.is === 'drained') void pull();
    });
    return Object.assign(tab, { outbox, store });

    function kill() {
      if (!tab.isAlive) return;
      const siblings = of.tabs.filter((other, at) => at !== place && other.isAlive);
      tab.isAlive = false;
      around.witness.killed(tab, siblings);
      end.abort();
      outbox.close();
      store.close();
      wakeUp();
    }

    /** Runs what has waited. A tab that is gone does nothing any more, but gives back its locks. */
    function wakeUp() {
      const tasks = held ?? [];
      held = null;
      for (const task of tasks) task();
    }

    async function pull() {
      const asked = token();
      if (asked === null || !tab.isAlive) return;
      const pulled = await pullRecords();
      if ((pulled === 'expired' || pulled === 'revoked') && tab.isAlive)
        await outbox.refuse(asked, pulled).catch(() => {});
    }

    async function shown(type: RecordType) {
      const [kept, landed] = [await store.all(type), await store.landed()];
      return overlay(type, kept, { landed, waiting: outbox.getSnapshot().operations });
    }
  }
}

/**
 * Returns the outbox without the changes of fields that go before a call in its request. Whatever else goes before one
 * of the same record may not share its request.
 */
function rowsBefore(earlier: readonly Asked[], rows: readonly Operation[]): readonly Operation[] {
  const keys = new Set(earlier.map(({ headers }) => headers['idempotency-key']));
  return rows.filter((one) => !keys.has(one.opId) || !isFieldChange(one) || isStatusOrDelete(one));
}
