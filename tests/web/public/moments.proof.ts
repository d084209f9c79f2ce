import { afterAll, expect, test } from 'vitest';
import { homeLines, stateAt } from '#contract/calendar/roster-day';
import { pages } from '#contract/addresses/pages';
import type { PublicReader } from '#contract/reader';
import { atMoment, dayAt, momentAt } from '#contract/values/dates';
import { openTown } from '../../api/town.ts';
import { openPhone } from '../../contract/phone.ts';
import { fullTown } from '../../contract/rosters/full-town.ts';
import { randomFrom } from '../../contract/rosters/random-rules.ts';
import type { Home } from '../../../web/src/public/pages/home.tsx';
import type { Today } from '../../../web/src/public/pages/today.tsx';
import { Redirect } from '../../../web/src/public/public-page.ts';
import { viewOf } from '../../../web/src/public/view.ts';

/** `MOMENTS=5000` before a change of what is shown when is handed over. */
const MOMENTS = Number(process.env.MOMENTS ?? 2000);
/** One in this many moments is asked of the home page too, which has much else. */
const HOMES = 50;
const YEAR = 366 * 1440;
const FIRST = atMoment('2026-12-01T00:00');
/** Time zones of phones, with summer time, without, and at both ends of the day; the server's is UTC. */
const ZONES = [
  'America/Argentina/Ushuaia',
  'Europe/Madrid',
  'America/Santiago',
  'Pacific/Kiritimati',
  'Pacific/Midway',
];

const own = process.env.TZ;
const inZone = (zone: string | undefined) => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
};
afterAll(() => inZone(own));

test(`a phone in any time zone says of ${MOMENTS} random moments of a year what the server says`, async () => {
  const town = await openTown();
  for (const { title, kind, turns } of fullTown()) {
    expect(town.make('roster', { title, kind, turns, status: 'Publicado' })).toBeTruthy();
  }
  let today = dayAt(FIRST);
  const phone = openPhone(town, () => today);
  await phone.pull();
  const device = new Proxy({} as PublicReader, {
    get:
      (_, method: keyof PublicReader) =>
      async (...args: unknown[]) =>
        (await phone.held([method, ...args])).data,
  });

  /** What the pages say at a moment, in a time zone. */
  async function said(reader: PublicReader, zone: string, at: number, isHome: boolean) {
    inZone(zone);
    today = dayAt(at);
    const view = async (path: string) => {
      const shown = await viewOf({ path, origin: town.url, reader, today });
      if (shown instanceof Redirect) throw new Error(`${path} leads to ${shown.to}`);
      return shown.data;
    };
    const { days, zones } = (await view(pages.today())) as Today;
    const states = days.flatMap(({ rosters }) =>
      rosters.flatMap(({ lines }) => lines.map((line) => stateAt(line, momentAt(at)))),
    );
    const home = isHome && ((await view(pages.home())) as Home).lines;
    return JSON.stringify({ today, days, zones, states, home, short: home && homeLines(home, zones[3] ?? '') });
  }

  const random = randomFrom(366);
  const seen = new Set<string>();
  for (let count = 0; count < MOMENTS; count += 1) {
    const at = FIRST + Math.floor(random() * YEAR) * 60_000;
    const zone = ZONES[count % ZONES.length] as string;
    const isHome = count % HOMES === 0;
    const onServer = await said(town.reader, 'UTC', at, isHome);
    expect(await said(device, zone, at, isHome), `${momentAt(at)} ${zone}`).toBe(onServer);
    seen.add(onServer);
  }
  // It says something else at nearly every one.
  expect(seen.size).toBeGreaterThan(MOMENTS / 2);
});
