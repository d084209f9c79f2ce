import type { Joined } from '../../../api/records/write/merged-fields.ts';

/** Returns the merged value; null if there is a question. */
export const mergedIn = <V>(joined: Joined<V>): V | null => ('merged' in joined ? joined.merged : null);
