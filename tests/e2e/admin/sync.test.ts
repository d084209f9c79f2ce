import Database from 'better-sqlite3';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { answer, create, edit, stored, untilSent, untilStored } from '../support/admin.ts';
import { occupyStorage } from '../support/occupy-storage.ts';
import { PASSWORD } from '../support/server.ts';
import { logIn, openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { PATIENCE } from '../support/patience.ts';
import { freePort } from '../../../scripts/support/free-port.ts';

let town: Town;
let tablet: Page;

beforeAll(async () => {
  town = await openTown();
  tablet = await town.staff();
  await tablet.getByRole('table').waitFor();
  await untilKept(tablet);
});
afterAll(() => town.close());

it('a story written with the server stopped, with its photo, is sent from a tab opened later', async () => {
  await town.kill();
  const id = await create(tablet, '/admin', 'Crear noticia');
  await edit(tablet, 'Título', 'Nevó en el cañadón');
  await edit(tablet, 'Copete', 'Diez centímetros en dos horas');
  await tablet
    .locator('.field-picture input[type=file]')
    .setInputFiles({ name: 'nieve.jpg', mimeType: 'image/jpeg', buffer: await photo('#dfe8f0') });
  await tablet.getByRole('img', { name: 'Imagen que se va a enviar' }).waitFor();
  await tablet.locator('.field-picture').getByText('Guardado en este dispositivo').waitFor();
  await tablet.getByLabel('Estado', { exact: true }).selectOption({ label: 'Publicado' });
  await tablet.getByText('Sin conexión · 5 cambios sin enviar').waitFor();
  const context = tablet.context();
  await tablet.close();

  await town.start();
  tablet = await context.newPage();
  await tablet.goto(`/admin/noticia/${id}`);
  await tablet.getByRole('img', { name: 'Imagen actual' }).waitFor();
  await untilSent(tablet);
  await untilStored<{ title: string; status: string }>(
    town,
    { title: 'Nevó en el cañadón', status: 'Publicado' },
    'SELECT title, status FROM story WHERE id = ?',
    id,
  );
  expect(stored(town, 'SELECT name FROM image WHERE record_id = ?', id)).toHaveLength(1);
  // The story becomes public only when it is complete: the status is the last of its operations.
  expect(lines(id).at(-1)).toMatchObject({ field: 'status' });
  expect(lines(id)).toHaveLength(5);
});

it('two people who changed the same text while one was offline: both are asked about by name, and one text is chosen', async () => {
  const desk = await town.staff();
  const id = await create(desk, '/admin', 'Crear noticia');
  await edit(desk, 'Título', 'Corte de agua el lunes');
  await untilStored<{ title: string }>(
    town,
    { title: 'Corte de agua el lunes' },
    'SELECT title FROM story WHERE id = ?',
    id,
  );
  await tablet.goto(`/admin/noticia/${id}`);
  await expectValue(tablet, 'Título', 'Corte de agua el lunes');
  await tablet.context().setOffline(true);
  await edit(tablet, 'Título', 'Corte de agua el lunes a la mañana');
  await tablet.getByText('Guardado en este dispositivo').first().waitFor();
  await edit(desk, 'Título', 'Corte de agua el martes');
  await untilStored<{ title: string }>(
    town,
    { title: 'Corte de agua el martes' },
    'SELECT title FROM story WHERE id = ?',
    id,
  );

  await tablet.context().setOffline(false);
  await tablet
    .getByText(/^Vos, en otra pestaña o dispositivo, cambiaste «.*» el .*, mientras trabajabas acá/)
    .waitFor();
  await untilStored<{ title: string }>(
    town,
    { title: 'Corte de agua el martes' },
    'SELECT title FROM story WHERE id = ?',
    id,
  );
  await tablet.getByRole('link', { name: '1 cambio necesita que elijas' }).click();
  // Both values are short, so both are shown at once, each over its button.
  const theirs = tablet.getByRole('region', { name: 'La de tu otra pestaña o dispositivo' });
  expect(await theirs.locator('mark').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining('martes')]),
  );
  await theirs.getByRole('button', { name: 'La de tu otra pestaña o dispositivo' }).waitFor();
  await tablet.getByRole('button', { name: 'Armar un texto con las dos' }).click();
  const dialog = tablet.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Usar el texto combinado' }).click();
  await dialog.getByText('Todavía es solo tu versión', { exact: false }).waitFor();
  await dialog.getByLabel('Texto combinado').fill('Corte de agua el martes a la mañana');
  // It is not lost by closing the dialog, and leaving the screen asks about it.
  await dialog.getByRole('button', { name: 'Decidir después' }).click();
  await tablet.getByRole('link', { name: 'Mi cuenta', exact: false }).first().click();
  const asked = tablet.getByRole('dialog', { name: 'Hay texto sin guardar' });
  await asked.getByText('Escribiste en «Texto combinado de título»', { exact: false }).waitFor();
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await tablet.getByRole('button', { name: 'Armar un texto con las dos' }).click();
  expect(await dialog.getByLabel('Texto combinado').inputValue()).toBe('Corte de agua el martes a la mañana');
  await dialog.getByRole('button', { name: 'Usar el texto combinado' }).click();
  await untilSent(tablet);
  await untilStored<{ title: string }>(
    town,
    { title: 'Corte de agua el martes a la mañana' },
    'SELECT title FROM story WHERE id = ?',
    id,
  );
  // The other device shows it after one pull.
  await desk.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectValue(desk, 'Título', 'Corte de agua el martes a la mañana');
  await desk.context().close();
});

