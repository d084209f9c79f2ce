import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { staffPicture, withStaffPictures } from '../../../web/src/admin/files/staff-picture.ts';
import type { Fields } from '../../../web/src/offline/store/stored-record.ts';

const picture = (name: string, width = 1000) => ({ name, width, height: 600 });
let asked: string[] = [];
/** A device that gets every file from the server, except those called `missing`. */
const workspace = {
  async file(url: string): Promise<Blob> {
    asked.push(url);
    if (url.includes('missing')) throw new Error('404');
    return new Blob([url]);
  },
};
const fetchPicture = (url: string) => staffPicture(workspace, url);

beforeEach(() => {
  asked = [];
  let number = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(number += 1)}`);
});
afterEach(() => void vi.restoreAllMocks());

test('pictures that are not public are fetched with the session, at the width shown on the page', async () => {
  const story = {
    id: 'aaaaaaaaaaaa',
    year: 2026,
    title: 'x',
    image: picture('foto-0123456789abcdef'),
  } as unknown as Fields;
  expect(await withStaffPictures(fetchPicture, 'story', story)).toEqual({ ...story, image: picture('blob:1') });
  expect(asked).toEqual(['/uploads/story/2026/aaaaaaaaaaaa/foto-0123456789abcdef-960.webp']);
});

test('each picture of an album is fetched; those being uploaded stay, and one that cannot be fetched keeps its name', async () => {
  const images = [picture('uno-0123456789abcdef'), picture('blob:waiting'), picture('missing-0123456789abcdef')];
  const album = { id: 'aaaaaaaaaaaa', images } as unknown as Fields;
  expect((await withStaffPictures(fetchPicture, 'album', album)).images).toEqual([
    picture('blob:1'),
    images[1],
    images[2],
  ]);
  expect(asked).toHaveLength(2);
});

test('a record without pictures is left as it is', async () => {
  for (const [entity, record] of [
    ['story', { id: 'a', image: null }],
    ['bulletin', { id: 'a' }],
  ] as const) {
    expect(await withStaffPictures(fetchPicture, entity, record as unknown as Fields)).toEqual(record);
  }
  expect(asked).toEqual([]);
  expect(await staffPicture(workspace, '/uploads/missing')).toBeNull();
});
