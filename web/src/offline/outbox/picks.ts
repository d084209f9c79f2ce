import type { OutboxStore, Pick } from './outbox-db.ts';

/** Photos that were picked and are not operations yet. All methods throw NotKept. */
export interface Picks {
  /** A person's picked photos, in their order, without their bytes. */
  picksOf(userId: string): Promise<Pick[]>;
  /** Stores a photo; it is on the disk when the promise resolves. */
  keepPick(pick: Pick, bytes: ArrayBuffer): Promise<void>;
  /** null where it is no longer a picked one. */
  pickedBytes(key: string): Promise<ArrayBuffer | null>;
  /** Notes how far one is. It does nothing to one that is no longer a picked one. */
  notePick(key: string, note: PickNote): Promise<void>;
  dropPicks(keys: readonly string[]): Promise<void>;
}

/** Whether a picked photo has yet to be reduced; any other cannot be used. */
export const isToReduce = ({ fault }: Pick) => fault === undefined;

/** `fault: undefined` lets it be tried again. */
export type PickNote = { tries: number; fault?: string | undefined };

export function createPicks(store: OutboxStore): Picks {
  return {
    picksOf: (userId) =>
      store.transact(['picks'], async ({ picks }) => {
        const all = await picks.toArray();
        return all
          .filter((pick) => pick.userId === userId)
          .sort((one, other) => one.at - other.at || one.number - other.number);
      }),
    keepPick: (pick, bytes) =>
      store.transact(['picks', 'files'], async ({ picks, files }) => {
        await files.put({ key: pick.key, bytes });
        await picks.put(pick);
      }),
    pickedBytes: (key) =>
      store.transact(['picks', 'files'], async ({ picks, files }) =>
        (await picks.get(key)) ? ((await files.get(key))?.bytes ?? null) : null,
      ),
    notePick: (key, { tries, fault }) =>
      store.transact(['picks'], async ({ picks }) => {
        const known = await picks.get(key);
        if (!known) return;
        const { fault: _, ...pick } = known;
        await picks.put({ ...pick, tries, ...(fault !== undefined && { fault }) });
      }),
    dropPicks: (keys) =>
      store.transact(['picks', 'files'], async ({ picks, files }) => {
        await files.bulkDelete([...keys]);
        await picks.bulkDelete([...keys]);
      }),
  };
}
