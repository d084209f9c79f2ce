import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stored, untilStored } from '../e2e/support/admin.ts';
import { hasWorker, isLevel } from '../../scripts/support/device-state.ts';
import { isAdminKept, logIn, openTown } from './town.ts';
import type { Town } from './town.ts';
import { BACKSPACE, END, TAB } from './webdriver.ts';

let town: Town;

beforeAll(async () => {
  town = await openTown();
  console.log(`WebKit ${town.browser.version}`);
});
afterAll(() => town?.close());

describe('read', () => {
  it('after one visit everything opens with the server stopped, in a browser that was closed in between', async () => {
    const single = await singleRecords();
    await town.browser.goto('/');
    await town.browser.until(hasWorker);
    await town.browser.until(isLevel, 'portal-public');
    await town.kill();
    onTestFinished(() => town.start());
    await town.reopen();
    for (const [path, heading] of [...LISTS, ...single]) {
      await town.browser.goto(path);
      await town.browser.until((wanted) => document.querySelector('h1')?.innerText === wanted, heading);
      await town.browser.until(() =>
        /(Sin respuesta|Solo lo guardado) · datos de hoy, \d+(:\d\d)?\sh/.test(document.body.innerText),
      );
      const tel = '.strip a[href="tel:107"]';
      expect(await town.browser.run((selector) => document.querySelector(selector) !== null, tel), path).toBe(true);
    }
  });
});

describe('write', () => {
  it('what is typed, chosen and photographed with the server stopped is sent once, by a browser opened later', async () => {
    const photo = join(town.folder, 'nieve.jpg');
    const picture = { width: 640, height: 400, channels: 3, background: '#dfe8f0' } as const;
    writeFileSync(photo, await sharp({ create: picture }).jpeg().toBuffer());
    // The browser opened /login when its code could not be loaded, and cannot import it until it is closed.
    await town.reopen();
    await logIn(town.browser);
    await town.browser.until(isAdminKept);
    await town.kill();

    await town.browser.goto('/admin');
    await town.browser.click('//button[normalize-space()="Crear noticia"]');
    await town.browser.until(() => /^\/admin\/noticia\/\w{12}$/.test(location.pathname));
    const id = (await town.browser.run(() => location.pathname)).split('/').at(-1) ?? '';
    await write('Título', 'Nevó en el cañadón');
    await write('Copete', 'Diez centímetros, y sigue.');
    // With a mouse, a date is one text.
    await write('Fecha', `${END}${BACKSPACE.repeat('dd/mm/aaaa'.length)}05/12/2026`);
    await town.browser.click(`${control('Estado')}/option[.="Oculto"]`);
    await town.browser.chooseFile('//input[@type="file"]', photo);
    await town.browser.until(isWaiting, 6);
    await town.reopen();
    await town.browser.goto('/admin/pendientes');
    await town.browser.until(isWaiting, 6);

    await town.start();
    await town.browser.goto(`/admin/noticia/${id}`);
    await town.browser.until(() => document.querySelector('.badge')?.textContent?.includes('Todo enviado'));
    const wanted = {
      title: 'Nevó en el cañadón',
      description: 'Diez centímetros, y sigue.',
      date: '2026-12-05',
      status: 'Oculto',
    };
    await untilStored(town, wanted, 'SELECT * FROM story WHERE id = ?', id);
    const lines = stored<{ field: string | null; op_id: string }>(
      town,
      'SELECT field, op_id FROM history WHERE record_id = ? ORDER BY id',
      id,
    );
    expect(lines.map(({ field }) => field)).toEqual([null, 'title', 'description', 'date', 'status', 'image']);
    expect(new Set(lines.map(({ op_id }) => op_id)).size).toBe(6);
    await town.browser.until(() => document.querySelector<HTMLImageElement>('img[alt="Imagen actual"]')?.naturalWidth);
  });
});

/** Types into a field key by key, and leaves it. */
async function write(label: string, keys: string): Promise<void> {
  await town.browser.click(control(label));
  await town.browser.type(keys + TAB);
}

/** Returns the XPath of the control with a label. */
const control = (label: string) => `//*[@id=//label[normalize-space()="${label}"]/@for]`;

/** Runs in the page. @returns whether the given number of changes is on the device and not on the server */
function isWaiting(changes: number): boolean {
  return new RegExp(`Sin conexión · ${changes} `).test(document.querySelector('.badge')?.textContent ?? '');
}

/** Returns the addresses of single records, as linked by the lists, and their headings. */
async function singleRecords(): Promise<[path: string, heading: string][]> {
  const found: [string, string][] = [];
  for (const [list, pattern] of [
    ['/noticias', '/noticias/leer/'],
    ['/agenda', '/agenda/leer/'],
    ['/boletin', '/boletin/leer/'],
  ]) {
    const page = await (await fetch(town.url + list)).text();
    const path = new RegExp(`href="(${pattern}[^"]+)"`).exec(page)?.[1] ?? '';
    const [, heading = ''] = /<h1[^>]*>([^<]+)</.exec(await (await fetch(town.url + path)).text()) ?? [];
    found.push([path, heading]);
  }
  return found;
}

const LISTS: [path: string, heading: string][] = [
  ['/', 'Cañadón Huemul'],
  ['/noticias', 'Noticias'],
  ['/noticias?pagina=2', 'Noticias'],
  ['/noticias/gobierno', '#Gobierno'],
  ['/agenda', 'Agenda'],
  ['/agenda/cultura', 'Agenda'],
  ['/boletin', 'Boletín Oficial'],
  ['/turismo', 'Turismo'],
  ['/puntosverdes', 'Puntos verdes'],
  ['/datosutiles', 'Datos útiles'],
  ['/login', 'Administrador web'],
  ['/buscador/garrafas', 'Resultados para: garrafas'],
];
