import { calendarEventId } from '#contract/addresses/subscriptions';
import { eventFile } from '#contract/calendar/icalendar';
import type { AgendaEvent } from '#contract/records';
import { withTimeout } from '../browser/with-timeout.ts';
import { isWhole } from '../page-and-worker/is-whole.ts';

/** Time, in ms, after which the device's own file is given instead of the server's. */
const PATIENCE = 4000;
const CALENDAR = /^text\/calendar\b/i;

/**
 * Answers requests for an event's calendar file: as the server does, so that the newest is added to a calendar; where
 * it is not reached, with the same bytes made from the event that the device holds.
 * @param held reads an event from the device's store; undefined or null where it holds none
 */
export function openEventFiles({
  fetch,
  origin,
  held,
}: {
  fetch: typeof globalThis.fetch;
  origin: string;
  held: (id: string) => Promise<AgendaEvent | null | undefined>;
}) {
  /** @throws when it is not reached, or when something else answers in its place */
  async function fromServer(request: Request): Promise<Response> {
    const response = await fetch(request);
    if (response.status !== 404 && !isWhole(response, CALENDAR)) throw new Error(`the file came as ${response.status}`);
    return response;
  }

  return async (request: Request): Promise<Response> => {
    const server = fromServer(request);
    try {
      return await withTimeout(PATIENCE, server, new Error('no file in time'));
    } catch {
      const event = await held(calendarEventId(new URL(request.url).pathname) ?? '');
      if (!event) return server;
      const { headers, body } = eventFile(event, origin);
      return new Response(body, { headers });
    }
  };
}
