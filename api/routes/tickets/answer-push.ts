import { Router } from 'express';
import { z } from 'zod';
import { ticketCalls } from '../../contract/addresses/ticket-calls.ts';
import { Problem } from '../../contract/problems.ts';
import { jsonBody, SMALL_BODY } from '../../http/body.ts';
import { networkRateLimit } from '../../http/limits/rate.ts';
import { reply } from '../../http/reply.ts';
import { part, route } from '../../http/route.ts';
import type { Push } from '../../push/open-push.ts';
import { residentBody } from '../../tickets/new-ticket.ts';
import type { TicketStore } from '../../tickets/store.ts';
import { createNewDeviceLimiter, FULL, subscription, UNKNOWN_SERVICE } from '../push.ts';
import type { AnswerPush } from './answer-messages.ts';
import { TICKET_CALLS } from './residents.ts';

interface Parts {
  store: TicketStore;
  answerPush: AnswerPush;
  push: Push;
  /** ms since the epoch */
  now: () => number;
}

const { endpoint, keys } = subscription.shape;
const pushBody = z.strictObject({ secret: z.string(), endpoint, keys: keys.optional() });

/** The call of residents by which their device is told of an answer to their ticket. */
export function answerPushRoutes({ store, answerPush, push, now }: Parts): Router {
  const router = Router();
  const countNew = createNewDeviceLimiter(now);
  route(router, ticketCalls.push(':id'), {
    post: [
      networkRateLimit({ now, ...TICKET_CALLS }),
      jsonBody(SMALL_BODY),
      (req, res) => {
        const { secret, keys: given, ...device } = residentBody(pushBody, req.body);
        const { id } = store.owned(part(req, 'id'), secret);
        if (!given) answerPush.remove(id, device.endpoint);
        else {
          const service = push.serviceOf(device.endpoint);
          if (service === null) throw new Problem('malformed', { message: UNKNOWN_SERVICE });
          if (!push.store.isKnown(device.endpoint)) {
            countNew(req.ip);
            if (!push.store.makeRoom()) throw new Problem('not-ready', { message: FULL });
          }
          answerPush.add(id, { ...device, ...given, ...service });
        }
        return reply(req, res, 1);
      },
    ],
  });
  return router;
}
