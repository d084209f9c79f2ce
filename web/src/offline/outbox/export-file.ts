import { dataUrl } from '../../browser/data-url.ts';
import { bytesOf } from './outbox-db.ts';
import type { OutboxStore } from './outbox-db.ts';
import type { Operation, Session } from './protocol/operation.ts';

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
