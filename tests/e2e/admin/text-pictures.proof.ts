import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { edit, stored, untilSent } from '../support/admin.ts';
import { PATIENCE } from '../support/patience.ts';
import { photo } from '../support/photo.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
const surface = () => staff.getByRole('textbox', { name: 'Texto', exact: true });
const tools = () => staff.getByRole('group', { name: 'Imagen', exact: true });
const textOf = (title: string) =>
  stored<{ text: string }>(town, 'SELECT text FROM story WHERE title = ?', title)[0]?.text ?? '';

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff({ viewport: { width: 820, height: 1180 }, hasTouch: true });
  await staff.getByRole('table').waitFor();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
  // The editor's code is on the device once it was opened.
  await staff.getByRole('button', { name: 'Crear noticia' }).click();
  await surface().waitFor();
  await staff.getByRole('link', { name: 'Volver', exact: true }).click();
});
afterAll(() => town.close());

type Photo = Awaited<ReturnType<typeof photo>>;

/** Lets a file come to the text as from the clipboard, or from a folder. */
async function bring(target: Locator, how: 'paste' | 'drop', { name, mimeType, buffer }: Photo): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.evaluate(
    (box, { kind, file, type, data }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], file, { type }));
      const { left, bottom } = box.getBoundingClientRect();
      const shared = { bubbles: true, cancelable: true };
      box.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...shared, clipboardData: transfer })
          : new DragEvent('drop', { ...shared, dataTransfer: transfer, clientX: left + 5, clientY: bottom - 5 }),
      );
    },
    { kind: how, file: name, type: mimeType, data: buffer.toString('base64') },
  );
}

const pictures = () => surface().locator('figure');

