import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SHARED_PART, sharedPhotos } from '#contract/addresses/installed';
import { answer, edit, stored, untilSent } from '../support/admin.ts';
import { violations } from '../support/axe.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { PASSWORD } from '../support/server.ts';

let town: Town;
let staff: Page;
let photo: Buffer;
let large: Buffer;

const noise = (side: number, quality: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff();
  [photo, large] = await Promise.all([noise(200, 80), noise(1400, 100)]);
  await staff.getByRole('table').waitFor();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
});
afterAll(() => town.close());

type Photo = { name: string; mimeType: string; buffer: Buffer };
const jpeg = (name: string, buffer = photo): Photo => ({ name, mimeType: 'image/jpeg', buffer });

/** Sends photos as Android does when somebody shares them from the gallery to the installed back office. */
async function share(page: Page, ...photos: Photo[]): Promise<void> {
  await page.evaluate(
    ({ action, part }) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'multipart/form-data' });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: part, multiple: true });
      form.id = 'gallery';
      form.action = action;
      form.append(input);
      document.body.append(form);
    },
    { action: sharedPhotos(), part: SHARED_PART },
  );
  await page.locator('#gallery input').setInputFiles(photos);
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => document.querySelector<HTMLFormElement>('#gallery')?.submit()),
  ]);
}
/** Number of pictures that the server has of a record. */
const picturesOf = (type: 'story' | 'album', title: string) =>
  stored(town, `SELECT 1 FROM image WHERE record_id = (SELECT id FROM ${type} WHERE title = ?)`, title).length;
const put = (page: Page, name: string) => page.getByRole('button', { name: `Poner acá en ${name}`, exact: true });
const shots = (page: Page) => page.getByRole('main').locator('.shots li');

it('a photo that is shared with the server stopped, and the portal closed afterwards, becomes the picture of a record', async () => {
  await staff.getByRole('button', { name: 'Crear noticia' }).click();
  await edit(staff, 'Título', 'Reparan el puente');
  await untilSent(staff);
  await town.kill();
  await share(staff, jpeg('puente.jpg'));
  await staff.getByRole('heading', { level: 1, name: 'Elegí dónde va la foto' }).waitFor();
  await shots(staff).getByRole('img', { name: 'puente.jpg' }).waitFor();
  const context = staff.context();
  await staff.close();

  staff = await context.newPage();
  await staff.goto('/admin/agenda');
  await staff.getByRole('link', { name: 'Fotos compartidas (1)' }).click();
  await staff.getByRole('searchbox', { name: /^Buscar/ }).fill('reparan puente');
  await put(staff, 'Reparan el puente').click();
  await staff.waitForURL('**/admin/noticia/*');
  await staff.getByRole('img', { name: 'Imagen que se va a enviar' }).waitFor();
  expect(await staff.getByRole('link', { name: /Fotos compartidas/ }).count()).toBe(0);
  await town.start();
  await staff.evaluate(() => window.dispatchEvent(new Event('online')));
  await untilSent(staff);
  expect(picturesOf('story', 'Reparan el puente')).toBe(1);
});

