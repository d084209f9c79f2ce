import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import type { BrowserContext, Page, Route } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import { TICKETS_PAGE } from '#contract/addresses/tickets';
import { TICKET_PHOTO_MAX } from '#contract/tickets/ticket';
import { DRIVEN_FLAGS } from '../../../lab/bench/browser.ts';
import { freePort } from '../../../scripts/support/free-port.ts';
import { TICKETS_SYNC } from '../../../web/src/tickets/names.ts';
import { WAITING_MARK } from '../../../web/src/page-and-worker/waiting-mark.ts';
import { untilHeld } from '../support/held.ts';
import { PATIENCE } from '../support/patience.ts';
import { photo } from '../support/photo.ts';
import { openTheForm, untilFormKept } from '../support/tickets.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
/** What the server has: each text with the number of tickets, photos and messages. */
let rows: () => Row[];

interface Row {
  text: string;
  number: string;
  lat: number | null;
  lon: number | null;
  photos: number;
  messages: number;
}

beforeAll(async () => {
  town = await openTown();
  await openTheForm(town);
  const db = new Database(join(town.folder, 'portal.sqlite'), { readonly: true });
  const all = db.prepare<[], Row>(
    `SELECT text, number, lat, lon, (SELECT count(*) FROM ticket_photo WHERE ticket = ticket.id) AS photos,
      (SELECT count(*) FROM ticket_entry WHERE ticket = ticket.id AND kind = 'message') AS messages
      FROM ticket ORDER BY received`,
  );
  rows = () => all.all();
});
afterAll(() => town.close());

let told = 0;
/** A text that no other test has: the server keeps repeated ones apart. */
let text = '';
beforeEach(() => void (text = `Hay un pozo en la cuadra ${(told += 1)} de Belgrano.`));
const mine = () => rows().filter((row) => row.text === text);
const untilArrived = (count = 1) =>
  vi.waitUntil(() => mine().length >= count, { timeout: PATIENCE, interval: 50 }).then(mine);

/** Opens the form on a device that can use it without a network from then on. */
async function openForm(page: Page): Promise<void> {
  await page.goto(TICKETS_PAGE);
  await page.getByRole('button', { name: 'Enviar' }).waitFor();
  await untilFormKept(page);
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Bache o calle rota').check();
  await page.getByLabel('Contanos qué pasa').fill(text);
  await page.getByLabel('Nombre').fill('Rosa Paz');
  await page.getByLabel('Teléfono', { exact: true }).fill('02902 48-1234');
}

async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  return page.locator('.ticket-sent .ticket-number').innerText();
}

/** Photos take the way of an upload, which Chromium makes as XMLHttpRequest. */
async function addPhotos(page: Page, count: number): Promise<void> {
  const photos = await Promise.all(Array.from({ length: count }, (_, at) => photo(`calle${at}.jpg`)));
  await page.getByLabel('Agregar fotos').setInputFiles(photos);
  await page.getByRole('img', { name: `Foto ${count}` }).waitFor();
}

it('a ticket is sent at once where there is a network, with its photos, and its page says what became of it', async () => {
  const page = await town.visitor();
  await openForm(page);
  await fill(page);
  await addPhotos(page, 2);
  const number = await send(page);
  expect(number).toMatch(/^[A-Z]{2}-\w{4}$/);
  await page.getByText('Enviado. El municipio ya lo tiene.').waitFor();
  expect(mine()).toMatchObject([{ text, number, photos: 2, messages: 0 }]);
  await page.getByRole('link', { name: 'la página de tu reclamo' }).click();
  await page.getByText('Recibido').waitFor();
  await page.getByRole('img', { name: 'Tu foto 2' }).waitFor();
  await page.getByLabel('Escribir de nuevo').fill('Sigue igual.');
  await page.getByRole('button', { name: 'Enviar el mensaje' }).click();
  await vi.waitUntil(() => mine()[0]?.messages === 1, { timeout: PATIENCE });
  town.expectQuiet();
});

