import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSaved, removePdf, renewSavedPdfs, savePdf } from '../../../web/src/offline/store/saved-pdfs.ts';
import type { Feed } from '#contract/messages/feed-messages';
import { cacheStorage } from '../sw/cache-storage.ts';

const ORIGIN = 'https://portal.example';
const FIRST = '/uploads/bulletin/abc/1.pdf';
const SECOND = '/uploads/bulletin/abc/2.pdf';
const DIGEST = '/uploads/digesto.pdf';
let files: Record<string, string>;
let asked: { path: string; cache: RequestCache | undefined }[];

beforeEach(() => {
  files = { [FIRST]: '%PDF 1', [SECOND]: '%PDF 2', [DIGEST]: '%PDF digesto' };
  asked = [];
  const fetch = (async (input: string, init?: RequestInit) => {
    asked.push({ path: input, cache: init?.cache });
    const body = files[input];
    if (body === undefined) throw new TypeError('Failed to fetch');
    return new Response(body, {
      headers: { 'content-type': body.startsWith('%PDF') ? 'application/pdf' : 'text/html' },
    });
  }) as typeof globalThis.fetch;
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('caches', cacheStorage(fetch, ORIGIN));
});
afterEach(() => void vi.unstubAllGlobals());

const bulletin = (pdf: string) =>
  ({ type: 'bulletin', seq: 1, record: { id: 'abc', pdf, pdfname: 'a.pdf', pdfsize: 1 } }) as Feed['puts'][number];
const digest = (pdf: string) =>
  ({ type: 'digest', seq: 1, record: { id: 'digest', pdf, pdfname: 'a.pdf', pdfsize: 1 } }) as Feed['puts'][number];
const textOf = async (path: string) => (await (await caches.open('saved-pdfs')).match(path))?.text();

test('a visitor can save a PDF as the server has it now, and remove it again', async () => {
  expect(await isSaved(FIRST)).toBe(false);
  await savePdf(FIRST);
  expect(await isSaved(FIRST)).toBe(true);
  expect(asked).toEqual([{ path: FIRST, cache: 'reload' }]);
  await removePdf(FIRST);
  expect(await isSaved(FIRST)).toBe(false);
});

test('a file that is not a PDF is not saved, and the visitor gets a message', async () => {
  files[FIRST] = '<html>';
  await expect(savePdf(FIRST)).rejects.toThrow();
  await expect(savePdf('/uploads/bulletin/none/1.pdf')).rejects.toThrow(TypeError);
  expect(await isSaved(FIRST)).toBe(false);
});

test('the PDF of a withdrawn bulletin is removed from the device', async () => {
  await savePdf(FIRST);
  await renewSavedPdfs({ puts: [], dels: [{ type: 'bulletin', id: 'abc', seq: 2 }] });
  expect(await isSaved(FIRST)).toBe(false);
});

test('the PDF of a page that was deleted is removed from the device, and that of another stays', async () => {
  const [own, other] = ['/uploads/page/abc/1.pdf', '/uploads/page/def/1.pdf'];
  files[own!] = files[other!] = '%PDF page';
  for (const path of [own!, other!]) await savePdf(path);
  await renewSavedPdfs({ puts: [], dels: [{ type: 'page', id: 'abc', seq: 2 }] });
  expect(await Promise.all([own!, other!].map(isSaved))).toEqual([false, true]);
});

test('a replaced PDF is replaced on the device', async () => {
  await savePdf(FIRST);
  await renewSavedPdfs({ puts: [bulletin('2.pdf')], dels: [] });
  expect(await isSaved(FIRST)).toBe(false);
  expect(await textOf(SECOND)).toBe('%PDF 2');
});

test('a new digest replaces the old one, which stays when the new one cannot be fetched', async () => {
  await savePdf(DIGEST);
  delete files[DIGEST];
  await renewSavedPdfs({ puts: [digest('b.pdf')], dels: [] });
  expect(await textOf(DIGEST)).toBe('%PDF digesto');
  files[DIGEST] = '%PDF nuevo';
  await renewSavedPdfs({ puts: [digest('b.pdf')], dels: [] });
  expect(await textOf(DIGEST)).toBe('%PDF nuevo');
  await renewSavedPdfs({ puts: [digest('')], dels: [] });
  expect(await isSaved(DIGEST)).toBe(false);
});

test('PDFs that a visitor did not save are not fetched, and other bulletins stay', async () => {
  await savePdf(FIRST);
  asked.length = 0;
  await renewSavedPdfs({
    puts: [bulletin('1.pdf'), digest('b.pdf')],
    dels: [
      { type: 'bulletin', id: 'xyz', seq: 2 },
      { type: 'story', id: 'abc', seq: 3 },
    ],
  });
  expect(asked).toEqual([]);
  expect(await isSaved(FIRST)).toBe(true);
});
