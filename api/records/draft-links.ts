import { randomBytes } from 'node:crypto';
import type { DraftLink } from '../contract/messages/draft-link.ts';
import { DRAFT_LINK_DAYS } from '../contract/limits.ts';
import type { RecordType } from '../contract/record-types.ts';
import { isReadable } from '../contract/visibility.ts';
import type { Db } from '../db/database.ts';
import { openRecords } from './from-rows.ts';

/** The links that show drafts to people without an account. */
export interface DraftLinks {
  /** Returns the link of a record; null if it has none that can be used. */
  of(type: RecordType, id: string): DraftLink | null;
  /** Makes the link of a record; one that it had ends. */
  make(type: RecordType, id: string, userId: string): DraftLink;
  /** Ends the link of a record, if it has one. */
  revoke(type: RecordType, id: string): void;
  /** Returns the draft that a token shows, and null for every token that shows none, or none any more. */
  draftOf(token: string): { type: RecordType; id: string; isPublic: boolean } | null;
  /** Has to be told of every record that was written: a link shows no draft of what has once been published. */
  written(type: RecordType, id: string): void;
}

/** @param now ms since the epoch */
export function openDraftLinks(db: Db, now: () => number): DraftLinks {
  const records = openRecords(db);
  const find = db.prepare<[string, string, number], DraftLink>(`
    SELECT token, expires, coalesce(nullif(user.name, ''), user.username, '') AS "by"
    FROM draft_link LEFT JOIN user ON user.id = created_by
    WHERE type = ? AND record_id = ? AND expires > ? AND published = 0`);
  const byToken = db.prepare<[string, number], { type: RecordType; id: string; published: number }>(
    'SELECT type, record_id AS id, published FROM draft_link WHERE token = ? AND expires > ?',
  );
  const put = db.prepare<[string, string, string, number, string]>(
    'INSERT OR REPLACE INTO draft_link (type, record_id, token, expires, created_by) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM draft_link WHERE type = ? AND record_id = ?');
  const removeOld = db.prepare<[number]>('DELETE FROM draft_link WHERE expires <= ?');
  const publish = db.prepare<[string, string]>('UPDATE draft_link SET published = 1 WHERE type = ? AND record_id = ?');
  const isKnown = db.prepare<[string, string], 1>('SELECT 1 FROM draft_link WHERE type = ? AND record_id = ?').pluck();

  function current(type: RecordType, id: string): DraftLink | null {
    return find.get(type, id, now()) ?? null;
  }

  return {
    of: current,
    make: db.transaction((type: RecordType, id: string, userId: string) => {
      removeOld.run(now());
      put.run(type, id, randomBytes(32).toString('base64url'), now() + DRAFT_LINK_DAYS * 86_400_000, userId);
      return current(type, id) as DraftLink;
    }),
    revoke: (type, id) => void remove.run(type, id),
    draftOf(token) {
      const found = byToken.get(token, now());
      const record = found && records.one(found.type, found.id);
      if (!record) return null;
      const isPublic = isReadable(found.type, record);
      return isPublic || !found.published ? { type: found.type, id: found.id, isPublic } : null;
    },
    written(type, id) {
      if (!isKnown.get(type, id)) return;
      const record = records.one(type, id);
      if (!record) remove.run(type, id);
      else if (isReadable(type, record)) publish.run(type, id);
    },
  };
}

/** Ends all links, in a database of any release. */
export function endDraftLinks(db: Db): void {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'draft_link'").get();
  if (hasTable) db.prepare('DELETE FROM draft_link').run();
}
