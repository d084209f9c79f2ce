import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BulletinCard } from '#contract/records';
import { edit } from '../support/admin.ts';
import { untilHeld } from '../support/held.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
/** Paths of all PDFs of the bulletin. */
let pdfs: string[];

beforeAll(async () => {
  town = await openTown();
  pdfs = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await fetch(`${town.url}/api/dataPublic/BulletinByDateAndClass/all/all/${page}`);
    const list = (await answer.json()) as { items: BulletinCard[]; pages: number };
    ({ pages } = list);
    for (const { id, pdf } of list.items) if (pdf) pdfs.push(`/uploads/bulletin/${id}/${pdf}`);
  }
});
afterAll(() => town.close());

async function openDevice(connection: object = {}): Promise<Page> {
  const page = await town.visitor();
  await page.addInitScript((told) => {
    Object.defineProperty(navigator, 'connection', { value: told });
  }, connection);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'En este dispositivo' }).click();
  await page.getByRole('heading', { level: 1, name: 'En este dispositivo' }).waitFor();
  await untilHeld(page);
  return page;
}
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name }).locator('b').innerText();
const savedPdfs = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('saved-pdfs')).keys()).map(({ url }) => new URL(url).pathname));

it('the PDF of one bulletin is kept with its button, opened offline, and removed; where it cannot be kept, the page says so', async () => {
  const [pdf = ''] = pdfs;
  const [, , , id = ''] = pdf.split('/');
  const page = await town.visitor({ viewport: { width: 360, height: 640 } });
  await page.goto(`/boletin/leer/${id}`);
  await untilTakenOver(page);
  await untilHeld(page);
  const main = page.getByRole('main');
  const keep = main.getByRole('button', { name: /^Guardar .*para leer sin conexión$/ });
  await page.context().setOffline(true);
  await page.getByText(/^Sin conexión · datos de hoy, /).waitFor();
  // The button is right above the bar, so that its messages are behind it.
  await keep.evaluate((button) => {
    const bar = document.querySelector('.bars')?.getBoundingClientRect().top ?? 0;
    window.scrollBy({ top: button.getBoundingClientRect().bottom - bar, behavior: 'instant' });
  });
  await keep.click();
  const failed = main.getByText('No se pudo guardar. Revisá tu conexión y el espacio libre, y probá de nuevo.');
  await failed.waitFor();
  const isUncovered = (message: Element) => {
    const { left, bottom } = message.getBoundingClientRect();
    return message.contains(document.elementFromPoint(left + 2, bottom - 4));
  };
  await expect.poll(() => failed.evaluate(isUncovered)).toBe(true);
  await page.context().setOffline(false);
  expect(await savedPdfs(page)).toEqual([]);

  await keep.click();
  await main.getByText('Guardado en este dispositivo. Abrir el PDF guardado', { exact: true }).waitFor();
  expect(await savedPdfs(page)).toEqual([pdf]);
  await page.context().setOffline(true);
  await page.reload();
  const kept = main.getByRole('link', { name: 'Abrir el PDF guardado' });
  await kept.waitFor();
  const head = (path: string) => page.evaluate(async (at) => (await (await fetch(at)).text()).slice(0, 5), path);
  expect(await head((await kept.getAttribute('href')) ?? '')).toBe('%PDF-');
  const download = main.getByRole('link', { name: /^Descargar el PDF/ });
  for (const link of [kept, download]) {
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toBe('%PDF-');
  }
  await main.getByRole('button', { name: /^Quitar .*de este dispositivo$/ }).click();
  await main
    .getByText('Sin conexión no se puede descargar ni guardar. Probá de nuevo cuando vuelva la señal.')
    .waitFor();
  expect(await savedPdfs(page)).toEqual([]);
  await download.click();
  await page.getByRole('heading', { level: 1, name: 'Este PDF no está en tu dispositivo' }).waitFor();
  await page.context().close();
});

