import { discard, recover, resolve, retry, takeBack } from './choices.ts';
import type { SessionEnd } from '../../session-end.ts';
import { isParked } from './operation.ts';
import type { Operation } from './operation.ts';
import type { Effect, EventStamp, Queue, QueueEvent } from './queue.ts';
import { findByOpId, foldInto, release, save, saveAll, withOperations } from './saving.ts';
import { delayAt, probeAt, requestsNow, sendable, verdictOf, wakeAt } from './sending.ts';
import type { OutboxRequest } from './sending.ts';

/** The queue of a tab that has read nothing yet. */
export const EMPTY_QUEUE: Queue = {
  operations: [],
  lastSeq: 0,
  session: null,
  isRevoked: false,
  draining: false,
  inFlight: [],
  pause: null,
  isOneByOne: false,
};

interface Step {
  state: Queue;
  effects: Effect[];
}
type AnswerEvent = Extract<QueueEvent, { type: 'answer' }>;

/**
 * The outbox as a pure function: from the queue and an event to the new queue and the effects to carry out.
 *
 * Inside one transaction of the store the caller reads the state, steps, and carries out the `store` effect. The new
 * state and the other effects count only once the transaction has completed. So an operation is confirmed once it is
 * stored, two tabs never overwrite each other's, and an operation is marked as sent before it is sent.
 *
 * Numbers in parentheses are the points of the outbox protocol:
 * 1 save, 2 coalesce, 3 chains, 4 order, 8 one replayer, 9 answers, 10 a person's choice, 13 other users.
 */
export function step(queue: Queue, event: QueueEvent): Step {
  const happened = apply(queue, event);
  const planned = startSending(happened.state, event);
  // What another tab has stored is not stored again.
  const before = event.type === 'reloaded' ? happened.state : queue;
  return {
    state: planned.state,
    effects: [...storing(before, planned.state), ...happened.effects, ...planned.effects],
  };
}

function apply(queue: Queue, event: QueueEvent): Step {
  switch (event.type) {
    case 'save': {
      const { queue: state, saved } = save(queue, event.operation, event);
      return { state, effects: saved ? [{ type: 'notify', notice: 'stored', operation: saved }] : [] };
    }
    case 'save-all':
      return withoutEffects(saveAll(queue, event.operations, event));
    case 'drain':
      return withoutEffects({ ...withoutBackoff(requeueAbandoned(queue), event.at), draining: true });
    case 'timer':
      return withoutEffects({ ...requeueAbandoned(queue), draining: true });
    case 'offline':
      return withoutEffects(offline(queue, event));
    case 'answer':
      return answered(queue, event);
    case 'split':
      return withoutEffects(split(queue, event.sentOpIds, event.isUnknown));
    case 'answer-unstored':
      // The operation stays 'sending' and is sent again as it is; its opId brings the same answer.
      return withoutEffects(unreachable(outOfFlight(queue, [event.sentOpId]), event.sentOpId, event));
    case 'withdrawn':
      return withoutEffects(withdrawn(queue, event.sentOpId));
    case 'reloaded':
      return withoutEffects({ ...queue, operations: event.operations, lastSeq: event.lastSeq, session: event.session });
    case 'logged-in':
      return withoutEffects({ ...queue, session: event.session, isRevoked: false });
    case 'logged-out':
      return withoutEffects({ ...queue, session: null });
    case 'refused':
      return withoutEffects(ended(queue, event.token, event.end));
    case 'retry':
      return withoutEffects(retry(queue, event.target));
    case 'release':
      return withoutEffects(release(queue, event, event));
    case 'discard':
      return withoutEffects(discard(queue, event.targets));
    case 'take-back':
      return withoutEffects(takeBack(queue, event.target));
    case 'recover':
      return withoutEffects(recover(queue, event.target, event.operations, event));
    case 'resolve':
      return withoutEffects(resolve(queue, event.target, event.seen, event.choice, event));
  }
}

