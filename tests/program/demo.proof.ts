import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../api/records/open.ts';
import type { Db } from '../../api/db/database.ts';
import { loadDemo } from '../../api/demo/load.ts';
import { withDays } from '../../api/demo/town.ts';
import { canonical } from '../../api/records/canonical.ts';
import { createSqlReader } from '../../api/records/read.ts';
import { openRecords } from '../../api/records/from-rows.ts';
import { sweep } from '../../api/files/upload-store.ts';
import { altText } from '#contract/uploaded/alt-text';
import { icon } from '#contract/town/icons';
import { skylineOf } from '#contract/town/look';
import { addDays } from '#contract/values/dates';
import { fieldsOf } from '#contract/forms-and-lists';
import type { EntityName } from '#contract/forms-and-lists';
import { pictureFile, pictureFolder, storedPdf } from '#contract/addresses/files';
import { pictureWidths } from '#contract/values/pictures';
import type { PublicReader } from '#contract/reader';
import { listed, stateOf } from '../api/files.ts';

/** Shortly after midnight on the first day of a year in the town, when days and years are easiest to get wrong. */
const NOW = Date.parse('2027-01-01T03:00:20Z');
const TODAY = '2027-01-01';
const now = () => NOW;

let folder: string;
let uploadsDir: string;
let db: Db;
let reader: PublicReader;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-demo-'));
  uploadsDir = join(folder, 'uploads');
  db = openDatabase(join(folder, 'portal.sqlite'));
  await loadDemo({ db, uploadsDir, now });
  reader = createSqlReader({ db, now });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const file = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../db/demo/${name}.json`, import.meta.url), 'utf8')) as T;
const idsOf = (entity: EntityName, order = 'created') =>
  db.prepare<[], string>(`SELECT id FROM ${entity} ORDER BY ${order}, id`).pluck().all();
const files: [Exclude<EntityName, 'user'>, string, string][] = [
  ['story', 'stories', 'title'],
  ['agenda', 'agenda', 'title'],
  ['authority', 'authorities', 'name'],
  ['album', 'albums', 'title'],
  ['map', 'maps', 'title'],
  ['greenpoint', 'greenpoints', 'title'],
  ['bulletin', 'bulletins', 'title'],
  ['page', 'pages', 'title'],
  ['alert', 'alerts', 'headline'],
];

describe('the demo town', () => {
  test.for(files)('has every %s of db/demo/%s.json', ([entity, name, field]) => {
    const titles = file<Record<string, string>[]>(name)
      .map((one) => one[field])
      .sort();
    const records = openRecords(db);
    expect(
      idsOf(entity)
        .map((id) => (records.one(entity, id) as unknown as Record<string, unknown>)[field])
        .sort(),
    ).toEqual(titles);
  });

  test.for(files)('has the same content as the file in every %s', ([entity, list]) => {
    const records = openRecords(db);
    const stored = idsOf(entity).map((id) => records.one(entity, id) as unknown as Record<string, unknown>);
    for (const given of file<Record<string, unknown>[]>(list)) {
      const key = files.find(([one]) => one === entity)?.[2] ?? 'title';
      const record = stored.find((one) => one[key] === given[key]);
      for (const [name, field] of fieldsOf(entity).filter(
        ([one]) => !['date', 'number'].includes(one) && one in given,
      )) {
        const value = given[name];
        const dated = typeof value === 'string' ? withDays(value, String(record?.date)) : value;
        expect(record?.[name]).toEqual(canonical(name, field, dated));
      }
    }
  });

  test('names the working days after the day of a story in its text', () => {
    // Friday the first: the working days after it are those from Monday on.
    expect(withDays('{Workday+1}, y del {workday+2} al {workday+6}', '2027-01-01')).toBe(
      'Lunes 4 de enero, y del martes 5 de enero al lunes 11 de enero',
    );
    const texts = db.prepare('SELECT text FROM story').pluck().all() as string[];
    expect(texts.filter((text) => text.includes('{'))).toEqual([]);
  });

  test('lists authorities, maps and green points in the order of their files', async () => {
    expect((await reader.list('authority')).items.map(({ name }) => name)).toEqual(
      file<{ name: string }[]>('authorities').map(({ name }) => name),
    );
    expect((await reader.list('map')).items.map(({ title }) => title)).toEqual(
      file<{ title: string }[]>('maps').map(({ title }) => title),
    );
    expect((await reader.list('greenpoint')).items.map(({ title }) => title)).toEqual(
      file<{ title: string }[]>('greenpoints').map(({ title }) => title),
    );
  });

  test('is dated around today: nothing is created in the future, and dates are relative to the day in the town', () => {
    for (const [entity] of files)
      expect(
        (db.prepare(`SELECT max(created) FROM ${entity}`).pluck().get() as string) < new Date(NOW).toISOString(),
      ).toBe(true);
    for (const [entity, name] of [
      ['story', 'stories'],
      ['agenda', 'agenda'],
      ['bulletin', 'bulletins'],
    ] as const) {
      const days = file<{ day: number }[]>(name)
        .map(({ day }) => addDays(TODAY, day))
        .sort();
      expect(db.prepare(`SELECT date FROM ${entity} ORDER BY date`).pluck().all()).toEqual(days);
    }
  });

  test('numbers its bulletins by the year of their date', () => {
    const bulletins = db.prepare('SELECT number, date FROM bulletin').all() as { number: string; date: string }[];
    expect(bulletins.some(({ number }) => number.includes('{'))).toBe(false);
    for (const { number, date } of bulletins.filter((one) => /\/\d{4}$/.test(one.number)))
      expect(number.endsWith(`/${date.slice(0, 4)}`)).toBe(true);
    expect(new Set(bulletins.map(({ date }) => date.slice(0, 4))).size).toBeGreaterThan(1);
  });

  test('fills every list of the public pages', async () => {
    expect((await reader.list('story', { limit: 4 })).items.length).toBe(4);
    expect((await reader.list('agenda', { limit: 3 })).items.length).toBe(3);
    expect((await reader.lastLabels()).length).toBe(8);
    expect((await reader.highlighted('story')).length).toBeGreaterThan(3);
    expect((await reader.highlighted('album')).every(({ image }) => image)).toBe(true);
    expect((await reader.search('cañadón', 1)).items.length).toBeGreaterThan(3);
    expect((await reader.document('greenpointpage')).images.length).toBeGreaterThan(1);
    expect((await reader.document('usefuldata')).rows.length).toBeGreaterThan(10);
  });

  test('has its tablelands and the icons of the build, which an empty portal has not', async () => {
    const site = await reader.document('site');
    expect([skylineOf(site), icon(site, '192')]).toEqual(['mesetas', '/icons/icon-192.png']);
  });

  test('does not show its drafts', async () => {
    const drafts = db.prepare<[], string>("SELECT id FROM story WHERE status IN ('Redaccion', 'Oculto')").pluck().all();
    for (const id of drafts) expect(await reader.record('story', id)).toBeNull();
    expect(
      db
        .prepare("SELECT count(*) FROM search_document JOIN story USING (id) WHERE status IN ('Redaccion', 'Oculto')")
        .pluck()
        .get(),
    ).toBe(0);
  });

  test('says of every picture what it shows, but of portraits, which stand beside a name', () => {
    const images = db
      .prepare<[], { type: string; name: string; alt: string }>('SELECT type, name, alt FROM image')
      .all()
      .filter(({ name }) => !name.startsWith('retrato'));
    expect(images.filter(({ alt }) => altText.parse.safeParse(alt).data !== alt || alt === '')).toEqual([]);
    expect(images.length).toBeGreaterThan(50);
  });

  test('has the files of every picture at the size in its record', async () => {
    const records = openRecords(db);
    const checked = new Map<string, Promise<number | undefined>>();
    let pictures = 0;
    for (const [entity] of files.filter(([one]) => ['story', 'agenda', 'authority', 'album', 'page'].includes(one))) {
      for (const record of idsOf(entity).map(
        (id) =>
          records.one(entity, id) as unknown as {
            id: string;
            year?: number;
            image?: { name: string; width: number };
            images?: { name: string; width: number }[];
          },
      )) {
        for (const picture of record.images ?? (record.image ? [record.image] : [])) {
          pictures += 1;
          for (const width of pictureWidths(picture)) {
            const path = join(uploadsDir, pictureFolder(entity as 'story', record), pictureFile(picture.name, width));
            const name = pictureFile(picture.name, width);
            expect(statSync(path).size).toBeGreaterThan(500);
            checked.set(
              name,
              checked.get(name) ??
                sharp(path)
                  .metadata()
                  .then((one) => one.width),
            );
            expect(await checked.get(name)).toBe(width);
          }
        }
      }
    }
    expect(pictures).toBeGreaterThan(100);
  });

  test('has PDFs with the content of their bulletins', async () => {
    const bulletins = db.prepare("SELECT id, title, pdf, pdfname, pdfsize FROM bulletin WHERE pdf <> ''").all() as {
      id: string;
      title: string;
      pdf: string;
      pdfname: string;
      pdfsize: number;
    }[];
    expect(bulletins).toHaveLength(file<{ pdf: boolean }[]>('bulletins').filter(({ pdf }) => pdf).length);
    for (const { id, title, pdf, pdfname, pdfsize } of bulletins) {
      const bytes = readFileSync(join(uploadsDir, storedPdf('bulletin', id, pdf)));
      expect([bytes.length, bytes.toString('latin1', 0, 5)]).toEqual([pdfsize, '%PDF-']);
      expect(titleOf(bytes)).toContain(title);
      expect(pdfname).toMatch(/^[^/]+\.pdf$/);
    }
    const digest = await reader.document('digest');
    expect(titleOf(readFileSync(join(uploadsDir, storedPdf('digest', 'digest', digest.pdf))))).toBe(
      'Digesto Municipal',
    );
  });

  test('has no file that no record refers to, and lacks none', () => {
    expect(sweep({ db, uploadsDir, now })).toEqual({ discarded: [], restored: [], missing: [] });
  });

  test('is not loaded into a database with content', async () => {
    const state = stateOf({ db }, uploadsDir);
    await loadDemo({ db, uploadsDir, now: () => NOW + 86_400_000 });
    expect(stateOf({ db }, uploadsDir)).toEqual(state);
  });
});

test('an interrupted load leaves no partial town, and the next one loads all of it', async () => {
  const other = openDatabase(':memory:');
  const records = () => other.prepare('SELECT count(*) FROM history').pluck().get();
  // The last write fails, after all others have succeeded.
  other.exec(
    "CREATE TRIGGER full BEFORE UPDATE ON document WHEN NEW.id = 'digest' " +
      "BEGIN SELECT raise(ABORT, 'disk is full'); END",
  );
  await expect(loadDemo({ db: other, uploadsDir, now })).rejects.toThrow('disk is full');
  expect(records()).toBe(0);
  other.exec('DROP TRIGGER full');

  const before = listed(uploadsDir);
  const lost = before.filter((path) => path.endsWith('-480.webp') || path.endsWith('.pdf'));
  for (const path of lost) rmSync(join(uploadsDir, path));
  await loadDemo({ db: other, uploadsDir, now });
  expect(records()).toBe(db.prepare('SELECT count(*) FROM history').pluck().get());
  expect(listed(uploadsDir)).toEqual(before);
  expect(sweep({ db: other, uploadsDir, now })).toEqual({ discarded: [], restored: [], missing: [] });
  other.close();
});

test('a folder that cannot be written stops the load before any record', async () => {
  const other = openDatabase(':memory:');
  const blocked = join(folder, 'blocked');
  writeFileSync(blocked, 'a file');
  await expect(loadDemo({ db: other, uploadsDir: blocked, now })).rejects.toThrow(
    `no se pudieron guardar en ${blocked}`,
  );
  expect(other.prepare('SELECT count(*) FROM history').pluck().get()).toBe(0);
  other.close();
});

/**
 * Returns the title in a PDF: a separate object with a string in UTF-16 or ASCII, in which some characters are escaped.
 */
function titleOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const object = /\/Title (\d+) 0 R/.exec(text)?.[1];
  const raw = new RegExp(`\\n${object} 0 obj\\n\\(((?:\\\\[^]|[^\\\\)])*)\\)`).exec(text)?.[1] ?? '';
  const bytes = Buffer.from(
    raw.replace(
      /\\(r|n|t|b|f|[^])/g,
      (_, sign: string) => ({ r: '\r', n: '\n', t: '\t', b: '\b', f: '\f' })[sign] ?? sign,
    ),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? new TextDecoder('utf-16be').decode(bytes.subarray(2))
    : bytes.toString('latin1');
}