it('two people who changed one row of Datos útiles are asked there, and what else they changed stays', async () => {
  const desk = await town.staff();
  async function fillHours(page: Page, at: number, hours: string): Promise<void> {
    await page.locator('.directory > li').nth(at).locator('.disclosure-button').click();
    await page.getByLabel('Horario').fill(hours);
  }
  await desk.goto('/admin/datosutiles');
  await tablet.goto('/admin/datosutiles');
  await tablet.locator('.directory > li').nth(1).waitFor();
  await tablet.context().setOffline(true);
  await fillHours(tablet, 0, '07 a 13hs');
  await fillHours(tablet, 1, '9 a 12 hs');
  await tablet.getByRole('button', { name: 'Guardar', exact: true }).click();
  await tablet.getByText('Guardado en este dispositivo').first().waitFor();
  await fillHours(desk, 0, '8 a 15 hs');
  await fillHours(desk, 2, '10 a 11 hs');
  await desk.getByRole('button', { name: 'Guardar', exact: true }).click();
  await untilSent(desk);

  await tablet.context().setOffline(false);
  const rows = tablet.locator('.directory > li');
  const question = rows.nth(0).locator('.parked');
  await question
    .getByText('Vos, en otra pestaña o dispositivo, también cambiaste esto. Elegí con qué versión seguir.')
    .waitFor();
  expect(await tablet.locator('.parked').count()).toBe(1);
  expect(await question.getByRole('region', { name: 'Mi versión' }).innerText()).toContain('7 a 13 h');
  await question.getByRole('button', { name: 'La de tu otra pestaña o dispositivo' }).click();
  await question.waitFor({ state: 'detached' });
  await untilSent(tablet);
  // Times are written in one way, however they were typed.
  const [document] = stored<{ value: string }>(town, "SELECT value FROM document WHERE id = 'usefuldata'");
  const { rows: kept } = JSON.parse(document?.value ?? '{}') as { rows: { hours: string }[] };
  expect(kept.slice(0, 3).map(({ hours }) => hours)).toEqual(['8 a 15 h', '9 a 12 h', '10 a 11 h']);
  await desk.context().close();
});

