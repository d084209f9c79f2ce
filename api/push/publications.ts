import type { RecordOf } from '../contract/records.ts';
import { addDays, dayAt } from '../contract/values/dates.ts';
import { isListed } from '../contract/visibility.ts';
import type { Db } from '../db/database.ts';
import { bulletinItem, encodedMessage, publishedMessage, storyItem } from './messages.ts';
import type { PublishedItem } from './messages.ts';
import { publicationDue, MAX_AGE } from './settling.ts';
import type { Source } from './source.ts';
import { SEEN } from './store.ts';
import type { PushStore } from './store.ts';

/** What is announced once, when it is published. */
type PublishedType = 'story' | 'bulletin';
const TOPIC_OF = { story: 'noticias', bulletin: 'boletin' } as const;
const PUBLISHED_TYPES = Object.keys(TOPIC_OF) as PublishedType[];
/** Greatest age, in days, of a story or bulletin that is announced: older ones belong to an archive being entered. */
const MOST_DAYS: Record<PublishedType, number> = { story: 2, bulletin: 31 };

/**
 * Returns a function that plans the messages of what was published since the last call: the history says what that is.
 * It takes the time in ms since the epoch, and returns whether this was the first call of this database: then
 * everything that is there counts as announced.
 */
export function openPublications(db: Db, store: PushStore): (at: number) => boolean {
  const entries = db.prepare<[number], { id: number; type: PublishedType; record: string; at: string }>(`
    SELECT id, type, record_id AS record, at FROM history
    WHERE id > ? AND type IN ('story', 'bulletin') AND field = 'status' AND after = '"Publicado"' ORDER BY id`);
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
function plan(store: PushStore, type: PublishedType, id: string, publishedAt: number, at: number): void {
  const subject = `${type}/${id}`;
  const known = store.find(subject);
  const isAnnounced = known !== undefined && (known.open === 0 || known.payload !== '');
  const until = publishedAt + MAX_AGE;
  if (isAnnounced || until <= at) return;
  store.plan({ subject, topic: TOPIC_OF[type], version: '', urgency: 'low', due: publishedAt, until, expires: until });
}

/** Announces the planned stories and bulletins that have settled. @param at ms since the epoch */
export function announcePublications(store: PushStore, source: Source, at: number): void {
  for (const type of PUBLISHED_TYPES) announceType(store, source, type, at);
}

/**
 * Announces what of a type has settled and is still shown, in one message that also contains, and replaces, what was
 * announced of it earlier that day. What was hidden meanwhile is announced when it is published again.
 */
function announceType(store: PushStore, source: Source, type: PublishedType, at: number): void {
  const topic = TOPIC_OF[type];
  const day = dayAt(at);
  const planned = store.planned(topic);
  const last = store.find(`${topic}/${day}`);
  const published = planned.map(({ due }) => due);
  if (planned.length === 0 || at < publicationDue(published, last?.due)) return;
  const shownOf = (subjects: readonly string[]) =>
    subjects.flatMap((subject) => {
      const item = itemOf(source, type, subject.slice(type.length + 1), at);
      return item ? [{ subject, item }] : [];
    });
  const fresh = shownOf(planned.map(({ subject }) => subject));
  for (const one of planned) {
    if (fresh.some(({ subject }) => subject === one.subject)) store.settle(one);
    else store.forget(one.subject);
  }
  if (fresh.length === 0) return;
  const items = [...shownOf(last?.version.split(' ') ?? []), ...fresh];
  const message = publishedMessage(topic, day, items.map(({ item }) => item).toReversed(), at, source.site());
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

/** Returns what a message says of a story or bulletin; null if it is not to be announced. */
function itemOf(source: Source, type: PublishedType, id: string, at: number): PublishedItem | null {
  const record = source.record(type, id);
  if (!record || !isListed(type, record) || record.date <= addDays(dayAt(at), -MOST_DAYS[type])) return null;
  if (type === 'story') return storyItem(record as RecordOf<'story'>);
  const classes = source.record('categories', 'categories')?.bulletin ?? [];
  return bulletinItem(record as RecordOf<'bulletin'>, classes, source.site());
}
