import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openHistoryReader } from '../../../api/records/history-read.ts';
import { drainedOrClosed } from '../../../api/http/drained.ts';
import type { HistoryEntry, HistoryPage } from '#contract/messages/history-entry';
import { calls, historyQuery } from '#contract/addresses/calls';
import { dataUrl, listed, pdf, photo, temporaryFolder, trashed } from '../files.ts';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

async function pageOf(town: Town, path: string, as = town.editor): Promise<HistoryPage> {
  const { status, body } = await town.get(path, { as });
  expect(status).toBe(200);
  return body as HistoryPage;
}
const lines = ({ items }: HistoryPage) =>
  items.map(({ by, action, field, before, after }) => [by, action, field, before, after]);

describe('the history of a record', () => {
  test('tells who changed what and when, the newest first', async () => {
    const town = await openTown();
    const id = town.make('story');
    town.clock.now += 1000;
    await save(town, 'story', id, 'title', { value: 'Uno' }, { as: town.admin });
    await save(town, 'story', id, 'title', { value: 'Dos' }, { as: town.editor });
    await town.get(calls.labelCreateAdd(id, 'Obras'), { as: town.editor });
    const page = await pageOf(town, calls.historyOf('story', id));
    expect(lines(page)).toEqual([
      ['Edu', 'add', 'labels', [], ['Obras']],
      ['Edu', 'update', 'title', 'Uno', 'Dos'],
      ['Ana', 'update', 'title', '', 'Uno'],
      ['', 'create', null, null, expect.objectContaining({ id })],
    ]);
    expect(page.next).toBeNull();
    expect(page.items[0]).toMatchObject({
      at: new Date(town.clock.now).toISOString(),
      userId: town.editorId,
      type: 'story',
      id,
      name: 'Dos',
      isDeleted: false,
      isLong: false,
    });
  });

  test('has pages, with every entry once', async () => {
    const town = await openTown();
    const id = town.make('story');
    for (let number = 0; number < 45; number += 1)
      town.writer.update(town.act, 'story', id, 'title', { value: `Título ${number}` });
    const found: number[] = [];
    let before: number | null = null;
    do {
      const page: HistoryPage = await pageOf(town, calls.historyOf('story', id, historyQuery.page({ before })));
      expect(page.items.length).toBeLessThanOrEqual(20);
      found.push(...page.items.map(({ entry }) => entry));
      before = page.next;
    } while (before !== null);
    expect(found).toHaveLength(46);
    expect(found).toEqual([...new Set(found)].sort((a, b) => b - a));
  });

  test('leaves long values out of the list and returns them separately', async () => {
    const town = await openTown();
    const id = town.make('story');
    const long = 'palabra '.repeat(5000).trim();
    await save(town, 'story', id, 'text', { value: long });
    await save(town, 'story', id, 'text', { value: 'corto' });
    const [last] = (await pageOf(town, calls.historyOf('story', id))).items;
    expect(last).toMatchObject({ isLong: true, before: null, after: 'corto' });
    expect((await town.get(calls.historyEntry('story', id, last?.entry ?? 0), { as: town.editor })).body).toMatchObject(
      { isLong: false, before: long, after: 'corto' },
    );
    expect((await town.get(calls.historyEntry('story', 'otra', last?.entry ?? 0), { as: town.editor })).status).toBe(
      404,
    );
  });

  test('still names deleted users and deleted records', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'La que fue' });
    await save(town, 'story', id, 'description', { value: 'x' }, { as: town.editor });
    await town.post(calls.remove('story', id), {}, { as: town.editor });
    await town.post(calls.remove('user', town.editorId), {}, { as: town.admin });
    const page = await pageOf(town, calls.historyOf('story', id), town.admin);
    expect(page.items.map(({ by, name, isDeleted }) => [by, name, isDeleted]).slice(0, 2)).toEqual([
      ['Edu', 'La que fue', true],
      ['Edu', 'La que fue', true],
    ]);
  });

  test('of users is for Admins, and holds no password', async () => {
    const town = await openTown();
    await town.post(
      calls.update('user', town.editorId, 'password'),
      { value: 'palabra secreta del zanjón' },
      { as: town.admin },
    );
    const [editor] = [
      await town.post(calls.authenticate(), {
        username: 'edu',
        password: 'palabra secreta del zanjón',
        newPassword: 'otra palabra del zanjón hondo',
      }),
    ];
    const { token } = editor.body as { token: string };
    for (const path of [
      calls.historyOf('user', town.adminId),
      calls.historyEntry('user', town.adminId, 1),
      calls.historyExportOf('user', town.adminId, '?format=csv'),
    ])
      expect((await town.get(path, { as: token })).status).toBe(403);
    expect((await pageOf(town, calls.history(''), token)).items.filter(({ type }) => type === 'user')).toEqual([]);
    const page = await pageOf(town, calls.historyOf('user', town.editorId), town.admin);
    expect(lines(page).slice(0, 2)).toEqual([
      ['Edu', 'update', 'password', null, null],
      ['Ana', 'update', 'password', null, null],
    ]);
    expect(JSON.stringify(page)).not.toMatch(/secreta|hondo|argon2/);
    expect((await town.get(calls.historyOf('usuario', 'x'), { as: town.admin })).status).toBe(404);
    for (const before of ['0', '-1', 'x', '1e3', ''])
      expect((await town.get(calls.history(`?before=${before}`), { as: town.admin })).status).toBe(400);
  });
});

