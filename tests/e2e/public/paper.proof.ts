import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { qrCodeOf } from '#contract/addresses/qr-codes';
import { calls } from '#contract/addresses/calls';
import { pages } from '#contract/addresses/pages';
import { imageTag } from '#contract/uploaded/text-pictures';
import { uploadedPictureName } from '#contract/uploaded/upload-names';
import { newRecordId } from '#contract/values/ids';
import { readQr } from '../../read-qr.ts';
import { photo } from '../support/photo.ts';
import { findRecords } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { PASSWORD } from '../support/server.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let found: Found;
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
});
afterAll(() => town.close());
beforeEach(() => town.expectQuiet());

/** The area of an A4 page that is printed on, in CSS pixels, at a resolution at which a scanner would read it. */
const PAPER = { viewport: { width: 703, height: 1031 }, deviceScaleFactor: 2 };

/** Returns the text of the code at the end of a page, as it is printed. */
async function printedCode(page: Page, of: string): Promise<string | null> {
  await page.emulateMedia({ media: 'print' });
  const code = await readQr(await page.locator(of).screenshot());
  await page.emulateMedia({ media: null });
  return code;
}

/** Returns the text of the code in a printed file, whose pictures it looks through; null if none can be read. */
async function codeIn(pdf: Buffer): Promise<string | null> {
  const text = pdf.toString('latin1');
  for (const { 0: head, index } of text.matchAll(/<<[^<>]*\/Subtype \/Image[^<>]*>>\s*stream\r?\n/g)) {
    const [width, height, length] = ['Width', 'Height', 'Length'].map((name) =>
      Number(new RegExp(`/${name} (\\d+)`).exec(head)?.[1]),
    ) as [number, number, number];
    if (width !== height || !head.includes('/FlateDecode')) continue;
    const data = inflateSync(pdf.subarray(index + head.length, index + head.length + length));
    const channels = data.length / (width * height);
    if (channels !== 1 && channels !== 3) continue;
    const picture = await sharp(data, { raw: { width, height, channels } })
      .extend({ top: 16, bottom: 16, left: 16, right: 16, background: '#fff' })
      .resize({ width: 500, kernel: 'nearest' })
      .png()
      .toBuffer();
    const found = await readQr(picture);
    if (found) return found;
  }
  return null;
}

/** Publishes a long story with a picture at the end of its text. */
async function writeStory(): Promise<{ name: string; path: string }> {
  const asAdmin = await adminCalls();
  const { buffer } = await photo('plaza.jpg');
  const name = uploadedPictureName('', createHash('sha256').update(buffer).digest('hex'));
  await asAdmin(calls.textPicture(), { data: `data:image/jpeg;base64,${buffer.toString('base64')}` });
  const id = newRecordId(Date.now());
  await asAdmin(calls.create('story'), { id });
  const picture = `<figure>${imageTag({ name, alt: 'La plaza' })}<figcaption>La plaza nueva</figcaption></figure>`;
  const text = `${'<p>Se inauguró la plaza, con juegos y árboles.</p>'.repeat(60)}${picture}`;
  for (const [field, value] of Object.entries({ title: 'La plaza', text, status: 'Publicado' }))
    await asAdmin(calls.update('story', id, field), { value });
  return { name, path: `/noticias/leer/${id}/la-plaza` };
}

async function adminCalls(): Promise<(path: string, body: object) => Promise<unknown>> {
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const answer = await fetch(town.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json();
  };
  const session = await post(calls.authenticate(), { username: 'admin', password: PASSWORD });
  return (path, body) => post(path, body, (session as { token: string }).token);
}

