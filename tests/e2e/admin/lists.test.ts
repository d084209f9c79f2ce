import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { answer, create, edit, showScreen, stored, TOUCH, untilSent } from '../support/admin.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff(TOUCH);
});
afterAll(() => town.close());

/** What spec sections 2.2 and 8 say of each list. */
const LISTS = [
  {
    path: '/admin',
    table: 'story',
    button: 'Crear noticia',
    what: 'esta noticia',
    columns: ['Título', 'Copete', 'Fecha', 'Estado', 'Destacada'],
  },
  {
    path: '/admin/agenda',
    table: 'agenda',
    button: 'Crear evento',
    what: 'este evento',
    columns: ['Título', 'Copete', 'Fecha', 'Estado', 'Destacada'],
  },
  {
    path: '/admin/gobierno',
    table: 'authority',
    button: 'Nuevo integrante',
    what: 'este integrante',
    columns: ['Nombre', 'Cargo', 'Descripción', 'Correo electrónico'],
  },
  {
    path: '/admin/turismo',
    table: 'album',
    button: 'Crear album',
    what: 'este album',
    columns: ['Título', 'Descripción corta', 'Estado', 'Destacada'],
  },
  { path: '/admin/mapas', table: 'map', button: 'Crear mapa', what: 'este mapa', columns: ['Título', 'Dirección web'] },
  {
    path: '/admin/puntosverdes',
    table: 'greenpoint',
    button: 'Crear mapa',
    what: 'este mapa',
    columns: ['Título', 'Dirección web'],
  },
  {
    path: '/admin/boletin',
    table: 'bulletin',
    button: 'Crear boletin',
    what: 'este boletin',
    columns: ['Título', 'Subtítulo', 'Fecha', 'Estado'],
  },
  {
    path: '/admin/users',
    table: 'user',
    button: 'Nuevo usuario',
    what: 'este usuario',
    columns: ['Nombre', 'Email', 'Usuario', 'Grupo', 'Habilitado'],
  },
];

/** Types something and deletes it, so that the record counts as touched and is not removed. */
async function touch(): Promise<void> {
  const first = staff.locator('main .field .control').first();
  await first.fill('x');
  await first.fill('');
  await first.blur();
}
const back = () => staff.getByRole('link', { name: 'Volver', exact: true }).tap();
const focused = () => staff.evaluate(() => document.activeElement?.textContent ?? '');
/** Holds the server's answers to requests for an address. @returns lets them go */
async function holdAnswers(address: string): Promise<() => void> {
  const isLetGo = Promise.withResolvers<void>();
  await staff.route(`**${address}`, async (route) => {
    await isLetGo.promise;
    await route.continue();
  });
  return isLetGo.resolve;
}
const count = (table: string) => stored<{ n: number }>(town, `SELECT count(*) AS n FROM "${table}"`)[0]?.n ?? 0;

it.each(LISTS)(
  '$path has its columns, creates a blank record, and deletes it only after confirmation',
  async ({ path, table, button, what, columns }) => {
    const before = count(table);
    await showScreen(staff, path);
    const list = staff.getByRole('region').getByRole('table');
    await list.waitFor();
    expect((await list.getByRole('columnheader').allTextContents()).slice(0, -1)).toEqual(columns);

    await create(staff, path, button);
    await touch();
    await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
    await staff.getByRole('button', { name: button, exact: true }).waitFor();
    expect(new URL(staff.url()).pathname).toBe(path);
    await expect.poll(() => count(table)).toBe(before + 1);

    const row = staff.getByRole('row').filter({ has: staff.getByRole('rowheader', { name: /^Sin (título|nombre)/ }) });
    const chooseDelete = async () => {
      await row.getByRole('button', { name: /^Acciones/ }).tap();
      const menu = staff.getByRole('list', { name: /^Acciones: / });
      await menu.getByRole('link', { name: /^Editar/ }).waitFor();
      await menu.getByRole('button', { name: /^Eliminar/ }).tap();
    };
    await chooseDelete();
    await answer(staff, `Estas por eliminar definitivamente ${what}`, 'Cancelar');
    expect(await row.count()).toBe(1);
    await chooseDelete();
    await answer(staff, `Estas por eliminar definitivamente ${what}`, 'Aceptar');
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => count(table)).toBe(before);
  },
);

