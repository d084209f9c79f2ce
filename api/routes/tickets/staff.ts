import { Router } from 'express';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { originOf } from '../../auth/guard.ts';
import type { Guard } from '../../auth/guard.ts';
import { staffTicketCalls } from '../../contract/addresses/ticket-calls.ts';
import { PICTURE_MAX } from '../../contract/limits.ts';
import type { PublicReader } from '../../contract/reader.ts';
import type { SiteDocument } from '../../contract/records.ts';
import { Problem } from '../../contract/problems.ts';
import { ANSWER_MAX, TICKET_FIELDS } from '../../contract/tickets/staff-ticket.ts';
import { areApart } from '../../contract/tickets/town-picture.ts';
import type { TicketField } from '../../contract/tickets/staff-ticket.ts';
import { ticketSettings } from '../../contract/tickets/ticket-settings.ts';
import type { TicketSettings } from '../../contract/tickets/ticket-settings.ts';
import { REFUSALS } from '../../contract/uploaded/upload-refusals.ts';
import { visible } from '../../contract/values/text.ts';
import type { DecoderRunner } from '../../files/decoder-process.ts';
import { openPictureIntake, pictureNameOf } from '../../files/picture-intake.ts';
import type { UploadAllowance } from '../../files/upload-allowance.ts';
import { bodyOf, jsonBody, replacement, SMALL_BODY } from '../../http/body.ts';
import { sendCsv } from '../../http/csv.ts';
import { bytesOf } from '../../http/data-url.ts';
import { reply } from '../../http/reply.ts';
import { part, route } from '../../http/route.ts';
import type { Logbook } from '../../records/logbook.ts';
import { parseOr422 } from '../../records/canonical.ts';
import type { Act } from '../../records/write/operate.ts';
import type { Writer } from '../../records/write/writer.ts';
import { menuWithTickets } from '../../tickets/menu-entry.ts';
import type { Tickets } from '../../tickets/open-tickets.ts';
import { releaseBody } from '../../tickets/release.ts';
import { TICKET_HEADING, ticketCells } from '../../tickets/table.ts';

interface Parts {
  tickets: Tickets;
  writer: Pick<Writer, 'setDocument'>;
  reader: PublicReader;
  guard: Guard;
  allowance: UploadAllowance;
  runDecoder: DecoderRunner;
  logbook: Logbook;
}

/** A text of 4,000 characters, each of which may take six bytes as JSON; settings have as many. */
const TEXT_BODY = 160 * 1024;
const PHOTO_BODY = Math.ceil((PICTURE_MAX * 4) / 3) + 4096;

const entryBody = z.strictObject({
  kind: z.enum(['answer', 'note']),
  text: z
    .string()
    .overwrite((text) => visible(text).trim())
    .min(1)
    .max(ANSWER_MAX),
});
const mergeBody = z.strictObject({ into: z.string() });
const photoBody = z.strictObject({ name: z.string().optional(), data: z.string() });
const settingsBody = z.strictObject({ value: z.unknown(), base: z.unknown().optional() });

/** The calls of staff about tickets. The outbox makes those that change something, and may repeat them. */
export function staffTicketRoutes(parts: Parts): Router {
  const router = Router();
  readingCalls(router, parts);
  writingCalls(router, parts);
  settingsCall(router, parts);
  pictureCall(router, parts);
  return router;
}

