import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { sharePicture } from '#contract/share';
import { dataUrl, hugePng, photo, temporaryFolder } from '../files.ts';
import { openTown } from '../town.ts';

async function openPlace() {
  const town = await openTown({ uploadsDir: temporaryFolder() });
  const upload = async (bytes: Buffer, mime = 'image/jpeg', as = town.admin) =>
    town.post(calls.picture('hero', 'hero'), { data: dataUrl(bytes, mime) }, { as });
  return { town, upload };
}

test('the photo of the home page is stored in the widths of any photo, and served to everybody', async () => {
  const { town, upload } = await openPlace();
  expect(await town.reader.document('hero')).toEqual({ id: 'hero', image: null });
  expect((await upload(await photo({ width: 1800, height: 900 }))).body).toBe(1);
  const { image } = await town.reader.document('hero');
  expect(image).toMatchObject({ width: 1600, height: 800 });
  for (const width of [480, 960, 1600])
    expect((await town.get(`/uploads/hero/hero/${image?.name}-${width}.webp`)).status).toBe(200);
  const { body } = await town.post(calls.pictureDelete('hero', 'hero'), { name: image?.name }, { as: town.admin });
  expect(body).toBe(1);
  expect((await town.reader.document('hero')).image).toBeNull();
});

test('a file that is no photo, is too large or comes from an Editor changes nothing', async () => {
  const { town, upload } = await openPlace();
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await upload(script, 'image/svg+xml')).status).toBe(415);
  expect((await upload(hugePng(12_000, 9000), 'image/png')).status).toBe(413);
  expect((await upload(await photo(), 'image/jpeg', town.editor)).status).toBe(403);
  expect((await town.reader.document('hero')).image).toBeNull();
});

test('a share of the home page shows the photo, unless the town has a shield', async () => {
  const { town, upload } = await openPlace();
  await upload(await photo({ width: 1200, height: 600 }));
  const { image } = await town.reader.document('hero');
  expect(await sharePicture('home', town.reader)).toEqual({ photo: `hero/hero/${image?.name}-1200.webp` });
  expect(await sharePicture('stories', town.reader)).toHaveProperty('title', 'Noticias');
  const shield = dataUrl(await photo({ width: 300, height: 300, format: 'png' }), 'image/png');
  await town.post(calls.picture('site', 'site'), { data: shield }, { as: town.admin });
  expect(await sharePicture('home', town.reader)).toHaveProperty('title');
});
