import { Router } from 'express';
import type { RequestHandler } from 'express';
import { ticketCalls } from '../../contract/addresses/ticket-calls.ts';
import { Problem } from '../../contract/problems.ts';
import { TICKET_PHOTO_MAX } from '../../contract/tickets/ticket.ts';
import { REFUSALS } from '../../contract/uploaded/upload-refusals.ts';
import type { UploadAllowance } from '../../files/upload-allowance.ts';
import type { DecoderRunner } from '../../files/decoder-process.ts';
import { openPictureIntake, pictureNameOf } from '../../files/picture-intake.ts';
import { jsonBody, SMALL_BODY } from '../../http/body.ts';
import { bytesOf } from '../../http/data-url.ts';
import { addressKey } from '../../http/networks.ts';
import { networkRateLimit } from '../../http/limits/rate.ts';
import { reply } from '../../http/reply.ts';
import { part, route } from '../../http/route.ts';
import { messageBody, ownedBody, photoBody, photoFileBody, residentBody } from '../../tickets/new-ticket.ts';
import { ownerOfPhoto } from '../../tickets/followed.ts';
import { eraseOwned, ownedTicket } from '../../tickets/owned.ts';
import { receive, receiveFollower } from '../../tickets/receive.ts';
import { formOf } from '../../tickets/settings.ts';
import type { Tickets } from '../../tickets/open-tickets.ts';

/** A text of 4,000 characters, each of which may take six bytes as JSON, and what is around it. */
const TEXT_BODY = 40 * 1024;
/** A photo as base64, and what is around it. */
const PHOTO_BODY = Math.ceil((TICKET_PHOTO_MAX * 4) / 3) + 4096;
/** Calls of one network about tickets that it knows. */
export const TICKET_CALLS = { burst: 120, perSecond: 1 };

interface Parts {
  tickets: Tickets;
  allowance: UploadAllowance;
  runDecoder: DecoderRunner;
  /** ms since the epoch */
  now: () => number;
}

/** The calls of residents: without a session, each with the secret of its ticket in the body. */
export function ticketRoutes({ tickets, allowance, runDecoder, now }: Parts): Router {
  const { settings, store, writes, photos, picture } = tickets;
  const router = Router();
  const paced = networkRateLimit({ now, ...TICKET_CALLS });
  const intake = openPictureIntake({ runDecoder });

  route(router, ticketCalls.form(), {
    get: (req, res) => reply(req, res, formOf(settings.read(), picture.shown() !== null)),
    post: [paced, jsonBody(TEXT_BODY), (req, res) => reply(req, res, receive(tickets, req.body, req.ip, true), 201)],
  });
  route(router, ticketCalls.join(), {
    post: [paced, jsonBody(SMALL_BODY), (req, res) => reply(req, res, receiveFollower(tickets, req.body, req.ip), 201)],
  });
  route(router, ticketCalls.message(':id'), {
    post: [
      paced,
      jsonBody(TEXT_BODY),
      (req, res) => reply(req, res, writes.write(part(req, 'id'), residentBody(messageBody, req.body))),
    ],
  });
  route(router, ticketCalls.photo(':id'), {
    post: [
      paced,
      withinAllowance(allowance),
      jsonBody(PHOTO_BODY, PHOTO_BODY),
      async (req, res) => {
        const { secret, name = '', data } = residentBody(photoBody, req.body);
        const id = part(req, 'id');
        // Nothing of a stranger's is decoded.
        store.owned(id, secret);
        const bytes = bytesOf(data);
        if (bytes.length > TICKET_PHOTO_MAX) throw new Problem('too-large', { message: REFUSALS.overPictureMax });
        const { picture, files } = await intake.encode(bytes, pictureNameOf(name, bytes));
        const widest = files.at(-1);
        if (!widest) throw new Problem('value', { field: 'data', message: REFUSALS.brokenPicture });
        return reply(req, res, await writes.addPhoto(id, secret, picture, widest.bytes));
      },
    ],
  });
  const owned = (answer: (id: string, secret: string) => unknown): (RequestHandler | RequestHandler[])[] => [
    paced,
    jsonBody(TEXT_BODY),
    (req, res) => reply(req, res, answer(part(req, 'id'), residentBody(ownedBody, req.body).secret)),
  ];
  route(router, ticketCalls.follow(':id'), {
    post: owned((id, secret) => ownedTicket(tickets, id, secret)),
  });
  route(router, ticketCalls.erase(':id'), {
    post: owned((id, secret) => {
      eraseOwned(tickets, id, secret);
      return 1;
    }),
  });
  route(router, ticketCalls.photoFile(':id'), {
    post: [
      paced,
      jsonBody(TEXT_BODY),
      async (req, res) => {
        const { secret, name } = residentBody(photoFileBody, req.body);
        const owner = ownerOfPhoto(store, store.owned(part(req, 'id'), secret), name);
        const bytes = owner === null ? null : await photos.read(owner, name);
        if (!bytes) throw new Problem('not-found');
        res.writeHead(200, {
          'Content-Type': 'image/webp',
          'Cache-Control': 'no-store',
          'Content-Length': bytes.length,
        });
        res.end(bytes);
      },
    ],
  });
  return router;
}

/** Takes the room for a photo before its body is read: each network has what one member of staff has. */
function withinAllowance(allowance: UploadAllowance): RequestHandler {
  return (req, res, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers;
    res.once(
      'close',
      allowance.take(
        `${RESIDENTS} ${addressKey(req.ip ?? '')}`,
        coding === undefined ? Math.min(Number(length), PHOTO_BODY) : PHOTO_BODY,
      ),
    );
    next();
  };
}

/** No id of a user begins so. */
const RESIDENTS = 'residents';
