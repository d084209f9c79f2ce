import type { Request } from 'express';
import { HOME_STORIES, NEXT_EVENTS, NO_WORD } from '../contract/limits.ts';
import { carouselItem, homeCarousel, isAny } from '../contract/lists.ts';
import type { ListQuestion } from '../contract/reader.ts';
import type { DocumentType, ListedType, RecordEntity } from '../contract/record-types.ts';
import { parseRange } from '../contract/values/dates.ts';
import type { DateRange, Day } from '../contract/values/dates.ts';
import { Problem } from '../contract/problems.ts';
import { titlekey } from '../contract/values/text.ts';
import { pageIn, part } from '../http/route.ts';
import type { SqlReader } from '../records/read.ts';

/** Checks the address before it reads: a malformed one is refused and its answer not cached. @throws Problem 400 */
export type Read = (req: Request) => (reader: SqlReader, today: Day) => Promise<unknown>;

const document =
  (type: DocumentType): Read =>
  () =>
  (reader) =>
    reader.document(type);
const record =
  (type: RecordEntity): Read =>
  (req) =>
  (reader) =>
    reader.record(type, part(req, 'id'));
const list =
  (type: RecordEntity): Read =>
  (req) => {
    const question = questionIn(req);
    return (reader) => reader.list(type, question);
  };
const items =
  (type: RecordEntity, limit?: number): Read =>
  () =>
  async (reader) =>
    (await reader.list(type, limit === undefined ? {} : { limit })).items;
const listSearch =
  (type: ListedType): Read =>
  (req) => {
    const { by, page } = questionIn(req);
    return (reader) => reader.listSearch(type, part(req, 'search'), { by, page });
  };

/**
 * The public reads by the addresses that spec section 7.2 gives them, and those of its kind: which question each is.
 * Express patterns; `by` is a category, where `all` is any, `label` a label.
 */
const reads = {
  '/site': document('site'),
  '/hero': document('hero'),
  '/categories': document('categories'),
  '/usefulData': document('usefuldata'),
  '/digest': document('digest'),
  '/GreenPointGetPage': document('greenpointpage'),
  '/getGreenPointimagesByAll': () => async (reader) =>
    (await reader.document('greenpointpage')).images.map((image) => image.name),
  '/getGreenPointMapsByAll': items('greenpoint'),
  '/getMapsByAll': items('map'),
  '/getAuthoritiesByAll': items('authority'),
  '/getAuthorities/:name': (req) => (reader) => reader.named('authority', titlekey(part(req, 'name'))),
  '/getStoriesById/:id': record('story'),
  '/getStoriesByPage/:page': list('story'),
  '/getStoriesByLabel/:label/:page': list('story'),
  '/getLastStories': items('story', HOME_STORIES),
  '/getAllLabels': () => (reader) => reader.labels(),
  '/getAgendaById/:id': record('agenda'),
  '/getAgendaByBlock/:by/:dates/:page': list('agenda'),
  '/getAgendaNextThree': items('agenda', NEXT_EVENTS),
  '/getCarouselStories': () => async (reader, today) =>
    homeCarousel(await reader.highlighted('story'), await reader.highlighted('agenda'), today),
  '/getCarouselNews': () => async (reader) =>
    (await reader.highlighted('story')).map((story) => carouselItem('Story', story)),
  '/getAlbumById/:id': record('album'),
  '/getAlbumsByPage/:page': list('album'),
  '/getAlbumsHighlight': () => (reader) => reader.highlighted('album'),
  '/BulletinById/:id': record('bulletin'),
  '/BulletinByAll': list('bulletin'),
  '/BulletinByClases/:by/:page': list('bulletin'),
  '/BulletinByDateAndClass/:dates/:by/:page': list('bulletin'),
  '/BulletinBySearch/:search/:page': listSearch('bulletin'),
  '/BulletinByKeywords/:by/:search/:page': listSearch('bulletin'),
} satisfies { [path: `/${string}`]: Read };
export const specReads: readonly (readonly [path: string, read: Read])[] = Object.entries(reads);

/** The meaning of an empty part of these addresses, as in `BulletinByClases//1`. */
export const EMPTY_PARTS = new Map<string, string>([
  [':by', 'all'],
  [':dates', 'all'],
  [':search', NO_WORD],
]);

/** Reads the question about a list from the parts of an address that it has. @throws Problem 400 */
export function questionIn(req: Request): ListQuestion {
  const { label, by, dates, page } = req.params as Partial<Record<string, string>>;
  return {
    by: label ?? (by === undefined || isAny(by) ? undefined : by),
    range: dates === undefined ? null : rangeOf(dates),
    page: page === undefined ? 1 : pageIn(req),
  };
}

function rangeOf(dates: string): DateRange | null {
  if (isAny(dates)) return null;
  const range = parseRange(dates);
  if (!range) throw new Problem('malformed', { message: 'Las fechas se escriben dd-MM-aaaa o dd-MM-aaaa_dd-MM-aaaa.' });
  return range;
}
