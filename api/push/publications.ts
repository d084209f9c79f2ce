import { leadOf } from '../contract/leads.ts';
import type { RecordEntity } from '../contract/record-types.ts';
import type { RecordOf } from '../contract/records.ts';
import { TOPIC_SECTIONS } from '../contract/sections.ts';
import type { TopicSection } from '../contract/sections.ts';
import { firstCategories } from '../contract/town/categories.ts';
import { addDays, dayAt } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { isListed } from '../contract/visibility.ts';
import type { Db } from '../db/database.ts';
import { bulletinItem, encodedMessage, publishedMessage, recordItem, storyItem } from './messages.ts';
import type { PublishedItem } from './messages.ts';
import { publicationDue, MAX_AGE } from './settling.ts';
import type { Source } from './source.ts';
import { SEEN } from './store.ts';
import type { PushStore } from './store.ts';

/** A section whose records are announced once, when they are published. */
type PublishedSection = TopicSection & { topic: { mostDays: number } };
const PUBLISHED = TOPIC_SECTIONS.filter((one): one is PublishedSection => one.topic.mostDays !== undefined);
/** The type of those records: a section's first one. */
const PUBLISHED_TYPES = new Map(PUBLISHED.map((section) => [section.types[0] as RecordEntity, section]));

/**
 * Returns a function that plans the messages of what was published since the last call: the history says what that is.
 * It takes the time in ms since the epoch, and returns whether this was the first call of this database: then
 * everything that is there counts as announced.
 */
export function openPublications(db: Db, store: PushStore): (at: number) => boolean {
  const types = [...PUBLISHED_TYPES.keys()].map((type) => `'${type}'`).join(', ');
  const entries = db.prepare<[number], { id: number; type: RecordEntity; record: string; at: string }>(`
    SELECT id, type, record_id AS record, at FROM history
    WHERE id > ? AND type IN (${types}) AND field = 'status' AND after = '"Publicado"' ORDER BY id`);
  const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM history').pluck();
  const stored = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck();
  const keep = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  let seen: number | null = null;

  return function planPublished(at) {
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
    for (const { type, record, at: publishedAt } of found) plan(store, type, record, Date.parse(publishedAt), at);
    // Without anything published the mark needs no write.
    if (found.length > 0) keep.run(SEEN, String(newest));
    seen = newest;
    return false;
  };
}

/** Plans the message of a story or bulletin, unless it was announced. Times are ms since the epoch. */
function plan(store: PushStore, type: RecordEntity, id: string, publishedAt: number, at: number): void {
  const subject = `${type}/${id}`;
  const known = store.find(subject);
  const isAnnounced = known !== undefined && (known.open === 0 || known.payload !== '');
  const until = publishedAt + MAX_AGE;
  const topic = PUBLISHED_TYPES.get(type)?.topic.name;
  if (isAnnounced || until <= at || !topic) return;
  store.plan({ subject, topic, version: '', urgency: 'low', due: publishedAt, until, expires: until });
}

/** Announces the planned stories and bulletins that have settled. @param at ms since the epoch */
export function announcePublications(store: PushStore, source: Source, at: number): void {
  for (const [type, section] of PUBLISHED_TYPES) announceType(store, source, type, section, at);
}

/**
 * Announces what of a type has settled and is still shown, in one message that also contains, and replaces, what was
 * announced of it earlier that day. What was hidden meanwhile is announced when it is published again.
 */
function announceType(
  store: PushStore,
  source: Source,
  type: RecordEntity,
  section: PublishedSection,
  at: number,
): void {
  const topic = section.topic.name;
  const day = dayAt(at);
  const planned = store.planned(topic);
  const last = store.find(`${topic}/${day}`);
  const published = planned.map(({ due }) => due);
  if (planned.length === 0 || at < publicationDue(published, last?.due)) return;
  const shownOf = (subjects: readonly string[]) =>
    subjects.flatMap((subject) => {
      const item = itemOf(source, type, subject.slice(type.length + 1), addDays(day, -section.topic.mostDays));
      return item ? [{ subject, item }] : [];
    });
  const fresh = shownOf(planned.map(({ subject }) => subject));
  for (const one of planned) {
    if (fresh.some(({ subject }) => subject === one.subject)) store.settle(one);
    else store.forget(one.subject);
  }
  if (fresh.length === 0) return;
  const items = [...shownOf(last?.version.split(' ') ?? []), ...fresh];
  const message = publishedMessage(section, day, items.map(({ item }) => item).toReversed(), at, source.site());
  const until = at + MAX_AGE;
  store.announce({
    subject: `${topic}/${day}`,
    topic,
    version: items.map(({ subject }) => subject).join(' '),
    urgency: 'low',
    due: at,
    until,
    expires: until,
    payload: encodedMessage(message),
  });
}

/** Returns what a message says of a record; null if it is not to be announced. @param tooOld days up to this one are */
function itemOf(source: Source, type: RecordEntity, id: string, tooOld: Day): PublishedItem | null {
  const record = source.record(type, id);
  if (!record || !isListed(type, record) || ('date' in record && record.date <= tooOld)) return null;
  if (type === 'story') return storyItem(record as RecordOf<'story'>);
  const categories = source.record('categories', 'categories') ?? firstCategories;
  if (type === 'bulletin') return bulletinItem(record as RecordOf<'bulletin'>, categories.bulletin, source.site());
  return recordItem(type, record, leadOf<RecordEntity>(type, record, categories));
}
