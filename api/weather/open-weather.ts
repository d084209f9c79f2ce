import { parsePlace } from '../contract/values/place.ts';
import type { Point } from '../contract/values/place.ts';
import { isFuture } from '../contract/values/dates.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { openRecords } from '../records/from-rows.ts';
import type { Writer } from '../records/write/writer.ts';
import { openAlerts } from './apply.ts';
import { FetchFault, openHttpClient } from './fetch.ts';
import type { HttpClient, Validators } from './fetch.ts';
import { openReading } from './reading.ts';
import type { Reading, SaidMessage } from './reading.ts';
import type { ListedItem } from './rss.ts';
import { isSilent, keepWeatherState, readWeatherState } from './state.ts';
import type { WeatherState } from './state.ts';
import { openWeatherStore } from './store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Time between two looks at what is due. */
const LOOK = 15 * SECOND;
/** Time between two questions to the service, and the first and the longest wait after one that was not answered. */
const [POLL, RETRY, MAX_RETRY] = [4 * MINUTE, MINUTE, 30 * MINUTE];
/** Time until what could not be fetched at once is fetched. */
const REST = 20 * SECOND;
/** Files that are fetched at the same time, and for how long until what was read is shown. */
const [AT_ONCE, FETCHING] = [4, 45 * SECOND];
/** Maximum size of the list and of a message, in bytes. A polygon of 100,000 points has two million. */
const [LIST_BYTES, MESSAGE_BYTES] = [2 * 1024 * 1024, 4 * 1024 * 1024];
/** Age of a message from which on it is not news, in ms: no warning lasts longer. */
const TOO_OLD = 10 * 24 * 60 * MINUTE;

/** The warnings of the weather service, for the time that an Admin wants them. */
export interface Weather {
  /** Whether the service is asked. */
  isOn(): boolean;
  /** Does what is due now: asks the service, and brings the alerts up to date. */
  look(): Promise<void>;
  /** Looks again and again. */
  start(): void;
  /** Stops, after what is under way. */
  close(): Promise<void>;
}

/** What is asked, and for which place. */
interface Settings {
  feed: string;
  /** As the town has written it. */
  words: string;
  place: readonly Point[];
}

/**
 * @param now ms since the epoch
 * @param writer writes the alerts
 * @param testService origin on this machine that answers in the place of every server, for tests
 * @param random from 0 to 1
 * @param client asks the service, and `reading` reads its answers; by default over the network, and in a thread
 */
