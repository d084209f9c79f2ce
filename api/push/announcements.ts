import type { Severity, TimelyAlert } from '../contract/alerts.ts';
import type { AgendaEvent, RecordOf, SiteDocument } from '../contract/records.ts';
import { atMoment, addDays, dayAt } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { isListed } from '../contract/visibility.ts';
import type { Db } from '../db/database.ts';
import { openRecords } from '../records/from-rows.ts';
import { listOf, openLists } from '../records/listing.ts';
import { openTimelyAlerts } from '../records/timely-alerts.ts';
import { agendaMessage, alertMessage, bulletinItem, encodedMessage, publishedMessage, storyItem } from './messages.ts';
import type { PublishedItem } from './messages.ts';
import { correctionDue, publicationDue } from './settling.ts';
import { SEEN } from './store.ts';
import type { PushStore, Urgency } from './store.ts';

/** Nothing older is ever told: neither what happened while the portal was stopped, nor what waits in the queue. */
const TOLD_FOR = 24 * 60 * 60_000;
/** Time of the town at which tomorrow's events are told. */
const AGENDA_TIME = '18:00';
/** A story or bulletin with an older date belongs to an archive that is being entered. */
const NEWS_DAYS: Record<PublishedType, number> = { story: 2, bulletin: 31 };

/** What is told once, when it is published. */
type PublishedType = 'story' | 'bulletin';
const PUBLISHED_TOPICS = { story: 'noticias', bulletin: 'boletin' } as const;
const PUBLISHED_TYPES = Object.keys(PUBLISHED_TOPICS) as PublishedType[];

const URGENCIES: Record<Severity, Urgency> = { Extreme: 'high', Severe: 'high', Moderate: 'normal', Minor: 'normal' };

/** Decides what is told: compares what the portal shows with what was told. */
export interface Announcements {
  /**
   * Puts into the queue what is to be told now, and takes out what is not true any more. Called in a transaction: then
   * a message and the mark that it was told are stored together, and nobody is told twice whenever the process ends.
   * @param at ms since the epoch
   */
  announce(at: number): void;
}

export function openAnnouncements(db: Db, store: PushStore): Announcements {
  const source = openSource(db);
  const published = openPublished(db, store, source);

  /**
   * Tells alerts that are in force, and again when they say something else; ends those that are over or hidden. A
   * correction settles first, unless it makes the alert urgent.
   */
  function announceAlerts(at: number, isFirst: boolean): void {
    const current = new Map<string, TimelyAlert>();
    for (const alert of source.timelyAlerts(at)) if (alert.state === 'current') current.set(`alert/${alert.id}`, alert);
    for (const subject of store.underWay('alertas')) if (!current.has(subject)) store.end(subject);
    for (const [subject, { id, key, start, end, severity }] of current) {
      const told = store.find(subject);
      const isNews = told?.version !== key;
      const alert = source.record('alert', id);
      if (!alert || (!isNews && told.expires === end)) continue;
      const urgency = URGENCIES[severity];
      const isMoreUrgent = urgency === 'high' && told?.urgency !== 'high';
      if (told && isNews && !isMoreUrgent && at < correctionDue(source.changesOf(id, told.due))) continue;
      const due = isNews ? at : told.due;
      const until = Math.min(end, due + TOLD_FOR);
      const message = { subject, topic: 'alertas', version: key, urgency, due, until, expires: end } as const;
      const isOld = at - Math.max(start, Date.parse(alert.updated ?? alert.created)) > TOLD_FOR;
      if (isNews && (isFirst || isOld)) store.settle(message);
      else if (isNews) store.tell({ ...message, payload: encodedMessage(alertMessage(alert, due)) });
      else if (told.open === 1) store.prolong({ ...message, payload: encodedMessage(alertMessage(alert, due)) });
    }
  }

  /** Tells tomorrow's events, once a day. */
  function announceAgenda(at: number, isFirst: boolean): void {
    const today = dayAt(at);
    const due = atMoment(`${today}T${AGENDA_TIME}`);
    const tomorrow = addDays(today, 1);
    const subject = `agenda/${tomorrow}`;
    if (at < due || store.find(subject)) return;
    const events = source.eventsOn(tomorrow);
    const expires = due + TOLD_FOR;
    const message = { subject, topic: 'agenda', version: '', urgency: 'normal', due, until: expires, expires } as const;
    if (isFirst || events.length === 0) store.settle(message);
    else store.tell({ ...message, payload: encodedMessage(agendaMessage(tomorrow, events, at, source.site())) });
  }

  return {
    announce(at) {
      const isFirst = published.look(at);
      store.endLate(at);
      published.tell(at);
      announceAlerts(at, isFirst);
      announceAgenda(at, isFirst);
    },
  };
}

/** What the portal shows. */
interface Source {
  timelyAlerts(at: number): TimelyAlert[];
  record<T extends PublishedType | 'alert' | 'categories'>(type: T, id: string): RecordOf<T> | null;
  /** When an alert was changed since a time, in ms since the epoch, the first first. */
  changesOf(alert: string, since: number): number[];
  eventsOn(day: Day): AgendaEvent[];
  /** Names the sections. */
  site(): Pick<SiteDocument, 'menu'>;
}