it('a record that another person deleted can be restored with the changes made here meanwhile, and its text can be copied', async () => {
  const desk = await town.staff();
  const id = await create(desk, '/admin', 'Crear noticia');
  await edit(desk, 'Título', 'Horario de invierno');
  await edit(desk, 'Copete', 'Desde junio');
  await untilStored<{ description: string }>(
    town,
    { description: 'Desde junio' },
    'SELECT description FROM story WHERE id = ?',
    id,
  );
  await tablet.goto(`/admin/noticia/${id}`);
  await expectValue(tablet, 'Título', 'Horario de invierno');
  await tablet.context().setOffline(true);
  await edit(tablet, 'Título', 'Horario de invierno de la biblioteca');
  await edit(tablet, 'Video', 'https://vimeo.com/76979871');
  await tablet.getByText('Sin conexión · 2 cambios sin enviar').waitFor();
  await desk.getByRole('button', { name: 'Eliminar noticia' }).click();
  await answer(desk, 'Estas por eliminar definitivamente esta noticia', 'Aceptar');
  await expect.poll(() => stored(town, 'SELECT 1 FROM story WHERE id = ?', id)).toEqual([]);

  await tablet.context().setOffline(false);
  await tablet
    .getByText(/^Administrador eliminó este registro el .*, mientras vos trabajabas\. Tus cambios no se perdieron/)
    .waitFor();
  expect(await tablet.getByText('Corregí el valor').count()).toBe(0);
  await tablet.getByRole('link', { name: '2 cambios necesitan que elijas' }).waitFor();
  await tablet.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tablet.getByRole('button', { name: 'Copiar mi texto de «Título»' }).click();
  expect(await tablet.evaluate(() => navigator.clipboard.readText())).toBe('Horario de invierno de la biblioteca');
  await tablet.getByRole('link', { name: '2 cambios necesitan que elijas' }).click();
  await tablet.getByRole('button', { name: 'Recuperar con mis cambios' }).waitFor();
  expect(await tablet.getByText('Corregí el valor').count()).toBe(0);
  await tablet.getByRole('button', { name: 'Recuperar con mis cambios' }).click();
  await untilSent(tablet);
  const wanted = {
    title: 'Horario de invierno de la biblioteca',
    description: 'Desde junio',
    video: 'https://vimeo.com/76979871',
  };
  await untilStored<typeof wanted>(town, wanted, 'SELECT title, description, video FROM story WHERE id = ?', id);
  await desk.context().close();
});

it('a text that another person wrote is not overwritten by a screen that was only open', async () => {
  const id = await create(tablet, '/admin/agenda', 'Crear evento');
  await edit(tablet, 'Título', 'Corte de agua');
  await untilStored<{ title: string }>(town, { title: 'Corte de agua' }, 'SELECT title FROM agenda WHERE id = ?', id);
  const editor = tablet.locator('.field-html').getByRole('textbox');
  await editor.waitFor();
  const { token } = (await (await post('/users/authenticate', { username: 'admin', password: PASSWORD })).json()) as {
    token: string;
  };
  // The editor would write the break as two paragraphs, and the item with a paragraph in it.
  await post(calls.update('agenda', id, 'text'), { value: '<p>Lunes<br>martes</p><ul><li>uno</li></ul>' }, token);
  await tablet.evaluate(() => window.dispatchEvent(new Event('online')));
  await editor.getByText('martes').waitFor();
  expect(await tablet.locator('.field-html').getAttribute('data-state')).toBe('unchanged');
  await tablet.getByRole('link', { name: 'Volver', exact: true }).click();
  await tablet.getByRole('table').waitFor();
  // Changes saved on leaving would be sent before this.
  await create(tablet, '/admin/agenda', 'Crear evento');
  await untilSent(tablet);
  expect(lines(id).map(({ field }) => field)).toEqual([null, 'title', 'text']);
});