describe('the latest changes', () => {
  test('are those of all records, or only the deletions on request', async () => {
    const town = await openTown();
    const kept = town.make('story', { title: 'Queda' });
    const gone = town.make('album', { title: 'Se va' });
    town.writer.remove(town.act, 'album', gone);
    expect(
      (await pageOf(town, calls.history(''))).items.map(({ type, id, action }) => [type, id, action]).slice(0, 2),
    ).toEqual([
      ['album', gone, 'delete'],
      ['album', gone, 'update'],
    ]);
    expect((await pageOf(town, calls.history(''))).items.some(({ id }) => id === kept)).toBe(true);
    const deletions = await pageOf(town, calls.history(historyQuery.page({ deleted: true })));
    expect(deletions.items).toMatchObject([
      { type: 'album', id: gone, name: 'Se va', isDeleted: true, before: { title: 'Se va' } },
    ]);
  });

  test('find a deletion far back piece by piece', async () => {
    const town = await openTown();
    const gone = town.make('map', { title: 'Hace mucho' });
    town.writer.remove(town.act, 'map', gone);
    const insert = town.db.prepare(
      'INSERT INTO history (user_id, request, at, action, type, record_id, answer) ' +
        "VALUES ('', '', '', 'update', 'map', 'x', '1')",
    );
    town.db.transaction(() => {
      for (let number = 0; number < 12_000; number += 1) insert.run();
    })();
    const reader = openHistoryReader(town.db);
    const found: HistoryEntry[] = [];
    let [before, looks]: [number | null, number] = [null, 0];
    do {
      const page: HistoryPage = reader.latest({
        deleted: true,
        withUsers: true,
        ...(before === null ? {} : { before }),
      });
      found.push(...page.items);
      before = page.next;
      looks += 1;
    } while (before !== null);
    expect(found.map(({ id }) => id)).toEqual([gone]);
    expect(looks).toBe(3);
  });
});

