import { verdictOf } from './verdicts.ts';
import { discard, edit, recover, resolve, retry, takeBack } from './choices.ts';
import { isParked } from './operation.ts';
import type { Operation } from './operation.ts';
import { findByOpId, withOperations } from './queue.ts';
import type { Effect, EventStamp, Queue, QueueEvent } from './queue.ts';
import { sendableNow, sendable, wakeAt } from './sendable.ts';
import { foldInto, save } from './saving.ts';
import { delayAt, probeAt } from './backoff.ts';

interface Step {
  state: Queue;
  effects: Effect[];
}
type AnswerEvent = Extract<QueueEvent, { type: 'answer' }>;

/**
 * The outbox as a pure function: what an event makes of the queue, and what is to be done about it.
 *
 * The caller reads the state, steps, and carries out the `store` effect inside one transaction of
 * the store; the new state and the other effects count only once it has completed. So a change is
 * confirmed when it is safe (1), two tabs never step on each other, and an operation is marked as
 * sent before it is.
 *
 * Numbers in parentheses are the points of the outbox protocol:
 * 1 save, 2 coalesce, 3 chains, 4 order, 8 one replayer, 9 answers, 10 a person's choice, 13 other users.
 */
export function step(queue: Queue, event: QueueEvent): Step {
  const happened = apply(queue, event);
  const planned = sendReady(happened.state, event);
  // What another tab has stored is not stored again.
  const before = event.type === 'reloaded' ? happened.state : queue;
  return {
    state: planned.state,
    effects: [
      ...storing(before, planned.state),
      ...happened.effects,
      ...pausing(queue, planned.state),
      ...planned.effects,
    ],
  };
}

function apply(queue: Queue, event: QueueEvent): Step {
  switch (event.type) {
    case 'save': {
      const { queue: state, saved } = save(queue, event.operation, event);
      return { state, effects: saved ? [{ type: 'notify', notice: 'stored', operation: saved }] : [] };
    }
    case 'drain':
      return quiet({ ...withoutWaits(leftBehind(queue), event.at), draining: true });
    case 'timer':
      return quiet({ ...leftBehind(queue), draining: true });
    case 'offline':
      return quiet(offline(queue, event));
    case 'answer':
      return answered(queue, event);
    case 'answer-unstored':
      // The operation stays 'sending' and goes again as it is; its opId brings the same answer.
      return quiet(unreachable(landed(queue, event.sentOpId), event.sentOpId, event));
    case 'withdrawn':
      return quiet(withdrawn(queue, event.sentOpId));
    case 'reloaded':
      return quiet({ ...queue, operations: event.operations, lastSeq: event.lastSeq, session: event.session });
    case 'logged-in':
      return quiet({ ...queue, session: event.session });
    case 'logged-out':
      return quiet({ ...queue, session: null });
    case 'refused':
      return expired(queue, event.token);
    case 'retry':
      return quiet(retry(queue, event.target));
    case 'discard':
      return quiet(discard(queue, event.targets));
    case 'take-back':
      return quiet(takeBack(queue, event.target));
    case 'recover':
      return quiet(recover(queue, event.target, event.operations, event));
    case 'edit':
      return quiet(edit(queue, event.target, event.value, event));
    case 'resolve':
      return quiet(resolve(queue, event.target, event.seen, event.choice, event));
  }
}

/** What an answer does to the network's pause, to the session and to its operation. */
function answered(queue: Queue, event: AnswerEvent): Step {
  const arrived = landed(queue, event.sentOpId);
  const operation = findByOpId(arrived, event.sentOpId);
  const verdict = verdictOf(operation, event.answer);
  const reached =
    verdict.is === 'unreachable' ? unreachable(arrived, event.sentOpId, event) : { ...arrived, pause: null };
  const asked = verdict.is === 'expired' ? expired(reached, event.token) : quiet(reached);
  const state = asked.state;
  // An answer may come twice, or after a person has decided: there is nothing left for it to do.
  if (!operation || (isParked(operation) && verdict.is !== 'done')) return asked;

  switch (verdict.is) {
    case 'done':
      return {
        state: withOperations(state, [], [operation]),
        effects: [{ type: 'notify', notice: 'done', operation }],
      };
    case 'unreachable':
      return quiet(withOperations(state, [waiting(operation, { attempts: operation.attempts + 1 })]));
    case 'expired':
      return { ...asked, state: withOperations(state, [waiting(operation, {})]) };
    case 'later': {
      const nextAt = delayAt(operation.delays, verdict.retryAfter, event);
      const counted = { attempts: operation.attempts + 1, delays: operation.delays + 1 };
      return quiet(withOperations(state, [waiting(operation, { ...counted, nextAt, lastError: verdict.error })]));
    }
    case 'conflict':
      return parked(state, { ...operation, status: 'conflict', theirs: verdict.theirs, lastError: verdict.error }, event);
    case 'rejected':
      return parked(state, { ...operation, status: 'rejected', lastError: verdict.error }, event);
  }
}