// The device has only a part of the stories, and all albums.
it.each(LISTS.filter(({ table }) => table === 'story' || table === 'album'))(
  '$path: neither the row of a new record nor its edit screen is taken away while the server’s word of it comes',
  async ({ path, button }) => {
    const pulled = () => staff.waitForResponse(/changes\?since=/);
    await showScreen(staff, path);
    await staff.getByRole('table').waitFor();
    const brought = pulled();
    await staff.getByRole('button', { name: button, exact: true }).tap();
    const title = await staff.getByLabel('Título', { exact: true }).elementHandle();
    await brought;
    await untilSent(staff);
    expect(await title?.evaluate((node) => node.isConnected)).toBe(true);

    await touch();
    await staff.context().setOffline(true);
    await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
    await staff.getByRole('button', { name: button, exact: true }).tap();
    await touch();
    await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
    const row = staff
      .getByRole('row')
      .filter({ has: staff.getByRole('rowheader', { name: /^Sin título/ }) })
      .first();
    await row.getByRole('button', { name: /^Acciones/ }).tap();
    const menu = await staff
      .getByRole('list', { name: /^Acciones: / })
      .getByRole('button', { name: /^Eliminar/ })
      .elementHandle();
    const again = pulled();
    await staff.context().setOffline(false);
    await again;
    await untilSent(staff);
    expect(await menu?.isVisible()).toBe(true);
  },
);

it('a list of more than 20 has pages, and the second continues where the first ends', async () => {
  await showScreen(staff, '/admin/boletin');
  const titles = () => staff.getByRole('rowheader').allTextContents();
  await staff.getByRole('table').waitFor();
  const first = await titles();
  expect(first).toHaveLength(20);
  await staff.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Siguiente' }).tap();
  await staff.waitForURL('**/admin/boletin?pagina=2');
  await expect.poll(titles).not.toEqual(first);
  expect(await titles()).toHaveLength(20);
  await showScreen(staff, '/admin/mapas');
  await staff.getByRole('region').getByRole('table').waitFor();
  expect(await staff.getByRole('navigation', { name: 'Páginas' }).count()).toBe(0);
});

it('the question before a delete names the record and focuses Cancelar; Deshacer restores the record with everything it had', async () => {
  const [{ id, title } = { id: '', title: '' }] = stored<{ id: string; title: string }>(
    town,
    "SELECT id, title FROM album WHERE status = 'Publicado' " +
      "AND id IN (SELECT record_id FROM image WHERE type = 'album') ORDER BY created DESC LIMIT 1",
  );
  const whole = () =>
    stored<object>(
      town,
      'SELECT title, description, status, highlight, ' +
        "(SELECT count(*) FROM image WHERE type = 'album' AND record_id = album.id) AS images " +
        'FROM album WHERE id = ?',
      id,
    );
  const before = whole();
  await showScreen(staff, '/admin/turismo');
  const row = staff.getByRole('row').filter({ has: staff.getByRole('rowheader').filter({ hasText: title }) });
  await row.getByRole('button', { name: /^Acciones/ }).tap();
  await staff.getByRole('button', { name: `Eliminar ${title}` }).tap();
  const dialog = staff.getByRole('dialog', { name: 'Confirmar', exact: true });
  await dialog.getByText(`«${title}»`).waitFor();
  // Pressing Enter accidentally deletes nothing.
  await staff.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await row.count()).toBe(1);

  await row.getByRole('button', { name: /^Acciones/ }).tap();
  await staff.getByRole('button', { name: `Eliminar ${title}` }).tap();
  await answer(staff, 'Estas por eliminar definitivamente este album', 'Aceptar');
  await row.waitFor({ state: 'detached' });
  await expect.poll(whole).toEqual([]);
  await staff
    .getByRole('status')
    .filter({ hasText: `Eliminado: «${title}»` })
    .getByRole('button', { name: 'Deshacer' })
    .tap();
  await row.waitFor();
  await expect.poll(whole).toEqual(before);
});

