/**
 * Which records a device keeps offline after its first visit, together with `filledWith` in `record-types.ts`: all
 * records of types with few of them, and the newest or future ones of the other types (spec section 9).
 */

/** Events since this many days ago are kept. */
export const FILL_EVENT_DAYS = 30;
/** Number of newest records that are kept of other types without a limit. */
export const FILL_NEWEST = 100;
/** Maximum number of records that are kept of each type that stays small. */
export const FILL_MOST = 1000;
