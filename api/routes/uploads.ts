import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { Guard } from '../auth/guard.ts';
import { bodyOf, jsonBody, SMALL_BODY } from '../http/body.ts';
import { bytesOf } from '../http/data-url.ts';
import { PICTURE_CEILING, PICTURE_MAX } from '../contract/limits.ts';
import { calls } from '../contract/addresses/calls.ts';
import { pictureOrderCall } from '../contract/addresses/picture-order.ts';
import { pictureFolder, storedPdf, TEXT_PICTURES } from '../contract/addresses/files.ts';
import { picturesOf } from '../contract/values/pictures.ts';
import { Problem } from '../contract/problems.ts';
import { isAdminOnly } from '../contract/roles.ts';
import { REFUSALS } from '../contract/uploaded/upload-refusals.ts';
import type { Db } from '../db/database.ts';
import { openRecords } from '../records/from-rows.ts';
import { openTextPictures } from '../records/text-pictures.ts';
import { hasGallery, PDF_ENTITIES, PICTURE_ENTITIES, TOWN_PICTURES, traitsOf } from '../contract/record-types.ts';
import type { PdfOwner, PictureOwner } from '../contract/record-types.ts';
import type { Writer } from '../records/write/writer.ts';
import { pdfsIn } from '../contract/values/pdf-titles.ts';
import type { DecoderRunner } from '../files/decoder-process.ts';
import { openPictureIntake, pictureNameOf } from '../files/picture-intake.ts';
import { pdfFileOf } from '../files/pdfs.ts';
import { reply } from '../http/reply.ts';
import type { UploadAllowance } from '../files/upload-allowance.ts';
import type { Uploads } from '../files/upload-store.ts';
import { part, route } from '../http/route.ts';

interface Parts {
  db: Db;
  writer: Writer;
  guard: Guard;
  uploads: Uploads;
  allowance: UploadAllowance;
  runDecoder: DecoderRunner;
}

/** The uploads of spec section 7.4. */
export function uploadRoutes(parts: Parts): Router {
  const router = Router();
  const withinLimits = limited(parts);
  pictureCalls(router, parts, withinLimits);
  textPictureCall(router, parts, withinLimits);
  pdfCalls(router, parts, withinLimits);
  return router;
}

/** Takes the room for an upload, before its body is read and until it is answered. */
function limited({ guard, allowance }: Parts): RequestHandler {
  return (req, res, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers;
    const bytes = coding === undefined ? Math.min(Number(length), UPLOAD_BODY) : UPLOAD_BODY;
    res.once('close', allowance.take(guard.act(req).userId, bytes));
    next();
  };
}

/** Maximum size of an upload: 20 MiB as base64 and what is around it. */
const UPLOAD_BODY = 32 * 1024 * 1024;
const uploadBody = z.strictObject({ name: z.string().optional(), data: z.string(), base: z.string().optional() });
const removalBody = z.strictObject({ name: z.string(), base: z.string().optional() });
const altBody = z
  .strictObject({ name: z.string(), value: z.unknown(), base: z.unknown().optional() })
  .refine(({ value }) => value !== undefined);
const orderBody = z.strictObject({ value: z.array(z.string()), base: z.array(z.string()).optional() });

/** What can have pictures, and the addresses of its calls as patterns. */
interface PictureCalls {
  owner: PictureOwner;
  idOf: (req: Request) => string;
  upload: string;
  removal: string;
  /** Undefined where a picture has no description. */
  alt: string | undefined;
  /** Undefined where there is one picture. */
  order: string | undefined;
}
const PICTURE_CALLS: readonly PictureCalls[] = [
  ...[...TOWN_PICTURES, ...PICTURE_ENTITIES].map((owner) => ({
    owner,
    idOf: (req: Request) => part(req, 'id'),
    upload: calls.picture(owner, ':id'),
    removal: calls.pictureDelete(owner, ':id'),
    alt: owner === 'site' ? undefined : calls.pictureAlt(owner, ':id'),
    order: hasGallery(owner) ? pictureOrderCall(owner, ':id') : undefined,
  })),
  {
    owner: 'greenpointpage',
    idOf: () => 'greenpointpage',
    upload: calls.greenPointPicture(),
    removal: calls.greenPointPictureDelete(),
    alt: calls.greenPointPictureAlt(),
    order: pictureOrderCall('greenpointpage', 'greenpointpage'),
  },
];

