import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { PUBLIC_CACHE } from '../http/answer-cache.ts';
import { bearer } from '../auth/guard.ts';
import type { Guard } from '../auth/guard.ts';
import { jsonBody, SMALL_BODY } from '../http/body.ts';
import { PICTURE_CEILING, PICTURE_MAX } from '../contract/limits.ts';
import { calls } from '../contract/addresses/calls.ts';
import { digestPdf, pictureFolder, recordPdf, storedPdf } from '../contract/addresses/files.ts';
import { picturesOf } from '../contract/values/pictures.ts';
import { Problem } from '../contract/problems.ts';
import type { Attached } from '../contract/records.ts';
import { isAdminOnly } from '../contract/roles.ts';
import { pictureNameIn, REFUSALS } from '../contract/uploads.ts';
import { isReadable } from '../contract/visibility.ts';
import { bytesOf } from '../files/data-url.ts';
import type { Db } from '../db/open.ts';
import { openRecords } from '../records/from-rows.ts';
import { isPictureOwner, isRecordType, PDF_ENTITIES, PICTURED_ENTITIES, traitsOf } from '../contract/record-types.ts';
import type { PdfOwner, PictureOwner } from '../contract/record-types.ts';
import type { Writer } from '../records/write/writer.ts';
import { openPictureIntake, pictureNameOf } from '../files/picture-intake.ts';
import { disposition, pdfFileOf } from '../files/pdfs.ts';
import { rateLimit } from '../http/rate.ts';
import { problemBody, reply } from '../http/reply.ts';
import type { Uploads } from '../files/upload-store.ts';
import { bodyOf } from '../http/call-body.ts';
import { part, route } from '../http/route.ts';

interface Parts {
  db: Db;
  writer: Writer;
  guard: Guard;
  uploads: Uploads;
  uploadsDir: string;
  now: () => number;
}

/** The uploads of spec section 7.4, and the uploaded files themselves. */
export function uploadRoutes(parts: Parts): Router {
  const router = Router();
  // The burst fits a gallery that an outbox sends at once; the rest waits there a little longer.
  const pace = rateLimit({ now: parts.now, burst: 60, perSecond: 0.5, keyOf: bearer });
  pictureCalls(router, parts, pace);
  pdfCalls(router, parts, pace);
  pdfFiles(router, parts);
  pictureFiles(router, parts);
  return router;
}

/** Maximum size of an upload: 20 MiB as base64 and what is around it. */
const UPLOAD_BODY = 32 * 1024 * 1024;
const upload = z.strictObject({ name: z.string().optional(), data: z.string(), base: z.string().optional() });
const removal = z.strictObject({ name: z.string(), base: z.string().optional() });

function pictureCalls(router: Router, { db, writer, guard, uploads }: Parts, pace: RequestHandler): void {
  const records = openRecords(db);
  const intake = openPictureIntake();
  const body = jsonBody(UPLOAD_BODY, UPLOAD_BODY);
  const allowed = (owner: PictureOwner) => (isAdminOnly(owner) ? guard.admin : guard.staff);

  async function receive(req: Request, owner: PictureOwner, id: string): Promise<1> {
    const { name = '', data, base } = bodyOf(upload, req.body);
    const bytes = bytesOf(data);
    checkSize(owner, bytes.length);
    const { picture, files } = await intake.encode(bytes, pictureNameOf(name, bytes));
    const record = records.one(owner, id);
    // Without a record there is no place for files, and the writer says why there is none.
    const stored = record
      ? files.map((one) => ({ path: `${pictureFolder(owner, record)}/${one.file}`, bytes: one.bytes }))
      : [];
    return uploads.attach(
      stored,
      () => writer.setPicture(guard.act(req), owner, id, picture, base),
      () => picturesOf(records.one(owner, id)).some((one) => one.name === picture.name),
    );
  }

  const remove = (owner: PictureOwner, idOf: (req: Request) => string) => ({
    post: [allowed(owner), jsonBody(SMALL_BODY), (req: Request, res: Response) => {
      const { name } = bodyOf(removal, req.body);
      return reply(req, res, writer.removePicture(guard.act(req), owner, idOf(req), name));
    }],
  });
  for (const owner of PICTURED_ENTITIES) {
    route(router, calls.picture(owner, ':id'), {
      post: [
        allowed(owner),
        pace,
        body,
        async (req, res) => reply(req, res, await receive(req, owner, part(req, 'id'))),
      ],
    });
    if (traitsOf(owner).pictures === 'several') {
      route(
        router,
        calls.pictureDelete(owner, ':id'),
        remove(owner, (req) => part(req, 'id')),
      );
    }
  }
  route(router, calls.greenPointPicture(), {
    post: [
      guard.staff,
      pace,
      body,
      async (req, res) => reply(req, res, await receive(req, 'greenpointpage', 'greenpointpage')),
    ],
  });

  route(router, calls.greenPointPictureDelete(), remove('greenpointpage', () => 'greenpointpage'));
}

