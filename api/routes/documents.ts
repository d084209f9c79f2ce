import { isDeepStrictEqual } from 'node:util';
import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import type { Guard } from '../auth/guard.ts';
import type { DocumentName } from '../contract/town/documents.ts';
import { calls } from '../contract/addresses/calls.ts';
import type { PublicReader } from '../contract/reader.ts';
import { bodyOf, FIELD_BODY, jsonBody, replacement } from '../http/body.ts';
import { reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { TryPages } from '../http/trial-pages.ts';
import type { ChangedDocument } from '../contract/records.ts';
import type { Writer } from '../records/write/writer.ts';

interface Parts {
  writer: Writer;
  reader: PublicReader;
  guard: Guard;
  tryPages: TryPages;
}

/** The documents that staff edit whole (spec section 7.3), and the text of the green-point page (7.4). */
export function documentRoutes({ writer, reader, guard, tryPages }: Parts): Router {
  const router = Router();
  const body = jsonBody(FIELD_BODY);

  /** Stores a document once all pages could be drawn with exactly what will be stored. */
  async function store(req: Request, name: DocumentName, change: { value: unknown; base?: unknown }): Promise<1> {
    let tried: ChangedDocument | null = null;
    for (;;) {
      // Somebody else may have changed the document while the pages were drawn.
      const next = writer.documentAfter(guard.act(req), name, change.value, change.base);
      if (isDeepStrictEqual(next, tried)) break;
      await tryPages(next);
      tried = next;
    }
    return writer.setDocument(guard.act(req), name, change.value, change.base);
  }
  const post = (
    name: DocumentName,
    allowed: RequestHandler,
    changeIn: (req: Request) => Parameters<typeof store>[2],
  ): (RequestHandler | RequestHandler[])[] => [
    allowed,
    body,
    async (req, res) => reply(req, res, await store(req, name, changeIn(req))),
  ];
  const whole = (req: Request) => bodyOf(replacement, req.body);

  route(router, calls.document('site'), { post: post('site', guard.admin, whole) });
  route(router, calls.document('categories'), { post: post('categories', guard.admin, whole) });
  route(router, calls.document('usefulData'), { post: post('usefuldata', guard.staff, whole) });
  route(router, calls.greenPointText(), {
    post: post('greenpointpage', guard.staff, (req) => {
      const { value, base } = whole(req);
      return { value: { txt: value }, base: base === undefined ? undefined : { txt: base } };
    }),
  });
  route(router, calls.document('site').replace('site', 'GreenPointGetPage'), {
    get: [guard.staff, async (req, res) => reply(req, res, await reader.document('greenpointpage'))],
  });
  return router;
}
