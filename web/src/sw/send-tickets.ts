import { Dexie } from 'dexie';
import { dataUrl } from '../browser/data-url.ts';
import { OPERATION_VERSION } from '../page-and-worker/operation-version.ts';

/** The queue of a resident's tickets, as its pages store it. What this needs of a row; a page checks all of it. */
interface Row {
  seq: number;
  v: number;
  kind: string;
  recordId: string;
  method: string;
  path: string;
  body: object;
  file?: { key: string; mime: string };
  status: string;
}

interface Parts {
  fetch: typeof globalThis.fetch;
  /** undefined in browsers that have none, which call no worker either. */
  locks: Pick<LockManager, 'request'> | undefined;
  queueName?: string;
  mineName?: string;
}

/**
 * Sends what waits of a resident's tickets when the network is back and no page may be open. It takes the lock of the
 * pages and sends in their order. Whatever it cannot do, or does not know, it leaves to the next page; and what it does
 * without having noted it means the same when a page does it again.
 * @throws Error without a network, so that the browser calls again
 */
export async function sendTickets({
  fetch,
  locks,
  queueName = 'portal-tickets',
  mineName = 'portal-my-tickets',
}: Parts): Promise<void> {
  if (!locks || !(await Dexie.exists(queueName))) return;
  await locks.request(queueName, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const db = await new Dexie(queueName, { chromeTransactionDurability: 'strict' }).open();
    try {
      await drain(db);
    } finally {
      db.close();
      const channel = new BroadcastChannel(queueName);
      channel.postMessage('changed');
      channel.close();
    }
  });

  async function drain(db: Dexie): Promise<void> {
    const held = new Set<string>();
    for (const row of (await db.table('operations').orderBy('seq').toArray()) as Row[]) {
      const { recordId, status, v } = row;
      const isReady = v === OPERATION_VERSION && (status === 'pending' || status === 'sending');
      if (held.has(recordId)) continue;
      // What a person has to decide, and what is of another release, holds up the rest of its ticket.
      if (!isReady || !(await isSent(db, row))) held.add(recordId);
    }
  }

  async function isSent(db: Dexie, row: Row): Promise<boolean> {
    const { seq, kind, recordId, method, path, body, file } = row;
    const stored = file && ((await db.table('files').get(file.key)) as { bytes: ArrayBuffer } | undefined);
    if (file && !stored) return false;
    // From now on it may have reached the server.
    await change(db, () => db.table('operations').update(seq, { sent: true }));
    const data = stored && { data: dataUrl(stored.bytes, file?.mime ?? '') };
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...data }),
      cache: 'no-store',
    });
    const answer = (await response.json().catch(() => null)) as { id?: string } | number | null;
    const isErased = kind === 'delete' && (response.status === 404 || response.status === 410);
    const isOurs = kind === 'create' ? (answer as { id?: string } | null)?.id === recordId : answer === 1;
    if (!isErased && !(response.ok && isOurs)) return false;
    if (kind === 'delete') await forget(recordId);
    await change(db, async () => {
      await db.table('operations').delete(seq);
      if (file) await db.table('files').delete(file.key);
    });
    return true;
  }

  /** Takes an erased ticket out of those that the pages show. */
  async function forget(id: string): Promise<void> {
    if (!(await Dexie.exists(mineName))) return;
    const mine = await new Dexie(mineName).open();
    await mine.table('tickets').delete(id);
    mine.close();
  }
}

/** Changes the queue, and its revision, by which pages know that they have to read it. */
const change = (db: Dexie, work: () => PromiseLike<unknown>) =>
  db.transaction('rw', 'operations', 'files', 'standing', async () => {
    await work();
    const standing = (await db.table('standing').get('queue')) as { rev: number } | undefined;
    if (standing) await db.table('standing').put({ ...standing, rev: standing.rev + 1 });
  });