describe('the export', () => {
  test('contains everything, oldest first, as JSON and as a table in which no spreadsheet runs formulas', async () => {
    const town = await openTown();
    const id = town.make('story');
    for (const value of ['=HYPERLINK("http://malo")', '+54 2902', '-1', '@SUM(A1)', 'con "comillas"; y\npunto y coma'])
      town.writer.update(town.act, 'story', id, 'description', { value });
    for (let number = 0; number < 450; number += 1)
      town.writer.update(town.act, 'story', id, 'title', { value: `Título ${number}` });
    const json = await town.get(calls.historyExport(historyQuery.format('json')), { as: town.editor });
    const entries = json.body as HistoryEntry[];
    expect(entries).toHaveLength(456);
    expect(entries.map(({ entry }) => entry)).toEqual(entries.map(({ entry }) => entry).sort((a, b) => a - b));
    expect((await town.get(calls.historyExport(historyQuery.format('json')), { as: town.admin })).body).toHaveLength(
      458,
    );

    const csv = await fetch(town.url + calls.historyExportOf('story', id, historyQuery.format('csv')), {
      headers: { Authorization: `Bearer ${town.editor}` },
    });
    expect([
      csv.headers.get('content-type'),
      csv.headers.get('content-disposition'),
      csv.headers.get('cache-control'),
    ]).toEqual(['text/csv; charset=utf-8', 'attachment; filename="historial.csv"', 'no-store']);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer());
    expect(text.startsWith('\ufeff"entrada";"fecha";"usuario"')).toBe(true);
    expect(text.match(/\r\n/g)).toHaveLength(457);
    expect(text).toMatch(/^"\d+";"\d{4}-\d\d-\d\d \d\d:\d\d";/m);
    for (const cell of [
      `"'=HYPERLINK(""http://malo"")"`,
      `"'+54 2902"`,
      `"'-1"`,
      `"'@SUM(A1)"`,
      '"con ""comillas""; y\npunto y coma"',
    ])
      expect(text).toContain(cell);
    expect((await town.get(calls.historyExport('?format=xml'), { as: town.editor })).status).toBe(400);
  });
});

test('an export to a slow reader waits without leaving a listener for each batch', async () => {
  const stream = new EventEmitter() as EventEmitter & Parameters<typeof drainedOrClosed>[0];
  for (const event of ['drain', 'drain', 'close']) {
    const waited = drainedOrClosed(stream);
    stream.emit(event);
    await waited;
    expect([stream.listenerCount('drain'), stream.listenerCount('close')]).toEqual([0, 0]);
  }
});