function parked(queue: Queue, operation: Operation, event: AnswerEvent): Step {
  const folded = foldInto(queue, operation, event);
  const { parked: outcome } = folded;
  return {
    state: folded.queue,
    effects: isParked(outcome) ? [{ type: 'notify', notice: outcome.status, operation: outcome }] : [],
  };
}

/** Back in its place, still frozen: it was sent. */
function waiting(operation: Operation, changes: Partial<Operation>): Operation {
  return { ...operation, status: 'pending', ...changes };
}

/**
 * Everything stops and the token is dropped; the user stays known, and the page too. A 401 that
 * answers an older token says nothing about the one in use.
 */
function expired(queue: Queue, token: string): Step {
  if (!queue.session || queue.session.token !== token) return quiet(queue);
  const session = { ...queue.session, token: null };
  return { state: { ...queue, session }, effects: [{ type: 'ask-login', session }] };
}

/** The queue pauses; only a failed probe lengthens the wait, not the others that were under way with it. */
function unreachable(queue: Queue, opId: string, moment: EventStamp): Queue {
  const { pause } = queue;
  if (!pause) return { ...queue, pause: { failures: 0, until: probeAt(0, moment), probe: null } };
  if (pause.probe !== opId) return queue;
  const failures = pause.failures + 1;
  return { ...queue, pause: { failures, until: probeAt(failures, moment), probe: null } };
}

/** Looks again after the time that a failed probe waits. */
function offline(queue: Queue, moment: EventStamp): Queue {
  const failures = queue.pause ? queue.pause.failures + 1 : 0;
  return { ...leftBehind(queue), pause: { failures, until: probeAt(failures, moment), probe: null } };
}

/** What a tab was sending when it died is on its way no more, as far as anybody knows: it waits, frozen, and a person may drop it. */
function leftBehind(queue: Queue): Queue {
  if (queue.draining) return queue;
  const left = queue.operations.filter((operation) => operation.status === 'sending' && !queue.inFlight.includes(operation.opId));
  return left.length === 0 ? queue : withOperations(queue, left.map((operation) => waiting(operation, {})));
}

/** Every trigger ignores waiting times (8): a probe may go at once, even beside one that hangs. */
function withoutWaits(queue: Queue, at: number): Queue {
  const waited = queue.operations.filter((operation) => operation.nextAt > 0);
  const due = withOperations(queue, waited.map((operation) => ({ ...operation, nextAt: 0 })));
  return { ...due, pause: due.pause && { ...due.pause, until: at, probe: null } };
}

/** The server has only a part of the request, so nothing has happened there: what was sent is dropped like what waits. */
function withdrawn(queue: Queue, opId: string): Queue {
  const arrived = landed(queue, opId);
  const operation = findByOpId(arrived, opId);
  return operation ? discard(withOperations(arrived, [waiting(operation, {})]), [opId]) : arrived;
}

function landed(queue: Queue, opId: string): Queue {
  return { ...queue, inFlight: queue.inFlight.filter((flying) => flying !== opId) };
}

/** The replayer sends what can go, and is done when nothing is left in the air. */
function sendReady(queue: Queue, event: EventStamp): Step {
  const token = queue.session?.token;
  const sending = queue.draining && token ? sendableNow(queue, event.at).map(onItsWay) : [];
  const probe = sending[0];
  const sent = withOperations(queue, sending);
  const flight = [...queue.inFlight, ...sending.map((operation) => operation.opId)];
  // With nothing left that could probe, a pause would never end.
  const pause = queue.pause && (flight.length > 0 || sendable(sent).length > 0) ? queue.pause : null;
  const state: Queue = { ...sent, inFlight: flight, pause: pause && probe ? { ...pause, probe: probe.opId } : pause };
  const drained = state.draining && state.inFlight.length === 0;
  const wake = wakeAt(state, event.at);
  return {
    state: drained ? { ...state, draining: false } : state,
    effects: [
      ...sending.map((operation): Effect => ({ type: 'send', operation, token: token ?? '' })),
      ...(wake === null ? [] : [{ type: 'wake', at: wake } as const]),
      ...(drained ? [{ type: 'drained' } as const] : []),
    ],
  };
}

function onItsWay(operation: Operation): Operation {
  return { ...operation, status: 'sending', sent: true, nextAt: 0 };
}

/** What the store must learn: the difference between two states. */
function storing(before: Queue, after: Queue): Effect[] {
  const known = new Map(before.operations.map((operation) => [operation.seq, operation]));
  const puts = after.operations.filter((operation) => known.get(operation.seq) !== operation);
  for (const { seq } of after.operations) known.delete(seq);
  const dels = [...known.keys()];
  const sessionChanged = before.session !== after.session;
  if (puts.length === 0 && dels.length === 0 && !sessionChanged) return [];
  return [{ type: 'store', puts, dels, ...(sessionChanged && { session: after.session }) }];
}

function pausing(before: Queue, after: Queue): Effect[] {
  if (before.pause && !after.pause) return [{ type: 'resumed' }];
  if (after.pause && !before.pause) return [{ type: 'paused', until: after.pause.until }];
  return [];
}

function quiet(state: Queue): Step {
  return { state, effects: [] };
}
