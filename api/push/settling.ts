/**
 * How long what is to be told settles, so that several changes are one message; free of clock and database. All times
 * are ms since the epoch.
 */

const MINUTE = 60_000;
/** Time without a change of an alert, after which a correction of what was told is told. */
const CORRECTION = MINUTE;
/** Time without another publication, in which the last one can be hidden again too; and its maximum for the first. */
const PUBLICATION = { quiet: 5 * MINUTE, most: 30 * MINUTE };
/** Minimum time between two messages of a topic of what is published. */
const APART = 60 * MINUTE;

/** Returns when a correction of an alert is told, given its last change. */
export const correctionDue = (changed: number): number => changed + CORRECTION;

/**
 * Returns when what was published is told, as one message.
 * @param published when each was published, at least one
 * @param last when the last message of the topic was sent, if there was one
 */
export function publicationDue(published: readonly number[], last: number | undefined): number {
  const settled = Math.min(Math.max(...published) + PUBLICATION.quiet, Math.min(...published) + PUBLICATION.most);
  return last === undefined ? settled : Math.max(settled, last + APART);
}