it('of several photos each goes where the person says, and what cannot be used can be discarded', async () => {
  await staff.goto('/admin/turismo');
  await staff.getByRole('button', { name: 'Crear album' }).click();
  await edit(staff, 'Título', 'Fiesta del puente');
  await share(
    staff,
    jpeg('uno.jpg', await noise(210, 80)),
    jpeg('dos.jpg', await noise(220, 80)),
    jpeg('tres.jpg', large),
    { name: 'nota.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture at all, just words') },
  );
  await staff.getByRole('heading', { level: 1, name: 'Elegí dónde van las fotos' }).waitFor();
  await staff.getByText('Ese archivo no es una imagen que podamos usar.').waitFor();
  expect(await violations(staff)).toEqual([]);
  await staff.getByRole('button', { name: 'Descartar nota.jpg' }).click();
  await answer(staff, '¿Deseas descartar la foto?', 'Aceptar');
  await vi.waitUntil(async () => (await shots(staff).count()) === 3, { timeout: PATIENCE });

  await put(staff, 'Reparan el puente').click();
  await staff.getByText('«Reparan el puente» lleva una sola imagen: dejá marcada una sola foto.').first().waitFor();
  await staff.getByRole('checkbox', { name: 'Usar dos.jpg' }).uncheck();
  await staff.getByRole('checkbox', { name: 'Usar tres.jpg' }).uncheck();
  await put(staff, 'Reparan el puente').click();
  await answer(staff, 'Ya tiene una imagen, y la foto la va a reemplazar.', 'Cancelar');
  await put(staff, 'Reparan el puente').click();
  const dialog = staff.getByRole('dialog', { name: 'Confirmar', exact: true });
  await dialog.getByRole('button', { name: 'Reemplazar' }).click();
  await vi.waitUntil(async () => (await shots(staff).count()) === 2, { timeout: PATIENCE });

  await staff.getByRole('checkbox', { name: 'Usar tres.jpg' }).check();
  await put(staff, 'Fiesta del puente').click();
  await staff
    .getByRole('dialog', { name: 'Imagen muy grande' })
    .getByRole('button', { name: 'Reducir y usar' })
    .click();
  await vi.waitUntil(async () => (await shots(staff).count()) === 1, { timeout: PATIENCE });
  await put(staff, 'Fiesta del puente').click();
  await staff.waitForURL('**/admin/turismo/*');
  await untilSent(staff);
  expect(picturesOf('album', 'Fiesta del puente')).toBe(2);
});

it('photos that the device cannot read are not waited for: the screen says so', async () => {
  await share(staff, jpeg('puente.jpg'));
  await staff.getByRole('img', { name: 'puente.jpg' }).waitFor();
  // The page reads them again when it is shown again.
  await staff.evaluate(() => {
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('Internal error.', 'UnknownError'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await staff.getByRole('alert').getByText('No pudimos leer las fotos guardadas en este dispositivo.').waitFor();
  await staff.reload();
  await staff.getByRole('button', { name: 'Descartar puente.jpg' }).click();
  await answer(staff, '¿Deseas descartar la foto?', 'Aceptar');
  await staff.getByText('No hay fotos para ubicar.').waitFor();
});

it('a photo that is shared while nobody is logged in waits for the log-in, and a log-out removes it', async () => {
  await staff.goto('/admin');
  await staff.getByRole('button', { name: 'Cerrar sesion' }).click();
  await staff.waitForURL('**/login');
  await share(staff, jpeg('rio.jpg'), jpeg('cerro.jpg'));
  await staff.getByText('En este dispositivo hay 2 fotos compartidas.').waitFor();
  expect(await violations(staff)).toEqual([]);
  await staff.getByRole('button', { name: 'Descartar las fotos' }).click();
  await staff.getByText('En este dispositivo no hay fotos esperando.').waitFor();
  await share(staff, jpeg('lago.jpg'));
  await staff.getByRole('link', { name: 'Ingresar' }).click();
  await staff.getByLabel('Usuario').fill('admin');
  await staff.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await staff.getByRole('button', { name: 'Ingresar' }).click();
  await staff.waitForURL(`**${sharedPhotos()}`);
  await staff.getByRole('img', { name: 'lago.jpg' }).waitFor();
  await staff.getByRole('button', { name: 'Cerrar sesion' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Confirmar', exact: true });
  await dialog.getByText(/Hay 1 foto compartida sin ubicar: si cerrás la sesión, se borra/).waitFor();
  await dialog.getByRole('button', { name: 'Cerrar sesion' }).click();
  await staff.waitForURL('**/login');
  expect(await staff.evaluate(() => caches.has('shared-photos'))).toBe(false);
});

it('a resident who sends a photo there is told what the place is for, and nothing is kept', async () => {
  const resident = await town.visitor({ serviceWorkers: 'block' });
  await resident.goto('/datosutiles');
  await share(resident, jpeg('vecino.jpg'));
  await resident.getByText('Acá el personal de la municipalidad suma las fotos').waitFor();
  await resident.getByText('No pudimos guardar todas las fotos que compartiste.').waitFor();
  await resident.getByText('En este dispositivo no hay fotos esperando.').waitFor();
  town.expectQuiet();
});