/** The text of spec section 5 where it sets the limit; the others have a ceiling only. */
function checkSize(owner: PictureOwner, bytes: number): void {
  if (traitsOf(owner).hasPictureLimit && bytes > PICTURE_MAX) {
    throw new Problem('too-large', { message: REFUSALS.overPictureMax });
  }
  if (bytes > PICTURE_CEILING) throw new Problem('too-large', { message: REFUSALS.overPictureCeiling });
}

function pdfCalls(router: Router, { db, writer, guard, uploads }: Parts, pace: RequestHandler): void {
  const records = openRecords(db);
  const body = jsonBody(UPLOAD_BODY, UPLOAD_BODY);

  async function receive(req: Request, type: PdfOwner, id: string): Promise<1> {
    const { name = '', data, base } = bodyOf(upload, req.body);
    const bytes = bytesOf(data);
    const file = pdfFileOf(bytes, name);
    return uploads.attach(
      records.one(type, id) ? [{ path: storedPdf(type, id, file.pdf), bytes }] : [],
      () => writer.setPdf(guard.act(req), type, id, file, base),
      () => records.one(type, id)?.pdf === file.pdf,
    );
  }

  for (const type of PDF_ENTITIES) {
    const allowed = isAdminOnly(type) ? guard.admin : guard.staff;
    route(router, calls.pdf(type, ':id'), {
      post: [allowed, pace, body, async (req, res) => reply(req, res, await receive(req, type, part(req, 'id')))],
    });
    route(router, calls.pdfDelete(type, ':id'), {
      post: [allowed, jsonBody(SMALL_BODY), (req, res) => {
        const { name, base } = bodyOf(removal, req.body);
        const record = records.one(type, part(req, 'id'));
        // The file may be called by the name it is stored or downloaded by; whichever it is, no other one is deleted.
        const seen = base ?? (name === record?.pdfname ? record.pdf : name);
        return reply(req, res, writer.removePdf(guard.act(req), type, part(req, 'id'), seen));
      }],
    });
  }
  route(router, calls.digest(), {
    post: [guard.staff, pace, body, async (req, res) => reply(req, res, await receive(req, 'digest', 'digest'))],
  });
}

/** Devices keep a picture without revalidating; shared caches do, because it may be withdrawn. */
const PICTURE_CACHE = PUBLIC_CACHE.replace('max-age=0', 'max-age=31536000, immutable');
/** CSP of uploaded files: opened by itself, a file can run nothing and has no origin. */
const SANDBOX = 'sandbox';

/**
 * A picture is as public as the record that shows it. Its address carries a hash of its content, so the bytes never
 * change, but whether it may be seen does.
 */
