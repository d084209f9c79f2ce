import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { PUBLIC_CACHE } from '../answers.ts';
import { bearer } from '../auth/guard.ts';
import type { Guard } from '../auth/guard.ts';
import { jsonBody, SMALL_BODY } from '../body.ts';
import { IMAGE_CEILING, IMAGE_MAX } from '../contract/limits.ts';
import { bulletinPdf, calls, digestPdf, pictureFolder } from '../contract/paths.ts';
import { Problem } from '../contract/problems.ts';
import type { Album, Attached, Picture, Story } from '../contract/records.ts';
import { isAdminOnly } from '../contract/roles.ts';
import { isReadable } from '../contract/visibility.ts';
import { bytesOf } from '../data-url.ts';
import type { Db } from '../db.ts';
import { openRecords } from '../entities/records.ts';
import { storedPdf } from '../entities/write.ts';
import type { PictureOwner, Writer } from '../entities/write.ts';
import { openImages, pictureNameOf } from '../images.ts';
import { disposition, pdfFileOf } from '../pdfs.ts';
import { paced } from '../rate.ts';
import { reply } from '../reply.ts';
import type { Uploads } from '../uploads.ts';
import { bodyOf } from './bodies.ts';
import { part, route } from './route.ts';

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
  // A gallery waits in an outbox and is sent at once; what is more than that waits there a little longer.
  const pace = paced({ now: parts.now, burst: 60, perSecond: 0.5, asker: bearer });
  pictureCalls(router, parts, pace);
  pdfCalls(router, parts, pace);
  pdfFiles(router, parts);
  pictureFiles(router, parts);
  return router;
}

/** 20 MiB as base64 and what is around it. */
const UPLOAD_BODY = 32 * 1024 * 1024;
const upload = z.strictObject({ name: z.string().optional(), data: z.string(), base: z.string().optional() });
const removal = z.strictObject({ name: z.string(), base: z.string().optional() });

function pictureCalls(router: Router, { db, writer, guard, uploads }: Parts, pace: RequestHandler): void {
  const records = openRecords(db);
  const images = openImages();
  const body = jsonBody(UPLOAD_BODY, UPLOAD_BODY);
  const allowed = (owner: PictureOwner) => (isAdminOnly(owner) ? guard.admin : guard.staff);

  function picturesOf(owner: PictureOwner, id: string): Picture[] {
    const record = records.one(owner, id) as Partial<Story & Album> | null;
    return record?.images ?? (record?.image ? [record.image] : []);
  }

  async function receive(req: Request, owner: PictureOwner, id: string): Promise<1> {
    const { name = '', data, base } = bodyOf(upload, req.body);
    const bytes = bytesOf(data);
    checkSize(owner, bytes.length);
    const { picture, files } = await images.draw(bytes, pictureNameOf(name, bytes));
    const record = records.one(owner, id);
    // Without a record there is no place for files, and the writer says why there is none.
    const stored = record ? files.map((one) => ({ path: `${pictureFolder(owner, record)}/${one.file}`, bytes: one.bytes })) : [];
    return uploads.attach(
      stored,
      () => writer.setPicture(guard.act(req), owner, id, picture, base),
      () => picturesOf(owner, id).some((one) => one.name === picture.name),
    );
  }

  for (const owner of ['story', 'agenda', 'authority', 'album'] as const) {
    route(router, calls.image(owner, ':id'), {
      post: [allowed(owner), pace, body, async (req, res) => reply(req, res, await receive(req, owner, part(req, 'id')))],
    });
  }
  route(router, calls.greenPointImage(), {
    post: [guard.staff, pace, body, async (req, res) => reply(req, res, await receive(req, 'greenpointpage', 'greenpointpage'))],
  });

  const remove = (owner: PictureOwner, idOf: (req: Request) => string) => ({
    post: [guard.staff, jsonBody(SMALL_BODY), (req: Request, res: Response) => {
      const { name } = bodyOf(removal, req.body);
      return reply(req, res, writer.removePicture(guard.act(req), owner, idOf(req), name));
    }],
  });
  route(router, calls.albumImageDelete(':id'), remove('album', (req) => part(req, 'id')));
  route(router, calls.greenPointImageDelete(), remove('greenpointpage', () => 'greenpointpage'));
}

/** The text of spec section 5 where it sets the limit; the others have a ceiling only. */
function checkSize(owner: PictureOwner, bytes: number): void {
  const isLimited = owner === 'story' || owner === 'authority' || owner === 'album';
  if (isLimited && bytes > IMAGE_MAX) {
    throw new Problem('too-large', { message: 'Reduzca la imagen o use una mas pequeña. menos de 2Mb (500kb o menos recomendado)' });
  }
  if (bytes > IMAGE_CEILING) throw new Problem('too-large', { message: `La imagen pesa más de ${IMAGE_CEILING / 1024 / 1024} MB. Reducila y volvé a subirla.` });
}

