import type { Db } from '../db/database.ts';
import type { RecordType } from '../contract/record-types.ts';

/** Returns when a record was last changed (ISO 8601); undefined for one that came with the database. */
type LastChange = (type: RecordType, id: string) => string | undefined;

export function openLastChange(db: Db): LastChange {
  const last = db
    .prepare<[string, string], string>(
      'SELECT at FROM history WHERE type = ? AND record_id = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  return (type, id) => last.get(type, id);
}
