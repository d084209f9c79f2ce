import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, create, edit, stored, openDisclosure, untilSent } from '../support/admin.ts';
import { violations } from '../support/axe.ts';
import { photo } from '../support/photo.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
});
afterAll(() => town.close());

type Photo = Awaited<ReturnType<typeof photo>>;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const gallery = () => staff.locator('.gallery input[type="file"]');
const button = (name: string | RegExp) => staff.getByRole('button', { name, exact: true });

/** The first letters of an album's pictures, as the server has them. */
const orderOf = (id: string) =>
  stored<{ name: string }>(town, 'SELECT name FROM image WHERE record_id = ? ORDER BY position', id)
    .map(({ name }) => name[0])
    .join('');
const untilOrder = (id: string, order: string) => expect.poll(() => orderOf(id)).toBe(order);
const imageOf = (id: string) => stored(town, 'SELECT name FROM image WHERE record_id = ?', id).length;

/** An album with photos whose names begin with these letters. */
async function album(letters: string): Promise<string> {
  const id = await create(staff, '/admin/turismo', 'Crear album');
  await edit(staff, 'Título', `Álbum ${letters}`);
  await gallery().setInputFiles(await Promise.all([...letters].map((letter) => photo(`${letter}.jpg`))));
  await untilOrder(id, letters);
  await untilSent(staff);
  return id;
}

/** Drops files on an element, as the system does that they are dragged from. */
async function drop(selector: string, files: readonly Photo[]): Promise<void> {
  await staff.locator(selector).evaluate(
    (place, given) => {
      const dataTransfer = new DataTransfer();
      for (const { name, mimeType, data } of given)
        dataTransfer.items.add(
          new File([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], name, { type: mimeType }),
        );
      const event = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      place.dispatchEvent(event('dragenter'));
      place.dispatchEvent(event('dragover'));
      place.dispatchEvent(event('drop'));
    },
    files.map(({ buffer, ...file }) => ({ ...file, data: buffer.toString('base64') })),
  );
}

it('the pictures of an album are arranged with keys, buttons and by dragging, and one is chosen as its cover', async () => {
  const id = await album('abcd');
  await openDisclosure(staff, 'Imagen 3');
  await button('Usar de portada la imagen 3').click();
  await untilOrder(id, 'cabd');
  // The focus stays with what was moved.
  await staff.locator('.shots li').first().locator('.handle:focus').waitFor();
  await staff.keyboard.press('ArrowRight');
  await untilOrder(id, 'acbd');
  await openDisclosure(staff, 'Imagen 4');
  await button('Antes la imagen 4').click();
  await untilOrder(id, 'acdb');

  const handle = button(/^Mover la imagen 1/);
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await staff.locator('.shots li').nth(2).boundingBox()];
  if (!from || !to) throw new Error('not drawn');
  await staff.mouse.move(from.x + 5, from.y + 5);
  await staff.mouse.down();
  await staff.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 6 });
  expect(orderOf(id)).toBe('acdb');
  await staff.mouse.up();
  await untilOrder(id, 'cdab');
  await untilSent(staff);
  expect(await violations(staff)).toEqual([]);
});

