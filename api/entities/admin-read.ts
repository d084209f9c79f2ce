import type { Db } from '../db.ts';
import { ENTITY_NAMES } from '../contract/entities.ts';
import type { EntityName } from '../contract/entities.ts';
import { ADMIN_PAGE_SIZE } from '../contract/limits.ts';
import type { Paged } from '../contract/lists.ts';
import { isPaged } from '../contract/paths.ts';
import { Problem } from '../contract/problems.ts';
import type { Label, User } from '../contract/records.ts';
import { labelHash } from '../contract/text.ts';
import { openHistory } from './history.ts';
import { openRecords } from './records.ts';

/** A record of any status as staff see it, with the number of its last change, which a delete sends back as its base. */
export type AdminRecord = { id: string; seq?: number };
type Listed = Paged<AdminRecord>;

/** What the back office reads: every record whatever its status. */
export interface AdminReader {
  /** @throws Problem 404, or 410 when it was deleted */
  one(entity: EntityName, id: string): AdminRecord;
  /** One page of 20, newest first and without the long text; of users, authorities and places all, first made first. */
  list(entity: EntityName, page: number): Listed;
  users(): User[];
  /** Labels that begin like what was typed, at most eight; none for a text without letters and digits. */
  labels(typed: string): Label[];
}

export function createAdminReader(db: Db): AdminReader {
  const records = openRecords(db);
  const history = openHistory(db);
  const seqOf = db.prepare<[string, string], number>('SELECT seq FROM change WHERE type = ? AND id = ?').pluck();
  const statementsOf = (entity: EntityName) => ({
    ids: db.prepare<[number, number], string>(`SELECT id FROM ${entity} ORDER BY ${ORDER[entity]} LIMIT ? OFFSET ?`).pluck(),
    count: db.prepare<[], number>(`SELECT count(*) FROM ${entity}`).pluck(),
  });
  const statements = Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, statementsOf(entity)])) as Record<EntityName, ReturnType<typeof statementsOf>>;

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
      const [limit, offset] = isPaged(entity) ? [ADMIN_PAGE_SIZE, (page - 1) * ADMIN_PAGE_SIZE] : [-1, 0];
      const items = statements[entity].ids.all(limit, offset).map((id) => find(entity, id)).filter((record) => record !== null);
      return { items: items.map(withoutLongText), pages: Math.ceil((statements[entity].count.get() ?? 0) / ADMIN_PAGE_SIZE) };
    },
    users: () => statements.user.ids.all(-1, 0).map((id) => records.user(id)).filter((user) => user !== null),
    labels(typed) {
      const hash = labelHash(typed);
      return hash ? records.labelsLike(hash) : [];
    },
  };
}

const NEWEST = 'date DESC, created DESC, id DESC';
const FIRST_MADE = 'created, id';
const ORDER: Record<EntityName, string> = {
  story: NEWEST, agenda: NEWEST, bulletin: NEWEST, album: 'created DESC, id DESC',
  authority: FIRST_MADE, map: FIRST_MADE, greenpoint: FIRST_MADE, user: FIRST_MADE,
};

function withoutLongText(record: AdminRecord): AdminRecord {
  const { text: _, personalData: __, ...rest } = record as AdminRecord & { text?: string; personalData?: string };
  return rest;
}
