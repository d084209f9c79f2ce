import { z } from 'zod';
import { IN_SPANISH, Problem } from '../contract/problems.ts';
import { contactFault } from '../contract/tickets/contact.ts';
import { PROOF_MAX } from '../contract/tickets/proof.ts';
import { TICKET_LIMITS, TICKET_NUMBER, TICKET_SECRET } from '../contract/tickets/ticket.ts';
import type { NewFollower } from '../contract/tickets/public-ticket.ts';
import type { NewTicket } from '../contract/tickets/ticket.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import { oneLine, visible } from '../contract/values/text.ts';

const most = (label: string, limit: number) => `${label}: hasta ${limit} caracteres.`;
const line = (label: string, limit: number) =>
  z
    .string()
    .overwrite((text) => oneLine(visible(text)))
    .max(limit, most(label, limit));
const lines = z
  .string()
  .overwrite((text) => visible(text).trim())
  .min(1, 'Contanos qué pasa.')
  .max(TICKET_LIMITS.text, most('Qué pasa', TICKET_LIMITS.text));
/** About a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
const degrees = (limit: number) => z.number().min(-limit).max(limit).overwrite(rounded);
const secret = z.string().regex(TICKET_SECRET);
const entryId = z.string().regex(/^[\w-]{12,64}$/);

/** Proof that somebody is the author of a ticket. */
export const ownedBody = z.strictObject({ secret });
export const messageBody = z.strictObject({ secret, id: entryId, text: lines });
export const photoBody = z.strictObject({ secret, name: z.string().optional(), data: z.string() });
export const photoFileBody = z.strictObject({ secret, name: z.string().max(120) });

const newTicketBody = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{12}$/),
  secret,
  number: z.string().regex(TICKET_NUMBER),
  topic: z.string().max(40),
  text: lines,
  place: line('Dónde', TICKET_LIMITS.place),
  point: z.strictObject({ lat: degrees(90), lon: degrees(180) }).exactOptional(),
  name: line('Nombre', TICKET_LIMITS.name),
  phone: line('Teléfono', TICKET_LIMITS.phone),
  email: line('Correo', TICKET_LIMITS.email).regex(/^$|^[^\s@]+@[^\s@]+$/, 'Correo: escribilo completo.'),
  made: z.iso.datetime({ offset: true }),
  trap: z.string().max(200),
  seconds: z.number().min(0),
  proof: z.string().max(PROOF_MAX).exactOptional(),
}) satisfies z.ZodType<NewTicket>;

const followerBody = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{12}$/),
  secret,
  number: z.string().regex(TICKET_NUMBER),
  of: z.string().regex(/^[0-9a-f]{16}$/),
}) satisfies z.ZodType<NewFollower>;

/** Reads a follower. @throws Problem 400 for what no device sends */
export const newFollowerIn = (body: unknown): NewFollower => residentBody(followerBody, body);

/** Reads a ticket. @throws Problem 400 for what no form sends, 422 with the field for what a person can mend */
export const newTicketIn = (body: unknown): NewTicket => residentBody(newTicketBody, body);

/**
 * Checks that the town takes a ticket. A topic that was retired since the device learned of it is taken.
 * @throws Problem 422 with the field
 */
export function checkTaken(ticket: NewTicket, { topics, takesAnonymous }: TicketSettings): void {
  if (topics.every(({ key }) => key !== ticket.topic)) {
    throw new Problem('value', { field: 'topic', message: 'Elegí de qué se trata.' });
  }
  if (!takesAnonymous && ticket.phone === '' && ticket.email === '') {
    throw new Problem('value', {
      field: 'phone',
      message: 'Dejá un teléfono o un correo para que podamos responderte.',
    });
  }
  const message = contactFault(ticket);
  if (message !== '') throw new Problem('value', { field: 'phone', message });
}

/** Reads any other body of a resident. @throws Problem 400, or 422 with the field */
export function residentBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body, IN_SPANISH);
  if (!parsed.success) throw refusalOf(parsed.error);
  return parsed.data;
}

const FOR_PEOPLE = new Set(['text', 'place', 'name', 'phone', 'email']);

function refusalOf({ issues: [issue] }: z.ZodError): Problem {
  const field = String(issue?.path[0]);
  const isValue = issue !== undefined && FOR_PEOPLE.has(field) && issue.code !== 'invalid_type';
  return isValue ? new Problem('value', { field, message: issue.message }) : new Problem('malformed');
}
