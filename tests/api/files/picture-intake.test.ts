import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { limited } from '../../../api/http/limits/concurrency-limit.ts';
import { encodeUpload } from '../../../api/files/picture-encoder.ts';
import type { EncodedPicture } from '../../../api/files/picture-encoder.ts';
import { openPictureIntake, pictureNameOf } from '../../../api/files/picture-intake.ts';
import { uploadedPictureName } from '#contract/uploaded/upload-names';
import { isPictureName } from '#contract/values/pictures';
import { heic, hugePng, photo, temporaryFolder, WICKED_NAMES } from '../files.ts';

const NAME = 'foto-0123456789abcdef';
const encode = (bytes: Buffer) => openPictureIntake().encode(bytes, NAME);
/** The same without a separate process. */
async function drawHere(bytes: Buffer): Promise<EncodedPicture> {
  const drawing = await encodeUpload(bytes, NAME);
  if ('refused' in drawing) throw new Error(drawing.refused);
  return drawing;
}

/** Returns the dominant colour of a square of the picture. */
async function cornerOf(bytes: Uint8Array, left: number, top: number): Promise<string> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 4, height: 4 })
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  return red > 128 && green < 128
    ? 'red'
    : green > 128 && red < 128
      ? 'green'
      : blue > 128 && red < 128
        ? 'blue'
        : 'white';
}

describe('a photo', () => {
  test('is stored as WebP at 480, 960 and 1600 pixels', async () => {
    const { picture, files } = await encode(await photo({ width: 2400, height: 1200 }));
    expect(picture).toEqual({ name: NAME, width: 1600, height: 800 });
    const sizes = await Promise.all(
      files.map(async ({ file, bytes }) => [
        file,
        (await sharp(bytes).metadata()).format,
        (await sharp(bytes).metadata()).width,
      ]),
    );
    expect(sizes).toEqual([
      [`${NAME}-480.webp`, 'webp', 480],
      [`${NAME}-960.webp`, 'webp', 960],
      [`${NAME}-1600.webp`, 'webp', 1600],
    ]);
  });

  test.for([
    [1, 1, [1]],
    [480, 300, [480]],
    [481, 300, [480, 481]],
    [961, 10, [480, 960, 961]],
  ] as const)('of %i by %i is never enlarged', async ([width, height, widths]) => {
    const { picture, files } = await drawHere(await photo({ width, height }));
    expect(picture).toEqual({ name: NAME, width, height });
    expect(files.map(({ file }) => file)).toEqual(widths.map((one) => `${NAME}-${one}.webp`));
  });

  test('is turned upright, and no place and camera are left in it', async () => {
    const red = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const bytes = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#0000ff' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withExif({
        IFD0: { Make: 'Telefono', Copyright: 'Ana' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '51/1 24/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const before = await sharp(bytes).metadata();
    expect([before.width, before.orientation, before.exif?.includes('Telefono')]).toEqual([80, 6, true]);

    const { picture, files } = await drawHere(bytes);
    expect(picture).toMatchObject({ width: 40, height: 80 });
    for (const { bytes: stored } of files) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata();
      expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
      expect(Buffer.from(stored).includes('Telefono')).toBe(false);
    }
    // After a quarter turn to the right, the top left corner is at the top right.
    const [stored] = files;
    expect([await cornerOf(stored!.bytes, 34, 2), await cornerOf(stored!.bytes, 2, 2)]).toEqual(['red', 'blue']);
  });

  test.for(['jpeg', 'png', 'webp', 'avif'] as const)('may be %s', async (format) => {
    expect((await drawHere(await photo({ format }))).picture).toMatchObject({ width: 64, height: 48 });
  });

  test('may be grey, have 16 bits a colour, be made for print or be transparent', async () => {
    const image = () => sharp({ create: { width: 64, height: 48, channels: 4, background: '#ff000080' } });
    for (const bytes of [
      await image().grayscale().png().toBuffer(),
      await image().toColourspace('rgb16').png().toBuffer(),
      await image().flatten().toColourspace('cmyk').jpeg().toBuffer(),
    ])
      expect((await drawHere(bytes)).picture).toMatchObject({ width: 64, height: 48 });
    const { files } = await drawHere(await image().png().toBuffer());
    expect(await sharp(files[0]!.bytes).metadata()).toMatchObject({ hasAlpha: true });
  });

  test('that is very long keeps its shape within bounds', async () => {
    const { picture } = await drawHere(await photo({ width: 100, height: 12_000, format: 'png' }));
    expect(picture).toEqual({ name: NAME, width: 67, height: 8000 });
  });
});

