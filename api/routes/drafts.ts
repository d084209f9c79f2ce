import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import type { Guard } from '../auth/guard.ts';
import { calls } from '../contract/addresses/calls.ts';
import { draftPage, DRAFTS } from '../contract/addresses/drafts.ts';
import { TEXT_PICTURES } from '../contract/addresses/files.ts';
import { pages, recordPage } from '../contract/addresses/pages.ts';
import { isRecordEntity, traitsOf } from '../contract/record-types.ts';
import type { RecordEntity } from '../contract/record-types.ts';
import type { PublicReader } from '../contract/reader.ts';
import { mayEdit } from '../contract/roles.ts';
import { Problem } from '../contract/problems.ts';
import { isReadable } from '../contract/visibility.ts';
import { ownLocation } from '../http/address.ts';
import type { Renderer } from '../http/render.ts';
import { reply } from '../http/reply.ts';
import { part, route } from '../http/route.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { Transport } from '../http/security-headers.ts';
import type { DraftLinks } from '../records/draft-links.ts';
import { openRecords } from '../records/from-rows.ts';
import type { Db } from '../db/database.ts';

interface LinkParts {
  db: Db;
  guard: Guard;
  links: DraftLinks;
}

/** The calls of staff about links that show drafts: `GET`, `POST` and `DELETE /api/data/draftLink/:type/:id`. */
export function draftLinkRoutes({ db, guard, links }: LinkParts): Router {
  const router = Router();
  const records = openRecords(db);

  /** Whose link it is, and who asks. @throws Problem 403 without the right, 404 if there is no such record */
  function asked(req: Request): { type: RecordEntity; id: string; userId: string; isPublic: boolean } {
    const { userId, usergroup } = guard.act(req);
    const [type, id] = [part(req, 'type'), part(req, 'id')];
    if (!isRecordEntity(type) || traitsOf(type).titlekeyOf === undefined) throw new Problem('not-found');
    if (!mayEdit(usergroup, type)) throw new Problem('forbidden');
    const record = records.one(type, id);
    if (!record) throw new Problem('not-found');
    return { type, id, userId, isPublic: isReadable(type, record) };
  }

  route(router, calls.draftLink(':type', ':id'), {
    get: [
      guard.staff,
      (req, res) => {
        const { type, id } = asked(req);
        return reply(req, res, links.of(type, id));
      },
    ],
    post: [
      guard.staff,
      (req, res) => {
        const { type, id, userId, isPublic } = asked(req);
        if (isPublic) throw new Problem('value', { message: 'Ya está publicado: compartí su página.' });
        return reply(req, res, links.make(type, id, userId));
      },
    ],
    remove: [
      guard.staff,
      (req, res) => {
        const { type, id } = asked(req);
        links.revoke(type, id);
        return reply(req, res, 1);
      },
    ],
  });
  return router;
}

interface PageParts {
  db: Db;
  links: DraftLinks;
  renderer: Renderer;
  reader: PublicReader;
  /** Returns a reader that shows one draft as if it were published. */
  readerWith: (draft: { type: RecordEntity; id: string }) => PublicReader;
  transport: Transport;
  /** Counts a page that is drawn for a visitor. @throws Problem 429 for one whose network asks for too many */
  pace: (address: string | undefined) => void;
}

/**
 * The page of a draft for people without an account. It is drawn for each request and carries no script, so no device
 * keeps it. One whose token shows nothing, or nothing any more, says so.
 */
export function draftPageRoutes({ db, links, renderer, reader, readerWith, transport, pace }: PageParts): Router {
  const router = Router();
  const records = openRecords(db);
  const headers = {
    ...securityHeaders({ transport, kind: 'public document' }),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
  };
  const page: RequestHandler = async (req, res) => {
    pace(req.ip);
    const token = part(req, 'token');
    const found = links.draftOf(token);
    if (!found || !isRecordEntity(found.type)) {
      res.writeHead(404, headers).end(await renderer.draft(pages.story(NONE), reader));
      return;
    }
    const { type, id } = found;
    const address = recordPage(type, { ...records.one(type, id) });
    if (found.isPublic) {
      res.writeHead(302, { Location: ownLocation(address), 'Cache-Control': 'no-store' }).end();
      return;
    }
    const html = await renderer.draft(address, readerWith({ type, id }));
    res.writeHead(200, headers).end(withOwnFiles(html, token, { type, id }));
  };
  route(router, draftPage(':token'), { get: page });
  return router;
}

/** A story that does not exist. */
const NONE = { id: '-', titlekey: '-' };

/** The files of a draft are only for those who have its token, so the page asks for them below its own address. */
const withOwnFiles = (html: string, token: string, { type, id }: { type: string; id: string }): string =>
  html.replace(
    new RegExp(`/uploads/(?=(?:${type}/(?:\\d+/)?${id}|${TEXT_PICTURES})/)`, 'g'),
    `${DRAFTS}/${token}/uploads/`,
  );
