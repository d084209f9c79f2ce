import sharp from 'sharp';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runApart } from '../../../api/files/decoder-process.ts';
import { pictureNameOf } from '../../../api/files/picture-intake.ts';
import { calls } from '#contract/addresses/calls';
import { storedPictures } from '#contract/addresses/files';
import { adminManifest, manifest } from '#contract/addresses/installed';
import { icon, ICON_KINDS, presentIcon } from '#contract/town/icons';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import { dataUrl, hugePng, listed, photo, stateOf, temporaryFolder, trashed } from '../files.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

const SVG = 'http://www.w3.org/2000/svg';
const drawing = (content: string, size = 'width="60" height="90"') =>
  Buffer.from(`<svg xmlns="${SVG}" ${size}>${content}</svg>`);
const RED = drawing('<rect width="100%" height="100%" fill="#c00"/>');

async function openPlace() {
  const folder = temporaryFolder();
  const town = await openTown({ uploadsDir: folder, runDecoder: runApart });
  return {
    town,
    folder,
    upload: (bytes: Buffer, rest: object = {}, as = town.admin) =>
      town.post(calls.picture('site', 'site'), { data: dataUrl(bytes, 'image/svg+xml'), ...rest }, { as }),
  };
}
/** What an address answers, and the picture that it is. */
async function seen(town: Town, path: string) {
  const answer = await fetch(town.url + path, { redirect: 'manual' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  const { format, width, height } =
    type.startsWith('image/') && !type.includes('icon') ? await sharp(bytes).metadata() : {};
  return {
    status: answer.status,
    type,
    bytes,
    picture: [format, width, height],
    location: answer.headers.get('location'),
  };
}
/** The colour in the middle of a picture, and its opacity in a corner. */
async function colours(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4)];
  return { middle: at(info.width >> 1, info.height >> 1), corner: at(0, 0) };
}

