import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, create, edit, stored, TOUCH, openDisclosure, untilSent, untilStored } from '../support/admin.ts';
import { occupyStorage } from '../support/occupy-storage.ts';
import { photo } from '../support/photo.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff(TOUCH);
});
afterAll(() => town.close());

const LABEL = 'Descripción de la imagen';
const EMPTY = 'Sin descripción: quien no puede ver la imagen no sabe qué muestra.';
const ALT = 'SELECT alt FROM image WHERE record_id = ? ORDER BY position';
const alts = (id: string) => stored<{ alt: string }>(town, ALT, id).map(({ alt }) => alt);

it('a photo that waits is described at once: the text stays with it after a reload, is in the preview, and follows it to the server', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', 'Nevada');
  await untilSent(staff);
  await staff.route('**/api/story/image/**', (route) => route.abort());
  await staff.locator('.field-picture input[type="file"]').setInputFiles(await photo('plaza.jpg'));
  await staff.getByText(EMPTY).waitFor();
  await edit(staff, LABEL, 'La plaza\ncubierta de nieve.');
  await staff.getByText(EMPTY).waitFor({ state: 'detached' });
  await staff.reload();
  await staff.getByRole('img', { name: 'Imagen que se va a enviar' }).waitFor();
  await expect.poll(() => staff.getByLabel(LABEL).inputValue()).toBe('La plaza cubierta de nieve.');

  const preview = await staff.context().newPage();
  await preview.route('**/api/story/image/**', (route) => route.abort());
  await preview.goto((await staff.getByRole('link', { name: /^Vista previa/ }).getAttribute('href')) ?? '');
  await preview.getByRole('img', { name: 'La plaza cubierta de nieve.' }).waitFor();
  await preview.close();

  await staff.goto('/admin/pendientes');
  await staff.getByRole('button', { name: `Descartar ${LABEL}` }).waitFor();
  await staff.unroute('**/api/story/image/**');
  await staff.getByRole('button', { name: 'Enviar ahora' }).tap();
  await untilStored(town, { alt: 'La plaza cubierta de nieve.' }, ALT, id);
});

it('a person who replaces the photo is offered its former description, and none is reused without asking', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  const input = staff.locator('.field-picture input[type="file"]');
  await input.setInputFiles(await photo('una.jpg'));
  await edit(staff, LABEL, 'La feria, con lluvia.');
  await untilStored(town, { alt: 'La feria, con lluvia.' }, ALT, id);
  await input.setInputFiles(await photo('otra.jpg'));
  await staff.getByText('La imagen anterior decía: «La feria, con lluvia.».').waitFor();
  await expect.poll(() => staff.getByLabel(LABEL).inputValue()).toBe('');
  await untilSent(staff);
  expect(alts(id)).toEqual(['']);
  await staff.getByRole('button', { name: 'Usar esa descripción' }).tap();
  await untilStored(town, { alt: 'La feria, con lluvia.' }, ALT, id);
});

it('each picture of an album has its own text, which keeps the focus while the picture is sent; one that is too long is refused in words', async () => {
  const id = await create(staff, '/admin/turismo', 'Crear album');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await staff.route('**/api/album/image/*', async (route) => {
    await held;
    await route.continue();
  });
  await staff.locator('.gallery input[type="file"]').setInputFiles([await photo('lago.jpg'), await photo('cerro.jpg')]);
  await openDisclosure(staff, 'Imagen 2');
  const second = staff.getByLabel(`${LABEL} 2`, { exact: true });
  await second.pressSequentially('El cerro, ');
  release();
  await expect.poll(() => alts(id)).toEqual(['', '']);
  await staff.keyboard.type('nevado.');
  await second.blur();
  await expect.poll(() => alts(id)).toEqual(['', 'El cerro, nevado.']);
  await openDisclosure(staff, 'Imagen 1');
  await edit(staff, `${LABEL} 1`, 'x'.repeat(251));
  await staff
    .getByRole('alert')
    .getByText('Es demasiado largo: tiene 251 caracteres y puede tener hasta 250.')
    .waitFor();
  await edit(staff, `${LABEL} 1`, 'El lago.');
  await expect.poll(() => alts(id)).toEqual(['El lago.', 'El cerro, nevado.']);
});

