import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { pictureOrderCall } from '#contract/addresses/picture-order';
import type { HistoryPage } from '#contract/messages/history-entry';
import type { Album } from '#contract/records';
import { dataUrl, listed, photo, temporaryFolder, trashed } from '../files.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

/** An album with four pictures, named by their first letters. */
async function openAlbum() {
  const folder = temporaryFolder();
  const town = await openTown({ uploadsDir: folder });
  const id = town.make('album', { title: 'Lagos', status: 'Publicado' });
  for (const [seed, name] of ['a.png', 'b.png', 'c.png', 'd.png'].entries())
    await town.post(calls.picture('album', id), { name, data: dataUrl(await photo({ seed })) }, { as: town.admin });
  const images = async () => ((await town.get(calls.one('album', id), { as: town.admin })).body as Album).images;
  const names = (await images()).map(({ name }) => name);
  const named = (letters: string) =>
    [...letters].map((letter) => names.find((name) => name.startsWith(letter)) ?? letter);
  const arrange = (value: string, base?: string) =>
    town.post(
      pictureOrderCall('album', id),
      { value: named(value), ...(base !== undefined && { base: named(base) }) },
      { as: town.editor },
    );
  const order = async () => (await images()).map(({ name }) => name[0]).join('');
  return { town, folder, id, named, arrange, order, images };
}
const historyOf = async (town: Town, type: string, id: string) =>
  ((await town.get(calls.historyOf(type, id), { as: town.admin })).body as HistoryPage).items;

describe('the pictures of an album', () => {
  test('are arranged, and the first one stands for the album in lists', async () => {
    const { town, id, named, arrange, order } = await openAlbum();
    expect((await arrange('cabd', 'abcd')).body).toBe(1);
    expect(await order()).toBe('cabd');
    const list = (await town.get('/api/dataPublic/changes')).body as { puts: { type: string; record: Album }[] };
    expect(list.puts.find(({ type }) => type === 'album')?.record.images[0]?.name).toBe(named('c')[0]);
    expect((await historyOf(town, 'album', id))[0]).toMatchObject({
      action: 'update',
      field: 'images',
      before: named('abcd'),
      after: named('cabd'),
    });
  });

  test('keep the orders of two people who moved different pictures at the same time', async () => {
    const { arrange, order } = await openAlbum();
    await arrange('bacd', 'abcd');
    await arrange('abdc', 'abcd');
    expect(await order()).toBe('badc');
  });

  test('of a picture that both moved keep the later place', async () => {
    const { arrange, order } = await openAlbum();
    await arrange('bcda', 'abcd');
    await arrange('bacd', 'abcd');
    expect(await order()).toBe('bacd');
  });

  test('come last if the order does not name them, and names that are no pictures of the album are ignored', async () => {
    const { town, arrange, order, id } = await openAlbum();
    await arrange('zdzc');
    expect(await order()).toBe('dcab');
    const entries = (await historyOf(town, 'album', id)).length;
    await arrange('dc');
    expect((await historyOf(town, 'album', id)).length).toBe(entries);
    expect((await town.post(pictureOrderCall('album', id), { value: 'x' }, { as: town.editor })).status).toBe(400);
  });

  test('that were added meanwhile stay behind the ones that they were added behind', async () => {
    const { town, id, arrange, order } = await openAlbum();
    await arrange('dabc', 'abcd');
    await town.post(
      calls.picture('album', id),
      { name: 'e.png', data: dataUrl(await photo({ seed: 9 })) },
      { as: town.admin },
    );
    await arrange('dcab', 'dabc');
    expect(await order()).toBe('dceab');
  });
});

test.each(['story', 'agenda', 'authority', 'page'] as const)(
  'the one picture of a record (%s) can be removed, and comes back from the history',
  async (type) => {
    const folder = temporaryFolder();
    const town = await openTown({ uploadsDir: folder });
    const id = town.make(type);
    const imageOf = async () =>
      ((await town.get(calls.one(type, id), { as: town.admin })).body as { image: { name: string } | null }).image;
    await town.post(calls.picture(type, id), { data: dataUrl(await photo()) }, { as: town.admin });
    const picture = await imageOf();
    const name = picture?.name ?? '';
    const files = listed(folder).filter((path) => path.endsWith('.webp'));
    expect((await town.post(calls.pictureDelete(type, id), { name }, { as: town.admin })).body).toBe(1);
    expect(await imageOf()).toBeNull();
    expect(trashed(folder)).toEqual(files);
    expect((await town.post(calls.pictureDelete(type, id), { name }, { as: town.admin })).status).toBe(410);
    const [{ entry } = { entry: 0 }] = await historyOf(town, type, id);
    await town.post(calls.historyFile(type, id), { entry, name, base: '' }, { as: town.admin });
    expect(await imageOf()).toEqual(picture);
  },
);
