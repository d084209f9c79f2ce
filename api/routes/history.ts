import { Router } from 'express';
import type { Request, Response } from 'express';
import { once } from 'node:events';
import { z } from 'zod';
import type { Guard } from '../auth/guard.ts';
import { jsonBody, SMALL_BODY } from '../http/body.ts';
import { RECORD_TYPES } from '../contract/record-types.ts';
import type { PdfOwner, PictureOwner, RecordType } from '../contract/record-types.ts';
import { filesLostIn } from '../contract/history.ts';
import type { HistoryEntry, LostFile } from '../contract/history.ts';
import { calls } from '../contract/addresses/calls.ts';
import { storedPdf, storedPictures } from '../contract/addresses/files.ts';
import { picturesOf } from '../contract/values/pictures.ts';
import { Problem } from '../contract/problems.ts';
import { ADMIN } from '../contract/roles.ts';
import type { Db } from '../db/open.ts';
import type { HistoryReader } from '../records/history-read.ts';
import { openRecords } from '../records/from-rows.ts';
import type { Writer } from '../records/write/writer.ts';
import { reply } from '../http/reply.ts';
import type { Uploads } from '../files/upload-store.ts';
import { bodyOf } from '../http/call-body.ts';
import { part, route } from '../http/route.ts';

interface Parts {
  db: Db;
  writer: Writer;
  guard: Guard;
  history: HistoryReader;
  uploads: Uploads;
}

/** Who changed what and when, for staff; users' history is the Admins'. And the way back for files that a change took away. */
export function historyRoutes({ db, writer, guard, history, uploads }: Parts): Router {
  const router = Router();
  const withUsers = (req: Request) => guard.act(req).usergroup === ADMIN;

  /** The record that an address names. @throws Problem 404, 403 for a user to whom is no Admin */
  function recordIn(req: Request): { type: string; id: string } {
    const [type, id] = [part(req, 'type'), part(req, 'id')];
    if (type !== 'user' && !(RECORD_TYPES as readonly string[]).includes(type)) throw new Problem('not-found');
    if (type === 'user' && !withUsers(req)) throw new Problem('forbidden');
    return { type, id };
  }

  route(router, calls.history(''), {
    get: [guard.staff, (req, res) => reply(req, res, history.latest({ before: entryOf(req.query.before), deleted: req.query.deleted === '1', withUsers: withUsers(req) }))],
  });
  route(router, calls.historyExport(''), { get: [guard.staff, (req, res) => exportAll(res, history, formatOf(req.query.format), { withUsers: withUsers(req) })] });
  route(router, calls.historyOf(':type', ':id'), {
    get: [guard.staff, (req, res) => {
      const { type, id } = recordIn(req);
      return reply(req, res, history.of(type, id, entryOf(req.query.before)));
    }],
  });
  route(router, calls.historyExportOf(':type', ':id', ''), {
    get: [guard.staff, (req, res) => exportAll(res, history, formatOf(req.query.format), { ...recordIn(req), withUsers: withUsers(req) })],
  });
  route(router, calls.historyEntry(':type', ':id', ':entry'), {
    get: [guard.staff, (req, res) => {
      const { type, id } = recordIn(req);
      return reply(req, res, history.entry(type, id, entryOf(part(req, 'entry')) ?? 0));
    }],
  });
  route(router, calls.historyFile(':type', ':id'), {
    post: [guard.staff, jsonBody(SMALL_BODY), (req, res) => {
      const { type, id } = recordIn(req);
      const { entry, name, base } = bodyOf(comeback, req.body);
      const lost = filesLostIn(history.entry(type, id, entry)).find((one) => nameOf(one) === name);
      if (!lost) throw new Problem('not-found');
      return reply(req, res, bringBack(req, type as RecordType, id, lost, base));
    }],
  });
  return router;

  function bringBack(req: Request, type: RecordType, id: string, lost: LostFile, base: string | undefined): 1 {
    const records = openRecords(db);
    const record = records.one(type, id);
    if (lost.kind === 'pdf') {
      const owner = type as PdfOwner;
      const isKept = () => records.one(owner, id)?.pdf === lost.pdf.pdf;
      return uploads.recover(record ? [storedPdf(owner, id, lost.pdf.pdf)] : [], () => writer.setPdf(guard.act(req), owner, id, lost.pdf, base), isKept);
    }
    const owner = type as PictureOwner;
    const { picture } = lost;
    const files = record ? storedPictures(owner, record, [picture]) : [];
    const isKept = () => picturesOf(records.one(owner, id)).some((one) => one.name === picture.name);
    return uploads.recover(files, () => writer.setPicture(guard.act(req), owner, id, picture, base), isKept);
  }
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

/** Sends everything piece by piece: the history is for ever, and memory is not. */
async function exportAll(res: Response, history: HistoryReader, format: Format, which: Parameters<HistoryReader['after']>[1]): Promise<void> {
  res.writeHead(200, {
    'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="historial.${format}"`,
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  });
  if (res.req.method === 'HEAD') return void res.end();
  res.write(format === 'csv' ? `\ufeff${csvLine(HEADING)}` : '[');
  let last = 0;
  for (;;) {
    const entries = history.after(last, which);
    if (entries.length === 0 || res.destroyed) break;
    const lines = entries.map((entry, at) => (format === 'csv' ? csvLine(cells(entry)) : `${last === 0 && at === 0 ? '' : ','}\n${JSON.stringify(shown(entry))}`));
    last = entries.at(-1)?.entry ?? last;
    if (!res.write(lines.join(''))) await Promise.race([once(res, 'drain'), once(res, 'close')]);
  }
  res.end(format === 'csv' ? '' : '\n]\n');
}

const HEADING = ['entrada', 'fecha', 'usuario', 'nombre', 'acción', 'tipo', 'registro', 'título', 'campo', 'antes', 'después'];
const shown = ({ isLong: _, ...entry }: HistoryEntry) => entry;

function cells({ entry, at, userId, by, action, type, id, name, field, before, after }: HistoryEntry): string[] {
  return [String(entry), at, userId, by, action, type, id, name, field ?? '', cell(before), cell(after)];
}

function cell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** RFC 4180 with the semicolon that spreadsheets expect in Argentina; what they would take for a formula begins with an apostrophe. */
function csvLine(values: string[]): string {
  return `${values.map((value) => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`).join(';')}\r\n`;
}
