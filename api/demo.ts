import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { atMost } from './at-most.ts';
import type { Db } from './db.ts';
import { addDays, dayAt } from './contract/dates.ts';
import type { Site, UsefulData } from './contract/documents.ts';
import type { EntityName } from './contract/entities.ts';
import { pictureFolder } from './contract/paths.ts';
import type { Attached } from './contract/records.ts';
import { ADMIN } from './contract/roles.ts';
import { openWriter, storedPdf } from './entities/write.ts';
import type { Act, PictureOwner, Writer } from './entities/write.ts';
import { drawWidths, pictureNameOf } from './images.ts';
import type { DrawnPicture } from './images.ts';
import { pdfFileOf } from './pdfs.ts';

const DEMO = new URL('../db/demo/', import.meta.url);
const DAY = 86_400_000;
/** Drawings are many and resemble each other: what a longer search saves is not worth waiting for at a first start. */
const EFFORT = 2;

/**
 * Loads the demo town into a database without any content, so that its days lie around today; does nothing where
 * anybody has written content before. All records arrive in one transaction, after their files: a start that was cut
 * short leaves no record, and the next one loads again, into the same files.
 * @param now ms since the epoch
 */
export async function loadDemo({ db, uploadsDir, now }: { db: Db; uploadsDir: string; now: () => number }): Promise<void> {
  if (db.prepare("SELECT 1 FROM history WHERE type <> 'user' LIMIT 1").get()) return;
  const at = now();
  const town = readTown(dayAt(at));
  const [drawings, pdfs] = await Promise.all([drawAll(town), writePdfs(town, uploadsDir)]);
  await placePictures(picturesOf(town, at), drawings, uploadsDir);
  const writer = openWriter({ db, now: () => at });
  db.transaction(() => writeTown(writer, town, { at, drawings, pdfs })).immediate();
}

/** A record as db/demo has it: fields by their names in update addresses, and what is no field. */
interface Dated {
  /** Days from today. */
  day: number;
  date: string;
}
interface Illustrated {
  /** A file in db/demo/drawings; null for none. */
  drawing?: string | null;
}
type Text<F extends string> = Record<F, string>;
type Highlighted = { status: string; highlight: boolean };
type DemoStory = Dated & Illustrated & Highlighted & Text<'title' | 'description' | 'text'> & { labels?: string[]; video?: string };
type DemoEvent = Dated & Illustrated & Highlighted & Text<'title' | 'description' | 'text' | 'label'>;
type DemoAuthority = Illustrated & Text<'name' | 'position' | 'education' | 'field' | 'description' | 'email' | 'phones' | 'inter' | 'address' | 'personalData'>;
type DemoAlbum = Dated & Highlighted & Text<'title' | 'shortdescription' | 'description'> & { drawings: string[]; videos: string[] };
type DemoPlace = Text<'title' | 'url'>;
export type DemoBulletin = Dated & Text<'status' | 'bclass' | 'title' | 'number' | 'text'> & { pdf: boolean };

interface Town {
  today: string;
  site: Site;
  usefuldata: UsefulData;
  greenpointpage: { txt: string; drawings: string[] };
  authorities: DemoAuthority[];
  maps: DemoPlace[];
  greenpoints: DemoPlace[];
  agenda: DemoEvent[];
  stories: DemoStory[];
  bulletins: DemoBulletin[];
  albums: DemoAlbum[];
}

function readTown(today: string): Town {
  const dated = <T extends { day: number }>(file: string) =>
    read<T[]>(file).map((one) => ({ ...one, date: addDays(today, one.day) }));
  return {
    today,
    site: read('site.json'),
    usefuldata: read('useful-data.json'),
    greenpointpage: read('greenpointpage.json'),
    authorities: read('authorities.json'),
    maps: read('maps.json'),
    greenpoints: read('greenpoints.json'),
    agenda: dated('agenda.json'),
    stories: existsSync(new URL('stories.json', DEMO)) ? dated('stories.json') : [],
    bulletins: dated<DemoBulletin>('bulletins.json').map((one) => ({ ...one, number: one.number.replace('{year}', one.date.slice(0, 4)) })),
    albums: dated('albums.json'),
  };
}

