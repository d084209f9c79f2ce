import type { Feed } from '#contract/feed';
import { dayAt } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { publicFeed } from '#contract/addresses/calls';
import type { PublicReader } from '#contract/reader';
import { isRecordEntity } from '#contract/record-types';
import type { RecordEntity } from '#contract/record-types';
import type { RecordOf } from '#contract/records';
import { createListeners } from '../../browser/listeners.ts';
import type { Applied } from '../store/apply-feed.ts';
import { Unreachable, createApiCall } from '../pull/api-call.ts';
import { createDeviceReader } from './device-reader.ts';
import type { DeviceReader, DeviceAnswer } from './device-reader.ts';
import { createHttpReader } from './http-reader.ts';
import type { FeedStanding, Store } from '../store/public-db.ts';
import { createSync } from '../pull/sync.ts';
import type { Pulled } from '../pull/sync.ts';

/** What was asked for is neither on the device nor within reach. */
export class NotHeld extends Error {
  override readonly name = 'NotHeld';
}

/** What tabs tell each other about the store that they share. */
export interface News {
  pulledAt: number | null;
  isChanged: boolean;
}

/** Records that a visitor opens one at a time by a read of their own; all others by the one for any type. */
const OPENED = { story: 'story', agenda: 'event', album: 'album', bulletin: 'bulletin' } as const;
type OpenedType = keyof typeof OPENED;
const isOpenedAlone = (type: RecordEntity): type is OpenedType => type in OPENED;

/** The type of the record that a read gives; undefined where it gives none, or many. */
function typeRead(method: keyof PublicReader, [first]: readonly unknown[]): RecordEntity | undefined {
  return method === 'record' ? (first as RecordEntity) : (Object.keys(OPENED) as OpenedType[]).find((one) => OPENED[one] === method);
}

/** After the server was not reached, for how long a list that the device can show is not asked for again. */
const QUIET = 15_000;
/** Related stories are a side dish: what the device has of them is shown rather than waited for, and without a word. */
const ASIDE: keyof PublicReader = 'relatedStories';
const ASIDE_PATIENCE = 3000;

/**
 * Reading on the device: what it is certain of comes from its store, all else from the server, and when that is not
 * reached from the store after all.
 * @param tell passes news on to the other tabs
 * @param settled told when the store is level with the server: once per page, because the page before may have been left
 * while it still saw to what is kept beside the store, and then whenever something has changed
 */
