import { exactly, startOf, timelyAlerts } from '#contract/alerts';
import type { RecordType } from '#contract/record-types';
import { blankDocuments } from '#contract/town/documents';
import { authorityList, eventList, paged, placeList, relatedStories, storyList } from '#contract/lists';
import { menuOf } from '#contract/town/menu';
import type { Day } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import { isListed } from '#contract/visibility';
import type { Alert, RecordOf } from '#contract/records';
import type { AdminStore } from '../../offline/store/admin-store.ts';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';

/**
 * Creates the public reader for the preview of a draft of a type: it returns the draft whatever its status, and related
 * records from this device. It implements only what the pages of single records read.
 */
export function createPreviewReader(
  store: Pick<AdminStore, 'all'>,
  entity: RecordType,
  draft: Fields,
  today: Day,
): PublicReader {
  const all = async <T extends RecordType>(type: T) =>
    (await store.all(type)).map(({ record }) => record) as RecordOf<T>[];
  // A page reads its record by one method only, so the draft is of the type that the method returns.
  const reader: Partial<PublicReader> = {
    alerts: async () => (entity === 'alert' ? announced(typedRecord('alert', draft)) : []),
    site: async () => (await all('site'))[0] ?? { id: 'site', ...blankDocuments.site },
    hero: async () => (await all('hero'))[0] ?? { id: 'hero', image: null },
    categories: async () => (await all('categories'))[0] ?? { id: 'categories', ...blankDocuments.categories },
    menu: async () => {
      const freePages = (await all('page')).filter((one) => isListed('page', one));
      const site = (await all('site'))[0] ?? blankDocuments.site;
      return menuOf(
        site,
        authorityList(await all('authority'), site),
        (id) => freePages.find((one) => one.id === id),
        () => true,
      );
    },
    authority: async () => typedRecord('authority', draft),
    story: async () => typedRecord('story', draft),
    relatedStories: async () => relatedStories(await all('story'), typedRecord('story', draft)),
    storiesByLabel: async (label, page) => paged(storyList(await all('story'), label), page),
    event: async () => typedRecord('agenda', draft),
    events: async (label, range, page) => paged(eventList(await all('agenda'), label, range, today), page),
    album: async () => typedRecord('album', draft),
    maps: async () => placeList('map', await all('map')),
    bulletin: async () => typedRecord('bulletin', draft),
    record: async (type) => typedRecord(type, draft),
  };
  return reader as PublicReader;
}

/** An alert as everybody sees it when it begins. */
const announced = (alert: Alert) => timelyAlerts([{ ...alert, status: 'Publicado' }], exactly(startOf(alert)));
