import { PRESENCE } from '../contract/limits.ts';

/** Who is editing which record. It is in memory only: a restart forgets it, and devices report again. */
export interface Presence {
  /**
   * Notes that somebody is editing a record.
   * @returns the ids of the others who were, in the last seconds; those who came first, first
   */
  isEditing(userId: string, type: string, id: string): string[];
}

/** @param now ms since the epoch */
export function openPresence(now: () => number): Presence {
  /** By record, until when people count as editing it. */
  const editors = new Map<string, Map<string, number>>();

  return {
    isEditing(userId, type, id) {
      for (const [place, people] of editors) {
        for (const [person, until] of people) if (until <= now()) people.delete(person);
        if (people.size === 0) editors.delete(place);
      }
      const place = `${type} ${id}`;
      const here = editors.get(place) ?? new Map<string, number>();
      editors.set(place, here.set(userId, now() + PRESENCE.lasts * 1000));
      return [...here.keys()].filter((person) => person !== userId);
    },
  };
}
