import type { ListedType, RecordType } from '../record-types.ts';
import type { RecordOf } from '../records.ts';

export type Put = { [T in RecordType]: { type: T; seq: number; record: RecordOf<T> } }[RecordType];
export interface Del {
  type: RecordType;
  id: string;
  seq: number;
}
/** Number of listed records of types that grow without limit, so that a device knows whether it has all of them. */
export type Counts = Partial<Record<ListedType, number>>;

/**
 * A piece of the change feed, oldest change first. `fill` marks a piece of a first fill: `next` requests the next piece
 * (null at the end), and pulls start at `cursor`. `more` says that another pull from `cursor` would bring more.
 */
export interface Feed {
  epoch: string;
  cursor: string;
  more: boolean;
  puts: Put[];
  dels: Del[];
  counts: Counts;
  fill?: true;
  next?: string | null;
}

/** Is this parsed JSON a piece of the feed? A captive portal's page, or half an answer, is not. */
export function isFeed(value: unknown): value is Feed {
  if (typeof value !== 'object' || value === null) return false;
  const feed = value as Partial<Record<keyof Feed, unknown>>;
  return (
    typeof feed.epoch === 'string' &&
    typeof feed.cursor === 'string' &&
    typeof feed.more === 'boolean' &&
    Array.isArray(feed.puts) &&
    Array.isArray(feed.dels) &&
    typeof feed.counts === 'object' &&
    feed.counts !== null
  );
}
