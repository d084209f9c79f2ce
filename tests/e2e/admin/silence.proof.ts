import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, create, edit, showScreen, stored, untilSent, untilStored } from '../support/admin.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

// Whatever a person presses says what came of it.

let town: Town;
let staff: Page;
const isFocused = (page: Page, label: string) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        const { top = -1, bottom = 1e9 } = at?.getBoundingClientRect() ?? {};
        const isSeen = top >= 0 && bottom <= innerHeight;
        return isSeen && at instanceof HTMLInputElement ? (at.labels?.[0]?.textContent ?? '') : '';
      }),
    )
    .toBe(label);

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff({ viewport: { width: 1024, height: 768 }, serviceWorkers: 'block' });
});
afterAll(() => town.close());

it('a record with a value that cannot be saved is not published: it says so, and leads there', async () => {
  const id = await create(staff, '/admin/agenda', 'Crear evento');
  await edit(staff, 'Título', 'Feria');
  await edit(staff, 'Enlace al mapa', 'no es un enlace');
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await staff.getByText(/^No se pudo publicar: «Enlace al mapa» no se puede guardar así\./).waitFor();
  await isFocused(staff, 'Enlace al mapa');
  expect(stored<{ status: string }>(town, 'SELECT status FROM agenda WHERE id = ?', id)[0]?.status).toBe('Redaccion');
  expect(await staff.getByLabel('Estado', { exact: true }).inputValue()).toBe('Redaccion');
  // Without that value it works, and only that is said.
  await edit(staff, 'Enlace al mapa', '');
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await staff.getByText(/^Guardado: se publicó/).waitFor();
  expect(await staff.locator('.notice-bad').count()).toBe(0);
  await untilSent(staff);
});

it('a text that was discarded comes back with «Deshacer», and Ctrl+S saves it', async () => {
  const id = stored<{ id: string }>(town, 'SELECT id FROM story')[0]?.id ?? '';
  await showScreen(staff, `/admin/noticia/${id}`);
  await staff.keyboard.press('Control+s');
  await staff.getByText('No hay nada sin guardar').waitFor();
  const text = staff.locator('[data-field="text"] [role="textbox"]');
  await text.click();
  await staff.keyboard.press('Control+a');
  await staff.keyboard.type('Con la tecla');
  await staff.getByRole('button', { name: 'Descartar lo escrito', exact: true }).click();
  await expect.poll(() => text.innerText()).not.toContain('Con la tecla');
  await staff.locator('.undo-bar').getByRole('button', { name: 'Deshacer', exact: true }).click();
  await text.getByText('Con la tecla').waitFor();
  await staff.keyboard.press('Control+s');
  await untilStored(town, { text: '<p>Con la tecla</p>' }, 'SELECT text FROM story WHERE id = ?', id);
});

it('what was typed a moment before the page is loaded again is still there', async () => {
  const id = stored<{ id: string }>(town, 'SELECT id FROM story')[0]?.id ?? '';
  await staff.goto(`/admin/noticia/${id}`);
  const title = staff.getByLabel('Título', { exact: true });
  await title.focus();
  await staff.keyboard.press('End');
  await staff.keyboard.type(' de último momento');
  await staff.reload();
  await expect.poll(() => title.inputValue()).toMatch(/ de último momento$/);
  await staff.getByText('Recuperamos lo que estabas escribiendo.').waitFor();
  await staff.getByRole('button', { name: 'Volver a lo guardado' }).click();
});

it('a label that was typed and not added asks before the page is loaded again', async () => {
  const asked: string[] = [];
  staff.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await staff.getByLabel('Etiquetas', { exact: true }).fill('Obras públicas');
  await staff.reload();
  expect(asked).toEqual(['beforeunload']);
  staff.removeAllListeners('dialog');
});

it('an event that was created and left by the address bar does not stay without a name', async () => {
  const id = await create(staff, '/admin/agenda', 'Crear evento');
  await untilSent(staff);
  await staff.goto('/noticias');
  await staff.goto('/admin/agenda');
  await expect.poll(() => stored(town, 'SELECT 1 FROM agenda WHERE id = ?', id)).toEqual([]);
});

it('«Deshacer» waits for whoever takes long to reach it, until the screen is left', async () => {
  await staff.clock.install();
  await staff.goto('/admin/mapas');
  await staff
    .getByRole('button', { name: /^Acciones/ })
    .first()
    .click();
  await staff.getByRole('button', { name: /^Eliminar / }).click();
  await answer(staff, 'Estas por eliminar definitivamente este mapa', 'Aceptar');
  const undo = staff.locator('.undo-bar').getByRole('button', { name: 'Deshacer', exact: true });
  await undo.waitFor();
  await staff.clock.fastForward('10:00');
  expect(await undo.count()).toBe(1);
  await staff.getByRole('link', { name: 'Agenda', exact: true }).click();
  await undo.waitFor({ state: 'detached' });
});
