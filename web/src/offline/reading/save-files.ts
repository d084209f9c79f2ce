import { bulletinPdf, digestPdf, pictureSource, recordPdf, textPictureSource } from '#contract/addresses/files';
import { isPictureOwner, LISTED_TYPES, traitsOf } from '#contract/record-types';
import type { ListedType, RecordType } from '#contract/record-types';
import type { PublicReader } from '#contract/reader';
import type { AnyRecord, BulletinCard, CardOf } from '#contract/records';
import { FIRST_DAY, LAST_DAY } from '#contract/values/dates';
import { isListed } from '#contract/visibility';
import { pictureWidths } from '#contract/values/pictures';
import type { Picture } from '#contract/values/pictures';
import { shownTextPictures } from '#contract/uploaded/text-pictures';
import { MOST_PICTURES, PICTURES, SAVED_PDFS } from '../../page-and-worker/cache-names.ts';
import { CARD_WIDTH, keepPicture } from './card-pictures.ts';
import type { RecordsDb, Store } from '../store/public-db.ts';
import { savePdf } from '../store/saved-pdfs.ts';

interface SavedFile {
  url: string;
  bytes: number;
}
/** A record that lists have and the device does not: an old story, an old bulletin, a past event. */
interface MissingRecord {
  type: ListedType;
  card: CardOf<ListedType>;
}

/** What is not on the device yet. `bytes` is exact for PDFs and estimated for the rest. */
export interface Plan {
  records: MissingRecord[];
  pictures: SavedFile[];
  pdfs: SavedFile[];
  bytes: number;
  /** What is more than a device keeps, the oldest: whether texts, and number of pictures. */
  left: { texts: boolean; pictures: number };
}

export interface SavingFailures {
  failed: number;
  /** Number of files that did not fit on the device. */
  unfit: number;
}

/** Bytes of a record, and of a picture of a card's size, on average. */
const RECORD_BYTES = 4000;
const PICTURE_BYTES = 40_000;
/** Maximum number of pages of a list whose records are saved; of bulletins all are. */
const MOST_PAGES = 100;
/**
 * The server answers 200 requests at once to one network, and then 15 in a second: as many records are not spaced out.
 */
const UNPACED = 100;
/** Time, in ms, that each of the others takes at least. */
const PACE = 80;

/** What saving needs of `createReading`. */
export interface Reading {
  store: Store;
  read<T>(load: (reader: PublicReader) => Promise<T>): Promise<{ data: T; partial: boolean }>;
  remember(type: string, record: { id: string }): Promise<boolean>;
}

/** The types of which a first fill brings only some records. */
const PARTLY_FILLED = LISTED_TYPES.filter((type) => traitsOf(type).filledWith);

/**
 * Lists the records that the device lacks, the pictures of all, and the PDFs of pages, procedures and all bulletins.
 * @throws Error when the server cannot be reached
 */
export async function planFiles({ store, read }: Reading): Promise<Plan> {
  const lists = new Map<ListedType, { cards: CardOf<ListedType>[]; isCut: boolean }>();
  const { rows: held = [], counts = {} } = (await store.use(heldIn)) ?? {};
  for (const type of PARTLY_FILLED) {
    const own = held.flatMap((row) =>
      row.type === type && row.record && isListed(type, row.record) ? row.record : [],
    );
    // A device that has as many as the server lists needs no network for this.
    const isFull = own.length >= (counts[type] ?? Infinity);
    lists.set(
      type,
      (await cardsOf(read, type)) ?? (isFull ? { cards: own as CardOf<ListedType>[], isCut: false } : lacking()),
    );
  }
  const { data: digest } = await read((reader) => reader.document('digest'));
  const { data: freePages } = await read((reader) => reader.list('page'));
  const { data: procedures } = await read((reader) => reader.list('procedure'));
  const [keptPictures, keptPdfs] = await Promise.all([pathsIn(PICTURES), pathsIn(SAVED_PDFS)]);
  const bulletins = (lists.get('bulletin')?.cards ?? []) as BulletinCard[];
  const pdfs = [
    ...(digest.pdf ? [{ url: digestPdf(), bytes: digest.pdfsize }] : []),
    ...freePages.items.flatMap(({ id, pdfs: files }) =>
      files.map((file) => ({ url: recordPdf('page', { id, ...file }), bytes: file.pdfsize })),
    ),
    ...procedures.items
      .filter(({ pdf }) => pdf)
      .map((one) => ({ url: recordPdf('procedure', one), bytes: one.pdfsize })),
    ...bulletins.filter(({ pdf }) => pdf).map((card) => ({ url: bulletinPdf(card), bytes: card.pdfsize })),
  ].filter(({ url }) => !keptPdfs.has(url));
  const ids = new Set(held.map(({ type, id }) => `${type} ${id}`));
  const records = [...lists].flatMap(([type, { cards }]) =>
    cards.filter(({ id }) => !ids.has(`${type} ${id}`)).map((card) => ({ type, card })),
  );
  const all = picturesOf([...held, ...records.map(({ type, card }) => ({ type, record: card as AnyRecord }))]);
  const pictures = toFetch(all, keptPictures);
  return {
    records,
    pictures,
    pdfs,
    bytes: [...pictures, ...pdfs].reduce((sum, { bytes }) => sum + bytes, records.length * RECORD_BYTES),
    left: {
      texts: [...lists.values()].some(({ isCut }) => isCut),
      pictures: Math.max(0, all.length - MOST_PICTURES),
    },
  };
}

