import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { Answer, AnswerCache } from '../http/cache/answer-cache.ts';
import { jsonBody, SMALL_BODY } from '../http/body.ts';
import { EVENT_DAYS } from '../contract/calendar/event-times.ts';
import { addDays } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { PUBLIC, publicCall, publicCalls } from '../contract/addresses/public-calls.ts';
import { Problem } from '../contract/problems.ts';
import type { PublicReader } from '../contract/reader.ts';
import {
  HIGHLIGHTED_TYPES,
  isDocument,
  isLasting,
  isListedType,
  isRecordEntity,
  isRecordType,
  traitsOf,
} from '../contract/record-types.ts';
import type { HighlightedType, NamedType, RecordType } from '../contract/record-types.ts';
import { titlekey } from '../contract/values/text.ts';
import { JSON_HEADERS, problemBody, reply } from '../http/reply.ts';
import { pageOf, part, route } from '../http/route.ts';
import type { SqlReader } from '../records/read.ts';
import { EMPTY_PARTS, questionIn, specReads } from './spec-reads.ts';
import type { Read } from './spec-reads.ts';

/** The public reads. Null becomes 404, like everything that the public may not see. */
export function publicRoutes({
  reader,
  answerCache,
  today,
}: {
  reader: SqlReader;
  answerCache: AnswerCache;
  today: () => Day;
}): Router {
  const router = Router();
  router.use(PUBLIC, fillEmptyPlaces(specReads.map(([path]) => path)));
  for (const [pattern, read] of [...specReads, ...questionReads()]) {
    const answer: RequestHandler = (req, res) => {
      const ask = read(req);
      return answerCache.send(
        req,
        res,
        produce(() => ask(reader, today())),
        req.originalUrl.split('?', 1)[0],
      );
    };
    route(router, PUBLIC + pattern, { get: answer });
  }
  route(router, publicCall('search'), {
    post: [
      jsonBody(SMALL_BODY),
      async (req, res) => {
        const { search, page } = searchBody(req.body);
        await reply(req, res, await reader.search(search, page));
      },
    ],
  });
  route(router, PUBLIC + publicCalls.listSearch, {
    post: [
      jsonBody(SMALL_BODY),
      async (req, res) => {
        const type = typeIn(req, isListedType);
        const { search, by, page } = searchBody(req.body);
        await reply(req, res, await reader.listSearch(type, search, { by, page }));
      },
    ],
  });
  return router;
}

/** How each question but the searches is asked by its address; and a list by that of an earlier release. */
function questionReads(): [path: string, read: Read][] {
  const ofType =
    <T extends RecordType>(
      is: (type: RecordType) => type is T,
      ask: (type: T, req: Request) => ReturnType<Read>,
    ): Read =>
    (req) =>
      ask(typeIn(req, is), req);
  const list = ofType(isRecordEntity, (type, req) => {
    const question = { ...questionIn(req), by: req.params.by as string | undefined };
    return (reader) => reader.list(type, question);
  });
  const questions: Record<Exclude<keyof PublicReader, 'search' | 'listSearch'>, Read> = {
    document: ofType(isDocument, (type) => (reader) => reader.document(type)),
    record: ofType(isRecordEntity, (type, req) => (reader) => reader.record(type, part(req, 'id'))),
    named: ofType(isNamed, (type, req) => (reader) => reader.named(type, titlekey(part(req, 'titlekey')))),
    list,
    days: ofType(isLasting, (type, req) => {
      const { by, range } = questionIn(req);
      if (!range || range.to >= addDays(range.from, EVENT_DAYS)) throw new Problem('not-found');
      return (reader) => reader.days(type, { by, range });
    }),
    highlighted: ofType(isHighlighted, (type) => (reader) => reader.highlighted(type)),
    relatedStories: (req) => (reader) => reader.relatedStories(part(req, 'id')),
    lastLabels: () => (reader) => reader.lastLabels(),
    menu: () => (reader) => reader.menu(),
    alerts: () => (reader) => reader.alerts(),
  };
  const names = Object.keys(questions) as (keyof typeof questions)[];
  return [...names.map((name): [string, Read] => [publicCalls[name], questions[name]]), ['/list/:type/:page', list]];
}

const isNamed = (type: RecordType): type is NamedType => traitsOf(type).hasOwnTitlekey === true;
const isHighlighted = (type: RecordType): type is HighlightedType => (HIGHLIGHTED_TYPES as string[]).includes(type);

/** Returns the type in an address. @throws Problem 404 */
function typeIn<T extends RecordType>(req: Request, is: (type: RecordType) => type is T): T {
  const type = part(req, 'type');
  if (!isRecordType(type) || !is(type)) throw new Problem('not-found');
  return type;
}

function produce(read: () => Promise<unknown>): () => Promise<Answer> {
  return async () => {
    const value = await read();
    const [status, body] = value === null ? [404, problemBody(new Problem('not-found'))] : [200, value];
    return { status, headers: JSON_HEADERS, body: JSON.stringify(body) };
  };
}

function searchBody(body: unknown) {
  const { success, data } = searchSchema.safeParse(body);
  if (!success) throw new Problem('malformed');
  return { search: data.search, by: data.by, page: pageOf(String(data.page)) };
}
const searchSchema = z.object({
  search: z.string(),
  by: z.string().optional(),
  page: z.union([z.number(), z.string()]).default(1),
});

/** Fills the empty parts of addresses like `BulletinByClases//1`, which no pattern matches, with their meaning. */
function fillEmptyPlaces(patterns: string[]): RequestHandler {
  const byCall = new Map(
    patterns.map((pattern) => {
      const [, call = '', ...names] = pattern.split('/');
      return [call.toLowerCase(), names.map((name) => EMPTY_PARTS.get(name))];
    }),
  );
  return (req, _res, next) => {
    const [path = '', query] = req.url.split('?', 2);
    const [, call = '', ...places] = path.split('/');
    const meanings = byCall.get(call.toLowerCase());
    if (meanings?.length === places.length && places.includes('')) {
      const filled = places.map((place, index) => place || (meanings[index] ?? ''));
      req.url = `/${[call, ...filled].join('/')}${query === undefined ? '' : `?${query}`}`;
    }
    next();
  };
}