describe('the shield of a town', () => {
  test.for(['png', 'jpeg', 'webp'] as const)('can be a picture: %s', async (format) => {
    const { town, upload } = await openPlace();
    expect((await upload(await photo({ width: 300, height: 200, format }))).body).toBe(1);
    const { image } = await town.reader.document('site');
    expect(image).toMatchObject({ width: 512, height: 512 });
  });

  test('can be a drawing, of which only a picture is stored and served', async () => {
    const { town, folder, upload } = await openPlace();
    expect((await upload(RED)).body).toBe(1);
    const site = await town.reader.document('site');
    const paths = storedPictures('site', site, site.image ? [site.image] : []);
    expect(listed(folder).filter((path) => !path.endsWith('/'))).toEqual([...paths].sort());
    for (const [place, path] of paths.entries()) {
      const { type, picture, bytes } = await seen(town, `/uploads/${path}`);
      const width = [96, 192, 512][place];
      expect([type, picture]).toEqual(['image/webp', ['webp', width, width]]);
      // The square is wider than the shield: its sides are transparent.
      const { middle, corner } = await colours(bytes);
      expect(middle[0]).toBeGreaterThan(190);
      expect(corner[3]).toBe(0);
    }
  });

  test.for([
    ['claims 12,000 × 9,000 pixels', drawing('<circle cx="50%" cy="50%" r="40%"/>', 'width="12000" height="9000"')],
    ['claims 1 × 1 pixel', drawing('<circle cx="50%" cy="50%" r="40%"/>', 'width="1" height="1"')],
    ['has only a view box', drawing('<circle cx="5" cy="5" r="4"/>', 'viewBox="0 0 10 10"')],
    ['begins with a declaration', Buffer.concat([Buffer.from('\ufeff<?xml version="1.0"?>\n'), RED])],
  ] as const)('can be a drawing that %s', async ([, bytes]) => {
    const { town, upload } = await openPlace();
    expect((await upload(bytes)).body).toBe(1);
    expect((await town.reader.document('site')).image).toMatchObject({ width: 512, height: 512 });
  });

  test('that has a script and loads things does neither', async () => {
    const asked: string[] = [];
    const other = createServer((req, res) => {
      asked.push(req.url ?? '');
      res.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const host = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { town, upload } = await openPlace();
    const bytes = drawing(
      `<script>fetch("${host}/script")</script>` +
        `<rect width="100%" height="100%" fill="#c00" onload="fetch('${host}/on')"/>` +
        `<image href="${host}/picture.png" width="9" height="9"/>` +
        `<image href="file:///etc/passwd" width="9" height="9"/>` +
        `<style>@import url("${host}/style.css")</style>`,
    );
    expect((await upload(bytes)).body).toBe(1);
    const { type, bytes: served } = await seen(town, icon(await town.reader.document('site'), '512'));
    expect([type, served.includes('script'), asked]).toEqual(['image/png', false, []]);
  });

  test.for([
    ['a picture of 1 × 1', () => photo({ width: 1, height: 1, format: 'png' }), 422, REFUSALS.smallShield],
    ['a picture of 12,000 × 9,000', () => hugePng(12_000, 9_000), 413, /más de 40 millones de píxeles/],
    ['a drawing that shows nothing', () => drawing('<script>draw()</script>'), 422, /no se ve nada/],
    ['a drawing that is cut off', () => RED.subarray(0, 70), 422, /dañada/],
    ['entities that grow', () => bomb(), 422, /dañada|no se ve nada/],
    ['a page', () => Buffer.from('<!doctype html><script>1</script>'), 415, /JPEG, PNG/],
    ['more than 2 MB', () => Buffer.concat([RED, Buffer.alloc(2_100_000, ' ')]), 413, REFUSALS.overPictureMax],
  ] as const)('is not %s: the answer says why, and nothing is changed', async ([, make, status, message]) => {
    const { town, folder, upload } = await openPlace();
    expect((await upload(RED)).body).toBe(1);
    const before = stateOf(town, folder);
    const answer = await upload(await make());
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ message: message instanceof RegExp ? expect.stringMatching(message) : message }),
    ]);
    expect(stateOf(town, folder)).toEqual(before);
  });

  test('is for Admins, and of two who choose one at once the second is asked', async () => {
    const { town, upload } = await openPlace();
    expect((await upload(RED, {}, town.editor)).status).toBe(403);
    expect((await upload(RED, { base: '' })).body).toBe(1);
    const other = await photo({ width: 200, height: 200 });
    expect(await upload(other, { base: '' })).toMatchObject({ status: 409, body: { value: pictureNameOf('', RED) } });
    expect((await upload(other, { base: pictureNameOf('', RED) })).body).toBe(1);
  });

  test('stays when the document is saved, also by a release that does not know it', async () => {
    const { town, upload } = await openPlace();
    await upload(RED);
    const { id: _, image, ...site } = await town.reader.document('site');
    expect(
      (await town.post(calls.document('site'), { value: { ...site, town: 'Otro' } }, { as: town.admin })).body,
    ).toBe(1);
    expect(await town.reader.document('site')).toMatchObject({ town: 'Otro', image });
    // It sends back everything that it reads.
    const value = { ...site, image, town: 'Otro más' };
    const base = { ...site, image, town: 'Otro' };
    expect((await town.post(calls.document('site'), { value, base }, { as: town.admin })).body).toBe(1);
    expect(await town.reader.document('site')).toMatchObject({ town: 'Otro más', image });
  });

  test('can be removed and brought back', async () => {
    const { town, folder, upload } = await openPlace();
    await upload(RED);
    const { image } = await town.reader.document('site');
    const body = { name: image?.name };
    expect((await town.post(calls.pictureDelete('site', 'site'), body, { as: town.admin })).body).toBe(1);
    expect((await town.reader.document('site')).image).toBeNull();
    expect(trashed(folder)).toHaveLength(3);
    const { items } = (await town.get(calls.historyOf('site', 'site'), { as: town.admin })).body as {
      items: { entry: number }[];
    };
    const back = { ...body, entry: items[0]?.entry, base: '' };
    expect((await town.post(calls.historyFile('site', 'site'), back, { as: town.admin })).body).toBe(1);
    expect((await town.reader.document('site')).image).toEqual(image);
  });
});

