import type { RecordType } from '#contract/record-types';
import {
  isParked,
  isStatusOrDelete,
  sameField,
  sameRecord,
  sameValue,
} from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { NewOperation, Json, Operation } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { Answered, Asked } from '../../../api/http/inject.ts';
import type { HistoryLine, TownHall } from './town.ts';

/** An invariant of docs/sync.md does not hold; `name` is its number, like I1. */
export class Broken extends Error {
  override readonly name: string;
  constructor(name: string, what: string) {
    super(`${name}: ${what}`);
    this.name = name;
  }
}

/** What a person is doing in a tab at the moment. Only this may remove an unsent operation from the outbox. */
export type Deed = { is: 'save'; change: NewOperation } | { is: 'choose'; opIds: readonly string[] };

/**
 * Checks the invariants that can be checked continuously. The first violation is stored and not thrown, because the
 * code that causes it would catch the error.
 */
export function openWatch(town: TownHall) {
  let broken: Broken | null = null;
  /** Operations whose effect was acknowledged to a device. */
  const acknowledged = new Set<string>();
  /**
   * Operations that the server refused because of another value; and those of them that had an effect afterwards,
   * because a delayed copy of the request arrived when the value was the base again.
   */
  const refused = new Set<string>();
  const doneAfterwards = new Set<string>();
  const sent = new Map<string, Operation>();
  const stored = new Set<string>();
  /** The values that people have seen, by device, person and field. */
  const sights = new Map<string, Set<string>>();
  const placeOf = new Map<string, { device: string; operation: Operation; base: Json | undefined }>();
  let lastLine = town.history().at(-1)?.id ?? 0;
  const lastSeq = new Map<string, number>();
  const parked = { conflict: 0, rejected: 0 };

  function check(holds: boolean, name: string, what: () => string): void {
    if (!holds) broken ??= new Broken(name, what());
  }
  const sightKey = (device: string, one: Pick<NewOperation, 'userId' | 'entity' | 'recordId' | 'field'>) =>
    JSON.stringify([device, one.userId, one.entity, one.recordId, one.field]);

  /** Checks an effect: a new line of the history. */
  function effect(line: HistoryLine): void {
    if (line.op_id === null) return;
    if (refused.has(line.op_id)) doneAfterwards.add(line.op_id);
    const known = placeOf.get(line.op_id);
    check(known !== undefined, 'I2', () => `an effect of an operation that nobody sent: ${line.op_id}`);
    if (!known) return;
    const { device, operation, base } = known;
    check(
      operation.userId === line.user_id,
      'I7',
      () => `${line.op_id} of ${operation.userId} was done as ${line.user_id}`,
    );
    check(
      town.history().filter(({ op_id, user_id }) => op_id === line.op_id && user_id === line.user_id).length === 1,
      'I2',
      () => `${line.op_id} was done twice`,
    );
    if (operation.kind === 'update' || (operation.kind === 'upload' && operation.field !== undefined)) {
      check(base !== undefined, 'I4', () => `${told(operation)} went without a base`);
      const seen = [...(sights.get(sightKey(device, operation)) ?? [])];
      const before = valueIn(line, line.before);
      check(
        hasSeen(
          before,
          isMerged(line) ? valueIn(line, line.after) : undefined,
          seen.map((one) => JSON.parse(one) as Json),
        ),
        'I4',
        () => `${told(operation)} overwrote ${JSON.stringify(before)}, which ${operation.userId} had not seen`,
      );
    }
    if (operation.kind === 'delete') {
      const since = typeof base === 'number' ? base : 0;
      const unseen = town
        .history()
        .find(
          (one) =>
            one.type === line.type &&
            one.record_id === line.record_id &&
            one.id < line.id &&
            (one.seq ?? 0) > since &&
            one.user_id !== line.user_id,
        );
      check(
        !unseen,
        'I4',
        () =>
          `${told(operation)} deleted what ${unseen?.user_id} had changed (${unseen?.field}), ` +
          `which its author had not seen`,
      );
    }
    if (operation.kind === 'update' && operation.field !== 'status') {
      const key = sightKey(device, operation);
      check(
        operation.seq >= (lastSeq.get(key) ?? 0),
        'I3',
        () => `${told(operation)} was done after a later operation of its field`,
      );
      lastSeq.set(key, operation.seq);
    }
  }

  return {
    check,
    get broken() {
      return broken;
    },
    parked,

    /** Records that a person sees a value of a field. */
    sees(device: string, one: Pick<NewOperation, 'userId' | 'entity' | 'recordId' | 'field'>, value: Json): void {
      const key = sightKey(device, one);
      sights.set(key, (sights.get(key) ?? new Set()).add(JSON.stringify(value)));
    },

    /** Checks a transaction that a tab has committed (I1, I2, I3, I4). */
    committed(
      deed: Deed | null,
      before: readonly Operation[],
      after: readonly Operation[],
      fileKeys: ReadonlySet<string>,
    ): void {
      const left = new Map(after.map((one) => [one.opId, one]));
      const were = new Map(before.map((one) => [one.opId, one]));
      check(left.size === after.length, 'I2', () => `two operations with one key:\n${after.map(told).join('\n')}`);
      for (const one of after) {
        stored.add(one.opId);
        check(!one.file || fileKeys.has(one.file.key), 'I1', () => `${told(one)} has lost its bytes`);
        const was = were.get(one.opId);
        if (!isParked(one) || (was && isParked(was))) continue;
        parked[one.status] += 1;
        check(
          doneAfterwards.has(one.opId) || !town.historyOf(one.userId, one.opId),
          'I2',
          () => `${told(one)} was parked as ${one.status} (${one.lastError?.code}), although it had been done`,
        );
      }
      // A status or delete that was just saved comes after everything saved before it (I3).
      const last =
        deed?.is === 'save'
          ? after.find((one) => isStatusOrDelete(one) && !were.has(one.opId) && isWhat(deed.change, one))
          : undefined;
      const behind = last && after.find((one) => one.seq > last.seq && sameRecord(one, last));
      check(
        !behind,
        'I3',
        () => `${last && told(last)} was saved after ${behind && told(behind)} and would be sent before it`,
      );
      for (const gone of before) {
        if (left.has(gone.opId)) continue;
        const chosen = deed?.is === 'choose' && deed.opIds.includes(gone.opId);
        if (acknowledged.has(gone.opId) || chosen) continue;
        if (
          deed?.is === 'save' &&
          deed.change.kind === 'delete' &&
          gone.kind === 'create' &&
          sameRecord(gone, deed.change)
        ) {
          check(!sent.has(gone.opId), 'I1', () => `${told(gone)} was cancelled after being sent`);
          check(
            !before.some((one) => one.opId !== gone.opId && sameRecord(one, gone)),
            'I1',
            () => `${told(gone)} was cancelled although its record had content`,
          );
          continue;
        }
        const newest = after.findLast((one) => sameField(one, gone));
        if (deed?.is === 'save' && sameField(deed.change, gone)) {
          const isBack = newest === undefined && sameValue(deed.change.value, gone.base);
          check(
            isBack || sameValue(newest?.value, deed.change.value),
            'I1',
            () => `${told(gone)} is gone, and ${JSON.stringify(deed.change.value)} did not replace it`,
          );
          const sawIt =
            sameValue(deed.change.base, gone.value) ||
            (gone.status === 'rejected' && sameValue(deed.change.base, gone.base));
          check(
            sawIt,
            'I4',
            () =>
              `${told(gone)} was replaced by ${JSON.stringify(deed.change.value)}, ` +
              `whose author saw ${JSON.stringify(deed.change.base)}`,
          );
          check(!sent.has(gone.opId) || isParked(gone), 'I1', () => `${told(gone)} was changed after being sent`);
          continue;
        }
        // The operation was merged into a later one of its author, who saw its value.
        const own = before.filter((one) => one.seq > gone.seq && sameField(one, gone) && !left.has(one.opId));
        const carried = own.reduce((tip, one) => (sameValue(one.base, tip.value) ? one : tip), gone);
        check(
          after.some((one) => sameField(one, gone) && sameValue(one.value, carried.value)),
          'I1',
          () => `${told(gone)} is gone from the outbox`,
        );
      }
    },

    /** Checks a save that was confirmed (I1). */
    confirmed(change: NewOperation, operation: Operation | null): void {
      if (operation) check(stored.has(operation.opId), 'I1', () => `${told(operation)} was confirmed but never stored`);
    },

    /** Checks an operation that a tab sends; `rows` is the content of the outbox (I1, I3, I7). */
    sends(device: string, request: Asked, rows: readonly Operation[], person: string | null): void {
      const opId = request.headers['idempotency-key'];
      if (opId === undefined) return;
      const operation = rows.find((one) => one.opId === opId);
      check(operation !== undefined, 'I1', () => `${request.method} ${request.url} is sent but not in the outbox`);
      if (!operation) return;
      check(
        person === null || operation.userId === person,
        'I7',
        () => `${told(operation)} of ${operation.userId} is sent as ${person}`,
      );
      const body = request.body === null ? null : (JSON.parse(request.body) as { base?: Json });
      sent.set(opId, operation);
      placeOf.set(opId, { device, operation, base: body?.base });
      const earlier = rows.filter((one) => sameRecord(one, operation) && one.seq < operation.seq);
      for (const one of earlier) {
        check(!isStatusOrDelete(operation), 'I3', () => `${told(operation)} overtakes ${told(one)}`);
        check(!sameField(one, operation), 'I3', () => `${told(operation)} overtakes ${told(one)} of its field`);
        check(one.kind !== 'create', 'I3', () => `${told(operation)} is sent before its record is created`);
        check(
          isParked(one) ||
            (one.field !== undefined &&
              earlier.some((first) => isParked(first) && first.seq < one.seq && sameField(first, one))),
          'I3',
          () => `${told(operation)} overtakes ${told(one)}, which nothing blocks`,
        );
      }
    },

    /** Checks what the server has done when it answers (I1, I2, I3, I4, I7). */
    served(request: Asked, { status }: Answered): void {
      for (const line of town.history(lastLine)) {
        lastLine = line.id;
        effect(line);
      }
      const opId = request.headers['idempotency-key'];
      if (opId !== undefined && status === 409) refused.add(opId);
      const operation = opId === undefined ? undefined : sent.get(opId);
      if (!operation || status !== 200 || town.historyOf(operation.userId, operation.opId)) return;
      // Acknowledged without an effect, so the record must already have the value.
      check(
        operation.kind !== 'create' && operation.kind !== 'delete',
        'I1',
        () => `${told(operation)} was acknowledged but not done`,
      );
      if (operation.kind !== 'update' || operation.field === undefined || operation.field === 'value') return;
      const record = town.records.one(operation.entity as RecordType, operation.recordId) as Record<
        string,
        Json
      > | null;
      // Of a text that the server merges, what the author has written.
      const base = opId === undefined ? undefined : placeOf.get(opId)?.base;
      const [has, wanted] = [record?.[operation.field] ?? null, operation.value ?? null];
      check(
        sameMeaning(has, wanted) || (isRich(has) && isRich(wanted) && isWithin(wordsNew(base ?? null, wanted), has)),
        'I1',
        () => `${told(operation)} was acknowledged but not done`,
      );
    },

    /** Records that a device has received an answer. */
    heard(request: Asked, status: number, body: string): void {
      const opId = request.headers['idempotency-key'];
      const operation = opId === undefined ? undefined : sent.get(opId);
      if (!operation) return;
      const isDone = status === 200 && /^[1{[]/.test(body);
      if (isDone || (operation.kind === 'delete' && (status === 404 || status === 410)))
        acknowledged.add(operation.opId);
    },

    /** Checks after a restart of the server that everything done before is still done (I8). */
    restarted(before: readonly HistoryLine[]): void {
      const after = new Set(town.history().map(({ id, op_id }) => `${id} ${op_id}`));
      for (const { id, op_id } of before)
        check(after.has(`${id} ${op_id}`), 'I8', () => `line ${id} of the history (${op_id}) did not survive`);
    },
  };
}

export type Watch = ReturnType<typeof openWatch>;

export function told({ opId, kind, entity, recordId, field, value, seq, status }: Operation): string {
  const short = JSON.stringify(value)?.slice(0, 60);
  return `${opId} (${kind} ${entity} ${recordId} ${field ?? ''} ${short}, seq ${seq}, ${status})`;
}

/** Is an operation exactly the saved change? */
function isWhat(change: NewOperation, one: Operation): boolean {
  return (
    one.kind === change.kind &&
    one.field === change.field &&
    sameRecord(one, change) &&
    sameValue(one.value, change.value)
  );
}

/** Are two values the same after the server has normalized white space? */
function sameMeaning(a: Json, b: Json): boolean {
  return sameValue(a, b) || (typeof a === 'string' && typeof b === 'string' && tidy(a) === tidy(b));
}
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Whether the server merges changes of what a line is about. */
const isMerged = (line: HistoryLine) =>
  line.type === 'site' || line.type === 'usefuldata' || isRich(valueIn(line, line.after));
const isRich = (value: Json | undefined): value is string => typeof value === 'string' && value.startsWith('<');
const wordsIn = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .split(' ')
    .filter(Boolean);
const wordsNew = (base: Json, text: string) =>
  wordsIn(text).filter((word) => typeof base !== 'string' || !wordsIn(base).includes(word));
const isWithin = (words: readonly string[], text: string) => words.every((word) => wordsIn(text).includes(word));

/**
 * Whether what was overwritten had been seen. The server merges changes to documents row by row and field by field: of
 * a row that came `after`, only the fields that differ count, and each must have been seen in that row.
 */
function hasSeen(before: Json | undefined, after: Json | undefined, seen: readonly (Json | undefined)[]): boolean {
  if (seen.some((one) => sameMeaning(one ?? null, before ?? null))) return true;
  if (after !== undefined && sameMeaning(before ?? null, after)) return true;
  if (isRich(before) && after !== undefined) {
    const gone = wordsIn(before).filter((word) => !wordsIn(String(after)).includes(word));
    return isWithin(gone, seen.filter(isRich).join(' '));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const rows = seen.flatMap((one) => (Array.isArray(one) ? one : []));
    return before.every((row) => {
      const name = nameIn(row);
      const same = (one: Json) => name !== undefined && nameIn(one) === name;
      return hasSeen(row, after.find(same), rows.filter(same));
    });
  }
  if (!isGroup(before) || !isGroup(after)) return false;
  const groups = seen.filter(isGroup);
  return Object.keys(before).every((name) =>
    hasSeen(
      before[name],
      after[name] ?? null,
      groups.map((one) => one[name]),
    ),
  );
}

/** The name of a row, by which it is the same row in another version of its list. The people of the model keep it. */
const nameIn = (row: Json) => (isGroup(row) ? (row.area ?? row.name) : undefined);
const isGroup = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value before or after an effect, in the form that devices use. */
function valueIn({ type, field }: HistoryLine, stored: string | null): Json {
  const value = JSON.parse(stored ?? 'null') as Json;
  if (field === 'image') return (value as { name?: string } | null)?.name ?? '';
  if (field === 'pdf') return (value as { pdf?: string } | null)?.pdf ?? '';
  if (type === 'greenpointpage') return (value as { txt: string }).txt;
  return value;
}
