import { Router } from 'express';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { originOf } from '../auth/guard.ts';
import type { Guard } from '../auth/guard.ts';
import { bodyOf, jsonBody, SMALL_BODY } from '../http/body.ts';
import { isRecordType } from '../contract/record-types.ts';
import type { PdfOwner, PictureOwner } from '../contract/record-types.ts';
import { filesLostIn } from '../contract/messages/history-entry.ts';
import type { HistoryEntry, LostFile } from '../contract/messages/history-entry.ts';
import { calls } from '../contract/addresses/calls.ts';
import { storedPdf, storedPictures } from '../contract/addresses/files.ts';
import { tableMoment } from '../contract/values/dates.ts';
import { picturesOf } from '../contract/values/pictures.ts';
import { pdfsIn } from '../contract/values/pdf-titles.ts';
import { Problem } from '../contract/problems.ts';
import type { Attached } from '../contract/values/pdf-titles.ts';
import type { Picture } from '../contract/values/pictures.ts';
import { ADMIN } from '../contract/roles.ts';
import type { Db } from '../db/database.ts';
import type { HistoryReader } from '../records/history-read.ts';
import type { Logbook } from '../records/logbook.ts';
import { openRecords } from '../records/from-rows.ts';
import type { Writer } from '../records/write/writer.ts';
import { csvLine } from '../http/csv.ts';
import { drainedOrClosed } from '../http/drained.ts';
import { JSON_HEADERS, reply } from '../http/reply.ts';
import type { Uploads } from '../files/upload-store.ts';
import { part, route } from '../http/route.ts';

interface Parts {
  db: Db;
  writer: Writer;
  guard: Guard;
  history: HistoryReader;
  uploads: Uploads;
  logbook: Logbook;
}

/** The history, for staff; that of users, for Admins only. Also restores files that a change removed from a record. */
export function historyRoutes(parts: Parts): Router {
  const router = Router();
  readRoutes(router, parts);
  exportRoutes(router, parts);
  recoveryRoute(router, parts);
  return router;
}

/** May this author read the history of users? */
const withUsers = (guard: Guard, req: Request) => guard.act(req).usergroup === ADMIN;

/** Returns the record that an address names. @throws Problem 404, or 403 for a user unless the author is an Admin */
function recordIn(guard: Guard, req: Request): { type: string; id: string } {
  const [type, id] = [part(req, 'type'), part(req, 'id')];
  if (type !== 'user' && !isRecordType(type)) throw new Problem('not-found');
  if (type === 'user' && !withUsers(guard, req)) throw new Problem('forbidden');
  return { type, id };
}

function readRoutes(router: Router, { guard, history }: Parts): void {
  route(router, calls.history(''), {
    get: [
      guard.staff,
      (req, res) => {
        const [before, deleted] = [entryOf(req.query.before), req.query.deleted === '1'];
        return reply(req, res, history.latest({ before, deleted, withUsers: withUsers(guard, req) }));
      },
    ],
  });
  route(router, calls.historyOf(':type', ':id'), {
    get: [
      guard.staff,
      (req, res) => {
        const { type, id } = recordIn(guard, req);
        return reply(req, res, history.of(type, id, entryOf(req.query.before)));
      },
    ],
  });
  route(router, calls.historyEntry(':type', ':id', ':entry'), {
    get: [
      guard.staff,
      (req, res) => {
        const { type, id } = recordIn(guard, req);
        return reply(req, res, history.entry(type, id, entryOf(part(req, 'entry')) ?? 0));
      },
    ],
  });
}

function exportRoutes(router: Router, { guard, history, logbook }: Parts): void {
  /** Notes an export before it is made. */
  function note(req: Request, what: string): void {
    if (req.method === 'HEAD') return;
    logbook.adding(
      () => {},
      () => ({ kind: 'export', userId: guard.act(req).userId, from: originOf(req), detail: { what } }),
    );
  }
  route(router, calls.historyExport(''), {
    get: [
      guard.staff,
      (req, res) => {
        const format = formatOf(req.query.format);
        note(req, 'history');
        return exportAll(res, history, format, { withUsers: withUsers(guard, req) });
      },
    ],
  });
  route(router, calls.historyExportOf(':type', ':id', ''), {
    get: [
      guard.staff,
      (req, res) => {
        const format = formatOf(req.query.format);
        const record = recordIn(guard, req);
        note(req, `history ${record.type} ${record.id}`);
        return exportAll(res, history, format, { ...record, withUsers: withUsers(guard, req) });
      },
    ],
  });
}