it('an order that is given without a signal, of photos that wait to be sent too, is kept when they go', async () => {
  const id = await album('ab');
  await staff.context().setOffline(true);
  await gallery().setInputFiles([await photo('x.jpg'), await photo('y.jpg')]);
  await staff.getByText('Se envía cuando haya señal', { exact: true }).nth(1).waitFor();
  await staff.getByText(/^Faltan 2 fotos: 2 por enviar\. Se envían cuando haya señal\. Ya están guardadas/).waitFor();
  for (const width of [320, 390]) {
    await staff.setViewportSize({ width, height: 900 });
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await staff.setViewportSize({ width: 1280, height: 900 });
  await openDisclosure(staff, 'Imagen 4');
  await button('Usar de portada la imagen 4').click();
  await openDisclosure(staff, 'Imagen 3');
  await button('Usar de portada la imagen 3').click();
  await staff.context().setOffline(false);
  await untilOrder(id, 'byax');
  await untilSent(staff);
});

it('several pictures are chosen and deleted together, and come back to their places', async () => {
  const id = await album('abcd');
  for (const number of [1, 3]) await staff.getByRole('checkbox', { name: `Elegir la imagen ${number}` }).check();
  await staff.getByText('Elegiste 2 imágenes.', { exact: true }).waitFor();
  await button('Borrar las 2').click();
  await answer(staff, '¿Deseas borrar 2 imágenes?', 'Cancelar');
  await button('Borrar las 2').click();
  await answer(staff, '¿Deseas borrar 2 imágenes?', 'Aceptar');
  await untilOrder(id, 'bd');
  await staff.locator('.undo-bar').getByRole('button', { name: 'Deshacer' }).click();
  await untilOrder(id, 'abcd');
  await untilSent(staff);
});

it('pictures that wait to be sent are deleted with others, and undone without a signal', async () => {
  const id = await album('ab');
  await staff.context().setOffline(true);
  await gallery().setInputFiles(await photo('x.jpg'));
  await openDisclosure(staff, 'Imagen 3');
  await staff.getByLabel('Descripción de la imagen 3').fill('El lago al amanecer.');
  await staff.getByLabel('Descripción de la imagen 3').blur();
  await staff.getByRole('button', { name: 'Elegir todas' }).click();
  await button('Borrar las 3').click();
  await answer(staff, '¿Deseas borrar 3 imágenes?', 'Aceptar');
  await staff.getByText('Sin imágenes', { exact: true }).waitFor();
  await staff.locator('.undo-bar').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => staff.locator('.shots li').count()).toBe(3);
  // The photo comes back before what is said of it.
  await expect.poll(() => staff.getByLabel('Descripción de la imagen 3').inputValue()).toBe('El lago al amanecer.');
  await staff.context().setOffline(false);
  await untilOrder(id, 'abx');
  await untilSent(staff);
  expect(stored(town, `SELECT alt FROM image WHERE record_id = ? AND name LIKE 'x%'`, id)).toEqual([
    { alt: 'El lago al amanecer.' },
  ]);
});

it('photos and PDFs can be dropped where they belong; anything else is refused, and nothing leaves the page', async () => {
  const id = await create(staff, '/admin/turismo', 'Crear album');
  const text = { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') };
  await drop('.gallery .shot-none', [text]);
  await staff.getByRole('alert').getByText('«nota.txt»: Ese archivo no es una imagen que podamos usar.').waitFor();
  await drop('.gallery .shot-none', [await photo('a.jpg'), text, await photo('b.jpg')]);
  await staff.getByRole('alert').getByText('«nota.txt»: Ese archivo no es una imagen que podamos usar.').waitFor();
  await untilOrder(id, 'ab');
  const isStopped = await staff.locator('h1').evaluate((place) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'a.jpg', { type: 'image/jpeg' }));
    return !place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  expect(isStopped).toBe(true);

  const page = await create(staff, '/admin/paginas', 'Crear página');
  await drop('.field-picture .shot', [await photo('a.jpg'), await photo('b.jpg')]);
  await staff.getByRole('alert').getByText('Acá va una sola imagen: arrastrá una sola foto.').waitFor();
  await drop('.field-picture .shot', [await photo('a.jpg')]);
  const pdf = { name: 'tarifas.pdf', mimeType: 'application/pdf', buffer: PDF };
  await drop('.pdf-list .file-box', [await photo('a.jpg')]);
  await staff.getByRole('alert').getByText('«a.jpg»: Ese archivo no es un PDF.').waitFor();
  await drop('.pdf-list .file-box', [pdf]);
  await staff.getByRole('group', { name: 'tarifas' }).waitFor();
  await untilSent(staff);
  expect([imageOf(page), stored(town, 'SELECT pdf FROM pdf WHERE record_id = ?', page).length]).toEqual([1, 1]);
});

