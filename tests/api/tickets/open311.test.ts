import { XMLParser } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { open311 } from '#contract/addresses/open311';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import { MENDED_DAYS } from '#contract/tickets/public-ticket';
import type { NewTicket } from '#contract/tickets/ticket';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';
import { newTicket, openForm, send } from './ticket.ts';

const DAY = 86_400_000;
/** The fields of a request in the specification (GeoReport v2, «GET Service Requests»), in its order. */
const FIELDS = `service_request_id status status_notes service_name service_code description agency_responsible
  service_notice requested_datetime updated_datetime expected_datetime address address_id zipcode lat long media_url`
  .trim()
  .split(/\s+/);

type Request = Record<string, string | number | null>;
const asXml = (text: unknown) =>
  new XMLParser({ parseTagValue: false }).parse(String(text)) as Record<string, Record<string, unknown>>;
const found = async (town: Town, query = ''): Promise<Request[]> => {
  const { status, body } = await town.get(open311.requests('json') + query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Request[];
};
async function publicTown(): Promise<Town> {
  const town = await openTown();
  await openForm(town, { isPublic: true });
  return town;
}
async function received(town: Town, given: Partial<NewTicket> = {}): Promise<NewTicket> {
  const ticket = newTicket(given);
  expect((await send(town, ticket)).status).toBe(201);
  return ticket;
}
const close = (town: Town, { id }: NewTicket) =>
  town.post(staffTicketCalls.update(id, 'state'), { value: 'closed' }, { as: town.admin });

it('a town that does not show its tickets has none of it, in both formats', async () => {
  const town = await openTown();
  await openForm(town);
  const { id } = await received(town);
  for (const path of [
    open311.services('json'),
    open311.requests('json'),
    open311.request(id, 'json'),
    open311.discovery('json'),
  ]) {
    const { status, body } = await town.get(path);
    expect([status, body]).toEqual([404, [{ code: 404, description: expect.any(String) as string }]]);
    const xml = await town.get(path.replace('.json', '.xml'));
    expect([xml.status, asXml(xml.body).errors?.error]).toMatchObject([404, { code: '404' }]);
  }
});

it('services are the topics of the town', async () => {
  const town = await publicTown();
  const { headers, body } = await town.get(open311.services('json'));
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect((body as object[])[0]).toEqual({
    service_code: 'bache',
    service_name: 'Bache o calle rota',
    description: 'Bache o calle rota',
    metadata: false,
    type: 'realtime',
    keywords: null,
    group: null,
  });
  const xml = await town.get(open311.services('xml'));
  expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(xml.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/);
  const services = asXml(xml.body).services?.service as Record<string, string>[];
  expect(services).toHaveLength((body as object[]).length);
  expect(services[0]).toMatchObject({ service_code: 'bache', metadata: 'false', type: 'realtime', keywords: '' });
});

it('a request has every field of the specification, and of the ticket what was released', async () => {
  const town = await publicTown();
  const ticket = await received(town, { point: { lat: -38.71834, lon: -62.26627 } });
  const [before] = await found(town);
  expect(Object.keys(before!)).toEqual(FIELDS);
  expect(before).toMatchObject({
    status: 'open',
    status_notes: 'Recibido',
    service_code: 'bache',
    requested_datetime: '2026-03-15T00:00:00-03:00',
    description: null,
    address: null,
    lat: null,
    long: null,
    media_url: null,
  });
  const release = { isHidden: false, text: 'Un pozo & más.', place: 'Centro', isPinned: true, photos: [] };
  await town.post(staffTicketCalls.release(ticket.id), release, { as: town.admin });
  town.clock.now += DAY;
  await close(town, ticket);
  const [after] = await found(town);
  expect(after).toMatchObject({
    service_request_id: before!.service_request_id,
    status: 'closed',
    description: 'Un pozo & más.',
    updated_datetime: '2026-03-16T00:00:00-03:00',
    address: 'Centro',
    lat: -38.7185,
    long: -62.2665,
  });
  const { body } = await town.get(open311.requests('xml'));
  const request = asXml(body).service_requests?.request as Record<string, string>;
  expect(Object.keys(request)).toEqual(FIELDS);
  expect(request).toMatchObject({ description: 'Un pozo & más.', lat: '-38.7185', zipcode: '' });
});

it('one request is found by its id, and not by that of the ticket', async () => {
  const town = await publicTown();
  const ticket = await received(town);
  const [{ service_request_id: id = '' } = {}] = await found(town);
  expect((await town.get(open311.request(String(id), 'json'))).body).toEqual(await found(town));
  const xml = asXml((await town.get(open311.request(String(id), 'xml'))).body);
  expect(xml.service_requests?.request).toMatchObject({ service_request_id: id });
  for (const other of [ticket.id, ticket.number, '0'.repeat(16)]) {
    expect((await town.get(open311.request(other, 'json'))).status).toBe(404);
  }
});

it('requests are asked for by id, service, status and time, as the specification says', async () => {
  const town = await publicTown();
  const old = await received(town, { text: 'Uno', topic: 'agua' });
  town.clock.now += 100 * DAY;
  const mended = await received(town, { text: 'Dos' });
  await received(town, { text: 'Tres', topic: 'luminaria' });
  await close(town, mended);
  const codes = async (query: string) => (await found(town, query)).map((one) => one.service_code).sort();
  // The last 90 days.
  expect(await codes('')).toEqual(['bache', 'luminaria']);
  expect(await codes('?status=open')).toEqual(['luminaria']);
  expect(await codes('?status=closed')).toEqual(['bache']);
  expect(await codes('?status=open,closed&service_code=')).toEqual(['bache', 'luminaria']);
  expect(await codes('?service_code=bache,agua')).toEqual(['bache']);
  expect(await codes('?start_date=2026-03-01T00:00:00Z&end_date=2026-04-01T00:00:00Z')).toEqual(['agua']);
  expect(await codes('?start_date=2026-03-01T00:00:00Z')).toEqual(['agua']);
  expect(await codes('?jurisdiction_id=pueblo.gob.ar&api_key=x')).toEqual(['bache', 'luminaria']);
  const [first] = await found(town, '?start_date=2026-03-01T00:00:00Z');
  const [last] = await found(town, '?status=closed');
  const ids = `${first!.service_request_id},${last!.service_request_id}`;
  // It overrides all other arguments.
  expect(await codes(`?service_request_id=${ids}&status=open`)).toEqual(['agua', 'bache']);
  expect(old.id).not.toBe(first!.service_request_id);
});

it.each([
  ['a status that there is not', '?status=done'],
  ['what is no time', '?start_date=ayer'],
  ['a day that there is not', '?start_date=2026-02-30T00:00:00Z'],
  ['more than 90 days', '?start_date=2026-01-01T00:00:00Z&end_date=2026-06-01T00:00:00Z'],
  ['an end before its start', '?start_date=2026-02-01T00:00:00Z&end_date=2026-01-01T00:00:00Z'],
])('%s is refused with what is wrong', async (_, query) => {
  const town = await publicTown();
  const { status, body } = await town.get(open311.requests('json') + query);
  expect([status, body]).toEqual([400, [{ code: 400, description: expect.any(String) as string }]]);
});

it('what was settled goes out of all answers when it goes out of the list', async () => {
  const town = await publicTown();
  await close(town, await received(town));
  const [one] = await found(town);
  const id = String(one!.service_request_id);
  const all = ['', '?status=closed', `?service_request_id=${id}`];
  town.clock.now += (MENDED_DAYS - 1) * DAY;
  for (const query of all) expect(await found(town, query)).toHaveLength(1);
  town.clock.now += 2 * DAY;
  for (const query of all) expect(await found(town, query)).toEqual([]);
  expect((await town.get(open311.request(id, 'json'))).status).toBe(404);
});

it('nothing can be written, and what has not changed is not sent again', async () => {
  const town = await publicTown();
  expect((await town.post(open311.requests('json'), {})).status).toBe(405);
  const { headers } = await town.get(open311.requests('json'));
  const etag = headers.get('etag') ?? '';
  expect(headers.get('cache-control')).toContain('public');
  const again = () => town.get(open311.requests('json'), { headers: { 'If-None-Match': etag } });
  expect((await again()).status).toBe(304);
  await received(town);
  expect((await again()).status).toBe(200);
  expect((await town.get(ticketCalls.shown())).headers.get('cache-control')).toContain('public');
});

it('programs find the calls by the file of their discovery', async () => {
  const town = await publicTown();
  const { body } = await town.get(open311.discovery('json'));
  expect(body).toMatchObject({
    endpoints: [
      {
        specification: 'http://wiki.open311.org/GeoReport_v2',
        url: 'http://localhost:3000/open311/v2',
        type: 'production',
        formats: ['text/xml', 'application/json'],
      },
    ],
  });
  const { discovery } = asXml((await town.get(open311.discovery('xml'))).body);
  expect(discovery).toMatchObject({ endpoints: { endpoint: { url: 'http://localhost:3000/open311/v2' } } });
});
