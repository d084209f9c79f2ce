import { Router } from 'express';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { Answer, AnswerCache } from '../http/cache/answer-cache.ts';
import { jsonBody, SMALL_BODY } from '../http/body.ts';
import { parseRange } from '../contract/values/dates.ts';
import type { DateRange } from '../contract/values/dates.ts';
import { NO_WORD } from '../contract/limits.ts';
import { isAny } from '../contract/lists.ts';
import { publicCall, publicCalls } from '../contract/addresses/calls.ts';
import { Problem } from '../contract/problems.ts';
import type { PublicReader } from '../contract/reader.ts';
import { isRecordEntity } from '../contract/record-types.ts';
import type { RecordEntity } from '../contract/record-types.ts';
import { titlekey } from '../contract/values/text.ts';
import { JSON_HEADERS, problemBody, reply } from '../http/reply.ts';
import { pageIn, pageOf, part, route } from '../http/route.ts';

const PREFIX = publicCall('site').slice(0, -publicCalls.site.length);

/** The public reads of spec section 7.2. Null becomes 404, like everything that the public may not see. */
export function publicRoutes({ reader, answerCache }: { reader: PublicReader; answerCache: AnswerCache }): Router {
  const router = Router();
  const reads = readsOf(reader);
  const others = otherReadsOf(reader);

  function get(pattern: string, read: Read): void {
    const answer: RequestHandler = (req, res) =>
      answerCache.send(req, res, produce(read(req)), req.originalUrl.split('?', 1)[0]);
    route(router, PREFIX + pattern, { get: answer });
  }

  router.use(PREFIX, fillEmptyPlaces([...Object.values(publicCalls), ...Object.keys(others)]));
  for (const method of Object.keys(reads) as (keyof typeof reads)[]) get(publicCalls[method], reads[method]);
  for (const [pattern, read] of Object.entries(others)) get(pattern, read);
  route(router, publicCall('search'), {
    post: [
      jsonBody(SMALL_BODY),
      async (req, res) => {
        const { search, page } = searchBody(req.body);
        await reply(req, res, await reader.search(search, page));
      },
    ],
  });
  return router;
}

/** How each method of the reader is called by its address. */
function readsOf(reader: PublicReader): Record<Exclude<keyof PublicReader, 'search'>, Read> {
  return {
    site: () => () => reader.site(),
    hero: () => () => reader.hero(),
    categories: () => () => reader.categories(),
    usefulData: () => () => reader.usefulData(),
    menu: () => () => reader.menu(),
    alerts: () => () => reader.alerts(),
    authorities: () => () => reader.authorities(),
    authority: (req) => () => reader.authority(titlekey(part(req, 'name'))),
    story: (req) => () => reader.story(part(req, 'id')),
    relatedStories: (req) => () => reader.relatedStories(part(req, 'id')),
    stories: (req) => pageRead(req, (page) => reader.stories(page)),
    storiesByLabel: (req) => pageRead(req, (page) => reader.storiesByLabel(part(req, 'label'), page)),
    lastStories: () => () => reader.lastStories(),
    labels: () => () => reader.labels(),
    lastLabels: () => () => reader.lastLabels(),
    event: (req) => () => reader.event(part(req, 'id')),
    events: (req) => {
      const range = rangeIn(req);
      return pageRead(req, (page) => reader.events(part(req, 'label'), range, page));
    },
    nextEvents: () => () => reader.nextEvents(),
    homeCarousel: () => () => reader.homeCarousel(),
    newsCarousel: () => () => reader.newsCarousel(),
    albums: (req) => pageRead(req, (page) => reader.albums(page)),
    highlightedAlbums: () => () => reader.highlightedAlbums(),
    album: (req) => () => reader.album(part(req, 'id')),
    maps: () => () => reader.maps(),
    greenPoints: () => () => reader.greenPoints(),
    greenPointPage: () => () => reader.greenPointPage(),
    digest: () => () => reader.digest(),
    bulletin: (req) => () => reader.bulletin(part(req, 'id')),
    bulletins: (req) => {
      const range = rangeIn(req);
      return pageRead(req, (page) => reader.bulletins(part(req, 'bclass'), range, page));
    },
    record: (req) => {
      const type = entityIn(req);
      return () => reader.record(type, part(req, 'id'));
    },
    list: (req) => {
      const [type, range] = [entityIn(req), rangeIn(req)];
      return pageRead(req, (page) => reader.list(type, page, range));
    },
    bulletinSearch: (req) =>
      pageRead(req, (page) => reader.bulletinSearch(part(req, 'bclass'), part(req, 'search'), page)),
  };
}

/** Calls of the spec, and of pages of an earlier release, that no page of the portal uses. */
function otherReadsOf(reader: PublicReader): Record<string, Read> {
  return {
    '/getGreenPointimagesByAll': () => async () => (await reader.greenPointPage()).images.map((image) => image.name),
    '/list/:type/:page': (req) => {
      const type = entityIn(req);
      return pageRead(req, (page) => reader.list(type, page));
    },
    '/BulletinByAll': () => () => reader.bulletins('all', null, 1),
    '/BulletinByClases/:bclass/:page': (req) =>
      pageRead(req, (page) => reader.bulletins(part(req, 'bclass'), null, page)),
    '/BulletinBySearch/:search/:page': (req) =>
      pageRead(req, (page) => reader.bulletinSearch('all', part(req, 'search'), page)),
  };
}

/** Checks the address before it reads: a malformed one is refused and its answer not cached. */
type Read = (req: Request) => () => Promise<unknown>;

function pageRead(req: Request, read: (page: number) => Promise<unknown>): () => Promise<unknown> {
  const page = pageIn(req);
  return () => read(page);
}

function produce(read: () => Promise<unknown>): () => Promise<Answer> {
  return async () => {
    const value = await read();
    const [status, body] = value === null ? [404, problemBody(new Problem('not-found'))] : [200, value];
    return { status, headers: JSON_HEADERS, body: JSON.stringify(body) };
  };
}

function entityIn(req: Request): RecordEntity {
  const type = part(req, 'type');
  if (!isRecordEntity(type)) throw new Problem('not-found');
  return type;
}

function rangeIn(req: Request): DateRange | null {
  const dates = part(req, 'dates');
  if (isAny(dates)) return null;
  const range = parseRange(dates);
  if (!range) throw new Problem('malformed', { message: 'Las fechas se escriben dd-MM-aaaa o dd-MM-aaaa_dd-MM-aaaa.' });
  return range;
}

function searchBody(body: unknown): { search: string; page: number } {
  const { success, data } = searchSchema.safeParse(body);
  if (!success) throw new Problem('malformed');
  return { search: data.search, page: pageOf(String(data.page)) };
}
const searchSchema = z.object({ search: z.string(), page: z.union([z.number(), z.string()]).default(1) });

/** The meaning of an empty part of an address: any class, any category, any dates, or no words to search for. */
const EMPTY = new Map<string, string>([
  [':bclass', 'all'],
  [':dates', 'all'],
  [':search', NO_WORD],
]);

/** Fills the empty parts of addresses like `BulletinByClases//1`, which no pattern matches, with their meaning. */
function fillEmptyPlaces(patterns: string[]): RequestHandler {
  const byCall = new Map(
    patterns.map((pattern) => {
      const [, call = '', ...names] = pattern.split('/');
      return [
        call.toLowerCase(),
        names.map((name) => (name === ':label' && names.includes(':dates') ? 'all' : EMPTY.get(name))),
      ];
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
