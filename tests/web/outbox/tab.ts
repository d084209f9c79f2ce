import { altField } from '#contract/uploaded/alt-fields';
import type { NewOperation, Json, Operation, Session } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { OperationAnswer, Effect, Queue, UnstampedEvent } from '../../../web/src/offline/outbox/protocol/queue.ts';
import { EMPTY_QUEUE, step } from '../../../web/src/offline/outbox/protocol/step.ts';

export const ANA: Session = { user: { id: 'ana', username: 'ana', name: 'Ana', usergroup: 1 }, token: 'ana-1' };
export const BETO: Session = { user: { id: 'beto', username: 'beto', name: 'Beto', usergroup: 2 }, token: 'beto-1' };

export const DONE: OperationAnswer = { status: 200, body: 1 };
export const CAPTIVE_PORTAL: OperationAnswer = { status: 200, body: undefined };

export function problem(status: number, more: { [key: string]: Json } = {}): OperationAnswer {
  return { status, body: { code: `E${status}`, message: `Problema ${status}.`, ...more } };
}

export function conflict(value: Json, more: { rest?: Json } = {}): OperationAnswer {
  return problem(409, { value, ...more, by: 'Beto', at: '2026-03-15T10:32:00Z' });
}

export function edit(recordId: string, field: string, base: Json, value: Json, userId = 'ana'): NewOperation {
  return {
    kind: 'update',
    entity: 'story',
    recordId,
    field,
    method: 'POST',
    path: `/api/story/${recordId}/update/${field}`,
    base,
    value,
    userId,
  };
}

export function creation(recordId: string): NewOperation {
  return {
    kind: 'create',
    entity: 'story',
    recordId,
    method: 'POST',
    path: '/api/data/createStoryBasic',
    body: { id: recordId },
    userId: 'ana',
  };
}

export function deletion(recordId: string, base: Json): NewOperation {
  return {
    kind: 'delete',
    entity: 'story',
    recordId,
    method: 'POST',
    path: `/api/data/deleteStory/${recordId}`,
    base,
    userId: 'ana',
  };
}

export function photo(recordId: string, base: Json, value: Json): NewOperation {
  return {
    kind: 'upload',
    entity: 'story',
    recordId,
    field: 'image',
    method: 'POST',
    path: `/api/story/image/${recordId}`,
    base,
    value,
    userId: 'ana',
    file: { mime: 'image/jpeg', bytes: 3 },
  };
}

/** What a picture shows. */
export const alt = (recordId: string, picture: string, value: string): NewOperation => ({
  ...edit(recordId, altField(picture), '', value),
  path: `/api/story/image/alt/${recordId}`,
  body: { name: picture },
});

export function label(recordId: string, call: string): NewOperation {
  return {
    kind: 'call',
    entity: 'story',
    recordId,
    field: 'labels',
    method: 'GET',
    path: `/api/data/${call}/${recordId}/feria`,
    userId: 'ana',
    call: { name: call.includes('Remove') ? 'label-remove' : 'label-add', item: 'feria' },
  };
}

/** Opens a tab that consists of `step` only and stores its own state. A jitter of 0.5 leaves delays unchanged. */
export function openTab(session: Session | null = ANA) {
  let queue: Queue = { ...EMPTY_QUEUE, session };
  let now = 1_000_000;
  let opIds = 0;
  const done: Effect[] = [];

  function happen(event: UnstampedEvent): Effect[] {
    const { state, effects } = step(queue, { ...event, at: now, jitter: 0.5, opId: `op${++opIds}` });
    queue = state;
    done.push(...effects);
    return effects;
  }
  function find(value: string): Operation {
    const found =
      queue.operations.find((operation) => operation.value === value) ??
      queue.operations.find((operation) => operation.path.split('/').includes(value));
    if (!found) throw new Error(`no operation ${value}`);
    return found;
  }

  return {
    happen,
    find,
    save: (change: NewOperation) => happen({ type: 'save', operation: change }),
    drain: () => happen({ type: 'drain', trigger: 'button' }),
    /** Answers the operation in flight whose value is `value`, or whose path contains it. */
    answer(value: string, answer: OperationAnswer | null, token = 'ana-1') {
      return happen({ type: 'answer', sentOpId: find(value).opId, token, answer });
    },
    wait(seconds: number) {
      now += seconds * 1000;
      return happen({ type: 'timer' });
    },
    /** Closes the tab and opens it again: only what was stored is left. */
    restart() {
      const { operations, lastSeq, session: stored } = queue;
      queue = EMPTY_QUEUE;
      return happen({ type: 'reloaded', operations: structuredClone(operations), lastSeq, session: stored });
    },
    get queue() {
      return queue;
    },
    get now() {
      return now;
    },
    /** The stored operations, as `value status`. */
    get lines() {
      return queue.operations.map((operation) => `${operation.value ?? operation.kind} ${operation.status}`);
    },
    /** All effects so far. */
    done,
  };
}

export function sentOf(effects: readonly Effect[]): Operation[] {
  return effects.flatMap((effect) => (effect.type === 'send' ? [effect.operation, ...(effect.others ?? [])] : []));
}

export function sentValues(effects: readonly Effect[]): (Json | undefined)[] {
  return sentOf(effects).map((operation) => operation.value ?? operation.kind);
}

export function noticesOf(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) => (effect.type === 'notify' ? [effect.notice] : []));
}

export function kindsOf(effects: readonly Effect[]): string[] {
  return effects.map((effect) => effect.type);
}