it('the private page loads its photos and keeps them, says its address to nobody, and the page of the device removes it', async () => {
  const page = await town.visitor();
  const context = page.context();
  await openForm(page);
  await fill(page);
  await addPhotos(page, 1);
  await send(page);
  await page.getByText('Enviado. El municipio ya lo tiene.').waitFor();
  const link = page.getByRole('link', { name: 'la página de tu reclamo' });
  const path = (await link.getAttribute('href')) ?? '';
  const secret = path.slice(-22);
  const asked: { url: string; referer: string }[] = [];
  context.on('request', (request) => {
    void request.allHeaders().then(({ referer = '' }) => asked.push({ url: request.url(), referer }));
  });
  await link.click();
  await page.getByRole('img', { name: 'Tu foto 1' }).waitFor();
  await page.goto(path);
  await page.getByRole('img', { name: 'Tu foto 1' }).waitFor();
  expect(asked.filter(({ referer }) => referer.includes(secret))).toEqual([]);
  expect(asked.filter(({ url }) => !url.startsWith(town.url) && !url.startsWith('blob:'))).toEqual([]);
  expect(asked.filter(({ url }) => url.includes(secret)).map(({ url }) => new URL(url).pathname)).toEqual([path]);
  const cached = await page.evaluate(async (part) => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().filter(({ url }) => url.includes('photoFile') || url.includes(part)).length;
  }, secret);
  expect(cached).toBe(0);
  await context.setOffline(true);
  await page.goto(TICKETS_PAGE);
  await page.locator('.ticket-mine a').click();
  await page.getByRole('img', { name: 'Tu foto 1' }).waitFor();
  await context.setOffline(false);
  await page.goto('/dispositivo');
  await page.getByText('Este teléfono guarda un reclamo.').waitFor();
  await page.getByRole('button', { name: 'Borrar los reclamos de este teléfono' }).click();
  await page.getByRole('button', { name: 'Sí, borrarlos de este teléfono' }).click();
  await page.getByText('ya no hay reclamos en este teléfono').waitFor();
  await page.goto(TICKETS_PAGE);
  await page.getByRole('button', { name: 'Enviar', exact: true }).waitFor();
  expect(await page.locator('.ticket-mine').count()).toBe(0);
  town.expectQuiet();
});

