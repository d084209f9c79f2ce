import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { DRIVEN_FLAGS, PHONE, SLOWDOWN } from '../../../lab/bench/browser.ts';
import { freePort } from '../../../scripts/support/free-port.ts';
import { create, stored, untilSent } from '../support/admin.ts';
import { PATIENCE } from '../support/patience.ts';
import { PASSWORD } from '../support/server.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

const PHOTOS = 20;
const MEGABYTE = 1024 * 1024;
/** A bad line: bytes a second up and down, and its round trip in ms. */
const LINE = { offline: false, latency: 400, uploadThroughput: 120_000, downloadThroughput: 120_000 };

let town: Town;
let folder: string;
let files: string[];
const phones: Phone[] = [];

beforeAll(async () => {
  town = await openTown();
  folder = mkdtempSync(join(tmpdir(), 'portal-phone-'));
  files = await makePhotos();
});
afterAll(async () => {
  await Promise.all(phones.map((phone) => phone.kill()));
  await town.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes photos of 12 megapixels, of which noise makes about 8 MB each. */
async function makePhotos(): Promise<string[]> {
  const small = { width: 2000, height: 1500, channels: 3 } as const;
  const noise = await sharp(randomBytes(small.width * small.height * 3), { raw: small })
    .resize(4000, 3000, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  const made: string[] = [];
  for (let number = 1; number <= PHOTOS; number += 1) {
    const path = join(folder, `paseo ${number}.jpg`);
    // Each begins with other rows.
    const lines = Buffer.concat([noise.subarray(number * 4000 * 3), noise.subarray(0, number * 4000 * 3)]);
    await sharp(lines, { raw: { width: 4000, height: 3000, channels: 3 } })
      .jpeg({ quality: 92 })
      .toFile(path);
    made.push(path);
  }
  return made;
}

interface Phone {
  page: Page;
  /** The most memory in MB that a page has taken since the browser was started. */
  peak(): number;
  /** Ends the browser like an empty battery. */
  kill(): Promise<void>;
}

/** Starts a browser of its own on the phone's profile. */
async function openPhone(): Promise<Phone> {
  const port = await freePort();
  const args = [...DRIVEN_FLAGS, '--headless=new', `--user-data-dir=${join(folder, 'profile')}`];
  const child = spawn(inject('browsers').plain, [...args, `--remote-debugging-port=${port}`, 'about:blank'], {
    stdio: 'ignore',
    detached: true,
  });
  await vi.waitUntil(() => fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null), { timeout: PATIENCE });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('no context');
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(countBitmaps);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize(PHONE.viewport);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', LINE);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const phone = { page, peak: () => peakOf(child), kill: () => kill(child) };
  phones.push(phone);
  return phone;
}

/** Ends the browser that was started, with all of its own processes, and none else. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await gone;
  // Until the next browser may take the profile.
  rmSync(join(folder, 'profile', 'SingletonLock'), { force: true });
}

/** In MB. */
function peakOf({ pid }: ChildProcess): number {
  const peaks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/status`))
    .flatMap((name) => {
      try {
        const isRenderer = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer');
        const group = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[2];
        if (!isRenderer || group !== String(pid)) return [];
        return [Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] ?? 0) / 1024];
      } catch {
        return [];
      }
    });
  return Math.round(Math.max(0, ...peaks));
}

/** Runs in the page: counts the decoded photos that are in memory at the same time. */
function countBitmaps(): void {
  const counted = { now: 0, most: 0 };
  Object.assign(globalThis, { bitmaps: counted });
  const make = globalThis.createImageBitmap;
  globalThis.createImageBitmap = async (...given: unknown[]) => {
    counted.now += 1;
    counted.most = Math.max(counted.most, counted.now);
    const bitmap = await make(...(given as [Blob]));
    const close = bitmap.close.bind(bitmap);
    bitmap.close = () => {
      counted.now -= 1;
      close();
    };
    return bitmap;
  };
}
const mostBitmaps = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { bitmaps: { most: number } }).bitmaps.most);

/** Picks files as a person does; the driver would copy them through its connection. */
async function pick(page: Page, selector: string, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: `document.querySelector('${selector}')` });
  await session.send('DOM.setFileInputFiles', { files: [...paths], objectId: result.objectId ?? '' });
}

const namesOf = (id: string) =>
  stored<{ name: string }>(town, 'SELECT name FROM image WHERE record_id = ? ORDER BY position', id).map(({ name }) =>
    name.replace(/-[0-9a-f]{16}$/, ''),
  );
/** Waits as long as a bad line takes. */
const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout: 8 * PATIENCE, interval: 200 });
const leftOn = (page: Page) => page.locator('.gallery-left');

it('20 photos of 8 MB, picked at once on a bad line, all arrive once though the browser is killed twice', async () => {
  const sizes = files.map((file) => statSync(file).size / MEGABYTE);
  expect(Math.min(...sizes)).toBeGreaterThan(7);
  const first = await openPhone();
  await first.page.goto(`${town.url}/login`);
  await untilTakenOver(first.page);
  await first.page.getByLabel('Usuario').fill('admin');
  await first.page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await first.page.getByRole('button', { name: 'Ingresar' }).click();
  await first.page.waitForURL('**/admin');
  const id = await create(first.page, `${town.url}/admin/turismo`, 'Crear album');
  await untilSent(first.page);
  await pick(first.page, '.gallery input[type="file"]', files);
  const question = first.page.getByRole('dialog', { name: 'Imagen muy grande' });
  await question.getByRole('button', { name: `Reducir y usar las ${PHOTOS}` }).click();
  await leftOn(first.page)
    .getByText(/podés cerrar y seguir después/)
    .waitFor({ timeout: 4 * PATIENCE });
  // The screen can be used meanwhile, and says how many are left.
  await first.page.getByLabel('Título', { exact: true }).fill('Paseo por los lagos');
  await first.page.getByLabel('Título', { exact: true }).blur();
  await until(() => namesOf(id).length >= 2);
  expect(await leftOn(first.page).textContent()).toMatch(/^Faltan \d+ fotos: \d+ por reducir, \d+ por enviar\./);
  const peaks = [first.peak()];
  expect(await mostBitmaps(first.page)).toBe(1);
  await first.kill();

  const second = await openPhone();
  await second.page.goto(`${town.url}/admin/agenda`);
  // They go on whatever screen is opened.
  await second.page.getByRole('link', { name: /fotos? por reducir/ }).waitFor();
  await until(() => namesOf(id).length >= PHOTOS / 2);
  peaks.push(second.peak());
  expect(await mostBitmaps(second.page)).toBe(1);
  await second.kill();

  const third = await openPhone();
  await third.page.goto(`${town.url}/admin/turismo/${id}`);
  await until(async () => (await third.page.getByRole('link', { name: 'Todo enviado' }).count()) === 1);
  peaks.push(third.peak());
  const wanted = files.map((_, at) => `paseo-${at + 1}`);
  expect(namesOf(id)).toEqual(wanted);
  expect(await third.page.locator('.shots li').count()).toBe(PHOTOS);
  expect(await leftOn(third.page).textContent()).toBe('');
  expect(stored(town, 'SELECT title FROM album WHERE id = ?', id)).toEqual([{ title: 'Paseo por los lagos' }]);
  const uploads = stored(town, `SELECT id FROM history WHERE record_id = ? AND field = 'image'`, id);
  expect(uploads).toHaveLength(PHOTOS);
  console.info(`photos of ${Math.round(Math.max(...sizes))} MB; most memory of a page: ${peaks.join(', ')} MB`);
  // Decoded together they would take 960 MB.
  expect(Math.max(...peaks)).toBeLessThan(700);
});
