import { Router } from 'express';
import { ownLocation } from '../http/address.ts';
import type { Request, RequestHandler, Response } from 'express';
import { join } from 'node:path';
import { PUBLIC_CACHE, PUBLIC_PICTURE_CACHE } from '../http/cache/cache-control.ts';
import type { Guard } from '../auth/guard.ts';
import { draftPage } from '../contract/addresses/drafts.ts';
import {
  digestPdf,
  pictureFolder,
  recordPdf,
  sharedPicture,
  storedPdf,
  TEXT_PICTURES,
} from '../contract/addresses/files.ts';
import { pictureNameIn, picturesOf } from '../contract/values/pictures.ts';
import { Problem } from '../contract/problems.ts';
import { pdfsIn } from '../contract/values/pdf-titles.ts';
import type { Attached } from '../contract/values/pdf-titles.ts';
import type { PublicReader } from '../contract/reader.ts';
import { shareHash, sharePicture } from '../contract/share.ts';
import { isReadable } from '../contract/visibility.ts';
import type { Db } from '../db/database.ts';
import type { DraftLinks } from '../records/draft-links.ts';
import { openRecords } from '../records/from-rows.ts';
import { openTextPictures } from '../records/text-pictures.ts';
import { isPictureOwner, isRecordType, PDF_ENTITIES } from '../contract/record-types.ts';
import type { PdfOwner, PictureOwner, RecordType } from '../contract/record-types.ts';
import { disposition } from '../files/pdfs.ts';
import { shareFile, SHARES } from '../files/share-store.ts';
import type { Shares } from '../files/share-store.ts';
import { createNetworkLimiter } from '../http/limits/rate.ts';
import { problemBody, reply } from '../http/reply.ts';
import { part, route } from '../http/route.ts';

interface Parts {
  db: Db;
  guard: Guard;
  uploadsDir: string;
  reader: PublicReader;
  shares: Shares;
  draftLinks: Pick<DraftLinks, 'draftOf'>;
  now: () => number;
}

/** The uploaded files. A file is as public as the record that refers to it. */
export function uploadedFileRoutes(parts: Parts): Router {
  const router = Router();
  pdfFiles(router, parts);
  sharedPictures(router, parts);
  pictureFiles(router, parts);
  return router;
}

/** CSP of uploaded files: a file that is opened in a tab runs no scripts and has no origin. */
const SANDBOX = "sandbox;frame-ancestors 'none'";

/**
 * A picture is as public as the record that shows it, or one whose texts do. Its address carries a hash of its content,
 * so the bytes never change, but whether it may be seen does.
 */
function pictureFiles(router: Router, { db, guard, uploadsDir, draftLinks }: Parts): void {
  const records = openRecords(db);

  /** Whether the public may see a picture; null where no record has it in this folder. */
  function isPublic(folder: string, owner: PictureOwner, id: string, name: string): boolean | null {
    const record = records.one(owner, id);
    const isThere =
      record && pictureFolder(owner, record) === folder && picturesOf(record).some((one) => one.name === name);
    return isThere ? isReadable(owner, record) : null;
  }

  function sendPicture(
    req: Request,
    res: Response,
    next: (error: unknown) => void,
    {
      folder,
      file,
      seen,
      shownIn,
    }: { folder: string; file: string; seen: boolean; shownIn: readonly { type: RecordType; id: string }[] },
  ): Promise<void> | void {
    const isInDraft = () => shownIn.some(({ type, id }) => isShown(draftLinks, req, type, id));
    if (!seen && !isStaff(guard, req) && !isInDraft()) return withheld(req, res);
    res.setHeader('Cache-Control', seen && !hasToken(req) ? PUBLIC_PICTURE_CACHE : 'no-store');
    res.setHeader('ETag', `"${file.slice(0, -'.webp'.length)}"`);
    sendStored(res.type('image/webp'), `${folder}/${file}`, uploadsDir, next);
  }

  const send: RequestHandler = (req, res, next) => {
    const folder = ['owner', 'year', 'id']
      .map((place) => part(req, place))
      .filter(Boolean)
      .join('/');
    const file = part(req, 'file');
    const name = pictureNameIn(file);
    const owner = part(req, 'owner');
    if (!isRecordType(owner) || !isPictureOwner(owner) || name === null) throw new Problem('not-found');
    const id = part(req, 'id');
    const seen = isPublic(folder, owner, id, name);
    if (seen === null) return withheld(req, res);
    return sendPicture(req, res, next, { folder, file, seen, shownIn: [{ type: owner, id }] });
  };
  const texts = openTextPictures(db);
  const sendFromTexts: RequestHandler = (req, res, next) => {
    const file = part(req, 'file');
    const name = pictureNameIn(file);
    if (name === null) throw new Problem('not-found');
    const shownIn = texts.usersOf(name);
    const seen = shownIn.some(({ type, id }) => {
      const record = records.one(type, id);
      return record !== null && isReadable(type, record);
    });
    return sendPicture(req, res, next, { folder: TEXT_PICTURES, file, seen, shownIn });
  };
  for (const root of ['', draftPage(':token')]) {
    route(router, `${root}/uploads/${TEXT_PICTURES}/:file`, { get: sendFromTexts });
    route(router, `${root}/uploads/:owner/:id/:file`, { get: send });
    route(router, `${root}/uploads/:owner/:year/:id/:file`, { get: send });
  }
}