describe('without a signal', () => {
  it('the form opens, keeps what is typed, and sends it once with the next page of the portal', async () => {
    const page = await town.visitor();
    const context = page.context();
    await openForm(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByLabel('Contanos qué pasa').fill(text);
    await page.waitForTimeout(600);
    await page.close();
    const again = await context.newPage();
    await again.goto(TICKETS_PAGE);
    expect(await again.getByLabel('Contanos qué pasa').inputValue()).toBe(text);
    await fill(again);
    await addPhotos(again, 1);
    const number = await send(again);
    await again.getByText('Guardado en este teléfono. Se envía').waitFor();
    await again.close();
    expect(mine()).toEqual([]);
    await context.setOffline(false);
    const home = await context.newPage();
    await home.goto('/');
    await untilArrived();
    await vi.waitUntil(() => mine()[0]?.photos === 1, { timeout: PATIENCE });
    await home.goto(TICKETS_PAGE);
    await home.getByText('Recibido').waitFor();
    expect(mine()).toMatchObject([{ text, number, photos: 1, messages: 0 }]);
    expect(await marked(home)).toBe(false);
  });

  it('two tabs send it once', async () => {
    const page = await town.visitor();
    const context = page.context();
    await openForm(page);
    const other = await context.newPage();
    await other.goto(TICKETS_PAGE);
    await other.getByRole('button', { name: 'Enviar' }).waitFor();
    await context.setOffline(true);
    await fill(page);
    await addPhotos(page, 2);
    await send(page);
    await other.reload();
    await other.getByText('Sin enviar').waitFor();
    await context.setOffline(false);
    await untilArrived();
    await vi.waitUntil(() => mine()[0]?.photos === 2, { timeout: PATIENCE });
    await page.getByText('Enviado. El municipio ya lo tiene.').waitFor();
    await other.reload();
    await other.getByText('Recibido').waitFor();
    expect(mine()).toMatchObject([{ photos: 2 }]);
  });

  it('it can be erased before anybody has seen it', async () => {
    const page = await town.visitor();
    await openForm(page);
    await page.context().setOffline(true);
    await fill(page);
    await page.getByLabel('No quiero dejar mis datos').check();
    await page.getByLabel('Dirección o barrio').fill('Belgrano 122');
    await send(page);
    await page.getByRole('link', { name: 'la página de tu reclamo' }).click();
    await page.getByText('No dejaste nombre ni forma de contacto.').waitFor();
    await page.getByText('Dónde: Belgrano 122').waitFor();
    await page.getByRole('button', { name: 'Borrar mis datos' }).click();
    await page.getByRole('button', { name: 'Sí, borrar mis datos' }).click();
    await page.getByText('Los datos de este reclamo se borraron.').waitFor();
    await page.context().setOffline(false);
    await page.goto(TICKETS_PAGE);
    await page.getByRole('button', { name: 'Enviar' }).waitFor();
    expect(await page.getByText('Mis reclamos').count()).toBe(0);
    expect(mine()).toEqual([]);
  });
});

it('while the portal does not answer, one state is said everywhere until it has it', async () => {
  const page = await town.visitor();
  await openForm(page);
  await town.kill();
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  // What is missing is said until it is there.
  await page.getByText('Elegí de qué se trata.').waitFor();
  await page.getByText('Contanos qué pasa.', { exact: true }).waitFor();
  await fill(page);
  expect(await page.locator('.ticket-form .error').count()).toBe(0);
  await send(page);
  const held = page.getByText('Todavía no salió: se envía solo cuando el portal responda.');
  await held.waitFor();
  const sent = page.locator('.ticket-sent');
  expect(await sent.innerText()).not.toMatch(/preguntar en el municipio|otro teléfono/);
  await page.locator('.ticket-mine').getByText('Sin enviar').waitFor();
  await town.start();
  await page.getByText('Enviado. El municipio ya lo tiene.').waitFor();
  expect(mine()).toHaveLength(1);
});

it('a worker of its own sends it when the network is back, with no page of the portal open', async () => {
  const page = await town.visitor();
  const context = page.context();
  await openForm(page);
  const blank = await context.newPage();
  const line = await context.newCDPSession(blank);
  const found = new Promise<string>((resolve) => {
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/assets/tickets/'));
      if (own) resolve(own.registrationId);
    });
  });
  await line.send('ServiceWorker.enable');
  const registrationId = await found;
  await context.setOffline(true);
  await fill(page);
  await addPhotos(page, 1);
  await send(page);
  await page.getByText('Guardado en este teléfono. Se envía').waitFor();
  await page.close();
  await context.setOffline(false);
  expect(mine()).toEqual([]);
  await line.send('ServiceWorker.dispatchSyncEvent', {
    origin: town.url,
    registrationId,
    tag: TICKETS_SYNC,
    lastChance: false,
  });
  await untilArrived();
  await vi.waitUntil(() => mine()[0]?.photos === 1, { timeout: PATIENCE });
  await blank.goto(TICKETS_PAGE);
  await blank.getByText('Recibido').waitFor();
  expect(mine()).toMatchObject([{ photos: 1 }]);
});

it('answers that are lost make nothing twice', async () => {
  const page = await town.visitor();
  await openForm(page);
  let lost = 0;
  // The server does what it is asked, and the device never hears of it.
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST' || (lost += 1) % 2 === 0) return route.continue();
    await route.fetch();
    return route.abort();
  };
  await page.route(`**${ticketCalls.form()}`, lose);
  await page.route('**/api/tickets/*/photo', lose);
  await fill(page);
  await addPhotos(page, 2);
  const number = await send(page);
  await page.getByText('Enviado. El municipio ya lo tiene.').waitFor();
  expect(lost).toBeGreaterThanOrEqual(3);
  expect(mine()).toMatchObject([{ text, number, photos: 2, messages: 0 }]);
});

it('a tab that is closed while it sends leaves the rest to the next page', async () => {
  const page = await town.visitor();
  const context = page.context();
  await openForm(page);
  await fill(page);
  await addPhotos(page, 2);
  // The first photo never gets an answer.
  await page.route('**/api/tickets/*/photo', () => {});
  await send(page);
  await untilArrived();
  await page.close();
  const next = await context.newPage();
  await next.goto('/');
  await vi.waitUntil(() => mine()[0]?.photos === 2, { timeout: PATIENCE });
  expect(mine()).toHaveLength(1);
});

