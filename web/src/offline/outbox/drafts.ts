import type { Draft, DraftKey, OutboxStore } from './outbox-db.ts';
import { sameField, sameValue } from './protocol/operation.ts';

/** Texts that were typed and not saved, by author and field. All methods throw NotKept. */
export interface Drafts {
  /** Where a person has drafts. */
  draftsOf(userId: string): Promise<DraftKey[]>;
  draft(key: DraftKey): Promise<Draft | null>;
  /**
   * Stores a text, unless it waits to be sent: a screen that is closed while its text is being saved stores it as a
   * draft too, and may not live to drop it.
   */
  keepDraft(key: DraftKey, draft: Omit<Draft, 'at'>): Promise<void>;
  dropDraft(key: DraftKey): Promise<void>;
}

export function createDrafts(store: OutboxStore, now: () => number): Drafts {
  return {
    draftsOf: (userId) =>
      store.transact(['drafts'], async ({ drafts }) => {
        const keys = await drafts.toCollection().primaryKeys();
        const own = keys.filter(([author]) => author === userId);
        return own.map(([, entity, recordId, field]) => ({ userId, entity, recordId, field }));
      }),
    draft: (key) =>
      store.transact(['drafts'], async ({ drafts }) => {
        const found = await drafts.get(primaryKey(key));
        if (!found) return null;
        const { value, base, at, earlier } = found;
        return { value, base, at, ...(earlier && { earlier }) };
      }),
    keepDraft: (key, draft) =>
      store.transact(['drafts', 'operations'], async ({ drafts, operations }) => {
        const waiting = await operations.where({ recordId: key.recordId }).toArray();
        const isSaved = waiting.some((one) => sameField(one, key) && sameValue(one.value, draft.value));
        const unsaved = isSaved ? draft.earlier : draft;
        if (unsaved) await drafts.put({ ...key, ...unsaved, at: now() });
      }),
    dropDraft: (key) => store.transact(['drafts'], ({ drafts }) => drafts.delete(primaryKey(key))),
  };
}

const primaryKey = ({ userId, entity, recordId, field }: DraftKey): [string, string, string, string] => [
  userId,
  entity,
  recordId,
  field,
];
