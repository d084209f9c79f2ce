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

/** A call within a request of many. */
type Part = { key: string; method: string; path: string; body?: string };

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
  /** Answers a request of many as a whole; null where each call in it is answered by itself. */
  let replyToMany: ((calls: Call[]) => Reply | null) | null = null;
  /** Number of calls in each request. */
  const requests: number[] = [];

  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const call = {
      url: String(url),
      method: String(init.method),
      headers: init.headers as Record<string, string>,
      body: init.body ? (JSON.parse(String(init.body)) as Call['body']) : null,
    };
    const parts = call.url === '/api/operations' ? partsOf(call) : [call];
    requests.push(parts.length);
    const given = (parts[0] !== call && replyToMany?.(parts)) || answerTo(call, parts);
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    const answer = await Promise.race([given, aborted]);
    if (answer === 'down') throw new TypeError('Failed to fetch');
    return answer;
  };

  async function answerTo(call: Call, parts: Call[]): Promise<Reply> {
    calls.push(...parts);
    if (parts[0] === call) return reply(call);
    const answers = [];
    for (const part of parts) {
      const answer = await reply(part);
      if (answer === 'down') return 'down';
      answers.push({ status: answer.status, body: (await answer.json()) as Json });
    }
    return ours({ answers });
  }

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
    requests,
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
    answerMany(next: typeof replyToMany) {
      replyToMany = next;
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

function partsOf({ headers, body }: Call): Call[] {
  return ((body?.operations ?? []) as Part[]).map(({ key, method, path, body: text }) => ({
    url: path,
    method,
    headers: { ...headers, 'idempotency-key': key },
    body: text === undefined ? null : (JSON.parse(text) as Call['body']),
  }));
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