const heldIn = async (db: RecordsDb) => ({
  rows: await db.records.toArray(),
  counts: (await db.standing.get('feed'))?.counts ?? {},
});
function lacking(): never {
  throw new Error('not all of the list');
}

/** Reads the cards of a type's list, past ones too; null when the server cannot be reached. */
async function cardsOf(read: Reading['read'], type: ListedType) {
  const most = type === 'bulletin' ? Infinity : MOST_PAGES;
  const range = traitsOf(type).order === 'soonest' ? { from: FIRST_DAY, to: LAST_DAY } : null;
  const cards: CardOf<ListedType>[] = [];
  let pages = 1;
  for (let page = 1; page <= Math.min(pages, most); page += 1) {
    const { data, partial } = await read((reader) => reader.list(type, { page, range }));
    if (partial) return null;
    cards.push(...data.items);
    ({ pages } = data);
  }
  return { cards, isCut: pages > most };
}

const toFetch = (urls: string[], kept: ReadonlySet<string>): SavedFile[] =>
  urls
    .slice(0, MOST_PICTURES)
    .filter((url) => !kept.has(url))
    .map((url) => ({ url, bytes: PICTURE_BYTES }));

/** Returns how many records and files a plan has. */
export const countOf = ({ records, pictures, pdfs }: Plan) => records.length + pictures.length + pdfs.length;

/**
 * Saves what is planned, one after another, the records first: their texts have more pictures. If something cannot be
 * fetched, the rest is still saved; a full device ends it.
 * @param signal cancels it; what was saved until then stays
 */
export async function saveFiles(
  { store, remember }: Reading,
  plan: Plan,
  signal: AbortSignal,
  onProgress: (done: number, bytes: number, of: number) => void,
): Promise<SavingFailures> {
  let [done, bytes, failed] = [0, 0, 0];
  for (const { type, card } of plan.records) {
    if (signal.aborted) return { failed, unfit: 0 };
    const pause = done < UNPACED ? null : new Promise((resolve) => setTimeout(resolve, PACE));
    if (await remember(type, card)) bytes += RECORD_BYTES;
    else failed += 1;
    await pause;
    onProgress((done += 1), bytes, countOf(plan));
  }
  const pictures = plan.records.length > 0 ? await missingPictures(store) : plan.pictures;
  const files = [...pictures, ...plan.pdfs];
  const of = plan.records.length + files.length;
  for (const [at, file] of files.entries()) {
    if (signal.aborted) break;
    try {
      if (pictures.includes(file)) await keepPicture(await caches.open(PICTURES), file.url, signal);
      else await savePdf(file.url, signal);
      bytes += file.bytes;
    } catch (error) {
      if ((error as Error).name === 'QuotaExceededError') return { failed, unfit: files.length - at };
      failed += 1;
    }
    onProgress((done += 1), bytes, of);
  }
  return { failed, unfit: 0 };
}

async function missingPictures(store: Store): Promise<SavedFile[]> {
  const held = (await store.use((db) => db.records.toArray())) ?? [];
  return toFetch(picturesOf(held), await pathsIn(PICTURES));
}

/** The pictures of all records and their texts, in a card's size, those of the newest records first. */
function picturesOf(rows: { type: RecordType; record: AnyRecord | null }[]): string[] {
  const dateOf = (record: object | null) => String((record as { date?: string } | null)?.date ?? '');
  const urls = rows
    .sort((a, b) => (dateOf(a.record) < dateOf(b.record) ? 1 : -1))
    .flatMap(({ type, record }) => {
      if (record === null) return [];
      const { image, images = image ? [image] : [] } = record as { image?: Picture | null; images?: Picture[] };
      return [
        ...(isPictureOwner(type) ? images.map((picture) => pictureSource(type, record, picture, CARD_WIDTH).src) : []),
        ...shownTextPictures(type, record).map((picture) =>
          textPictureSource(picture.name, pictureWidths(picture)[0] ?? picture.width),
        ),
      ];
    });
  return [...new Set(urls)];
}

async function pathsIn(name: string): Promise<Set<string>> {
  const kept = await (await caches.open(name)).keys();
  return new Set(kept.map(({ url }) => new URL(url).pathname));
}
