import {
  isParked,
  isStatusOrDelete,
  sameField,
  sameRecord,
  sameValue,
} from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { Operation } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { DiskFault } from './disk.ts';
import type { Answered, Asked } from '../../../api/http/inject.ts';
import type { Deed } from './invariants.ts';
import type { TownHall } from './town.ts';

/**
 * Numbers of runs after which situations are asked for. What is asked of few occurs in a quarter of all runs, what is
 * asked of many in one of twenty, so that less than one in a hundred seeds misses it; the seed is always the same.
 */
export const FEW = 30;
export const MANY = 120;

/**
 * The situations for which the model exists, each with a number of runs in which it has happened every time: so many
 * must have shown it. An invariant that holds says little if what endangers it never happened. Antithesis calls these
 * *sometimes* assertions (https://antithesis.com/docs/properties_assertions/assertions).
 */
export const SITUATIONS = {
  // What people save.
  'an edit joined to the unsent one before it': FEW,
  'a value typed back before it was sent': MANY,
  'an edit based on one that is being sent': MANY,
  'a record created and deleted before anybody knew of it': MANY,
  'a record created, written and published before any of it was sent': MANY,
  'ten operations waiting on one device': MANY,
  'operations of two people waiting on one device': MANY,
  'a save on a screen that was out of date': MANY,
  // What is parked, and what a person decides.
  'a conflict with a colleague': FEW,
  'a conflict with oneself on another device': MANY,
  'a conflict after a restored backup': MANY,
  'a conflict over a status': MANY,
  'a conflict in a whole document': MANY,
  'a delete stopped by a change that its author had not seen': MANY,
  'an upload refused after its text had gone': MANY,
  'a value that is not valid refused': MANY,
  'a record deleted under queued edits': MANY,
  'a record that could not be created, with edits behind it': MANY,
  'edits joined to the one before them that was refused': MANY,
  'a parked operation behind another one of its record': MANY,
  'an edit waiting behind a parked one of its field': MANY,
  'a status waiting behind a parked operation': MANY,
  'an operation sent past a parked one': FEW,
  'mine chosen in a conflict': MANY,
  'theirs chosen in a conflict': MANY,
  'a third text written in a conflict': MANY,
  'a second conflict after the choice in the first': MANY,
  'a retried operation refused again': MANY,
  'a request that has its effect after a person discarded it': MANY,
  // The network and the server.
  'a kill of the server between storing and answering': MANY,
  'an operation repeated after that kill, and answered from the history': MANY,
  'a request that arrives again after its effect': FEW,
  'an operation done without an effect, because the value was there': MANY,
  'an operation saved before a restored backup and done after it': MANY,
  'an operation sent five times': FEW,
  'four records sent at the same time': FEW,
  'many operations in one request': MANY,
  'a request of many cut off in the middle by a kill': MANY,
  'a page of a captive portal instead of an answer': MANY,
  'half of an answer to what was done': MANY,
  'an answer 429 or 500, and another record that goes on': MANY,
  // Sessions.
  'a 401 during a replay': MANY,
  'an operation sent again with the next session': FEW,
  'a log-in while operations of somebody else wait': FEW,
  'a log-out while operations wait': MANY,
  'an operation of a person who has been disabled': MANY,
  // Tabs and storage.
  'a tab killed with a request on its way': FEW,
  'an operation of a killed tab sent by another one': FEW,
  'a lease taken over from a killed tab': MANY,
  'a lease taken over from a sleeping tab': MANY,
  'two tabs that send one operation at the same time': MANY,
  'a tab that slept through an update': FEW,
  'a tab that slept while another one sent': MANY,
  'an answer that came while its tab slept': MANY,
  'a save that a full storage refused': MANY,
  'a save confirmed although its connection was lost after the commit': MANY,
  'a tab that died between storing a save and confirming it': MANY,
  'a tab that died while it stored an answer': FEW,
  'an operation sent again because its answer could not be stored': MANY,
  'an upload sent by another tab than the one that saved it': MANY,
  'a clock set back under a waiting delay': MANY,
} as const;
export type Situation = keyof typeof SITUATIONS;

/** A tab, as far as situations depend on it. */
export interface Actor {
  readonly device: { readonly name: string };
  readonly isAlive: boolean;
  readonly isAsleep: boolean;
}

interface Sleep {
  line: number;
  sends: ReadonlyMap<string, number>;
}

