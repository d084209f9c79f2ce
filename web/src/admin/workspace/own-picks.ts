import type { Pick as Picked } from '../../offline/outbox/outbox-db.ts';
import type { Picks } from '../../offline/outbox/picks.ts';
import type { Workspace } from './workspace.ts';

/** The picked photos of one person on this device. */
export interface OwnPicks extends Pick<Workspace, 'pick' | 'notePick' | 'dropPicks'> {
  /** Those that are known, in their order. */
  known(): readonly Picked[];
  /** Reads them from the store, into which other tabs write too; while it cannot be read, what was known stays. */
  reload(): Promise<void>;
}

/** @param onChange called when others are known */
export function createOwnPicks(store: Picks, userId: string, onChange: () => void): OwnPicks {
  let known: readonly Picked[] = [];
  async function reload(): Promise<void> {
    known = await store.picksOf(userId).catch(() => known);
    onChange();
  }
  return {
    known: () => known,
    reload,
    async pick(photo, bytes) {
      await store.keepPick({ ...photo, userId, key: crypto.randomUUID(), tries: 0 }, bytes);
      await reload();
    },
    async notePick(key, note) {
      await store.notePick(key, note);
      await reload();
    },
    async dropPicks(keys) {
      await store.dropPicks(keys);
      await reload();
    },
  };
}
