import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { altField } from '#contract/uploaded/alt-fields';
import { ALT_MAX } from '#contract/limits';
import type { Album, GreenPointPage, Story } from '#contract/records';
import type { HistoryPage } from '#contract/messages/history-entry';
import { dataUrl, photo, temporaryFolder } from '../files.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

const openUploadTown = () => openTown({ uploadsDir: temporaryFolder() });
const upload = async (town: Town, path: string, more: object = {}, width = 60) =>
  town.post(path, { data: dataUrl(await photo({ width, height: 40 })), ...more }, { as: town.admin });
const staffs = async <T>(town: Town, path: string) => (await town.get(path, { as: town.admin })).body as T;

async function storyWithPicture(town: Town) {
  const id = town.make('story', { status: 'Publicado' });
  await upload(town, calls.picture('story', id));
  const { image } = await staffs<Story>(town, calls.one('story', id));
  return { id, name: image!.name, path: calls.pictureAlt('story', id) };
}

test('the description of a picture is stored with it, and public answers contain it', async () => {
  const town = await openUploadTown();
  const { id, name, path } = await storyWithPicture(town);
  const text = '  El puente nuevo\nsobre el arroyo,   con la primera camioneta que cruza. ';
  const written = 'El puente nuevo sobre el arroyo, con la primera camioneta que cruza.';
  expect((await town.post(path, { name, value: text, base: '' }, { as: town.editor })).body).toBe(1);
  expect((await town.get(`/api/dataPublic/getStoriesById/${id}`)).body).toMatchObject({
    image: { name, width: 60, height: 40, alt: written },
  });
  expect(JSON.stringify((await town.get('/api/dataPublic/changes')).body)).toContain(written);
});

test('pictures without a description are sent as before', async () => {
  const town = await openUploadTown();
  const { id, name, path } = await storyWithPicture(town);
  const plain = { name, width: 60, height: 40 };
  expect((await staffs<Story>(town, calls.one('story', id))).image).toEqual(plain);
  await town.post(path, { name, value: 'La plaza.' }, { as: town.admin });
  await town.post(path, { name, value: '' }, { as: town.admin });
  expect((await staffs<Story>(town, calls.one('story', id))).image).toEqual(plain);
});

test('each picture of an album and of the green points has its own description', async () => {
  const town = await openUploadTown();
  const id = town.make('album', { status: 'Publicado' });
  for (const width of [60, 50]) {
    await upload(town, calls.picture('album', id), {}, width);
    await upload(town, calls.greenPointPicture(), {}, width);
  }
  const { images } = await staffs<Album>(town, calls.one('album', id));
  await town.post(calls.pictureAlt('album', id), { name: images[1]!.name, value: 'El lago.' }, { as: town.editor });
  expect((await staffs<Album>(town, calls.one('album', id))).images.map(({ alt }) => alt)).toEqual([
    undefined,
    'El lago.',
  ]);
  await town.post(calls.greenPointPictureAlt(), { name: images[0]!.name, value: 'Tres cestos.' }, { as: town.editor });
  const page = (await town.get('/api/dataPublic/GreenPointGetPage')).body as GreenPointPage;
  expect(page.images.map(({ alt }) => alt)).toEqual(['Tres cestos.', undefined]);
});

test('a description that is too long, or no text, is refused with a clear message, and nothing changes', async () => {
  const town = await openUploadTown();
  const { id, name, path } = await storyWithPicture(town);
  const refusals = [
    [{ name, value: 'á'.repeat(ALT_MAX + 1) }, 422],
    [{ name, value: 7 }, 422],
    [{ name, value: null }, 422],
    [{ name }, 400],
    [{ value: 'x' }, 400],
    [{ name, value: 'x', other: 1 }, 400],
    [{ name: 'otra-0123456789abcdef', value: 'x' }, 404],
    [{ name: '../../etc/passwd', value: 'x' }, 404],
  ] as const;
  for (const [body, status] of refusals)
    expect([body, (await town.post(path, body, { as: town.admin })).status]).toEqual([body, status]);
  expect((await town.post(path, refusals[0][0], { as: town.admin })).body).toMatchObject({
    message: 'Es demasiado largo: tiene 251 caracteres y puede tener hasta 250.',
  });
  expect((await town.post(path, refusals[6][0], { as: town.admin })).body).toMatchObject({
    message: 'Esa imagen ya no está.',
  });
  expect((await staffs<Story>(town, calls.one('story', id))).image).not.toHaveProperty('alt');
  expect((await town.post(path, { name, value: 'á'.repeat(ALT_MAX) }, { as: town.admin })).body).toBe(1);
});

test('a description cannot be written without a session, nor by an Editor where only Admins may', async () => {
  const town = await openUploadTown();
  const { name, path } = await storyWithPicture(town);
  expect((await town.post(path, { name, value: 'x' })).status).toBe(401);
  const authority = town.make('authority');
  const body = { name, value: 'x' };
  expect((await town.post(calls.pictureAlt('authority', authority), body, { as: town.editor })).status).toBe(403);
});

test('of two people who describe one picture, the second is shown what the first wrote, and under one key it is written once', async () => {
  const town = await openUploadTown();
  const { id, name, path } = await storyWithPicture(town);
  const mine = { name, value: 'La plaza con nieve.', base: '' };
  for (let time = 0; time < 2; time += 1)
    expect((await town.post(path, mine, { as: town.editor, key: 'k1' })).body).toBe(1);
  const refused = await town.post(path, { name, value: 'La plaza de noche.', base: '' }, { as: town.admin });
  expect([refused.status, refused.body]).toMatchObject([409, { value: 'La plaza con nieve.' }]);
  expect((refused.body as { by: string }).by).not.toBe('');
  expect((await staffs<Story>(town, calls.one('story', id))).image!.alt).toBe('La plaza con nieve.');
  const { items } = await staffs<HistoryPage>(town, calls.historyOf('story', id));
  expect(items.filter(({ field }) => field === altField(name))).toMatchObject([
    { action: 'update', before: '', after: 'La plaza con nieve.' },
  ]);
});

test('a picture from the trash comes back with its text, and one that replaces it begins without', async () => {
  const town = await openUploadTown();
  const { id, name, path } = await storyWithPicture(town);
  await town.post(path, { name, value: 'La plaza con nieve.' }, { as: town.admin });
  await upload(town, calls.picture('story', id), {}, 50);
  expect((await staffs<Story>(town, calls.one('story', id))).image).not.toHaveProperty('alt');
  const { items } = await staffs<HistoryPage>(town, calls.historyOf('story', id));
  const { entry } = items.find(({ field }) => field === 'image')!;
  expect((await town.post(calls.historyFile('story', id), { entry, name }, { as: town.admin })).body).toBe(1);
  expect((await staffs<Story>(town, calls.one('story', id))).image).toMatchObject({ name, alt: 'La plaza con nieve.' });
});