function pictureCalls(router: Router, parts: Parts, withinLimits: RequestHandler): void {
  const { writer, guard } = parts;
  const receive = pictureReceiver(parts);
  const [body, smallBody] = [jsonBody(UPLOAD_BODY, UPLOAD_BODY), jsonBody(SMALL_BODY)];

  for (const { owner, idOf, upload, removal, alt, order } of PICTURE_CALLS) {
    const allowed = isAdminOnly(owner) ? guard.admin : guard.staff;
    const post = (path: string, ...handlers: (RequestHandler | RequestHandler[])[]) =>
      route(router, path, { post: [allowed, ...handlers] });

    post(upload, withinLimits, body, async (req, res) => reply(req, res, await receive(req, owner, idOf(req))));
    post(removal, smallBody, (req, res) => {
      const { name } = bodyOf(removalBody, req.body);
      return reply(req, res, writer.removePicture(guard.act(req), owner, idOf(req), name));
    });
    if (alt !== undefined) {
      post(alt, smallBody, (req, res) => {
        const { name, ...change } = bodyOf(altBody, req.body);
        return reply(req, res, writer.setAlt(guard.act(req), owner, idOf(req), name, change));
      });
    }
    if (order !== undefined) {
      post(order, smallBody, (req, res) =>
        reply(req, res, writer.arrangePictures(guard.act(req), owner, idOf(req), bodyOf(orderBody, req.body))),
      );
    }
  }
}

/** Returns the function that checks, encodes and stores an uploaded picture, and attaches it to its record. */
function pictureReceiver({ db, writer, guard, uploads, runDecoder }: Parts) {
  const records = openRecords(db);
  const intake = openPictureIntake({ runDecoder });

  return async (req: Request, owner: PictureOwner, id: string): Promise<1> => {
    const { name = '', data, base } = bodyOf(uploadBody, req.body);
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
  };
}

/** Takes a picture within texts. It has one name whatever its file is called, so a text can name it before. */
function textPictureCall(router: Router, parts: Parts, withinLimits: RequestHandler): void {
  const { db, writer, guard, uploads, runDecoder } = parts;
  const intake = openPictureIntake({ runDecoder });
  const pictures = openTextPictures(db);
  route(router, calls.textPicture(), {
    post: [
      guard.staff,
      withinLimits,
      jsonBody(UPLOAD_BODY, UPLOAD_BODY),
      async (req, res) => {
        const bytes = bytesOf(bodyOf(uploadBody, req.body).data);
        if (bytes.length > PICTURE_MAX) throw new Problem('too-large', { message: REFUSALS.overPictureMax });
        const { picture, files } = await intake.encode(bytes, pictureNameOf('', bytes));
        const stored = files.map((one) => ({ path: `${TEXT_PICTURES}/${one.file}`, bytes: one.bytes }));
        const add = () => writer.addTextPicture(guard.act(req), picture);
        return reply(req, res, await uploads.attach(stored, add, () => pictures.has(picture.name)));
      },
    ],
  });
}

/** The text of spec section 5 where it sets the limit; the others have a ceiling only. */
function checkSize(owner: PictureOwner, bytes: number): void {
  if (traitsOf(owner).hasPictureLimit && bytes > PICTURE_MAX) {
    throw new Problem('too-large', { message: REFUSALS.overPictureMax });
  }
  if (bytes > PICTURE_CEILING) throw new Problem('too-large', { message: REFUSALS.overPictureCeiling });
}

function pdfCalls(router: Router, { db, writer, guard, uploads }: Parts, withinLimits: RequestHandler): void {
  const records = openRecords(db);
  const body = jsonBody(UPLOAD_BODY, UPLOAD_BODY);

  async function receive(req: Request, type: PdfOwner, id: string): Promise<1> {
    const { name = '', data, base } = bodyOf(uploadBody, req.body);
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
      post: [
        allowed,
        withinLimits,
        body,
        async (req, res) => reply(req, res, await receive(req, type, part(req, 'id'))),
      ],
    });
    route(router, calls.pdfDelete(type, ':id'), {
      post: [
        allowed,
        jsonBody(SMALL_BODY),
        (req, res) => {
          const { name, base } = bodyOf(removalBody, req.body);
          const record = records.one(type, part(req, 'id'));
          // The request may name the file by its stored name or by the name it is downloaded by.
          const seen = base ?? pdfsIn(record).find(({ pdfname }) => pdfname === name)?.pdf ?? name;
          return reply(req, res, writer.removePdf(guard.act(req), type, part(req, 'id'), seen));
        },
      ],
    });
  }
  route(router, calls.digest(), {
    post: [
      guard.staff,
      withinLimits,
      body,
      async (req, res) => reply(req, res, await receive(req, 'digest', 'digest')),
    ],
  });
}