/** A drawing whose text would take gigabytes. */
function bomb(): Buffer {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
  return Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "lol">${entities}]>` +
      `<svg xmlns="${SVG}" width="99" height="99"><text y="50">&e9;</text></svg>`,
  );
}

describe('the icons', () => {
  test('are made from the shield, each in its size, and change their address with it', async () => {
    const { town, upload } = await openPlace();
    // A town of an earlier release that has changed nothing of its look has those of the build.
    expect(icon({ ...(await town.reader.document('site')), skyline: 'mesetas' }, '192')).toBe('/icons/icon-192.png');
    await upload(RED);
    const site = await town.reader.document('site');
    for (const kind of ICON_KINDS) {
      if (kind === 'ico' || kind === 'badge-96') continue;
      const { status, type, picture, bytes } = await seen(town, icon(site, kind));
      const size = Number(/\d+/.exec(kind)?.[0]);
      expect([kind, status, type, picture]).toEqual([kind, 200, 'image/png', ['png', size, size]]);
      const { middle, corner } = await colours(bytes);
      expect(middle[0]).toBeGreaterThan(190);
      // Systems that cut icons themselves get them on white.
      expect([kind, corner]).toEqual([
        kind,
        kind === '180' || kind === 'maskable-512' ? [255, 255, 255, 255] : expect.arrayContaining([0]),
      ]);
    }
    const first = icon(site, '512');
    await upload(await photo({ width: 200, height: 200 }));
    const second = icon(await town.reader.document('site'), '512');
    expect(second).not.toBe(first);
    expect(await seen(town, first)).toMatchObject({ status: 302, location: second });
  });

  test('of a maskable icon the shield stays in the part that every system shows', async () => {
    const { town, upload } = await openPlace();
    await upload(drawing('<rect width="100%" height="100%" fill="#c00"/>', 'width="90" height="90"'));
    const { bytes } = await seen(town, icon(await town.reader.document('site'), 'maskable-512'));
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let outside = 0;
    for (let y = 0; y < info.height; y += 1)
      for (let x = 0; x < info.width; x += 1)
        if ((data[3 * (y * info.width + x) + 1] ?? 0) < 128 && Math.hypot(x - 256, y - 256) > 0.4 * 512) outside += 1;
    // The corners of a square: a shield has none.
    expect(outside).toBeLessThan(0.01 * 512 * 512);
  });

  test('of a town without a shield show its landscape', async () => {
    const { town } = await openPlace();
    const { id: _, image: __, ...site } = await town.reader.document('site');
    await town.post(calls.document('site'), { value: { ...site, skyline: 'bosque' } }, { as: town.admin });
    const own = icon(await town.reader.document('site'), '192');
    expect(own).toMatch(/^\/uploads\/icono\//);
    expect((await seen(town, own)).picture).toEqual(['png', 192, 192]);
  });

  test('of notifications have an address that stays, and a badge is the outline of the landscape', async () => {
    const { town, upload } = await openPlace();
    await upload(RED);
    const made = await seen(town, presentIcon('192'));
    expect(made).toMatchObject({ status: 302, location: icon(await town.reader.document('site'), '192') });
    const badge = await seen(town, (await seen(town, presentIcon('badge-96'))).location ?? '');
    expect([badge.status, badge.picture]).toEqual([200, ['png', 96, 96]]);
    const { data } = await sharp(badge.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const [top, bottom] = [data.subarray(0, 4 * 96), data.subarray(-4 * 96)];
    const isSeen = (row: Buffer) => [...row].filter((_, at) => at % 4 === 3).map((alpha) => alpha > 127);
    expect([new Set(isSeen(top)), new Set(isSeen(bottom))]).toEqual([new Set([false]), new Set([true])]);
    expect([...data].every((value, at) => at % 4 === 3 || value === 255 || data[at - (at % 4) + 3] === 0)).toBe(true);
  });

  test('are those of both manifests, with the town’s names and colours', async () => {
    const { town, upload } = await openPlace();
    await upload(RED);
    const { id: _, image: __, ...site } = await town.reader.document('site');
    await town.post(calls.document('site'), { value: { ...site, shortName: 'Ñirehuao' } }, { as: town.admin });
    const now = await town.reader.document('site');
    for (const path of [manifest(), adminManifest()]) {
      const { icons } = (await town.get(path)).body as { icons: { src: string; purpose?: string }[] };
      expect(icons.map(({ src }) => src)).toEqual([icon(now, '192'), icon(now, '512'), icon(now, 'maskable-512')]);
      expect(icons.at(-1)?.purpose).toBe('maskable');
    }
    expect((await town.get(manifest())).body).toMatchObject({ short_name: 'Ñirehuao' });
  });

  test('programs that ask for /favicon.ico get one, with or without a shield', async () => {
    const { town, upload } = await openPlace();
    const first = await seen(town, '/favicon.ico');
    await upload(RED);
    const second = await seen(town, '/favicon.ico');
    for (const { status, type, bytes } of [first, second]) {
      expect([status, type, bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([200, 'image/x-icon', 1, 1]);
      const inside = bytes.subarray(bytes.readUInt32LE(18), bytes.readUInt32LE(18) + bytes.readUInt32LE(14));
      expect(await sharp(inside).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 });
    }
    expect(second.bytes.equals(first.bytes)).toBe(false);
  });

  test('no other address of an icon makes one', async () => {
    const { town } = await openPlace();
    for (const file of ['193.png', 'ico.png', '..%2Fx.png', '192.svg'])
      expect([file, (await seen(town, `/uploads/icono/x/${file}`)).status]).toEqual([file, 404]);
  });
});
