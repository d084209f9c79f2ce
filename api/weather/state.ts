import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { isFuture } from '../contract/values/dates.ts';

/** How long the service may be silent until what it said is not known to be true any more, in ms. */
export const SILENCE = 24 * 3_600_000;

const kept = z.object({
  /** The address that is asked, and for which place, as the town has written them. */
  feed: z.string(),
  place: z.string(),
  /** Since when, and when it last answered, ms since the epoch; null: never. */
  since: z.number(),
  heard: z.number().nullable(),
  /** Why it did not answer the last time, in Spanish; null: it did. */
  problem: z.string().nullable(),
  /** How far its clock is ahead of this machine's, in ms; null: it does not say. */
  ahead: z.number().nullable(),
  /** Number of its messages that could not be used, and of those that were sent in the future. */
  unreadable: z.number(),
  future: z.number(),
});
/** What is known of the weather service. */
export type WeatherState = z.infer<typeof kept>;

/** Returns what is known of the service; null if it is not asked, or was not yet. */
export function readWeatherState(db: Db): WeatherState | null {
  const text = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'weather'").pluck().get();
  if (text === undefined) return null;
  const { data = null } = kept.safeParse(JSON.parse(text));
  return data;
}

/** @param state null: it is not asked any more */
export function keepWeatherState(db: Db, state: WeatherState | null): void {
  if (state === null) db.prepare("DELETE FROM meta WHERE key = 'weather'").run();
  else {
    db.prepare(
      "INSERT INTO meta (key, value) VALUES ('weather', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ).run(JSON.stringify(state));
  }
}

/** Whether the service has not answered for a day. An answer of the future was given by a clock that was wrong. */
export function isSilent({ since, heard }: WeatherState, now: number): boolean {
  const last = heard ?? since;
  return !isFuture(last, now) && now - last >= SILENCE;
}

/** Whether the clocks of the service and of this machine tell times that cannot both be right. */
export const clocksDiffer = ({ ahead, future }: WeatherState) =>
  future > 0 || (ahead !== null && (isFuture(ahead, 0) || isFuture(-ahead, 0)));