export function openWeather({
  db,
  now,
  writer,
  log,
  testService,
  random = Math.random,
  client = openHttpClient({ testService }),
  reading = openReading(),
}: {
  db: Db;
  now: () => number;
  writer: Writer;
  log: Log;
  testService?: string | undefined;
  random?: () => number;
  client?: HttpClient;
  reading?: Reading;
}): Weather {
  const records = openRecords(db);
  const store = openWeatherStore(db);
  const alerts = openAlerts(db, writer);
  let timer: NodeJS.Timeout | undefined;
  let [isOpen, isClosed] = [false, false];
  let underWay: Promise<void> = Promise.resolve();
  let list = newList();
  let [due, failures, looked] = [0, 0, 0];

  function settings(): Settings | null {
    const { feed = '', place = '' } = records.one('site', 'site')?.weather ?? {};
    const read = parsePlace(place);
    return feed !== '' && 'points' in read && read.points.length > 0
      ? { feed, words: place, place: read.points }
      : null;
  }

  function around(time: number): number {
    return time * (0.9 + random() * 0.2);
  }

  async function look(): Promise<void> {
    const wanted = settings();
    let at = now();
    begin(wanted, at);
    // A clock that was put back must not keep the portal from asking.
    if (at < looked) due = Math.min(due, at + POLL);
    looked = at;
    if (wanted && at >= due) {
      await ask(wanted, at);
      at = now();
    }
    const state = readWeatherState(db);
    const isOff = state === null;
    await alerts.bringUpToDate(store.all(), at, isOff || isSilent(state, at));
  }

  /**
   * Begins anew when the settings are others. What was said of another place, or by another service, is not true here.
   */
  function begin(wanted: Settings | null, at: number): void {
    const state = readWeatherState(db);
    if (state?.feed === wanted?.feed && state?.place === wanted?.words) return;
    list = newList();
    [due, failures] = [at, 0];
    store.doubt();
    keepWeatherState(db, wanted && newState(wanted, at));
  }

  async function ask(wanted: Settings, at: number): Promise<void> {
    const before = readWeatherState(db) ?? newState(wanted, at);
    try {
      const serverTime = await askList(wanted);
      const { messages, isAll } = await readItems(wanted, at);
      store.note(messages, at);
      const items = [...list.items.values()];
      const ahead = serverTime === null ? null : serverTime - now();
      const count = (state: ItemState) => items.filter((item) => item.state === state).length;
      const [unreadable, future] = [count('unreadable'), count('future')];
      keepWeatherState(db, { ...before, heard: at, problem: null, ahead, unreadable, future });
      if (before.problem !== null) log.info('weather service answers again');
      failures = 0;
      due = now() + (isAll ? around(POLL) : REST);
    } catch (error) {
      const isFault = error instanceof FetchFault;
      const problem = isFault ? error.message : 'la respuesta no es una lista de alertas';
      if (problem !== before.problem) log.warn({ problem, err: isFault ? undefined : error }, 'weather service');
      keepWeatherState(db, { ...before, problem });
      const wait = Math.min(MAX_RETRY, RETRY * 2 ** Math.min(failures, 10));
      failures += 1;
      due = now() + Math.max(isFault ? error.wait : 0, around(wait));
    }
  }

  /** @returns the server's time */
  async function askList({ feed }: Settings): Promise<number | null> {
    const answer = await client.get(feed, { known: list.known, maxBytes: LIST_BYTES });
    if (answer.bytes === null) return answer.serverTime;
    const { bytes, encoding, etag, modified, serverTime } = answer;
    const listed = await reading.list({ bytes, encoding, feed });
    const items = new Map(
      listed.map((item): [string, Item] => {
        const before = list.items.get(item.link);
        return [item.link, before?.mark === item.mark ? before : { ...item, state: 'unread' }];
      }),
    );
    list = { known: { etag, modified }, items };
    return serverTime;
  }

  /** Reads what was not read yet, as far as there is time for it. */
  async function readItems(
    { feed, place }: Settings,
    at: number,
  ): Promise<{ messages: SaidMessage[]; isAll: boolean }> {
    const messages: SaidMessage[] = [];
    const end = performance.now() + FETCHING;
    const waiting = [...list.items.values()].filter(({ state }) => state === 'unread' || state === 'future');
    async function readOn(): Promise<void> {
      while (performance.now() < end && !isClosed) {
        const item = waiting.shift();
        if (!item) return;
        const fetched = await client.get(item.link, { maxBytes: MESSAGE_BYTES }).catch(() => null);
        if (fetched === null || fetched.bytes === null) continue;
        try {
          const { bytes, encoding } = fetched;
          const message = await reading.message({ bytes, encoding, feed, place });
          item.state = message && isFuture(message.sent, at) ? 'future' : 'read';
          if (message && item.state === 'read' && message.sent > at - TOO_OLD) messages.push(message);
        } catch (error) {
          item.state = 'unreadable';
          log.info({ link: item.link, problem: (error as Error).message }, 'weather message not read');
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
    return { messages, isAll: waiting.length === 0 };
  }

  async function again(): Promise<void> {
    try {
      await look();
    } catch (error) {
      // For example, the disk is full. Everything is tried again at the next look.
      log.error({ err: error }, 'weather failed');
    }
    if (isOpen) timer = setTimeout(run, LOOK);
  }
  const run = () => void (underWay = again());

  return {
    isOn: () => settings() !== null,
    look,
    start() {
      isOpen = true;
      run();
    },
    async close() {
      [isOpen, isClosed] = [false, true];
      clearTimeout(timer);
      client.close();
      reading.close();
      await underWay;
    },
  };
}

/** `unread` also when it could not be fetched; `future`: its time has not come, on one of two clocks. */
type ItemState = 'unread' | 'read' | 'unreadable' | 'future';
interface Item extends ListedItem {
  state: ItemState;
}
/** The service's list as it was last answered. */
const newList = (): { known: Validators; items: Map<string, Item> } => ({ known: {}, items: new Map() });

const newState = ({ feed, words }: Settings, at: number): WeatherState => ({
  feed,
  place: words,
  since: at,
  heard: null,
  problem: null,
  ahead: null,
  unreadable: 0,
  future: 0,
});