export function createReading({ store, name, fetch, now, tell = () => {}, applied = () => {}, settled = () => {} }: {
  store: Store;
  name: string;
  fetch: typeof globalThis.fetch;
  now: () => number;
  tell?: (news: News) => void;
  applied?: (piece: Feed, outcome: Applied & { is: 'applied' }) => void;
  settled?: () => void;
}) {
  const listeners = createListeners();
  const freshnessListeners = createListeners();
  let isReachable = true;
  let quietUntil = 0;
  let pulledAt: number | null = null;
  let isChanged = false;
  let hasSettled = false;
  let hasPulled = () => {};
  const firstPull = new Promise<void>((resolve) => {
    hasPulled = resolve;
  });

  const callApi = createApiCall({ fetch, heard });
  const http = createHttpReader(callApi);
  const aside = createHttpReader(createApiCall({ fetch, patience: ASIDE_PATIENCE }));
  const sync = createSync({ store, name, feedUrl: publicFeed, callApi, now, applied: taken });
  const today = () => dayAt(now());
  const onDevice = () => createDeviceReader({ store, today });

  void store.use((db) => db.standing.get('feed')).then((standing) => {
    if (standing?.pulledAt && !pulledAt) take({ pulledAt: standing.pulledAt, isChanged: false });
  });

  function heard(isReached: boolean): void {
    quietUntil = isReached ? 0 : now() + QUIET;
    if (isReached === isReachable) return;
    isReachable = isReached;
    freshnessListeners.call();
    if (isReached) listeners.call();
  }

  /** Pieces of a fill are not news: views would ask the server for what the next piece is going to bring. */
  function taken(piece: Feed, outcome: Applied & { is: 'applied' }): void {
    applied(piece, outcome);
    const isFirst = pulledAt === null || outcome.hasReplaced;
    isChanged ||= isFirst || piece.fill === true || piece.puts.length + piece.dels.length > 0;
    if (piece.fill || piece.more) return;
    const news: News = { pulledAt: outcome.standing.pulledAt, isChanged };
    isChanged = false;
    take(news);
    tell(news);
    if (!news.isChanged && hasSettled) return;
    hasSettled = true;
    settled();
  }

  function take(news: News): void {
    pulledAt = news.pulledAt;
    freshnessListeners.call();
    if (news.isChanged) listeners.call();
  }

  async function fromServer<M extends keyof PublicReader>(method: M, args: Parameters<PublicReader[M]>, device: DeviceReader): Promise<unknown> {
    const head = await device.head();
    const reader = method === ASIDE ? aside : http;
    const data: unknown = await (reader[method] as (...args: unknown[]) => Promise<unknown>)(...args);
    const type = typeRead(method, args);
    if (type && data && head !== null) await keep(type, data as RecordOf<RecordEntity>, head);
    return data;
  }

  /**
   * Keeps a record that the server has just given, unless the feed has brought one, or its end, in the meantime: what
   * the feed brought is always the newer. If the record changes later, a pull brings that, for the answer is younger
   * than the fill's beginning; of an older fill it would not be, so nothing is kept across two fills.
   */
  async function keep(type: RecordEntity, record: RecordOf<RecordEntity>, head: string): Promise<void> {
    await store.use((db) =>
      db.transaction('rw', db.records, db.standing, async () => {
        const standing: FeedStanding | undefined = await db.standing.get('feed');
        if (standing?.head !== head || (await db.records.get([type, record.id]))) return;
        await db.records.put({ type, id: record.id, seq: null, record });
      }),
    );
  }

  return {
    /**
     * Runs what a page asks for.
     * @returns `partial`: some of it may be less than the server has, because the server was not reached
     * @throws NotHeld for a single record that is neither on the device nor within reach
     */
    async read<T>(load: (reader: PublicReader) => Promise<T>): Promise<{ data: T; partial: boolean }> {
      const device = onDevice();
      let partial = false;

      async function answer<M extends keyof PublicReader>(method: M, args: Parameters<PublicReader[M]>): Promise<unknown> {
        const held = await (device[method] as (...args: unknown[]) => Promise<DeviceAnswer<unknown>>)(...args);
        if (held.isWhole) return held.data;
        try {
          if (held.data !== undefined && now() < quietUntil) throw new Unreachable(method);
          return await fromServer(method, args, device);
        } catch (error) {
          if (!(error instanceof Unreachable)) throw error;
          if (held.data === undefined) throw new NotHeld(method);
          partial ||= method !== ASIDE;
          return held.data;
        }
      }
      const reader = new Proxy({} as PublicReader, {
        get: (_, method: keyof PublicReader) => (...args: Parameters<PublicReader[typeof method]>) => answer(method, args),
      });
      const data = await load(reader);
      return { data, partial };
    },

    /** Sees to it that the device has the record of a first view, which came drawn by the server, as soon as it has a store. */
    async remember(type: string, { id }: { id: string }): Promise<void> {
      if (!isRecordEntity(type)) return;
      await firstPull;
      const device = onDevice();
      const { isWhole, data } = await device.record(type, id);
      if (isWhole || data !== undefined) return;
      await (isOpenedAlone(type) ? fromServer(OPENED[type], [id], device) : fromServer('record', [type, id], device)).catch(() => {});
    },

    /** Calls back when what the device holds has changed, in this tab or another, or the server is within reach again. */
    subscribe: listeners.add,
    subscribeFreshness: freshnessListeners.add,
    /** When the device was last level with the server (ms since the epoch, null for never), and whether it answers now. */
    freshness: () => ({ at: pulledAt, online: isReachable && globalThis.navigator?.onLine !== false }),
    today: (): Day => today(),
    async pull(): Promise<Pulled> {
      const pulled = await sync.pull();
      if (pulled === 'done') hasPulled();
      return pulled;
    },
    /** The browser says that the network has gone or come back. */
    networkChanged(): void {
      quietUntil = 0;
      freshnessListeners.call();
    },
    /** News from another tab. */
    take,
    onDevice,
  };
}
