import type { RecordType } from '#contract/record-types';
import { pathRange } from '#contract/values/dates';
import type { DateRange } from '#contract/values/dates';
import { NO_WORD } from '#contract/limits';
import { publicCall } from '#contract/addresses/calls';
import type { Menu } from '#contract/town/menu';
import type { PublicReader } from '#contract/reader';
import type { RecordOf } from '#contract/records';
import { Unreachable } from '../pull/api-call.ts';
import type { ApiCall } from '../pull/api-call.ts';
import { isRecord } from '../store/record-shape.ts';

/**
 * The public reader over the API. A record that does not exist or is not public is null; every call throws Unreachable
 * when the server cannot be reached, or its answer is not of the requested form.
 */
export function createHttpReader(callApi: ApiCall): PublicReader {
  type Method = keyof PublicReader;
  type Parts = Record<string, string | number>;

  async function get<T>(
    method: Method,
    parts: Parts,
    isWanted: (body: unknown) => boolean,
    init?: RequestInit,
  ): Promise<T> {
    const { status, body } = await callApi(publicCall(method, parts), init);
    if (status !== 200 || !isWanted(body)) throw new Unreachable(`${method} answered ${status}`);
    return body as T;
  }
  const list =
    <T>(method: Method) =>
    () =>
      get<T[]>(method, {}, Array.isArray);
  const paged = <T>(method: Method, parts: Parts) => get<T>(method, parts, isPaged);
  const document =
    <T extends RecordType>(method: Method, type: T) =>
    () =>
      get<RecordOf<T>>(method, {}, (body) => isRecord(type, body));

  async function one<T extends RecordType>(method: Method, type: T, parts: Parts): Promise<RecordOf<T> | null> {
    const { status, body } = await callApi(publicCall(method, parts));
    if (status === 404 && isProblem(body)) return null;
    if (status !== 200 || !isRecord(type, body)) throw new Unreachable(`${method} answered ${status}`);
    return body;
  }

  return {
    record: (type, id) => one('record', type, { type, id }),
    list: (type, page, range = null) => paged('list', { type, dates: datesOf(range), page }),
    site: document('site', 'site'),
    hero: document('hero', 'hero'),
    categories: document('categories', 'categories'),
    usefulData: document('usefulData', 'usefuldata'),
    menu: () => get('menu', {}, (body) => Array.isArray((body as Partial<Menu> | null)?.items)),
    alerts: list('alerts'),
    authorities: list('authorities'),
    authority: (name) => one('authority', 'authority', { name }),
    story: (id) => one('story', 'story', { id }),
    relatedStories: (id) => get('relatedStories', { id }, Array.isArray),
    stories: (page) => paged('stories', { page }),
    storiesByLabel: (label, page) => paged('storiesByLabel', { label, page }),
    lastStories: list('lastStories'),
    labels: list('labels'),
    lastLabels: list('lastLabels'),
    event: (id) => one('event', 'agenda', { id }),
    events: (label, range, page) => paged('events', { label: label || ANY, dates: datesOf(range), page }),
    nextEvents: list('nextEvents'),
    homeCarousel: list('homeCarousel'),
    newsCarousel: list('newsCarousel'),
    albums: (page) => paged('albums', { page }),
    highlightedAlbums: list('highlightedAlbums'),
    album: (id) => one('album', 'album', { id }),
    maps: list('maps'),
    greenPoints: list('greenPoints'),
    greenPointPage: document('greenPointPage', 'greenpointpage'),
    digest: document('digest', 'digest'),
    bulletin: (id) => one('bulletin', 'bulletin', { id }),
    bulletins: (bclass, range, page) => paged('bulletins', { bclass: bclass || ANY, dates: datesOf(range), page }),
    bulletinSearch: (bclass, search, page) =>
      paged('bulletinSearch', { bclass: bclass || ANY, search: search.trim() || NO_WORD, page }),
    search: (search, page) =>
      get('search', {}, isPaged, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ search, page }),
      }),
  };
}

const ANY = 'all';
const datesOf = (range: DateRange | null) => (range ? pathRange(range) : ANY);

function isPaged(body: unknown): boolean {
  const { items, pages } = (body ?? {}) as { items?: unknown; pages?: unknown };
  return Array.isArray(items) && typeof pages === 'number';
}

const isProblem = (body: unknown) => typeof (body as { code?: unknown } | null)?.code === 'string';
