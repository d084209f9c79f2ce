import Database from 'better-sqlite3';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeBackup } from '../../../api/maintenance/backup/make.ts';
import { checkBackup } from '../../../api/maintenance/backup/manifest.ts';
import type { Manifest } from '../../../api/maintenance/backup/manifest.ts';
import { backupName } from '../../../api/maintenance/backup/layout.ts';
import { checkRestorable, restoreBackup } from '../../../api/maintenance/backup/restore-backup.ts';
import { expired } from '../../../api/maintenance/backup/rotation.ts';
import { epochOf } from '../../../api/db/database.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import type { Act } from '../../../api/records/write/writer.ts';
import { takeLock } from '../../../api/db/lock.ts';
import { openUploads, sweep } from '../../../api/files/upload-store.ts';
import { storedPdfName } from '#contract/uploaded/upload-names';
import { listed, temporaryFolder } from '../files.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');
const DAY = 24 * 60 * 60 * 1000;
const act: Act = { userId: '', usergroup: 1, request: 'test' };
const pictureName = (n: number) => `foto-${String(n).padStart(16, '0')}`;

/** Opens a town on disk with a story that gets pictures, and a folder for backups. */
function openPlace() {
  const folder = temporaryFolder();
  const [dbFile, uploadsDir, dir] = [join(folder, 'portal.sqlite'), join(folder, 'uploads'), join(folder, 'copias')];
  mkdirSync(uploadsDir);
  const clock = { now: NOW };
  const now = () => clock.now;
  const db = openDatabase(dbFile);
  const uploads = openUploads({ uploadsDir, now });
  const writer = openWriter({ db, now, discard: uploads.discard });
  const { id } = writer.create(act, 'story', { date: new Date(NOW).toISOString() });
  const path = (name: string) => `story/2026/${id}/${name}-400.webp`;
  return {
    folder,
    dbFile,
    uploadsDir,
    dir,
    clock,
    db,
    writer,
    id,
    path,
    /** Replaces the story's picture, as an upload does; the old file is moved to the trash. */
    picture: (n: number) =>
      uploads.attach(
        [{ path: path(pictureName(n)), bytes: Buffer.from(`picture ${n}`) }],
        () => writer.setPicture(act, 'story', id, { name: pictureName(n), width: 400, height: 300 }),
        () => true,
      ),
    title: (value: string) => writer.update(act, 'story', id, 'title', { value }),
    backup: () => {
      clock.now += 1000;
      return makeBackup({ dbFile, uploadsDir, dir, now });
    },
    restore: (from: string) => restoreBackup({ from, dbFile, uploadsDir, now }),
    state: () => ({
      title: titleIn(dbFile),
      files: listed(uploadsDir),
      beside: readdirSync(folder)
        .filter((one) => !/-(wal|shm)$|\.lock$/.test(one))
        .sort(),
    }),
  };
}

function titleIn(file: string): unknown {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare('SELECT title FROM story').pluck().get();
  } finally {
    db.close();
  }
}