it('offline, Deshacer undoes the delete before it is sent', async () => {
  const [{ id, title } = { id: '', title: '' }] = stored<{ id: string; title: string }>(
    town,
    'SELECT id, title FROM map LIMIT 1',
  );
  await showScreen(staff, '/admin/mapas');
  const row = staff.getByRole('row').filter({ has: staff.getByRole('rowheader').filter({ hasText: title }) });
  await row.waitFor();
  await staff.context().setOffline(true);
  await row.getByRole('button', { name: /^Acciones/ }).tap();
  await staff.getByRole('button', { name: `Eliminar ${title}` }).tap();
  await answer(staff, 'Estas por eliminar definitivamente este mapa', 'Aceptar');
  await row.waitFor({ state: 'detached' });
  await expect.poll(focused).toMatch(/^Editar (?!$)/);
  expect(await focused()).not.toBe(`Editar ${title}`);
  await staff.getByRole('button', { name: 'Deshacer' }).tap();
  await row.waitFor();
  await expect.poll(focused).toBe(`Editar ${title}`);
  await staff.getByText('Sin conexión', { exact: true }).waitFor();
  await staff.context().setOffline(false);
  await untilSent(staff);
  expect(stored(town, "SELECT 1 FROM history WHERE type = 'map' AND record_id = ? AND action = 'delete'", id)).toEqual(
    [],
  );
});

it('a record that its author creates and leaves untouched is removed, online and offline', async () => {
  const before = count('agenda');
  await create(staff, '/admin/agenda', 'Crear evento');
  await untilSent(staff);
  expect(count('agenda')).toBe(before + 1);
  await back();
  await staff.getByRole('status').getByText('Quedó vacío y no se guardó').waitFor();
  await expect.poll(() => count('agenda')).toBe(before);

  await staff.context().setOffline(true);
  await staff.getByRole('button', { name: 'Crear evento', exact: true }).tap();
  await back();
  await staff.getByRole('table').waitFor();
  await expect.poll(() => staff.getByRole('rowheader', { name: /^Sin título/ }).count()).toBe(0);
  await staff.getByRole('link', { name: 'Sin conexión', exact: true }).waitFor();
  await staff.getByRole('button', { name: 'Crear evento', exact: true }).tap();
  await edit(staff, 'Título', 'Peña de invierno');
  await back();
  await staff.getByRole('searchbox', { name: 'Buscar' }).fill('PENA de');
  await staff.getByRole('rowheader', { name: 'Peña de invierno' }).waitFor();
  await staff.context().setOffline(false);
  await untilSent(staff);
  expect(count('agenda')).toBe(before + 1);
});

it('a blank record in which somebody else wrote stays', async () => {
  const other = await town.staff(TOUCH);
  const id = await create(staff, '/admin/mapas', 'Crear mapa');
  await untilSent(staff);
  await staff.context().setOffline(true);
  // The other device uses the same account, whose own changes are never conflicts of a delete.
  await other.goto(`/admin/mapas/${id}`);
  await edit(other, 'Título', 'Mirador');
  await answer(other, 'Estas por modificar los datos de este mapa', 'Aceptar');
  await expect.poll(() => stored(town, 'SELECT title FROM map WHERE id = ?', id)).toEqual([{ title: 'Mirador' }]);
  await back();
  await staff.getByRole('region').getByRole('table').waitFor();
  await staff.context().setOffline(false);
  await untilSent(staff);
  expect(stored(town, 'SELECT title FROM map WHERE id = ?', id)).toEqual([{ title: 'Mirador' }]);
  await staff.getByRole('rowheader', { name: 'Mirador', exact: true }).waitFor();
  await other.context().close();
});

