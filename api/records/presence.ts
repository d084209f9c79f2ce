import { PRESENCE } from '../contract/limits.ts';

/** Who is editing which record. It is in memory only: a restart forgets it, and devices report again. */
export interface Presence {
  /**
   * Notes that somebody is editing a record.
   * @returns the ids of the others who were, in the last seconds; those who came first, first
   */
  isEditing(userId: string, type: string, id: string): string[];
}

/** Records that a person counts as editing at once: the latest. Nobody has more of them open. */
const MOST = 20;

/** @param now ms since the epoch */
export function openPresence(now: () => number): Presence {
  /** By person and record, since when and until when the person counts as editing it. */
  const editors = new Map<string, Map<string, { since: number; until: number }>>();

  return {
    isEditing(userId, type, id) {
      const at = now();
      for (const [person, records] of editors) {
        for (const [record, { until }] of records) if (until <= at) records.delete(record);
        if (records.size === 0) editors.delete(person);
      }
      const record = `${type} ${id}`;
      const own = editors.get(userId) ?? new Map<string, { since: number; until: number }>();
      const since = own.get(record)?.since ?? at;
      own.delete(record);
      editors.set(userId, own.set(record, { since, until: at + PRESENCE.lasts * 1000 }));
      const [oldest = ''] = own.keys();
      if (own.size > MOST) own.delete(oldest);
      return [...editors]
        .flatMap(([person, records]) => ({ person, since: records.get(record)?.since }))
        .filter((one): one is { person: string; since: number } => one.since !== undefined && one.person !== userId)
        .sort((one, other) => one.since - other.since)
        .map(({ person }) => person);
    },
  };
}
