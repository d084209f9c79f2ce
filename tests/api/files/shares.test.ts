import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import type { AppParts } from '../../../api/app.ts';
import { runApart } from '../../../api/files/decoder-process.ts';
import { drawable } from '../../../api/files/lettering.ts';
import { encodeShare } from '../../../api/files/share-encoder.ts';
import { openShares, SHARES, tidyShares } from '../../../api/files/share-store.ts';
import { calls } from '#contract/addresses/calls';
import { sharedPicture } from '#contract/addresses/files';
import { SHARE_MAX } from '#contract/limits';
import { recordShare, pageShare, shareHash, sharePicture } from '#contract/share';
import type { ShareCard } from '#contract/share';
import type { RecordEntity } from '#contract/record-types';
import { dataUrl, photo, temporaryFolder } from '../files.ts';
import { decodeHere } from '../decode-here.ts';
import { followed, openTown, save } from '../town.ts';
import type { Town } from '../town.ts';
import { raw } from '../wire.ts';

interface SharesTown {
  town: Town;
  uploadsDir: string;
  /** The addresses of the pictures that are stored. */
  stored(): string[];
}

async function openSharesTown(parts: Partial<AppParts> = {}): Promise<SharesTown> {
  const uploadsDir = temporaryFolder();
  const folder = join(uploadsDir, SHARES);
  return {
    town: await openTown({ uploadsDir, ...parts }),
    uploadsDir,
    stored: () =>
      existsSync(folder)
        ? readdirSync(folder, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name, parentPath }) => sharedPicture(parentPath.slice(folder.length + 1), name.replace('.jpg', '')))
        : [],
  };
}

/** The address of the picture that a name has now. */
async function addressOf(town: Town, name: string): Promise<string> {
  const picture = await sharePicture(name, town.reader);
  if (!picture) throw new Error(`${name} has no picture`);
  return sharedPicture(name, shareHash(picture));
}
const publish = (town: Town, entity: RecordEntity, fields: object) =>
  town.make(entity, { title: 'Corte de agua', status: 'Publicado', ...fields });

/** What a crawler gets at an address. */
async function crawl(town: Town, path: string) {
  const { status, headers, bytes } = await raw(town.url + path, { 'User-Agent': 'WhatsApp/2.23.20.0' });
  const { format, width, height, hasAlpha } = status === 200 ? await sharp(bytes).metadata() : {};
  return { status, headers, bytes, kind: [format, width, height, hasAlpha] };
}
const JPEG = ['jpeg', 1200, 630, false];

