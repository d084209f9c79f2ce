import { Router } from 'express';
import { ECDH } from 'node:crypto';
import { z } from 'zod';
import type { Guard } from '../auth/guard.ts';
import { calls } from '../contract/addresses/calls.ts';
import { pushCalls } from '../contract/addresses/push-calls.ts';
import type { AlertReach } from '../contract/messages/alert-reach.ts';
import { IN_SPANISH, Problem } from '../contract/problems.ts';
import { mayEdit } from '../contract/roles.ts';
import { TOPICS } from '../contract/sections.ts';
import type { AnswerCache } from '../http/cache/answer-cache.ts';
import { bodyOf, jsonBody, SMALL_BODY } from '../http/body.ts';
import { createNetworkLimiter, createRateLimiter, networkRateLimit } from '../http/limits/rate.ts';
import { JSON_HEADERS, reply } from '../http/reply.ts';
import { part, route } from '../http/route.ts';
import { alertSubject } from '../push/announcements.ts';
import type { Push } from '../push/open-push.ts';

/**
 * Maximum number of new devices from one network, and from all together: in a burst, and in an hour. Phones of a
 * provider share addresses. All that may be subscribed would take most of a day.
 */
export const NEW_AN_HOUR = 60;
export const ALL_NEW_AN_HOUR = 3000;
const CALLS = { burst: 120, perSecond: 1 };

interface Parts {
  push: Push;
  answerCache: AnswerCache;
  /** ms since the epoch */
  now: () => number;
}

/** The public key, subscribing and unsubscribing: public calls, without a session. */
export function pushRoutes({ push: { key, store, serviceOf }, answerCache, now }: Parts): Router {
  const router = Router();
  const paced = networkRateLimit({ now, ...CALLS });
  const countNew = createNewDeviceLimiter(now);

  route(router, pushCalls.key(), {
    get: (req, res) =>
      answerCache.send(
        req,
        res,
        async () => ({ status: 200, headers: JSON_HEADERS, body: JSON.stringify({ key }) }),
        req.path,
      ),
  });
  route(router, pushCalls.subscriptions(), {
    post: [
      paced,
      jsonBody(SMALL_BODY),
      (req, res) => {
        const { endpoint, keys, topics } = subscriptionOf(req.body);
        const service = serviceOf(endpoint);
        if (service === null) throw new Problem('malformed', { message: UNKNOWN_SERVICE });
        if (!store.isKnown(endpoint)) {
          countNew(req.ip);
          if (!store.makeRoom()) throw new Problem('not-ready', { message: FULL });
        }
        store.put({ endpoint, ...keys, ...service, topics: [...new Set(topics)] });
        res.status(204).end();
      },
    ],
    remove: [
      paced,
      jsonBody(SMALL_BODY),
      (req, res) => {
        store.remove(bodyOf(z.object({ endpoint: z.string() }), req.body).endpoint);
        res.status(204).end();
      },
    ],
  });
  return router;
}

/** `GET /api/data/alertReach/:id`: how many devices an alert goes to, and how many it has gone to. */
export function alertReachRoutes({ push: { store }, guard }: { push: Push; guard: Guard }): Router {
  const router = Router();
  route(router, calls.alertReach(':id'), {
    get: [
      guard.staff,
      (req, res) => {
        if (!mayEdit(guard.act(req).usergroup, 'alert')) throw new Problem('forbidden');
        const reach: AlertReach = {
          phones: store.subscribed('alertas'),
          message: store.reach(alertSubject(part(req, 'id'))) ?? null,
        };
        return reply(req, res, reach);
      },
    ],
  });
  return router;
}

/**
 * Limits how many devices one network, a larger one around it, and all together add.
 * @returns a function that counts a new device at an IP address; it throws Problem 429 when there are too many
 */
export function createNewDeviceLimiter(now: () => number): (address: string | undefined) => void {
  const ofNetwork = createNetworkLimiter({ now, burst: NEW_AN_HOUR, perSecond: NEW_AN_HOUR / 3600 });
  const all = createRateLimiter({ now, burst: ALL_NEW_AN_HOUR, perSecond: ALL_NEW_AN_HOUR / 3600 });
  return (address) => {
    ofNetwork(address);
    all('');
  };
}

export const UNKNOWN_SERVICE = 'Los avisos de este navegador pasan por un servicio que el portal no conoce.';
export const FULL = 'Ya no se pueden sumar más dispositivos a los avisos. Probá de nuevo otro día.';
const BAD_KEYS = 'Las claves que dio el navegador no sirven. Recargá la página y volvé a pedir los avisos.';

const base64url = z.base64url(BAD_KEYS).max(200, BAD_KEYS);
/** What a browser says of its subscription, and for what. */
export const subscription = z.object({
  endpoint: z.string(UNKNOWN_SERVICE),
  keys: z.object(
    {
      p256dh: base64url.refine(isPoint, BAD_KEYS),
      auth: base64url.refine((text) => Buffer.from(text, 'base64url').length === 16, BAD_KEYS),
    },
    BAD_KEYS,
  ),
  topics: z
    .array(z.enum(TOPICS, 'Ese tema no existe. Recargá la página y probá de nuevo.'), 'Elegí al menos un tema.')
    .min(1, 'Elegí al menos un tema.')
    .max(20, 'Hay temas repetidos. Recargá la página y probá de nuevo.'),
});

/** @throws Problem 400 that says what is wrong */
function subscriptionOf(body: unknown): z.output<typeof subscription> {
  const parsed = subscription.safeParse(body, IN_SPANISH);
  if (parsed.success) return parsed.data;
  throw new Problem('malformed', { message: parsed.error.issues[0]?.message ?? '' });
}

/** Whether this is an uncompressed point of the curve P-256. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
