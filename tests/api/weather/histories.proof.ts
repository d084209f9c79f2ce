import { expect, test } from 'vitest';
import { exactly, timelyAlerts } from '#contract/calendar/alerts';
import { blankDocuments } from '#contract/town/documents';
import { openAnnouncements } from '../../../api/push/announcements.ts';
import { openPushStore } from '../../../api/push/store.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { openTimelyAlerts } from '../../../api/records/timely-alerts.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import type { Writer } from '../../../api/records/write/writer.ts';
import { openRecords } from '../../../api/records/from-rows.ts';
import { openLog } from '../../../api/log.ts';
import { FetchFault } from '../../../api/weather/fetch.ts';
import type { HttpClient } from '../../../api/weather/fetch.ts';
import { openWeather } from '../../../api/weather/open-weather.ts';
import { readDocument } from '../../../api/weather/read-document.ts';
import type { Reading, SaidMessage } from '../../../api/weather/reading.ts';
import type { ListedItem } from '../../../api/weather/rss.ts';
import type { PushMessage } from '#contract/messages/push-message';
import { capText, listText, square } from '../../weather-messages.ts';
import type { Told } from '../../weather-messages.ts';
import { FEED, SERVICE } from '../../weather-service.ts';
import { NOON } from '../town.ts';

// Random histories of a service, a portal and its staff, each against a simple model: what residents are warned of is
// what the service has said last, as far as the portal has heard it within a day.

