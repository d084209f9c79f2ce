import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import { ticketCalls } from '../../contract/addresses/ticket-calls.ts';
import { PUBLIC_TICKETS } from '../../contract/addresses/tickets.ts';
import type { PublicReader } from '../../contract/reader.ts';
import type { Answer, AnswerCache } from '../../http/cache/answer-cache.ts';
import { PUBLIC_PICTURE_CACHE } from '../../http/cache/cache-control.ts';
import { MISSING_FILE } from '../../http/public-file.ts';
import type { Renderer } from '../../http/render.ts';
import { JSON_HEADERS } from '../../http/reply.ts';
import { part, route } from '../../http/route.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import type { Transport } from '../../http/security-headers.ts';
import type { Tickets } from '../../tickets/open-tickets.ts';

interface Parts {
  tickets: Pick<Tickets, 'public' | 'picture' | 'photos'>;
  answerCache: AnswerCache;
}

/**
 * Returns what answers with what everybody may see of tickets. Answers are kept under a name of their state: to the
 * content of the portal, whose changes drop all that is kept, tickets do not belong.
 */
export const openTicketAnswers =
  ({ tickets, answerCache }: Pick<Parts, 'tickets' | 'answerCache'>) =>
  (produce: (req: Request) => Answer | Promise<Answer>): RequestHandler =>
  (req, res) =>
    answerCache.send(
      req,
      res,
      async () => produce(req),
      `tickets ${tickets.public.version()} ${req.path} ${new URLSearchParams(req.url.split('?')[1]).toString()}`,
    );

/** What everybody may see of tickets, as data and as files. */
export function publicTicketRoutes({ tickets, answerCache }: Parts): Router {
  const router = Router();
  const answer = openTicketAnswers({ tickets, answerCache });
  const webp = (body: Buffer, cache = {}): Answer => ({
    status: 200,
    headers: { 'Content-Type': 'image/webp', ...cache },
    body,
  });
  route(router, ticketCalls.shown(), {
    get: answer(() => ({ status: 200, headers: JSON_HEADERS, body: JSON.stringify(tickets.public.list()) })),
  });
  route(router, ticketCalls.shownPhoto(':id', ':place'), {
    get: answer(async (req) => {
      const found = tickets.public.photo(part(req, 'id'), Number(part(req, 'place')));
      const bytes = found && (await tickets.photos.read(found.ticket, found.name));
      return bytes ? webp(bytes) : MISSING_FILE;
    }),
  });
  route(router, ticketCalls.picture(':name'), {
    get: answer((req) => {
      const bytes = tickets.picture.bytes(part(req, 'name'));
      return bytes ? webp(bytes, { 'Cache-Control': PUBLIC_PICTURE_CACHE }) : MISSING_FILE;
    }),
  });
  return router;
}

/** The page of what everybody may see. Search engines do not keep it: what was shown may be withdrawn. */
export function publicTicketPage({
  tickets,
  answerCache,
  renderer,
  reader,
  transport,
}: Parts & { renderer: Renderer; reader: PublicReader; transport: Transport }): Router {
  const router = Router();
  const headers = {
    ...securityHeaders({ transport, kind: 'public document' }),
    'Content-Type': 'text/html; charset=utf-8',
    'X-Robots-Tag': 'noindex',
  };
  const answer = openTicketAnswers({ tickets, answerCache });
  route(router, PUBLIC_TICKETS, {
    get: answer(async () => {
      const list = tickets.public.list();
      const html = await renderer.tickets(PUBLIC_TICKETS, { is: 'list', list }, reader);
      return { status: list.isPublic ? 200 : 404, headers, body: html };
    }),
  });
  return router;
}
