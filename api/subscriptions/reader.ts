import type { Db } from '../db/database.ts';
import { ATOM_ENTRIES, CALENDAR_PAST_DAYS } from '../contract/limits.ts';
import type { CategorizedType, Category } from '../contract/town/categories.ts';
import type { ListedType } from '../contract/record-types.ts';
import type { AgendaEvent, Alert, Bulletin, RecordOf, Story } from '../contract/records.ts';
import { addDays, dayAt } from '../contract/values/dates.ts';
import { isReadable } from '../contract/visibility.ts';
import { openRecords } from '../records/from-rows.ts';
import { openLastChange } from '../records/last-change.ts';
import { listOf, openLists } from '../records/listing.ts';

/** A record and when it was last changed (ISO 8601). */
export interface Changed<R> {
  record: R;
  updated: string;
}

/**
 * What subscriptions contain: only what lists show to the public. Parts of addresses have one spelling, so that nobody
 * causes the same to be made in a thousand others.
 */
export interface SubscriptionReader {
  /** The newest stories. */
  stories(): Changed<Story>[];
  /** The newest stories with a label, by its hashed name, and the label's name; null if no story has it. */
  storiesByLabel(hash: string): { name: string; stories: Changed<Story>[] } | null;
  bulletins(): Changed<Bulletin>[];
  /** @param bclass its key in lower case. @returns null if there is no such class */
  bulletinsByClass(bclass: string): { name: string; bulletins: Changed<Bulletin>[] } | null;
  alerts(): Changed<Alert>[];
  /** The newest records of any type. */
  records<T extends ListedType>(type: T): Changed<RecordOf<T>>[];
  /** An alert that the public may read, with the times at which it was published and changed since. */
  alert(id: string): { record: Alert; sent: string[] } | null;
  /** All events that are to come, and those of the last days. */
  events(): AgendaEvent[];
  /** @param label the key of a category in lower case. @returns null if there is no such category */
  eventsByLabel(label: string): { name: string; events: AgendaEvent[] } | null;
}

/** @param now ms since the epoch */
export function openSubscriptionReader({ db, now }: { db: Db; now: () => number }): SubscriptionReader {
  const records = openRecords(db);
  const lists = openLists(db);
  const lastChange = openLastChange(db);
  const changes = db
    .prepare<[{ id: string }], string>(
      `SELECT at FROM history WHERE type = 'alert' AND record_id = @id AND id >= (
         SELECT min(id) FROM history
         WHERE type = 'alert' AND record_id = @id AND field = 'status' AND after = '"Publicado"')
       ORDER BY id`,
    )
    .pluck();

  const recordsOf = <T extends ListedType>(type: T, ids: string[]): RecordOf<T>[] =>
    ids.map((id) => records.one(type, id)).filter((record) => record !== null);

  function newest<T extends ListedType>(type: T, list: string): Changed<RecordOf<T>>[] {
    const ids = lists.newest(list, ATOM_ENTRIES).map(({ id }) => id);
    return recordsOf(type, ids).map((record) => ({
      record,
      updated: lastChange(type, record.id) ?? record.created,
    }));
  }

  function categoryAt(type: CategorizedType, address: string): Category | undefined {
    return records.one('categories', 'categories')?.[type].find(({ key }) => key.toLowerCase() === address);
  }

  function eventsIn(list: string): AgendaEvent[] {
    const from = addDays(dayAt(now()), -CALENDAR_PAST_DAYS);
    return recordsOf('agenda', lists.soonestPage(list, 1, Number.MAX_SAFE_INTEGER, { from }).items);
  }

  return {
    stories: () => newest('story', listOf.listed('story')),
    storiesByLabel(hash) {
      const stories = newest('story', listOf.narrowed('story', hash));
      const name = stories[0]?.record.labels.find(({ id }) => id === hash)?.name;
      return name === undefined ? null : { name, stories };
    },
    bulletins: () => newest('bulletin', listOf.listed('bulletin')),
    bulletinsByClass(bclass) {
      const known = categoryAt('bulletin', bclass);
      if (!known) return null;
      return { name: known.name, bulletins: newest('bulletin', listOf.narrowed('bulletin', known.key)) };
    },
    alerts: () => newest('alert', listOf.listed('alert')),
    records: (type) => newest(type, listOf.listed(type)),
    alert(id) {
      const record = records.one('alert', id);
      if (!record || !isReadable('alert', record)) return null;
      return { record, sent: changes.all({ id }) };
    },
    events: () => eventsIn(listOf.listed('agenda')),
    eventsByLabel(label) {
      const known = categoryAt('agenda', label);
      return known ? { name: known.name, events: eventsIn(listOf.narrowed('agenda', known.key)) } : null;
    },
  };
}