it('when a session ends the password is asked for over the page, and what was written is sent afterwards', async () => {
  const id = await made(tablet);
  // The first field reaches the server while the second is being typed.
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await tablet.route('**/update/description', async (route) => {
    await arrival;
    await route.continue();
  });
  await tablet.getByLabel('Copete', { exact: true }).fill('Empezado antes');
  change("DELETE FROM session WHERE user_id = (SELECT id FROM user WHERE username = 'admin')");
  await tablet.getByLabel('Título', { exact: true }).fill('Escrito con la sesión');
  arrive();
  await tablet.getByRole('status').getByText('Tu sesión terminó: lo que guardes queda en este dispositivo.').waitFor();
  await tablet.keyboard.type(' vencida');
  await expectValue(tablet, 'Título', 'Escrito con la sesión vencida');
  await tablet.getByLabel('Título', { exact: true }).blur();
  const dialog = tablet.getByRole('dialog', { name: 'Tu sesión terminó' });
  await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await expectValue(tablet, 'Copete', 'Empezado antes');
  const asked = tablet.waitForRequest('**/users/authenticate');
  await dialog.getByRole('button', { name: 'Ingresar' }).click();
  // The tablet is known to the server, so that nobody can lock its owner out here.
  expect((await asked).postDataJSON()).toMatchObject({ device: expect.any(String) as string });
  await dialog.waitFor({ state: 'detached' });
  await tablet.unroute('**/update/description');
  await untilStored<{ title: string; description: string }>(
    town,
    { title: 'Escrito con la sesión vencida', description: 'Empezado antes' },
    'SELECT title, description FROM story WHERE id = ?',
    id,
  );
});

it('what was being typed when the tab crashed is recovered, and saved only once its author leaves the field', async () => {
  const id = await made(tablet);
  await tablet.getByLabel('Título', { exact: true }).fill('Se suspende la fer');
  await vi.waitUntil(() => tablet.evaluate(draftCount), { timeout: PATIENCE, interval: 50 });
  const context = tablet.context();
  const wire = await context.newCDPSession(tablet);
  const crash = tablet.waitForEvent('crash');
  void wire.send('Page.crash').catch(() => {});
  await crash;
  await tablet.close();

  tablet = await context.newPage();
  // Opening the screen, in this or another tab, does not publish half a sentence.
  for (const _ of ['once', 'again']) {
    await tablet.goto(`/admin/noticia/${id}`);
    await tablet.getByText('Recuperamos lo que estabas escribiendo.').waitFor();
    await expectValue(tablet, 'Título', 'Se suspende la fer');
    await tablet.getByRole('link', { name: 'Volver', exact: true }).click();
    await tablet.getByRole('table').waitFor();
    await tablet.getByRole('link', { name: 'Hay texto sin guardar' }).waitFor();
  }
  expect(lines(id)).toHaveLength(1);
  await tablet.goto(`/admin/noticia/${id}`);
  await tablet.getByText('Recuperamos lo que estabas escribiendo.').waitFor();
  await edit(tablet, 'Título', 'Se suspende la feria');
  await untilStored<{ title: string }>(
    town,
    { title: 'Se suspende la feria' },
    'SELECT title FROM story WHERE id = ?',
    id,
  );
  await vi.waitUntil(async () => !(await tablet.evaluate(draftCount)), { timeout: PATIENCE, interval: 50 });
});

it('a new release is offered while nothing is being typed, and no tab with unsaved text is reloaded', async () => {
  const front = await openFront(town.url);
  const desk = await town.staff({ baseURL: front.url });
  await untilKept(desk);
  const id = await made(desk);
  const other = await desk.context().newPage();
  await other.goto(`/admin/noticia/${id}`);
  await other.getByLabel('Copete', { exact: true }).fill('Media ora');
  front.release();
  await desk.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  const offer = desk.getByText('Hay una versión nueva.');
  await offer.waitFor();
  const { width, height } = desk.viewportSize() as { width: number; height: number };
  await desk.setViewportSize({ width: 260, height });
  expect(await offer.evaluate((bar) => innerWidth - bar.getBoundingClientRect().right)).toBeGreaterThan(8);
  await desk.setViewportSize({ width, height });
  await desk.getByLabel('Título', { exact: true }).fill('Otra media');
  await offer.waitFor({ state: 'detached' });
  await desk.getByLabel('Título', { exact: true }).blur();
  await untilStored<{ title: string }>(town, { title: 'Otra media' }, 'SELECT title FROM story WHERE id = ?', id);
  await offer.waitFor();
  expect(await other.getByText('Hay una versión nueva.').count()).toBe(0);

  for (const tab of [desk, other]) await tab.evaluate(() => void Object.assign(window, { isOld: true }));
  const isOld = (tab: Page) => tab.evaluate(() => 'isOld' in window).catch(() => true);
  await desk.getByRole('button', { name: 'Actualizar' }).click();
  await vi.waitUntil(async () => !(await isOld(desk)), { timeout: PATIENCE, interval: 50 });
  await expectValue(desk, 'Título', 'Otra media');
  expect(await isOld(other)).toBe(true);
  await expectValue(other, 'Copete', 'Media ora');
  await edit(other, 'Copete', 'Media oración entera');
  await vi.waitUntil(async () => !(await isOld(other)), { timeout: PATIENCE, interval: 50 });
  await untilStored<{ description: string }>(
    town,
    { description: 'Media oración entera' },
    'SELECT description FROM story WHERE id = ?',
    id,
  );
  await expectValue(other, 'Copete', 'Media oración entera');
  await desk.context().close();
  await front.close();
});

