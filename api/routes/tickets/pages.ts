import express, { Router } from 'express';
import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { PLAIN_TICKETS, PRIVATE_TICKETS, ticketPage, TICKETS_PAGE } from '../../contract/addresses/tickets.ts';
import { Problem } from '../../contract/problems.ts';
import type { PublicReader } from '../../contract/reader.ts';
import { newTicketNumber, newTicketSecret, TICKET_NUMBER, TICKET_TOKEN } from '../../contract/tickets/ticket.ts';
import { newRecordId } from '../../contract/values/ids.ts';
import { ownLocation } from '../../http/address.ts';
import type { PlainFault, PlainTickets, PlainValues } from '../../contract/tickets/plain-page.ts';
import { networkRateLimit } from '../../http/limits/rate.ts';
import type { Renderer } from '../../http/render.ts';
import { part, route } from '../../http/route.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import type { Transport } from '../../http/security-headers.ts';
import { messageBody, residentBody } from '../../tickets/new-ticket.ts';
import type { Tickets } from '../../tickets/open-tickets.ts';
import { eraseOwned, ownedTicket } from '../../tickets/owned.ts';
import { receive } from '../../tickets/receive.ts';
import { formOf } from '../../tickets/settings.ts';
import { TICKET_CALLS } from './residents.ts';

interface PageParts {
  tickets: Tickets;
  renderer: Renderer;
  reader: PublicReader;
  transport: Transport;
  /** ms since the epoch */
  now: () => number;
  /** Counts a page that is drawn for a visitor. @throws Problem 429 for one whose network asks for too many */
  pace: (address: string | undefined) => void;
}

/** A text of 4,000 characters, each of which may take nine bytes in a form's body, and what is around it. */
const FORM_BODY = 48 * 1024;

/**
 * The pages of tickets, drawn for each request: no cache may keep them, because the form carries the secret of the
 * ticket that it makes, and the address of a ticket's page is the key to it. They work without scripts.
 */
