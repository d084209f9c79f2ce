import type { OutboxStore } from './outbox-db.ts';
import type { Operation, Session } from './protocol/operation.ts';
import { dataUrl } from './send.ts';

/** The bytes of an upload; null for any other operation, and where they are gone. @throws NotKept */
export function bytesOf(store: OutboxStore, { file }: Operation): Promise<ArrayBuffer | null> {
  if (!file) return Promise.resolve(null);
  return store.transact(['files'], async ({ files }) => (await files.get(file.key))?.bytes ?? null);
}

/** Operations with their files as JSON, for a file that a person can keep. @throws NotKept */
export async function exported(
  store: OutboxStore,
  at: number,
  user: Session['user'] | null,
  operations: readonly Operation[],
): Promise<string> {
  const complete = await Promise.all(
    operations.map(async (operation) => {
      const bytes = await bytesOf(store, operation);
      return bytes && operation.file ? { ...operation, data: dataUrl(bytes, operation.file.mime) } : operation;
    }),
  );
  return JSON.stringify({ exportedAt: new Date(at).toISOString(), user, operations: complete }, null, 2);
}