function pdfCalls(router: Router, { db, writer, guard, uploads }: Parts, pace: RequestHandler): void {
  const records = openRecords(db);
  const body = jsonBody(UPLOAD_BODY, UPLOAD_BODY);

  async function receive(req: Request, type: 'bulletin' | 'digest', id: string): Promise<1> {
    const { name = '', data, base } = bodyOf(upload, req.body);
    const bytes = bytesOf(data);
    const file = pdfFileOf(bytes, name);
    return uploads.attach(
      records.one(type, id) ? [{ path: storedPdf(type, id, file.pdf), bytes }] : [],
      () => writer.setPdf(guard.act(req), type, id, file, base),
      () => (records.one(type, id) as Attached | null)?.pdf === file.pdf,
    );
  }

  route(router, calls.bulletinPdf(':id'), {
    post: [guard.staff, pace, body, async (req, res) => reply(req, res, await receive(req, 'bulletin', part(req, 'id')))],
  });
  route(router, calls.digest(), {
    post: [guard.staff, pace, body, async (req, res) => reply(req, res, await receive(req, 'digest', 'digest'))],
  });
  route(router, calls.bulletinPdfDelete(':id'), {
    post: [guard.staff, jsonBody(SMALL_BODY), (req, res) => {
      const { name, base } = bodyOf(removal, req.body);
      const bulletin = records.one('bulletin', part(req, 'id'));
      // The file may be called by the name it is stored or downloaded by; whichever it is, no other one is deleted.
      const seen = base ?? (name === bulletin?.pdfname ? bulletin.pdf : name);
      return reply(req, res, writer.removePdf(guard.act(req), 'bulletin', part(req, 'id'), seen));
    }],
  });
}

const YEAR = 'public, max-age=31536000, immutable';
/** An uploaded file that is opened by itself can run nothing and belongs to no origin. */
const SANDBOX = 'sandbox';
const PICTURE_FOLDER = /^(?:(?:story|agenda)\/\d{4}\/[a-z0-9]{12}|(?:authority|album)\/[a-z0-9]{12}|greenpointpage\/greenpointpage)$/;
const PICTURE_FILE = /^[a-z0-9-]{1,40}-[0-9a-f]{16}-\d{1,4}\.webp$/;

/** Pictures are public once one knows their name, which carries a hash of their content; so they never change either. */
function pictureFiles(router: Router, { uploadsDir }: Parts): void {
  const send: RequestHandler = (req, res, next) => {
    const folder = ['owner', 'year', 'id'].map((name) => part(req, name)).filter(Boolean).join('/');
    const file = part(req, 'file');
    if (!PICTURE_FOLDER.test(folder) || !PICTURE_FILE.test(file)) throw new Problem('not-found');
    res.setHeader('Cache-Control', YEAR);
    sendStored(res.type('image/webp'), `${folder}/${file}`, uploadsDir, next);
  };
  route(router, '/uploads/:owner/:id/:file', { get: send });
  route(router, '/uploads/:owner/:year/:id/:file', { get: send });
}

function pdfFiles(router: Router, { db, guard, uploadsDir }: Parts): void {
  const records = openRecords(db);

  function send(res: Response, type: 'bulletin' | 'digest', { id, pdf, pdfname }: Attached & { id: string }, next: (error: unknown) => void): void {
    res.setHeader('Content-Disposition', disposition(type === 'bulletin' ? 'attachment' : 'inline', pdfname));
    // The stored name is the hash of the very bytes.
    res.setHeader('ETag', `"${pdf.slice(0, 43)}"`);
    sendStored(res.type('application/pdf'), storedPdf(type, id, pdf), uploadsDir, next);
  }

  route(router, bulletinPdf({ id: ':id', pdf: ':file' }), {
    get: (req, res, next) => {
      const bulletin = records.one('bulletin', part(req, 'id'));
      if (!bulletin?.pdf || bulletin.pdf !== part(req, 'file')) throw new Problem('not-found');
      const isPublic = isReadable('bulletin', bulletin);
      if (!isPublic && !isStaff(guard, req)) throw new Problem('not-found');
      res.setHeader('Cache-Control', isPublic ? PUBLIC_CACHE : 'no-store');
      send(res, 'bulletin', bulletin, next);
    },
  });
  route(router, digestPdf(), {
    get: (_req, res, next) => {
      const digest = records.one('digest', 'digest');
      if (!digest?.pdf) throw new Problem('not-found', { message: 'Todavía no hay un digesto publicado.' });
      res.setHeader('Cache-Control', PUBLIC_CACHE);
      send(res, 'digest', digest, next);
    },
  });
}

/** Whether somebody of the staff asks; to all others a hidden file is one that does not exist. */
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