describe('on paper', () => {
  it.each(['a story', 'an event', 'a bulletin', 'the useful numbers'] as const)(
    '%s ends with its address and QR code, which costs no request',
    async (name) => {
      const address = {
        'a story': found.story,
        'an event': found.event,
        'a bulletin': found.bulletin,
        'the useful numbers': pages.usefulData(),
      }[name];
      const page = await town.visitor({ ...PAPER, serviceWorkers: 'block' });
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      await page.goto(address);
      await untilTakenOver(page);
      await page.pdf();
      // The document brings it.
      expect(asked).not.toContain(qrCodeOf(address));
      expect(await printedCode(page, '.printed-address')).toBe(town.url + address);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.printed-address').innerText()).toBe(town.url + address);
      for (const part of ['banner', 'contentinfo', 'navigation', 'button'] as const)
        expect(await page.getByRole(part).filter({ visible: true }).count(), part).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PAPER.viewport.width);
      await page.context().close();
    },
  );

  it('the code is there at the first print, ten times of ten', async () => {
    const read: (string | null)[] = [];
    for (let print = 0; print < 10; print += 1) {
      const page = await town.visitor({ ...PAPER, serviceWorkers: 'block' });
      await page.goto(found.story);
      read.push(await codeIn(await page.pdf()));
      await page.context().close();
    }
    expect(read).toEqual(Array.from({ length: 10 }, () => town.url + found.story));
  });

  it('the emergency numbers of the home page stay with their heading, on one sheet', async () => {
    const page = await town.visitor({ ...PAPER, serviceWorkers: 'block' });
    await page.goto('/');
    await page.emulateMedia({ media: 'print' });
    const breaks = await page
      .getByRole('region', { name: 'Emergencias' })
      .evaluate((part) => [
        getComputedStyle(part).breakInside,
        ...[...part.querySelectorAll('.heading')].map((one) => getComputedStyle(one).breakAfter),
      ]);
    expect(breaks).toEqual(['avoid', 'avoid']);
    await page.context().close();
  });

  it('a story has the pictures within its text, whole and with their captions, also those below the screen', async () => {
    const { name, path } = await writeStory();
    const page = await town.visitor({ ...PAPER, serviceWorkers: 'block' });
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.goto(path);
    await untilTakenOver(page);
    await page.pdf();
    expect(asked.filter((one) => one.includes(name)).length).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    const figure = page.locator('.text figure');
    expect(await figure.locator('figcaption').innerText()).toBe('La plaza nueva');
    await expect
      .poll(() => figure.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
    const [box, sheet] = [await figure.locator('img').boundingBox(), await page.locator('.text').boundingBox()];
    if (!box || !sheet) throw new Error('not drawn');
    // Neither cut by the edge of the paper nor divided between two sheets.
    expect(box.x + box.width).toBeLessThanOrEqual(sheet.x + sheet.width + 1);
    expect(await figure.evaluate((one) => getComputedStyle(one).breakInside)).toBe('avoid');
    expect(Math.abs(box.width / box.height - 300 / 200)).toBeLessThan(0.02);
    await page.context().close();
  });

  it('a bulletin names the address of its PDF', async () => {
    const page = await town.visitor({ ...PAPER, serviceWorkers: 'block' });
    await page.goto(found.bulletin);
    await page.emulateMedia({ media: 'print' });
    const file = await page.locator('.files a[href$=".pdf"]').first().getAttribute('href');
    expect(await page.locator('main').innerText()).toContain(town.url + file);
    await page.context().close();
  });

  it('a page is printed without a script too, and by its button when the code has come', async () => {
    const bare = await town.visitor({ ...PAPER, javaScriptEnabled: false });
    await bare.goto(found.story);
    await bare.pdf();
    expect(await printedCode(bare, '.printed-address')).toBe(town.url + found.story);
    await bare.context().close();

    const page = await town.visitor({ serviceWorkers: 'block' });
    await page.addInitScript(() => {
      window.print = () => {
        const code = document.querySelector<HTMLImageElement>('.printed-address img');
        document.title = `printed ${code?.complete} ${code?.naturalWidth !== 0}`;
      };
    });
    await page.goto(found.story);
    await page.getByRole('button', { name: 'Imprimir' }).click();
    await expect.poll(() => page.title()).toBe('printed true true');
    await page.context().close();
  });
});
