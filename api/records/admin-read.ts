import type { Db } from '../db/database.ts';
import { ENTITY_NAMES } from '../contract/forms-and-lists.ts';
import type { EntityName } from '../contract/forms-and-lists.ts';
import { ADMIN_PAGE_SIZE } from '../contract/limits.ts';
import type { Paged } from '../contract/lists.ts';
import { Problem } from '../contract/problems.ts';
import type { Label, User } from '../contract/records.ts';
import { isListedType } from '../contract/record-types.ts';
import type { ListedType } from '../contract/record-types.ts';
import { labelHash } from '../contract/values/text.ts';
import { openHistory } from './history.ts';
import { listOf, openLists } from './listing.ts';
import { openRecords } from './from-rows.ts';

/**
 * A record of any status as staff see it, with the number of its last change, which a delete sends back as its base.
 */
type AdminRecord = { id: string; seq?: number };
type Listed = Paged<AdminRecord>;

/** What the back office reads: every record whatever its status. */
export interface AdminReader {
  /** @throws Problem 404, or 410 when it was deleted */
  one(entity: EntityName, id: string): AdminRecord;
  /** A page of 20, newest first, without the long text; of users, authorities and places all, first created first. */
  list(entity: EntityName, page: number): Listed;
  users(): User[];
  /** Returns labels that begin with the typed text, at most eight; none for a text without letters and digits. */
  labels(typed: string): Label[];
}

export function createAdminReader(db: Db): AdminReader {
  const records = openRecords(db);
  const history = openHistory(db);
  const seqOf = db.prepare<[string, string], number>('SELECT seq FROM change WHERE type = ? AND id = ?').pluck();
  const lists = openLists(db);
  const madeFirst = new Map(
    ENTITY_NAMES.filter((entity) => !isListedEntity(entity)).map((entity) => [
      entity,
      db.prepare<[], string>(`SELECT id FROM ${entity} ORDER BY created, id`).pluck(),
    ]),
  );

  function idsOf(entity: EntityName, page: number): Paged<string> {
    if (isListedEntity(entity)) return lists.newestPage(listOf.all(entity), page, ADMIN_PAGE_SIZE);
    const items = madeFirst.get(entity)?.all() ?? [];
    return { items, pages: Math.ceil(items.length / ADMIN_PAGE_SIZE) };
  }

  function find(entity: EntityName, id: string): AdminRecord | null {
    if (entity === 'user') return records.user(id);
    const record = records.one(entity, id);
    return record && { ...record, seq: seqOf.get(entity, id) ?? 0 };
  }

  return {
    one(entity, id) {
      const record = find(entity, id);
      if (!record) throw new Problem(history.wasDeleted(entity, id) ? 'deleted' : 'not-found');
      return record;
    },
    list(entity, page) {
      const { items, pages } = idsOf(entity, page);
      return {
        items: items
          .map((id) => find(entity, id))
          .filter((record) => record !== null)
          .map(withoutLongText),
        pages,
      };
    },
    users: () =>
      idsOf('user', 1)
        .items.map((id) => records.user(id))
        .filter((user) => user !== null),
    labels(typed) {
      const hash = labelHash(typed);
      return hash ? records.labelsLike(hash) : [];
    },
  };
}

const isListedEntity = (entity: EntityName): entity is ListedType => entity !== 'user' && isListedType(entity);

function withoutLongText(record: AdminRecord): AdminRecord {
  const { text: _, personalData: __, ...rest } = record as AdminRecord & { text?: string; personalData?: string };
  return rest;
}