test('a story without a photo gets a card, which is made once', async () => {
  // As the portal does it: drawn in a process of its own.
  const { town, stored } = await openSharesTown({ runDecoder: runApart });
  const address = await addressOf(town, recordShare('story', publish(town, 'story', {})));
  const { status, headers, bytes, kind } = await crawl(town, address);
  expect([status, kind, bytes.length < SHARE_MAX]).toEqual([200, JPEG, true]);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': PUBLIC_CACHE.replace('max-age=0', 'max-age=31536000, immutable'),
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(stored()).toEqual([address]);
  expect((await crawl(town, address)).bytes.equals(bytes)).toBe(true);
  expect((await raw(town.url + address, { 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
});

test('a photo is shown in a picture of the right kind', async () => {
  const { town } = await openSharesTown();
  const id = publish(town, 'agenda', {});
  const data = dataUrl(await photo({ width: 1000, height: 1000 }), 'image/jpeg');
  expect((await town.post(calls.picture('agenda', id), { data }, { as: town.admin })).body).toBe(1);
  const shown = await crawl(town, await addressOf(town, recordShare('agenda', id)));
  expect([shown.status, shown.kind]).toEqual([200, JPEG]);
});

const CARD: ShareCard = {
  lead: '',
  title: 'Corte de agua',
  signature: 'Municipalidad',
  colour: '#00586b',
  second: '#ffc631',
  skyline: 'mesetas',
  shield: '',
};
test.each([
  ['a wide photo', { width: 1600, height: 100 }],
  ['a tall photo', { width: 100, height: 1600 }],
  ['a tiny photo', { width: 8, height: 8 }],
  ['a photo that hardly compresses', { width: 1600, height: 1000, noise: true }],
  ['a photo with transparent parts', { width: 640, height: 480, format: 'png' as const }],
])('of %s comes a picture of the right kind', async (_, kind) => {
  const shown = await photo(kind);
  await expectRight(await encodeShare({ photo: shown }));
  await expectRight(await encodeShare({ photo: shown, card: { words: CARD, shield: null } }));
});

test.each<[string, Partial<ShareCard>]>([
  ['one word', { title: 'Ñandú' }],
  ['a title of 200 letters', { title: 'Ordenanza pública '.repeat(11) }],
  ['a title of 100,000 letters', { title: 'Ordenanza '.repeat(10_000) }],
  [
    'a word of 100,000 letters',
    { title: 'a'.repeat(100_000), lead: 'b'.repeat(100_000), signature: 'c'.repeat(100_000) },
  ],
  ['markup', { title: '</svg><script>&amp;&#0;]]>"\'', lead: '<', signature: '&' }],
  ['letters that the font lacks', { title: '🎉', lead: '水', signature: '👩‍🌾' }],
  ['nothing at all', { title: '', signature: '' }],
  ['a colour that is too light for white letters', { colour: '#ffffff' }],
  ['a second colour like the first', { second: '#00586b', lead: 'Agua' }],
  ['no landscape', { skyline: 'ninguno' }],
  ['no colour', { colour: 'red"/>' }],
])('of %s comes a picture of the right kind, at once', async (_, words) => {
  for (const shield of [null, await photo({ width: 512, height: 512, format: 'webp' })])
    await expectRight(await encodeShare({ card: { words: { ...CARD, ...words }, shield } }));
});

async function expectRight(jpeg: Uint8Array | null): Promise<void> {
  const { format, width, height, hasAlpha } = await sharp(jpeg ?? undefined).metadata();
  expect([format, width, height, hasAlpha]).toEqual(JPEG);
  expect(jpeg?.length).toBeLessThan(SHARE_MAX);
}

test('only characters that the font lacks are left out of a card', () => {
  expect(drawable(' 🎉 ¡Fiesta\ndel Ñandú! 👨‍👩‍👧 «Güemes», 20 % – Ṯrafün ẗa n\u0303 🇦🇷')).toBe(
    '¡Fiesta del Ñandú! «Güemes», 20 % – Ṯrafün ẗa ñ',
  );
});

test('a green point’s photo is shown by its page', async () => {
  const { town } = await openSharesTown();
  const drawn = await addressOf(town, pageShare('green-points'));
  const data = dataUrl(await photo(), 'image/jpeg');
  await town.post(calls.greenPointPicture(), { name: 'a.jpg', data }, { as: town.admin });
  const shown = await addressOf(town, pageShare('green-points'));
  expect(shown).not.toBe(drawn);
  expect((await crawl(town, shown)).kind).toEqual(JPEG);
});

test('after a change the address is another one, to which the former one leads', async () => {
  const { town, stored } = await openSharesTown();
  const id = publish(town, 'story', {});
  const before = await addressOf(town, recordShare('story', id));
  await crawl(town, before);
  await save(town, 'story', id, 'title', { value: 'Vuelve el agua' });
  const after = await addressOf(town, recordShare('story', id));
  expect(after).not.toBe(before);
  const { status, headers } = await crawl(town, before);
  expect([status, headers.location, headers['cache-control']]).toEqual([302, after, PUBLIC_CACHE]);
  expect((await crawl(town, after)).status).toBe(200);
  expect(stored()).toEqual([after]);
});

test('the picture of a hidden or deleted record is neither sent nor kept, in shared caches either', async () => {
  const { town, stored } = await openSharesTown();
  for (const withdraw of [
    (id: string) => save(town, 'story', id, 'status', { value: 'Oculto' }),
    (id: string) => town.post(calls.remove('story', id), {}, { as: town.admin }),
  ]) {
    const id = publish(town, 'story', {});
    const address = await addressOf(town, recordShare('story', id));
    const { headers } = await crawl(town, address);
    expect(stored()).toEqual([address]);
    await withdraw(id);
    const gone = await raw(town.url + address, { 'If-None-Match': headers.etag ?? '' });
    expect([gone.status, gone.headers['cache-control'], stored()]).toEqual([404, PUBLIC_CACHE, []]);
  }
});

test('a draft has no picture, for staff either', async () => {
  const { town, stored } = await openSharesTown();
  const id = town.make('story', { title: 'Borrador' });
  const address = sharedPicture(recordShare('story', id), '0000000000000');
  expect((await town.get(address)).status).toBe(404);
  expect((await town.get(address, { as: town.admin })).status).toBe(404);
  expect(stored()).toEqual([]);
});

test('no other address makes or stores anything', async () => {
  const { town, stored } = await openSharesTown();
  const name = recordShare('story', publish(town, 'story', {}));
  const own = await addressOf(town, name);
  for (const hash of ['0000000000000', 'x', `${'a'.repeat(500)}`, '..%2f..%2fportal.sqlite', 'a.jpg']) {
    const { status, headers } = await followed(town, `/uploads/compartir/${name}/${hash}.jpg`);
    expect([hash, status, headers.get('location')]).toEqual([hash, 302, own]);
  }
  for (const other of [
    'story-aaaaaaaaaaaa',
    'user-' + town.adminId,
    'site-site',
    'map-' + town.make('map', { title: 'Lago', url: 'https://example.com/' }),
    'story-%2e%2e',
    '__proto__',
    'constructor',
    '-',
    `${name}-x`,
    '..%2f..%2fetc',
  ]) {
    const { status } = await followed(town, `/uploads/compartir/${other}/0000000000000.jpg`);
    expect([other, status]).toEqual([other, 404]);
  }
  expect(stored()).toEqual([]);
});

/** Publishes a story whose photo is a file that does not exist yet. */
async function withPhoto({ town, uploadsDir }: SharesTown) {
  const id = publish(town, 'story', {});
  town.writer.setPicture(town.act, 'story', id, { name: 'foto-0123456789abcdef', width: 480, height: 300 });
  const name = recordShare('story', id);
  const picture = await sharePicture(name, town.reader);
  if (!picture || !('photo' in picture)) throw new Error('the story has no photo');
  const file = join(uploadsDir, picture.photo);
  mkdirSync(dirname(file), { recursive: true });
  return { file, address: await addressOf(town, name) };
}

test('in place of a photo that is lost, or cannot be decoded, a card is shown', async () => {
  const place = await openSharesTown();
  const lost = await withPhoto(place);
  const broken = await withPhoto(place);
  writeFileSync(broken.file, 'not a picture');
  for (const { address } of [lost, broken]) {
    const { status, kind } = await crawl(place.town, address);
    expect([status, kind]).toEqual([200, JPEG]);
  }
});

test('one network can cause only a limited number of pictures to be made', async () => {
  const place = await openSharesTown();
  const { file, address } = await withPhoto(place);
  // Nobody has written to this pipe yet, so the picture is being made until the end of the test.
  execFileSync('mkfifo', [file]);
  const statuses: number[] = [];
  const asked = Array.from({ length: 100 }, async () => statuses.push((await place.town.get(address)).status));
  await expect.poll(() => statuses).toContain(429);
  writeFileSync(file, '');
  await Promise.all(asked);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
});

test('at start, pictures that do not show their record as it is now are removed', async () => {
  const { town, uploadsDir, stored } = await openSharesTown();
  const [kept, changed, deleted] = [1, 2, 3].map((one) => publish(town, 'story', { title: `Noticia ${one}` })) as [
    string,
    string,
    string,
  ];
  for (const id of [kept, changed, deleted]) await crawl(town, await addressOf(town, recordShare('story', id)));
  expect(stored().length).toBe(3);
  // Changed behind the portal's back, as by restoring a backup.
  town.db.prepare("UPDATE story SET title = 'Otra' WHERE id = ?").run(changed);
  town.db.prepare('DELETE FROM story WHERE id = ?').run(deleted);
  await tidyShares({ uploadsDir, reader: town.reader });
  expect(stored()).toEqual([await addressOf(town, recordShare('story', kept))]);
});

test('a picture that was lost from the disk is made again', async () => {
  const { town, uploadsDir } = await openSharesTown();
  const address = await addressOf(town, pageShare('home'));
  await crawl(town, address);
  rmSync(join(uploadsDir, SHARES), { recursive: true });
  expect((await crawl(town, address)).kind).toEqual(JPEG);
});

test('no more than a number of pictures are kept, among them the last one', async () => {
  const { town, uploadsDir, stored } = await openSharesTown();
  const shares = openShares({ uploadsDir, reader: town.reader, maxKept: 2, runDecoder: decodeHere });
  for (const page of ['home', 'agenda', 'tourism']) {
    const picture = await sharePicture(page, town.reader);
    expect(picture && (await shares.make(page, picture))).toBe(true);
  }
  expect(stored().length).toBe(2);
  expect(stored()).toContain(await addressOf(town, 'tourism'));
});