describe('what a change removed can be restored as a new change:', () => {
  async function albumWithPicture() {
    const folder = temporaryFolder();
    const town = await openTown({ uploadsDir: folder });
    const id = town.make('album');
    await town.post(
      calls.picture('album', id),
      { name: 'foto.png', data: dataUrl(await photo({ width: 600, height: 400 })) },
      { as: town.admin },
    );
    const [picture] = (await town
      .get(calls.one('album', id), { as: town.admin })
      .then(({ body }) => (body as { images: { name: string }[] }).images)) as [{ name: string }];
    const files = listed(folder).filter((path) => path.endsWith('.webp'));
    return { town, folder, id, picture, files };
  }
  const lastEntry = async (town: Town, type: string, id: string) =>
    (await pageOf(town, calls.historyOf(type, id))).items[0]?.entry;

  test('a picture of an album', async () => {
    const { town, folder, id, picture, files } = await albumWithPicture();
    await town.post(calls.pictureDelete('album', id), { name: picture.name }, { as: town.editor });
    expect(trashed(folder)).toEqual(files);
    const entry = await lastEntry(town, 'album', id);
    const answer = await town.post(
      calls.historyFile('album', id),
      { entry, name: picture.name },
      { as: town.editor, key: 'una' },
    );
    expect([answer.status, answer.body]).toEqual([200, 1]);
    expect((await town.get(calls.one('album', id), { as: town.admin })).body).toMatchObject({ images: [picture] });
    expect(listed(folder).filter((path) => path.endsWith('.webp'))).toEqual(files);
    expect(trashed(folder)).toEqual([]);
    expect((await town.get(`/uploads/${files[0]}`, { as: town.editor })).status).toBe(200);
    expect((await pageOf(town, calls.historyOf('album', id))).items[0]).toMatchObject({
      by: 'Edu',
      action: 'update',
      field: 'image',
      after: picture,
    });
    expect(
      (await town.post(calls.historyFile('album', id), { entry, name: picture.name }, { as: town.editor, key: 'una' }))
        .body,
    ).toBe(1);
  });

  test('the picture that another one replaced, unless it was changed since', async () => {
    const folder = temporaryFolder();
    const town = await openTown({ uploadsDir: folder });
    const id = town.make('story');
    const upload = async (seed: number) =>
      town.post(calls.picture('story', id), { data: dataUrl(await photo({ seed })) }, { as: town.admin });
    const current = async () =>
      ((await town.get(calls.one('story', id), { as: town.admin })).body as { image: { name: string } }).image.name;
    await upload(1);
    const first = await current();
    await upload(2);
    const second = await current();
    const entry = await lastEntry(town, 'story', id);
    expect(
      (await town.post(calls.historyFile('story', id), { entry, name: first, base: first }, { as: town.admin })).status,
    ).toBe(409);
    expect(listed(folder).filter((path) => path.includes(first))).toEqual([]);
    expect(
      (await town.post(calls.historyFile('story', id), { entry, name: first, base: second }, { as: town.admin })).body,
    ).toBe(1);
    expect(await current()).toBe(first);
    expect(trashed(folder).every((path) => path.includes(second))).toBe(true);
  });

  test('a deleted record with its PDF, under its own id and date', async () => {
    const folder = temporaryFolder();
    const town = await openTown({ uploadsDir: folder });
    const id = town.make('bulletin', { title: 'Tarifas' });
    await town.post(
      calls.pdf('bulletin', id),
      { name: 'tarifas.pdf', data: dataUrl(pdf('t'), 'application/pdf') },
      { as: town.admin },
    );
    const before = (await town.get(calls.one('bulletin', id), { as: town.admin })).body as {
      created: string;
      pdf: string;
    };
    await town.post(calls.remove('bulletin', id), {}, { as: town.admin });
    expect((await town.get(calls.one('bulletin', id), { as: town.admin })).status).toBe(410);
    const entry = await lastEntry(town, 'bulletin', id);
    expect(
      (await town.post(calls.historyFile('bulletin', id), { entry, name: before.pdf }, { as: town.editor })).status,
    ).toBe(410);
    expect(listed(folder)).toEqual([]);
    town.clock.now += 1000;
    expect((await town.post(calls.create('bulletin'), { id, date: before.created }, { as: town.editor })).body).toEqual(
      { id },
    );
    await save(town, 'bulletin', id, 'title', { value: 'Tarifas', base: '' }, { as: town.editor });
    expect(
      (await town.post(calls.historyFile('bulletin', id), { entry, name: before.pdf }, { as: town.editor })).body,
    ).toBe(1);
    const after = (await town.get(calls.one('bulletin', id), { as: town.admin })).body as object;
    expect({ ...after, seq: 0 }).toEqual({ ...before, seq: 0 });
    expect(listed(folder).filter((path) => path.endsWith('.pdf'))).toEqual([`bulletin/${id}/${before.pdf}`]);
  });

  test('not by who may not change the record, not under another name, and not when the file is missing', async () => {
    const { town, folder, id, picture } = await albumWithPicture();
    const authority = town.make('authority', { name: 'Ana', position: 'Intendenta' });
    await town.post(
      calls.picture('authority', authority),
      { data: dataUrl(await photo({ seed: 3 })) },
      { as: town.admin },
    );
    const first = (
      (await town.get(calls.one('authority', authority), { as: town.admin })).body as { image: { name: string } }
    ).image.name;
    await town.post(
      calls.picture('authority', authority),
      { data: dataUrl(await photo({ seed: 4 })) },
      { as: town.admin },
    );
    const files = listed(folder);
    const back = { entry: await lastEntry(town, 'authority', authority), name: first };
    expect((await town.post(calls.historyFile('authority', authority), back, { as: town.editor })).status).toBe(403);
    expect(
      (await town.post(calls.historyFile('authority', authority), { ...back, name: '../../x' }, { as: town.admin }))
        .status,
    ).toBe(404);
    expect((await town.post(calls.historyFile('album', id), back, { as: town.admin })).status).toBe(404);
    expect(listed(folder)).toEqual(files);
    await town.post(calls.pictureDelete('album', id), { name: picture.name }, { as: town.admin });
    const entry = await lastEntry(town, 'album', id);

    rmSync(`${folder}/.trash`, { recursive: true });
    expect(
      await town.post(calls.historyFile('album', id), { entry, name: picture.name }, { as: town.admin }),
    ).toMatchObject({ status: 410, body: { message: 'Ese archivo ya no está en el servidor.' } });
  });
});
