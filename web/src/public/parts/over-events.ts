import { lastDayOf } from '#contract/calendar/event-times';
import type { Paged } from '#contract/lists';
import type { AgendaEvent, EventCard } from '#contract/records';
import type { Day } from '#contract/values/dates';

/**
 * Returns the ids of those of some events that are over. Drawing reads no clock: what of today is not over has not left
 * the list of what comes.
 * @param coming its first page, which may be too short to have all of today; null where that is not known
 */
export function overEvents(
  events: readonly (AgendaEvent | EventCard)[],
  coming: Paged<EventCard> | null,
  today: Day,
): string[] {
  const isCut = !coming || (coming.pages > 1 && coming.items.every(({ date }) => date <= today));
  const isComing = (id: string) => isCut || coming.items.some((one) => one.id === id);
  const isOver = (last: Day, id: string) => last < today || (last === today && !isComing(id));
  return events.filter((one) => isOver(lastDayOf(one), one.id)).map(({ id }) => id);
}
