import { onTestFinished } from 'vitest';
import type { Json, Session } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { openOutboxStore } from '../../../web/src/offline/outbox/outbox-db.ts';
import { openOutbox } from '../../../web/src/offline/outbox/outbox.ts';
import type { Environment } from '../../../web/src/offline/outbox/environment.ts';
import type { Outbox, OutboxMessage } from '../../../web/src/offline/outbox/outbox-types.ts';
import { ANA } from './tab.ts';

export interface Call {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: { [member: string]: Json } | null;
}

/** An answer of the scripted server; a promise delays it. */
export type Reply = Response | Promise<Response> | 'down';

let devices = 0;
let opIds = 0;

/** Opens a device with fake-indexeddb, a scripted network, and a clock that only `wait` advances. */
export function openDevice({
  locks = null,
  name = `device${++devices}`,
}: { locks?: LockManager | null; name?: string } = {}) {
  const calls: Call[] = [];
  const timers = new Set<{ at: number; run: () => void }>();
  const tabs: Outbox[] = [];
  let now = 1_000_000;
  let reply: (call: Call) => Reply = () => ours(1);

  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const call = {
      url: String(url),
      method: String(init.method),
      headers: init.headers as Record<string, string>,
      body: init.body ? (JSON.parse(String(init.body)) as Call['body']) : null,
    };
    calls.push(call);
    const given = reply(call);
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    if (given === 'down') throw new TypeError('Failed to fetch');
    return Promise.race([given, aborted]);
  };

  function openTab(more: Partial<Environment> = {}) {
    const channel = new BroadcastChannel(name);
    const outbox = openOutbox({
      store: openOutboxStore(name),
      fetch,
      newXhr: null,
      now: () => now,
      random: () => 0.5,
      newOpId: () => `op${++opIds}`,
      locks,
      channel,
      setTimer(run, ms) {
        const timer = { at: now + ms, run };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      ...more,
    });
    const told: OutboxMessage[] = [];
    outbox.onMessage((one) => told.push(one));
    tabs.push(outbox);
    return Object.assign(outbox, {
      told,
      lines: () => outbox.getSnapshot().operations.map(({ value, kind, status }) => `${value ?? kind} ${status}`),
    });
  }

  onTestFinished(() => {
    for (const tab of tabs) tab.close();
  });

  return {
    name,
    calls,
    openTab,
    async openTabAs(session: Session = ANA, more: Partial<Environment> = {}) {
      const tab = openTab(more);
      await tab.logIn(session);
      await tab.drain('start');
      return tab;
    },
    answer(next: (call: Call) => Reply) {
      reply = next;
    },
    /** Advances the clock and runs the timers that fall due. */
    async wait(seconds: number) {
      now += seconds * 1000;
      for (const timer of new Set(timers)) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.run();
      }
      await settle();
    },
    /** Reads the database, independently of what the tabs have read. */
    rows: () => {
      const store = openOutboxStore(name);
      return store
        .transact(['operations', 'files', 'session', 'drafts'], async (tables) => ({
          operations: await tables.operations.toArray(),
          files: await tables.files.toArray(),
          session: await tables.session.toArray(),
          drafts: await tables.drafts.toArray(),
        }))
        .finally(() => store.close());
    },
    /** Writes a row directly into the database. */
    put: (row: object) => {
      const store = openOutboxStore(name);
      return store
        .transact(['operations', 'standing'], async (tables) => {
          await tables.operations.put(row as never);
          await tables.standing.put({ key: 'queue', rev: 99, lastSeq: 99 });
        })
        .finally(() => store.close());
    },
  };
}

export function ours(body: Json, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

export function refusal(
  status: number,
  more: { [member: string]: Json } = {},
  headers: Record<string, string> = {},
): Response {
  return ours({ code: `E${status}`, message: `Problema ${status}.`, ...more }, status, headers);
}

/** Waits until everything that can run has run: the database answers by timers. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns an answer that arrives when the test calls `give`. */
export function held(): { response: Promise<Response>; give: (response: Response) => void } {
  let give: (response: Response) => void = () => {};
  const response = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { response, give };
}
