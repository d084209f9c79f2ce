import type { Feed } from '#contract/messages/feed-messages';
import type { PublicReader } from '#contract/reader';
import { isRecordEntity } from '#contract/record-types';
import { publicFeed } from '#contract/addresses/public-calls';
import { dayAt } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { createListeners } from '../../browser/listeners.ts';
import { Unreachable, createApiCall } from '../pull/api-call.ts';
import { createSync } from '../pull/sync.ts';
import type { Pulled } from '../pull/sync.ts';
import type { Applied } from '../store/apply-feed.ts';
import type { Store } from '../store/public-db.ts';
import { createDeviceReader } from './device-reader.ts';
import type { DeviceAnswer, DeviceReader } from './device-reader.ts';
import { createFreshness } from './freshness.ts';
import type { Freshness } from './freshness.ts';
import { ASIDE, createStoringHttpReader } from './storing-http-reader.ts';
import type { AnyRead, Method, StoringHttpReader } from './storing-http-reader.ts';

/** Error: the requested data is not on the device, and the server cannot be reached. */
export class NotHeld extends Error {
  override readonly name = 'NotHeld';
}

/** Message between tabs about the store that they share. */
export interface StoreUpdate {
  pulledAt: number | null;
  isChanged: boolean;
}

type AppliedPiece = Applied & { is: 'applied' };

interface ReadingOptions {
  store: Store;
  /** Name of the store's database. */
  name: string;
  fetch: typeof globalThis.fetch;
  now: () => number;
  /** Passes an update on to the other tabs. */
  tell?: (update: StoreUpdate) => void;
  /** Called with every piece of the feed that was stored. */
  applied?: (piece: Feed, outcome: AppliedPiece) => void;
  /**
   * Called when the store has everything that the server has: once per page, because the page before may have been left
   * during this call, and then after each change.
   */
  settled?: () => void;
}

/**
 * Opens reading: answers from the device's store where that is whole, otherwise from the server, and from the store
 * again if the server is not reached.
 */
export function createReading({
  store,
  name,
  fetch,
  now,
  tell = () => {},
  applied = () => {},
  settled = () => {},
}: ReadingOptions) {
  const changes = createListeners();
  const freshness = createFreshness(now);
  let hasPulled = () => {};
  const firstPull = new Promise<void>((resolve) => {
    hasPulled = resolve;
  });
  const callApi = createApiCall({ fetch, heard });
  const server = createStoringHttpReader({ store, fetch, callApi });
  const updates = updatesOf({ freshness, applied, publish, settled });
  const sync = createSync({ store, name, feedUrl: publicFeed, callApi, now, applied: updates });
  const today = (): Day => dayAt(now());
  const onDevice = () => createDeviceReader({ store, today, now });

  void store
    .use((db) => db.standing.get('feed'))
    .then((standing) => {
      if (standing?.pulledAt && !freshness.current().at) take({ pulledAt: standing.pulledAt, isChanged: false });
    });

  function heard(isReached: boolean): void {
    if (freshness.called(isReached)) changes.call();
  }
  function publish(one: StoreUpdate): void {
    take(one);
    tell(one);
  }
  function take({ pulledAt, isChanged }: StoreUpdate): void {
    freshness.pulled(pulledAt);
    if (isChanged) changes.call();
  }

  /**
   * Loads the data of a page.
   * @returns `partial`: the server was not reached, so some of the data may be incomplete
   * @throws NotHeld for data that is not on the device while the server cannot be reached
   */
  async function read<T>(load: (reader: PublicReader) => Promise<T>): Promise<{ data: T; partial: boolean }> {
    let partial = false;
    const reader = deviceFirst(onDevice(), server, freshness, () => {
      partial = true;
    });
    return { data: await load(reader), partial };
  }

  /** Stores a record, once the device has a store. @returns whether it is there */
  async function remember(type: string, { id }: { id: string }): Promise<boolean> {
    if (!isRecordEntity(type)) return false;
    await firstPull;
    const device = onDevice();
    const { isWhole, data } = await device.record(type, id);
    if (isWhole || data !== undefined) return true;
    return server.read('record', [type, id], device).then(
      () => true,
      () => false,
    );
  }

  return {
    read,
    remember,
    /** Calls back when the store has changed, in any tab, and when the server can be reached again. */
    subscribe: changes.add,
    subscribeFreshness: freshness.subscribe,
    freshness: freshness.current,
    today,
    async pull(): Promise<Pulled> {
      const pulled = await sync.pull();
      if (pulled === 'done') hasPulled();
      return pulled;
    },
    networkChanged: freshness.networkChanged,
    /** Makes all subscribers read again. */
    refresh: changes.call,
    /** Takes in an update from another tab. */
    take,
    onDevice,
  };
}

/** Makes updates from pieces of the feed, but not of a fill: pages would request what the next piece brings. */
function updatesOf({
  freshness,
  applied,
  publish,
  settled,
}: Required<Pick<ReadingOptions, 'applied' | 'settled'>> & {
  freshness: Freshness;
  publish: (update: StoreUpdate) => void;
}) {
  let isChanged = false;
  let hasSettled = false;
  return (piece: Feed, outcome: AppliedPiece): void => {
    applied(piece, outcome);
    const isFirst = freshness.current().at === null || outcome.hasReplaced;
    isChanged ||= isFirst || piece.fill === true || piece.puts.length + piece.dels.length > 0;
    if (piece.fill || piece.more) return;
    const update: StoreUpdate = { pulledAt: outcome.standing.pulledAt, isChanged };
    isChanged = false;
    publish(update);
    if (!update.isChanged && hasSettled) return;
    hasSettled = true;
    settled();
  };
}

/**
 * Returns a reader that answers from the device if that answer is whole, otherwise from the server, and from the device
 * again if the server is not reached.
 * @param onPartial called when an answer may be incomplete
 */
function deviceFirst(
  device: DeviceReader,
  server: StoringHttpReader,
  freshness: Freshness,
  onPartial: () => void,
): PublicReader {
  async function answer(method: Method, args: readonly unknown[]): Promise<unknown> {
    const { data, isWhole } = (await (device[method] as AnyRead)(...args)) as DeviceAnswer<unknown>;
    if (isWhole) return data;
    try {
      if (data !== undefined && freshness.isQuiet()) throw new Unreachable(method);
      return await server.read(method, args, device);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      if (data === undefined) throw new NotHeld(method);
      if (method !== ASIDE) onPartial();
      return data;
    }
  }
  return new Proxy({} as PublicReader, {
    get:
      (_, method: Method) =>
      (...args: unknown[]) =>
        answer(method, args),
  });
}
