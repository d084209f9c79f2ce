import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { draftPage } from '#contract/addresses/drafts';
import type { DraftLink } from '#contract/messages/draft-link';
import { textPictureSource } from '#contract/addresses/files';
import { uploadedPictureName } from '#contract/uploaded/upload-names';
import { sharePicture } from '#contract/share';
import { newRecordId } from '#contract/values/ids';
import { copyOf } from '../../../web/src/admin/changes/restore.ts';
import type { Fields } from '../../../web/src/offline/store/stored-record.ts';
import { imageTag, shownText } from '#contract/uploaded/text-pictures';
import type { AppParts } from '../../../api/app.ts';
import { runApart } from '../../../api/files/decoder-process.ts';
import { compareUploads, filesReferredTo, sweep } from '../../../api/files/upload-store.ts';
import { dataUrl, heic, listed, photo, temporaryFolder, trashed } from '../files.ts';
import { openTown } from '../town.ts';

const DAY = 24 * 60 * 60 * 1000;

async function openPlace(parts: Partial<AppParts> = {}) {
  const uploadsDir = temporaryFolder();
  const town = await openTown({ uploadsDir, ...parts });
  const bytes = await photo({ width: 1000, height: 500 });
  // As a device names it, before the server has it.
  const name = uploadedPictureName('', createHash('sha256').update(bytes).digest('hex'));
  const figure = (more = '') =>
    `<figure>${imageTag({ name, alt: 'La plaza', width: 1000, height: 500 })}${more}</figure>`;
  const files = [1000, 480, 960].map((width) => `text/${name}-${width}.webp`);
  return {
    town,
    uploadsDir,
    name,
    figure,
    /** The picture as it is written while the server does not have it. */
    absent: `<figure>${imageTag({ name, alt: 'La plaza' })}</figure>`,
    files,
    upload: (as = town.editor, sent = bytes) =>
      town.post(calls.textPicture(), { data: dataUrl(sent, 'image/jpeg') }, { as }),
    write: (id: string, value: string, base?: string) =>
      town.post(calls.update('story', id, 'text'), { value, ...(base !== undefined && { base }) }, { as: town.editor }),
    textOf: (id: string) => town.db.prepare('SELECT text FROM story WHERE id = ?').pluck().get(id),
    status: async (file = files[0], as?: string) => (await town.get(`/uploads/${file}`, { as })).status,
    stored: () => listed(uploadsDir).filter((path) => path.endsWith('.webp')),
    compared: () => compareUploads({ db: town.db, uploadsDir, now: () => town.clock.now }),
    start: () => sweep({ db: town.db, uploadsDir, now: () => town.clock.now }),
  };
}

test('a picture is sent before the text that names it, stored in three widths, and seen with the text', async () => {
  // As the portal does it: decoded in a process of its own.
  const { town, upload, write, textOf, figure, files, status, stored } = await openPlace({ runDecoder: runApart });
  const id = town.make('story', { title: 'Obra', status: 'Redaccion' });
  expect(await upload()).toMatchObject({ status: 200, body: 1 });
  expect(stored()).toEqual(files);
  await write(id, `<p>Ya está.</p>${figure('<figcaption>La plaza nueva</figcaption>')}`);
  expect(textOf(id)).toBe(`<p>Ya está.</p>${figure('<figcaption>La plaza nueva</figcaption>')}`);
  // As public as the story: staff see it in a draft.
  expect(await status()).toBe(404);
  expect(await status(files[0], town.editor)).toBe(200);
  town.writer.update(town.act, 'story', id, 'status', { value: 'Publicado' });
  for (const file of files) expect(await status(file)).toBe(200);
  town.writer.update(town.act, 'story', id, 'status', { value: 'Oculto' });
  expect(await status()).toBe(404);
});

test('whoever has the link to a draft sees the pictures of its text, and of no other', async () => {
  const { town, upload, write, figure, files } = await openPlace();
  const [draft, other] = [town.make('story'), town.make('story')];
  await upload();
  await write(draft, figure());
  const tokenOf = async (id: string) =>
    ((await town.post(calls.draftLink('story', id), {}, { as: town.editor })).body as DraftLink).token;
  const seenWith = (token: string) => town.get(`${draftPage(token)}/uploads/${files[0]}`);
  const { status, headers } = await seenWith(await tokenOf(draft));
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect((await seenWith(await tokenOf(other))).status).toBe(404);
});