it('a photo is turned and cropped before it is sent, with keys, and keeps its description', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  const input = staff.locator('.field-picture input[type="file"]');
  const dialog = staff.getByRole('dialog', { name: 'Girar y recortar' });
  await input.setInputFiles(await photo('antes.jpg'));
  await untilSent(staff);
  await staff.getByRole('img', { name: 'Imagen actual' }).waitFor();
  // On a device whose service worker has the code this needs no network.
  await button('Girar y recortar la imagen').click();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await staff.context().setOffline(true);
  await input.setInputFiles(await photo('puente.jpg'));
  const waiting = staff.getByRole('img', { name: 'Imagen que se va a enviar' });
  await waiting.waitFor();
  await edit(staff, 'Descripción de la imagen', 'El puente nuevo.');
  const sizeOf = () => waiting.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]);
  expect(await sizeOf()).toEqual([300, 200]);
  await button('Girar y recortar la imagen').click();
  await dialog.getByRole('button', { name: 'Girar a la derecha' }).click();
  expect(await violations(staff)).toEqual([]);
  await dialog.getByRole('button', { name: 'Usar así' }).click();
  await expect.poll(sizeOf).toEqual([200, 300]);

  await button('Girar y recortar la imagen').click();
  await dialog.getByRole('radio', { name: '1:1' }).check();
  await dialog.getByRole('button', { name: /^Esquina de abajo a la derecha/ }).focus();
  for (let press = 0; press < 5; press += 1) await staff.keyboard.press('Shift+ArrowLeft');
  await dialog.getByRole('button', { name: 'Usar así' }).click();
  await expect.poll(async () => (await sizeOf())[0]).toBeLessThan(200);
  const [width, height] = await sizeOf();
  expect(Math.abs((width ?? 0) - (height ?? 0))).toBeLessThanOrEqual(1);
  await expect.poll(() => staff.getByLabel('Descripción de la imagen').inputValue()).toBe('El puente nuevo.');
  await staff.context().setOffline(false);
  await untilSent(staff);
  expect(stored(town, 'SELECT width, height, alt FROM image WHERE record_id = ?', id)).toEqual([
    { width, height, alt: 'El puente nuevo.' },
  ]);
});

it('a picture of an album that was sent is turned, and keeps its place and its description', async () => {
  const id = await album('abc');
  await openDisclosure(staff, 'Imagen 2');
  await edit(staff, 'Descripción de la imagen 2', 'La costanera.');
  await untilSent(staff);
  await button('Girar y recortar la imagen 2').click();
  const dialog = staff.getByRole('dialog', { name: 'Girar y recortar' });
  await dialog.getByRole('button', { name: 'Girar a la izquierda' }).click();
  await dialog.getByRole('button', { name: 'Usar así' }).click();
  await dialog.waitFor({ state: 'detached' });
  await untilSent(staff);
  const pictures = 'SELECT name, width, height, alt FROM image WHERE record_id = ? ORDER BY position';
  await expect
    .poll(() => stored(town, pictures, id))
    .toMatchObject([
      { width: 300, height: 200, alt: '' },
      { width: 200, height: 300, alt: 'La costanera.' },
      { width: 300, height: 200, alt: '' },
    ]);
  expect(orderOf(id)).toBe('abc');
});

it('the picture of a story is removed after a question, and comes back with what it shows', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  await staff.locator('.field-picture input[type="file"]').setInputFiles(await photo('puente.jpg'));
  await edit(staff, 'Descripción de la imagen', 'El puente nuevo.');
  await untilSent(staff);
  await button('Quitar la imagen').click();
  await answer(staff, '¿Deseas quitar la imagen?', 'Aceptar');
  await expect.poll(() => imageOf(id)).toBe(0);
  await staff.getByText('Sin imagen', { exact: true }).waitFor();
  await staff.locator('.undo-bar').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => imageOf(id)).toBe(1);
  await staff.getByRole('img', { name: 'Imagen actual' }).waitFor();
  await expect.poll(() => staff.getByLabel('Descripción de la imagen').inputValue()).toBe('El puente nuevo.');

  await staff.context().setOffline(true);
  await button('Quitar la imagen').click();
  await answer(staff, '¿Deseas quitar la imagen?', 'Aceptar');
  await staff.getByText('Sin imagen', { exact: true }).waitFor();
  await staff.locator('.field-picture input[type="file"]').setInputFiles(await photo('puente2.jpg'));
  await staff.getByRole('img', { name: 'Imagen que se va a enviar' }).waitFor();
  await staff.context().setOffline(false);
  await untilSent(staff);
  expect(imageOf(id)).toBe(1);
  town.expectQuiet();
});
