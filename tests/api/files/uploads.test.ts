import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { AppParts } from '../../../api/app.ts';
import { runApart } from '../../../api/files/decoder-process.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import { pictureNameOf } from '../../../api/files/picture-intake.ts';
import { calls } from '#contract/addresses/calls';
import { isPictureName } from '#contract/values/pictures';
import type { Album, Story } from '#contract/records';
import {
  dataUrl,
  heic,
  hugePng,
  listed,
  pdf,
  photo,
  stateOf,
  temporaryFolder,
  trashed,
  WICKED_NAMES,
} from '../files.ts';
import { followed, openTown } from '../town.ts';
import { raw } from '../wire.ts';
import type { Answer, Town } from '../town.ts';

interface UploadTown extends Town {
  folder: string;
  upload(path: string, body: object, key?: string): Promise<Answer>;
}

async function openUploadTown(parts: Partial<AppParts> = {}): Promise<UploadTown> {
  const folder = temporaryFolder();
  const town = await openTown({ uploadsDir: folder, ...parts });
  return {
    ...town,
    folder,
    upload: (path, body, key) => town.post(path, body, { as: town.admin, ...(key === undefined ? {} : { key }) }),
  };
}

const story = async (town: Town, id: string) =>
  (await town.get(calls.one('story', id), { as: town.admin })).body as Story;
const album = async (town: Town, id: string) =>
  (await town.get(calls.one('album', id), { as: town.admin })).body as Album;
