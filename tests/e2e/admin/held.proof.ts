import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { create, edit, stored, untilSent, untilStored } from '../support/admin.ts';
import { logIn, openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
let id = '';
const row = 'SELECT title, description, status FROM story WHERE id = ?';
const of = () => stored<{ title: string; description: string; status: string }>(town, row, id)[0];
const bar = () => staff.getByRole('region', { name: 'Cambios sin publicar', exact: true });

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff({ viewport: { width: 768, height: 1024 }, serviceWorkers: 'block' });
  id = stored<{ id: string }>(town, `SELECT id FROM story WHERE status = 'Publicado' ORDER BY id`)[0]?.id ?? '';
});
afterAll(() => town.close());

it('a published story is changed in several fields, offline too, and published as one', async () => {
  const before = of();
  await staff.goto(`/admin/noticia/${id}`);
  await staff.getByRole('button', { name: 'Editar sin publicar', exact: true }).click();
  await bar().getByText('Editás sin publicar.').waitFor();
  await staff.context().setOffline(true);
  await edit(staff, 'Título', 'Corte de agua el martes');
  await staff.locator('[data-field="title"]').getByText('Guardado sin publicar').waitFor();
  await staff.context().setOffline(false);
  await edit(staff, 'Copete', 'De 8 a 12');
  await bar().getByText('2 cambios sin publicar: Título, Copete.').waitFor();
  // What was asked for lasts, and so does what was written.
  await staff.reload();
  await bar().getByText('2 cambios sin publicar: Título, Copete.').waitFor();
  expect(await staff.getByLabel('Título', { exact: true }).inputValue()).toBe('Corte de agua el martes');
  await staff.getByRole('link', { name: '2 cambios sin publicar', exact: true }).waitFor();
  expect(of()).toEqual(before);

  await staff.context().setOffline(true);
  const said = staff.getByText('Se publican cuando vuelva la señal', { exact: true });
  await Promise.all([said.waitFor(), bar().getByRole('button', { name: 'Publicar los cambios', exact: true }).click()]);
  // Whole, beside what the badge says.
  expect(await said.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  await bar().waitFor({ state: 'detached' });
  await staff.getByRole('link', { name: /2 cambios sin enviar/ }).waitFor();
  await staff.context().setOffline(false);
  await untilSent(staff);
  await untilStored(town, { title: 'Corte de agua el martes', description: 'De 8 a 12' }, row, id);
  const last = stored<{ at: string; count: number }>(
    town,
    'SELECT at, count(*) AS count FROM history WHERE record_id = ? GROUP BY at ORDER BY at DESC LIMIT 1',
    id,
  );
  expect(last[0]?.count).toBe(2);
});

it('waits for its author on a shared device, and is theirs to discard', async () => {
  await staff.getByRole('button', { name: 'Editar sin publicar', exact: true }).click();
  await edit(staff, 'Título', 'Otro título');
  await bar().getByText('1 cambio sin publicar: Título.').waitFor();
  await staff.getByRole('button', { name: 'Cerrar sesion', exact: true }).click();
  await staff.getByText(/Tenés 1 cambio sin publicar\./).waitFor();
  await staff.getByRole('dialog').getByRole('button', { name: 'Cerrar sesion', exact: true }).click();
  await staff.waitForURL(/\/login/);
  await logIn(staff);
  await staff.goto(`/admin/noticia/${id}`);
  await bar().getByText('1 cambio sin publicar: Título.').waitFor();
  await bar().getByRole('button', { name: 'Descartar los cambios sin publicar', exact: true }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Descartar', exact: true }).click();
  await bar().getByText('Editás sin publicar.').waitFor();
  expect(await staff.getByLabel('Título', { exact: true }).inputValue()).toBe('Corte de agua el martes');
});

it('a record that is shown again asks whether what waits goes with it; one that is deleted says that it is lost', async () => {
  await edit(staff, 'Copete', 'De 9 a 13');
  await bar().getByText('1 cambio sin publicar: Copete.').waitFor();
  await staff.getByLabel('Estado', { exact: true }).selectOption('Oculto');
  await untilStored(town, { status: 'Oculto', description: 'De 8 a 12' }, row, id);
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await staff.getByRole('dialog').getByRole('button', { name: 'Publicar con los cambios', exact: true }).click();
  await untilStored(town, { status: 'Publicado', description: 'De 9 a 13' }, row, id);
  await untilSent(staff);

  await staff.getByRole('button', { name: 'Editar sin publicar', exact: true }).click();
  await edit(staff, 'Copete', 'Nunca publicado');
  await bar().getByText('1 cambio sin publicar: Copete.').waitFor();
  await staff.getByRole('button', { name: 'Eliminar noticia', exact: true }).click();
  await staff.getByText(/Se pierde también 1 cambio sin publicar\./).waitFor();
  await staff.getByRole('dialog').getByRole('button', { name: 'Aceptar', exact: true }).click();
  await untilSent(staff);
  const history = stored<{ n: number }>(town, `SELECT count(*) AS n FROM history WHERE after LIKE '%Nunca publicado%'`);
  expect(history[0]?.n).toBe(0);
});

it('a bulletin whose PDF was refused is not said to be on the site, until its author has chosen', async () => {
  const at = '**/api/bulletin/pdf/**';
  const problem = { code: 'invalid', message: 'El PDF no se pudo leer.' };
  await staff.route(at, (route) => route.fulfill({ status: 422, json: problem }));
  const bulletin = await create(staff, '/admin/boletin', 'Crear boletin');
  await edit(staff, 'Título', 'Decreto 12');
  const file = { name: 'decreto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await staff.locator('.field-pdf input[type="file"]').setInputFiles(file);
  await staff.locator('.field-pdf').getByText('El PDF no se pudo leer.').waitFor();
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  const why = staff.getByRole('region', { name: 'Qué falta para que se vea', exact: true });
  await why.getByText('No se publica: el servidor rechazó el PDF.').waitFor();
  expect(await staff.getByRole('link', { name: /^Ver en el sitio/ }).count()).toBe(0);
  await staff.getByRole('link', { name: 'Volver', exact: true }).click();
  await staff
    .getByRole('row', { name: /Decreto 12/ })
    .getByText('No se publica: el servidor rechazó el PDF')
    .waitFor();
  await staff
    .getByRole('row', { name: /Decreto 12/ })
    .getByText('Por publicar', { exact: true })
    .waitFor();
  await staff.goto(`/admin/boletin/${bulletin}`);
  await why.getByRole('button', { name: 'Ver qué elegir', exact: true }).click();
  await staff
    .locator('.parked')
    .getByRole('button', { name: 'Reintentar', exact: true })
    .and(staff.locator(':focus'))
    .waitFor();
  await staff.unroute(at);
  await staff.keyboard.press('Enter');
  await staff.getByRole('link', { name: /^Ver en el sitio/ }).waitFor();
  expect(await why.count()).toBe(0);
  await staff.getByText('Publicado: ya se ve en el sitio.').waitFor();
});

it('a record that is published without a signal can be edited without publishing at once', async () => {
  const later = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', 'Feria de semillas');
  await untilSent(staff);
  await staff.context().setOffline(true);
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  const why = staff.getByRole('region', { name: 'Qué falta para que se vea', exact: true });
  await why.waitFor();
  await staff.getByRole('button', { name: 'Editar sin publicar', exact: true }).click();
  await bar().getByText('Editás sin publicar.').waitFor();
  await edit(staff, 'Copete', 'El domingo');
  await bar().getByText('1 cambio sin publicar: Copete.').waitFor();
  expect(await why.count()).toBe(1);
  await staff.context().setOffline(false);
  await untilStored(town, { title: 'Feria de semillas', description: '', status: 'Publicado' }, row, later);
  await why.waitFor({ state: 'detached' });
  expect(await bar().getByText('1 cambio sin publicar: Copete.').count()).toBe(1);
});

it('the title of a published story is not emptied without a question', async () => {
  const other = stored<{ id: string; title: string }>(
    town,
    `SELECT id, title FROM story WHERE status = 'Publicado'`,
  )[0];
  await staff.goto(`/admin/noticia/${other?.id}`);
  await edit(staff, 'Título', '');
  const dialog = staff.getByRole('dialog', { name: '«Título» queda vacío', exact: true });
  await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect.poll(() => staff.getByLabel('Título', { exact: true }).inputValue()).toBe(other?.title);
  await edit(staff, 'Título', '');
  await dialog.getByRole('button', { name: 'Guardar vacío', exact: true }).click();
  await untilStored(town, { title: '' }, row, other?.id ?? '');
  town.expectQuiet();
});
