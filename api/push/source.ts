import type { TimelyAlert } from '../contract/calendar/alerts.ts';
import type { RecordType } from '../contract/record-types.ts';
import type { AgendaEvent, RecordOf, Roster, SiteDocument } from '../contract/records.ts';
import type { Day } from '../contract/values/dates.ts';
import type { Db } from '../db/database.ts';
import { openRecords } from '../records/from-rows.ts';
import { listOf, openLists } from '../records/listing.ts';
import { openTimelyAlerts } from '../records/timely-alerts.ts';

/** What the portal shows of that which is announced. All times are ms since the epoch. */
export interface Source {
  timelyAlerts(at: number): TimelyAlert[];
  /** A record, whatever its status; null when there is none of that id. */
  record<T extends RecordType>(type: T, id: string): RecordOf<T> | null;
  /** When a record was changed since a time, oldest first. */
  changesOf(type: RecordType, id: string, since: number): number[];
  eventsOn(day: Day): AgendaEvent[];
  /** The rosters that are shown, by their titles. */
  rosters(): Roster[];
  /** What messages need of the document Sitio: the names of the sections, and which warnings are told. */
  site(): Pick<SiteDocument, 'menu' | 'weather'>;
}

export function openSource(db: Db): Source {
  const records = openRecords(db);
  const lists = openLists(db);
  const changes = db
    .prepare<[string, string, string], string>(
      'SELECT at FROM history WHERE type = ? AND record_id = ? AND at >= ? ORDER BY id',
    )
    .pluck();
  const shownRosters = db
    .prepare<[], string>("SELECT id FROM roster WHERE status = 'Publicado' ORDER BY title, id")
    .pluck();
  return {
    timelyAlerts: openTimelyAlerts(db),
    record: (type, id) => records.one(type, id),
    changesOf: (type, id, since) => changes.all(type, id, new Date(since).toISOString()).map((at) => Date.parse(at)),
    site: () => records.one('site', 'site') ?? {},
    rosters: () =>
      shownRosters
        .all()
        .map((id) => records.one('roster', id))
        .filter((roster) => roster !== null),
    eventsOn: (day) =>
      lists
        .soonestPage(listOf.listed('agenda'), 1, Number.MAX_SAFE_INTEGER, { from: day, to: day })
        .items.map((id) => records.one('agenda', id))
        .filter((event) => event !== null),
  };
}