const bytesAt = async (town: Town, path: string) => {
  const response = await fetch(town.url + path);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
const html = Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>');

describe('the picture of a story', () => {
  test('is available at all its widths, immutable, and served as a picture only', async () => {
    // As the portal does it: decoded in a process of its own.
    const town = await openUploadTown({ runDecoder: runApart });
    const id = town.make('story', { status: 'Publicado' });
    const bytes = await photo({ width: 1000, height: 500 });
    expect((await town.upload(calls.picture('story', id), { data: dataUrl(bytes) })).body).toBe(1);
    const { image, year } = await story(town, id);
    expect(image).toEqual({ name: pictureNameOf('', bytes), width: 1000, height: 500 });

    for (const width of [480, 960, 1000]) {
      const {
        status,
        headers,
        bytes: served,
      } = await bytesAt(town, `/uploads/story/${year}/${id}/${image!.name}-${width}.webp`);
      expect([
        status,
        headers.get('content-type'),
        headers.get('cache-control'),
        headers.get('x-content-type-options'),
        headers.get('content-security-policy'),
      ]).toEqual([
        200,
        'image/webp',
        'public, max-age=31536000, immutable, s-maxage=30, stale-if-error=86400',
        'nosniff',
        "sandbox;frame-ancestors 'none'",
      ]);
      expect((await sharp(served).metadata()).width).toBe(width);
    }
    expect((await town.get(`/uploads/story/${year}/${id}/${image!.name}-1600.webp`)).status).toBe(404);
    expect(readdirSync(join(town.folder, '.tmp'))).toEqual([]);
  });

  test('is as public as its story: for everybody but staff a hidden one does not exist, and no cache keeps it', async () => {
    const town = await openUploadTown();
    const id = town.make('story', { status: 'Publicado' });
    await town.upload(calls.picture('story', id), { data: dataUrl(await photo()) });
    const { image, year } = await story(town, id);
    const path = `/uploads/story/${year}/${id}/${image!.name}-${image!.width}.webp`;
    const shown = await bytesAt(town, path);
    const etag = shown.headers.get('etag') ?? '';
    expect([shown.status, etag]).toEqual([200, `"${image!.name}-${image!.width}"`]);
    expect((await raw(town.url + path, { 'If-None-Match': etag })).status).toBe(304);
    for (const status of ['Oculto', 'Redaccion']) {
      town.writer.update(town.act, 'story', id, 'status', { value: status });
      for (const headers of [{}, { 'If-None-Match': etag }, { Authorization: `Bearer ${'a'.repeat(43)}` }]) {
        const hidden = await town.get(path, { headers });
        // The refusal can be cached and so replaces the picture in caches.
        expect([status, hidden.status, hidden.headers.get('cache-control'), hidden.headers.get('etag')]).toEqual([
          status,
          404,
          PUBLIC_CACHE,
          null,
        ]);
      }
      const asStaff = await town.get(path, { as: town.editor });
      expect([asStaff.status, asStaff.headers.get('content-type'), asStaff.headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'no-store',
      ]);
    }
    town.writer.update(town.act, 'story', id, 'status', { value: 'Archivado' });
    expect((await bytesAt(town, path)).status).toBe(200);
    // A file that could not be moved to the trash is not served either.
    town.db.prepare('DELETE FROM image').run();
    expect((await town.get(path, { as: town.editor })).status).toBe(404);
  });

  test('is replaced by the next one, and the old files are no longer served', async () => {
    const town = await openUploadTown();
    const id = town.make('story');
    const [first, second] = [await photo({ seed: 1 }), await photo({ seed: 2 })];
    await town.upload(calls.picture('story', id), { data: dataUrl(first) });
    await town.upload(calls.picture('story', id), { data: dataUrl(second), base: pictureNameOf('', first) });
    const { image, year } = await story(town, id);
    expect(image?.name).toBe(pictureNameOf('', second));
    const file = `story/${year}/${id}/${pictureNameOf('', first)}-64.webp`;
    expect(trashed(town.folder)).toEqual([file]);
    expect((await town.get(`/uploads/${file}`)).status).toBe(404);
    for (const path of [
      `/uploads/.trash/2026-03-15/${file}`,
      `/uploads/%2Etrash/2026-03-15/${file}`,
      '/uploads/.tmp/x',
    ])
      expect((await followed(town, path)).status).toBe(404);
  });

  test('that is the current one already changes nothing', async () => {
    const town = await openUploadTown();
    const id = town.make('story');
    const body = { data: dataUrl(await photo()) };
    await town.upload(calls.picture('story', id), body);
    const before = stateOf(town, town.folder);
    expect((await town.upload(calls.picture('story', id), body)).body).toBe(1);
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('is not replaced by a person who saw another one', async () => {
    const town = await openUploadTown();
    const id = town.make('story');
    const first = await photo({ seed: 1 });
    await town.post(calls.picture('story', id), { data: dataUrl(first), base: '' }, { as: town.editor });
    const before = stateOf(town, town.folder);
    const { status, body } = await town.upload(calls.picture('story', id), {
      data: dataUrl(await photo({ seed: 2 })),
      base: '',
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'conflict', value: pictureNameOf('', first), by: 'Edu' });
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('goes to the trash with its story', async () => {
    const town = await openUploadTown();
    const id = town.make('story');
    await town.upload(calls.picture('story', id), { data: dataUrl(await photo()) });
    const files = listed(town.folder).filter((path) => path.endsWith('.webp'));
    expect(files).toHaveLength(1);
    await town.post(calls.remove('story', id), {}, { as: town.admin });
    expect([listed(town.folder), trashed(town.folder)]).toEqual([[], files]);
  });
});

describe('an upload sent twice', () => {
  test('under one key has one effect and one answer', async () => {
    const town = await openUploadTown();
    const id = town.make('album');
    const body = { name: 'uno.png', data: dataUrl(await photo()) };
    expect((await town.upload(calls.picture('album', id), body, 'k1')).body).toBe(1);
    const before = stateOf(town, town.folder);
    expect((await town.upload(calls.picture('album', id), body, 'k1')).body).toBe(1);
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('under one key gets the same answer even if the picture was deleted since, and brings no file back', async () => {
    const town = await openUploadTown();
    const id = town.make('album');
    const bytes = await photo();
    const body = { name: 'uno.png', data: dataUrl(bytes) };
    await town.upload(calls.picture('album', id), body, 'k1');
    await town.upload(calls.pictureDelete('album', id), { name: pictureNameOf('uno.png', bytes) });
    const before = stateOf(town, town.folder);
    expect((await town.upload(calls.picture('album', id), body, 'k1')).body).toBe(1);
    expect(stateOf(town, town.folder)).toEqual(before);
    await town.post(calls.remove('album', id), {}, { as: town.admin });
    const gone = stateOf(town, town.folder);
    expect((await town.upload(calls.picture('album', id), body, 'k1')).body).toBe(1);
    expect(stateOf(town, town.folder)).toEqual(gone);
  });

  test('under a key that belongs to another file is refused', async () => {
    const town = await openUploadTown();
    const id = town.make('album');
    await town.upload(calls.picture('album', id), { name: 'uno.png', data: dataUrl(await photo({ seed: 1 })) }, 'k1');
    const before = stateOf(town, town.folder);
    expect(
      await town.upload(calls.picture('album', id), { name: 'uno.png', data: dataUrl(await photo({ seed: 2 })) }, 'k1'),
    ).toMatchObject({ status: 422, body: { code: 'key-reused' } });
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('at the same moment results in one picture', async () => {
    const town = await openUploadTown();
    const id = town.make('album');
    const bodies = await Promise.all(
      [1, 2, 1, 2, 1].map(async (seed) => ({ name: 'x.png', data: dataUrl(await photo({ seed })) })),
    );
    const answers = await Promise.all(bodies.map((body) => town.upload(calls.picture('album', id), body)));
    expect(answers.map(({ body }) => body)).toEqual([1, 1, 1, 1, 1]);
    expect((await album(town, id)).images).toHaveLength(2);
    expect(listed(town.folder).filter((path) => path.endsWith('.webp'))).toHaveLength(2);
  });
});

describe('the pictures of an album and of the green points', () => {
  test('keep the order of their uploads, and are deleted one by one', async () => {
    const town = await openUploadTown();
    const id = town.make('album');
    const names = ['Mirador.jpg', 'lago.jpg', 'ñandú.jpg'];
    for (const [seed, name] of names.entries())
      await town.upload(calls.picture('album', id), { name, data: dataUrl(await photo({ seed })) });
    const { images } = await album(town, id);
    expect(images.map(({ name }) => name.replace(/-[^-]*$/, ''))).toEqual(['mirador', 'lago', 'nandu']);

    const gone = images[1]!.name;
    expect((await town.upload(calls.pictureDelete('album', id), { name: gone })).body).toBe(1);
    expect((await album(town, id)).images.map(({ name }) => name)).toEqual([images[0]!.name, images[2]!.name]);
    expect(trashed(town.folder)).toEqual([`album/${id}/${gone}-64.webp`]);
    expect(await town.upload(calls.pictureDelete('album', id), { name: gone })).toMatchObject({ status: 410 });
    expect((await town.upload(calls.pictureDelete('album', id), { name: '../../x' })).status).toBe(410);
  });

  test('belong to the page when they are those of the green points', async () => {
    const town = await openUploadTown();
    const bytes = await photo();
    expect(
      (await town.post(calls.greenPointPicture(), { name: 'vivero.png', data: dataUrl(bytes) }, { as: town.editor }))
        .body,
    ).toBe(1);
    const name = pictureNameOf('vivero.png', bytes);
    expect((await town.get('/api/dataPublic/getGreenPointimagesByAll')).body).toEqual([name]);
    expect((await town.get(`/uploads/greenpointpage/greenpointpage/${name}-64.webp`)).status).toBe(200);
    expect((await town.post(calls.greenPointPictureDelete(), { name }, { as: town.editor })).body).toBe(1);
    expect([listed(town.folder), trashed(town.folder)]).toEqual([
      [],
      [`greenpointpage/greenpointpage/${name}-64.webp`],
    ]);
  });
});

describe('a refused picture leaves everything as it was:', () => {
  const refused: [string, Buffer | (() => Promise<Buffer> | Buffer), number][] = [
    ['SVG called .png', svg, 415],
    ['HTML called .png', html, 415],
    ['a PDF', pdf(), 415],
    ['HEIC', heic, 415],
    ['0 bytes', Buffer.alloc(0), 422],
    ['a truncated JPEG', async () => (await photo({ width: 800, height: 600, noise: true })).subarray(0, 60_000), 422],
    ['a head of 50,000 by 50,000 pixels', () => hugePng(50_000, 50_000), 413],
    ['more than 2 MiB', () => photo({ width: 1000, height: 800, format: 'png', noise: true }), 413],
  ];
  test.for(refused)('%s', async ([, given, status]) => {
    const town = await openUploadTown();
    const data = dataUrl(typeof given === 'function' ? await given() : given);
    const [storyId, albumId, authorityId] = [town.make('story'), town.make('album'), town.make('authority')];
    await town.upload(calls.picture('story', storyId), { data: dataUrl(await photo()) });
    const before = stateOf(town, town.folder);
    const paths = [
      calls.picture('story', storyId),
      calls.picture('album', albumId),
      calls.picture('authority', authorityId),
    ];
    for (const path of paths) {
      const answer = await town.upload(path, { name: 'foto.png', data });
      expect([path, answer.status]).toEqual([path, status]);
      expect((answer.body as { message: string }).message).toMatch(/[.)]$/);
    }
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('more than 2 MiB is refused for stories, authorities and albums in the words of the spec, and accepted for events', async () => {
    const town = await openUploadTown();
    const data = dataUrl(await photo({ width: 1000, height: 800, format: 'png', noise: true }));
    expect((await town.upload(calls.picture('story', town.make('story')), { data })).body).toMatchObject({
      message: 'Reduzca la imagen o use una mas pequeña. menos de 2Mb (500kb o menos recomendado)',
    });
    expect((await town.upload(calls.picture('agenda', town.make('agenda')), { data })).body).toBe(1);
    const huge = dataUrl(await photo({ width: 2000, height: 1500, format: 'png', noise: true }));
    expect(await town.upload(calls.picture('agenda', town.make('agenda')), { data: huge })).toMatchObject({
      status: 413,
    });
  });

  test.for([
    ['no data', {}],
    ['no text', { data: 7 }],
    ['no data URL', { data: 'hola' }],
    ['no base64', { data: 'data:image/png;base64,@@@@' }],
    ['a data URL that is not base64', { data: 'data:image/png,abc' }],
    ['a name that is no text', { name: ['x'], data: 'data:;base64,AAAA' }],
    ['an unknown member', { data: 'data:;base64,AAAA', path: '../../x' }],
    ['a list', []],
  ] as const)('a body with %s', async ([, body]) => {
    const town = await openUploadTown();
    const id = town.make('album');
    const before = stateOf(town, town.folder);
    expect((await town.upload(calls.picture('album', id), body)).status).toBe(400);
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('a body beyond every limit', async () => {
    const town = await openUploadTown();
    const before = stateOf(town, town.folder);
    expect((await town.upload(calls.greenPointPicture(), { data: 'x'.repeat(33 * 1024 * 1024) })).status).toBe(413);
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('a record that is not there, or is no more', async () => {
    const town = await openUploadTown();
    const id = town.make('story');
    await town.post(calls.remove('story', id), {}, { as: town.admin });
    const before = stateOf(town, town.folder);
    const data = dataUrl(await photo());
    expect((await town.upload(calls.picture('story', id), { data })).status).toBe(410);
    expect((await town.upload(calls.picture('story', 'aaaaaaaaaaaa'), { data })).status).toBe(404);
    expect((await town.upload(calls.picture('story', '..%2f..'), { data })).status).toBe(404);
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('nobody, and an Editor where only Admins may', async () => {
    const town = await openUploadTown();
    const id = town.make('authority');
    const before = stateOf(town, town.folder);
    const body = { data: dataUrl(await photo()) };
    expect((await town.post(calls.picture('authority', id), body)).status).toBe(401);
    expect((await town.post(calls.picture('authority', id), body, { as: town.editor })).status).toBe(403);
    expect((await town.post(calls.picture('authority', id), body, { as: 'x'.repeat(43) })).status).toBe(401);
    expect(stateOf(town, town.folder)).toEqual(before);
  });

  test('when the disk is full, and the same upload works once there is room', async () => {
    const town = await openUploadTown();
    const id = town.make('story');
    const body = { data: dataUrl(await photo()) };
    writeFileSync(join(town.folder, 'story'), 'a file where a folder should be');
    const before = stateOf(town, town.folder);
    expect((await town.upload(calls.picture('story', id), body, 'k1')).status).toBe(503);
    expect(stateOf(town, town.folder)).toEqual(before);
    rmSync(join(town.folder, 'story'));
    expect((await town.upload(calls.picture('story', id), body, 'k1')).body).toBe(1);
  });
});

test('whatever a file is called, it is stored in the folder of its record under a plain name', async () => {
  const town = await openUploadTown();
  const id = town.make('album');
  for (const [seed, name] of WICKED_NAMES.entries()) {
    expect((await town.upload(calls.picture('album', id), { name, data: dataUrl(await photo({ seed })) })).body).toBe(
      1,
    );
  }
  const { images } = await album(town, id);
  expect(images).toHaveLength(WICKED_NAMES.length);
  expect(images.every(({ name }) => isPictureName(name))).toBe(true);
  expect(listed(town.folder).filter((path) => !path.startsWith(`album/${id}/`))).toEqual(['album/']);
});

test('no address of a picture leads out of the uploads folder', async () => {
  const town = await openUploadTown();
  const id = town.make('album', { status: 'Publicado' });
  const bytes = await photo();
  await town.upload(calls.picture('album', id), { name: 'x', data: dataUrl(bytes) });
  const file = `${pictureNameOf('x', bytes)}-64.webp`;
  writeFileSync(join(town.folder, 'secreto.txt'), 'secreto');
  writeFileSync(join(town.folder, 'album', id, '.oculto'), 'secreto');
  expect((await town.get(`/uploads/album/${id}/${file}`)).status).toBe(200);
  for (const path of [
    '/uploads/',
    '/uploads/secreto.txt',
    '/uploads/album',
    `/uploads/album/${id}`,
    `/uploads/album/${id}/`,
    `/uploads/album/${id}/.oculto`,
    `/uploads/album/${id}/..%2f..%2fsecreto.txt`,
    `/uploads/album/..%2f${id}/${file}`,
    `/uploads/album/%2e%2e/${file}`,
    `/uploads/album/${id}/${file}%00`,
    `/uploads/album/${id.toUpperCase()}/${file}`,
    '/uploads/%00/%00/%00',
    '/uploads/%/%/%',
    '/uploads/..%5c..%5csecreto.txt',
  ])
    expect([path, (await followed(town, path)).status]).toEqual([path, path.includes('%/%') ? 400 : 404]);
});

test('a writer that does not clean up leaves files behind, never a broken record', async () => {
  const town = await openUploadTown();
  const id = town.make('album');
  const bytes = await photo();
  await town.upload(calls.picture('album', id), { name: 'x', data: dataUrl(bytes) });
  const name = pictureNameOf('x', bytes);
  openWriter({ db: town.db, now: () => town.clock.now }).removePicture(town.act, 'album', id, name);
  const [file = ''] = listed(town.folder).filter((path) => path.endsWith('.webp'));
  const left = readFileSync(join(town.folder, file));
  // When the same picture is uploaded again, its file is already there.
  expect((await town.upload(calls.picture('album', id), { name: 'x', data: dataUrl(bytes) })).body).toBe(1);
  expect(readFileSync(join(town.folder, file))).toEqual(left);
  expect((await album(town, id)).images).toHaveLength(1);
});