describe('a backup', () => {
  test('of a portal in use is of one moment, with all its files', async () => {
    const place = openPlace();
    for (let n = 0; n < 100; n += 1)
      place.writer.update(act, 'story', place.id, 'text', { value: `<p>${'relleno '.repeat(3000)}${n}</p>` });
    await place.picture(0);
    let running = true;
    let written = 0;
    const writing = (async () => {
      while (running) {
        written += 1;
        place.title(String(written));
        await place.picture(written);
        place.writer.update(act, 'story', place.id, 'description', { value: String(written) });
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const made = await place.backup();
    running = false;
    await writing;
    expect(written).toBeGreaterThan(1);
    expect(made.manifest.missing).toEqual([]);
    const db = new Database(join(made.folder, 'portal.sqlite'), { readonly: true });
    const { title, description } = db
      .prepare<[], { title: string; description: string }>('SELECT title, description FROM story')
      .get()!;
    const picture = db.prepare<[], string>('SELECT name FROM image').pluck().get() ?? '';
    db.close();
    expect([0, 1]).toContain(Number(title) - Number(description));
    expect(readFileSync(join(made.folder, 'uploads', place.path(picture)), 'utf8')).toBe(
      `picture ${Number(picture.slice(5))}`,
    );
    place.db.close();
  });

  test('is one self-contained folder that only its owner may read', async () => {
    const place = openPlace();
    await place.picture(1);
    await place.picture(2);
    place.title('Como estaba');
    const { folder, manifest } = await place.backup();
    expect(readdirSync(place.dir).sort()).toEqual(['copia.lock', backupName(place.clock.now)]);
    expect(readdirSync(folder).sort()).toEqual(['manifest.json', 'portal.sqlite', 'uploads']);
    expect(manifest.files.map(({ path }) => path)).toEqual([
      place.path(pictureName(2)),
      `.trash/2026-03-15/${place.path(pictureName(1))}`,
    ]);
    expect(titleIn(join(folder, 'portal.sqlite'))).toBe('Como estaba');
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(await checkBackup(folder)).toEqual(manifest);
    place.db.close();
  });

  test('shares unchanged files with the previous one, and trusts no file because of its name', async () => {
    const place = openPlace();
    await place.picture(1);
    const first = await place.backup();
    await place.picture(2);
    const second = await place.backup();
    expect([first.copied, second.copied]).toEqual([1, 2]);
    const third = await place.backup();
    expect(third.copied).toBe(0);
    const inThird = join(third.folder, 'uploads', place.path(pictureName(2)));
    expect(statSync(inThird).ino).toBe(statSync(join(second.folder, 'uploads', place.path(pictureName(2)))).ino);
    expect(statSync(inThird).ino).not.toBe(statSync(join(place.uploadsDir, place.path(pictureName(2)))).ino);
    writeFileSync(inThird, 'rotten 2!');
    const fourth = await place.backup();
    expect(fourth.copied).toBe(1);
    expect(readFileSync(join(fourth.folder, 'uploads', place.path(pictureName(2))), 'utf8')).toBe('picture 2');
    place.db.close();
  });

  test('finds files of records in the trash, and names those that are missing', async () => {
    const place = openPlace();
    await place.picture(1);
    renameSync(join(place.uploadsDir, 'story'), join(place.folder, 'story'));
    expect((await place.backup()).manifest.missing).toEqual([place.path(pictureName(1))]);
    mkdirSync(join(place.uploadsDir, '.trash/2026-03-14'), { recursive: true });
    renameSync(join(place.folder, 'story'), join(place.uploadsDir, '.trash/2026-03-14/story'));
    const { manifest, folder } = await place.backup();
    expect(manifest.missing).toEqual([]);
    expect(readFileSync(join(folder, 'uploads', place.path(pictureName(1))), 'utf8')).toBe('picture 1');
    place.db.close();
  });

  test('is made one at a time, and what a killed one left behind is removed', async () => {
    const place = openPlace();
    mkdirSync(join(place.dir, '.haciendo-portal-2026-03-14T000000Z/uploads'), { recursive: true });
    mkdirSync(join(place.dir, '.borrando-portal-2026-01-01T000000Z'));
    const lock = takeLock(join(place.dir, 'copia'));
    await expect(place.backup()).rejects.toThrow('Ya hay otra copia en curso');
    lock?.release();
    await place.backup();
    expect(readdirSync(place.dir).filter((name) => name.startsWith('.'))).toEqual([]);
    place.db.close();
  });

  test('of a damaged database is not kept, and the existing ones stay', async () => {
    const place = openPlace();
    const good = await place.backup();
    place.db.pragma('wal_checkpoint(TRUNCATE)');
    place.db.close();
    const bytes = readFileSync(place.dbFile);
    bytes.fill(0xff, 8192, bytes.length - 4096);
    writeFileSync(place.dbFile, bytes);
    await expect(place.backup()).rejects.toThrow();
    expect(readdirSync(place.dir).sort()).toEqual(['copia.lock', good.folder.slice(place.dir.length + 1)]);
    await expect(makeBackup({ ...place, dbFile: join(place.folder, 'ninguna'), now: () => NOW })).rejects.toThrow(
      'No hay ninguna base',
    );
  });
});

describe('the database of a backup', () => {
  /** Two backups, of which the first is old and therefore compressed. */
  async function twoBackups() {
    const place = openPlace();
    await place.picture(1);
    place.title('Antes');
    const first = await place.backup();
    place.clock.now += 2 * DAY;
    place.title('Después');
    const second = await place.backup();
    place.db.close();
    return { ...place, first: first.folder, second: second.folder, packed: join(first.folder, 'portal.sqlite.zst') };
  }

  test('is compressed when it is two days old, takes less room, and is restored like any other', async () => {
    const place = await twoBackups();
    expect(readdirSync(place.first).sort()).toEqual(['manifest.json', 'portal.sqlite.zst', 'uploads']);
    expect(readdirSync(place.second).sort()).toEqual(['manifest.json', 'portal.sqlite', 'uploads']);
    expect(statSync(place.packed).size).toBeLessThan(statSync(join(place.second, 'portal.sqlite')).size / 2);
    expect(statSync(place.packed).mode & 0o077).toBe(0);
    const before = place.state();
    expect(await checkRestorable({ ...place, from: place.first })).toBe('2026-03-15T13:32:01.000Z');
    expect(place.state()).toEqual(before);
    expect(await place.restore(place.first)).toMatchObject({ at: '2026-03-15T13:32:01.000Z', files: 1, missing: [] });
    expect(place.state()).toMatchObject({ title: 'Antes' });
    expect(place.state().beside.filter((name) => !name.includes('.antes-'))).toEqual(before.beside);
  });

  test('stays as it is while it may be on its way to another machine', async () => {
    const place = openPlace();
    const { folder } = await place.backup();
    place.clock.now += 2 * DAY - 2000;
    await place.backup();
    expect(readdirSync(folder)).toContain('portal.sqlite');
    place.db.close();
  });

  test('stays as it is when it is damaged', async () => {
    const place = openPlace();
    const { folder } = await place.backup();
    flip(join(folder, 'portal.sqlite'));
    place.clock.now += 2 * DAY;
    await place.backup();
    expect(readdirSync(folder).sort()).toEqual(['manifest.json', 'portal.sqlite']);
    place.db.close();
  });

  test.for<[string, (file: string) => void, RegExp]>([
    ['is cut short', (file) => truncateSync(file, statSync(file).size - 100), /zst no se puede descomprimir/],
    ['has one other bit', flip, /zst no se puede descomprimir|portal\.sqlite cambió/],
    ['has more bytes than are listed', (file) => writeFileSync(file, bomb()), /zst no se puede descomprimir/],
    ['is another one', (file) => writeFileSync(file, zstdCompressSync('otra')), /portal\.sqlite cambió/],
    ['is a folder', (file) => (rmSync(file), mkdirSync(file)), /falta portal\.sqlite/],
  ])('is not restored when compressed it %s, and nothing is touched', async ([, harm, reason]) => {
    const place = await twoBackups();
    harm(place.packed);
    const before = place.state();
    await expect(place.restore(place.first)).rejects.toThrow(reason);
    expect(place.state()).toEqual(before);
  });

  test('has to be decompressed to be restored alone', async () => {
    const place = await twoBackups();
    await expect(place.restore(place.packed)).rejects.toThrow('está comprimida');
    const alone = join(place.folder, 'sola.sqlite');
    writeFileSync(alone, zstdDecompressSync(readFileSync(place.packed)));
    expect(await place.restore(alone)).toMatchObject({ at: null, files: null });
    expect(place.state().title).toBe('Antes');
  });
});

/** Three hundred megabytes in a few kilobytes. */
const bomb = () => zstdCompressSync(Buffer.alloc(300e6));

describe('rotation', () => {
  const at = (days: number, hours = 0) => backupName(NOW - days * DAY - hours * 60 * 60 * 1000);

  test('keeps every backup of the last day, then one per day, week and month', () => {
    const hourly = Array.from({ length: 24 * 400 }, (_, hour) => at(0, hour));
    const gone = new Set(expired(hourly, NOW));
    const kept = hourly.filter((name) => !gone.has(name));
    expect(kept.slice(0, 24)).toEqual(hourly.slice(0, 24));
    const days = kept.slice(24).map((name) => name.slice(7, 17));
    expect(new Set(days).size).toBe(days.length);
    for (let day = 2; day < 14; day += 1) expect(days).toContain(at(day).slice(7, 17));
    expect(kept.length).toBeLessThan(24 + 14 + 8 + 12);
    expect(kept.at(-1)).toMatch(/^portal-2025-04-30/);
  });

  test('does not depend on the clock: old backups stay when no new ones are made', () => {
    expect(expired([at(2000), at(1000), at(900)], NOW)).toEqual([]);
    expect(expired([], NOW)).toEqual([]);
  });

  test('removes none because of one from the future, and not that one', () => {
    const daily = Array.from({ length: 14 }, (_, day) => [at(day), at(day, 1)]).flat();
    const before = expired(daily, NOW);
    expect(before.length).toBeGreaterThan(5);
    expect(expired([...daily, at(-365), at(-366)], NOW)).toEqual(before);
    // With a clock that is behind, all of them are from the future.
    expect(expired(daily, Date.parse('1972-01-01'))).toEqual([]);
  });

  test('removes only backups that newer ones replace, and only folders that are backups', async () => {
    const place = openPlace();
    const { folder: first } = await place.backup();
    for (let n = 1; n <= 20; n += 1) cpSync(first, join(place.dir, at(2 * n)), { recursive: true });
    mkdirSync(join(place.dir, 'portal-2020-01-01T000000Z'));
    writeFileSync(join(place.dir, 'notas.txt'), 'de una persona');
    const { removed, folder } = await place.backup();
    expect(removed.length).toBeGreaterThan(3);
    expect(removed.every((name) => !existsSync(join(place.dir, name)))).toBe(true);
    expect(existsSync(folder)).toBe(true);
    expect(existsSync(join(place.dir, 'portal-2020-01-01T000000Z'))).toBe(true);
    expect(readdirSync(place.dir).filter((name) => name.startsWith('portal-202')).length).toBe(
      20 + 2 + 1 - removed.length,
    );
    place.db.close();
  });
});

describe('a restore', () => {
  /** Makes a backup of a town that is changed afterwards, and closes the town. */
  async function closedPlace() {
    const place = openPlace();
    await place.picture(1);
    place.title('Antes');
    const { folder } = await place.backup();
    await place.picture(2);
    place.title('Después');
    place.db.close();
    return { ...place, copy: folder };
  }

  test('brings database and files back with a new epoch, and keeps what was there', async () => {
    const place = await closedPlace();
    const before = openDatabase(place.dbFile);
    const epoch = epochOf(before);
    before
      .prepare('INSERT INTO user (id, created, name, email, username, usergroup, enable) VALUES (?, ?, ?, ?, ?, 1, 1)')
      .run('u', '', '', '', 'u');
    before.close();
    const { aside, files, missing, at } = await place.restore(place.copy);
    expect({ files, missing, at }).toEqual({ files: 1, missing: [], at: '2026-03-15T13:32:01.000Z' });
    expect(titleIn(place.dbFile)).toBe('Antes');
    const [uploadsAside = '', dbAside = ''] = aside;
    expect(titleIn(dbAside)).toBe('Después');
    expect(listed(uploadsAside)).toContain(place.path(pictureName(2)));

    const db = openDatabase(place.dbFile);
    expect(epochOf(db)).not.toBe(epoch);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(sweep({ db, uploadsDir: place.uploadsDir, now: () => NOW })).toEqual({
      discarded: [],
      restored: [],
      missing: [],
    });
    openWriter({ db, now: () => NOW }).update(act, 'story', place.id, 'title', { value: 'De nuevo' });
    expect(db.prepare('SELECT max(seq) FROM change').pluck().get()).toBeGreaterThan(1_000_000);
    db.close();
  });

  test('ends the sessions of the backup', async () => {
    const place = openPlace();
    place.db
      .prepare(
        "INSERT INTO user (id, created, name, email, username, usergroup, enable) VALUES ('u', '', '', '', 'u', 1, 1)",
      )
      .run();
    place.db.prepare("INSERT INTO session (id, user_id, expires_at) VALUES ('s', 'u', 9999999999)").run();
    const { folder } = await place.backup();
    place.db.close();
    await place.restore(folder);
    const db = openDatabase(place.dbFile);
    expect(db.prepare('SELECT count(*) FROM session').pluck().get()).toBe(0);
    const told = db.prepare("SELECT detail FROM logbook WHERE kind = 'operator'").pluck().all();
    expect(told).toEqual(['{"command":"restore"}']);
    db.close();
  });

  test('works in an empty place, and from the manifest of a backup too', async () => {
    const { copy, folder } = await closedPlace();
    const [dbFile, uploadsDir] = [join(folder, 'otra', 'portal.sqlite'), join(folder, 'otra', 'uploads')];
    const { aside, areCodesUsed } = await restoreBackup({
      from: join(copy, 'manifest.json'),
      dbFile,
      uploadsDir,
      now: () => NOW,
    });
    expect([aside, areCodesUsed]).toEqual([[], false]);
    expect(titleIn(dbFile)).toBe('Antes');
  });

  test('accepts a database alone, and leaves the files as they are', async () => {
    const place = await closedPlace();
    const { files, aside, missing, areCodesUsed } = await place.restore(join(place.copy, 'portal.sqlite'));
    expect(files).toBeNull();
    expect(areCodesUsed).toBe(true);
    expect(aside).toHaveLength(1);
    expect(missing).toEqual([place.path(pictureName(1))]);
    expect(titleIn(place.dbFile)).toBe('Antes');
    expect(listed(place.uploadsDir)).toContain(place.path(pictureName(2)));
  });

  test('accepts the database from a replicator, whose tables and long reads do not interfere', async () => {
    const place = openPlace();
    // Like Litestream: its own tables, and a long read that prevents the portal from emptying the log.
    const replicator = new Database(place.dbFile);
    replicator.exec(
      'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); ' +
        'CREATE TABLE _litestream_lock (id INTEGER); INSERT INTO _litestream_seq VALUES (1, 1);',
    );
    replicator.exec('BEGIN; SELECT count(*) FROM _litestream_seq;');
    place.title('Mientras mira');
    expect((await place.backup()).manifest.missing).toEqual([]);
    replicator.exec('COMMIT');
    replicator.pragma('wal_checkpoint(RESTART)');
    place.title('Lo último');
    const replica = join(place.folder, 'replica.sqlite');
    replicator.prepare('VACUUM INTO ?').run(replica);
    replicator.close();
    place.title('Lo que se pierde');
    const before = epochOf(place.db);
    place.db.close();
    expect((await place.restore(replica)).aside).toHaveLength(1);
    const again = openDatabase(place.dbFile);
    expect([titleIn(place.dbFile), epochOf(again) === before]).toEqual(['Lo último', false]);
    again.close();
  });

  test('moves the database of a crashed portal aside with its log', async () => {
    const place = openPlace();
    const { folder } = await place.backup();
    place.title('Solo en el registro');
    for (const end of ['', '-wal']) cpSync(place.dbFile + end, join(place.folder, `caido${end}`));
    place.db.close();
    const { aside } = await restoreBackup({
      from: folder,
      dbFile: join(place.folder, 'caido'),
      uploadsDir: place.uploadsDir,
      now: () => NOW,
    });
    expect(titleIn(aside.at(-1) ?? '')).toBe('Solo en el registro');
  });

  test('is refused while a portal runs on the database', async () => {
    const place = await closedPlace();
    const lock = takeLock(place.dbFile);
    const before = place.state();
    await expect(place.restore(place.copy)).rejects.toThrow('El portal está en marcha');
    expect(place.state()).toEqual(before);
    lock?.release();
  });

  const damage: [string, (copy: string) => void, RegExp][] = [
    ['a file is gone', (copy) => rmSync(join(copy, 'uploads'), { recursive: true }), /incompleta: falta uploads/],
    ['a file has other bytes', (copy) => appendFileSync(join(copy, firstFile(copy)), '!'), /cambió desde que se hizo/],
    [
      'a file is a link',
      (copy) => {
        const file = join(copy, firstFile(copy));
        renameSync(file, `${file}.x`);
        mkdirSync(file);
      },
      /incompleta/,
    ],
    ['the database is gone', (copy) => rmSync(join(copy, 'portal.sqlite')), /falta portal\.sqlite/],
    ['the database has one other bit', (copy) => flip(join(copy, 'portal.sqlite')), /portal\.sqlite cambió/],
    [
      'the database is of another backup',
      (copy) => rewrite(copy, (list) => ({ ...list, epoch: 'otra' })),
      /es de otra copia/,
    ],
    [
      'the list is cut short',
      (copy) =>
        writeFileSync(join(copy, 'manifest.json'), readFileSync(join(copy, 'manifest.json'), 'utf8').slice(0, 300)),
      /no se entiende/,
    ],
    ['the list is gone', (copy) => rmSync(join(copy, 'manifest.json')), /no es una copia del portal/],
    [
      'the list is of another program',
      (copy) => writeFileSync(join(copy, 'manifest.json'), '{"format":"otro","version":1}'),
      /no se entiende/,
    ],
    [
      'the list leaves its folder',
      (copy) =>
        rewrite(copy, (list) => ({
          ...list,
          files: list.files.map((file) => ({ ...file, path: '../../../etc/passwd' })),
        })),
      /no se entiende/,
    ],
    [
      'the list says nothing of a file',
      (copy) => rewrite(copy, (list) => ({ ...list, files: [] })),
      /la base nombra story/,
    ],
  ];
  test.for(damage)('is refused when %s, before anything is touched', async ([, harm, reason]) => {
    const place = await closedPlace();
    harm(place.copy);
    const before = place.state();
    const refusal = await place.restore(place.copy).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(reason);
    expect(refusal).not.toContain('\n');
    expect(place.state()).toEqual(before);
  });

  test.for([
    [
      'of another program',
      (file: string) => new Database(file).exec('CREATE TABLE t (x)').close(),
      /no es una base del portal/,
    ],
    ['that is none', (file: string) => writeFileSync(file, 'no soy una base'.repeat(100)), /dañado o no es una base/],
    [
      'of a newer release',
      (file: string) => {
        const db = openDatabase(file);
        db.pragma('user_version = 99');
        db.close();
      },
      /versión más nueva/,
    ],
    [
      'of a release before 1.0.0',
      (file: string) => {
        const db = openDatabase(file);
        db.pragma('user_version = 14');
        db.close();
      },
      /anterior a la 1\.0\.0\. Restaurala con el portal 1\.0\.0/,
    ],
    [
      'with damage inside',
      (file: string) => {
        const db = openDatabase(file);
        db.pragma('journal_mode = DELETE');
        db.close();
        const bytes = readFileSync(file);
        bytes.fill(0xff, 16384, 60000);
        writeFileSync(file, bytes);
      },
      /dañad/,
    ],
  ] as const)('refuses a database %s', async ([, make, reason]) => {
    const place = await closedPlace();
    const file = join(place.folder, 'ajena.sqlite');
    make(file);
    const before = place.state();
    await expect(place.restore(file)).rejects.toThrow(reason);
    expect(place.state()).toEqual(before);
  });

  test('that cannot finish undoes everything', async () => {
    const place = await closedPlace();
    // Nothing can take the name that the database is to be kept under.
    mkdirSync(`${place.dbFile}.antes-2026-03-15T133201Z/lleno`, { recursive: true });
    const before = place.state();
    await expect(place.restore(place.copy)).rejects.toThrow();
    expect(place.state()).toEqual(before);
  });

  test('that was interrupted is completed by the next one', async () => {
    const place = await closedPlace();
    cpSync(join(place.copy, 'portal.sqlite'), `${place.dbFile}.restaurando`);
    renameSync(place.dbFile, `${place.dbFile}.antes-x`);
    await place.restore(place.copy);
    expect(titleIn(place.dbFile)).toBe('Antes');
    expect(existsSync(`${place.dbFile}.restaurando`)).toBe(false);
  });
});

function firstFile(copy: string): string {
  return join(
    'uploads',
    (JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8')) as Manifest).files[0]?.path ?? '',
  );
}

function rewrite(copy: string, change: (list: Manifest) => unknown): void {
  const file = join(copy, 'manifest.json');
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Manifest)));
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  const place = Math.floor(bytes.length / 2);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

test('a bulletin is backed up and restored with its PDF', async () => {
  const place = openPlace();
  const { id } = place.writer.create(act, 'bulletin');
  const pdf = storedPdfName('c'.repeat(64));
  mkdirSync(join(place.uploadsDir, 'bulletin', id), { recursive: true });
  writeFileSync(join(place.uploadsDir, 'bulletin', id, pdf), '%PDF');
  place.db.prepare('UPDATE bulletin SET pdf = ? WHERE id = ?').run(pdf, id);
  expect((await place.backup()).manifest.files.map(({ path }) => path)).toEqual([`bulletin/${id}/${pdf}`]);
  place.db.close();
});