test('the size that is stored is that of the picture, whatever the device has measured', async () => {
  const { town, upload, write, textOf, figure, name } = await openPlace();
  const id = town.make('story');
  await upload();
  const turned = `<figure>${imageTag({ name, alt: 'La plaza', width: 500, height: 1000 })}</figure>`;
  await write(id, turned);
  expect(textOf(id)).toBe(figure());
  // What it has measured is no other version of the text.
  expect(await write(id, `${turned}<p>más</p>`, turned)).toMatchObject({ status: 200 });
  expect(textOf(id)).toBe(`${figure()}<p>más</p>`);
});

test('a text whose picture was refused keeps the rest, and gets the picture if it comes after all', async () => {
  const { town, upload, write, textOf, figure, absent } = await openPlace();
  const id = town.make('story', { title: 'Obra', status: 'Publicado' });
  expect(await upload(town.editor, heic())).toMatchObject({ status: 415 });
  await write(id, `${figure()}<p>Ya está.</p>`);
  expect(textOf(id)).toBe(`${absent}<p>Ya está.</p>`);
  const before = town.db.prepare('SELECT max(seq) FROM change').pluck().get() as number;
  expect(await upload()).toMatchObject({ status: 200, body: 1 });
  expect(textOf(id)).toBe(`${figure()}<p>Ya está.</p>`);
  // Devices learn of it.
  expect(town.db.prepare('SELECT id FROM change WHERE seq > ?').pluck().all(before)).toEqual([id]);
  expect((await upload()).body).toBe(1);
});

test('two texts may show the same picture, which goes to the trash with the last of them and comes back', async () => {
  const { town, upload, write, figure, files, status, stored, uploadsDir } = await openPlace();
  const [one, other] = [town.make('story'), town.make('story', { title: 'Otra', status: 'Publicado' })];
  await upload();
  await write(one, figure());
  await write(other, figure());
  expect(await status()).toBe(200);
  await write(other, '<p>Sin imagen</p>');
  expect(await status()).toBe(404);
  expect(stored()).toEqual(files);
  expect((await town.post(calls.remove('story', one), {}, { as: town.editor })).status).toBe(200);
  expect(stored()).toEqual([]);
  expect(trashed(uploadsDir)).toEqual(files);
  // The history gives the text back as it was.
  await write(other, figure());
  expect(stored()).toEqual(files);
  expect(await status()).toBe(200);
});

test('what no text has named yet waits for it for a month, and is not lost then', async () => {
  const { town, upload, write, textOf, figure, files, stored, start, uploadsDir } = await openPlace();
  const id = town.make('story');
  await upload();
  town.clock.now += 29 * DAY;
  expect(start()).toEqual({ discarded: [], restored: [], missing: [] });
  town.clock.now += 3 * DAY;
  expect(start().discarded).toEqual(files);
  expect(trashed(uploadsDir)).toEqual(files);
  await write(id, figure());
  expect(stored()).toEqual(files);
  expect(textOf(id)).toBe(figure());
  expect(start()).toEqual({ discarded: [], restored: [], missing: [] });
});

test('one that no text names any more and that is sent again waits like a new one', async () => {
  const { town, upload, write, figure, files, stored, start } = await openPlace();
  const id = town.make('story');
  await upload();
  await write(id, figure());
  await write(id, '');
  expect(stored()).toEqual([]);
  await upload();
  expect(start()).toEqual({ discarded: [], restored: [], missing: [] });
  expect(stored()).toEqual(files);
});

test('after a year in the trash a picture is gone for good, and a text that names it says so', async () => {
  const { town, upload, write, textOf, figure, absent, start, stored } = await openPlace();
  const id = town.make('story');
  await upload();
  await write(id, figure());
  await write(id, '');
  town.clock.now += 400 * DAY;
  // The next file in the trash empties it.
  const other = await photo({ seed: 2 });
  await town.post(calls.picture('story', id), { data: dataUrl(other, 'image/jpeg') }, { as: town.admin });
  await town.post(calls.remove('story', id), {}, { as: town.admin });
  start();
  const later = town.make('story');
  await write(later, figure());
  expect(textOf(later)).toBe(absent);
  expect(stored()).toEqual([]);
});

