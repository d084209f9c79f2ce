import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../api/records/open.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import type { Act } from '../../../api/records/write/writer.ts';
import { openUploads, sweep } from '../../../api/files/upload-store.ts';
import { storedPdfName } from '#contract/uploaded/upload-names';
import { listed, temporaryFolder, trashed } from '../files.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');
const now = () => NOW;
const act: Act = { userId: '', usergroup: 1, request: 'test' };
const A = `foto-${'a'.repeat(16)}`;
const B = `foto-${'b'.repeat(16)}`;
const PDF = storedPdfName('c'.repeat(64));

/** Opens a town whose writer does not clean up, as if the process had crashed. */
function openCrashing() {
  const uploadsDir = temporaryFolder();
  const db = openDatabase(':memory:');
  const writer = openWriter({ db, now });
  const { id } = writer.create(act, 'story', { date: new Date(NOW).toISOString() });
  const put = (path: string, text = path) => {
    mkdirSync(dirname(join(uploadsDir, path)), { recursive: true });
    writeFileSync(join(uploadsDir, path), text);
  };
  const folder = `story/2026/${id}`;
  const give = (name: string) => {
    for (const width of [480, 700]) put(`${folder}/${name}-${width}.webp`);
    writer.setPicture(act, 'story', id, { name, width: 700, height: 400 });
  };
  return { uploadsDir, db, writer, id, folder, put, give, sweep: () => sweep({ db, uploadsDir, now }) };
}

test('a crash between the record and the trash: the old files go there at the next start', () => {
  const town = openCrashing();
  town.give(A);
  town.give(B);
  const old = [`${town.folder}/${A}-480.webp`, `${town.folder}/${A}-700.webp`];
  expect(town.sweep()).toEqual({ discarded: old, restored: [], missing: [] });
  expect(trashed(town.uploadsDir)).toEqual(old);
  expect(listed(town.uploadsDir).filter((path) => path.endsWith('.webp'))).toEqual([
    `${town.folder}/${B}-480.webp`,
    `${town.folder}/${B}-700.webp`,
  ]);
  expect(town.sweep()).toEqual({ discarded: [], restored: [], missing: [] });
});

test('a crash after a record was deleted: its files go to the trash and its folder goes', () => {
  const town = openCrashing();
  town.give(A);
  town.writer.remove(act, 'story', town.id);
  expect(town.sweep().discarded).toHaveLength(2);
  expect(listed(town.uploadsDir)).toEqual([]);
});

test('a crash between the files and the record: the files go to the trash', () => {
  const town = openCrashing();
  const bulletin = town.writer.create(act, 'bulletin').id;
  const lost = [`album/${town.id}/${A}-480.webp`, `bulletin/${bulletin}/${PDF}`, `digest/${PDF}`];
  lost.forEach((path) => town.put(path));
  expect(town.sweep().discarded.sort()).toEqual(lost);
  expect(trashed(town.uploadsDir)).toEqual(lost);
});

test('files that were only half written are removed', () => {
  const town = openCrashing();
  town.put('.tmp/0123', 'half');
  expect(town.sweep()).toEqual({ discarded: [], restored: [], missing: [] });
  expect(existsSync(join(town.uploadsDir, '.tmp'))).toBe(false);
});

test('a file in the trash that a record refers to comes back, the newest of several', () => {
  const town = openCrashing();
  const bulletin = town.writer.create(act, 'bulletin').id;
  town.writer.setPdf(act, 'bulletin', bulletin, { pdf: PDF, pdfname: 'x.pdf', pdfsize: 1 });
  town.writer.setPdf(act, 'digest', 'digest', { pdf: PDF, pdfname: 'x.pdf', pdfsize: 1 });
  const path = `bulletin/${bulletin}/${PDF}`;
  town.put(`.trash/2026-01-01/${path}`, 'old');
  town.put(`.trash/2026-03-01/${path}`, 'new');
  expect(town.sweep()).toEqual({ discarded: [], restored: [path], missing: [`digest/${PDF}`] });
  expect(readFileSync(join(town.uploadsDir, path), 'utf8')).toBe('new');
});

test('records whose files are missing are reported, and nothing is changed', () => {
  const town = openCrashing();
  town.give(A);
  rmSync(join(town.uploadsDir, town.folder, `${A}-480.webp`));
  expect(town.sweep()).toEqual({ discarded: [], restored: [], missing: [`${town.folder}/${A}-480.webp`] });
  expect(listed(town.uploadsDir).filter((path) => path.endsWith('.webp'))).toEqual([`${town.folder}/${A}-700.webp`]);
});

test('starting with the wrong database loses nothing: the right one brings everything back', () => {
  const town = openCrashing();
  town.give(A);
  const before = listed(town.uploadsDir);
  const other = openDatabase(':memory:');
  expect(sweep({ db: other, uploadsDir: town.uploadsDir, now }).discarded).toHaveLength(2);
  expect(town.sweep()).toMatchObject({
    restored: expect.arrayContaining([`${town.folder}/${A}-480.webp`]),
    missing: [],
  });
  expect(listed(town.uploadsDir)).toEqual(before);
});

test("files in the folder that are not the portal's are left alone", () => {
  const town = openCrashing();
  const others = [
    '.gitkeep',
    'leeme.txt',
    'fotos/plaza.jpg',
    `${town.folder}/notas.txt`,
    'album/x.webp',
    'bulletin/x.pdf',
  ];
  others.forEach((path) => town.put(path));
  expect(town.sweep()).toEqual({ discarded: [], restored: [], missing: [] });
  expect(others.every((path) => existsSync(join(town.uploadsDir, path)))).toBe(true);
});

test('an uploads folder that does not exist yet is no problem', () => {
  const town = openCrashing();
  rmSync(town.uploadsDir, { recursive: true });
  expect(town.sweep()).toEqual({ discarded: [], restored: [], missing: [] });
});

test('no path leads out of the uploads folder', async () => {
  const { uploadsDir } = openCrashing();
  const uploads = openUploads({ uploadsDir, now });
  const outside = join(dirname(uploadsDir), `outside-${process.pid}.txt`);
  writeFileSync(outside, 'mine');
  const path = `../${outside.split('/').at(-1)}`;
  await expect(
    uploads.attach(
      [{ path: `${path}.new`, bytes: Buffer.from('x') }],
      () => 1,
      () => true,
    ),
  ).rejects.toThrow('left the uploads folder');
  uploads.discard([path, '/etc/hostname', '..']);
  expect([existsSync(outside), existsSync(`${outside}.new`), trashed(uploadsDir)]).toEqual([true, false, []]);
  rmSync(outside);
});

test('the trash keeps what the history can restore for a year, and no longer than it has to', () => {
  const town = openCrashing();
  const days = ['2025-03-01', '2025-03-07', '2025-03-08', '2025-03-15', '2026-03-15'];
  for (const day of days) town.put(`.trash/${day}/${town.folder}/${A}-480.webp`);
  town.put('.trash/leeme.txt');
  town.sweep();
  expect(readdirSync(join(town.uploadsDir, '.trash')).sort()).toEqual([...days.slice(2), 'leeme.txt']);
});

test('a start with a clock that is years ahead takes nothing out of the trash', () => {
  const town = openCrashing();
  town.put(`.trash/2026-03-01/${town.folder}/${A}-480.webp`);
  sweep({ db: town.db, uploadsDir: town.uploadsDir, now: () => Date.parse('2036-01-01T00:00:00Z') });
  expect(trashed(town.uploadsDir)).toHaveLength(1);
});
