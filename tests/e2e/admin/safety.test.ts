import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hotp } from '../../../api/auth/totp.ts';
import { admin } from '#contract/addresses/pages';
import { fromBase32, otpAddress } from '#contract/values/one-time-codes';
import { readQr } from '../../read-qr.ts';
import { PASSWORD } from '../support/server.ts';
import { logIn, makeEditor, openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
beforeAll(async () => void (town = await openTown()));
afterAll(() => town.close());

const WIDTHS = [390, 768, 1440];
/** Keeps pictures of a screen where somebody wants to look at them. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder === undefined) return;
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
  if (before) await page.setViewportSize(before);
}

/** The application on the phone: shows codes that were not used yet. */
function phone(secret: string) {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 30_000));
    return hotp(fromBase32(secret)!, last);
  };
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
async function logOut(page: Page): Promise<void> {
  await button(page, 'Cerrar sesion').click();
  await page.waitForURL('**/login');
}
async function enter(page: Page, username: string, password: string): Promise<void> {
  await untilTakenOver(page);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await button(page, 'Ingresar').click();
}
/** Makes the passwords that were given long ago. */
function forgetConfirmations(): void {
  const db = new Database(join(town.folder, 'portal.sqlite'));
  db.prepare('UPDATE session SET confirmed = 0').run();
  db.close();
}