test('backups, the doctor and the start know the pictures of texts', async () => {
  const { town, upload, write, figure, files, compared, start } = await openPlace();
  const id = town.make('story');
  await upload();
  expect(compared()).toEqual({ extra: [], absent: [] });
  await write(id, figure());
  expect([...filesReferredTo(town.db)].sort()).toEqual(files);
  expect(compared()).toEqual({ extra: [], absent: [] });
  town.db.prepare('DELETE FROM text_picture_use').run();
  town.db.prepare('UPDATE text_picture SET waits = NULL').run();
  expect(compared()).toEqual({ extra: files, absent: [] });
  // As after a crash between the text and its files.
  expect(start().discarded).toEqual(files);
  town.db
    .prepare('INSERT INTO text_picture_use (name, type, record_id) SELECT name, ?, ? FROM text_picture')
    .run('story', id);
  expect(start().restored.sort()).toEqual(files);
});

test('the green points and every other type with a text can show one', async () => {
  const { town, upload, figure, status } = await openPlace();
  await upload();
  const text = { txt: figure() };
  expect((await town.post(calls.greenPointText(), { value: figure() }, { as: town.admin })).status).toBe(200);
  expect(
    JSON.parse(String(town.db.prepare("SELECT value FROM document WHERE id = 'greenpointpage'").pluck().get())),
  ).toEqual(text);
  expect(await status()).toBe(200);
  const page = town.make('page', { title: 'P', status: 'Publicado', text: figure() });
  await town.post(calls.greenPointText(), { value: '' }, { as: town.admin });
  expect(await status()).toBe(200);
  await town.post(calls.remove('page', page), {}, { as: town.admin });
  expect(await status()).toBe(404);
});

test('nobody but staff sends one, and no more than 2 MB', async () => {
  const { town, upload, stored } = await openPlace();
  expect(await town.post(calls.textPicture(), { data: 'x' })).toMatchObject({ status: 401 });
  const large = await photo({ width: 1500, height: 1100, noise: true, format: 'png' });
  expect(large.length).toBeGreaterThan(2_097_152);
  expect(await upload(town.editor, large)).toMatchObject({ status: 413 });
  expect(stored()).toEqual([]);
});

test('a share of a story without a picture of its own shows the first of its text', async () => {
  const { town, upload, write, figure, absent, name } = await openPlace();
  const id = town.make('story', { title: 'Obra', status: 'Publicado' });
  await write(id, absent);
  expect(await sharePicture(`story-${id}`, town.reader)).toHaveProperty('title', 'Obra');
  await upload();
  await write(id, figure());
  expect(await sharePicture(`story-${id}`, town.reader)).toEqual({
    photo: textPictureSource(name, 1000).replace('/uploads/', ''),
  });
});

test('the copy of a story shows the pictures of its text, also when the story that it was made of is gone', async () => {
  const { town, upload, write, textOf, figure, files, status } = await openPlace();
  const id = town.make('story', { title: 'Obra', status: 'Publicado' });
  await upload();
  await write(id, `<p>Ya está.</p>${figure()}`);
  const record = (await town.get(calls.one('story', id), { as: town.editor })).body as Fields;
  const copy = newRecordId(town.clock.now);
  for (const { path, body, value, base } of copyOf('story', record, copy, town.clock.now)) {
    const sent = { ...body, ...(value !== undefined && { value }), ...(base !== undefined && { base }) };
    expect(await town.post(path, sent, { as: town.editor })).toMatchObject({ status: 200 });
  }
  expect(textOf(copy)).toBe(textOf(id));
  await town.post(calls.remove('story', id), {}, { as: town.editor });
  // The copy is a draft.
  expect(await status()).toBe(404);
  expect(await status(files[0], town.editor)).toBe(200);
  town.writer.update(town.act, 'story', copy, 'status', { value: 'Publicado' });
  for (const file of files) expect(await status(file)).toBe(200);
});

test('a picture that has not come is not shown, whatever is said of it', () => {
  const of = (alt: string) => `<p>Uno.</p><figure>${imageTag({ name: 'plaza-0123456789abcdef', alt })}</figure>`;
  expect(shownText(of('La plaza'))).toBe('<p>Uno.</p>');
  expect(shownText(of('Cartel que dice: ancho width=9'))).toBe('<p>Uno.</p>');
  expect(shownText(of(' width="9"'))).toBe('<p>Uno.</p>');
});