/** `HISTORIES=1000` before a change of the weather's rules is handed over; each other change is asked this many. */
const HISTORIES = Number(process.env.HISTORIES ?? 100);
const FIRST_SEED = Number(process.env.SEED ?? 1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HERE = square([-32.5, -61.5]);
const FAR = square([-45, -70]);
const LEVELS = ['Minor', 'Moderate', 'Severe', 'Extreme'];

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Published extends Told {
  path: string;
  storm: number;
  at: number;
}

interface Figures {
  shown: number;
  looks: number;
  crashes: number;
}

async function history(seed: number, figures: Figures): Promise<void> {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const maybe = (chance: number) => random() < chance;
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T;

  const db = openDatabase(':memory:');
  let now = NOON;
  let isCrashing = false;
  const plain = openWriter({ db, now: () => now });
  /** A process may end before or after a transaction. */
  const writer: Writer = {
    ...plain,
    together(work) {
      if (isCrashing && maybe(0.5)) throw new Error('crash');
      const answer = plain.together(work);
      if (isCrashing) throw new Error('crash');
      return answer;
    },
  };
  const staff = { userId: 'ana', usergroup: 1, request: 'test' };
  const weather = { feed: FEED, place: '-32.5, -61.5', pushFrom: 'Moderate' };
  plain.setDocument(staff, 'site', { ...blankDocuments.site, weather });

  // the service
  let listed: Published[] = [];
  const all: Published[] = [];
  let trouble: 'none' | 'down' | 'files' = 'none';
  /** When it last began to answer everything. */
  let wellSince = now;
  let version = 0;
  /** When the portal got each message, by its path, and when it last got the list. */
  const heard = new Map<string, number>();
  let answered = -Infinity;
  const client: HttpClient = {
    async get(url, { known }) {
      if (trouble === 'down') throw new FetchFault('respondió 503');
      if (url === FEED) {
        answered = now;
        if (known?.etag === `"${version}"`) return { bytes: null, serverTime: now };
        const text = listText(listed.map(({ path }) => SERVICE + path));
        return { bytes: new TextEncoder().encode(text), encoding: '', serverTime: now, etag: `"${version}"` };
      }
      const message = all.find(({ path }) => SERVICE + path === url);
      if (!message || (trouble === 'files' && maybe(0.7))) throw new FetchFault('respondió 404');
      if (message.sent <= now + 5 * MINUTE) heard.set(message.path, now);
      return { bytes: new TextEncoder().encode(capText(message)), encoding: '', serverTime: now };
    },
    close() {},
  };
  const reading: Reading = {
    list: (asked) => Promise.resolve(readDocument({ ...asked, as: 'list', place: [] }) as ListedItem[]),
    message: (asked) => Promise.resolve(readDocument({ ...asked, as: 'message' }) as SaidMessage | null),
    close() {},
  };
  const start = () => openWeather({ db, now: () => now, writer, log: openLog('silent'), random, client, reading });
  let portal = start();

  const storms = Array.from({ length: 1 + below(5) }, (_, storm) => storm);
  const hidden = new Set<number>();
  function publish(): void {
    const storm = pick(storms);
    const before = all.filter((one) => one.storm === storm);
    const msgType = before.length === 0 ? 'Alert' : pick(['Update', 'Update', 'Cancel']);
    const onset = now + pick([0, 0, -HOUR, HOUR, 5 * HOUR]);
    const told: Published = {
      path: `/m/${all.length}.xml`,
      storm,
      at: now,
      identifier: `urn:oid:${storm}.${before.length}`,
      // clocks that are an hour ahead, too
      sent: now + (maybe(0.05) ? HOUR : before.length),
      msgType,
      // all of them: of a message that was never heard nobody knows what it was about
      references: before.map(({ identifier }) => identifier),
      headline: `Tormenta ${storm}`,
      severity: pick(LEVELS),
      polygon: maybe(0.75) ? HERE : FAR,
      onset: maybe(0.1) ? '' : onset,
      expires: maybe(0.1) ? '' : Math.max(onset, now) + pick([-30 * MINUTE, HOUR, 6 * HOUR, 60 * HOUR]),
      instruction: pick(['', 'Evitá salir.', 'Quedate adentro.']),
    };
    all.push(told);
    // both kinds of feeds: those that keep what was updated, and those that do not
    if (maybe(0.5)) listed = listed.filter((one) => one.storm !== storm);
    listed = maybe(0.5) ? [told, ...listed] : [...listed, told];
    version += 1;
  }

  /** When a message says that its warning begins and ends; null: not at all. */
  function timesOf({ sent, onset, expires, polygon, msgType }: Published): [number, number] | null {
    const minute = (at: number) => Math.floor(at / MINUTE) * MINUTE;
    const second = (at: number) => Math.floor(at / 1000) * 1000;
    if (msgType === 'Cancel' || polygon === FAR) return null;
    const end = expires === '' || expires === undefined ? null : second(expires);
    const given = [onset === '' || onset === undefined ? null : second(onset), second(sent)];
    const begin = given.find((at) => at !== null && (end === null || at < end));
    if (begin === undefined || begin === null) return null;
    return [minute(begin), minute(end ?? Math.max(begin, second(sent)) + DAY)];
  }

  /** What residents are to be warned of: the level of each storm. */
  function wanted(): Map<number, string> {
    const levels = new Map<number, string>();
    if (now - Math.max(answered, NOON) >= DAY) return levels;
    for (const storm of storms) {
      const known = all.filter((one) => one.storm === storm && heard.has(one.path));
      known.sort((a, b) => Math.floor(a.sent / 1000) - Math.floor(b.sent / 1000) || rankOf(a) - rankOf(b));
      const last = known.at(-1);
      const times = last && timesOf(last);
      if (times && times[0] <= now && now < times[1] && !hidden.has(storm)) levels.set(storm, last.severity ?? '');
    }
    return levels;
  }
  const rankOf = ({ msgType, identifier }: Published) =>
    (msgType === 'Cancel' ? 1e6 : 0) + Number(identifier.split('.')[1]);

  const records = openRecords(db);
  const timely = openTimelyAlerts(db);
  const push = openPushStore(db);
  const announcements = openAnnouncements(db, push);
  push.put({
    endpoint: 'https://fcm.googleapis.com/a',
    p256dh: '',
    auth: '',
    service: 'https://fcm.googleapis.com',
    provider: 'google',
    topics: ['alertas'],
  });
  const announced = new Map<string, string[]>();
  db.transaction(() => announcements.announce(now))();

  function check(): void {
    const current = timely(now).filter(({ state }) => state === 'current');
    const shown = current.map(({ headline, severity }) => `${headline} ${severity}`).sort();
    const model = [...wanted()].map(([storm, severity]) => `Tormenta ${storm} ${severity}`).sort();
    expect(shown).toEqual(model);
    figures.shown += shown.length;
    figures.looks += 1;
    // One storm is one alert, whatever happened.
    const ids = db.prepare('SELECT id FROM alert').pluck().all() as string[];
    const headlines = ids.map((id) => records.one('alert', id)?.headline);
    expect(new Set(headlines).size).toBe(headlines.length);
    expect(
      timelyAlerts(
        ids.map((id) => records.one('alert', id)).filter((one) => one !== null),
        exactly(now),
      ).length,
    ).toBe(timely(now).length);
    // Whatever was published while the service answered is known within six minutes.
    for (const one of listed)
      if (trouble === 'none' && now - Math.max(one.at, wellSince) > 6 * MINUTE && one.sent <= now && !isUnusable(one))
        expect(heard.has(one.path)).toBe(true);
  }

  /** Whether it warns of no time at all, which the portal finds before it is sent, and does not ask for again. */
  const isUnusable = (one: Published) =>
    one.msgType === 'Alert' && one.polygon === HERE && one.sent > one.at && timesOf(one) === null;

  function tellPhones(): void {
    db.transaction(() => announcements.announce(now))();
    const taken = push.take(now, []);
    for (const delivery of taken) {
      push.record({ delivery, answer: { status: 201, retryAfter: null }, began: now, at: now });
      const { title } = JSON.parse(delivery.payload) as PushMessage;
      const [level = '', storm = ''] = title.split(': ');
      announced.set(storm, [...(announced.get(storm) ?? []), level]);
    }
  }

  /** Looks as often as the portal does, as if no time passed while it works. */
  async function pass(time: number, step: number): Promise<void> {
    for (let left = time; left > 0; left -= step) {
      now += Math.min(step, left);
      try {
        await portal.look();
      } catch (error) {
        if ((error as Error).message !== 'crash') throw error;
        figures.crashes += 1;
        isCrashing = false;
        await portal.close();
        portal = start();
        await portal.look();
      }
      check();
      tellPhones();
    }
  }

  try {
    await pass(1, 1);
    for (let steps = 8 + below(8); steps > 0; steps -= 1) {
      const deed = random();
      if (deed < 0.45) publish();
      else if (deed < 0.6) {
        const next = pick(['none', 'none', 'down', 'files'] as const);
        if (next === 'none' && trouble !== 'none') wellSince = now + 35 * MINUTE;
        trouble = next;
      } else if (deed < 0.7 && listed.length > 0) {
        listed = listed.filter((_, at) => at !== below(listed.length));
        version += 1;
      } else if (deed < 0.78) isCrashing = true;
      else if (deed < 0.84) {
        await portal.close();
        portal = start();
      } else if (deed < 0.92) {
        const ids = db.prepare("SELECT id FROM alert WHERE source <> ''").pluck().all() as string[];
        const id = ids.length > 0 ? pick(ids) : undefined;
        const storm = Number(records.one('alert', id ?? '')?.headline.split(' ')[1]);
        if (id !== undefined) {
          plain.update(staff, 'alert', id, 'status', { value: hidden.has(storm) ? 'Publicado' : 'Oculto' });
          if (!hidden.delete(storm)) hidden.add(storm);
        }
      }
      const isLong = maybe(0.12);
      await pass(
        isLong ? pick([7 * HOUR, 26 * HOUR]) : pick([5 * MINUTE, 20 * MINUTE]),
        isLong ? 29 * MINUTE : 2 * MINUTE,
      );
    }
    for (const levels of announced.values()) expect(new Set(levels).size).toBe(levels.length);
  } finally {
    await portal.close();
    db.close();
  }
}

test(
  `in ${HISTORIES} random histories no warning is false, stale, missing or there twice`,
  { timeout: 1_800_000 },
  async () => {
    const figures: Figures = { shown: 0, looks: 0, crashes: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
      try {
        await history(seed, figures);
      } catch (error) {
        throw new Error(`SEED=${seed} HISTORIES=1`, { cause: error });
      }
    }
    console.log(
      `${HISTORIES} histories: ${figures.looks} looks, ${figures.shown} warnings seen, ${figures.crashes} crashes`,
    );
    expect(figures.shown).toBeGreaterThan(HISTORIES);
  },
);