/** One record's pictures: the folder they lie in and the drawings they are. */
interface Placed {
  owner: PictureOwner;
  id: string;
  year?: number;
  drawings: string[];
}

function picturesOf(town: Town, at: number): Placed[] {
  const placed = (owner: PictureOwner & EntityName, records: (Illustrated & { drawings?: string[]; day?: number })[]): Placed[] =>
    records.map((record, index) => ({
      owner,
      id: idOf(owner, index),
      year: Number(dayAt(madeAt(at, record.day, index, records.length)).slice(0, 4)),
      drawings: drawingsOf(record),
    }));
  return [
    ...placed('story', town.stories), ...placed('agenda', town.agenda), ...placed('authority', town.authorities), ...placed('album', town.albums),
    { owner: 'greenpointpage', id: 'greenpointpage', drawings: town.greenpointpage.drawings },
  ];
}

/** Every drawing of the town at its stored widths, by the drawing's name. */
async function drawAll(town: Town): Promise<Map<string, DrawnPicture>> {
  const names = new Set(picturesOf(town, 0).flatMap(({ drawings }) => drawings));
  const turn = atMost(2);
  const drawn = [...names].filter((name) => existsSync(new URL(`drawings/${name}.svg`, DEMO))).map((name) => turn(async (): Promise<[string, DrawnPicture]> => {
    const svg = readFileSync(new URL(`drawings/${name}.svg`, DEMO));
    return [name, await drawWidths(sharp(svg), pictureNameOf(`${name}.svg`, svg), EFFORT)];
  }));
  return new Map(await Promise.all(drawn));
}

/** A drawing that several records show is one file on the disk with several names. */
async function placePictures(placed: Placed[], drawings: Map<string, DrawnPicture>, uploadsDir: string): Promise<void> {
  const first = new Map<string, string>();
  for (const { owner, drawings: names, ...record } of placed) {
    const folder = join(uploadsDir, pictureFolder(owner, record));
    if (names.length > 0) await mkdir(folder, { recursive: true });
    for (const { file, bytes } of names.flatMap((name) => drawings.get(name)?.files ?? [])) {
      const path = join(folder, file);
      const source = first.get(file);
      if (source) await linkOrWrite(source, path, bytes);
      else await writeFile(path, bytes, { flush: true });
      first.set(file, source ?? path);
    }
  }
}

async function linkOrWrite(source: string, path: string, bytes: Buffer): Promise<void> {
  if (existsSync(path)) return;
  try {
    await link(source, path);
  } catch {
    // Not every file system has hard links.
    await writeFile(path, bytes);
  }
}

interface Pdfs {
  /** By the bulletin's place in its file. */
  bulletins: Map<number, Attached>;
  digest: Attached;
}

async function writePdfs(town: Town, uploadsDir: string): Promise<Pdfs> {
  // A library that only a first start needs.
  const { bulletinPdf, digestPdf } = await import('./demo-pdf.ts');
  const store = async (type: 'bulletin' | 'digest', id: string, bytes: Buffer, name: string): Promise<Attached> => {
    const file = pdfFileOf(bytes, name);
    const path = join(uploadsDir, storedPdf(type, id, file.pdf));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes, { flush: true });
    return file;
  };
  const bulletins: Pdfs['bulletins'] = new Map();
  for (const [index, bulletin] of town.bulletins.entries()) {
    if (bulletin.pdf) bulletins.set(index, await store('bulletin', idOf('bulletin', index), await bulletinPdf(bulletin, town.site), `${bulletin.number.replace('/', '-')}.pdf`));
  }
  const digest = await store('digest', 'digest', await digestPdf(town.bulletins.filter(({ status }) => status === 'Publicado'), town.site, town.today), 'Digesto municipal.pdf');
  return { bulletins, digest };
}

