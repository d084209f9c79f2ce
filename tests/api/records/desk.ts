import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../../api/records/open.ts';
import { openRecords } from '../../../api/records/from-rows.ts';
import { openWriter } from '../../../api/records/write/writer.ts';

/** An Admin without a user of their own, as commands write. */
export const act = { userId: '', usergroup: 1, request: 'test' };

/** A writer with an empty database, without the rest of the portal, for what needs neither addresses nor files. */
export function openDesk() {
  const db = openDatabase(':memory:');
  onTestFinished(() => void db.close());
  const told: unknown[] = [];
  const discarded: string[][] = [];
  const writer = openWriter({
    db,
    now: () => Date.parse('2026-03-15T13:32:00Z'),
    written: (...record) => void told.push(record),
    discard: (files) => void discarded.push(files),
  });
  const entries = db.prepare<[], Record<string, string | null>>(
    'SELECT action, type, record_id AS id, field, before, after FROM history ORDER BY history.id',
  );
  const parsed = (json: string | null | undefined) => JSON.parse(json ?? 'null') as unknown;
  return {
    db,
    writer,
    records: openRecords(db),
    /** The records that the writer has announced. */
    told,
    /** The files that it has given up, by operation. */
    discarded,
    /** Runs an operation. @returns the entries that it adds to the history */
    entriesOf(operation: () => unknown) {
      const { length } = entries.all();
      operation();
      const added = entries.all().slice(length);
      return added.map(({ before, after, ...entry }) => ({ ...entry, before: parsed(before), after: parsed(after) }));
    },
  };
}

/** Matches the Problem with this code and these details. */
export const problem = (code: string, details: object = {}) => expect.objectContaining({ code, ...details });