it('a browser that is killed loses nothing, and sends it once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-phone-'));
  try {
    const first = await openPhone(folder);
    await openForm(first.page);
    await first.context.setOffline(true);
    await fill(first.page);
    await addPhotos(first.page, 1);
    await untilWritten(folder);
    const number = await send(first.page);
    await first.kill();
    const second = await openPhone(folder);
    await second.page.goto(`${town.url}/`);
    await untilArrived();
    await second.kill();
    const third = await openPhone(folder);
    await third.page.goto(town.url + TICKETS_PAGE);
    await third.page.getByText('Recibido').waitFor();
    await vi.waitUntil(() => mine()[0]?.photos === 1, { timeout: PATIENCE });
    expect(mine()).toMatchObject([{ text, number, photos: 1, messages: 0 }]);
    await third.kill();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a resident who never opens the form fetches nothing of it', async () => {
  const page = await town.visitor();
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await untilHeld(page);
  await page.goto('/noticias');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(asked.filter((url) => /assets\/tickets|api\/tickets/.test(url))).toEqual([]);
});

it('without scripts the form and the page of a ticket work', async () => {
  const page = await town.visitor({ javaScriptEnabled: false });
  await page.goto(TICKETS_PAGE);
  await page.getByLabel('Luminaria').check();
  await page.getByLabel('Contanos qué pasa').fill(text);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.waitForURL('**/reclamos/ver/*');
  const address = page.url();
  expect(mine()).toHaveLength(1);
  await page.getByText('Recibido').waitFor();
  await page.getByLabel('Escribir de nuevo').fill('Sigue igual.');
  await page.getByRole('button', { name: 'Enviar el mensaje' }).click();
  await page.getByText('Escribiste').waitFor();
  await page.getByRole('button', { name: 'Borrar mis datos' }).click();
  await page.getByRole('button', { name: 'Sí, borrar mis datos' }).click();
  await page.getByText('Los datos de este reclamo se borraron.').waitFor();
  expect(mine()).toEqual([]);
  // Whoever opens its link afterwards is told the same.
  const other = await town.visitor();
  await other.goto(address);
  await other.getByText('Los datos de este reclamo se borraron.').waitFor();
});

it('photos are made small on the device, and one that cannot be read is named', async () => {
  const page = await town.visitor();
  await openForm(page);
  const noise = {
    create: { width: 3000, height: 2250, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as const;
  const buffer = await sharp({ ...noise, create: { ...noise.create, background: '#888' } })
    .withExif({ IFD3: { GPSLatitude: '47/1 45/1 0/1' } })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(4_000_000);
  await page.getByLabel('Agregar fotos').setInputFiles([
    { name: 'pozo.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'nota.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no es una foto') },
  ]);
  await page.getByText('Este teléfono no pudo leer nota.jpg. Probá con otra foto.').waitFor();
  await page.getByRole('img', { name: 'Foto 1' }).waitFor();
  await page.getByLabel('Contanos qué pasa').fill(text);
  await vi.waitUntil(async () => (await page.evaluate(draftPhotos)).length === 1, { timeout: PATIENCE });
  const [kept] = await page.evaluate(draftPhotos);
  const made = await sharp(Buffer.from(kept ?? [])).metadata();
  expect([made.format, made.width, made.exif]).toEqual(['jpeg', expect.any(Number), undefined]);
  expect(made.width).toBeLessThanOrEqual(1600);
  expect(kept?.length).toBeLessThanOrEqual(TICKET_PHOTO_MAX);
});

/** Runs in the page: the bytes of the photos of drafts, as the device has them. */
function draftPhotos(): Promise<number[][]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('portal-my-tickets');
    opening.onsuccess = () => {
      const asked = opening.result.transaction('drafts').objectStore('drafts').getAll();
      asked.onsuccess = () => {
        const drafts = asked.result as { photos: { bytes: ArrayBuffer }[] }[];
        opening.result.close();
        resolve(drafts.flatMap(({ photos }) => photos.map(({ bytes }) => [...new Uint8Array(bytes)])));
      };
    };
  });
}

