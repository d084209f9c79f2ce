import type { Db } from '../db/database.ts';
import { exactly, nextAlertChange, OVER, timelyAlerts } from '../contract/alerts.ts';
import type { TimelyAlert } from '../contract/alerts.ts';
import { momentAt } from '../contract/values/dates.ts';
import { openRecords } from './from-rows.ts';

/** Returns the alerts of a time (ms since the epoch): those to come, those in force, those that have just ended. */
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
 * Adds to the name of the content's state since when the same alerts are shown. All public answers follow from both: an
 * alert appears and disappears by its own times, without any write.
 * @param version returns the name of the content's state
 * @param now ms since the epoch
 */
export function withAlertTimes({ db, version, now }: { db: Db; version: () => string; now: () => number }) {
  const timely = openTimelyAlerts(db);
  let seen = '';
  let since = 0;
  let until = 0;
  return (): string => {
    const at = now();
    const current = version();
    if (current !== seen || at < since || at >= until) {
      [seen, since] = [current, at];
      until = nextAlertChange(timely(at), at) ?? Number.POSITIVE_INFINITY;
    }
    return `${current} ${since}`;
  };
}