describe('a file that is not a photo', () => {
  const svg = Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );

  test.for([
    ['SVG', svg],
    ['SVG after white space', Buffer.concat([Buffer.from('\n  '), svg])],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['PDF', Buffer.from('%PDF-1.7\n%%EOF')],
    ['a single byte', Buffer.from('x')],
    ['a video in the same container as HEIC', Buffer.from('0000001866747970697336300000020069736f6d69736f32', 'hex')],
  ] as const)('%s is refused as the wrong kind', async ([, bytes]) => {
    await expect(encode(bytes)).rejects.toMatchObject({ status: 415, code: 'wrong-kind' });
  });

  test('a photo in HEIC is refused with what to do on the phone', async () => {
    await expect(encode(heic())).rejects.toMatchObject({
      status: 415,
      message: expect.stringMatching(/HEIC.*«Más compatible»/),
    });
  });

  test('an empty file is refused', async () => {
    await expect(encode(Buffer.alloc(0))).rejects.toMatchObject({ status: 422, details: { field: 'data' } });
  });

  test.for(['jpeg', 'png', 'webp', 'avif'] as const)('%s that was cut off is refused', async (format) => {
    const whole = await photo({ width: 900, height: 700, format, noise: true });
    for (const part of [0.9, 0.5, 0.1]) {
      expect(await encodeUpload(whole.subarray(0, Math.floor(whole.length * part)), NAME), `${part}`).toEqual({
        refused: 'brokenPicture',
      });
    }
    await expect(encode(whole.subarray(0, 12))).rejects.toMatchObject({ status: 422 });
  });

  test('a header that announces 50,000 by 50,000 pixels is refused before anything is decoded', async () => {
    for (const bytes of [hugePng(50_000, 50_000), hugePng(8000, 5001)]) {
      const before = process.memoryUsage.rss();
      expect(await encodeUpload(bytes, NAME)).toEqual({ refused: 'tooManyPixels' });
      expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
      await expect(encode(bytes)).rejects.toMatchObject({ status: 413 });
    }
  });
});

describe('the process that decodes', () => {
  test.for([
    ['dies', 'process.kill(process.pid, "SIGSEGV")'],
    ['ends without a word', 'process.exit(0)'],
    ['does not end', 'setInterval(() => {}, 1000)'],
  ] as const)('%s on a photo: the photo is refused, and the next one is processed', async ([, code]) => {
    const file = join(temporaryFolder(), 'program.mjs');
    writeFileSync(file, code);
    const images = openPictureIntake({ program: pathToFileURL(file), timeout: 500 });
    await expect(images.encode(await photo(), NAME)).rejects.toMatchObject({ status: 422 });
    await expect(images.encode(await photo(), NAME)).rejects.toMatchObject({ status: 422 });
  });

  test('that unpacks more than the memory it may have is stopped long before its time', async () => {
    const file = join(temporaryFolder(), 'program.mjs');
    writeFileSync(
      file,
      'const all = []; process.on("message", () => setInterval(() => all.push(Buffer.alloc(2 ** 26, 1)), 20));',
    );
    const images = openPictureIntake({ program: pathToFileURL(file), timeout: 300_000 });
    await expect(images.encode(await photo(), NAME)).rejects.toMatchObject({ status: 422 });
  });

  test('that cannot start does not reject the photo, which may be sent again', async () => {
    const file = join(temporaryFolder(), 'program.mjs');
    writeFileSync(file, "import 'not-installed-just-now';");
    await expect(openPictureIntake({ program: pathToFileURL(file) }).encode(await photo(), NAME)).rejects.toMatchObject(
      { status: 503, details: { retryAfter: 10 } },
    );
  });

  test('does not get the settings that the portal was started with', async () => {
    vi.stubEnv('ADMIN_PASSWORD', 'una clave larga');
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = join(temporaryFolder(), 'program.mjs');
    writeFileSync(
      file,
      "process.once('message', () => process.send({ picture: Object.keys(process.env), files: [] }, " +
        '() => process.disconnect()));',
    );
    expect((await openPictureIntake({ program: pathToFileURL(file) }).encode(await photo(), NAME)).picture).toEqual([]);
  });

  test('runs one at a time, and none keeps running', async () => {
    const images = openPictureIntake();
    const bytes = await photo();
    const drawn = await Promise.all(Array.from({ length: 3 }, () => images.encode(bytes, NAME)));
    expect(drawn.map(({ picture }) => picture.width)).toEqual([64, 64, 64]);
  });
});

describe("a picture's name", () => {
  test('is the same that a device computes from the same bytes and file name', async () => {
    const bytes = Buffer.from('bytes of a photo');
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    for (const name of ['Plaza San Martín.JPG', ...WICKED_NAMES])
      expect(pictureNameOf(name, bytes)).toBe(uploadedPictureName(name, digest));
    expect(pictureNameOf('Plaza San Martín.JPG', bytes)).toBe(`plaza-san-martin-${digest.slice(0, 16)}`);
    expect(pictureNameOf('', bytes)).toBe(`foto-${digest.slice(0, 16)}`);
  });

  test.for(WICKED_NAMES)('uses plain characters only, whatever the file is called: %j', (name) => {
    expect(isPictureName(pictureNameOf(name, Buffer.from('x')))).toBe(true);
  });
});

test('no more tasks run at once than allowed, and a failed one makes room for the next', async () => {
  const turn = limited(2);
  let running = 0;
  let most = 0;
  const work = (index: number) =>
    turn(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (index % 2 === 0) throw new Error('broken');
      return index;
    });
  const results = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => work(index)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect([most, running]).toEqual([2, 0]);
});