it('everything can be saved, old bulletins and their PDFs included, read with the server stopped, and removed', async () => {
  const page = await openDevice();
  await vi.waitUntil(async () => Number(await row(page, 'Noticias')) > 0, { timeout: PATIENCE });
  await page.getByText(/^Actualizado el \d+ de \w+, \d+(:\d\d)?\sh\.$/).waitFor();
  // It fits in the room that is kept for it, so that nothing moves when it comes.
  const lacking = () =>
    page.locator('.panel').evaluate((panel) => panel.scrollHeight - parseFloat(getComputedStyle(panel).minHeight));
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await lacking()]).toEqual([width, 0]);
  }
  await press(page, 'Guardar todo');
  await page.getByText('Listo: está todo guardado.').waitFor();
  expect(await savedPdfs(page)).toEqual(expect.arrayContaining(pdfs));
  expect(await row(page, 'PDF')).toMatch(/^\d+ · [\d,]+ [KM]B$/);
  await press(page, 'Guardar todo');
  await page.getByText('Ya está todo guardado.').waitFor();

  await town.kill();
  await page.reload();
  await vi.waitUntil(async () => Number(await row(page, 'Boletines')) > 0, { timeout: PATIENCE });
  const size = await page.evaluate(async (path) => (await (await fetch(path)).blob()).size, pdfs.at(-1) ?? '');
  expect(size).toBeGreaterThan(0);
  await press(page, 'Guardar todo');
  await page.getByText('Ya está todo guardado.').waitFor();

  await press(page, 'Borrar');
  await page.getByText('Vas a borrar de este dispositivo').waitFor();
  await press(page, 'No borrar');
  expect((await savedPdfs(page)).length).toBeGreaterThan(0);
  await press(page, 'Borrar');
  await press(page, 'Borrar todo');
  await page.getByText('Listo: ya no hay nada guardado.').waitFor();
  expect([await row(page, 'Noticias'), await row(page, 'PDF')]).toEqual(['0', '0 · 0 KB']);
  await page.goto('/');
  await page.locator('a[href="tel:107"]').first().waitFor();
  await page.context().close();
  await town.start();
});

it('who saves data is asked first, with the size', async () => {
  const page = await openDevice({ saveData: true });
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
  await press(page, 'Guardar todo');
  await page
    .getByText(/^Son \d+ textos viejos, \d+ PDF y \d+ imágenes: unos [\d,]+ [KM]B de tus datos\. ¿Los bajamos ahora\?$/)
    .waitFor();
  await press(page, 'Ahora no');
  expect(asked.filter((path) => path.endsWith('.pdf'))).toEqual([]);
  await press(page, 'Guardar todo');
  await press(page, 'Bajar ahora');
  await page.getByText('Listo: está todo guardado.').waitFor();
  await page.context().close();
});

it('one file that fails does not stop the others, a full device says what is left out, and saving can be cancelled', async () => {
  const page = await openDevice();
  const [broken = ''] = pdfs;
  await page.context().route(`**${broken}`, (route) => route.abort());
  await press(page, 'Guardar todo');
  await page.getByText('No pudimos bajar 1 archivo. Probá de nuevo.').waitFor();
  expect((await savedPdfs(page)).sort()).toEqual(expect.arrayContaining(pdfs.filter((path) => path !== broken).sort()));
  await page.context().unroute(`**${broken}`);

  await page.evaluate(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('Quota exceeded.', 'QuotaExceededError'));
  });
  await press(page, 'Guardar todo');
  await page.getByText('Falta lugar para 1 archivo. Liberá espacio y probá de nuevo.').waitFor();

  await page.reload();
  let held = () => {};
  await page.context().route(`**${broken}`, async (route) => {
    await new Promise<void>((resolve) => (held = resolve));
    await route.continue().catch(() => {});
  });
  await press(page, 'Guardar todo');
  await page.getByText(/^Guardando 0 de 1 archivo · /).waitFor();
  await press(page, 'Cancelar');
  await page.getByText('Cancelaste: lo guardado queda.').waitFor();
  held();
  expect(await savedPdfs(page)).not.toContain(broken);
  await page.context().close();
});

it('what staff have not sent yet survives the removal', async () => {
  const staff = await town.staff();
  await staff.getByRole('table').waitFor();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
  await town.kill();
  await staff.getByRole('button', { name: 'Crear noticia' }).click();
  await edit(staff, 'Título', 'Escrita sin señal');
  await staff.getByText('Guardado en este dispositivo').first().waitFor();
  await staff.goto('/dispositivo');
  await press(staff, 'Borrar');
  await press(staff, 'Borrar todo');
  await staff.getByText('Listo: ya no hay nada guardado.').waitFor();
  await staff.goto('/admin/pendientes');
  await staff.getByText('Escrita sin señal').first().waitFor();
  await staff.context().close();
  await town.start();
  town.expectQuiet();
});