/** What is known about an operation. */
interface Life {
  operation: Operation;
  savedBy: Actor;
  /** Number of restored backups before it was saved. */
  restores: number;
  /** The tab that sent it last; how often it was sent, with what, and how many requests are under way. */
  sender: Actor | null;
  sends: number;
  token: string;
  underWay: number;
  hasEffect: boolean;
  isHeard: boolean;
  wasRefused: boolean;
  /** The server died between its effect and the answer. */
  wasCut: boolean;
  /** A person has decided about it, or about the conflict that it follows. */
  decided: 'retry' | 'resolve' | null;
}

/** Watches a run and notes which situations happened. It checks nothing. */
export function openWitness({
  town,
  names,
  waiting,
}: {
  town: TownHall;
  /** Names of people by id. */
  names: ReadonlyMap<string, string>;
  /** Returns the operations that are stored on all devices. */
  waiting: () => readonly Operation[];
}) {
  const times = new Map<Situation, number>();
  const lives = new Map<string, Life>();
  const note = (situation: Situation) => void times.set(situation, (times.get(situation) ?? 0) + 1);
  const noteIf = (happened: unknown, situation: Situation) => void (happened && note(situation));
  let restores = 0;
  let lastLine = town.history().at(-1)?.id ?? 0;
  const disabled = new Set<string>();
  /** The other tabs that were open when a tab was killed while it sent. */
  const heirs = new Map<Actor, Set<Actor>>();

  /** Notes what became of an operation that was just parked. */
  function parkedNow(
    one: Operation,
    life: Life | undefined,
    before: readonly Operation[],
    after: readonly Operation[],
  ) {
    const behind = after.filter((other) => other.seq > one.seq && sameRecord(other, one));
    if (one.status === 'conflict') {
      const own = names.get(one.userId);
      note(one.theirs?.by === own ? 'a conflict with oneself on another device' : 'a conflict with a colleague');
      noteIf(life && life.restores < restores, 'a conflict after a restored backup');
      noteIf(one.field === 'status', 'a conflict over a status');
      noteIf(one.field === 'value', 'a conflict in a whole document');
      noteIf(life?.decided === 'resolve', 'a second conflict after the choice in the first');
    }
    noteIf(
      one.kind === 'delete' && one.lastError?.status === 409,
      'a delete stopped by a change that its author had not seen',
    );
    noteIf(one.lastError?.status === 422, 'a value that is not valid refused');
    noteIf(life?.decided === 'retry', 'a retried operation refused again');
    noteIf(one.kind === 'create' && behind.length > 0, 'a record that could not be created, with edits behind it');
    noteIf(one.lastError?.status === 410 && behind.length > 0, 'a record deleted under queued edits');
    const text = [...lives.values()].some(
      ({ operation, isHeard }) => isHeard && operation.kind === 'update' && sameRecord(operation, one),
    );
    noteIf(one.kind === 'upload' && text, 'an upload refused after its text had gone');
    const joined = before.some(
      (other) => other.seq > one.seq && sameField(other, one) && !after.some(({ opId }) => opId === other.opId),
    );
    noteIf(joined, 'edits joined to the one before them that was refused');
  }

  /** Notes how the operations that wait depend on each other. */
  function inOrder(after: readonly Operation[]): void {
    noteIf(after.length >= 10, 'ten operations waiting on one device');
    noteIf(new Set(after.map(({ userId }) => userId)).size > 1, 'operations of two people waiting on one device');
    for (const first of after.filter(isParked)) {
      for (const later of after) {
        if (later.seq <= first.seq || !sameRecord(first, later)) continue;
        noteIf(isParked(later), 'a parked operation behind another one of its record');
        noteIf(!isParked(later) && sameField(first, later), 'an edit waiting behind a parked one of its field');
        noteIf(!isParked(later) && isStatusOrDelete(later), 'a status waiting behind a parked operation');
      }
    }
  }

  function savedNow(
    tab: Actor,
    deed: Deed & { is: 'save' },
    before: readonly Operation[],
    after: readonly Operation[],
  ) {
    const { change } = deed;
    const gone = before.filter((one) => !after.some(({ opId }) => opId === one.opId));
    const added = after.find((one) => !before.some(({ opId }) => opId === one.opId));
    const replaced = gone.find((one) => sameField(one, change));
    if (replaced && !isParked(replaced)) {
      noteIf(added && sameValue(added.value, change.value), 'an edit joined to the unsent one before it');
      noteIf(!added && sameValue(change.value, replaced.base), 'a value typed back before it was sent');
    }
    const isUndone = change.kind === 'delete' && gone.some((one) => one.kind === 'create' && sameRecord(one, change));
    noteIf(isUndone, 'a record created and deleted before anybody knew of it');
    if (!added) return;
    const earlier = before.filter((one) => sameRecord(one, added));
    const underWay = earlier.some(
      (one) => one.status === 'sending' && sameField(one, added) && sameValue(one.value, added.base),
    );
    noteIf(underWay, 'an edit based on one that is being sent');
    noteIf(
      added.value === 'Publicado' &&
        earlier.some((one) => one.kind === 'create' && !one.sent) &&
        earlier.some((one) => one.kind === 'update'),
      'a record created, written and published before any of it was sent',
    );
  }

  return {
    times,
    note,

    /** A tab has committed a transaction. */
    committed(tab: Actor, deed: Deed | null, before: readonly Operation[], after: readonly Operation[]): void {
      const were = new Map(before.map((one) => [one.opId, one]));
      if (deed?.is === 'save') savedNow(tab, deed, before, after);
      for (const one of after) {
        const known = lives.get(one.opId);
        const life = known ?? born(tab, one);
        life.operation = one;
        const was = were.get(one.opId);
        if (
          !known &&
          deed?.is === 'choose' &&
          before.some((old) => sameField(old, one) && deed.opIds.includes(old.opId))
        )
          life.decided = 'resolve';
        if (isParked(one) && !(was && isParked(was))) parkedNow(one, life, before, after);
        if (was && isParked(was) && !isParked(one) && deed?.is === 'choose') life.decided = 'retry';
      }
      inOrder(after);
    },

    /** A tab sends an operation, with the content of the device's outbox. @returns a function for when that is over */
    sends(tab: Actor, request: Asked, rows: readonly Operation[], siblings: readonly Actor[]): () => void {
      const opId = request.headers['idempotency-key'];
      const life = opId === undefined ? undefined : lives.get(opId);
      if (!life) return () => {};
      const { operation, sender } = life;
      const token = request.headers.authorization ?? '';
      const isOther = sender !== null && sender !== tab;
      noteIf(
        rows.some((one) => sameRecord(one, operation) && one.seq < operation.seq && isParked(one)),
        'an operation sent past a parked one',
      );
      noteIf(isOther && !sender.isAlive, 'an operation of a killed tab sent by another one');
      noteIf(isOther && heirs.get(sender)?.has(tab), 'a lease taken over from a killed tab');
      const holder = siblings.find((one) => one !== tab && one.isAsleep);
      const isHolder = holder && [...lives.values()].some((one) => one.sender === holder && one.underWay > 0);
      noteIf(isHolder, 'a lease taken over from a sleeping tab');
      noteIf(isOther && sender.isAlive && life.underWay > 0, 'two tabs that send one operation at the same time');
      noteIf(life.wasRefused && life.token !== token, 'an operation sent again with the next session');
      noteIf(life.isHeard, 'an operation sent again because its answer could not be stored');
      noteIf(
        life.operation.kind === 'upload' && life.savedBy !== tab,
        'an upload sent by another tab than the one that saved it',
      );
      noteIf(disabled.has(operation.userId), 'an operation of a person who has been disabled');
      Object.assign(life, { sender: tab, token, sends: life.sends + 1, underWay: life.underWay + 1 });
      noteIf(life.sends === 5, 'an operation sent five times');
      const underWay = [...lives.values()].filter((one) => one.sender === tab && one.underWay > 0);
      noteIf(new Set(underWay.map((one) => one.operation.recordId)).size >= 4, 'four records sent at the same time');
      return () => void (life.underWay -= 1);
    },

    /** The server has handled a request. */
    served(request: Asked, { status }: Answered): void {
      const lines = town.history(lastLine);
      lastLine = lines.at(-1)?.id ?? lastLine;
      const opId = request.headers['idempotency-key'] ?? '';
      const life = lives.get(opId);
      if (!life || status !== 200) return;
      const isNew = lines.some(({ op_id }) => op_id === opId);
      if (isNew) {
        noteIf(
          !waiting().some((one) => one.opId === opId) && !life.isHeard,
          'a request that has its effect after a person discarded it',
        );
        noteIf(life.restores < restores, 'an operation saved before a restored backup and done after it');
        life.hasEffect = true;
      } else if (life.hasEffect) {
        note('a request that arrives again after its effect');
        noteIf(life.wasCut, 'an operation repeated after that kill, and answered from the history');
      } else
        noteIf(life.operation.kind === 'update', 'an operation done without an effect, because the value was there');
    },

    /** A device has received an answer. */
    heard(request: Asked, status: number, body: string): void {
      const life = lives.get(request.headers['idempotency-key'] ?? '');
      if (!life) return;
      const isOurs = /^(?:1$|[{[])/.test(body);
      const { operation, sender } = life;
      const others = waiting().filter((one) => lives.get(one.opId)?.savedBy.device === sender?.device);
      noteIf(sender?.isAsleep, 'an answer that came while its tab slept');
      if (status === 200 && body.startsWith('<')) note('a page of a captive portal instead of an answer');
      else if (status === 200 && !isOurs) noteIf(life.hasEffect, 'half of an answer to what was done');
      else if (status === 200) {
        life.isHeard = true;
        noteIf(
          others.some((one) => one.nextAt > 0 && !sameRecord(one, operation)),
          'an answer 429 or 500, and another record that goes on',
        );
      }
      if (status === 401) {
        life.wasRefused = true;
        noteIf(others.filter(({ userId }) => userId === operation.userId).length > 1, 'a 401 during a replay');
      }
    },

    /** A person has made a choice about a parked operation. */
    chose(operation: Operation, choice: string): void {
      if (operation.status !== 'conflict') return;
      noteIf(choice === 'mine', 'mine chosen in a conflict');
      noteIf(choice === 'theirs', 'theirs chosen in a conflict');
      noteIf(choice === 'merged', 'a third text written in a conflict');
    },

    /** A tab was killed. @param siblings the open tabs of its device */
    killed(tab: Actor, siblings: readonly Actor[]): void {
      const underWay = [...lives.values()].some((life) => life.sender === tab && life.underWay > 0);
      noteIf(underWay, 'a tab killed with a request on its way');
      if (underWay) heirs.set(tab, new Set(siblings));
    },

    /** A tab wakes up. @param since what the server had done, and the store's content, when it fell asleep */
    woke(tab: Actor, since: Sleep): void {
      noteIf(
        town.history(since.line).some(({ op_id }) => op_id !== null),
        'a tab that slept through an update',
      );
      const sent = [...lives.values()].some(({ sender, sends, operation }) => {
        const isSibling = sender !== null && sender !== tab && sender.device === tab.device;
        return isSibling && sends > (since.sends.get(operation.opId) ?? 0);
      });
      noteIf(sent, 'a tab that slept while another one sent');
    },
    /** Returns what has happened until a tab falls asleep. */
    asleep: (): Sleep => ({
      line: lastLine,
      sends: new Map([...lives].map(([opId, { sends }]) => [opId, sends])),
    }),

    /** The server was killed. */
    serverKilled(): void {
      for (const life of lives.values()) {
        if (!life.hasEffect || life.isHeard || life.underWay === 0) continue;
        life.wasCut = true;
        note('a kill of the server between storing and answering');
      }
    },
    restored(): void {
      restores += 1;
    },
    enabled(userId: string, isEnabled: boolean): void {
      if (isEnabled) disabled.delete(userId);
      else disabled.add(userId);
    },

    /** A tab has met a fault of its storage. @param deed null where it did not do what a person asked */
    failed(fault: DiskFault, deed: Deed | null): void {
      noteIf(
        fault === 'tab dies after the commit' && deed?.is === 'save',
        'a tab that died between storing a save and confirming it',
      );
      noteIf(fault.startsWith('tab dies') && deed === null, 'a tab that died while it stored an answer');
    },
  };

  function born(tab: Actor, operation: Operation): Life {
    const life: Life = {
      operation,
      savedBy: tab,
      restores,
      sender: null,
      sends: 0,
      token: '',
      underWay: 0,
      hasEffect: false,
      isHeard: false,
      wasRefused: false,
      wasCut: false,
      decided: null,
    };
    lives.set(operation.opId, life);
    return life;
  }
}
export type Witness = ReturnType<typeof openWitness>;