it('the place of the device is asked for by a press alone, said in words, and can be taken out', async () => {
  const geolocation = { latitude: -47.75, longitude: -65.9, accuracy: 20 };
  const page = await town.visitor({ permissions: ['geolocation'], geolocation });
  await openForm(page);
  expect(await page.getByText('Ubicación agregada').count()).toBe(0);
  await page.getByRole('button', { name: 'Donde estoy' }).click();
  await page.getByText('Ubicación agregada, con un margen de 20 metros.').waitFor();
  await page.getByRole('button', { name: 'Quitar la ubicación' }).click();
  await page.getByRole('button', { name: 'Donde estoy' }).click();
  await fill(page);
  await send(page);
  const [ticket] = await untilArrived();
  expect(ticket).toMatchObject({ lat: -47.75, lon: -65.9 });
});

it('on paper there is the form to fill in by hand, on one sheet', async () => {
  const page = await town.visitor();
  await openForm(page);
  await page.emulateMedia({ media: 'print' });
  await page.getByText('☐ Bache o calle rota').waitFor();
  expect(await page.getByRole('button', { name: 'Enviar' }).isVisible()).toBe(false);
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b(?!s)/g);
  expect(sheets).toHaveLength(1);
});

it('a browser that keeps nothing is led to the form without scripts', async () => {
  const page = await town.visitor();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not here', 'UnknownError');
    };
  });
  await page.goto(TICKETS_PAGE);
  await page.getByRole('link', { name: 'formulario sencillo' }).click();
  await page.getByLabel('Luminaria').check();
  await page.getByLabel('Contanos qué pasa').fill(text);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Recibido').waitFor();
  expect(mine()).toHaveLength(1);
});

it('the private page moves a ticket to another device, and no cache there has it', async () => {
  const page = await town.visitor();
  await openForm(page);
  await fill(page);
  await send(page);
  await page.getByText('Enviado. El municipio ya lo tiene.').waitFor();
  await page.getByRole('button', { name: 'Verlo también en otro teléfono' }).click();
  await page.getByRole('img', { name: 'Código QR de la página de tu reclamo' }).waitFor();
  const address = await page.getByRole('link', { name: 'la página de tu reclamo' }).getAttribute('href');
  const other = await town.visitor();
  await other.goto(address ?? '');
  await other.getByText(text).waitFor();
  await untilHeld(other);
  await other.goto(TICKETS_PAGE);
  await other.getByText('Mis reclamos').waitFor();
  await other.getByText('Recibido').waitFor();
  await other.context().setOffline(true);
  await other.goto(address ?? '');
  await other.getByText(text).waitFor();
  expect(await other.evaluate(allKept)).not.toContain(text);
  expect(await other.evaluate(addressesKept)).not.toContain(address?.split('/').at(-1));
});

/** Runs in the page: whatever its caches hold, as text. */
async function allKept(): Promise<string> {
  const texts: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) texts.push(await (await cache.match(request))!.text());
  }
  return texts.join('\n');
}
async function addressesKept(): Promise<string> {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flatMap((requests) => requests.map(({ url }) => url)).join('\n');
}
const marked = (page: Page) =>
  vi.waitUntil(() => page.evaluate(() => !localStorage.hay), { timeout: PATIENCE }).then(() => false);

/** Waits until the browser has written down what pages look for: it does so some seconds later. */
async function untilWritten(folder: string): Promise<void> {
  const store = join(folder, 'Default/Local Storage/leveldb');
  const isThere = () => readdirSync(store).some((name) => readFileSync(join(store, name)).includes(WAITING_MARK));
  await vi.waitUntil(isThere, { timeout: PATIENCE, interval: 200 });
}

interface Phone {
  page: Page;
  context: BrowserContext;
  kill(): Promise<void>;
}

/** Starts a browser of its own on a profile, which can be killed like one whose battery is empty. */
async function openPhone(folder: string): Promise<Phone> {
  const port = await freePort();
  const args = [...DRIVEN_FLAGS, '--headless=new', `--user-data-dir=${folder}`, `--remote-debugging-port=${port}`];
  const child = spawn(inject('browsers').plain, [...args, 'about:blank'], { stdio: 'ignore', detached: true });
  await vi.waitUntil(() => fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null), { timeout: PATIENCE });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('no context');
  context.setDefaultTimeout(PATIENCE);
  const page = context.pages()[0] ?? (await context.newPage());
  const { goto } = page;
  page.goto = (address, options) => goto.call(page, new URL(address, town.url).href, options);
  return {
    page,
    context,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const gone = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await gone;
      rmSync(join(folder, 'SingletonLock'), { force: true });
    },
  };
}
