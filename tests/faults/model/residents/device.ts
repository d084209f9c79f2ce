import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { sendWaiting } from '../../../../web/src/tickets/send-waiting.ts';
import { openMyTickets } from '../../../../web/src/tickets/my-tickets.ts';
import type { MyTicket, TicketDraft } from '../../../../web/src/tickets/my-tickets.ts';
import { solving } from '../../../../web/src/tickets/prove.ts';
import { openTickets } from '../../../../web/src/tickets/open-tickets.ts';
import type { DeviceTickets } from '../../../../web/src/tickets/open-tickets.ts';
import type { Operation } from '../../../../web/src/offline/outbox/protocol/operation.ts';
import type { Gate } from '../channels.ts';
import type { Clock } from '../clock.ts';
import { openDisk } from '../disk.ts';
import type { Disk, DiskFault } from '../disk.ts';
import type { Fate, Network } from '../network.ts';
import type { Situation } from './situations.ts';

/** What runs on a device: a page of the portal, or the worker that sends where none is open. */
interface Process {
  readonly isAlive: boolean;
  /** A request of it is under way. */
  readonly isSending: boolean;
  /** Faults of its next transactions that write. */
  faults: { fault: DiskFault; after: number }[];
  kill(): void;
}
export interface Page extends Process {
  readonly device: ResidentDevice;
  readonly tickets: DeviceTickets;
  /** What the form shows. */
  form: TicketDraft | null;
  sleep(): void;
  wake(): void;
}

/** A telephone: two pages and a worker, which use the real queue of tickets on one storage. */
export interface ResidentDevice {
  readonly name: string;
  readonly disk: Disk;
  /** Error of its clock, in ms. */
  skew: number;
  isOffline: boolean;
  /** The fates of its next requests. */
  weather: Fate[];
  readonly pages: (Page | undefined)[];
  worker: Process | null;
  openPage(place: number): Page;
  /** Has the worker send what waits, as a Sync event does. */
  work(): void;
  now(): number;
  /** What is stored, independently of what the pages have read. */
  tickets(): MyTicket[];
  drafts(): TicketDraft[];
  waiting(): Operation[];
  /** A later release has other tables: pages of the one before write nothing from then on. */
  update(): void;
  close(): void;
}

interface Surroundings {
  clock: Clock;
  network: Network;
  random: () => number;
  locks: LockManager | null;
  channel: (name: string, whenAwake: Gate) => BroadcastChannel;
  tellFault: (fault: DiskFault) => void;
  note: (situation: Situation) => void;
}