/** Applies an answer to the pause, the session and its operation. */
function answered(queue: Queue, event: AnswerEvent): Step {
  const arrived = outOfFlight(queue, [event.sentOpId]);
  const operation = findByOpId(arrived, event.sentOpId);
  const verdict = verdictOf(operation, event.answer);
  const reached =
    verdict.is === 'unreachable' ? unreachable(arrived, event.sentOpId, event) : { ...arrived, pause: null };
  const isEnded = verdict.is === 'expired' || verdict.is === 'revoked';
  const state = isEnded ? ended(reached, event.token, verdict.is) : reached;
  // The answer came earlier, or a person has decided meanwhile.
  if (!operation || (isParked(operation) && verdict.is !== 'done')) return withoutEffects(state);

  switch (verdict.is) {
    case 'done':
      return {
        state: withOperations(state, [], [operation]),
        effects: [{ type: 'notify', notice: 'done', operation }],
      };
    case 'unreachable':
      return withoutEffects(withOperations(state, [requeued(operation, { attempts: operation.attempts + 1 })]));
    case 'expired':
    case 'revoked':
      return withoutEffects(withOperations(state, [requeued(operation, {})]));
    case 'later': {
      const nextAt = delayAt(operation.delays, verdict.retryAfter, event);
      const counted = { attempts: operation.attempts + 1, delays: operation.delays + 1 };
      const delayed = requeued(operation, { ...counted, nextAt, lastError: verdict.error });
      return withoutEffects(withOperations(state, [delayed]));
    }
    case 'conflict':
      return parked(
        state,
        { ...operation, status: 'conflict', theirs: verdict.theirs, lastError: verdict.error },
        event,
      );
    case 'rejected':
      return parked(state, { ...operation, status: 'rejected', lastError: verdict.error }, event);
  }
}

/** Operations whose request was too much for somebody on the way go in smaller ones, as after a failed attempt. */
function split(queue: Queue, opIds: readonly string[], isUnknown: boolean): Queue {
  const again = queue.operations
    .filter(({ opId, status }) => status === 'sending' && opIds.includes(opId))
    .map((operation) => requeued(operation, isUnknown ? {} : { attempts: operation.attempts + 1 }));
  const arrived = outOfFlight(queue, opIds);
  return withOperations({ ...arrived, pause: null, isOneByOne: queue.isOneByOne || isUnknown }, again);
}

function parked(queue: Queue, operation: Operation, event: AnswerEvent): Step {
  const folded = foldInto(queue, operation, event);
  const { parked: outcome } = folded;
  return {
    state: folded.queue,
    effects: isParked(outcome) ? [{ type: 'notify', notice: outcome.status, operation: outcome }] : [],
  };
}

/** The operation waits again in its place, and cannot be merged any more because it was sent. */
function requeued(operation: Operation, changes: Partial<Operation>): Operation {
  return { ...operation, status: 'pending', ...changes };
}

/**
 * Drops the token of a session that ran out, so that nothing is sent; the user stays known. A session that was taken
 * away goes as a whole, and its operations wait for their author. A 401 that answers an older token says nothing about
 * the one in use.
 */
function ended(queue: Queue, token: string, end: SessionEnd): Queue {
  if (!queue.session || queue.session.token !== token) return queue;
  if (end === 'revoked') return { ...queue, session: null, isRevoked: true };
  return { ...queue, session: { ...queue.session, token: null } };
}

/** Pauses the queue. Only a failed probe lengthens the pause, not the requests that were under way with it. */
function unreachable(queue: Queue, opId: string, stamp: EventStamp): Queue {
  const { pause } = queue;
  if (!pause) return { ...queue, pause: { failures: 0, until: probeAt(0, stamp), probe: null } };
  if (pause.probe !== opId) return queue;
  const failures = pause.failures + 1;
  return { ...queue, pause: { failures, until: probeAt(failures, stamp), probe: null } };
}

/** Pauses the queue as after a failed probe. */
function offline(queue: Queue, stamp: EventStamp): Queue {
  const failures = queue.pause ? queue.pause.failures + 1 : 0;
  return { ...requeueAbandoned(queue), pause: { failures, until: probeAt(failures, stamp), probe: null } };
}

