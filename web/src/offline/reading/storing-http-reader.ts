import type { PublicReader } from '#contract/reader';
import type { RecordEntity } from '#contract/record-types';
import type { RecordOf } from '#contract/records';
import { createApiCall } from '../pull/api-call.ts';
import type { ApiCall } from '../pull/api-call.ts';
import type { FeedStanding, Store } from '../store/public-db.ts';
import type { DeviceReader } from './device-reader.ts';
import { createHttpReader } from './http-reader.ts';

export type Method = keyof PublicReader;
/** A method of a reader that is called by a name in a variable, so its arguments and result are not typed. */
export type AnyRead = (...args: unknown[]) => Promise<unknown>;

/** A read that is not about the page's subject: after a short time the device's answer is used, and counts as whole. */
export const ASIDE: Method = 'relatedStories';
/** Time until the answer begins, in ms. */
const ASIDE_PATIENCE = 3000;

/** Reads from the server, and stores the single records that it returns. It throws Unreachable. */
export function createStoringHttpReader({
  store,
  fetch,
  callApi,
}: {
  store: Store;
  fetch: typeof globalThis.fetch;
  callApi: ApiCall;
}) {
  const http = createHttpReader(callApi);
  const aside = createHttpReader(createApiCall({ fetch, patience: ASIDE_PATIENCE }));

  async function read(method: Method, args: readonly unknown[], device: DeviceReader): Promise<unknown> {
    const head = await device.head();
    const reader = method === ASIDE ? aside : http;
    const data = await (reader[method] as AnyRead)(...args);
    if (method === 'record' && data && head !== null)
      await keep(store, args[0] as RecordEntity, data as RecordOf<RecordEntity>, head);
    return data;
  }

  return { read };
}

export type StoringHttpReader = ReturnType<typeof createStoringHttpReader>;

/**
 * Stores a record from an answer of the server, unless the feed has brought the record or its deletion meanwhile, which
 * is newer. Later changes of the record come with a pull, because the answer is newer than the beginning of the fill.
 * After another fill has begun that would not be certain, so the record is not stored.
 */
async function keep(store: Store, type: RecordEntity, record: RecordOf<RecordEntity>, head: string): Promise<void> {
  await store.use((db) =>
    db.transaction('rw', db.records, db.standing, async () => {
      const standing: FeedStanding | undefined = await db.standing.get('feed');
      if (standing?.head !== head || (await db.records.get([type, record.id]))) return;
      await db.records.put({ type, id: record.id, seq: null, record });
    }),
  );
}