function writeTown(writer: Writer, town: Town, { at, drawings, pdfs }: { at: number; drawings: Map<string, DrawnPicture>; pdfs: Pdfs }): void {
  const act: Act = { userId: 'demo', usergroup: ADMIN, request: 'demo' };

  /** Makes the records of a file in its order, field by field; what is not public yet is in no search index, so status comes last. */
  function write<T extends object>(entity: EntityName, records: (T & { day?: number })[], fields: (keyof T & string)[], more?: (record: T, id: string, index: number) => void): void {
    for (const [index, record] of records.entries()) {
      const id = idOf(entity, index);
      writer.create(act, entity, { id, date: new Date(madeAt(at, record.day, index, records.length)).toISOString() });
      for (const field of fields) writer.update(act, entity, id, PATHS[field] ?? field, { value: record[field] });
      if (hasPictures(entity)) putPictures(entity, id, drawingsOf(record as Illustrated));
      more?.(record, id, index);
      if ('status' in record) writer.update(act, entity, id, 'status', { value: record.status });
    }
  }
  function putPictures(owner: PictureOwner, id: string, names: string[]): void {
    for (const name of names) {
      const drawn = drawings.get(name);
      if (drawn) writer.setPicture(act, owner, id, drawn.picture);
    }
  }

  writer.setDocument(act, 'site', town.site);
  writer.setDocument(act, 'usefuldata', town.usefuldata);
  writer.setDocument(act, 'greenpointpage', { txt: town.greenpointpage.txt });
  putPictures('greenpointpage', 'greenpointpage', town.greenpointpage.drawings);
  write('authority', town.authorities, ['name', 'position', 'education', 'field', 'description', 'email', 'phones', 'inter', 'address', 'personalData']);
  write('map', town.maps, ['title', 'url']);
  write('greenpoint', town.greenpoints, ['title', 'url']);
  write('agenda', town.agenda, ['title', 'description', 'date', 'highlight', 'label', 'text']);
  write('story', town.stories, ['title', 'description', 'date', 'highlight', 'text'], (story, id) => {
    for (const label of story.labels ?? []) writer.createLabel(act, id, label);
    if (story.video) writer.update(act, 'story', id, 'video', { value: story.video });
  });
  write('bulletin', town.bulletins, ['title', 'number', 'date', 'bclass', 'text'], (_bulletin, id, index) => {
    const file = pdfs.bulletins.get(index);
    if (file) writer.setPdf(act, 'bulletin', id, file);
  });
  write('album', town.albums, ['title', 'shortdescription', 'highlight', 'description'], (album, id) => {
    for (const url of album.videos) writer.addVideo(act, id, url);
  });
  writer.setPdf(act, 'digest', 'digest', pdfs.digest);
}

/** Where a field's name in update addresses is another than its own (spec section 7.4). */
const PATHS: Record<string, string> = { label: 'labelId', shortdescription: 'shortDescription' };

/** The same record has the same id at every loading, so that a second try writes the same files again. */
function idOf(entity: EntityName, index: number): string {
  return BigInt(`0x${createHash('sha256').update(`demo ${entity} ${index}`).digest('hex')}`).toString(36).slice(-12);
}

/** When a record was made: on its day, but never after today; those of a file one second after another, in its order. */
function madeAt(at: number, day: number | undefined, index: number, count: number): number {
  return at + Math.min(day ?? 0, 0) * DAY - (count - index) * 1000;
}

const drawingsOf = ({ drawing, drawings }: Illustrated & { drawings?: string[] }) => drawings ?? (drawing ? [drawing] : []);

function hasPictures(entity: EntityName): entity is PictureOwner & EntityName {
  return entity === 'story' || entity === 'agenda' || entity === 'authority' || entity === 'album';
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(fileURLToPath(new URL(file, DEMO)), 'utf8')) as T;
}
