import { setImmediate } from 'node:timers/promises';
import { limited } from '../http/limited.ts';
import type { PublicReader } from '../contract/reader.ts';

/** Searches that may wait for their turn: at a few ms each, a fraction of a second. */
const MAX_WAITING = 50;

/**
 * The same reader with its searches one after another. Each holds up the process for as long as it takes, so between
 * two of them everybody else is served, and no more of them wait than are soon done.
 * @throws Problem 503 from a search when too many wait
 */
export function withSerialSearches(reader: PublicReader): PublicReader {
  const turn = limited(1, MAX_WAITING);
  const inTurn = <T>(search: () => Promise<T>) => turn(async () => {
    await setImmediate();
    return search();
  });
  return {
    ...reader,
    search: (...asked) => inTurn(() => reader.search(...asked)),
    bulletinSearch: (...asked) => inTurn(() => reader.bulletinSearch(...asked)),
  };
}
