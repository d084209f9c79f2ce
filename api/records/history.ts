import type { Db } from '../db/database.ts';
import { Problem } from '../contract/problems.ts';

/** An entry to be added to the history; before and after are any JSON values. */
export interface NewHistoryEntry {
  action: 'create' | 'update' | 'delete' | 'add' | 'remove';
  type: string;
  id: string;
  field?: string;
  before?: unknown;
  after?: unknown;
}
/** Who makes a request to change something, and the key by which a repetition of it is recognized. */
export interface KeyedRequest {
  userId: string;
  /** The idempotency key of the request, if it brought one. */
  opId?: string;
  /** Identifies the request: the same key with another request is refused. */
  request: string;
}

/**
 * The history, which is also the log of operations. Only completed ones are added; `portal prune` forgets old values.
 */
export interface History {
  /**
   * The answer that this request got when it was made before; undefined when it is made for the first time.
   * @throws Problem `key-reused` (422) when the key belongs to another request of the same person
   */
  answered(request: KeyedRequest): { answer: unknown } | undefined;
  /** @param seq the number of the change that came with it, null for none */
  add(request: KeyedRequest, entry: NewHistoryEntry, answer: unknown, at: string, seq: number | null): void;
  /** Has another user changed a record after the change with this number? */
  changedByOther(type: string, id: string, since: number, userId: string): boolean;
  /** Who last changed a record, or one field of it, and when; who created it, if it was not changed since. */
  lastChange(type: string, id: string, field?: string): { by: string; at: string } | undefined;
  wasDeleted(type: string, id: string): boolean;
}

export function openHistory(db: Db): History {
  const byKey = db.prepare<[string, string], { request: string; answer: string }>(
    'SELECT request, answer FROM history WHERE user_id = ? AND op_id = ?',
  );
  const insert = db.prepare(`
    INSERT INTO history (user_id, op_id, request, at, action, type, record_id, field, before, after, answer, seq)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const other = db
    .prepare<[string, string, number, string], number>(
      'SELECT 1 FROM history WHERE type = ? AND record_id = ? AND seq > ? AND user_id <> ? LIMIT 1',
    )
    .pluck();
  const last = db.prepare<[{ type: string; id: string; field: string | null }], { by: string; at: string }>(`
    SELECT coalesce(nullif(user.name, ''), user.username, '') AS "by", at
    FROM history LEFT JOIN user ON user.id = user_id
    WHERE type = @type AND record_id = @id AND (@field IS NULL OR field = @field OR action = 'create')
    ORDER BY history.id DESC LIMIT 1`);
  const lastAction = db
    .prepare<[string, string], string>(
      'SELECT action FROM history WHERE type = ? AND record_id = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();

  return {
    answered({ userId, opId, request }) {
      const done = opId === undefined ? undefined : byKey.get(userId, opId);
      if (done && done.request !== request) throw new Problem('key-reused');
      return done && { answer: JSON.parse(done.answer) as unknown };
    },
    add({ userId, opId, request }, { action, type, id, field, before, after }, answer, at, seq) {
      insert.run(
        userId,
        opId ?? null,
        request,
        at,
        action,
        type,
        id,
        field ?? null,
        json(before),
        json(after),
        JSON.stringify(answer),
        seq,
      );
    },
    changedByOther: (type, id, since, userId) => other.get(type, id, since, userId) !== undefined,
    lastChange: (type, id, field) => last.get({ type, id, field: field ?? null }),
    wasDeleted: (type, id) => lastAction.get(type, id) === 'delete',
  };
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
