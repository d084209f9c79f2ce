import { bulletinPdf, digestPdf, pictureSource, recordPdf, textPictureSource } from '#contract/addresses/files';
import { isPictureOwner } from '#contract/record-types';
import type { PublicReader } from '#contract/reader';
import type { BulletinCard } from '#contract/records';
import { pictureWidths } from '#contract/values/pictures';
import type { Picture } from '#contract/values/pictures';
import { shownTextPictures } from '#contract/uploaded/text-pictures';
import { MOST_PICTURES, PICTURES, SAVED_PDFS } from '../../page-and-worker/cache-names.ts';
import { CARD_WIDTH, keepPicture } from './card-pictures.ts';
import type { Store } from '../store/public-db.ts';
import { savePdf } from '../store/saved-pdfs.ts';

interface SavedFile {
  url: string;
  bytes: number;
  /** Id of the bulletin whose PDF it is: its record is stored too. */
  bulletin?: string;
}

/** The files that are not on the device yet. `bytes` is exact for PDFs and estimated for pictures. */
export interface Plan {
  pictures: SavedFile[];
  pdfs: SavedFile[];
  bytes: number;
}

export interface SavingFailures {
  failed: number;
  /** Number of files that did not fit on the device. */
  unfit: number;
}

/** Bytes of a picture of a card's size, on average. */
const PICTURE_BYTES = 40_000;

/** What saving needs of `createReading`. */
export interface Reading {
  store: Store;
  read<T>(load: (reader: PublicReader) => Promise<T>): Promise<{ data: T; partial: boolean }>;
  remember(type: string, record: { id: string }): Promise<void>;
}

/**
 * Lists the pictures of the records on the device, and the PDFs of pages and of all bulletins, whatever their age.
 * @throws Error when the server cannot be reached
 */
export async function planFiles({ store, read }: Reading): Promise<Plan> {
  const cards: BulletinCard[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, partial } = await read((reader) => reader.list('bulletin', { page }));
    if (partial) throw new Error('not all of the list');
    cards.push(...data.items);
    ({ pages } = data);
  }
  const { data: digest } = await read((reader) => reader.document('digest'));
  const { data: freePages } = await read((reader) => reader.list('page'));
  const [keptPictures, keptPdfs] = await Promise.all([pathsIn(PICTURES), pathsIn(SAVED_PDFS)]);
  const pdfs = [
    ...(digest.pdf ? [{ url: digestPdf(), bytes: digest.pdfsize }] : []),
    ...freePages.items.flatMap(({ id, pdfs: files }) =>
      files.map((file) => ({ url: recordPdf('page', { id, ...file }), bytes: file.pdfsize })),
    ),
    ...cards
      .filter(({ pdf }) => pdf)
      .map((card) => ({ url: bulletinPdf(card), bytes: card.pdfsize, bulletin: card.id })),
  ].filter(({ url }) => !keptPdfs.has(url));
  const pictures = (await picturesOf(store))
    .slice(0, MOST_PICTURES)
    .filter((url) => !keptPictures.has(url))
    .map((url) => ({ url, bytes: PICTURE_BYTES }));
  return { pictures, pdfs, bytes: [...pictures, ...pdfs].reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Saves the files one after another. If one cannot be fetched, the others are still saved; a full device ends it.
 * @param signal cancels it; what was saved until then stays
 */
export async function saveFiles(
  { remember }: Reading,
  { pictures, pdfs }: Plan,
  signal: AbortSignal,
  onProgress: (done: number, bytes: number) => void,
): Promise<SavingFailures> {
  const files = [...pictures, ...pdfs];
  let [bytes, failed] = [0, 0];
  for (const [at, file] of files.entries()) {
    if (signal.aborted) break;
    try {
      if (pictures.includes(file)) await keepPicture(await caches.open(PICTURES), file.url, signal);
      else await savePdf(file.url, signal);
      if (file.bulletin) await remember('bulletin', { id: file.bulletin });
      bytes += file.bytes;
    } catch (error) {
      if ((error as Error).name === 'QuotaExceededError') return { failed, unfit: files.length - at };
      failed += 1;
    }
    onProgress(at + 1, bytes);
  }
  return { failed, unfit: 0 };
}

/** The pictures of all records and their texts, in a card's size, those of the newest records first. */
async function picturesOf(store: Store): Promise<string[]> {
  const rows = (await store.use((db) => db.records.toArray())) ?? [];
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