it('an Admin sets up the second factor, logs in with a code and with a recovery code, remembers the tablet, and closes another session', async () => {
  const page = await town.staff({ viewport: { width: 768, height: 1024 } });
  forgetConfirmations();
  await page.goto(admin.account());
  const factor = page.getByRole('region', { name: 'Verificación en dos pasos' });
  await factor.getByRole('button', { name: 'Activar' }).click();
  const secret = (await factor.locator('.step-secret').innerText()).replaceAll(' ', '');
  await look(page, 'set-up');
  expect(await readQr(await factor.locator('.step-qr svg').screenshot())).toBe(
    otpAddress({ secret, issuer: new URL(town.url).hostname, account: 'admin' }),
  );
  const code = phone(secret);
  await factor.getByLabel('Código de tu aplicación').fill(code());
  await factor.getByRole('button', { name: 'Activar' }).click();
  // The password was given long ago.
  const dialog = page.getByRole('dialog', { name: 'Confirmá que sos vos' });
  await dialog.getByLabel('Tu contraseña').fill('no es esta');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await dialog.getByText('Esa no es tu contraseña actual.').waitFor();
  await look(page, 'asked-again');
  await dialog.getByLabel('Tu contraseña').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await factor.getByRole('heading', { name: 'Tus códigos de recuperación' }).waitFor();
  const codes = await factor.locator('.codes li').allInnerTexts();
  expect(codes).toHaveLength(10);
  await look(page, 'recovery-codes');
  // They are shown this once: neither the menu nor a log-out takes them away without a question.
  const asked = page.getByRole('dialog', { name: '¿Ya los guardaste?' });
  await button(page, 'Menú').click();
  await page.getByRole('link', { name: 'Noticias' }).click();
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await button(page, 'Cerrar sesion').click();
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  expect(await factor.locator('.codes li').allInnerTexts()).toEqual(codes);
  await factor.getByRole('button', { name: 'Ya los guardé' }).click();
  await factor.getByText('Quedan 10 códigos de recuperación').waitFor();
  await look(page, 'account');

  await logOut(page);
  await enter(page, 'admin', PASSWORD);
  await page.getByLabel('Código de tu aplicación').fill('000000');
  await look(page, 'log-in-code');
  await button(page, 'Ingresar').click();
  await page.getByRole('alert').getByText('Ese código no es correcto').waitFor();
  await page.getByLabel('Código de tu aplicación').fill(code());
  await button(page, 'Ingresar').click();
  await page.waitForURL('**/admin');

  await logOut(page);
  await enter(page, 'admin', PASSWORD);
  await button(page, 'Usar un código de recuperación').click();
  await page.getByLabel('Código de recuperación', { exact: true }).fill(codes[0]!.toUpperCase());
  await page.getByLabel('Recordar esta tableta 30 días').check();
  await button(page, 'Ingresar').click();
  await page.waitForURL('**/admin');

  // On this tablet the password is enough; on another one it is not.
  await logOut(page);
  await logIn(page);
  const other = await town.visitor();
  await other.goto('/login');
  await enter(other, 'admin', PASSWORD);
  await other.getByLabel('Código de tu aplicación').fill(code());
  await button(other, 'Ingresar').click();
  await other.waitForURL('**/admin');

  await page.goto(admin.account());
  await page.getByText('Quedan 9 códigos de recuperación. Hay 1 equipo recordado.').waitFor();
  const sessions = page.getByRole('region', { name: 'Mis sesiones' });
  await sessions.getByText('(esta)').waitFor();
  const rows = sessions.getByRole('listitem');
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(2);
  await look(page, 'sessions');
  const count = await rows.count();
  await sessions
    .getByRole('button', { name: /^Cerrar la sesión/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(count - 1);
  if (count > 2) {
    await sessions.getByRole('button', { name: 'Cerrar todas las otras' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();
  }
  await expect.poll(() => rows.count()).toBe(1);
  await other.reload();
  await other
    .getByRole('dialog', { name: 'Tu sesión terminó' })
    .or(other.getByRole('heading', { name: 'Administrador web' }))
    .waitFor();

  await factor.getByRole('button', { name: 'Desactivar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click();
  await factor.getByRole('button', { name: 'Activar' }).waitFor();
  await other.context().close();
  await page.context().close();
});

it('a person of whom it is required sets it up at the log-in before anything else; an Admin removes it when the phone is lost', async () => {
  const { id } = await makeEditor(town, 'rocio', 'cuatro palabras sueltas');
  const page = await town.staff();
  await page.goto(admin.list('user'));
  const rule = page.getByLabel('Es obligatoria');
  await rule.selectOption('everybody');
  await page.getByRole('status').getByText('Guardado', { exact: true }).waitFor();
  await look(page, 'required');

  const tablet = await town.visitor();
  await tablet.goto('/login');
  await enter(tablet, 'rocio', 'cuatro palabras sueltas');
  const secret = (await tablet.locator('.step-secret').innerText()).replaceAll(' ', '');
  await look(tablet, 'log-in-set-up');
  await tablet.getByLabel('Código de tu aplicación').fill('000000');
  await button(tablet, 'Ingresar').click();
  await tablet.getByRole('alert').getByText('Ese no es el código que la aplicación muestra ahora').waitFor();
  await tablet.getByLabel('Código de tu aplicación').fill(phone(secret)());
  await button(tablet, 'Ingresar').click();
  await tablet.getByRole('heading', { name: 'Tus códigos de recuperación' }).waitFor();
  await look(tablet, 'log-in-recovery-codes');
  expect(new URL(tablet.url()).pathname).toBe('/login');
  await button(tablet, 'Ya los guardé').click();
  await tablet.waitForURL('**/admin');
  await tablet.getByRole('table').waitFor();

  await page.goto(admin.edit('user', id));
  const factor = page.getByRole('region', { name: 'Verificación en dos pasos' });
  await factor.getByText('Activada desde el').waitFor();
  await look(page, 'person');
  await factor.getByRole('button', { name: 'Quitar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click();
  await factor.getByText('No está activada. La va a configurar la próxima vez que ingrese.').waitFor();
  await page.goto(admin.list('user'));
  await rule.selectOption('nobody');
  await page.getByRole('status').getByText('Guardado', { exact: true }).waitFor();
  await page.context().close();
  await tablet.context().close();
});

it('codes that are shown in the dialog to log in again stay until the person says that they are kept', async () => {
  const password = 'cinco palabras sueltas';
  const { id } = await makeEditor(town, 'mirta', password);
  const page = await town.visitor();
  await logIn(page, 'mirta', password);
  const boss = await town.staff();
  await boss.goto(admin.list('user'));
  await boss.getByLabel('Es obligatoria').selectOption('everybody');
  await boss.getByRole('status').getByText('Guardado', { exact: true }).waitFor();
  const db = new Database(join(town.folder, 'portal.sqlite'));
  db.prepare('DELETE FROM session WHERE user_id = ?').run(id);
  db.close();
  await page.reload();
  const again = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await again.getByLabel('Contraseña', { exact: true }).fill(password);
  await again.getByRole('button', { name: 'Ingresar' }).click();
  const secret = (await again.locator('.step-secret').innerText()).replaceAll(' ', '');
  await again.getByLabel('Código de tu aplicación').fill(phone(secret)());
  await again.getByRole('button', { name: 'Ingresar' }).click();
  const codes = page.getByRole('dialog', { name: 'Verificación en dos pasos' });
  await codes.getByRole('listitem').nth(9).waitFor();
  const shown = await codes.getByRole('listitem').allInnerTexts();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
  await codes.getByRole('alert').getByText('Antes de cerrar guardá los códigos').waitFor();
  expect(await codes.getByRole('listitem').allInnerTexts()).toEqual(shown);
  await codes.getByRole('button', { name: 'Ya los guardé' }).click();
  await codes.waitFor({ state: 'detached' });
  await page.getByRole('status').getByText('Todo enviado').waitFor();

  await boss.goto('/admin/registro');
  await boss.getByLabel('Persona').selectOption({ label: 'mirta' });
  await boss.getByRole('rowheader', { name: 'Configuró su verificación en dos pasos' }).waitFor();
  expect(await boss.getByRole('rowheader').allInnerTexts()).toContain('Ingresó');
  const saved = boss.waitForEvent('download');
  await boss.getByRole('button', { name: 'Descargar planilla (CSV)' }).click();
  expect((await saved).suggestedFilename()).toBe('registro.csv');
  await boss.getByLabel('Qué').selectOption('exports');
  await boss.getByText('No hay nada así en el registro.').waitFor();
  await boss.getByLabel('Persona').selectOption('');
  await boss.getByRole('rowheader', { name: 'Descargó la planilla de este registro' }).waitFor();
  await boss.goto(admin.list('user'));
  await boss.getByLabel('Es obligatoria').selectOption('nobody');
  await boss.getByRole('status').getByText('Guardado', { exact: true }).waitFor();
  await boss.context().close();
  await page.context().close();
});

it('no page of all this had an error', () => town.expectQuiet());