it('a list can be searched, filtered and sorted, and Volver and the back button lead to the same rows again', async () => {
  await showScreen(staff, '/admin/boletin');
  await staff.getByRole('table').waitFor();
  const titles = () => staff.getByRole('rowheader').allInnerTexts();
  await staff.getByRole('searchbox', { name: 'Buscar' }).fill('ORDENANZA');
  await staff.waitForURL('**/admin/boletin?buscar=ORDENANZA');
  expect(await staff.getByRole('searchbox', { name: 'Buscar' }).evaluate((box) => box === document.activeElement)).toBe(
    true,
  );
  await staff.getByRole('searchbox', { name: 'Buscar' }).fill('');
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await staff.waitForURL('**/admin/boletin?estado=Publicado');
  await staff.getByRole('button', { name: 'Título', exact: true }).tap();
  await staff.waitForURL('**/admin/boletin?estado=Publicado&orden=title');
  const byTitle = new Intl.Collator('es', { sensitivity: 'base', numeric: true }).compare;
  await expect
    .poll(async () => (await titles()).every((title, at, all) => at === 0 || byTitle(all[at - 1] ?? '', title) <= 0))
    .toBe(true);
  const shown = await titles();
  await staff.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Siguiente' }).tap();
  await staff.waitForURL('**/admin/boletin?estado=Publicado&orden=title&pagina=2');
  await expect.poll(titles).not.toEqual(shown);

  const second = await titles();
  const link = staff
    .getByRole('row')
    .last()
    .getByRole('link', { name: /^Editar/ });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await staff.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  for (const leave of [back, () => staff.goBack()]) {
    await staff
      .getByRole('row')
      .last()
      .getByRole('link', { name: /^Editar/ })
      .tap();
    await staff.getByRole('link', { name: 'Volver', exact: true }).waitFor();
    await leave();
    await staff.waitForURL('**/admin/boletin?estado=Publicado&orden=title&pagina=2');
    await expect.poll(titles).toEqual(second);
    await expect.poll(() => staff.evaluate(() => scrollY)).toBe(scrolled);
    expect(await staff.evaluate(() => document.activeElement?.className)).toBe('row-edit');
  }
  await staff.getByRole('button', { name: 'Ver todo' }).tap();
  await staff.waitForURL('**/admin/boletin');
});

it('a status that is chosen while what was typed is still on its way narrows the list too', async () => {
  const slow = await staff.context().newPage();
  // React draws a change of the address in messages to itself, which arrive late on a busy device.
  await slow.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => post.call(this, message), 500);
    };
  });
  await slow.goto('/admin/boletin');
  await slow.getByRole('searchbox', { name: 'Buscar' }).fill('ORDENANZA');
  await slow.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await slow.waitForURL('**/admin/boletin?buscar=ORDENANZA&estado=Publicado');
  await slow
    .getByRole('row', { name: /ordenanza/i })
    .first()
    .waitFor();
  expect(new URL(slow.url()).search).toBe('?buscar=ORDENANZA&estado=Publicado');
  await slow.close();
});

it('while the server’s answer for a page is awaited, its rows are not said to be missing and no other page is shown', async () => {
  await showScreen(staff, '/admin/agenda');
  await staff.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Página 3' }).waitFor();
  const letGo = await holdAnswers(calls.list('agenda', 3));
  await showScreen(staff, '/admin/agenda?pagina=3');
  await staff.getByText('Cargando…', { exact: true }).waitFor();
  letGo();
  await expect.poll(() => staff.getByRole('rowheader').count()).toBe(count('agenda') - 40);
  expect(new URL(staff.url()).searchParams.get('pagina')).toBe('3');
});

it('what is pressed stays in its place until it is let go, though the list changes meanwhile', async () => {
  await showScreen(staff, '/admin/boletin');
  const box = staff.getByRole('searchbox', { name: 'Buscar' });
  const row = staff.getByRole('row').nth(9);
  const button = row.getByRole('button', { name: /^Acciones/ });
  const name = (await button.getAttribute('aria-label')) ?? '';
  await button.hover();
  await staff.mouse.down();
  // As what was typed last does, which is searched for a moment later.
  await box.evaluate(
    (one: HTMLInputElement, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(one, text);
      one.dispatchEvent(new Event('input', { bubbles: true }));
    },
    name.replace('Acciones: ', ''),
  );
  await staff.waitForURL(/buscar=/);
  await staff.mouse.up();
  await staff.getByRole('list', { name }).waitFor();
  await expect.poll(() => staff.getByRole('row').count()).toBeLessThan(9);
  await staff.getByRole('list', { name }).waitFor();
});

it('after a menu was closed elsewhere, a key on its button opens it again', async () => {
  await showScreen(staff, '/admin/boletin');
  const button = staff.getByRole('button', { name: /^Acciones/ }).first();
  const menu = staff.getByRole('list', { name: /^Acciones: / });
  await button.tap();
  await menu.waitFor();
  await button.hover();
  await staff.mouse.down();
  await staff.getByRole('heading', { level: 1 }).hover();
  await staff.mouse.up();
  if (await menu.isVisible()) await staff.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await button.press('Enter');
  await menu.waitFor();
});

