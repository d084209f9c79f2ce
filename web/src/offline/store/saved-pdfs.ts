import type { Feed } from '#contract/messages/feed-messages';
import { digestPdf, recordPdf } from '#contract/addresses/files';
import { hasPdfs, isPdfOwner } from '#contract/record-types';
import type { PdfOwner } from '#contract/record-types';
import { pdfsIn } from '#contract/values/pdf-titles';
import { SAVED_PDFS } from '../../page-and-worker/cache-names.ts';

/** PDFs that a visitor has saved for reading without a network, by their address on this site. */

export async function isSaved(url: string): Promise<boolean> {
  return 'caches' in globalThis && (await (await caches.open(SAVED_PDFS)).match(url)) !== undefined;
}

/** Saves a PDF. @throws when it cannot be fetched completely, or the device has no room for it */
export async function savePdf(url: string, signal?: AbortSignal): Promise<void> {
  // Bypasses the service worker and the browser's cache, to get the current file.
  const response = await fetch(url, { cache: 'reload', ...(signal && { signal }) });
  const isPdf = response.headers.get('content-type')?.startsWith('application/pdf');
  if (response.status !== 200 || !isPdf) throw new Error(`${url} answered ${response.status}`);
  await (await caches.open(SAVED_PDFS)).put(url, response);
}

export async function removePdf(url: string): Promise<void> {
  await (await caches.open(SAVED_PDFS)).delete(url);
}

/** After a piece of the feed, deletes withdrawn PDFs, and fetches those that replace saved ones if possible. */
export async function renewSavedPdfs({ puts, dels }: Pick<Feed, 'puts' | 'dels'>): Promise<void> {
  const touched = [
    ...puts.flatMap(({ type, record }) => (isPdfOwner(type) ? { type, id: record.id, files: pdfsIn(record) } : [])),
    ...dels.flatMap(({ type, id }) => (isPdfOwner(type) ? { type, id, files: [] } : [])),
  ];
  if (touched.length === 0 || !('caches' in globalThis)) return;
  const saved = (await (await caches.open(SAVED_PDFS)).keys()).map(({ url }) => new URL(url).pathname);
  if (saved.length === 0) return;
  for (const { type, id, files } of touched) {
    const own = addressOf(type, id, '');
    const current = files.map(({ pdf }) => addressOf(type, id, pdf));
    for (const old of saved.filter((path) => path.startsWith(own) && (!current.includes(path) || type === 'digest'))) {
      // The file that replaces a saved one is saved too.
      const [only] = hasPdfs(type) ? [] : current;
      if (only !== undefined) await savePdf(only).catch(() => {});
      if (!current.includes(old)) await removePdf(old);
    }
  }
}

/** The address of a PDF; without the file's name, what the addresses of the same record begin with. */
const addressOf = (type: PdfOwner, id: string, pdf: string) =>
  type === 'digest' ? digestPdf() : recordPdf(type, { id, pdf });
