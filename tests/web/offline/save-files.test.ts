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

async function device({ isReached = true, lists = {} as Record<string, object[]>, pages = 1 } = {}) {
  const hall = townHall();
  hall.feed.put('story', story('a', { image: { name: 'plaza', width: 300, height: 200 } }));
  const { reading, store } = openTab(hall);
  await reading.pull();
  const remembered: string[] = [];
  const reader = {
    list: async (type: string, { page = 1 }: ListQuestion = {}) =>
      type === 'bulletin'
        ? { items: LISTED[page - 1] ?? [], pages: LISTED.length }
        : { items: type === 'page' ? [PAGE] : (lists[type] ?? []), pages: lists[type] ? pages : 1 },
    document: async () => ({ id: 'digest', pdf: 'digesto.pdf', pdfname: 'digesto.pdf', pdfsize: 5000 }),
  } as unknown as PublicReader;
  const own = {
    store,
    read: async <T>(load: (one: PublicReader) => Promise<T>) => ({ data: await load(reader), partial: !isReached }),
    remember: async (_: string, { id }: { id: string }) => remembered.push(id) > 0,
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
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(remembered).toEqual(['new', 'bare', 'old']);
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
    disk.isFull = done === 7;
  });
  expect(outcome).toEqual({ failed: 0, unfit: 1 });
});

test('cancelling keeps what was saved until then', async () => {
  const { own, store } = await device();
  const abort = new AbortController();
  await saveFiles(own, await planFiles(own), abort.signal, (done) => done === 5 && abort.abort());
  const { pictures, pdfs } = await deviceContent(store);
  expect(pictures.count + pdfs.count).toBe(2);
});

test('old stories and past events are saved too, each once, and what could not be saved is counted', async () => {
  const old = { id: 'old-story', image: { name: 'lago', width: 300, height: 200 }, year: 2020 };
  const { own, remembered } = await device({ lists: { story: [{ id: 'a' }, old], agenda: [{ id: 'past' }] } });
  const plan = await planFiles(own);
  expect(plan.records.map(({ type, card }) => `${type} ${card.id}`)).toEqual([
    'agenda past',
    'story old-story',
    'bulletin new',
    'bulletin bare',
    'bulletin old',
  ]);
  expect(urlsOf(plan)).toContain('/uploads/story/2020/old-story/lago-300.webp');
  const refuse = {
    ...own,
    remember: async (type: string, one: { id: string }) => type !== 'agenda' && own.remember(type, one),
  };
  expect(await saveFiles(refuse, plan, untilDone, () => {})).toEqual({ failed: 1, unfit: 0 });
  expect(remembered).toEqual(['old-story', 'new', 'bare', 'old']);
});

test('a town has more than a device keeps: it is said what is left out', async () => {
  const stories = [{ id: 'a' }];
  expect((await planFiles((await device({ lists: { story: stories } })).own)).left).toEqual({
    texts: false,
    pictures: 0,
  });
  expect((await planFiles((await device({ lists: { story: stories }, pages: 101 })).own)).left.texts).toBe(true);
  const images = Array.from({ length: 310 }, (_, at) => ({
    id: `s${at}`,
    year: 2020,
    image: { name: 'lago', width: 300, height: 200 },
  }));
  // One of them is on the device.
  expect((await planFiles((await device({ lists: { story: images } })).own)).left.pictures).toBe(11);
});

test('without the server nothing is planned, unless the device has all that it lists', async () => {
  const { own } = await device({ isReached: false });
  const counted = (bulletin: number) =>
    own.store.use((db) => db.standing.toCollection().modify({ counts: { story: 1, agenda: 0, alert: 0, bulletin } }));
  await counted(0);
  expect((await planFiles(own)).records).toEqual([]);
  await counted(3);
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
      ['Trámites', 0],
      ['Boletines', 0],
      ['Guardias', 0],
      ['Eventos', 0],
    ],
    textBytes: 0,
    pictures: { count: 0, bytes: 0 },
    pdfs: { count: 0, bytes: 0 },
    pulledAt: null,
  });
});
