/**
 * How long changes settle before they are announced, so that several are one message; free of clock and database. All
 * times are ms since the epoch, all periods ms.
 */

const MINUTE = 60_000;
/** Time of the town at which is announced what there is tomorrow. */
export const EVENING = '18:00';
/** Nothing older is announced: neither what happened while the portal was stopped, nor what waits in the queue. */
export const MAX_AGE = 24 * 60 * MINUTE;
/** Time without another change of an alert, after which a correction is announced; and its maximum for the first. */
const CORRECTION = { quiet: MINUTE, most: 5 * MINUTE };
/** Time without another publication, in which the last one can still be hidden; and its maximum for the first. */
const PUBLICATION = { quiet: 5 * MINUTE, most: 30 * MINUTE };
/** Minimum time between two messages of the topic of stories, or of bulletins. */
const APART = 60 * MINUTE;

/**
 * Returns when a correction of an alert is announced.
 * @param changes when it was changed since it was last announced, oldest first; if never, it is announced now
 */
export const correctionDue = (changes: readonly number[]): number => settledAt(changes, CORRECTION);

/**
 * Returns when the change of a roster is announced: a list is typed for longer than the words of an alert.
 * @param changes as of an alert
 * @param isSoon it is about today or tomorrow
 */
export const rosterChangeDue = (changes: readonly number[], isSoon: boolean): number =>
  settledAt(changes, isSoon ? CORRECTION : PUBLICATION);

function settledAt(changes: readonly number[], { quiet, most }: typeof CORRECTION): number {
  // What was changed earlier had time to settle: it was announced, or undone.
  const first = changes.findLast((at, n) => n === 0 || at - (changes[n - 1] ?? at) > quiet);
  return Math.min(Math.max(...changes) + quiet, (first ?? 0) + most);
}

/**
 * Returns when what was published is announced, as one message.
 * @param published when each was published, at least one
 * @param last when the last message of the topic was sent, if there was one
 */
export function publicationDue(published: readonly number[], last: number | undefined): number {
  const settled = Math.min(Math.max(...published) + PUBLICATION.quiet, Math.min(...published) + PUBLICATION.most);
  return last === undefined ? settled : Math.max(settled, last + APART);
}