function openSource(db: Db): Source {
  const records = openRecords(db);
  const lists = openLists(db);
  const changes = db
    .prepare<[string, string], string>(
      "SELECT at FROM history WHERE type = 'alert' AND record_id = ? AND at >= ? ORDER BY id",
    )
    .pluck();
  return {
    timelyAlerts: openTimelyAlerts(db),
    record: (type, id) => records.one(type, id),
    changesOf: (alert, since) => changes.all(alert, new Date(since).toISOString()).map((at) => Date.parse(at)),
    site: () => records.one('site', 'site') ?? {},
    eventsOn: (day) =>
      lists
        .soonestPage(listOf.listed('agenda'), 1, Number.MAX_SAFE_INTEGER, { from: day, to: day })
        .items.map((id) => records.one('agenda', id))
        .filter((event) => event !== null),
  };
}

/** Stories and bulletins: the history says when they were published. */
function openPublished(db: Db, store: PushStore, source: Source) {
  const entries = db.prepare<[number], { id: number; type: PublishedType; record: string; at: string }>(`
    SELECT id, type, record_id AS record, at FROM history
    WHERE id > ? AND type IN ('story', 'bulletin') AND field = 'status' AND after = '"Publicado"' ORDER BY id`);
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM history').pluck();
  const stored = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck();
  const keep = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  let seen: number | null = null;

  /** Plans a story or bulletin, unless it was told. */
  function plan(type: PublishedType, id: string, publishedAt: number, at: number): void {
    const subject = `${type}/${id}`;
    const known = store.find(subject);
    const isTold = known !== undefined && (known.open === 0 || known.payload !== '');
    const until = publishedAt + TOLD_FOR;
    if (isTold || until <= at) return;
    const topic = PUBLISHED_TOPICS[type];
    store.plan({ subject, topic, version: '', urgency: 'low', due: publishedAt, until, expires: until });
  }

  /** Returns what a story or bulletin says in a message; null if it is not to be told. */
  function itemOf(type: PublishedType, id: string, at: number): PublishedItem | null {
    const record = source.record(type, id);
    if (!record || !isListed(type, record) || record.date <= addDays(dayAt(at), -NEWS_DAYS[type])) return null;
    if (type === 'story') return storyItem(record as RecordOf<'story'>);
    const classes = source.record('categories', 'categories')?.bulletin ?? [];
    return bulletinItem(record as RecordOf<'bulletin'>, classes, source.site());
  }

  /**
   * Tells what of a type has settled and is still shown, in one message with what was told of it earlier that day,
   * whose place it takes. What was hidden meanwhile is told when it is published again.
   */
  function tellSettled(type: PublishedType, at: number): void {
    const topic = PUBLISHED_TOPICS[type];
    const day = dayAt(at);
    const planned = store.planned(topic);
    const last = store.find(`${topic}/${day}`);
    const published = planned.map(({ due }) => due);
    if (planned.length === 0 || at < publicationDue(published, last?.due)) return;
    const shownOf = (subjects: readonly string[]) =>
      subjects.flatMap((subject) => {
        const item = itemOf(type, subject.slice(type.length + 1), at);
        return item ? [{ subject, item }] : [];
      });
    const news = shownOf(planned.map(({ subject }) => subject));
    for (const one of planned) {
      if (news.some(({ subject }) => subject === one.subject)) store.settle(one);
      else store.forget(one.subject);
    }
    if (news.length === 0) return;
    const told = [...shownOf(last?.version.split(' ') ?? []), ...news];
    const message = publishedMessage(topic, day, told.map(({ item }) => item).toReversed(), at, source.site());
    const until = at + TOLD_FOR;
    store.tell({
      subject: `${topic}/${day}`,
      topic,
      version: told.map(({ subject }) => subject).join(' '),
      urgency: 'low',
      due: at,
      until,
      expires: until,
      payload: encodedMessage(message),
    });
  }

  return {
    /**
     * Looks at what was published since the last time. Returns whether there was no last time: then everything there is
     * counts as told.
     */
    look(at: number): boolean {
      const mark = seen ?? stored.get(SEEN);
      const newest = last.get() ?? 0;
      if (mark === undefined) {
        keep.run(SEEN, String(newest));
        seen = newest;
        return true;
      }
      seen = Number(mark);
      if (newest === seen) return false;
      const found = entries.all(seen);
      for (const { type, record, at: publishedAt } of found) plan(type, record, Date.parse(publishedAt), at);
      // Without anything published the mark needs no write.
      if (found.length > 0) keep.run(SEEN, String(newest));
      seen = newest;
      return false;
    },
    /** Tells what has settled. */
    tell(at: number): void {
      for (const type of PUBLISHED_TYPES) tellSettled(type, at);
    },
  };
}
