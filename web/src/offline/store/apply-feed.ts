import type { Feed } from '#contract/messages/feed-messages';
import { addDays, dayAt } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { FILL_EVENT_DAYS, FILL_MOST, FILL_NEWEST } from '#contract/messages/first-fill';
import { CAROUSEL_ITEMS } from '#contract/limits';
import { newestFirst, positionOf } from '#contract/lists';
import type { ListPosition } from '#contract/lists';
import { LISTED_TYPES, traitsOf } from '#contract/record-types';
import type { ListedType } from '#contract/record-types';
import type { AnyRecord, RecordOf } from '#contract/records';
import { isListed } from '#contract/visibility';
import { rowsOf } from './public-db.ts';
import type { Floors, RecordsDb, RecordRow, FeedStanding } from './public-db.ts';

/** Time of the request for a piece, ms since the epoch, by the device's clock and by the server's (null: unknown). */
interface RequestTime {
  askedAt: number;
  serverAt: number | null;
}

export type Applied =
  /** `hasReplaced`: the content from before was deleted. */
  | { is: 'applied'; standing: FeedStanding; hasReplaced: boolean }
  /** Another tab has changed the standing in the meantime: nothing was done. */
  | { is: 'overtaken' };

/**
 * Applies a piece of the feed in one transaction, if the standing of the store is still that of the request. The first
 * piece of a fill replaces all records, because records from before the server's database was restored must not stay.
 * Residents read the old ones until that piece has come.
 * @param asked the standing at the request; null for none
 */
export function applyFeed(
  db: RecordsDb,
  asked: FeedStanding | null,
  feed: Feed,
  { askedAt, serverAt }: RequestTime,
): Promise<Applied> {
  return db.transaction('rw', db.records, db.standing, async (): Promise<Applied> => {
    const current = (await db.standing.get('feed')) ?? null;
    if (!isSame(asked, current)) return { is: 'overtaken' };
    const goesOn = current !== null && isNextOf(current, feed);
    if (!goesOn) await db.records.clear();
    await db.records.bulkPut([
      ...feed.puts.map(({ type, seq, record }): RecordRow => ({ type, id: record.id, seq, record })),
      ...feed.dels.map(({ type, id, seq }): RecordRow => ({ type, id, seq, record: null })),
    ]);
    const next = feed.next ?? null;
    const hasEnded = feed.fill === true && next === null;
    const standing: FeedStanding = {
      key: 'feed',
      epoch: feed.epoch,
      cursor: feed.cursor,
      next,
      counts: feed.counts,
      more: feed.more,
      head: goesOn ? current.head : feed.cursor,
      floors: hasEnded ? await floorsOf(db, dayAt(serverAt ?? askedAt)) : goesOn ? current.floors : null,
      pulledAt: !feed.fill && !feed.more ? askedAt : goesOn ? current.pulledAt : null,
      serverAt: !feed.fill && !feed.more ? serverAt : goesOn ? (current.serverAt ?? null) : null,
    };
    await db.standing.put(standing);
    return { is: 'applied', standing, hasReplaced: current !== null && !goesOn };
  });
}

/** Whether a piece continues the content of the store; otherwise it begins another fill. */
function isNextOf({ epoch, next, cursor }: FeedStanding, feed: Feed): boolean {
  if (feed.epoch !== epoch) return false;
  return feed.fill ? next !== null && feed.cursor === cursor : next === null;
}

/** Whether two standings have the same epoch, cursor and token. */
function isSame(a: FeedStanding | null, b: FeedStanding | null): boolean {
  return a?.epoch === b?.epoch && a?.cursor === b?.cursor && a?.next === b?.next && a?.head === b?.head;
}

/**
 * Returns the floors of a fill that has just ended. Records that visitors have opened meanwhile can only raise one.
 * @param day the server's day with the fill's last piece; events were brought from some days before it on
 */
async function floorsOf(db: RecordsDb, day: Day): Promise<Floors> {
  const stories = listed('story', await rowsOf(db, 'story')).filter((story) => story.highlight);
  const floors: Floors = { highlight: lowest('story', stories, CAROUSEL_ITEMS) };
  for (const type of LISTED_TYPES) {
    const { filledWith } = traitsOf(type);
    if (!filledWith) continue;
    const rows = await rowsOf(db, type);
    const isUpcoming = filledWith === 'upcoming';
    const from = () => (rows.length < FILL_MOST ? addDays(day, -FILL_EVENT_DAYS) : NEVER);
    floors[type] = isUpcoming ? from() : lowest(type, listed(type, rows), FILL_NEWEST);
  }
  return floors;
}

/** A fill that brought as many events as it may has left out later ones. */
const NEVER: Day = '9999-12-31';

function listed<T extends ListedType>(type: T, rows: RecordRow[]): RecordOf<T>[] {
  const records = rows.map(({ record }) => record as RecordOf<T> | null).filter((record) => record !== null);
  return records.filter((record) => isListed(type, record));
}

const lowest = (type: ListedType, records: AnyRecord[], most: number): ListPosition | null =>
  records.map((record) => positionOf(type, record)).sort(newestFirst)[most - 1] ?? null;