export function ticketPageRoutes({ tickets, renderer, reader, transport, now, pace }: PageParts): Router {
  const router = Router();
  const { settings, writes, picture } = tickets;
  const headers = {
    ...securityHeaders({ transport, kind: 'public document' }),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
  };
  const paced = networkRateLimit({ now, ...TICKET_CALLS });
  const bodyParts = [paced, express.urlencoded({ extended: false, limit: FORM_BODY, parameterLimit: 30 })];

  async function show(res: Response, path: string, shown: PlainTickets, status = 200, more = {}): Promise<void> {
    const html = await renderer.tickets(path, shown, reader);
    res.writeHead(status, { ...headers, ...more }).end(html);
  }

  const form = (values: PlainValues, fault: PlainFault | null, isPlain: boolean): PlainTickets => ({
    is: 'form',
    form: formOf(settings.read(), picture.shown() !== null),
    values,
    fault,
    isPlain,
  });

  const create: RequestHandler = async (req, res) => {
    const typed = fieldsOf(req);
    const values = { ...blank(now()), ...known(typed) };
    const [, id = '', secret = ''] = TICKET_TOKEN.exec(values.token) ?? [];
    const { topic, text, place, name, phone, email, number } = values;
    const opened = Number(values.opened);
    const seconds = Number.isFinite(opened) ? Math.max(0, Math.round((now() - opened) / 1000)) : 0;
    const made = new Date(now()).toISOString();
    const given = { id, secret, number, topic, place, name, phone, email, made, trap: typed.trap ?? '', seconds };
    try {
      receive(tickets, { ...given, text: withPlainEnds(text) }, req.ip, false);
    } catch (error) {
      const { fault, status, more } = faultOf(error);
      return show(res, TICKETS_PAGE, form(values, fault, true), status, more);
    }
    res.writeHead(303, { ...headers, Location: ownLocation(ticketPage({ id, secret })) }).end();
  };

  route(router, TICKETS_PAGE, {
    get: (req, res) => {
      pace(req.ip);
      return show(res, TICKETS_PAGE, form(blank(now()), null, false));
    },
    post: [...bodyParts, create],
  });
  route(router, PLAIN_TICKETS, {
    get: (req, res) => {
      pace(req.ip);
      return show(res, TICKETS_PAGE, form(blank(now()), null, true));
    },
  });

  /** Shows a ticket to those who have its address. */
  function showTicket(
    res: Response,
    token: string,
    { text = '', fault = null, isAsked = false }: { text?: string; fault?: PlainFault | null; isAsked?: boolean } = {},
    status = 200,
  ): Promise<void> {
    const [, id = '', secret = ''] = TICKET_TOKEN.exec(token) ?? [];
    try {
      const ticket = ownedTicket(tickets, id, secret);
      return show(res, TICKETS_PAGE, { is: 'ticket', ticket, token, text, fault, isAsked }, status);
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 410)) throw error;
      return show(res, TICKETS_PAGE, { is: 'words', words: error.status === 410 ? ERASED : UNKNOWN }, error.status);
    }
  }

  const change: RequestHandler = async (req, res) => {
    const token = part(req, 'token');
    const [, id = '', secret = ''] = TICKET_TOKEN.exec(token) ?? [];
    const { do: what, text = '' } = fieldsOf(req);
    try {
      if (what === 'ask') return await showTicket(res, token, { text, isAsked: true });
      if (what === 'erase') {
        eraseOwned(tickets, id, secret);
        return await show(res, TICKETS_PAGE, { is: 'words', words: ERASED });
      }
      const message = { secret, id: idOfText(text, Math.floor(now() / SAME_MESSAGE)), text: withPlainEnds(text) };
      writes.write(id, residentBody(messageBody, message));
    } catch (error) {
      const { fault, status } = faultOf(error);
      return showTicket(res, token, { text, fault }, status);
    }
    res.writeHead(303, { ...headers, Location: ownLocation(`${PRIVATE_TICKETS}/${token}`) }).end();
  };

  route(router, `${PRIVATE_TICKETS}/:token`, {
    get: (req, res) => {
      pace(req.ip);
      return showTicket(res, part(req, 'token'));
    },
    post: [...bodyParts, change],
  });
  return router;
}

const ERASED = 'Los datos de este reclamo se borraron.';
const UNKNOWN = 'Este enlace no lleva a ningún reclamo. Fijate que esté completo.';

/** A text that is sent again within as many ms is the same message: somebody has pressed twice. */
const SAME_MESSAGE = 600_000;
const idOfText = (text: string, time: number) =>
  createHash('sha256').update(`${time} ${text}`).digest('base64url').slice(0, 24);

/** Texts of a form have the ends of lines of its encoding. */
const withPlainEnds = (text: string) => text.replaceAll('\r\n', '\n');

/** The texts of a form's body. */
function fieldsOf({ body }: Request): Partial<Record<string, string>> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

/** A form that nothing was typed into. */
const blank = (at: number): PlainValues => ({
  token: newRecordId(at) + newTicketSecret(),
  number: newTicketNumber(),
  opened: String(at),
  topic: '',
  text: '',
  place: '',
  name: '',
  phone: '',
  email: '',
});

/** What a form carries back, without ids that no form has. */
function known(typed: Partial<Record<string, string>>): Partial<PlainValues> {
  const { token = '', number = '', opened = '', topic, text, place, name, phone, email } = typed;
  const isOurs = TICKET_TOKEN.test(token) && TICKET_NUMBER.test(number);
  const values = { ...(isOurs && { token, number, opened }), topic, text, place, name, phone, email };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function faultOf(error: unknown): { fault: PlainFault; status: number; more: Record<string, string> } {
  if (!(error instanceof Problem)) throw error;
  const { status, message, details } = error;
  const more = details.retryAfter === undefined ? {} : { 'Retry-After': String(details.retryAfter) };
  return { fault: { field: details.field, message }, status, more };
}
