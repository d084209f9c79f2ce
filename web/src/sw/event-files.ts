import { agendaOfCalendar, calendarEventId } from '#contract/addresses/subscriptions';
import { CALENDAR_TYPE, calendarOf, eventFile } from '#contract/calendar/icalendar';
import type { AgendaEvent } from '#contract/records';
import { withTimeout } from '../browser/with-timeout.ts';
import { isWhole } from '../page-and-worker/is-whole.ts';

/** Time, in ms, after which the device's own file is given instead of the server's. */
const PATIENCE = 4000;
const CALENDAR = /^text\/calendar\b/i;

/**
 * Answers requests for the calendar file of an event or of the agenda: as the server does, so that the newest is added
 * to a calendar; where it is not reached, from the events that the device holds. The file of an event has the same
 * bytes; that of the agenda says nothing to applications that subscribe, which are not asked here.
 * @param held reads an event from the device's store; undefined or null where it holds none
 * @param heldAgenda reads those of a category, '' for all
 */
export function openEventFiles({
  fetch,
  origin,
  held,
  heldAgenda,
}: {
  fetch: typeof globalThis.fetch;
  origin: string;
  held: (id: string) => Promise<AgendaEvent | null | undefined>;
  heldAgenda: (label: string) => Promise<AgendaEvent[]>;
}) {
  /** @throws when it is not reached, or when something else answers in its place */
  async function fromServer(request: Request): Promise<Response> {
    const response = await fetch(request);
    if (response.status !== 404 && !isWhole(response, CALENDAR)) throw new Error(`the file came as ${response.status}`);
    return response;
  }

  async function fileOf(path: string): Promise<{ headers: Record<string, string>; body: string } | null> {
    const label = agendaOfCalendar(path);
    if (label === null) {
      const event = await held(calendarEventId(path) ?? '');
      return event ? eventFile(event, origin) : null;
    }
    const events = await heldAgenda(label);
    return events.length > 0 ? { headers: { 'Content-Type': CALENDAR_TYPE }, body: calendarOf(events, origin) } : null;
  }

  return async (request: Request): Promise<Response> => {
    const server = fromServer(request);
    try {
      return await withTimeout(PATIENCE, server, new Error('no file in time'));
    } catch {
      const made = await fileOf(new URL(request.url).pathname);
      return made ? new Response(made.body, { headers: made.headers }) : server;
    }
  };
}
