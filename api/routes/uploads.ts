import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { bearer } from '../auth/guard.ts';
import type { Guard } from '../auth/guard.ts';
import { jsonBody, SMALL_BODY } from '../http/body.ts';
import { PICTURE_CEILING, PICTURE_MAX } from '../contract/limits.ts';
import { calls } from '../contract/addresses/calls.ts';
import { pictureFolder, storedPdf } from '../contract/addresses/files.ts';
import { picturesOf } from '../contract/values/pictures.ts';
import { Problem } from '../contract/problems.ts';
import { isAdminOnly } from '../contract/roles.ts';
import { REFUSALS } from '../contract/uploaded/upload-refusals.ts';
import { bytesOf } from '../files/data-url.ts';
import type { Db } from '../db/database.ts';
import { openRecords } from '../records/from-rows.ts';
import {
  hasGallery,
  isDocument,
  PDF_ENTITIES,
  PICTURED_ENTITIES,
  TOWN_PICTURES,
  traitsOf,
} from '../contract/record-types.ts';
import type { PdfOwner, PictureOwner } from '../contract/record-types.ts';
import type { Writer } from '../records/write/writer.ts';
import { pdfsIn } from '../contract/values/pdf-titles.ts';
import { openPictureIntake, pictureNameOf } from '../files/picture-intake.ts';
import { pdfFileOf } from '../files/pdfs.ts';
import { rateLimit } from '../http/limits/rate.ts';
import { reply } from '../http/reply.ts';
import type { Uploads } from '../files/upload-store.ts';
import { bodyOf } from '../http/call-body.ts';
import { part, route } from '../http/route.ts';

interface Parts {
  db: Db;
  writer: Writer;
  guard: Guard;
  uploads: Uploads;
  now: () => number;
}

/** The uploads of spec section 7.4. */
export function uploadRoutes(parts: Parts): Router {
  const router = Router();
  // The burst fits a gallery that an outbox sends at once; the rest waits there a little longer.
  const pace = rateLimit({ now: parts.now, burst: 60, perSecond: 0.5, keyOf: bearer });
  pictureCalls(router, parts, pace);
  pdfCalls(router, parts, pace);
  return router;
}

/** Maximum size of an upload: 20 MiB as base64 and what is around it. */
const UPLOAD_BODY = 32 * 1024 * 1024;
const upload = z.strictObject({ name: z.string().optional(), data: z.string(), base: z.string().optional() });
const removal = z.strictObject({ name: z.string(), base: z.string().optional() });
const description = z
  .strictObject({ name: z.string(), value: z.unknown(), base: z.unknown().optional() })
  .refine(({ value }) => value !== undefined);

function pictureCalls(router: Router, { db, writer, guard, uploads }: Parts, pace: RequestHandler): void {
  const records = openRecords(db);
  const intake = openPictureIntake();
  const body = jsonBody(UPLOAD_BODY, UPLOAD_BODY);
  const allowed = (owner: PictureOwner) => (isAdminOnly(owner) ? guard.admin : guard.staff);

  async function receive(req: Request, owner: PictureOwner, id: string): Promise<1> {
    const { name = '', data, base } = bodyOf(upload, req.body);
    const bytes = bytesOf(data);
    checkSize(owner, bytes.length);
    const { picture, files } = await intake.encode(bytes, pictureNameOf(name, bytes), owner === 'site');
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
    post: [
      allowed(owner),
      jsonBody(SMALL_BODY),
      (req: Request, res: Response) => {
        const { name } = bodyOf(removal, req.body);
        return reply(req, res, writer.removePicture(guard.act(req), owner, idOf(req), name));
      },
    ],
  });
  const describe = (owner: PictureOwner, idOf: (req: Request) => string) => ({
    post: [
      allowed(owner),
      jsonBody(SMALL_BODY),
      (req: Request, res: Response) => {
        const { name, ...change } = bodyOf(description, req.body);
        return reply(req, res, writer.setAlt(guard.act(req), owner, idOf(req), name, change));
      },
    ],
  });
  for (const owner of ['hero' as const, ...PICTURED_ENTITIES])
    route(
      router,
      calls.pictureAlt(owner, ':id'),
      describe(owner, (req) => part(req, 'id')),
    );
  route(
    router,
    calls.greenPointPictureAlt(),
    describe('greenpointpage', () => 'greenpointpage'),
  );
  for (const owner of [...TOWN_PICTURES, ...PICTURED_ENTITIES]) {
    route(router, calls.picture(owner, ':id'), {
      post: [
        allowed(owner),
        pace,
        body,
        async (req, res) => reply(req, res, await receive(req, owner, part(req, 'id'))),
      ],
    });
    // Of the others, a picture is replaced and not removed.
    if (hasGallery(owner) || isDocument(owner)) {
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

  route(
    router,
    calls.greenPointPictureDelete(),
    remove('greenpointpage', () => 'greenpointpage'),
  );
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
      () => pdfsIn(records.one(type, id)).some(({ pdf }) => pdf === file.pdf),
    );
  }

  for (const type of PDF_ENTITIES) {
    const allowed = isAdminOnly(type) ? guard.admin : guard.staff;
    route(router, calls.pdf(type, ':id'), {
      post: [allowed, pace, body, async (req, res) => reply(req, res, await receive(req, type, part(req, 'id')))],
    });
    route(router, calls.pdfDelete(type, ':id'), {
      post: [
        allowed,
        jsonBody(SMALL_BODY),
        (req, res) => {
          const { name, base } = bodyOf(removal, req.body);
          const record = records.one(type, part(req, 'id'));
          // The file may be called by the name it is stored or downloaded by; whichever it is, no other one is deleted.
          const seen = base ?? pdfsIn(record).find(({ pdfname }) => pdfname === name)?.pdf ?? name;
          return reply(req, res, writer.removePdf(guard.act(req), type, part(req, 'id'), seen));
        },
      ],
    });
  }
  route(router, calls.digest(), {
    post: [guard.staff, pace, body, async (req, res) => reply(req, res, await receive(req, 'digest', 'digest'))],
  });
}