/** Rate at which one network may cause pictures to be made: a whole mobile network may share one address. */
const MAKING_RATE = { burst: 60, perSecond: 0.5 };

/**
 * The pictures of shares, for the crawlers of messengers and social networks. An outdated address, which a crawler may
 * have from a cached page, redirects to the current one. Unknown addresses cause no work.
 */
function sharedPictures(router: Router, { reader, shares, uploadsDir, now }: Parts): void {
  const pace = createNetworkLimiter({ now, ...MAKING_RATE });

  route(router, sharedPicture(':name', ':hash'), {
    get: async (req, res, next) => {
      const name = part(req, 'name');
      const picture = await sharePicture(name, reader);
      if (!picture) return withheld(req, res);
      const address = sharedPicture(name, shareHash(picture));
      if (req.path !== address) {
        res.writeHead(302, { Location: ownLocation(address), 'Cache-Control': PUBLIC_CACHE }).end();
        return;
      }
      if (!shares.isMade(name, picture)) {
        pace(req.ip);
        if (!(await shares.make(name, picture))) return withheld(req, res);
      }
      res.setHeader('Cache-Control', PUBLIC_PICTURE_CACHE);
      res.setHeader('ETag', `"${shareHash(picture)}"`);
      // Messengers that run in a browser show the picture on their own pages.
      res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      sendStored(res.type('image/jpeg'), shareFile(name, picture), join(uploadsDir, SHARES), next);
    },
  });
}

/** Answers 404 so that shared caches keep it in place of the file they may hold. */
function withheld(req: Request, res: Response): Promise<void> {
  return reply(req, res, problemBody(new Problem('not-found')), 404, PUBLIC_CACHE);
}

function pdfFiles(router: Router, { db, guard, uploadsDir, draftLinks }: Parts): void {
  const records = openRecords(db);

  function send(
    res: Response,
    type: PdfOwner,
    { id, pdf, pdfname }: Attached & { id: string },
    next: (error: unknown) => void,
  ): void {
    res.setHeader('Content-Disposition', disposition(type === 'digest' ? 'inline' : 'attachment', pdfname));
    // The stored name is the hash of the bytes, so it serves as ETag.
    res.setHeader('ETag', `"${pdf.slice(0, 43)}"`);
    sendStored(res.type('application/pdf'), storedPdf(type, id, pdf), uploadsDir, next);
  }

  const sendOf =
    (type: PdfOwner): RequestHandler =>
    async (req, res, next) => {
      const record = records.one(type, part(req, 'id'));
      const file = pdfsIn(record).find(({ pdf }) => pdf === `${part(req, 'file')}.pdf`);
      // What is not there has a page, as any document (`isDocumentFile`).
      if (!record || !file) return next('router');
      const isPublic = isReadable(type, record);
      if (!isPublic && !isStaff(guard, req) && !isShown(draftLinks, req, type, record.id)) return next('router');
      res.setHeader('Cache-Control', isPublic && !hasToken(req) ? PUBLIC_CACHE : 'no-store');
      send(res, type, { id: record.id, ...file }, next);
    };
  for (const type of PDF_ENTITIES) {
    const address = recordPdf(type, { id: ':id', pdf: ':file.pdf' });
    for (const root of ['', draftPage(':token')]) route(router, root + address, { get: sendOf(type) });
  }
  route(router, digestPdf(), {
    get: async (req, res, next) => {
      const digest = records.one('digest', 'digest');
      if (!digest?.pdf) return next('router');
      res.setHeader('Cache-Control', PUBLIC_CACHE);
      send(res, 'digest', digest, next);
    },
  });
}

/** Whether a member of staff makes the request: for all others, a hidden file does not exist. */
function isStaff(guard: Guard, req: Request): boolean {
  if (req.headers.authorization === undefined) return false;
  try {
    guard.act(req);
    return true;
  } catch {
    return false;
  }
}

const hasToken = (req: Request) => part(req, 'token') !== '';

/** Whether the request has the token of the draft that refers to the file. */
function isShown({ draftOf }: Parts['draftLinks'], req: Request, type: RecordType, id: string): boolean {
  const draft = hasToken(req) ? draftOf(part(req, 'token')) : null;
  return draft?.type === type && draft.id === id;
}

/** Sends a file below a folder, or the part of it that is asked for. */
function sendStored(res: Response, path: string, folder: string, next: (error: unknown) => void): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', SANDBOX);
  res.sendFile(path, { root: folder, cacheControl: false, lastModified: false }, (error) => {
    if (!error || res.headersSent) return;
    if ((error as { status?: number }).status !== 416) return next(new Problem('not-found'));
    // A range beyond the end (RFC 9110, 15.5.17); the header Content-Range with the true size is already set.
    res.status(416).set('Cache-Control', 'no-store').end();
  });
}
