import { createListeners } from '../../browser/listeners.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import type { DraftKey, Pick as Picked } from '../../offline/outbox/outbox-db.ts';
import type { Outbox } from '../../offline/outbox/outbox-types.ts';
import type { NewOperation, Operation } from '../../offline/outbox/protocol/operation.ts';
import type { Pulled } from '../../offline/pull/sync.ts';
import type { AdminStore } from '../../offline/store/admin-store.ts';
import type { UnsignedOperation } from './new-operations.ts';
import { noteText, notedTexts } from './last-words.ts';
import { createOwnPicks } from './own-picks.ts';
import { isSamePlace } from './workspace.ts';
import type { DraftPlace, Workspace } from './workspace.ts';

// What a person types and saves on this device, by how far it has come: a draft, being stored, landed.

/** The changes, drafts and picked photos of one person on this device. */
export interface OwnChanges extends Pick<
  Workspace,
  | 'save'
  | 'saveAll'
  | 'settled'
  | 'draft'
  | 'onDraft'
  | 'keepDraft'
  | 'dropDraft'
  | 'pick'
  | 'pickedBytes'
  | 'notePick'
  | 'dropPicks'
  | 'outbox'
> {
  /** Whether a change is being stored. */
  isStoring(): boolean;
  /** Where there are drafts, as far as is known. */
  drafts(): readonly DraftPlace[];
  /** The photos that were picked and are not changes yet, as far as is known. */
  picks(): readonly Picked[];
  /** Reads both from the store, into which other tabs write too; while it cannot be read, what was known stays. */
  reload(): Promise<void>;
}

/** @param onChange called when something is being stored, or is stored, and when other drafts are known */
export function createOwnChanges(outbox: Outbox, userId: string, onChange: () => void): OwnChanges {
  const storing = createStoring(onChange);
  // Drafts are stored while people type: the screens do not mention it.
  const storingDrafts = createStoring();
  const storedDraft = createListeners();
  let known: readonly DraftPlace[] = [];
  const keyOf = (place: DraftPlace): DraftKey => ({ ...place, userId });
  const isKnown = (place: DraftPlace) => known.some((one) => isSamePlace(one, place));
  const picks = createOwnPicks(outbox, userId, onChange);
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
    const forget = noteText(keyOf(place), { ...draft, at: Date.now() });
    await outbox.keepDraft(keyOf(place), draft);
    forget();
    storedDraft.call();
    if (!isKnown(place)) await reloadDrafts();
  }

  /** Stores what the last page could only note. */
  async function storeNotes(): Promise<void> {
    for (const { key, draft, forget } of notedTexts(userId)) {
      const stored = await outbox.draft(key);
      if (stored === null || stored.at < draft.at) await outbox.keepDraft(key, draft);
      forget();
    }
  }
  const notesAreStored = storeNotes().catch(() => {});

  return {
    async save(operation, bytes, pick) {
      await storing.until(outbox.save(signed(operation), bytes, pick));
      afterSaving([operation]);
      if (pick !== undefined) await picks.reload();
    },
    async saveAll(operations) {
      await storing.until(outbox.saveAll(operations.map(signed)));
      afterSaving(operations);
    },
    isStoring: storing.isStoring,
    settled: storing.settled,
    outbox: {
      ...outbox,
      release: (entity, recordId) => storing.until(outbox.release(entity, recordId)),
      retry: (opId) => storing.until(outbox.retry(opId)),
      discard: (opIds) => storing.until(outbox.discard(opIds)),
      takeBack: (opId) => storing.until(outbox.takeBack(opId)),
      recover: (opId, operations) => storing.until(outbox.recover(opId, operations)),
      resolve: (operation, choice) => storing.until(outbox.resolve(operation, choice)),
    },
    drafts: () => known,
    picks: picks.known,
    async reload() {
      await Promise.all([reloadDrafts(), picks.reload()]);
    },
    async draft(place) {
      await notesAreStored;
      return outbox.draft(keyOf(place));
    },
    onDraft: storedDraft.add,
    keepDraft: (place, draft) => storingDrafts.until(keepDraft(place, draft)),
    async dropDraft(place) {
      await outbox.dropDraft(keyOf(place));
      if (isKnown(place)) await reloadDrafts();
    },
    pick: (photo, bytes) => storing.until(picks.pick(photo, bytes)),
    pickedBytes: outbox.pickedBytes,
    notePick: picks.notePick,
    dropPicks: picks.dropPicks,
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

/** Operations that the server has done and that no pull has brought yet. */
export interface LandedOperations {
  all(): readonly Operation[];
  /**
   * Adds one that is not known yet: immediately in memory, so that nothing flickers, then in the store, so that it
   * survives a reload.
   * @returns resolves when it is stored, cannot be, or takes too long
   */
  land(operation: Operation): Promise<void>;
  /** Reads what is stored, and stores what landed before the store had its owner. */
  open(): Promise<void>;
  /** Reads what other tabs have stored. */
  reload(): Promise<void>;
  /** Runs a pull; afterwards the store's records contain what had landed before. */
  during(pull: () => Promise<Pulled>): Promise<Pulled>;
  /** Calls back when there are others. @returns ends it */
  subscribe(listener: () => void): () => void;
}

/** Maximum time in ms that sending waits for the store, which another tab may keep busy. */
const PATIENCE = 2000;

export function openLandedOperations(store: Pick<AdminStore, 'land' | 'landed'>): LandedOperations {
  const changes = createListeners();
  let stored: readonly Operation[] = [];
  /** Not in the store yet, or for good where the device has no room for them. */
  let inMemory: readonly Operation[] = [];
  let landing: Promise<unknown> = Promise.resolve();
  /** It took too long, so that nobody waits for it until it has stored something again. */
  let isBusy = false;

  async function reread(): Promise<void> {
    stored = await store.landed();
    const kept = new Set(stored.map(({ opId }) => opId));
    inMemory = inMemory.filter(({ opId }) => !kept.has(opId));
    changes.call();
  }

  async function keep(operation: Operation): Promise<void> {
    const isStored = store.land(operation).then(() => (isBusy = false));
    const kept = isStored.then(reread);
    landing = landing.then(() => kept);
    if (!isBusy) await withTimeout(PATIENCE, isStored, new Error('the store is busy')).catch(() => (isBusy = true));
  }

  return {
    all: () => [...stored, ...inMemory],
    async land(operation) {
      if ([...stored, ...inMemory].some(({ opId }) => opId === operation.opId)) return;
      inMemory = [...inMemory, operation];
      changes.call();
      await keep(operation);
    },
    async open() {
      await reread();
      for (const operation of inMemory) void keep(operation);
    },
    async reload() {
      stored = await store.landed();
    },
    async during(pull) {
      await landing;
      const before = inMemory;
      const pulled = await pull();
      if (pulled === 'done' && before.length > 0) {
        inMemory = inMemory.filter((one) => !before.includes(one));
        changes.call();
      }
      return pulled;
    },
    subscribe: changes.add,
  };
}