function pictureFiles(router: Router, { db, guard, uploadsDir }: Parts): void {
  const records = openRecords(db);

  /** Whether the public may see a picture; null where no record has it in this folder. */
  function isPublic(folder: string, owner: PictureOwner, id: string, name: string): boolean | null {
    const record = records.one(owner, id);
    const isThere =
      record && pictureFolder(owner, record) === folder && picturesOf(record).some((one) => one.name === name);
    return isThere ? isReadable(owner, record) : null;
  }

  const send: RequestHandler = async (req, res, next) => {
    const folder = ['owner', 'year', 'id'].map((place) => part(req, place)).filter(Boolean).join('/');
    const file = part(req, 'file');
    const name = pictureNameIn(file);
    const owner = part(req, 'owner');
    if (!isRecordType(owner) || !isPictureOwner(owner) || name === null) throw new Problem('not-found');
    const seen = isPublic(folder, owner, part(req, 'id'), name);
    if (seen === null || (!seen && !isStaff(guard, req))) return withheld(req, res);
    res.setHeader('Cache-Control', seen ? PICTURE_CACHE : 'no-store');
    res.setHeader('ETag', `"${file.slice(0, -'.webp'.length)}"`);
    sendStored(res.type('image/webp'), `${folder}/${file}`, uploadsDir, next);
  };
  route(router, '/uploads/:owner/:id/:file', { get: send });
  route(router, '/uploads/:owner/:year/:id/:file', { get: send });
}

/** Answers 404 so that shared caches keep it in place of the file they may hold. */
function withheld(req: Request, res: Response, message?: string): Promise<void> {
  return reply(
    req,
    res,
    problemBody(new Problem('not-found', message === undefined ? {} : { message })),
    404,
    PUBLIC_CACHE,
  );
}

function pdfFiles(router: Router, { db, guard, uploadsDir }: Parts): void {
  const records = openRecords(db);

  function send(
    res: Response,
    type: PdfOwner,
    { id, pdf, pdfname }: Attached & { id: string },
    next: (error: unknown) => void,
  ): void {
    res.setHeader('Content-Disposition', disposition(type === 'digest' ? 'inline' : 'attachment', pdfname));
    // The stored name is the hash of the very bytes.
    res.setHeader('ETag', `"${pdf.slice(0, 43)}"`);
    sendStored(res.type('application/pdf'), storedPdf(type, id, pdf), uploadsDir, next);
  }

  for (const type of PDF_ENTITIES) {
    route(router, recordPdf(type, { id: ':id', pdf: ':file' }), {
      get: async (req, res, next) => {
        const record = records.one(type, part(req, 'id'));
        if (!record?.pdf || record.pdf !== part(req, 'file')) return withheld(req, res);
        const isPublic = isReadable(type, record);
        if (!isPublic && !isStaff(guard, req)) return withheld(req, res);
        res.setHeader('Cache-Control', isPublic ? PUBLIC_CACHE : 'no-store');
        send(res, type, record, next);
      },
    });
  }
  route(router, digestPdf(), {
    get: async (req, res, next) => {
      const digest = records.one('digest', 'digest');
      if (!digest?.pdf) return withheld(req, res, 'Todavía no hay un digesto publicado.');
      res.setHeader('Cache-Control', PUBLIC_CACHE);
      send(res, 'digest', digest, next);
    },
  });
}

/** Does a member of staff ask? For all others, a hidden file does not exist. */
function isStaff(guard: Guard, req: Request): boolean {
  if (req.headers.authorization === undefined) return false;
  try {
    guard.act(req);
    return true;
  } catch {
    return false;
  }
}

/** Sends a file below the uploads folder, or the part of it that is asked for. */
function sendStored(res: Response, path: string, uploadsDir: string, next: (error: unknown) => void): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', SANDBOX);
  res.sendFile(path, { root: uploadsDir, cacheControl: false, lastModified: false }, (error) => {
    if (!error || res.headersSent) return;
    if ((error as { status?: number }).status !== 416) return next(new Problem('not-found'));
    // A range beyond the end (RFC 9110, 15.5.17); Content-Range with the true size stands already.
    res.status(416).set('Cache-Control', 'no-store').end();
  });
}