/**
 * Treats operations that a closed tab was sending as waiting again. They cannot be merged any more, but a person may
 * drop them.
 */
function requeueAbandoned(queue: Queue): Queue {
  if (queue.draining) return queue;
  const sent = queue.inFlight.flat();
  const abandoned = queue.operations.filter(({ status, opId }) => status === 'sending' && !sent.includes(opId));
  return abandoned.length === 0
    ? queue
    : withOperations(
        queue,
        abandoned.map((operation) => requeued(operation, {})),
      );
}

/** Every trigger ignores delays: a probe may be sent at once, even beside one that gets no answer. */
function withoutBackoff(queue: Queue, at: number): Queue {
  const delayed = queue.operations.filter((operation) => operation.nextAt > 0);
  const due = withOperations(
    queue,
    delayed.map((operation) => ({ ...operation, nextAt: 0 })),
  );
  return { ...due, pause: due.pause && { ...due.pause, until: at, probe: null } };
}

/** Drops an operation whose request reached the server only in part, so that it had no effect there. */
function withdrawn(queue: Queue, opId: string): Queue {
  const arrived = outOfFlight(queue, [opId]);
  const operation = findByOpId(arrived, opId);
  return operation ? discard(withOperations(arrived, [requeued(operation, {})]), [opId]) : arrived;
}

/** A request of many is under way until the last of its answers is heard. */
function outOfFlight(queue: Queue, opIds: readonly string[]): Queue {
  const left = queue.inFlight.map((request) => request.filter((opId) => !opIds.includes(opId)));
  return { ...queue, inFlight: left.filter((request) => request.length > 0) };
}

/** Sends what can be sent, and ends the drain when nothing is in flight. */
function startSending(queue: Queue, event: EventStamp): Step {
  const token = queue.session?.token;
  const requests = queue.draining && token ? requestsNow(queue, event.at) : [];
  const leaving = requests.flatMap(({ operations }) => operations.map(markedSent));
  const probe = leaving[0];
  const sent = withOperations(queue, leaving);
  const flight = [...queue.inFlight, ...requests.map(({ operations }) => operations.map(({ opId }) => opId))];
  // Without an operation that could be the probe, the pause would never end.
  const pause = queue.pause && (flight.length > 0 || sendable(sent).length > 0) ? queue.pause : null;
  const state: Queue = { ...sent, inFlight: flight, pause: pause && probe ? { ...pause, probe: probe.opId } : pause };
  const drained = state.draining && state.inFlight.length === 0;
  const wake = wakeAt(state, event.at);
  return {
    state: drained ? { ...state, draining: false } : state,
    effects: [
      ...requests.flatMap((request) => sending(request, token ?? '')),
      ...(wake === null ? [] : [{ type: 'wake', at: wake } as const]),
      ...(drained ? [{ type: 'drained' } as const] : []),
    ],
  };
}

function sending({ operations, isJoint }: OutboxRequest, token: string): Effect[] {
  const [operation, ...others] = operations.map(markedSent);
  if (!operation) return [];
  if (others.length === 0) return [{ type: 'send', operation, token }];
  return [{ type: 'send', operation, others, ...(isJoint && { isJoint }), token }];
}

function markedSent(operation: Operation): Operation {
  return { ...operation, status: 'sending', sent: true, nextAt: 0 };
}

/** The difference between two states, for the store. */
function storing(before: Queue, after: Queue): Effect[] {
  const known = new Map(before.operations.map((operation) => [operation.seq, operation]));
  const puts = after.operations.filter((operation) => known.get(operation.seq) !== operation);
  for (const { seq } of after.operations) known.delete(seq);
  const dels = [...known.keys()];
  const sessionChanged = before.session !== after.session;
  if (puts.length === 0 && dels.length === 0 && !sessionChanged) return [];
  return [{ type: 'store', puts, dels, ...(sessionChanged && { session: after.session }) }];
}

function withoutEffects(state: Queue): Step {
  return { state, effects: [] };
}
