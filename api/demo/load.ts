import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EntityName } from '../contract/forms-and-lists.ts';
import type { Picture } from '../contract/values/pictures.ts';
import { ADMIN } from '../contract/roles.ts';
import type { Db } from '../db/database.ts';
import type { DemoFiles } from './demo-files.ts';
import { drawingsOf, idOf, madeAt, readTown } from './town.ts';
import type { Town } from './town.ts';
import { openWriter } from '../records/write/writer.ts';
import type { PictureOwner } from '../contract/record-types.ts';
import type { Act, Writer } from '../records/write/writer.ts';

/**
 * Loads the demo town of db/demo into a database without content, with dates around today. Does nothing if any content
 * was written before. All records are written in one transaction, after their files: an interrupted start leaves no
 * records, and the next one writes the same files again.
 * @param now ms since the epoch
 * @throws Error with a one-line message in Spanish if the files cannot be written
 */
export async function loadDemo({
  db,
  uploadsDir,
  now,
}: {
  db: Db;
  uploadsDir: string;
  now: () => number;
}): Promise<void> {
  if (db.prepare("SELECT 1 FROM history WHERE type <> 'user' LIMIT 1").get()) return;
  const at = now();
  const files = await writeFiles(at, uploadsDir);
  const writer = openWriter({ db, now: () => at });
  db.transaction(() => writeTown(writer, readTown(at), files)).immediate();
}

/**
 * Writes the files in a separate process, which ends with this one: encoding pictures and PDFs takes memory that the
 * server would never give back.
 */
async function writeFiles(at: number, uploadsDir: string): Promise<DemoFiles> {
  const program = fileURLToPath(new URL('./demo-files.ts', import.meta.url));
  const work = promisify(execFile)(process.execPath, [program, String(at), uploadsDir]);
  const stop = () => void work.child.kill('SIGKILL');
  process.once('exit', stop);
  try {
    return JSON.parse((await work).stdout) as DemoFiles;
  } catch (cause) {
    throw new Error(
      `Las imágenes del pueblo de demostración no se pudieron guardar en ${uploadsDir}. Revisá el espacio y los ` +
        'permisos.',
      { cause },
    );
  } finally {
    process.off('exit', stop);
  }
}

function writeTown(writer: Writer, town: Town, files: DemoFiles): void {
  const act: Act = { userId: 'demo', usergroup: ADMIN, request: 'demo' };

  /** Writes the records of an entity field by field. The status comes last, because drafts are not indexed. */
  function write<E extends EntityName & keyof Town>(
    entity: E,
    fields: (keyof Town[E][number] & string)[],
    complete?: (id: string, record: Town[E][number], index: number) => void,
  ): void {
    const records: readonly Town[E][number][] = town[entity];
    for (const [index, record] of records.entries()) {
      const id = idOf(entity, index);
      writer.create(act, entity, { id, date: new Date(madeAt(town, records, index)).toISOString() });
      for (const field of fields) writer.update(act, entity, id, PATHS.get(field) ?? field, { value: record[field] });
      complete?.(id, record, index);
      if ('status' in record) writer.update(act, entity, id, 'status', { value: record.status });
    }
  }
  function illustrate(owner: PictureOwner, id: string, drawings: string[]): void {
    for (const name of drawings) {
      const alt = town.alts[name];
      writer.setPicture(act, owner, id, { ...(files.pictures[name] as Picture), ...(alt && { alt }) });
    }
  }

  writer.setDocument(act, 'site', town.site);
  writer.setDocument(act, 'categories', town.categories);
  writer.setDocument(act, 'usefuldata', town.usefuldata);
  writer.setDocument(act, 'greenpointpage', { txt: town.greenpointpage.txt });
  illustrate('greenpointpage', 'greenpointpage', town.greenpointpage.drawings);
  write(
    'authority',
    ['name', 'position', 'education', 'field', 'description', 'email', 'phones', 'inter', 'address', 'personalData'],
    (id, authority) => {
      illustrate('authority', id, drawingsOf(authority));
    },
  );
  write('map', ['title', 'url']);
  write('greenpoint', ['title', 'url']);
  write('page', ['title', 'description', 'text'], (id, page) => {
    illustrate('page', id, drawingsOf(page));
  });
  write('procedure', [
    'title',
    'description',
    'topic',
    'requirements',
    'cost',
    'duration',
    'office',
    'address',
    'hours',
    'phones',
    'form',
    'text',
  ]);
  write('roster', ['title', 'description', 'kind', 'turns', 'noholidays']);
  write('alert', [
    'headline',
    'instruction',
    'description',
    'area',
    'severity',
    'category',
    'urgency',
    'certainty',
    'onset',
    'expires',
  ]);
  write('agenda', ['title', 'description', 'date', 'highlight', 'label', 'text'], (id, event) => {
    for (const field of ['lastDay', 'startTime', 'endTime', 'place', 'address', 'map'] as const) {
      if (event[field]) writer.update(act, 'agenda', id, field, { value: event[field] });
    }
    illustrate('agenda', id, drawingsOf(event));
  });
  write('story', ['title', 'description', 'date', 'highlight', 'text'], (id, story) => {
    for (const label of story.labels) writer.createLabel(act, id, label);
    if (story.video) writer.update(act, 'story', id, 'video', { value: story.video });
    illustrate('story', id, drawingsOf(story));
  });
  write('bulletin', ['title', 'number', 'date', 'bclass', 'text'], (id, _bulletin, index) => {
    const file = files.bulletins[index];
    if (file) writer.setPdf(act, 'bulletin', id, file);
  });
  write('album', ['title', 'shortdescription', 'highlight', 'description'], (id, album) => {
    for (const url of album.videos) writer.addVideo(act, id, url);
    illustrate('album', id, drawingsOf(album));
  });
  writer.setPdf(act, 'digest', 'digest', files.digest);
}

/** Fields whose name in the address of an update differs from their own (spec section 7.4). */
const PATHS = new Map<string, string>([
  ['label', 'labelId'],
  ['shortdescription', 'shortDescription'],
]);
