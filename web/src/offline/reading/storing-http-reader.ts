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

/** Reads of single records of one type; records of other types are read by the one for any type. */
const OPENED = { story: 'story', agenda: 'event', album: 'album', bulletin: 'bulletin' } as const;
type OpenedType = keyof typeof OPENED;
const isOpenedAlone = (type: RecordEntity): type is OpenedType => Object.hasOwn(OPENED, type);

/** Returns the type of the single record that a read returns; undefined for other reads. */
function typeRead(method: Method, [first]: readonly unknown[]): RecordEntity | undefined {
  if (method === 'record') return first as RecordEntity;
  return (Object.keys(OPENED) as OpenedType[]).find((one) => OPENED[one] === method);
}

/** Reads from the server, and stores the single records that it returns. Both functions throw Unreachable. */
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
    const type = typeRead(method, args);
    if (type && data && head !== null) await keep(store, type, data as RecordOf<RecordEntity>, head);
    return data;
  }

  return {
    read,
    /** Reads a single record of any type. */
    readRecord: (type: RecordEntity, id: string, device: DeviceReader) =>
      isOpenedAlone(type) ? read(OPENED[type], [id], device) : read('record', [type, id], device),
  };
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