function recoveryRoute(router: Router, { db, writer, guard, history, uploads }: Parts): void {
  const records = openRecords(db);

  function recoverPdf(req: Request, owner: PdfOwner, id: string, pdf: Attached, base: string | undefined): 1 {
    return uploads.recover(
      records.one(owner, id) ? [storedPdf(owner, id, pdf.pdf)] : [],
      () => writer.setPdf(guard.act(req), owner, id, pdf, base),
      () => pdfsIn(records.one(owner, id)).some((one) => one.pdf === pdf.pdf),
    );
  }
  function recoverPicture(
    req: Request,
    owner: PictureOwner,
    id: string,
    picture: Picture,
    base: string | undefined,
  ): 1 {
    const record = records.one(owner, id);
    return uploads.recover(
      record ? storedPictures(owner, record, [picture]) : [],
      () => writer.setPicture(guard.act(req), owner, id, picture, base),
      () => picturesOf(records.one(owner, id)).some((one) => one.name === picture.name),
    );
  }

  route(router, calls.historyFile(':type', ':id'), {
    post: [
      guard.staff,
      jsonBody(SMALL_BODY),
      (req, res) => {
        const { type, id } = recordIn(guard, req);
        const { entry, name, base } = bodyOf(comeback, req.body);
        const lost = filesLostIn(history.entry(type, id, entry)).find((one) => nameOf(one) === name);
        if (!lost) throw new Problem('not-found');
        // Only records with files can have lost one.
        const answer =
          lost.kind === 'pdf'
            ? recoverPdf(req, type as PdfOwner, id, lost.pdf, base)
            : recoverPicture(req, type as PictureOwner, id, lost.picture, base);
        return reply(req, res, answer);
      },
    ],
  });
}

const comeback = z.strictObject({ entry: z.int().positive(), name: z.string(), base: z.string().optional() });
const nameOf = (lost: LostFile) => (lost.kind === 'pdf' ? lost.pdf.pdf : lost.picture.name);

/** The number of an entry; undefined for none. @throws Problem 400 */
function entryOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !/^[1-9]\d{0,14}$/.test(given)) throw new Problem('malformed');
  return Number(given);
}

type Format = 'json' | 'csv';
function formatOf(given: unknown): Format {
  if (given !== 'json' && given !== 'csv') throw new Problem('malformed');
  return given;
}

/** Sends the export in batches, because the history may not fit in memory. */
async function exportAll(
  res: Response,
  history: HistoryReader,
  format: Format,
  which: Parameters<HistoryReader['after']>[1],
): Promise<void> {
  res.writeHead(200, {
    ...JSON_HEADERS,
    ...(format === 'csv' ? { 'Content-Type': 'text/csv; charset=utf-8' } : {}),
    'Content-Disposition': `attachment; filename="historial.${format}"`,
  });
  if (res.req.method === 'HEAD') return void res.end();
  res.write(format === 'csv' ? `\ufeff${csvLine(HEADING)}` : '[');
  let last = 0;
  for (;;) {
    const entries = history.after(last, which);
    if (entries.length === 0 || res.destroyed) break;
    const lines = entries.map((entry, at) =>
      format === 'csv'
        ? csvLine(cells(entry))
        : `${last === 0 && at === 0 ? '' : ','}\n${JSON.stringify(shown(entry))}`,
    );
    last = entries.at(-1)?.entry ?? last;
    if (!res.write(lines.join(''))) await drainedOrClosed(res);
  }
  res.end(format === 'csv' ? '' : '\n]\n');
}

const HEADING = [
  'entrada',
  'fecha',
  'usuario',
  'nombre',
  'acción',
  'tipo',
  'registro',
  'título',
  'campo',
  'antes',
  'después',
];
const shown = ({ isLong: _, ...entry }: HistoryEntry) => entry;

function cells({ entry, at, userId, by, action, type, id, name, field, before, after }: HistoryEntry): string[] {
  return [String(entry), tableMoment(at), userId, by, action, type, id, name, field ?? '', cell(before), cell(after)];
}

function cell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
