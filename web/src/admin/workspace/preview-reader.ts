import { exactly, startOf, timelyAlerts } from '#contract/calendar/alerts';
import type { DocumentType, RecordType } from '#contract/record-types';
import { blankDocuments } from '#contract/town/documents';
import {
  cardOf,
  cardsOf,
  daysOf,
  highlightedRecords,
  lastLabels,
  listDays,
  listRecords,
  paged,
  pageSize,
  relatedStories,
} from '#contract/lists';
import { menuOf } from '#contract/town/menu';
import type { Day } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import { isListed } from '#contract/visibility';
import type { Alert, RecordOf } from '#contract/records';
import type { AdminStore } from '../../offline/store/admin-store.ts';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';

/**
 * Creates the public reader for the preview of a draft of a type: it returns the draft whatever its status, and what
 * else pages show from the records of this device. It does not search.
 */
export function createPreviewReader(
  store: Pick<AdminStore, 'all'>,
  entity: RecordType,
  draft: Fields,
  today: Day,
): PublicReader {
  const all = async <T extends RecordType>(type: T) =>
    (await store.all(type)).map(({ record }) => record) as RecordOf<T>[];
  // The preview shows the day as it begins.
  const time = { today, now: `${today}T00:00` };
  const site = async () => (await all('site'))[0] ?? BLANK.site;
  const reader: Omit<PublicReader, 'search' | 'listSearch'> = {
    document: async (type) => (await all(type))[0] ?? (BLANK[type] as RecordOf<typeof type>),
    record: async (type) => typedRecord(type, draft),
    named: async (type) => typedRecord(type, draft),
    async list(type, { by, range = null, page = 1, limit } = {}) {
      const listed = listRecords(type, await all(type), { by, days: listDays(type, range, time), site: await site() });
      const { items, pages } = paged(listed, page, pageSize(type));
      return cardsOf(type, { items: items.slice(0, limit), pages });
    },
    days: async (type, question) => daysOf(type, await all(type), question),
    highlighted: async (type) => highlightedRecords(type, await all(type), time).map((record) => cardOf(type, record)),
    relatedStories: async () => relatedStories(await all('story'), typedRecord('story', draft)),
    lastLabels: async () => lastLabels(await all('story')),
    alerts: async () => (entity === 'alert' ? announced(typedRecord('alert', draft)) : []),
    menu: async () => {
      const freePages = (await all('page')).filter((one) => isListed('page', one));
      const town = await site();
      return menuOf(
        town,
        listRecords('authority', await all('authority'), { site: town }),
        (id) => freePages.find((one) => one.id === id),
        () => true,
      );
    },
  };
  return reader as PublicReader;
}

const BLANK: { [T in DocumentType]: RecordOf<T> } = {
  site: { id: 'site', ...blankDocuments.site },
  hero: { id: 'hero', image: null },
  categories: { id: 'categories', ...blankDocuments.categories },
  usefuldata: { id: 'usefuldata', ...blankDocuments.usefuldata },
  greenpointpage: { id: 'greenpointpage', ...blankDocuments.greenpointpage, images: [] },
  digest: { id: 'digest', pdf: '', pdfname: '', pdfsize: 0 },
};

/**
 * An alert as everybody sees it when it begins. Its own page is not where it leads to, so that the preview shows both:
 * what stands above every other page, and the page.
 */
const announced = (alert: Alert) =>
  timelyAlerts([{ ...alert, status: 'Publicado' }], exactly(startOf(alert))).map((one) => ({ ...one, titlekey: '' }));