function readingCalls(router: Router, { tickets: { desk, staff, photos, store }, guard, logbook }: Parts): void {
  route(router, staffTicketCalls.feed(null), {
    get: [
      guard.staff,
      (req, res) => {
        const { since } = req.query;
        if (since !== undefined && typeof since !== 'string') throw new Problem('malformed');
        return reply(req, res, desk.read(guard.act(req), since));
      },
    ],
  });
  route(router, staffTicketCalls.export(), {
    get: [
      guard.staff,
      async (req, res) => {
        const all = desk.all(guard.act(req))[Symbol.iterator]();
        // Rights are checked with the first one, before anything is sent.
        let next = all.next();
        const names = desk.desk();
        const numberOf = (id: string) => store.one(id)?.number ?? '';
        if (req.method !== 'HEAD') {
          const { userId } = guard.act(req);
          logbook.add({ kind: 'export', userId, from: originOf(req), detail: { what: 'tickets' } });
        }
        function* rows(): Generator<string[]> {
          for (; !next.done; next = all.next()) yield ticketCells(next.value, names, numberOf);
        }
        await sendCsv(req, res, { name: 'reclamos.csv', heading: TICKET_HEADING, rows: rows() });
      },
    ],
  });
  route(router, staffTicketCalls.photoFile(':id', ':name'), {
    get: [
      guard.staff,
      async (req, res) => {
        const { id } = staff.seen(guard.act(req), part(req, 'id'));
        const name = part(req, 'name');
        const isIts = store.photosOf(id).some((photo) => photo.name === name);
        const bytes = isIts ? await photos.read(id, name) : null;
        if (!bytes) throw new Problem('not-found');
        res.writeHead(200, {
          'Content-Type': 'image/webp',
          'Cache-Control': 'no-store',
          'Content-Length': bytes.length,
        });
        res.end(req.method === 'HEAD' ? undefined : bytes);
      },
    ],
  });
}

function writingCalls(router: Router, { tickets: { staff, erasure }, guard, allowance, runDecoder }: Parts): void {
  const intake = openPictureIntake({ runDecoder });
  const post = (path: string, ...handlers: (RequestHandler | RequestHandler[])[]) =>
    route(router, path, { post: [guard.staff, ...handlers] });

  post(staffTicketCalls.update(':id', ':field'), jsonBody(SMALL_BODY), (req, res) => {
    const field = part(req, 'field');
    if (!TICKET_FIELDS.includes(field as TicketField)) throw new Problem('not-found');
    const change = bodyOf(replacement, req.body);
    return reply(req, res, staff.update(guard.act(req), part(req, 'id'), field as TicketField, change));
  });
  post(staffTicketCalls.entry(':id'), jsonBody(TEXT_BODY), (req, res) => {
    const parsed = entryBody.safeParse(req.body);
    if (!parsed.success) throw new Problem('value', { field: 'text' });
    return reply(req, res, staff.write(guard.act(req), part(req, 'id'), parsed.data));
  });
  post(staffTicketCalls.merge(':id'), jsonBody(SMALL_BODY), (req, res) =>
    reply(req, res, staff.merge(guard.act(req), part(req, 'id'), bodyOf(mergeBody, req.body).into)),
  );
  post(staffTicketCalls.release(':id'), jsonBody(TEXT_BODY), (req, res) => {
    const release = parseOr422('text', releaseBody, req.body);
    return reply(req, res, staff.release(guard.act(req), part(req, 'id'), release));
  });
  post(
    staffTicketCalls.photo(':id'),
    (req, res, next) => {
      res.once('close', allowance.take(guard.act(req).userId, PHOTO_BODY));
      next();
    },
    jsonBody(PHOTO_BODY, PHOTO_BODY),
    async (req, res) => {
      const { name = '', data } = bodyOf(photoBody, req.body);
      const id = part(req, 'id');
      staff.seen(guard.act(req), id);
      const bytes = bytesOf(data);
      if (bytes.length > PICTURE_MAX) throw new Problem('too-large', { message: REFUSALS.overPictureMax });
      const { picture, files } = await intake.encode(bytes, pictureNameOf(name, bytes));
      const widest = files.at(-1);
      if (!widest) throw new Problem('value', { field: 'data', message: REFUSALS.brokenPicture });
      return reply(req, res, await staff.addPhoto(guard.act(req), id, picture, widest.bytes));
    },
  );
  route(router, staffTicketCalls.erase(':id'), {
    post: [
      guard.admin,
      jsonBody(SMALL_BODY),
      (req, res) => {
        const { id } = staff.seen(guard.act(req), part(req, 'id'));
        erasure.erase(id);
        return reply(req, res, 1);
      },
    ],
  });
}

/** Who gets to know of tickets, Editors, mail boxes or everybody, and for how long: rights. */
const whoKnows = ({ areas, topics, isPublic, months }: TicketSettings) =>
  JSON.stringify([
    areas.map(({ key, people, email }) => [key, people, email]),
    topics.map(({ key, area }) => [key, area]),
    isPublic,
    months,
  ]);
