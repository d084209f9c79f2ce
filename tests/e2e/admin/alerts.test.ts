import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { momentAt } from '#contract/values/dates';
import { create, edit, stored, untilSent, untilStored } from '../support/admin.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
const PHONE = { width: 390, height: 844 };

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff({ viewport: PHONE });
  await staff.getByRole('table').waitFor();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
});
afterAll(() => town.close());

const HOUR = 3_600_000;
const focused = () => staff.evaluate(() => document.activeElement?.textContent);
const alertOf = (id: string) => 'SELECT status, onset, expires FROM alert WHERE id = ' + `'${id}'`;

/** Publishes what is on screen: staff see the message to the phones first. */
async function publish(): Promise<void> {
  await staff.getByRole('button', { name: 'Publicar alerta' }).click();
  await staff
    .getByRole('dialog', { name: 'Publicar y avisar' })
    .getByRole('button', { name: 'Publicar y avisar' })
    .click();
}

it('a written alert is published once its message was seen, and everybody sees it above every page', async () => {
  const id = await create(staff, '/admin/alert', 'Crear alerta');
  await staff.getByText('Escribí qué pasa.').waitFor();
  await edit(staff, 'Qué pasa', 'Ruta 40 cortada por nieve');
  await staff.getByLabel('Gravedad', { exact: true }).selectOption('Extreme');
  await staff.getByText(/^Todo listo\. Va a verse hasta (hoy|mañana) a las? \d/).waitFor();
  // What few people change is behind a word.
  expect(await staff.getByLabel('Certeza', { exact: true }).count()).toBe(0);
  await staff.getByRole('button', { name: 'Publicar alerta' }).click();
  const asked = staff.getByRole('dialog', { name: 'Publicar y avisar' });
  await asked.getByText('Alerta extrema: Ruta 40 cortada por nieve').waitFor();
  await asked.getByText(/^Nadie pidió todavía avisos de alertas en su teléfono/).waitFor();
  await asked.getByRole('button', { name: 'Cancelar' }).click();
  await asked.waitFor({ state: 'detached' });
  await untilStored(town, { status: 'Redaccion' }, alertOf(id));
  await publish();
  await staff.getByText(/^Publicada\. Termina (hoy|mañana) .* No había teléfonos a los que avisar\.$/).waitFor();
  // The button that had the focus is gone.
  await expect.poll(focused).toMatch(/^Publicada/);
  await untilStored(town, { status: 'Publicado' }, alertOf(id));
  const [alert] = stored<{ onset: string; expires: string }>(town, alertOf(id));
  expect(Date.parse(`${alert?.expires}:00-03:00`) - Date.parse(`${alert?.onset}:00-03:00`)).toBe(6 * HOUR);
  for (const path of ['/', '/noticias', '/datosutiles'])
    expect(await (await fetch(town.url + path)).text()).toContain('Ruta 40 cortada por nieve');
});

it('an alert that says nothing is not published: it would go out while its author still writes', async () => {
  const id = await create(staff, '/admin/alert', 'Crear alerta');
  const asked = staff.getByRole('dialog', { name: 'Falta «Qué pasa»', exact: true });
  await staff.getByRole('button', { name: 'Publicar alerta' }).click();
  expect(await asked.getByRole('button').allInnerTexts()).toEqual(['Entendido']);
  await asked.getByRole('button', { name: 'Entendido' }).click();
  await asked.waitFor({ state: 'detached' });
  await untilSent(staff);
  await untilStored(town, { status: 'Redaccion' }, alertOf(id));
  await edit(staff, 'Qué pasa', 'Plaza cerrada');
  await publish();
  await staff.getByText(/^Publicada\. Termina/).waitFor();
});

it('what of an alert cannot be saved is named by its bar, and its button leads there instead of asking', async () => {
  const id = await create(staff, '/admin/alert', 'Crear alerta');
  await edit(staff, 'Qué pasa', 'Puente en obra');
  await edit(staff, 'Enlace', 'esto no es un enlace');
  await staff.getByText('Corregí «Enlace»: así como está no se puede guardar.').waitFor();
  await staff.getByRole('button', { name: 'Publicar alerta' }).click();
  const link = staff.getByLabel('Enlace', { exact: true });
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await staff.getByRole('dialog').count()).toBe(0);
  await staff.getByText(/^No se pudo publicar: «Enlace» no se puede guardar así\./).waitFor();
  await edit(staff, 'Enlace', '');
  await staff.getByText(/^Todo listo\./).waitFor();
  await untilStored(town, { status: 'Redaccion' }, alertOf(id));
});

it('an alert written and published without a signal is on the site once the signal is back', async () => {
  await town.kill();
  await staff.goto('/admin/alert');
  await staff.getByRole('button', { name: 'Crear alerta', exact: true }).click();
  await edit(staff, 'Qué pasa', 'Corte de luz en el barrio La Costa');
  await publish();
  await staff.getByText('Todavía no se envió: el público lo va a ver así cuando salga de este dispositivo.').waitFor();
  await town.start();
  await staff.evaluate(() => window.dispatchEvent(new Event('online')));
  await untilSent(staff);
  await staff.getByText(/^Publicada\. Termina/).waitFor();
  expect(await (await fetch(town.url)).text()).toContain('Corte de luz en el barrio La Costa');
});

it('staff are warned in the back office before an alert ends, and prolong it with one press', async () => {
  const id = await create(staff, '/admin/alert', 'Crear alerta');
  await edit(staff, 'Qué pasa', 'Perro perdido');
  await staff.getByLabel('Termina', { exact: true }).fill(momentAt(Date.now() + HOUR));
  await staff.getByLabel('Termina', { exact: true }).blur();
  await publish();
  await untilStored(town, { status: 'Publicado' }, alertOf(id));
  await staff.goto('/admin/agenda');
  const told = staff.getByRole('status').filter({ hasText: 'La alerta «Perro perdido» termina' });
  await told.getByRole('button', { name: /^Renovar hasta/ }).click();
  await told.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Agenda');
  await untilSent(staff);
  const [alert] = stored<{ expires: string }>(town, alertOf(id));
  expect(Date.parse(`${alert?.expires}:00-03:00`)).toBeGreaterThan(Date.now() + 24 * HOUR);
});

it('a draft is previewed with its announcement above the page', async () => {
  const id = await create(staff, '/admin/alert', 'Crear alerta');
  await edit(staff, 'Qué pasa', 'Simulacro de evacuación');
  await staff.getByText(/^Todo listo/).waitFor();
  await staff.goto(`/admin/alert/${id}?vista=previa`);
  await staff
    .getByRole('complementary', { name: 'Alertas' })
    .getByRole('link', { name: 'Simulacro de evacuación' })
    .waitFor();
  await staff.getByRole('heading', { level: 1, name: 'Simulacro de evacuación' }).waitFor();
  town.expectQuiet();
});

it('a preview follows what is changed in another tab', async () => {
  const id = await create(staff, '/admin/alert', 'Crear alerta');
  await edit(staff, 'Qué pasa', 'Corte de luz');
  const preview = await staff.context().newPage();
  await preview.goto(`/admin/alert/${id}?vista=previa`);
  const heading = preview.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toBe('Corte de luz');
  await edit(staff, 'Qué pasa', 'Corte de luz en el barrio Norte');
  await expect.poll(() => heading.textContent()).toBe('Corte de luz en el barrio Norte');
  await preview.close();
});
