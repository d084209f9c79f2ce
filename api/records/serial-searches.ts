import { setImmediate } from 'node:timers/promises';
import { limited } from '../http/limits/concurrency-limit.ts';
import type { PublicReader } from '../contract/reader.ts';

/** Maximum number of searches that wait: at a few ms each, they take a fraction of a second. */
const MAX_WAITING = 50;

/**
 * Returns the reader with its searches run one after another. A search blocks the process, so other requests are served
 * between two of them, and the number that wait is limited.
 * @throws Problem 503 from a search when too many wait
 */
export function withSerialSearches<Reader extends PublicReader>(reader: Reader): Reader {
  const turn = limited(1, MAX_WAITING);
  const inTurn = <T>(search: () => Promise<T>) =>
    turn(async () => {
      await setImmediate();
      return search();
    });
  return {
    ...reader,
    search: (...asked) => inTurn(() => reader.search(...asked)),
    listSearch: (...asked) => inTurn(() => reader.listSearch(...asked)),
  };
}
