import { Router } from 'express';
import type { Request } from 'express';
import { open311, OPEN311_FORMATS } from '../../contract/addresses/open311.ts';
import type { Open311Format } from '../../contract/addresses/open311.ts';
import { PUBLIC_TICKETS } from '../../contract/addresses/tickets.ts';
import { dayAt } from '../../contract/values/dates.ts';
import type { Answer, AnswerCache } from '../../http/cache/answer-cache.ts';
import { NOTHING_LOADS } from '../../http/reply.ts';
import { part, route } from '../../http/route.ts';
import {
  discoveryOf,
  open311List,
  OPEN311_MOST,
  open311Question,
  requestOf,
  serviceOf,
} from '../../tickets/open311.ts';
import type { Tickets } from '../../tickets/open-tickets.ts';
import { formOf } from '../../tickets/settings.ts';
import { openTicketAnswers } from './public.ts';

interface Parts {
  tickets: Tickets;
  answerCache: AnswerCache;
  /** Public address of the portal. */
  origin: string;
  /** ms since the epoch */
  now: () => number;
}

const TYPES: Record<Open311Format, string> = {
  json: 'application/json; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
};

/**
 * What everybody may see of tickets, as Open311 GeoReport v2, reading only. Where the town does not show them, all of
 * it is not found.
 */
export function open311Routes({ tickets, answerCache, origin, now }: Parts): Router {
  const router = Router();
  const answer = openTicketAnswers({ tickets, answerCache });
  for (const format of OPEN311_FORMATS) {
    const file = (body: string, status = 200): Answer => ({
      status,
      // Programs of other towns read it within pages of theirs.
      headers: { 'Content-Type': TYPES[format], 'Access-Control-Allow-Origin': '*', ...NOTHING_LOADS },
      body,
    });
    const fault = (code: number, description: string) =>
      file(open311List(format, 'errors', 'error', [{ code, description }]), code);
    const get = (path: string, produce: (req: Request) => Answer) =>
      route(router, path, {
        get: answer((req) =>
          tickets.settings.read().isPublic ? produce(req) : fault(404, 'This town does not show its requests'),
        ),
      });
    const requests = (question: Parameters<Tickets['public']['find']>[0]) => {
      const { topics } = tickets.settings.read();
      const nameOf = (key: string) => topics.find((one) => one.key === key)?.name ?? key;
      return tickets.public.find(question, OPEN311_MOST).map((ticket) => requestOf(ticket, origin, nameOf));
    };

    get(open311.discovery(format), () => file(discoveryOf(format, { origin, contact: origin + PUBLIC_TICKETS })));
    get(open311.services(format), () =>
      file(open311List(format, 'services', 'service', formOf(tickets.settings.read(), false).topics.map(serviceOf))),
    );
    get(open311.requests(format), (req) => {
      const question = open311Question(new URLSearchParams(req.url.split('?')[1]), dayAt(now()));
      if ('fault' in question) return fault(400, question.fault);
      return file(open311List(format, 'service_requests', 'request', requests(question)));
    });
    get(open311.request(':id', format), (req) => {
      const found = requests({ ids: [part(req, 'id')] });
      if (found.length === 0) return fault(404, 'There is no request with this service_request_id');
      return file(open311List(format, 'service_requests', 'request', found));
    });
  }
  return router;
}