export function openResidentDevice(name: string, around: Surroundings): ResidentDevice {
  const queueName = `${name} queue`;
  const mineName = `${name} mine`;
  const disk = openDisk(queueName);
  let opIds = 0;
  const device: ResidentDevice = {
    name,
    disk,
    skew: 0,
    isOffline: false,
    weather: [],
    pages: [],
    worker: null,
    openPage,
    work,
    now: () => around.clock.now + device.skew,
    tickets: () => disk.rowsOf(mineName, 'tickets') as MyTicket[],
    drafts: () => disk.rowsOf(mineName, 'drafts') as TicketDraft[],
    waiting: () => disk.operations(),
    update() {
      disk.outdate(queueName);
      disk.outdate(mineName);
    },
    close() {
      for (const page of device.pages) page?.kill();
      device.worker?.kill();
    },
  };
  return device;

  /** What a process has of the device, and its end. */
  function processOf(whenAwake: Gate, isWorker: boolean) {
    const end = new AbortController();
    const isAlive = () => !end.signal.aborted;
    const faults: Process['faults'] = [];
    const opened = new Set<IDBDatabase>();
    let underWay = 0;
    const factory = disk.factoryFor({
      nextFault() {
        const next = faults[0];
        if (!next || next.after-- > 0) return null;
        faults.shift();
        around.tellFault(next.fault);
        return next.fault;
      },
      die: kill,
      committed() {},
    });
    const awake = () => new Promise<void>(whenAwake);

    function kill() {
      if (isAlive() && underWay > 0)
        around.note(isWorker ? 'a worker killed while it sent' : 'a page killed while it sent');
      end.abort();
      for (const db of opened) db.close();
    }
    return {
      faults,
      isAlive,
      isSending: () => isAlive() && underWay > 0,
      end: end.signal,
      kill,
      /** Of this process alone: one that is gone opens no database. */
      indexedDB: new Proxy(factory, {
        get(_, member) {
          if (member !== 'open') return Reflect.get(factory, member) as unknown;
          return (of: string, version?: number) => {
            if (!isAlive()) throw new DOMException('the process is gone', 'InvalidStateError');
            const request = factory.open(of, version);
            request.addEventListener('success', () => {
              if (isAlive()) opened.add(request.result);
              else request.result.close();
            });
            return request;
          };
        },
      }),
      environment: {
        newXhr: null,
        prove: async (question: string) => {
          for (const work = solving(question); ;) {
            const { done, value } = work.next();
            if (done) return value;
          }
        },
        now: device.now,
        random: around.random,
        isOffline: () => device.isOffline,
        newOpId: () => `${name}-${++opIds}`,
        channel: around.channel(queueName, whenAwake),
        setTimer: (run: () => void, ms: number) => around.clock.after(ms, () => whenAwake(() => isAlive() && run())),
        locks: (around.locks && {
          request: (
            lock: string,
            ...given: [LockOptions, LockGrantedCallback<unknown>] | [LockGrantedCallback<unknown>]
          ) => {
            const [options, task] = given.length === 1 ? [{}, given[0]] : given;
            return around.locks?.request(lock, options, async (granted) => {
              await awake();
              return isAlive() ? task(granted) : undefined;
            });
          },
        }) as LockManager | null,
        async fetch(url: unknown, init: RequestInit = {}) {
          if (!isAlive() || device.isOffline) throw new TypeError('Failed to fetch');
          const request = {
            method: init.method ?? 'GET',
            url: String(url),
            headers: { ...(init.headers as Record<string, string>) },
            body: typeof init.body === 'string' ? init.body : null,
          };
          const sender = {
            fate: () => device.weather.shift() ?? ('arrives' as const),
            isCursed: () => false,
            get isAlive() {
              return isAlive();
            },
          };
          const signal = init.signal ? AbortSignal.any([init.signal, end.signal]) : end.signal;
          underWay += 1;
          if (isWorker ? device.pages.some((page) => page?.isSending) : device.worker?.isSending)
            around.note('a page and the worker that send at the same time');
          try {
            const answer = await around.network.fetch(sender, request, signal);
            if (isWorker && answer.status === 201) around.note('a ticket sent by the worker');
            return answer;
          } finally {
            underWay -= 1;
            await awake();
          }
        },
      },
    };
  }

  function openPage(place: number): Page {
    /** What waits until the page wakes up; null while it is awake. */
    let held: (() => void)[] | null = null;
    const whenAwake: Gate = (task) => void (held ? held.push(task) : task());
    const own = processOf(whenAwake, false);
    const tickets = within(own.indexedDB, () =>
      openTickets({ queueName, mine: openMyTickets(mineName), ...own.environment }),
    );
    const wake = () => {
      const tasks = held ?? [];
      held = null;
      for (const task of tasks) task();
    };
    const page: Page = {
      device,
      tickets,
      form: null,
      faults: own.faults,
      get isAlive() {
        return own.isAlive();
      },
      get isSending() {
        return own.isSending();
      },
      sleep: () => void (held ??= []),
      wake,
      kill() {
        if (!own.isAlive()) return;
        own.kill();
        wake();
      },
    };
    own.end.addEventListener('abort', () => tickets.close());
    device.pages[place] = page;
    return page;
  }

  function work(): void {
    device.worker?.kill();
    const own = processOf((task) => task(), true);
    const worker: Process = {
      faults: own.faults,
      get isAlive() {
        return own.isAlive();
      },
      get isSending() {
        return own.isSending();
      },
      kill: own.kill,
    };
    device.worker = worker;
    const done = within(own.indexedDB, () =>
      sendWaiting({ queueName, mine: openMyTickets(mineName), ...own.environment }),
    );
    done.catch(() => {}).finally(own.kill);
  }
}

/** Opens databases of a process: Dexie takes what it uses when it is told of a database. */
function within<T>(indexedDB: IDBFactory, open: () => T): T {
  const { indexedDB: before } = Dexie.dependencies;
  Dexie.dependencies.indexedDB = indexedDB;
  Dexie.dependencies.IDBKeyRange = IDBKeyRange as unknown as typeof globalThis.IDBKeyRange;
  try {
    return open();
  } finally {
    Dexie.dependencies.indexedDB = before;
  }
}