const part01 = z.number().min(0).max(1);
const mark = z.strictObject({
  x: part01,
  y: part01,
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
});
/** The picture of the town: with `data` another one, else other marks on the one that is there; null for none. */
const pictureBody = z.strictObject({
  value: z.strictObject({ data: z.string().optional(), marks: z.tuple([mark, mark]) }).nullable(),
});

/** The picture of the town on which places are marked, for Admins. */
function pictureCall(router: Router, { tickets: { picture }, guard, allowance, runDecoder }: Parts): void {
  const intake = openPictureIntake({ runDecoder });
  route(router, staffTicketCalls.picture(), {
    get: [guard.admin, (req, res) => reply(req, res, picture.shown())],
    post: [
      guard.admin,
      (req, res, next) => {
        res.once('close', allowance.take(guard.act(req).userId, PHOTO_BODY));
        next();
      },
      jsonBody(PHOTO_BODY, PHOTO_BODY),
      async (req, res) => {
        const { value } = bodyOf(pictureBody, req.body);
        if (value === null) {
          picture.remove();
          return reply(req, res, null);
        }
        const { data, marks } = value;
        const file = data === undefined ? undefined : await encoded(bytesOf(data));
        const known = file ?? picture.shown();
        if (!known) throw new Problem('value', { field: 'data', message: 'Falta la imagen del plano.' });
        if (!areApart(known, marks)) throw new Problem('value', { field: 'marks', message: TOO_NEAR });
        guard.act(req);
        picture.write(marks, file);
        return reply(req, res, picture.shown());
      },
    ],
  });

  async function encoded(bytes: Buffer) {
    if (bytes.length > PICTURE_MAX) throw new Problem('too-large', { message: REFUSALS.overPictureMax });
    const { picture: stored, files } = await intake.encode(bytes, pictureNameOf('plano', bytes));
    const widest = files.at(-1);
    if (!widest) throw new Problem('value', { field: 'data', message: REFUSALS.brokenPicture });
    return { width: stored.width, height: stored.height, bytes: widest.bytes };
  }
}
const TOO_NEAR = 'Los dos puntos tienen que estar lejos uno del otro, en el plano y en el terreno.';

const MENU_IS_FULL = 'El menú está lleno: quitá una entrada en Menú, así «Consultas y reclamos» tiene lugar.';

/**
 * How the town takes tickets, for Admins. Who switches the form on or off puts it into the menu, or hides it there.
 * @throws Problem 409 if another one has changed it since
 */
function settingsCall(router: Router, { tickets: { settings }, writer, reader, guard, logbook }: Parts): void {
  /** @throws Problem 422 if the menu is full */
  function showInMenu(act: Act, { id: _, image: __, ...site }: SiteDocument, isOpen: boolean): void {
    const menu = menuWithTickets(site.menu, isOpen);
    if (!menu) return;
    try {
      writer.setDocument(act, 'site', { ...site, menu }, site);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'value') throw error;
      throw new Problem('value', { field: 'value.isOpen', message: MENU_IS_FULL });
    }
  }

  route(router, staffTicketCalls.settings(), {
    get: [guard.admin, (req, res) => reply(req, res, settings.read())],
    post: [
      guard.admin,
      jsonBody(TEXT_BODY),
      async (req, res) => {
        guard.act(req);
        const { value, base } = bodyOf(settingsBody, req.body);
        const site = await reader.document('site');
        // Nothing is awaited from here on: what is compared and what is written are of one moment.
        const act = guard.act(req);
        const wanted = parseOr422('value', ticketSettings, value);
        const before = settings.read();
        const isSame = (other: unknown) => JSON.stringify(other) === JSON.stringify(before);
        if (base !== undefined && !isSame(ticketSettings.safeParse(base).data) && !isSame(wanted)) {
          throw new Problem('conflict', { value: before, by: '', at: '' });
        }
        // First, because the menu may be full: then nothing is changed.
        if (wanted.isOpen !== before.isOpen) showInMenu(act, site, wanted.isOpen);
        logbook.adding(
          () => settings.write(wanted),
          () =>
            whoKnows(wanted) === whoKnows(before) ? null : { kind: 'areas', userId: act.userId, from: originOf(req) },
        );
        return reply(req, res, 1);
      },
    ],
  });
}
