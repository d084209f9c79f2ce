import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import { calls } from '../../../api/contract/addresses/calls.ts';
import { momentAt } from '../../../api/contract/values/dates.ts';
import { openBrowser } from '../browser.ts';
import { quantile } from '../measure.ts';
import { openNginx } from '../nginx.ts';
import { pause, startPortal } from '../programs.ts';
import { chance } from '../town.ts';
import type { Program } from '../programs.ts';
import { recordVisits, VISIT_NAMES } from './record.ts';
import type { VisitName, Visits } from './record.ts';
import type { Kind, Outcome, Task } from './replay.ts';

const HOUR = 3_600_000;
/** Of a hundred residents who come, so many come for each. */
const SHARES: Record<VisitName, number> = { 'first visit': 30, return: 45, search: 10, telephones: 10, feeds: 5 };
/** When the alert is published, and how many of all residents come in the ten minutes after it. */
const ALERT = { at: HOUR / 2, share: 0.3, within: HOUR / 6 };
/** Three people save a title every twenty seconds each, and one of them a photo every two minutes. */
const STAFF = { people: 3, every: 20_000, photoEvery: 6 };

/** What an hour cost and how it was served. */
export interface Hour {
  requests: number;
  /** 50th and 99th percentile of the time until an answer has arrived, in ms. */
  times: Record<Kind, { p50: number; p99: number }>;
  /** For a thousand visits: MB sent, and seconds of processor time of the portal and of nginx. */
  perThousand: { megabytes: number; portal: number; nginx: number };
  /** Maximum memory of the portal, in MB. */
  memory: number;
  saves: { answered: number; p99: number };
  failed: Record<string, number>;
  /** 99th percentile of how late the clients' requests were, in ms: above a few, the client was the limit. */
  late: number;
}

/** Records what phones ask for in visits to a town. @param folder the town's database */
export async function visitsTo(folder: string): Promise<Visits> {
  const portal = await startPortal(folder);
  const browser = await openBrowser();
  try {
    if (!browser) throw new Error('no Chromium: run npm test, which installs one');
    return await recordVisits(browser, portal.port);
  } finally {
    await browser?.close();
    await portal.stop();
  }
}

/**
 * Plays the busiest hour of a town: residents who come for the first time, return, search, look up a telephone or have
 * their programs read feeds, three people who save, and an alert in the middle, after which many come.
 * @param folder the town's database; it is changed
 * @param behind whether nginx is in front, with its cache
 */
export async function playHour(
  folder: string,
  { visits, residents, speed, behind }: { visits: Visits; residents: number; speed: number; behind: boolean },
): Promise<Hour> {
  const portal = await startPortal(folder, { TRUST_PROXY: '1' });
  const nginx = behind ? await openNginx(portal.port) : null;
  try {
    const staff = await openStaff(portal);
    const before = { portal: portal.processorTime(), nginx: nginx?.processorTime() ?? 0 };
    const url = nginx ? `https://127.0.0.1:${nginx.port}` : portal.url;
    const [outcome, saves] = await Promise.all([
      residentsOf({ url, visits, arrivals: arrivalsOf(residents), speed }),
      work(staff, speed),
    ]);
    const perThousand = (amount: number) => (amount / residents) * 1000;
    const { times, bytes, failed, late } = outcome;
    return {
      requests: Object.values(times).flat().length,
      times: {
        page: percentiles(times.page),
        data: percentiles(times.data),
        file: percentiles(times.file),
      },
      perThousand: {
        megabytes: perThousand(bytes / 1e6),
        portal: perThousand(portal.processorTime() - before.portal),
        nginx: perThousand((nginx?.processorTime() ?? 0) - before.nginx),
      },
      memory: portal.memory().peak,
      saves: { answered: saves.length, p99: quantile(saves, 0.99) },
      failed,
      late,
    };
  } finally {
    await nginx?.stop();
    await portal.stop();
  }
}

const percentiles = (times: number[]) => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) });

