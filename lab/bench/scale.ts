import { addDays, dayAt } from '../../api/contract/values/dates.ts';
import { ADMIN_PAGE_SIZE, HOME_STORIES, NEXT_EVENTS, PAGE_SIZE } from '../../api/contract/limits.ts';
import type { Db } from '../../api/db/database.ts';
import { epochOf, headOf } from '../../api/db/database.ts';
import { createAdminReader } from '../../api/records/admin-read.ts';
import { createSqlReader } from '../../api/records/read.ts';
import { openWriter } from '../../api/records/write/writer.ts';
import { openFeed } from '../../api/records/feed.ts';
import { timeInTurns } from './measure.ts';
import { EVERYWHERE, idOf, labelName, textWriter } from './town.ts';
import type { Sizes } from './town.ts';

export interface Figure {
  name: string;
  /** Medians in ms in the small and in the large town. */
  small: number;
  large: number;
  kind: 'read' | 'search' | 'write';
}
export interface Filled {
  db: Db;
  sizes: Sizes;
}

/** Writes per round: most of their time is waiting for the disk, which varies much, so a median needs several. */
const WRITES_PER_ROUND = 5;

/**
 * Times every list, page, feed and write in a small town and in a large one, in turns. The operating system should have
 * both files in memory, as it always has the small one; otherwise the ratios also measure the disk.
 */
export async function measureScale(small: Filled, large: Filled, now: number, rounds = 60): Promise<Figure[]> {
  const [inSmall, inLarge] = [worksOf(small, now), worksOf(large, now)];
  const figures: Figure[] = [];
  for (const { name, kind, work } of inSmall) {
    const other = inLarge.find((one) => one.name === name);
    if (!other) continue;
    const [smallTime = Number.NaN, largeTime = Number.NaN] = await timeInTurns(
      [work, other.work],
      kind === 'write' ? rounds * WRITES_PER_ROUND : rounds,
    );
    figures.push({ name, kind, small: smallTime, large: largeTime });
  }
  return figures;
}

function worksOf({ db, sizes }: Filled, now: number): { name: string; kind: Figure['kind']; work: () => unknown }[] {
  const reader = createSqlReader({ db, now: () => now });
  const admin = createAdminReader(db);
  const [publicFeed, adminFeed] = (['public', 'admin'] as const).map((scope) =>
    openFeed({ db, now: () => now, scope }),
  );
  const writer = openWriter({ db, now: () => now });
  const act = { userId: '', usergroup: 1, request: 'bench' };
  const today = dayAt(now);
  const lastPage = (records: number, size = PAGE_SIZE) => Math.floor((records * 0.9) / size);
  const tenYearsAgo = { from: addDays(today, -3700), to: addDays(today, -3600) };
  const cursor = `${epochOf(db)}.${headOf(db)}`;
  // A town may be kept from an earlier run, and a save of the value that it already has would change nothing.
  const run = Math.random().toString(36).slice(2, 10);
  const offset = Math.floor(Math.random() * 1000);
  let turn = 0;
  /** Returns another record each time, so that it is never on the database page just read. */
  const next = (count: number) => Math.floor((turn++ * GOLDEN_RATIO * count) % count);
  const storyId = () => idOf('story', next(sizes.stories));
  const newText = textWriter();

  const read = (name: string, work: () => unknown) => ({ name, kind: 'read' as const, work });
  const search = (name: string, words: string, page = 1) => ({
    name,
    kind: 'search' as const,
    work: () => reader.search(words, page),
  });
  const write = (name: string, work: () => unknown) => ({ name, kind: 'write' as const, work });
  return [
    read('story', () => reader.record('story', storyId())),
    read('related stories', () => reader.relatedStories(storyId())),
    read('last stories', () => reader.list('story', { limit: HOME_STORIES })),
    read('stories, page 1', () => reader.list('story')),
    read('stories, page in the middle', () =>
      reader.list('story', { page: Math.floor(sizes.stories / 2 / PAGE_SIZE) }),
    ),
    read('stories, last page', () => reader.list('story', { page: lastPage(sizes.stories) })),
    read('stories by label, page 1', () => reader.list('story', { by: labelName(7) })),
    read('stories by label, page 2', () => reader.list('story', { by: labelName(8), page: 2 })),
    read('all labels', () => reader.labels()),
    read('last labels', () => reader.lastLabels()),
    read('carousel', () => Promise.all([reader.highlighted('story'), reader.highlighted('agenda')])),
    read('next events', () => reader.list('agenda', { limit: NEXT_EVENTS })),
    read('events, page 1', () => reader.list('agenda')),
    read('events of a category, ten years ago', () =>
      reader.list('agenda', { by: 'Cultura', range: { ...tenYearsAgo, from: addDays(today, -7300) } }),
    ),
    read('bulletins, page 1', () => reader.list('bulletin')),
    read('bulletins, last page', () => reader.list('bulletin', { page: lastPage(sizes.bulletins) })),
    read('bulletins of a class and of dates', () =>
      reader.list('bulletin', { by: 'Tarifas', range: { ...tenYearsAgo, from: addDays(today, -7300) } }),
    ),
    read('albums', () => reader.list('album')),
    read('feed, nothing new', () => publicFeed?.read({ since: cursor })),
    read('feed, first piece', () => publicFeed?.read({})),
    read('feed of staff, first piece', () => adminFeed?.read({})),
    read('staff: stories, page 1', () => admin.list('story', 1)),
    read('staff: stories, last page', () => admin.list('story', lastPage(sizes.stories, ADMIN_PAGE_SIZE))),
    read('staff: events, last page', () => admin.list('agenda', lastPage(sizes.events, ADMIN_PAGE_SIZE))),
    read('staff: bulletins, last page', () => admin.list('bulletin', lastPage(sizes.bulletins, ADMIN_PAGE_SIZE))),
    read('staff: albums', () => admin.list('album', 1)),
    read('staff: a story', () => admin.one('story', storyId())),
    read('staff: labels like', () => admin.labels('etiq')),
    search('search, word in every text', EVERYWHERE),
    search('search, that word, page 50', EVERYWHERE, 50),
    search('search, common word', 'de'),
    search('search, one letter', 'c'),
    search('search, two letters', 'ca'),
    search('search, five letters', 'canad'),
    search('search, two common words', 'plaza escuela'),
    search('search, common and rare', `${EVERYWHERE} pinguinera`),
    search('search, eight common words', `${EVERYWHERE} vecinos obra plaza agua salud escuela para`),
    search('search, four rarer words', `${EVERYWHERE} sol mar ven tis`),
    search('search, twelve letters', 'patagoniahue'),
    search('search, nothing', 'xyzxyz'),
    {
      name: 'bulletin search',
      kind: 'search',
      work: () => reader.listSearch('bulletin', EVERYWHERE, { by: 'Decreto' }),
    },
    write('save: a title', () =>
      writer.update(act, 'story', storyId(), 'title', { value: `Otro título ${run} ${turn}` }),
    ),
    write('save: a date', () =>
      writer.update(act, 'story', storyId(), 'date', { value: addDays(today, -((turn * 7) % 3000) - offset) }),
    ),
    write('save: a text', () =>
      writer.update(act, 'story', storyId(), 'text', { value: `<p>${run} ${turn}</p>${newText()}` }),
    ),
    write('create and delete a story', () => writer.remove(act, 'story', writer.create(act, 'story').id)),
  ];
}

/** The fractional parts of its multiples are spread evenly and never repeat. */
const GOLDEN_RATIO = 0.6180339887498949;
