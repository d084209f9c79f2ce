import type { DraftKey } from '../../offline/outbox/outbox-db.ts';
import type { Drafts } from '../../offline/outbox/drafts.ts';
import { isSamePlace } from './workspace.ts';
import type { DraftPlace, Workspace } from './workspace.ts';

/** The drafts of one person on this device. */
export interface OwnDrafts extends Pick<Workspace, 'draft' | 'keepDraft' | 'dropDraft'> {
  /** Where there are drafts, as far as is known. */
  known(): readonly DraftPlace[];
  /** Reads them from the store, into which other tabs write too; while it cannot be read, what was known stays. */
  reload(): Promise<void>;
}

/** @param onChange called when other drafts are known */
export function createOwnDrafts(store: Drafts, userId: string, onChange: () => void): OwnDrafts {
  let known: readonly DraftPlace[] = [];
  const keyOf = (place: DraftPlace): DraftKey => ({ ...place, userId });
  const isKnown = (place: DraftPlace) => known.some((one) => isSamePlace(one, place));

  async function reload(): Promise<void> {
    known = await store.draftsOf(userId).catch(() => known);
    onChange();
  }

  return {
    known: () => known,
    reload,
    draft: (place) => store.draft(keyOf(place)),
    async keepDraft(place, draft) {
      await store.keepDraft(keyOf(place), draft);
      if (!isKnown(place)) await reload();
    },
    async dropDraft(place) {
      await store.dropDraft(keyOf(place));
      if (isKnown(place)) await reload();
    },
  };
}
