import type { RecordType } from '#contract/record-types';
import { pathRange } from '#contract/values/dates';
import { publicCall } from '#contract/addresses/public-calls';
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
  type Question = keyof PublicReader;
  type Parts = Record<string, string | number>;

  async function get<T>(
    question: Question,
    parts: Parts,
    isWanted: (body: unknown) => boolean,
    init?: RequestInit,
  ): Promise<T> {
    const { status, body } = await callApi(publicCall(question, parts), init);
    if (status !== 200 || !isWanted(body)) throw new Unreachable(`${question} answered ${status}`);
    return body as T;
  }
  const post = <T>(question: Question, parts: Parts, body: unknown) =>
    get<T>(question, parts, isPaged, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function one<T extends RecordType>(question: Question, type: T, parts: Parts): Promise<RecordOf<T> | null> {
    const { status, body } = await callApi(publicCall(question, { type, ...parts }));
    if (status === 404 && isProblem(body)) return null;
    if (status !== 200 || !isRecord(type, body)) throw new Unreachable(`${question} answered ${status}`);
    return body;
  }

  return {
    document: (type) => get('document', { type }, (body) => isRecord(type, body)),
    record: (type, id) => one('record', type, { id }),
    named: (type, titlekey) => one('named', type, { titlekey }),
    async list(type, { by, range, page = 1, limit } = {}) {
      const dates = range ? { dates: pathRange(range) } : {};
      const list: Awaited<ReturnType<PublicReader['list']>> = await get(
        'list',
        { type, page, ...dates, ...(by !== undefined && { by }) },
        isPaged,
      );
      return limit === undefined ? list : { ...list, items: list.items.slice(0, limit) };
    },
    listSearch: (type, search, question) => post('listSearch', { type }, { search, ...question }),
    days: (type, { by, range }) =>
      get('days', { type, dates: pathRange(range), ...(by !== undefined && { by }) }, Array.isArray),
    highlighted: (type) => get('highlighted', { type }, Array.isArray),
    relatedStories: (id) => get('relatedStories', { id }, Array.isArray),
    lastLabels: () => get('lastLabels', {}, Array.isArray),
    menu: () => get('menu', {}, (body) => Array.isArray((body as Partial<Menu> | null)?.items)),
    alerts: () => get('alerts', {}, Array.isArray),
    search: (search, page) => post('search', {}, { search, page }),
  };
}

function isPaged(body: unknown): boolean {
  const { items, pages } = (body ?? {}) as { items?: unknown; pages?: unknown };
  return Array.isArray(items) && typeof pages === 'number';
}

const isProblem = (body: unknown) => typeof (body as { code?: unknown } | null)?.code === 'string';