/** When each resident comes, and for what. The same for the same number, so that two runs can be compared. */
function arrivalsOf(residents: number): Task['arrivals'] {
  const next = chance(20260315);
  const kinds = VISIT_NAMES.flatMap((name) => Array.from({ length: SHARES[name] }, () => name));
  return Array.from({ length: residents }, (): Task['arrivals'][number] => {
    const isAlerted = next() < ALERT.share;
    const at = isAlerted ? ALERT.at + next() * ALERT.within : next() * HOUR;
    return [at, kinds[Math.floor(next() * kinds.length)] ?? 'return'];
  }).sort(([a], [b]) => a - b);
}

/** Lets the residents come, in a process of their own. */
async function residentsOf(task: Task): Promise<Outcome> {
  const child = fork(join(import.meta.dirname, 'replay.ts'), { execArgv: [], serialization: 'advanced' });
  child.send(task);
  const [outcome] = (await once(child, 'message')) as [Outcome];
  child.disconnect();
  return outcome;
}

async function openStaff({ url }: Program) {
  const call = async (path: string, body: object, token = '') => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { token: string; id: string };
  };
  const { token } = await call(calls.authenticate(), { username: 'admin', password: 'clave-de-medida' });
  const staffCall = (path: string, body: object) => call(path, body, token);
  const stories = await Promise.all(Array.from({ length: STAFF.people }, () => staffCall(calls.create('story'), {})));
  const { id: alert } = await staffCall(calls.create('alert'), {});
  const set = (field: string, value: string) => staffCall(calls.update('alert', alert, field), { value });
  await set('headline', 'Viento de 110 km/h');
  await set('severity', 'Extreme');
  await set('onset', momentAt(Date.now() - 60_000));
  await set('expires', momentAt(Date.now() + HOUR));
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const photo = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#567', noise } })
    .jpeg()
    .toBuffer();
  const data = `data:image/jpeg;base64,${photo.toString('base64')}`;
  return {
    publishAlert: () => set('status', 'Publicado'),
    save: (person: number, number: number) =>
      staffCall(calls.update('story', stories[person]?.id ?? '', 'title'), { value: `Título ${number}` }),
    sendPhoto: (person: number) => staffCall(calls.picture('story', stories[person]?.id ?? ''), { data }),
  };
}

/** What staff do in the hour. @returns how long each save took, in ms */
async function work(staff: Awaited<ReturnType<typeof openStaff>>, speed: number): Promise<number[]> {
  const began = performance.now();
  const times: number[] = [];
  const until = (at: number) => pause(Math.max(0, began + at / speed - performance.now()));
  const person = async (who: number) => {
    for (let number = 0; number * STAFF.every < HOUR; number += 1) {
      await until(number * STAFF.every);
      const at = performance.now();
      if (who === 0 && number % STAFF.photoEvery === 1) await staff.sendPhoto(who);
      else await staff.save(who, number);
      times.push(performance.now() - at);
    }
  };
  const alert = until(ALERT.at).then(staff.publishAlert);
  await Promise.all([...Array.from({ length: STAFF.people }, (_, who) => person(who)), alert]);
  return times;
}

/** Says in lines what an hour was like. */
export function wordsOf(name: string, hour: Hour): string[] {
  const ms = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(0)} and ${p99.toFixed(0)} ms`;
  const { times, perThousand, memory, saves, failed, late } = hour;
  return [
    `${name}: ${hour.requests} answers`,
    `  half of them within, and 99 of 100: pages ${ms(times.page)}, data ${ms(times.data)}, files ${ms(times.file)}`,
    `  a thousand visits: ${perThousand.megabytes.toFixed(1)} MB, processor time ` +
      `${perThousand.portal.toFixed(1)} s of the portal, ${perThousand.nginx.toFixed(1)} s of nginx`,
    `  portal at most ${memory.toFixed(0)} MB; ${saves.answered} saves, 99 of 100 within ${saves.p99.toFixed(0)} ms`,
    `  clients late by ${late.toFixed(0)} ms; failed: ${JSON.stringify(failed)}`,
  ];
}