it('a story with three pictures is written without a network, and arrives whole with them', async () => {
  const [picked, pasted, dropped] = await Promise.all([photo('plaza.jpg', 1700), photo('captura.png'), photo('c.jpg')]);
  await town.stop();
  await staff.getByRole('button', { name: 'Crear noticia' }).click();
  await edit(staff, 'Título', 'La plaza nueva');
  await surface().click();
  await staff.keyboard.type('Se inauguró la plaza.');
  const choosing = staff.waitForEvent('filechooser');
  await staff.getByRole('button', { name: 'Insertar imágenes' }).click();
  await (await choosing).setFiles([picked]);
  await expect.poll(() => pictures().count()).toBe(1);
  await staff.keyboard.type('La plaza, ayer');
  await tools().getByLabel('Qué muestra').fill('Niños en la calesita');
  await pictures().first().locator('figcaption').click();
  await staff.keyboard.press('Enter');
  await staff.keyboard.type('Hay juegos.');
  await bring(surface(), 'paste', pasted);
  await expect.poll(() => pictures().count()).toBe(2);
  await tools().getByLabel('Es decorativa').check();
  await tools().getByRole('button', { name: 'Mitad del ancho' }).click();
  await bring(pictures().last().locator('figcaption'), 'drop', dropped);
  await expect.poll(() => pictures().count()).toBe(3);
  // The last one is lying on its side.
  await tools().getByRole('button', { name: 'Girar y recortar la imagen', exact: true }).click();
  const turning = staff.getByRole('dialog', { name: 'Girar y recortar', exact: true });
  await turning.getByRole('button', { name: '↻ Girar a la derecha', exact: true }).click();
  await turning.getByRole('button', { name: 'Usar así', exact: true }).click();
  await turning.waitFor({ state: 'detached' });
  await pictures().last().locator('img[width="200"]').waitFor();
  // All are seen although the server never had them.
  for (const one of await pictures().locator('img').all())
    await expect.poll(() => one.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await staff.getByRole('button', { name: 'Guardar texto' }).click();
  await staff.getByText('Guardado en este dispositivo').nth(1).waitFor();
  const preview = await staff.context().newPage();
  await preview.goto(`${new URL(staff.url()).pathname}?vista=previa`);
  await expect.poll(() => preview.locator('.text figure img').count()).toBe(3);
  for (const one of await preview.locator('.text figure img').all()) {
    await one.scrollIntoViewIfNeeded();
    await expect.poll(() => one.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
  await preview.close();
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await town.start();
  await staff.evaluate(() => dispatchEvent(new Event('online')));
  await untilSent(staff);
  const text = textOf('La plaza nueva');
  expect(text.replace(/foto-[0-9a-f]{16}/g, 'foto')).toBe(
    '<p>Se inauguró la plaza.</p>' +
      '<figure><img src="/uploads/text/foto-1600.webp" alt="Niños en la calesita" width="1600" height="188" />' +
      '<figcaption>La plaza, ayer</figcaption></figure>' +
      '<p>Hay juegos.</p>' +
      '<figure class="half"><img src="/uploads/text/foto-300.webp" alt="" width="300" height="200" /></figure>' +
      '<figure><img src="/uploads/text/foto-200.webp" width="200" height="300" /></figure>',
  );
});

it('the page shows them in the width of each screen, and again without a network', async () => {
  const { id } = stored<{ id: string }>(town, "SELECT id FROM story WHERE title = 'La plaza nueva'")[0] ?? { id: '' };
  const reader = await town.visitor({ viewport: { width: 360, height: 740 } });
  await reader.goto(`/noticias/leer/${id}/la-plaza-nueva`);
  const first = reader.getByAltText('Niños en la calesita');
  const widths: string[] = [];
  for (const width of [360, 820, 1280]) {
    await reader.setViewportSize({ width, height: 740 });
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
    widths.push(await first.evaluate((img: HTMLImageElement) => /-(\d+)\.webp$/.exec(img.currentSrc)?.[1] ?? ''));
    expect(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // As wide as the text, on every screen.
    const besides = (img: HTMLImageElement) => (img.closest('.text')?.clientWidth ?? 0) - img.clientWidth;
    expect(await first.evaluate(besides)).toBe(0);
  }
  expect(widths[0]).toBe('480');
  expect(await reader.getByText('La plaza, ayer').evaluate((one) => one.localName)).toBe('figcaption');
  // The worker, which is there from the second page on, keeps what was seen.
  await reader.evaluate(async () => void (await navigator.serviceWorker.ready));
  await reader.reload();
  await first.scrollIntoViewIfNeeded();
  const isKept = () =>
    reader.evaluate(async () => {
      const kept = await (await caches.open('pictures')).keys();
      return kept.some(({ url }) => url.includes('/uploads/text/'));
    });
  await expect.poll(isKept).toBe(true);
  await town.stop();
  await reader.reload();
  await first.scrollIntoViewIfNeeded();
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await town.start();
  await staff.evaluate(() => dispatchEvent(new Event('online')));
});

it('for people who pay by the megabyte those below the first screen wait for a tap, and stay once they are there', async () => {
  const { id } = stored<{ id: string }>(town, "SELECT id FROM story WHERE title = 'La plaza nueva'")[0] ?? { id: '' };
  const reader = await town.visitor({ viewport: { width: 360, height: 420 }, serviceWorkers: 'block' });
  await reader.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await reader.goto(`/noticias/leer/${id}/la-plaza-nueva`);
  const last = reader.locator('.text figure img').last();
  const source = () => last.getAttribute('src');
  await expect.poll(source).toMatch(/^data:/);
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await expect.poll(source).toContain('/uploads/text/');
  // The application takes over, and leaves it, also where it is out of sight.
  await reader.evaluate(() => {
    window.print = () => {};
    document.body.style.paddingBottom = '200vh';
    document.querySelector('.scripted, [data-for-app]')?.scrollIntoView();
  });
  await reader.locator('.scripted, [data-for-app]').locator('visible=true').first().click();
  await untilTakenOver(reader);
  expect(await source()).toContain('/uploads/text/');
});

it('of a text whose picture is refused the rest is saved, and it is said which one is missing', async () => {
  const [good, broken] = await Promise.all([photo('buena.jpg'), photo('rota.jpg')]);
  await staff.getByRole('link', { name: 'Volver', exact: true }).click();
  await staff.getByRole('button', { name: 'Crear noticia' }).click();
  await edit(staff, 'Título', 'Con una foto rota');
  await surface().click();
  await staff.keyboard.type('Dos fotos.');
  await bring(surface(), 'paste', { ...broken, buffer: broken.buffer.subarray(0, 900) });
  await expect.poll(() => pictures().count()).toBe(1);
  await bring(surface(), 'paste', good);
  await expect.poll(() => pictures().count()).toBe(2);
  await staff.getByRole('button', { name: 'Guardar texto' }).click();
  await staff.getByText('La imagen «rota.jpg» no se pudo enviar.', { exact: false }).waitFor();
  await expect.poll(() => textOf('Con una foto rota').match(/<img/g)?.length).toBe(2);
  expect(textOf('Con una foto rota')).toMatch(
    /^<p>Dos fotos\.<\/p><figure><img src="[^"]+-0\.webp" \/><\/figure><figure><img src="[^"]+" width="300"/,
  );
  await staff.getByRole('region', { name: 'Imagen «rota.jpg»' }).getByRole('button', { name: 'Descartar' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
  await untilSent(staff);
  await surface().getByText('Falta la imagen «foto»', { exact: false }).waitFor();
  await pictures().first().locator('figcaption').click();
  await tools().getByRole('button', { name: 'Quitar la imagen' }).click();
  await staff.getByRole('button', { name: 'Guardar texto' }).click();
  await expect.poll(() => textOf('Con una foto rota').match(/<img/g)?.length).toBe(1);
});

it('a long text on a tablet has the whole width, and its tools and the button that saves it stay in sight', async () => {
  await staff.setViewportSize({ width: 1024, height: 768 });
  await surface().click();
  await staff.keyboard.press('Control+End');
  for (let line = 0; line < 60; line += 1) await staff.keyboard.press('Enter');
  await staff.keyboard.type('fin');
  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: -1, width: 0, height: 0 };
  const main = await boxOf(staff.locator('.form-columns'));
  expect((await boxOf(surface())).width).toBeGreaterThan(main.width - 60);
  const bar = await boxOf(staff.locator('.top'));
  const tool = await boxOf(staff.getByRole('button', { name: 'Negrita', exact: true }));
  expect(tool.y).toBeGreaterThanOrEqual(bar.height - 1);
  expect(tool.y).toBeLessThan(200);
  const save = await boxOf(staff.getByRole('button', { name: 'Guardar texto' }));
  expect(save.y + save.height).toBeLessThanOrEqual(768);
  // On a phone both of its buttons stand in one line: a second one would cover the tools of what is written.
  await staff.setViewportSize({ width: 360, height: 740 });
  const discard = staff.getByRole('button', { name: 'Descartar lo escrito' });
  await expect
    .poll(async () => (await boxOf(discard)).y)
    .toBeCloseTo((await boxOf(staff.getByRole('button', { name: 'Guardar texto' }))).y, 0);
});

it('nothing of this was an error', () => town.expectQuiet());
