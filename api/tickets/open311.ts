import { GEOREPORT } from '../contract/addresses/open311.ts';
import type { Open311Format } from '../contract/addresses/open311.ts';
import { ticketCalls } from '../contract/addresses/ticket-calls.ts';
import { TOWN_OFFSET } from '../contract/limits.ts';
import type { PublicTicket } from '../contract/tickets/public-ticket.ts';
import { isSettled, TICKET_STATE_WORDS } from '../contract/tickets/ticket.ts';
import { addDays, parseDay } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { xmlDocument } from '../http/xml.ts';
import type { XmlElement } from '../http/xml.ts';
import type { PublicQuestion } from './public-tickets.ts';

/** The specification of the calls (GeoReport v2): https://wiki.open311.org/GeoReport_v2 */
const SPECIFICATION = 'http://wiki.open311.org/GeoReport_v2';
/** When what is served was changed last: names of fields, not their values. */
const AS_OF = '2026-11-27T00:00:00-03:00';
const AS_OF_FIELD = 'changeset';
/** Maximum number of requests of an answer, and of days that it spans (specification, «Response Volume»). */
export const OPEN311_MOST = 1000;
const SPAN = 90;

type Value = string | number | boolean | null;
type Fields = Record<string, Value>;

/** Writes a list of fields: in JSON as it is, in XML within `all`, each in `one`. */
export function open311List(format: Open311Format, all: string, one: string, list: readonly Fields[]): string {
  if (format === 'json') return JSON.stringify(list);
  return xmlDocument(all, { [one]: list.map(inXml) });
}

const inXml = (fields: Fields): XmlElement =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === null ? '' : String(value)]));

export const serviceOf = ({ key, name }: { key: string; name: string }): Fields => ({
  service_code: key,
  service_name: name,
  description: name,
  metadata: false,
  type: 'realtime',
  keywords: null,
  group: null,
});

/** A day's beginning in the town, as the specification wants times: nobody learns the hour of a ticket. */
const timeOf = (day: Day) => `${day}T00:00:00${TOWN_OFFSET}`;

/** @param origin public address of the portal; @param nameOf returns what a topic is called */
export function requestOf(ticket: PublicTicket, origin: string, nameOf: (topic: string) => string): Fields {
  const { id, topic, state, day, settled, text, place, point, photos } = ticket;
  return {
    service_request_id: id,
    status: isSettled(state) ? 'closed' : 'open',
    status_notes: TICKET_STATE_WORDS[state],
    service_name: nameOf(topic),
    service_code: topic,
    description: text || null,
    agency_responsible: null,
    service_notice: null,
    requested_datetime: timeOf(day),
    updated_datetime: timeOf(settled || day),
    expected_datetime: null,
    address: place || null,
    address_id: null,
    zipcode: null,
    lat: point?.lat ?? null,
    long: point?.lon ?? null,
    media_url: photos > 0 ? origin + ticketCalls.shownPhoto(id, 0) : null,
  };
}

/** What a query asks for; the reason where it cannot be answered. An argument that is blank is none. */
export function open311Question(query: URLSearchParams, today: Day): PublicQuestion | { fault: string } {
  const listIn = (name: string) => query.getAll(name).flatMap((value) => value.split(',').filter(Boolean));
  const ids = listIn('service_request_id');
  // It overrides all other arguments.
  if (ids.length > 0) return { ids: ids.slice(0, OPEN311_MOST) };
  const times = ['start_date', 'end_date'].map((name) => {
    const given = query.get(name) ?? '';
    if (given === '') return null;
    return DATE.test(given) && parseDay(given.slice(0, 10)) !== null ? Date.parse(given) : Number.NaN;
  });
  if (times.some(Number.isNaN)) return { fault: 'start_date and end_date are times as 2010-01-01T00:00:00Z' };
  const [start = null, end = null] = times;
  const until = end ?? (start === null ? Date.parse(timeOf(addDays(today, 1))) : start + SPAN * DAY);
  const from = start ?? until - SPAN * DAY;
  if (until < from) return { fault: 'end_date is before start_date' };
  if (until - from > SPAN * DAY) return { fault: `start_date and end_date are at most ${SPAN} days apart` };
  const states = listIn('status');
  if (!states.every((one) => one === 'open' || one === 'closed')) return { fault: 'status is open or closed' };
  const topics = listIn('service_code');
  const [state] = new Set(states).size === 1 ? states : [];
  return {
    from: new Date(from).toISOString(),
    to: new Date(until).toISOString(),
    ...(topics.length > 0 && { topics }),
    ...(state && { is: state === 'open' ? ('open' as const) : ('settled' as const) }),
  };
}
const DAY = 86_400_000;
/** A day, or a time with its zone (W3C, «Date and Time Formats»); a `+` of a query arrives as a space. */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** The file by which programs find the calls. */
export function discoveryOf(format: Open311Format, { origin, contact }: { origin: string; contact: string }): string {
  const endpoint = {
    specification: SPECIFICATION,
    url: origin + GEOREPORT,
    [AS_OF_FIELD]: AS_OF,
    type: 'production',
  };
  const formats = ['text/xml', 'application/json'];
  const head = { [AS_OF_FIELD]: AS_OF, contact, key_service: 'No key is needed: everything here can only be read.' };
  if (format === 'json') return JSON.stringify({ ...head, endpoints: [{ ...endpoint, formats }] });
  return xmlDocument('discovery', {
    ...head,
    endpoints: { endpoint: { ...endpoint, formats: { format: formats } } },
  });
}
