/**
 * How long what is to be told settles, so that several changes are one message; free of clock and database. All times
 * are ms since the epoch.
 */

const MINUTE = 60_000;
/** Time without another change of an alert, after which a correction is told; and its maximum for the first. */
const CORRECTION = { quiet: MINUTE, most: 5 * MINUTE };
/** Time without another publication, in which the last one can be hidden again too; and its maximum for the first. */
const PUBLICATION = { quiet: 5 * MINUTE, most: 30 * MINUTE };
/** Minimum time between two messages of a topic of what is published. */
const APART = 60 * MINUTE;

/**
 * Returns when a correction of an alert is told.
 * @param changes when it was changed since it was last told, the first first; if never, it is told now
 */
export function correctionDue(changes: readonly number[]): number {
  // What was changed before had time to settle, and is told; or it was undone.
  const first = changes.findLast((at, n) => n === 0 || at - (changes[n - 1] ?? at) > CORRECTION.quiet);
  return Math.min(Math.max(...changes) + CORRECTION.quiet, (first ?? 0) + CORRECTION.most);
}

/**
 * Returns when what was published is told, as one message.
 * @param published when each was published, at least one
 * @param last when the last message of the topic was sent, if there was one
 */
export function publicationDue(published: readonly number[], last: number | undefined): number {
  const settled = Math.min(Math.max(...published) + PUBLICATION.quiet, Math.min(...published) + PUBLICATION.most);
  return last === undefined ? settled : Math.max(settled, last + APART);
}
