import type { Db } from '../db/database.ts';
import { exactly, nextAlertChange, OVER, timelyAlerts } from '../contract/calendar/alerts.ts';
import type { TimelyAlert } from '../contract/calendar/alerts.ts';
import { nextEventEnd } from '../contract/calendar/event-times.ts';
import { addDays, atMoment, dayAt, momentAt } from '../contract/values/dates.ts';
import { openRecords } from './from-rows.ts';
import { listOf, openLists } from './listing.ts';

/** Returns the alerts at a time (ms since the epoch): future ones, those in force and those that have just ended. */
export function openTimelyAlerts(db: Db): (at: number) => TimelyAlert[] {
  const records = openRecords(db);
  const notOver = db
    .prepare<[string], string>("SELECT id FROM alert WHERE status = 'Publicado' AND expires >= ?")
    .pluck();
  return (at) => {
    const found = notOver.all(momentAt(at - OVER)).map((id) => records.one('alert', id));
    return timelyAlerts(
      found.filter((alert) => alert !== null),
      exactly(at),
    );
  };
}

/**
 * Returns a function that adds to the content version since when the same alerts and events are shown. All answers
 * depend on both, because alerts appear and disappear, and events are over, at their times, without a write.
 * @param version returns the version of the stored content
 * @param now ms since the epoch
 */
export function withShownTimes({ db, version, now }: { db: Db; version: () => string; now: () => number }) {
  const timely = openTimelyAlerts(db);
  const records = openRecords(db);
  const { onDay } = openLists(db);
  /** The next moment of the day at which an event is over, or the day itself. */
  function nextEnd(at: number): number {
    const day = dayAt(at);
    const events = onDay(listOf.listed('agenda'), day).map((id) => records.one('agenda', id));
    const midnight = atMoment(`${addDays(day, 1)}T00:00`);
    return Math.min(
      nextEventEnd(
        events.filter((event) => event !== null),
        at,
      ) ?? midnight,
      midnight,
    );
  }
  let seen = '';
  let since = 0;
  let until = 0;
  return (): string => {
    const at = now();
    const current = version();
    if (current !== seen || at < since || at >= until) {
      [seen, since] = [current, at];
      until = Math.min(nextAlertChange(timely(at), at) ?? Number.POSITIVE_INFINITY, nextEnd(at));
    }
    return `${current} ${since}`;
  };
}
