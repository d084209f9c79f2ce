import type { Feed } from '#contract/feed';
import { bulletinPdf, digestPdf } from '#contract/addresses/files';
import { SAVED_PDFS } from '../../sw/cache-names.ts';

/** PDFs that a visitor keeps for reading without a network, by their address on this site. */

export async function isSaved(url: string): Promise<boolean> {
  return 'caches' in globalThis && (await (await caches.open(SAVED_PDFS)).match(url)) !== undefined;
}

/** @throws when the file cannot be fetched whole, or the device has no room for it */
export async function savePdf(url: string, signal?: AbortSignal): Promise<void> {
  // Past the service worker and the browser's cache: the file as it is now.
  const response = await fetch(url, { cache: 'reload', ...(signal && { signal }) });
  const isPdf = response.headers.get('content-type')?.startsWith('application/pdf');
  if (response.status !== 200 || !isPdf) throw new Error(`${url} answered ${response.status}`);
  await (await caches.open(SAVED_PDFS)).put(url, response);
}

export async function removePdf(url: string): Promise<void> {
  await (await caches.open(SAVED_PDFS)).delete(url);
}

/** Removes PDFs that were withdrawn, and fetches those that were replaced where possible, after a piece of the feed. */
export async function renewSavedPdfs({ puts, dels }: Pick<Feed, 'puts' | 'dels'>): Promise<void> {
  const touched = [...puts, ...dels].filter(({ type }) => type === 'bulletin' || type === 'digest');
  if (touched.length === 0 || !('caches' in globalThis)) return;
  const saved = (await (await caches.open(SAVED_PDFS)).keys()).map(({ url }) => new URL(url).pathname);
  if (saved.length === 0) return;
  for (const change of touched) {
    const id = 'id' in change ? change.id : change.record.id;
    const own = change.type === 'digest' ? digestPdf() : bulletinPdf({ id, pdf: '' });
    const current = 'record' in change ? addressOf(change) : null;
    for (const old of saved.filter((path) => path.startsWith(own) && (path !== current || change.type === 'digest'))) {
      if (current) await savePdf(current).catch(() => {});
      if (old !== current) await removePdf(old);
    }
  }
}

/** Where the PDF of a bulletin or the digest is now; null when it has none any more. */
function addressOf(change: Feed['puts'][number]): string | null {
  if (change.type === 'digest') return change.record.pdf ? digestPdf() : null;
  return change.type === 'bulletin' && change.record.pdf ? bulletinPdf(change.record) : null;
}
