import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { isPassword } from '../../../api/auth/passwords.ts';
import { answer, create, edit, showJson, stored, TOUCH, untilStored } from '../support/admin.ts';
import { PATIENCE } from '../support/patience.ts';
import { PASSWORD } from '../support/server.ts';
import { logIn, makeEditor, openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff(TOUCH);
});
afterAll(() => town.close());

const EDITOR = { username: 'rocio', password: 'otra clave larga' };

async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await untilTakenOver(page);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).tap();
}

it('the log-in says what is missing and what is wrong, waits visibly, and leads back to where the person wanted to go', async () => {
  const page = await town.visitor(TOUCH);
  await page.goto('/admin/mapas');
  await page.waitForURL('**/login?volver=*');
  await page.getByRole('heading', { name: 'Administrador web' }).waitFor();
  const asked: string[] = [];
  await untilTakenOver(page);
  page.on('request', (request) => request.url().endsWith('/users/authenticate') && asked.push(request.url()));
  await page.getByRole('button', { name: 'Ingresar' }).tap();
  await page.getByText('usuario es requerido', { exact: true }).waitFor();
  await page.getByText('Contraseña es requerida', { exact: true }).waitFor();
  expect(asked).toEqual([]);

  const password = page.getByLabel('Contraseña', { exact: true });
  await page.getByRole('button', { name: 'Mostrar la contraseña' }).tap();
  expect(await password.getAttribute('type')).toBe('text');
  await fillLogin(page, 'admin', 'no es esta');
  expect(await password.getAttribute('type')).toBe('password');
  await page.getByRole('alert').getByText('Usuario o contraseña incorrectos', { exact: false }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  // The focus is where the next attempt is made from.
  const isFocused = (button: Element) => button === document.activeElement;
  await expect.poll(() => page.getByRole('button', { name: 'Ingresar' }).evaluate(isFocused)).toBe(true);

  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      // The device may be filling its store of pages at the same time.
      if (this.transaction.db.name !== 'portal-outbox') return put.apply(this, given);
      IDBObjectStore.prototype.put = put;
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await fillLogin(page, 'admin', PASSWORD);
  await page.getByRole('alert').getByText('No queda lugar en este dispositivo', { exact: false }).waitFor();

  const seen = Promise.withResolvers<void>();
  await page.route('**/users/authenticate', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await fillLogin(page, 'admin', PASSWORD);
  await page.getByRole('progressbar', { name: 'Ingresando' }).waitFor();
  seen.resolve();
  await page.waitForURL('**/admin/mapas');

  await page.goto('/login?volver=https%3A%2F%2Fexample.com%2F');
  await page.waitForURL('**/admin');
  await page.getByRole('button', { name: 'Cerrar sesion', exact: true }).tap();
  await page.waitForURL('**/login');
  await page.goto('/admin');
  await page.waitForURL('**/login?volver=*');
  await page.context().close();
});

it('a log-in that is done before the page has looked whether somebody is logged in opens the back office once', async () => {
  const page = await town.visitor(TOUCH);
  const { promise: isEntering, resolve: enter } = Promise.withResolvers<void>();
  await page.route('**/assets/*/session-triggers-*', async (route) => {
    await isEntering;
    await route.continue();
  });
  let opened = 0;
  await page.route('**/admin', async (route) => {
    opened += 1;
    if (opened === 1) {
      const script = page.waitForResponse(/session-triggers-/);
      enter();
      await (await script).finished();
    }
    await route.continue().catch(() => {});
  });
  await page.goto('/login');
  await fillLogin(page, 'admin', PASSWORD);
  await page.getByRole('table').waitFor();
  expect(opened).toBe(1);
  await page.context().close();
});

it.for([
  ['once comes when the page loads itself again', 1],
  ['twice comes at a press that the page offers', 2],
] as const)('the code of the log-in that does not arrive %s', async ([, failures]) => {
  const page = await town.visitor(TOUCH);
  let [asked, loaded] = [0, 0];
  page.on('request', (request) => request.isNavigationRequest() && (asked += 1));
  page.on('load', () => (loaded += 1));
  await page.route(/\/assets\/tickets\/session-[\w-]{8}\.js/, (route) =>
    asked <= failures ? route.abort() : route.continue(),
  );
  await page.goto('/login');
  await expect.poll(() => loaded).toBe(2);
  await fillLogin(page, 'admin', PASSWORD);
  if (failures === 2) {
    await page.getByRole('alert').getByText('No pudimos abrir el panel').waitFor();
    await page.getByRole('button', { name: 'Volver a cargar la página' }).tap();
    await expect.poll(() => loaded).toBe(3);
    await fillLogin(page, 'admin', PASSWORD);
  }
  await page.waitForURL('**/admin');
  await page.context().close();
});

it('an Admin creates an Editor: every change asks first, cancelling restores the old value, a password that is typed is never shown, and one that is generated once', async () => {
  const id = await create(staff, '/admin/users', 'Nuevo usuario');
  const change = async (label: string, value: string, button: 'Aceptar' | 'Cancelar') => {
    await staff.getByLabel(label, { exact: true }).fill(value);
    await staff.getByLabel(label, { exact: true }).blur();
    await answer(staff, 'Estas por modificar los datos de este usuario', button);
  };
  await change('Nombre', 'Alguien', 'Cancelar');
  expect(await staff.getByLabel('Nombre', { exact: true }).inputValue()).toBe('');
  await change('Nombre', 'Rocío Antilef', 'Aceptar');
  await staff.getByRole('heading', { name: 'Rocío Antilef' }).waitFor();
  await staff.getByRole('status').getByText('Guardado', { exact: true }).waitFor();
  await change('Usuario', EDITOR.username, 'Aceptar');
  await untilStored(town, { username: EDITOR.username }, 'SELECT username FROM user WHERE id = ?', id);
  await change('Contraseña', 'Rocio-2026', 'Aceptar');
  await staff.getByText('Esa contraseña se adivina', { exact: false }).waitFor();
  const generate = async (button: 'Aceptar' | 'Cancelar') => {
    await staff.getByRole('button', { name: 'Generar contraseña', exact: true }).tap();
    await answer(staff, 'Estas por modificar los datos de este usuario', button);
  };
  const hash = () =>
    stored<{ password_hash: string }>(town, 'SELECT password_hash FROM user WHERE id = ?', id)[0]?.password_hash ?? '';
  const made = staff.getByRole('status').filter({ hasText: 'Pasásela ahora: no se vuelve a mostrar.' });
  const before = hash();
  await generate('Cancelar');
  expect([await made.count(), hash()]).toEqual([0, before]);
  await generate('Aceptar');
  const password = await made.locator('strong').innerText();
  expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect(await isPassword(password, hash())).toBe(true);
  await staff.getByRole('button', { name: 'Copiar la contraseña', exact: true }).waitFor();
  // Another one that is typed takes its place, also on the screen.
  await change('Contraseña', 'una clave prestada', 'Aceptar');
  await made.waitFor({ state: 'detached' });
  await expect.poll(() => staff.getByLabel('Contraseña', { exact: true }).inputValue()).toBe('');

  expect(hash()).toMatch(/^\$argon2id\$/);

  const enabled = staff.getByLabel('Habilitado', { exact: true });
  if (!(await enabled.isChecked())) {
    await enabled.tap();
    await answer(staff, 'Estas por modificar los datos de este usuario', 'Aceptar');
  }
  await untilStored(town, { enable: 1, usergroup: 2 }, 'SELECT enable, usergroup FROM user WHERE id = ?', id);
});

it('an Editor chooses their own password at the first log-in, sees no users, is redirected from what is for Admins and can change their own password; nobody locks them out of their tablet; disabling them ends the session at once', async () => {
  const page = await town.visitor(TOUCH);
  await page.goto('/login');
  await fillLogin(page, EDITOR.username, 'una clave prestada');
  await page
    .getByRole('alert')
    .getByText('Esa contraseña te la dio otra persona. Elegí ahora una que sepas solo vos.')
    .waitFor();
  const choose = async (next: string, again: string) => {
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(next);
    await page.getByLabel('La nueva, otra vez', { exact: true }).fill(again);
    await page.getByRole('button', { name: 'Guardar la contraseña e ingresar' }).tap();
  };
  expect(await page.getByLabel('Usuario').isVisible()).toBe(false);
  await choose(EDITOR.password, 'otra');
  await page.getByRole('alert').getByText('Las dos contraseñas nuevas no son iguales').waitFor();
  await choose('Rocio-2026', 'Rocio-2026');
  await page.getByRole('alert').getByText('Esa contraseña se adivina').waitFor();
  await choose(EDITOR.password, EDITOR.password);
  await page.waitForURL('**/admin');
  await page.getByRole('table').waitFor();
  const menu = page.getByRole('navigation', { name: 'Secciones' });
  expect(await menu.getByRole('link', { name: 'Noticias' }).count()).toBe(1);
  for (const name of ['Usuarios', 'Gobierno', 'Sitio', 'Estado del portal'])
    expect(await menu.getByRole('link', { name, exact: true }).count()).toBe(0);
  const [{ id } = { id: '' }] = stored<{ id: string }>(town, 'SELECT id FROM user WHERE username = ?', 'admin');
  for (const path of ['/admin/users', `/admin/user/${id}`, '/admin/gobierno', '/admin/sitio', '/admin/estado']) {
    await page.goto(path);
    await page.getByRole('alert').getByText('Solo los administradores pueden entrar ahí.', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
  }

  await page.getByRole('link', { name: /^Mi cuenta: / }).tap();
  const changePassword = async (current: string, next: string) => {
    await page.getByLabel('Contraseña actual', { exact: true }).fill(current);
    for (const label of ['Contraseña nueva', 'La nueva, otra vez'])
      await page.getByLabel(label, { exact: true }).fill(next);
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).tap();
  };
  await changePassword('no es esta', 'cuatro palabras sueltas');
  await page.getByRole('alert').getByText('Esa no es tu contraseña actual.', { exact: true }).waitFor();
  await changePassword(EDITOR.password, 'rocio-2026');
  await page
    .getByRole('alert')
    .getByText(/^Esa contraseña se adivina/)
    .waitFor();
  await changePassword(EDITOR.password, 'cuatro palabras sueltas');
  await page.getByText(/^Listo: la próxima vez ingresá con la contraseña nueva/).waitFor();

  // A stranger's wrong passwords lock devices that nobody knows, not the one on which the Editor has logged in before.
  await page.getByRole('button', { name: 'Cerrar sesion', exact: true }).tap();
  await page.waitForURL('**/login');
  const guess = async (password: string) => {
    const body = JSON.stringify({ username: EDITOR.username, password });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(town.url + calls.authenticate(), { method: 'POST', headers, body })).status;
  };
  for (let tries = 0; tries < 10; tries += 1) expect(await guess('no es esta')).toBe(401);
  expect(await guess('cuatro palabras sueltas')).toBe(429);
  await fillLogin(page, EDITOR.username, 'cuatro palabras sueltas');
  await page.waitForURL('**/admin');

  await staff.getByLabel('Habilitado', { exact: true }).tap();
  await answer(staff, 'Estas por modificar los datos de este usuario', 'Aceptar');
  await untilStored(town, { enable: 0 }, 'SELECT enable FROM user WHERE username = ?', EDITOR.username);
  // A page that has asked the server for something meanwhile is leaving already.
  await page.reload().catch(() => {});
  await page.waitForURL('**/login?volver=*');
  await page.context().close();
});

it('what is pressed while a field is left gets its press, and its question after that of the field', async () => {
  const page = await town.staff({ serviceWorkers: 'block' });
  const id = await create(page, '/admin/users', 'Nuevo usuario');
  const asked = (label: string) => page.getByRole('dialog', { name: 'Confirmar' }).getByText(label, { exact: true });
  const accept = () => page.getByRole('dialog').getByRole('button', { name: 'Aceptar', exact: true }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('Elsa Curin');
  await page.getByLabel('Habilitado', { exact: true }).click();
  await asked('Nombre').waitFor();
  await accept();
  await asked('Habilitado').waitFor();
  await accept();
  await untilStored(town, { name: 'Elsa Curin', enable: 1 }, 'SELECT name, enable FROM user WHERE id = ?', id);
  expect(await page.getByLabel('Habilitado', { exact: true }).isChecked()).toBe(true);

  // A refused password is over when one is generated, which is seen although the typed one is asked about first.
  await page.getByLabel('Contraseña', { exact: true }).fill('elsa-2026');
  await page.getByRole('button', { name: 'Generar contraseña', exact: true }).click();
  await asked('Contraseña').waitFor();
  await accept();
  await asked('Contraseña').waitFor();
  await accept();
  await page.getByRole('status').filter({ hasText: 'Pasásela ahora: no se vuelve a mostrar.' }).waitFor();
  expect(await page.getByLabel('Contraseña', { exact: true }).inputValue()).toBe('');
  expect(await page.getByText('Esa contraseña se adivina', { exact: false }).count()).toBe(0);
  await page.context().close();
});

it('the last Admin can be neither made an Editor nor deleted', async () => {
  const [{ id } = { id: '' }] = stored<{ id: string }>(town, 'SELECT id FROM user WHERE username = ?', 'admin');
  await staff.goto(`/admin/user/${id}`);
  await staff.getByLabel('Grupo', { exact: true }).selectOption({ label: 'Editor' });
  await answer(staff, 'Estas por modificar los datos de este usuario', 'Aceptar');
  await staff
    .getByRole('alert')
    .getByText(/administrador/i)
    .waitFor();
  await untilStored(town, { usergroup: 1 }, 'SELECT usergroup FROM user WHERE id = ?', id);

  await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
  await staff
    .getByRole('row')
    .filter({ hasText: 'admin' })
    .getByRole('button', { name: /^Acciones/ })
    .tap();
  await staff
    .getByRole('list', { name: /^Acciones: / })
    .getByRole('button', { name: /^Eliminar/ })
    .tap();
  await answer(staff, 'Estas por eliminar definitivamente este usuario', 'Aceptar');
  await staff
    .getByRole('status')
    .getByText(/^Es el único administrador que puede ingresar/)
    .waitFor();
  expect(stored(town, 'SELECT id FROM user WHERE id = ?', id)).toHaveLength(1);
});

it('after a user is deleted the focus is on the row beside it', async () => {
  const id = await create(staff, '/admin/users', 'Nuevo usuario');
  await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
  const row = staff.getByRole('row').filter({ has: staff.locator(`a[href="/admin/user/${id}"]`) });
  await row.getByRole('button', { name: /^Acciones/ }).tap();
  await staff
    .getByRole('list', { name: /^Acciones: / })
    .getByRole('button', { name: /^Eliminar/ })
    .tap();
  await answer(staff, 'Estas por eliminar definitivamente este usuario', 'Aceptar');
  await row.waitFor({ state: 'detached' });
  await staff.getByRole('status').getByText('Eliminado', { exact: true }).waitFor();
  expect(await staff.evaluate(() => document.activeElement?.textContent)).toMatch(/^Editar ./);
});

it('a double press makes one user, and a user stays on the screen when loading it again after a save fails', async () => {
  const count = () => stored(town, 'SELECT id FROM user').length;
  const before = count();
  await staff.goto('/admin/users');
  await staff.getByRole('button', { name: 'Nuevo usuario', exact: true }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await staff.getByLabel('Nombre', { exact: true }).waitFor();
  expect(count()).toBe(before + 1);

  await staff.route('**/api/data/getUserById/**', (route) => route.abort());
  await edit(staff, 'Nombre', 'Nahuel');
  const failed = staff.waitForEvent('requestfailed', (request) => request.url().includes('getUserById'));
  await answer(staff, 'Estas por modificar los datos de este usuario', 'Aceptar');
  await failed;
  await staff.getByRole('heading', { name: 'Nahuel' }).waitFor();
  await staff.getByLabel('Usuario', { exact: true }).fill('nahuel');
  expect(await staff.getByLabel('Usuario', { exact: true }).inputValue()).toBe('nahuel');
  await staff.unroute('**/api/data/getUserById/**');
});

it('users can be managed only online, and offline the screen says so', async () => {
  await staff.route('**/api/data/getUser*', (route) => route.abort());
  await staff.goto('/admin/users');
  await staff
    .getByRole('alert')
    .getByText('La gestión de usuarios necesita conexión. Revisá la señal y probá otra vez.', { exact: true })
    .waitFor();
  await staff.unroute('**/api/data/getUser*');
  await staff.getByRole('button', { name: 'Probar otra vez' }).tap();
  await staff.getByRole('table').waitFor();
});

it('useful data: form and JSON are one document with one schema, and the public page shows what was saved', async () => {
  await staff.goto('/admin/datosutiles');
  // The emergency numbers are shown here, but edited on the screen of the site.
  await staff.getByRole('region', { name: 'Emergencias' }).getByText('02902 48-1144', { exact: true }).waitFor();
  expect(await staff.getByRole('link', { name: 'Cambiarlos en Sitio' }).getAttribute('href')).toBe('/admin/sitio');
  // Every row is closed; one is found by a part of its number.
  const rows = staff.locator('.directory > li');
  const count = await rows.count();
  expect(count).toBeGreaterThan(20);
  const search = staff.getByLabel('Buscar un área, un teléfono, una dirección');
  await search.fill('481100');
  await expect.poll(() => rows.filter({ visible: true }).count()).toBeLessThan(count);
  await search.press('Enter');
  const area = staff.getByLabel('Área', { exact: true });
  expect(await area.inputValue()).toBe('Mesa de Entradas');
  await search.fill('');
  await area.fill('Línea de violencia de género');
  await staff.getByText('«Línea de violencia de género» ya está entre las emergencias', { exact: false }).waitFor();
  await area.fill('Mesa de Entradas y Archivo');
  const mail = staff.getByLabel('Correo electrónico', { exact: true });
  await mail.fill('no es un correo');
  const faults = staff.getByRole('button', { name: 'Hay 1 dato por corregir.' });
  await faults.waitFor();
  // What is wrong is not hidden in a closed row, and saving leads to it.
  const wrong = staff.getByRole('group', { name: 'Mesa de Entradas y Archivo' });
  await staff.getByRole('button', { name: 'Mesa de Entradas y Archivo', exact: true }).tap();
  await wrong.getByText('1 dato por corregir', { exact: true }).waitFor();
  expect(await mail.count()).toBe(0);
  await staff.getByRole('button', { name: 'Guardar', exact: true }).tap();
  await expect.poll(() => mail.evaluate((one) => one === document.activeElement)).toBe(true);
  await showJson(staff);
  const json = staff.locator('.json');
  await json
    .getByRole('button', { name: /expandir todo|expand all/i })
    .or(json.locator('.jsoneditor-expand-all'))
    .first()
    .tap();
  await json.getByText('Mesa de Entradas y Archivo', { exact: true }).waitFor();
  await json.locator('.jsoneditor-validation-error, .jsoneditor-schema-error').first().waitFor();
  await staff.getByRole('button', { name: 'Editar como formulario' }).tap();
  await faults.tap();
  await mail.fill('');
  await staff.getByText('Hay 1 dato por corregir.').waitFor({ state: 'detached' });
  // A number that nobody can call is asked about, by the button and by the key, and what was typed stays.
  const phones = staff.getByLabel('Teléfonos, uno por línea', { exact: true });
  const right = await phones.inputValue();
  await phones.fill('154 22-3344');
  const asked = staff.getByRole('dialog');
  const button = staff.getByRole('button', { name: 'Guardar', exact: true });
  for (const save of [() => button.tap(), () => phones.press('Control+s')]) {
    await save();
    await asked.getByText('No se puede llamar al 154 22-3344: tiene 9 cifras.').waitFor();
    await asked.getByRole('button', { name: 'Cancelar' }).tap();
    expect(await phones.inputValue()).toBe('154 22-3344');
  }
  await phones.fill(right);
  await button.tap();
  await staff.getByRole('status').getByText('Guardado: Datos útiles', { exact: true }).waitFor();
  const visitor = await town.visitor(TOUCH);
  await visitor.goto('/datosutiles');
  await visitor.getByText('Mesa de Entradas y Archivo').first().waitFor();
  await visitor.context().close();
});

it('the JSON of useful data: broken text is pointed out, can be repaired and is not saved, nor is what the form would refuse', async () => {
  const saved = () =>
    stored<{ value: string }>(town, "SELECT value FROM document WHERE id = 'usefuldata'")[0]?.value ?? '';
  const before = saved();
  await staff.goto('/admin/datosutiles');
  await showJson(staff);
  await staff.getByRole('button', { name: /^Árbol/ }).tap();
  await staff.locator('.jsoneditor-contextmenu').getByText('Texto', { exact: true }).tap();
  const json = staff.locator('.json');
  const text = json.locator('textarea.jsoneditor-text');
  const save = staff.getByRole('button', { name: 'Guardar', exact: true });
  const whole = await text.inputValue();

  await text.fill(whole.trimEnd().slice(0, -1));
  await json
    .getByText(/^Parse error on line/)
    .first()
    .waitFor();
  expect(await save.isDisabled()).toBe(true);
  await staff.locator('.screen-head').getByRole('link', { name: 'Historial' }).tap();
  const asked = staff.getByRole('dialog', { name: 'Hay texto sin guardar', exact: true });
  await asked.getByText('«Datos útiles»').waitFor();
  await asked.getByRole('button', { name: 'Cancelar', exact: true }).tap();
  await staff.getByRole('button', { name: 'Descartar lo escrito', exact: true }).tap();
  await expect.poll(async () => JSON.parse(await text.inputValue()) as unknown).toEqual(JSON.parse(whole));

  await text.fill(whole.trimEnd().slice(0, -1));
  await json.getByTitle(/^Reparar JSON/).tap();
  await expect.poll(async () => JSON.parse(await text.inputValue()) as unknown).toEqual(JSON.parse(whole));
  expect(await save.isDisabled()).toBe(true);

  await text.fill('{"filas": []}');
  await json.getByText('«rows»: tiene que ser una lista, entre corchetes.').first().waitFor();
  await staff.getByText(/^Hay \d datos por corregir\.$/).waitFor();
  await save.tap();
  await staff.getByRole('alert').getByText('«rows»: tiene que ser una lista, entre corchetes.').waitFor();
  expect(saved()).toBe(before);
  await staff.getByRole('button', { name: 'Descartar lo escrito', exact: true }).tap();
  await expect.poll(async () => JSON.parse(await text.inputValue()) as unknown).toEqual(JSON.parse(whole));

  const changed = whole.replace('"area": "Intendencia"', '"area": "Intendencia y prensa "');
  await text.fill(changed);
  await staff.getByText('Editando', { exact: true }).waitFor();
  // What is saved is what is shown: not the text from before it was broken.
  await text.fill(changed.trimEnd().slice(0, -1));
  await staff
    .getByText('Lo escrito no es JSON: corregilo o reparalo para guardarlo, o descartá lo escrito.', { exact: true })
    .waitFor();
  expect(await save.isDisabled()).toBe(true);
  await text.fill(changed);
  await save.tap();
  await staff.getByRole('status').getByText('Guardado: Datos útiles', { exact: true }).waitFor();
  await expect.poll(saved).toContain('"Intendencia y prensa"');
});

it('who opens a story that somebody else is editing is told so by name', async () => {
  await makeEditor(town, 'flor', EDITOR.password);
  const page = await town.visitor(TOUCH);
  await logIn(page, 'flor', EDITOR.password);
  const [{ id } = { id: '' }] = stored<{ id: string }>(town, "SELECT id FROM story WHERE status = 'Redaccion'");
  await staff.goto(`/admin/noticia/${id}`);
  await staff.getByLabel('Título', { exact: true }).waitFor();
  await page.goto(`/admin/noticia/${id}`);
  await page.getByText('Administrador está editando esta noticia.').waitFor();
  // It is asked every 15 seconds, and when a person comes back to the page.
  await staff.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await staff.getByText('flor está editando esta noticia.').waitFor();
  // Neither waits for it, and without a network nobody is said to be there.
  await page.context().setOffline(true);
  await page.getByText('Administrador está editando esta noticia.').waitFor({ state: 'detached' });
  await page.context().close();
});

it('a preview is as wide as a phone, by itself or beside the form, where it follows what is typed', async () => {
  const desk = await town.staff({ viewport: { width: 1280, height: 800 } });
  const [{ id } = { id: '' }] = stored<{ id: string }>(town, "SELECT id FROM story WHERE status = 'Redaccion'");
  await desk.goto(`/admin/noticia/${id}`);
  await desk.getByRole('button', { name: 'Vista previa al lado' }).click();
  const phone = desk.frameLocator('iframe[title="Vista previa en un teléfono"]');
  await phone.getByRole('heading', { level: 1 }).waitFor();
  expect(await phone.locator('html').evaluate(() => innerWidth)).toBeLessThanOrEqual(390);
  // Typed, and not saved: the field still has the focus.
  await desk.getByLabel('Título', { exact: true }).fill('Nevada en el cañadón');
  await phone.getByRole('heading', { level: 1, name: 'Nevada en el cañadón' }).waitFor();
  // And what is typed after it.
  await desk.getByLabel('Título', { exact: true }).fill('Nevada en el cañadón del Norte');
  await phone.getByRole('heading', { level: 1, name: 'Nevada en el cañadón del Norte' }).waitFor();
  await desk.getByLabel('Título', { exact: true }).fill('Nevada en el cañadón');
  await phone.getByRole('heading', { level: 1, name: 'Nevada en el cañadón', exact: true }).waitFor();
  await desk.getByLabel('Título', { exact: true }).blur();
  await desk.goto(`/admin/noticia/${id}?vista=previa`);
  await desk.getByRole('button', { name: 'Como en un teléfono' }).click();
  await phone.getByRole('heading', { level: 1, name: 'Nevada en el cañadón' }).waitFor();
  expect(await phone.locator('html').evaluate(() => innerWidth)).toBeLessThanOrEqual(390);
  expect(await phone.locator('.preview-bar').count()).toBe(0);
  await desk.context().close();
});

it('a draft is shown by a link to somebody without an account, until the link is revoked', async () => {
  const [{ id, title } = { id: '', title: '' }] = stored<{ id: string; title: string }>(
    town,
    "SELECT id, title FROM story WHERE status = 'Redaccion' AND title <> ''",
  );
  await staff.goto(`/admin/noticia/${id}`);
  await staff.getByRole('button', { name: 'Compartir el borrador' }).tap();
  await staff.getByRole('button', { name: 'Crear el enlace' }).tap();
  const address = await staff.getByRole('dialog').locator('.version-text').innerText();
  // A phone on which the service worker answers, too.
  const visitor = await town.visitor();
  await visitor.goto('/');
  await vi.waitUntil(() => visitor.evaluate(async () => (await caches.match('/shell')) !== undefined), {
    timeout: PATIENCE,
    interval: 100,
  });
  await visitor.goto(address);
  await visitor.getByRole('heading', { level: 1, name: title }).waitFor();
  await visitor.getByText('Es un borrador: todavía no está publicado', { exact: false }).waitFor();
  expect(await visitor.evaluate(() => document.scripts.length)).toBe(0);
  // What is shared would lead to a page that is not there.
  expect(await visitor.locator('.share').count()).toBe(0);
  const kept = await visitor.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(kept.filter((url) => url.includes('/borrador/') || url.includes(id))).toEqual([]);
  await staff.getByRole('button', { name: 'Anular el enlace' }).tap();
  await staff.getByRole('button', { name: 'Crear el enlace' }).waitFor();
  expect((await visitor.goto(address))?.status()).toBe(404);
  await visitor.getByText('Este enlace venció o lo anularon. Pedile otro a quien te lo pasó.').waitFor();
  await visitor.context().close();
});

it('a preview is only for staff', async () => {
  const [{ id } = { id: '' }] = stored<{ id: string }>(town, "SELECT id FROM story WHERE status = 'Redaccion'");
  await staff.goto(`/admin/noticia/${id}?vista=previa`);
  await staff.getByText('Vista previa', { exact: true }).waitFor();
  const visitor = await town.visitor(TOUCH);
  await visitor.goto(`/admin/noticia/${id}?vista=previa`);
  await visitor.waitForURL('**/login?volver=*');
  await visitor.context().close();
});

it('nothing was logged to the console', () => town.expectQuiet());