it('of two people who describe one picture the second chooses, and the first text can be brought back from the history', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  await staff.locator('.field-picture input[type="file"]').setInputFiles(await photo('plaza.jpg'));
  await edit(staff, 'Título', 'Dos miradas');
  await untilSent(staff);
  const other = await town.staff(TOUCH);
  await other.goto(`/admin/noticia/${id}`);
  await other.getByLabel(LABEL).waitFor();
  await other.route('**/api/**', (route) => route.abort());
  await edit(staff, LABEL, 'La plaza de día.');
  await untilStored(town, { alt: 'La plaza de día.' }, ALT, id);
  await edit(other, LABEL, 'La plaza de noche.');
  await other.locator('.alt').getByText('Guardado en este dispositivo').waitFor();
  await other.unroute('**/api/**');
  await other.getByText('Necesita que elijas', { exact: true }).waitFor();
  await other.locator('.alt').getByRole('button', { name: 'Mi versión' }).tap();
  await untilStored(town, { alt: 'La plaza de noche.' }, ALT, id);
  await other.goto(`/admin/historial/story/${id}`);
  await other.getByText(`cambió «${LABEL}»`).first().waitFor();
  await other.locator('.history li').first().getByRole('button', { name: 'Volver a este valor' }).tap();
  const question = other.getByRole('dialog', { name: 'Confirmar', exact: true });
  await question.getByRole('button', { name: 'Aceptar', exact: true }).tap();
  await untilStored(town, { alt: 'La plaza de día.' }, ALT, id);
  await other.close();
});

it('a photo that is taken back takes its text along, stored or not, after a question', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', 'Sin foto');
  await untilSent(staff);
  await staff.route('**/api/story/image/**', (route) => route.abort());
  await staff.locator('.field-picture input[type="file"]').setInputFiles(await photo('plaza.jpg'));
  await staff.getByRole('button', { name: 'Cancelar el envío' }).waitFor();
  await occupyStorage(staff, 1500);
  await edit(staff, LABEL, 'La plaza.');
  await staff.getByRole('button', { name: 'Cancelar el envío' }).tap();
  await staff.getByText(`Noticia «Sin foto»: Subir una imagen, ${LABEL}`).waitFor();
  await answer(staff, 'Se van a perder 2 cambios que todavía no están en el servidor.', 'Descartar');
  await staff.getByText('Sin imagen', { exact: true }).waitFor();
  await staff.unroute('**/api/story/image/**');
  await untilSent(staff);
  expect(alts(id)).toEqual([]);
});

/** Runs in the page. Follows the notice of a success until it has gone, or until another covers it. */
function readNotice(text: string): Promise<string> {
  return new Promise((done) => {
    let isShown = false;
    const observer = new MutationObserver(() => {
      const texts = [...document.querySelectorAll('.top-notices > *')].map((one) => one.textContent);
      const isThere = texts.includes(text);
      const isCovered = isThere && texts.at(-1) !== text;
      if (isCovered || (isShown && !isThere)) {
        observer.disconnect();
        done(isCovered ? `covered by ${texts.at(-1)}` : 'read to the end');
      }
      isShown ||= isThere;
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

it.for([
  ['already on the server', true],
  ['still on this device', false],
] as const)('a picture whose removal is %s comes back with its text when it is undone', async ([, isSent]) => {
  const id = await create(staff, '/admin/turismo', 'Crear album');
  await staff.locator('.gallery input[type="file"]').setInputFiles(await photo('lago.jpg'));
  await openDisclosure(staff, 'Imagen 1');
  await edit(staff, `${LABEL} 1`, 'El lago.');
  await expect.poll(() => alts(id)).toEqual(['El lago.']);
  await untilSent(staff);
  if (!isSent) await staff.route('**/api/**', (route) => route.abort());
  await staff.getByRole('button', { name: 'Borrar la imagen 1' }).tap();
  await answer(staff, '¿Deseas borrar la imagen?', 'Aceptar');
  await staff.getByText('Sin imágenes', { exact: true }).waitFor();
  if (isSent) await expect.poll(() => alts(id)).toEqual([]);
  // What recovers the picture is saved and sent meanwhile, which is told too.
  const told = staff.evaluate(readNotice, 'Se recuperó la imagen 1');
  await staff.getByRole('button', { name: 'Deshacer', exact: true }).tap();
  expect(await told).toBe('read to the end');
  await staff.unroute('**/api/**');
  await expect.poll(() => alts(id)).toEqual(['El lago.']);
  await expect.poll(() => staff.getByLabel(`${LABEL} 1`, { exact: true }).inputValue()).toBe('El lago.');
});
