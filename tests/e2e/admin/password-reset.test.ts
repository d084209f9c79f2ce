import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RESET_FRAGMENT } from '#contract/addresses/public-calls';
import { openMailServer } from '../../mail-server.ts';
import type { MailServer } from '../../mail-server.ts';
import { PATIENCE } from '../support/patience.ts';
import { makeEditor, openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

const EDITOR = { username: 'rocio', password: 'otra clave larga' };
const NEW = 'cuatro tordos en la acequia';
let mails: MailServer;
let town: Town;

beforeAll(async () => {
  mails = await openMailServer();
  town = await openTown({ settings: { SMTP_URL: mails.url, MAIL_FROM: 'portal@villa.example' } });
  const { id, asAdmin } = await makeEditor(town, EDITOR.username, EDITOR.password);
  await asAdmin(`/api/user/${id}/update/email`, { value: 'rocio@villa.example', base: '' });
});
afterAll(async () => {
  await town.close();
  await mails.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The address in the last mail. */
const link = () => /^http\S+$/m.exec(mails.mails.at(-1)?.text.replaceAll('\r', '') ?? '')?.[0] ?? '';
const untilMail = (count: number) => expect.poll(() => mails.mails.length, { timeout: PATIENCE }).toBe(count);

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel('Usuario').fill(EDITOR.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await button(page, 'Ingresar').click();
}

async function ask(page: Page, account: string): Promise<void> {
  await page.goto('/login');
  await untilTakenOver(page);
  await button(page, '¿Olvidaste tu contraseña?').click();
  await page.getByLabel('Usuario o correo').fill(account);
  await button(page, 'Enviar el enlace').click();
  await page.getByRole('heading', { name: 'Revisá tu correo' }).waitFor();
}

it('a forgotten password is reset by a mail, although the portal was killed while it was sent', async () => {
  const page = await town.visitor();
  await page.goto('/login');
  await untilTakenOver(page);
  await button(page, '¿Olvidaste tu contraseña?').click();
  await button(page, 'Enviar el enlace').click();
  await page.getByRole('alert').getByText('Escribí tu usuario o tu correo.').waitFor();
  await button(page, 'Volver al ingreso').click();
  await page.getByLabel('Contraseña', { exact: true }).waitFor();

  mails.answer = () => 'hang';
  await ask(page, 'Rocio@villa.example');
  await expect.poll(() => mails.said.includes('DATA'), { timeout: PATIENCE }).toBe(true);
  await town.kill();
  mails.answer = () => 'take';
  // It is the killed sender's for five minutes.
  const db = new Database(join(town.folder, 'portal.sqlite'));
  expect(db.prepare('UPDATE mail SET due = 0 WHERE tries = 1').run().changes).toBe(1);
  db.close();
  await town.start();
  await untilMail(1);
  expect(mails.mails[0]?.to).toEqual(['rocio@villa.example']);
  expect(link()).toContain(`${town.url}/login#${RESET_FRAGMENT}`);
});

it('the link leaves the address at once, sets a password, and is good once', async () => {
  const page = await town.visitor();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  const address = link();
  const token = address.split(RESET_FRAGMENT)[1] ?? '';
  expect(token).toHaveLength(43);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Elegí otra contraseña' }).waitFor();
  expect(page.url()).toBe(`${town.url}/login`);
  const fill = async (next: string, again = next) => {
    await page.getByLabel('Contraseña nueva').fill(next);
    await page.getByLabel('La nueva, otra vez').fill(again);
    await button(page, 'Guardar la contraseña').click();
  };
  await fill(NEW, 'otra');
  await page.getByRole('alert').getByText('no son iguales').waitFor();
  await fill('rocio');
  await page
    .getByRole('alert')
    .getByText(/contraseña|caracteres/)
    .waitFor();
  await fill(NEW);
  await page.getByRole('heading', { name: 'Tu contraseña cambió' }).waitFor();
  await button(page, 'Ingresar').click();
  await enter(page, EDITOR.password);
  await page.getByRole('alert').getByText('Usuario o contraseña incorrectos', { exact: false }).waitFor();
  await enter(page, NEW);
  await page.waitForURL('**/admin');
  expect(addresses.filter((one) => one.includes(token))).toEqual([]);
  await untilMail(2);
  expect(mails.mails.at(-1)?.text).toContain('La contraseña del usuario «rocio»');

  // Somebody is logged in here: the link is heard all the same, and says that it is used up.
  await page.goto(address);
  await fill(`${NEW} 2`);
  await page.getByRole('alert').getByText('Este enlace ya no sirve').waitFor();
  await button(page, 'Pedir otro enlace').click();
  await page.getByLabel('Usuario o correo').waitFor();
  town.expectQuiet();
});

it('the same is said to whoever asks for an account that nobody has, and no mail is sent', async () => {
  const page = await town.visitor();
  await ask(page, EDITOR.username);
  const words = await page.locator('main').innerText();
  await untilMail(3);
  await ask(page, 'nadie');
  expect(await page.locator('main').innerText()).toBe(words);
  expect(mails.mails).toHaveLength(3);
});

it('a portal that sends no mail says whom to ask', async () => {
  const other = await openTown({ isEmpty: true });
  try {
    const page = await other.visitor();
    const heard = page.waitForResponse(/\/users\/passwordReset$/);
    await page.goto('/login');
    await untilTakenOver(page);
    await heard;
    await page.getByText('Pedile otra a un administrador').waitFor();
    expect(await button(page, '¿Olvidaste tu contraseña?').count()).toBe(0);
  } finally {
    await other.close();
  }
});