it('filling the store again does not close the screen of somebody who is typing', async () => {
  const id = await create(tablet, '/admin/turismo', 'Crear album');
  await edit(tablet, 'Título', 'La doma');
  await untilStored<{ title: string }>(town, { title: 'La doma' }, 'SELECT title FROM album WHERE id = ?', id);
  await Promise.all([tablet.waitForResponse(/changes\?since=/), tablet.goto(`/admin/turismo/${id}`)]);
  await expectValue(tablet, 'Título', 'La doma');
  const field = tablet.getByLabel('Descripción corta', { exact: true });
  await field.focus();
  await tablet.keyboard.type('Se suspende la fer');
  const pieces: string[] = [];
  await tablet.route(/changes\?next=/, async (route) => {
    pieces.push(route.request().url());
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  change("UPDATE meta SET value = 'another-life' WHERE key = 'epoch'");
  const level = tablet.waitForResponse(/changes\?since=another-life/);
  await tablet.evaluate(() => window.dispatchEvent(new Event('online')));
  await level;
  expect(pieces.length).toBeGreaterThan(0);
  await tablet.keyboard.type('ia');
  expect(await field.inputValue()).toBe('Se suspende la feria');
  expect(lines(id).map(({ field: name }) => name)).toEqual([null, 'title']);
  await tablet.unroute(/changes\?next=/);
  await field.blur();
  await untilStored<{ said: string }>(
    town,
    { said: 'Se suspende la feria' },
    'SELECT shortdescription AS said FROM album WHERE id = ?',
    id,
  );
});

it('two tabs on a device show the same queue and send everything once', async () => {
  const other = await tablet.context().newPage();
  const id = await made(tablet);
  await other.goto(`/admin/noticia/${id}`);
  await expectValue(other, 'Título', '');
  await tablet.context().setOffline(true);
  await edit(tablet, 'Título', 'Desde la primera');
  await expectValue(other, 'Título', 'Desde la primera');
  await edit(other, 'Copete', 'Desde la segunda');
  for (const tab of [tablet, other]) await tab.getByText('Sin conexión · 2 cambios sin enviar').waitFor();
  await tablet.context().setOffline(false);
  for (const tab of [tablet, other]) await untilSent(tab);
  expect(lines(id).map(({ field }) => field)).toEqual([null, 'title', 'description']);
  await other.close();
});

it('a tab opened while another one is sending shows the pending changes at once', async () => {
  const id = await made(tablet);
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await tablet.route('**/update/title', async (route) => {
    await arrival;
    await route.continue();
  });
  await edit(tablet, 'Título', 'En camino');
  const other = await tablet.context().newPage();
  await other.goto(`/admin/noticia/${id}`);
  await expectValue(other, 'Título', 'En camino');
  expect(lines(id).map(({ field }) => field)).toEqual([null]);
  arrive();
  for (const tab of [tablet, other]) await untilSent(tab);
  await tablet.unroute('**/update/title');
  await other.close();
});

it('an unsaved text whose record somebody else deletes can still be read and copied', async () => {
  const id = await create(tablet, '/admin', 'Crear noticia');
  await edit(tablet, 'Título', 'La que otra persona borra');
  await tablet.locator('.rich [role="textbox"]').click();
  await tablet.keyboard.type('Un párrafo que nadie guardó');
  await tablet.getByRole('link', { name: 'Volver', exact: true }).click();
  await tablet.getByRole('button', { name: 'Seguir sin el texto', exact: true }).click();
  await tablet.getByRole('table').waitFor();
  await untilStored<{ title: string }>(
    town,
    { title: 'La que otra persona borra' },
    'SELECT title FROM story WHERE id = ?',
    id,
  );
  const { token } = (await (await post('/users/authenticate', { username: 'admin', password: PASSWORD })).json()) as {
    token: string;
  };
  expect((await post(calls.remove('story', id), {}, token)).ok).toBe(true);
  await tablet.evaluate(() => window.dispatchEvent(new Event('online')));
  await tablet.getByRole('link', { name: 'Hay texto sin guardar' }).click();
  const unsaved = tablet.getByRole('region', { name: 'Texto sin guardar' });
  await unsaved.getByText('Un párrafo que nadie guardó').waitFor();
  await unsaved.getByRole('button', { name: 'Copiar mi texto' }).click();
  await tablet.getByText(/^Copiado$|no dejó copiar/).waitFor();
  await unsaved.getByRole('button', { name: /^Descartar/ }).click();
  await answer(tablet, 'Se va a perder este texto, que está solo en este dispositivo.', 'Descartar');
  await unsaved.waitFor({ state: 'detached' });
});

it('on a shared tablet another person sees that there are pending changes, but neither reads nor sends them', async () => {
  const { token } = (await (await post('/users/authenticate', { username: 'admin', password: PASSWORD })).json()) as {
    token: string;
  };
  await post('/users/register', { username: 'eva', name: 'Eva', password: 'una clave prestada', usergroup: 2 }, token);
  await post('/users/authenticate', {
    username: 'eva',
    password: 'una clave prestada',
    newPassword: 'otra-clave-de-prueba',
  });
  const id = await made(tablet);
  await tablet.context().setOffline(true);
  // The change is still being stored when they log out.
  await occupyStorage(tablet, 1500);
  await edit(tablet, 'Título', 'Un título todavía secreto');
  await tablet.getByRole('button', { name: 'Cerrar sesion' }).click();
  await answer(
    tablet,
    'Tenés 1 cambio sin enviar. Lo que falta enviar queda guardado en este dispositivo ' +
      'y sale cuando vuelvas a ingresar. Ahora no hay conexión: ' +
      'para volver a ingresar vas a necesitar señal. ¿Cerrar la sesión igual?',
    'Cerrar sesion',
  );
  await tablet.waitForURL('**/login');
  await tablet.context().setOffline(false);
  await logIn(tablet, 'eva', 'otra-clave-de-prueba');
  await tablet.goto('/admin/pendientes');
  await tablet.getByText('Este dispositivo guarda también 1 cambio de otra persona.').waitFor();
  expect(await tablet.getByRole('main').innerText()).not.toContain('secreto');
  expect(await tablet.getByRole('button', { name: 'Enviar ahora' }).count()).toBe(0);
  await create(tablet, '/admin', 'Crear noticia');
  await edit(tablet, 'Título', 'De Eva');
  await untilStored<{ title: string }>(town, { title: 'De Eva' }, "SELECT title FROM story WHERE title = 'De Eva'");
  await untilSent(tablet);
  expect(lines(id).map(({ field }) => field)).toEqual([null]);

  await tablet.getByRole('button', { name: 'Cerrar sesion' }).click();
  await tablet.waitForURL('**/login');
  await logIn(tablet);
  await untilStored<{ title: string }>(
    town,
    { title: 'Un título todavía secreto' },
    'SELECT title FROM story WHERE id = ?',
    id,
  );
});

it('after a backup is restored every device shows its content, and pending changes are sent or ask', async () => {
  const old = await create(tablet, '/admin', 'Crear noticia');
  await edit(tablet, 'Título', 'De antes de la copia');
  await untilStored<{ title: string }>(
    town,
    { title: 'De antes de la copia' },
    'SELECT title FROM story WHERE id = ?',
    old,
  );
  await untilSent(tablet);
  await town.stop();
  const file = join(town.folder, 'portal.sqlite');
  copyFileSync(file, `${file}.copy`);
  await town.start();
  const lost = await create(tablet, '/admin', 'Crear noticia');
  await edit(tablet, 'Título', 'De después de la copia');
  await untilStored<{ title: string }>(
    town,
    { title: 'De después de la copia' },
    'SELECT title FROM story WHERE id = ?',
    lost,
  );
  await untilSent(tablet);
  await town.stop();
  await edit(tablet, 'Copete', 'Escrito mientras tanto');
  await tablet.getByText('Sin conexión · 1 cambio sin enviar').waitFor();
  await tablet.goto(`/admin/noticia/${old}`);
  await edit(tablet, 'Copete', 'Escrito mientras tanto');
  await tablet.getByText('Sin conexión · 2 cambios sin enviar').waitFor();

  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) rmSync(file + end);
  copyFileSync(`${file}.copy`, file);
  change("UPDATE meta SET value = 'otravida1234' WHERE key = 'epoch'");
  await town.start();
  await tablet.goto('/admin/pendientes');
  await tablet.getByText('Rechazado por el servidor').waitFor();
  await tablet.getByText('Lo que cambiaste ya no está en el servidor. Copiá tu texto si te sirve').waitFor();
  await tablet.getByRole('button', { name: 'Copiar mi texto de «Copete»' }).waitFor();
  expect(await tablet.getByText('Corregí el valor').count()).toBe(0);
  await untilStored<{ description: string }>(
    town,
    { description: 'Escrito mientras tanto' },
    'SELECT description FROM story WHERE id = ?',
    old,
  );
  expect(stored(town, 'SELECT id FROM story WHERE id = ?', lost)).toEqual([]);
  await tablet
    .getByRole('button', { name: 'Descartar Copete' })
    .or(tablet.getByRole('button', { name: 'Descartar', exact: true }))
    .first()
    .click();
  await answer(tablet, 'Se va a perder este cambio, que todavía no está en el servidor.', 'Descartar');
  await untilSent(tablet);
  await tablet.goto('/admin');
  await tablet.getByText('De antes de la copia').first().waitFor();
  await vi.waitUntil(async () => (await tablet.getByText('De después de la copia').count()) === 0, {
    timeout: PATIENCE,
  });
});

it('a thousand pending changes can be shown, downloaded, and discarded', async () => {
  await town.kill();
  // While the browser has a network, one of them is sent now and then to see whether the server is back, and a change
  // that is being sent is not discarded.
  await tablet.context().setOffline(true);
  await tablet.evaluate(fillOutbox, 1000);
  await tablet.goto('/admin');
  await tablet.getByText('Sin conexión · 1000 cambios sin enviar').waitFor();
  const took = await tablet.evaluate(async () => {
    const began = performance.now();
    document.querySelector<HTMLAnchorElement>('a.badge')?.click();
    while (document.querySelectorAll('.deed').length < 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - began;
  });
  console.log(`1000 waiting changes on the screen after ${Math.round(took)} ms`);
  await tablet
    .getByText('Este dispositivo guarda también 1 cambio que esta versión del portal no puede leer')
    .waitFor();
  const [file] = await Promise.all([
    tablet.waitForEvent('download'),
    tablet.getByRole('button', { name: 'Exportar a un archivo' }).click(),
  ]);
  const { operations } = JSON.parse(readFileSync(await file.path(), 'utf8')) as { operations: { value: string }[] };
  expect(operations.map(({ value }) => value)).toEqual(
    Array.from({ length: 1000 }, (_, n) => `Título número ${n + 1}`),
  );
  await tablet.getByRole('button', { name: 'Descartar todo' }).click();
  await answer(tablet, 'Se van a perder 1000 cambios que todavía no están en el servidor.', 'Descartar');
  await tablet.getByText('No hay nada sin enviar.').waitFor();
  await tablet.context().setOffline(false);
  town.expectQuiet();
});

/** Waits until the service worker can open the back office offline. */
async function untilKept(page: Page): Promise<void> {
  await vi.waitUntil(() => page.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
}

/** Creates a story and waits until it is on the server. @returns its id */
async function made(page: Page): Promise<string> {
  const id = await create(page, '/admin', 'Crear noticia');
  await vi.waitUntil(() => lines(id).length > 0, { timeout: PATIENCE, interval: 50 });
  await untilSent(page);
  return id;
}

async function expectValue(page: Page, label: string, value: string): Promise<void> {
  const isThere = async () => (await page.getByLabel(label, { exact: true }).inputValue()) === value;
  await vi.waitUntil(isThere, { timeout: PATIENCE, interval: 50 }).catch(async () => {
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  });
}

function photo(background: string): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

function lines(id: string): { field: string | null; op_id: string }[] {
  return stored(town, 'SELECT field, op_id FROM history WHERE record_id = ? ORDER BY id', id);
}

/** Changes the database directly, beside the running server. */
function change(sql: string): void {
  const db = new Database(join(town.folder, 'portal.sqlite'), { timeout: 5000 });
  db.prepare(sql).run();
  db.close();
}

function post(path: string, body: object, token?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return fetch(town.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Returns the number of drafts on the device. Runs in the page. */
async function draftCount(): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('portal-outbox');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no outbox'));
  });
  const count = db.transaction('drafts').objectStore('drafts').count();
  await new Promise((resolve) => {
    count.onsuccess = resolve;
  });
  db.close();
  return count.result;
}

/** A proxy for the portal that at some point starts serving the service worker of a later release. */
async function openFront(target: string): Promise<{ url: string; release(): void; close(): Promise<void> }> {
  const { hostname, port } = new URL(target);
  let isNew = false;
  const server = createServer((asked, answer) => {
    const isWorker = asked.url === '/sw.js';
    const { 'if-none-match': _, 'if-modified-since': __, ...whole } = asked.headers;
    const headers = isWorker ? { ...whole, 'accept-encoding': 'identity' } : asked.headers;
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, (got) => {
      if (!isWorker || !isNew) return void got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers));
      const { 'content-length': ___, etag: ____, ...kept } = got.headers;
      answer.writeHead(200, kept).write('// a later release\n');
      got.pipe(answer);
    });
    passed.once('error', () => answer.destroy());
    asked.pipe(passed);
  }).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release() {
      isNew = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Puts pending changes of the person who is logged in into the outbox of this device, each of another story, and one of
 * a later release. Runs in the page.
 */
async function fillOutbox(count: number): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('portal-outbox');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no outbox'));
  });
  const change = db.transaction(['operations', 'session', 'standing'], 'readwrite');
  const session = change.objectStore('session').get('session');
  session.onsuccess = () => {
    const { user } = session.result as { user: { id: string } };
    for (let n = 1; n <= count; n++) {
      const recordId = `s${String(n).padStart(11, '0')}`;
      change.objectStore('operations').put({
        seq: 5000 + n,
        opId: `made-${n}`,
        v: 1,
        userId: user.id,
        kind: 'update',
        entity: 'story',
        recordId,
        field: 'title',
        method: 'POST',
        path: `/api/story/${recordId}/update/title`,
        body: {},
        value: `Título número ${n}`,
        base: '',
        status: 'pending',
        sent: false,
        attempts: 0,
        delays: 0,
        nextAt: 0,
        lastError: null,
        createdAt: Date.now() - n * 1000,
      });
    }
    change.objectStore('operations').put({ seq: 5001 + count, opId: 'later', v: 3, recordId: 'x' });
    change.objectStore('standing').put({ key: 'queue', rev: 1_000_000, lastSeq: 5001 + count });
  };
  await new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error ?? new Error('not kept'));
  });
  db.close();
}
