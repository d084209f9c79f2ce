import type { PublicReader } from '#contract/reader';
import type { RecordEntity } from '#contract/record-types';
import type { RecordOf } from '#contract/records';
import { createApiCall } from '../pull/api-call.ts';
import type { ApiCall } from '../pull/api-call.ts';
import type { FeedStanding, Store } from '../store/public-db.ts';
import type { DeviceReader } from './device-reader.ts';
import { createHttpReader } from './http-reader.ts';

export type Method = keyof PublicReader;
/** A method of a reader that a variable names: its arguments and result are known to its caller only. */
export type AnyRead = (...args: unknown[]) => Promise<unknown>;

/** A read beside the page's subject: after a short time the device's answer is shown, and does not count as partial. */
export const ASIDE: Method = 'relatedStories';
/** Time until the answer begins, in ms. */
const ASIDE_PATIENCE = 3000;

/** Records that visitors open one at a time by a read of their own; all others by the one for any type. */
const OPENED = { story: 'story', agenda: 'event', album: 'album', bulletin: 'bulletin' } as const;
type OpenedType = keyof typeof OPENED;
const isOpenedAlone = (type: RecordEntity): type is OpenedType => type in OPENED;

/** The type of the record that a read gives; undefined where it gives none, or many. */
function typeRead(method: Method, [first]: readonly unknown[]): RecordEntity | undefined {
  if (method === 'record') return first as RecordEntity;
  return (Object.keys(OPENED) as OpenedType[]).find((one) => OPENED[one] === method);
}

/** Reads from the server, and keeps the single records that it gives. Both functions throw Unreachable. */
export function createServerReader({
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

export type ServerReader = ReturnType<typeof createServerReader>;

/**
 * Keeps a record that the server has just given, unless the feed has brought one, or its end, in the meantime: what
 * the feed brought is always the newer. If the record changes later, a pull brings that, for the answer is younger
 * than the fill's beginning; of an older fill it would not be, so nothing is kept across two fills.
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