it('rows that only the server has stay while it is asked again', async () => {
  const [{ title } = { title: '' }] = stored<{ title: string }>(town, 'SELECT title FROM agenda ORDER BY date LIMIT 1');
  await showScreen(staff, '/admin/agenda');
  await staff.getByRole('searchbox', { name: 'Buscar' }).fill(title);
  const row = staff.getByRole('rowheader', { name: title });
  await row.waitFor();
  await staff.getByText('Buscando más en el servidor…').waitFor({ state: 'detached' });
  const letGo = await holdAnswers(calls.list('agenda', 1));
  const other = await staff.context().newPage();
  await create(other, '/admin/agenda', 'Crear evento');
  await edit(other, 'Título', 'Uno más');
  await untilSent(other);
  await staff.getByText('Buscando más en el servidor…').waitFor();
  expect(await row.count()).toBe(1);
  letGo();
  await staff.getByText('Buscando más en el servidor…').waitFor({ state: 'detached' });
  expect(await row.count()).toBe(1);
  await other.close();
});

it('on a phone every row has «Editar» in sight, as large as a finger, and it opens the record', async () => {
  const phone = await town.staff({ ...TOUCH, viewport: { width: 390, height: 844 } });
  for (const { path } of LISTS) {
    await phone.goto(path);
    const all = phone.getByRole('row').getByRole('link', { name: /^Editar / });
    await all.first().waitFor();
    const boxes = await all.evaluateAll((links) => links.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const { left, right, width, height } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  }
  await phone.goto('/admin/agenda');
  const link = phone
    .getByRole('row')
    .getByRole('link', { name: /^Editar / })
    .first();
  const to = (await link.getAttribute('href')) ?? '';
  await link.tap();
  await phone.waitForURL(`**${to}`);
  await phone.getByLabel('Título', { exact: true }).waitFor();
  await phone.context().close();
});

it('several records are deleted after one question that says how many, and restored with one press', async () => {
  const before = count('map');
  await showScreen(staff, '/admin/mapas');
  await staff.getByRole('checkbox', { name: 'Elegir todo lo de esta página' }).tap();
  await staff.getByRole('status').getByText(`Elegiste ${before} mapas.`).waitFor();
  await staff.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Eliminar' }).tap();
  await answer(staff, `Estas por eliminar definitivamente ${before} mapas`, 'Aceptar');
  await expect.poll(() => count('map')).toBe(0);
  await staff.getByText('Todavía no hay nada acá.').waitFor();
  await staff.getByRole('button', { name: 'Deshacer' }).tap();
  await expect.poll(() => count('map'), { timeout: 15_000 }).toBe(before);
});

it('several records are archived at once', async () => {
  await showScreen(staff, '/admin?estado=Publicado');
  const boxes = staff.getByRole('row').getByRole('checkbox', { name: /^Elegir (?!todo)/ });
  await boxes.first().tap();
  await boxes.nth(1).tap();
  const archived = () =>
    stored<{ n: number }>(town, "SELECT count(*) AS n FROM story WHERE status = 'Archivado'")[0]?.n ?? 0;
  const before = archived();
  await staff.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Archivar' }).tap();
  const dialog = staff.getByRole('dialog', { name: 'Confirmar', exact: true });
  await dialog.getByText('Vas a archivar 2 noticias', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Archivar' }).tap();
  await expect.poll(archived).toBe(before + 2);
  await expect.poll(focused).toMatch(/^Editar /);
  await staff.getByRole('button', { name: 'Deshacer' }).tap();
  await expect.poll(archived).toBe(before);
});

it('several stories are labelled without a signal, each once, and the list is filtered by their label', async () => {
  await showScreen(staff, '/admin?estado=Publicado');
  const boxes = staff.getByRole('row').getByRole('checkbox', { name: /^Elegir (?!todo)/ });
  await boxes.first().tap();
  await boxes.nth(1).tap();
  await staff.context().setOffline(true);
  const bar = staff.getByRole('region', { name: 'Selección' });
  await bar.getByRole('button', { name: 'Etiquetas' }).tap();
  await bar.getByLabel('Etiquetas, separadas por comas').fill('Obra larga');
  await bar.getByRole('button', { name: 'Poner' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await staff.getByText('2 noticias con #Obra larga', { exact: true }).waitFor();
  await staff.context().setOffline(false);
  await untilSent(staff);
  const added = "SELECT record_id FROM history WHERE action = 'add' AND after LIKE '%Obra larga%'";
  expect(stored(town, added)).toHaveLength(2);
  await showScreen(staff, '/admin');
  await staff.getByLabel('Etiqueta', { exact: true }).selectOption('Obra larga');
  await staff.waitForURL(/etiqueta=/);
  await expect.poll(() => staff.getByRole('rowheader').count()).toBe(2);
});

it('the offer to undo disappears together with its list', async () => {
  await showScreen(staff, '/admin/mapas');
  await staff
    .getByRole('button', { name: /^Acciones/ })
    .first()
    .tap();
  await staff.getByRole('button', { name: /^Eliminar / }).tap();
  await answer(staff, 'Estas por eliminar definitivamente este mapa', 'Aceptar');
  await staff.getByRole('button', { name: 'Deshacer' }).waitFor();
  await staff.getByRole('link', { name: 'Agenda', exact: true }).tap();
  await staff.getByRole('button', { name: 'Deshacer' }).waitFor({ state: 'detached' });
});

it('Duplicar makes a draft with the fields and labels, and says what it does not copy', async () => {
  const [{ id, title, text } = { id: '', title: '', text: '' }] = stored<{ id: string; title: string; text: string }>(
    town,
    "SELECT id, title, text FROM story WHERE status = 'Publicado' " +
      'AND id IN (SELECT story_id FROM story_label) ' +
      'AND id IN (SELECT record_id FROM image) ORDER BY date DESC LIMIT 1',
  );
  await showScreen(staff, '/admin');
  await staff.getByRole('searchbox', { name: 'Buscar' }).fill(title);
  await staff
    .getByRole('row')
    .filter({ has: staff.locator(`a[href*="${id}"]`) })
    .getByRole('button', { name: /^Acciones/ })
    .tap();
  await staff.getByRole('button', { name: `Duplicar ${title}` }).tap();
  await staff
    .getByText(`Es una copia de «${title}», en Redacción. No se copió la imagen. Volvé a subir lo que haga falta.`)
    .waitFor();
  await untilSent(staff);
  const copy = new URL(staff.url()).pathname.split('/').at(-1) ?? '';
  expect(stored(town, 'SELECT title, text, status FROM story WHERE id = ?', copy)).toEqual([
    { title: `${title} (copia)`, text, status: 'Redaccion' },
  ]);
  const labels = (of: string) =>
    stored(town, 'SELECT label_id FROM story_label WHERE story_id = ? ORDER BY position', of);
  expect(labels(copy)).toEqual(labels(id));
  expect(labels(copy)).not.toEqual([]);
});

it('a double press makes one record, and one copy', async () => {
  const twice = (button: HTMLElement) => {
    button.click();
    button.click();
  };
  const before = count('agenda');
  await showScreen(staff, '/admin/agenda');
  await staff.getByRole('button', { name: 'Crear evento', exact: true }).evaluate(twice);
  await edit(staff, 'Título', 'Feria de semillas');
  await untilSent(staff);
  expect(count('agenda')).toBe(before + 1);
  await showScreen(staff, '/admin/agenda');
  await staff.getByRole('searchbox', { name: 'Buscar' }).fill('Feria de semillas');
  await staff.getByRole('button', { name: 'Acciones: Feria de semillas', exact: true }).tap();
  await staff.getByRole('button', { name: 'Duplicar Feria de semillas' }).evaluate(twice);
  await staff.getByText('Es una copia de «Feria de semillas», en Redacción.', { exact: false }).waitFor();
  await untilSent(staff);
  expect(count('agenda')).toBe(before + 2);
});

it('a page that has lost its last row leads to the page before it', async () => {
  await showScreen(staff, '/admin/boletin?pagina=99');
  await staff.waitForURL(/pagina=\d$/);
  const last = Number(new URL(staff.url()).searchParams.get('pagina'));
  expect(last).toBeGreaterThan(1);
  await staff.getByRole('checkbox', { name: 'Elegir todo lo de esta página' }).tap();
  await staff.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Eliminar' }).tap();
  await staff.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).tap();
  await staff.waitForURL(last === 2 ? '**/admin/boletin' : `**/admin/boletin?pagina=${last - 1}`);
  await expect.poll(() => staff.getByRole('rowheader').count()).toBe(20);
});

it('nothing was logged to the console', () => town.expectQuiet());
