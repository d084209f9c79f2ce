import type { DraftKey } from '../../offline/outbox/outbox-db.ts';
import type { Outbox } from '../../offline/outbox/outbox-types.ts';
import type { NewOperation } from '../../offline/outbox/protocol/operation.ts';
import type { UnsignedOperation } from './new-operations.ts';
import { isSamePlace } from './workspace.ts';
import type { DraftPlace, Workspace } from './workspace.ts';

/** The changes and drafts that one person makes on this device. */
export interface OwnChanges extends Pick<
  Workspace,
  'save' | 'saveAll' | 'settled' | 'draft' | 'keepDraft' | 'dropDraft' | 'outbox'
> {
  /** Whether a change is being stored. */
  isStoring(): boolean;
  /** Where there are drafts, as far as is known. */
  drafts(): readonly DraftPlace[];
  /** Reads them from the store, into which other tabs write too; while it cannot be read, what was known stays. */
  reloadDrafts(): Promise<void>;
}

/** @param onChange called when something is being stored, or is stored, and when other drafts are known */
export function createOwnChanges(outbox: Outbox, userId: string, onChange: () => void): OwnChanges {
  const storing = createStoring(onChange);
  // Drafts are stored while people type: the screens do not mention it.
  const storingDrafts = createStoring();
  let known: readonly DraftPlace[] = [];
  const keyOf = (place: DraftPlace): DraftKey => ({ ...place, userId });
  const isKnown = (place: DraftPlace) => known.some((one) => isSamePlace(one, place));
  const signed = (operation: UnsignedOperation): NewOperation => ({ ...operation, userId });

  async function reloadDrafts(): Promise<void> {
    known = await outbox.draftsOf(userId).catch(() => known);
    onChange();
  }

  /** Saving a field drops its draft. */
  function afterSaving(saved: readonly UnsignedOperation[]): void {
    if (known.some((place) => saved.some((one) => isSamePlace(place, one)))) void reloadDrafts();
  }

  async function keepDraft(...[place, draft]: Parameters<Workspace['keepDraft']>): Promise<void> {
    await outbox.keepDraft(keyOf(place), draft);
    if (!isKnown(place)) await reloadDrafts();
  }

  return {
    async save(operation, bytes) {
      await storing.until(outbox.save(signed(operation), bytes));
      afterSaving([operation]);
    },
    async saveAll(operations) {
      await storing.until(outbox.saveAll(operations.map(signed)));
      afterSaving(operations);
    },
    isStoring: storing.isStoring,
    settled: storing.settled,
    outbox: {
      ...outbox,
      retry: (opId) => storing.until(outbox.retry(opId)),
      discard: (opIds) => storing.until(outbox.discard(opIds)),
      takeBack: (opId) => storing.until(outbox.takeBack(opId)),
      recover: (opId, operations) => storing.until(outbox.recover(opId, operations)),
      resolve: (operation, choice) => storing.until(outbox.resolve(operation, choice)),
    },
    drafts: () => known,
    reloadDrafts,
    draft: (place) => outbox.draft(keyOf(place)),
    keepDraft: (place, draft) => storingDrafts.until(keepDraft(place, draft)),
    async dropDraft(place) {
      await outbox.dropDraft(keyOf(place));
      if (isKnown(place)) await reloadDrafts();
    },
  };
}

/**
 * Follows the changes or drafts that are being stored. A page that is left meanwhile asks first, because they would be
 * lost with it.
 */
function createStoring(onChange: () => void = () => {}) {
  const current = new Set<Promise<unknown>>();
  const isStoring = () => current.size > 0;
  addEventListener('beforeunload', (event) => {
    if (isStoring()) event.preventDefault();
  });
  return {
    isStoring,
    /** Waits until a change is stored. @returns what storing it returns @throws what it throws */
    async until<T>(stored: Promise<T>): Promise<T> {
      current.add(stored);
      onChange();
      try {
        return await stored;
      } finally {
        current.delete(stored);
        onChange();
      }
    },
    /** Resolves when no change is being stored. */
    async settled() {
      while (isStoring()) await Promise.allSettled(current);
    },
  };
}
