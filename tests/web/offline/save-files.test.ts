import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListQuestion, PublicReader } from '#contract/reader';
import { imageTag } from '#contract/uploaded/text-pictures';
import type { BulletinCard } from '#contract/records';
import { planFiles, saveFiles } from '../../../web/src/offline/reading/save-files.ts';
import type { Plan } from '../../../web/src/offline/reading/save-files.ts';
import { deviceContent, eraseDevice } from '../../../web/src/offline/store/device-usage.ts';
import { cacheStorage } from '../sw/cache-storage.ts';
import { story } from './fake-feed.ts';
import { openTab, townHall } from './town-hall.ts';

const bulletin = (id: string, pdf: string) => ({ id, pdf, pdfname: 'decreto.pdf', pdfsize: 1000 }) as BulletinCard;
/** Two pages of bulletins, and a digest. */
const LISTED = [[bulletin('new', '1.pdf'), bulletin('bare', '')], [bulletin('old', '2.pdf')]];
const NEW = '/uploads/bulletin/new/1.pdf';
const OLD = '/uploads/bulletin/old/2.pdf';
const DIGEST = '/uploads/digesto.pdf';
const PAGE = { id: 'page', pdfs: [{ pdf: '3.pdf', pdfname: 'presupuesto.pdf', pdfsize: 3000 }] };
const OF_PAGE = '/uploads/page/page/3.pdf';
const PICTURE = '/uploads/story/2026/a/plaza-300.webp';

let failing: Set<string>;
let disk: { isFull: boolean };
let asked: string[];
beforeEach(() => {
  [failing, disk, asked] = [new Set(), { isFull: false }, []];
  const fetch = (async (input: string) => {
    asked.push(input);
    if (failing.has(input)) throw new TypeError('Failed to fetch');
    const type = input.endsWith('.pdf') ? 'application/pdf' : 'image/webp';
    return new Response('content', { headers: { 'content-type': type } });
  }) as typeof globalThis.fetch;
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('caches', cacheStorage(fetch, undefined, disk));
});
afterEach(() => void vi.unstubAllGlobals());

async function device({ isReached = true } = {}) {
  const hall = townHall();
  hall.feed.put('story', story('a', { image: { name: 'plaza', width: 300, height: 200 } }));
  const { reading, store } = openTab(hall);
  await reading.pull();
  const remembered: string[] = [];
  const reader = {
    list: async (type: string, { page = 1 }: ListQuestion = {}) =>
      type === 'bulletin' ? { items: LISTED[page - 1] ?? [], pages: LISTED.length } : { items: [PAGE], pages: 1 },
    document: async () => ({ id: 'digest', pdf: 'digesto.pdf', pdfname: 'digesto.pdf', pdfsize: 5000 }),
  } as unknown as PublicReader;
  const own = {
    store,
    read: async <T>(load: (one: PublicReader) => Promise<T>) => ({ data: await load(reader), partial: !isReached }),
    remember: async (_: string, { id }: { id: string }) => void remembered.push(id),
  };
  return { own, store, remembered };
}
const urlsOf = ({ pictures, pdfs }: Plan) => [...pictures, ...pdfs].map(({ url }) => url).sort();
const untilDone = new AbortController().signal;
const ALL = [DIGEST, NEW, OLD, OF_PAGE, PICTURE].sort();

test('the pictures within texts are saved in the size of a card too', async () => {
  const { own } = await device();
  const text = `<figure>${imageTag({ name: 'foto-00000000000000aa', width: 1600, height: 900 })}</figure>`;
  await own.store.use((db) =>
    db.records.toCollection().modify((row) => {
      if (row.type === 'story') row.record = { ...row.record, text } as typeof row.record;
    }),
  );
  expect(urlsOf(await planFiles(own))).toContain('/uploads/text/foto-00000000000000aa-480.webp');
});

test('all pictures and the PDFs of pages and of all bulletins are saved, with the texts of old ones, and none of it twice', async () => {
  const { own, store, remembered } = await device();
  const plan = await planFiles(own);
  expect(urlsOf(plan)).toEqual(ALL);
  expect(plan.bytes).toBeGreaterThan(7000);
  const progress: number[] = [];
  expect(await saveFiles(own, plan, untilDone, (done) => progress.push(done))).toEqual({ failed: 0, unfit: 0 });
  expect(progress).toEqual([1, 2, 3, 4, 5]);
  expect(remembered).toEqual(['new', 'old']);
  expect(await deviceContent(store)).toMatchObject({
    records: expect.arrayContaining([['Noticias', 1]]),
    pictures: { count: 1 },
    pdfs: { count: 4 },
  });
  expect(urlsOf(await planFiles(own))).toEqual([]);
});

test('a file that cannot be fetched does not stop the others, and is tried again the next time', async () => {
  const { own } = await device();
  failing.add(NEW);
  expect(await saveFiles(own, await planFiles(own), untilDone, () => {})).toEqual({ failed: 1, unfit: 0 });
  expect(urlsOf(await planFiles(own))).toEqual([NEW]);
});

test('a full device stops it, and the number of files that are left out is known', async () => {
  const { own } = await device();
  const plan = await planFiles(own);
  const outcome = await saveFiles(own, plan, untilDone, (done) => {
    disk.isFull = done === 4;
  });
  expect(outcome).toEqual({ failed: 0, unfit: 1 });
});

test('cancelling keeps what was saved until then', async () => {
  const { own, store } = await device();
  const abort = new AbortController();
  await saveFiles(own, await planFiles(own), abort.signal, (done) => done === 2 && abort.abort());
  const { pictures, pdfs } = await deviceContent(store);
  expect(pictures.count + pdfs.count).toBe(2);
});

test('without the server nothing is planned', async () => {
  const { own } = await device({ isReached: false });
  await expect(planFiles(own)).rejects.toThrow();
  expect(asked).toEqual([]);
});

test('erasing leaves nothing behind', async () => {
  const { own, store } = await device();
  await saveFiles(own, await planFiles(own), untilDone, () => {});
  await eraseDevice(store);
  expect(await deviceContent(store)).toEqual({
    records: [
      ['Noticias', 0],
      ['Boletines', 0],
      ['Eventos', 0],
    ],
    textBytes: 0,
    pictures: { count: 0, bytes: 0 },
    pdfs: { count: 0, bytes: 0 },
    pulledAt: null,
  });
});
