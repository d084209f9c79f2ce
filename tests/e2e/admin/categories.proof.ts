import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { edit, TOUCH, openDisclosure, untilSent } from '../support/admin.ts';
import { violations } from '../support/axe.ts';
import { untilStaffHeld } from '../support/held.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff(TOUCH);
});
afterAll(() => town.close());

const row = (name: string) => staff.getByRole('group', { name, exact: true });
const choices = async (label: string) =>
  (await staff.getByLabel(label, { exact: true }).locator('option').allInnerTexts()).map((text) => text.trim());

it('an Admin names, adds, retires and orders the classes of the bulletin offline, and staff and residents see them', async () => {
  await staff.goto('/admin/listas');
  await row('Decreto').waitFor();
  expect(await violations(staff)).toEqual([]);
  await untilStaffHeld(staff);
  await staff.context().setOffline(true);
  await openDisclosure(staff, 'Decreto');
  await row('Decreto').getByLabel('Nombre', { exact: true }).fill('Ordenanza');
  await row('Ordenanza').getByLabel('Título de la lista').fill('Ordenanzas del Concejo');
  await openDisclosure(staff, 'Tarifas');
  await row('Tarifas').getByLabel('Retirada').check();
  await staff.getByRole('button', { name: 'Agregar una clase' }).tap();
  await row('Sin nombre').getByLabel('Nombre', { exact: true }).fill('Licitaciones');
  await staff.getByText('«Licitaciones» ya está en la lista.', { exact: true }).waitFor();
  await row('Licitaciones').nth(1).getByLabel('Nombre', { exact: true }).fill('Resolución');
  await row('Resolución').getByRole('button', { name: 'Subir Resolución' }).tap();
  await openDisclosure(staff, 'Ordenanza');
  await staff.getByRole('button', { name: 'Quitar Ordenanza' }).tap();
  await staff.getByText('«Ordenanza» está en uso: no se puede quitar, pero sí retirar.', { exact: true }).waitFor();
  const order = async () => {
    const [bulletin] = await staff.locator('.list-part').all();
    return bulletin?.locator('.disclosure-title').allInnerTexts();
  };
  const handle = (name: string) => staff.getByRole('button', { name: `Mover ${name}: arrastrá, o usá las flechas` });
  const before = await order();
  await handle('Ordenanza').focus();
  await staff.keyboard.press('ArrowDown');
  expect((await order())?.slice(0, 2)).toEqual([before?.[1], 'Ordenanza']);
  expect(await handle('Ordenanza').evaluate((one) => one === document.activeElement)).toBe(true);
  // A height of the screen inside the row above, which the dragged row then covers.
  await handle('Ordenanza').scrollIntoViewIfNeeded();
  const from = await handle('Ordenanza').boundingBox();
  const above = await row(String(before?.[1])).boundingBox();
  await staff.mouse.move(from!.x + 10, from!.y + 10);
  await staff.mouse.down();
  await staff.mouse.move(from!.x + 10, above!.y + 10, { steps: 5 });
  await staff.mouse.up();
  expect(await order()).toEqual(before);
  // A button stays with its entry, too, and gives the focus to the handle where it has nowhere left to move it.
  const focused = () => staff.evaluate(() => document.activeElement?.textContent);
  await staff.getByRole('button', { name: 'Subir Resolución' }).focus();
  for (let at = (await order())?.indexOf('Resolución') ?? 0; at > 0; at -= 1) {
    expect(await focused()).toContain('Subir Resolución');
    await staff.keyboard.press('Enter');
  }
  expect((await order())?.[0]).toBe('Resolución');
  expect(await focused()).toContain('Mover Resolución');
  for (let at = 0; at < (before?.indexOf('Resolución') ?? 0); at += 1) await staff.keyboard.press('ArrowDown');
  expect(await order()).toEqual(before);
  await staff.getByRole('button', { name: 'Guardar', exact: true }).tap();
  await staff.getByText('Guardado en este dispositivo', { exact: true }).waitFor();

  await staff.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: 'Boletín', exact: true }).tap();
  await staff.getByRole('button', { name: 'Crear boletin' }).tap();
  await staff.getByRole('link', { name: 'Volver', exact: true }).waitFor();
  expect(await choices('Clase')).toEqual(['Ordenanza', 'Licitaciones', 'Resolución']);
  await staff.getByLabel('Clase', { exact: true }).selectOption('Resolución');
  await edit(staff, 'Título', 'Se fija el horario de invierno');
  await edit(staff, 'Subtítulo', '12/2026');
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await staff.getByRole('dialog', { name: 'Falta el PDF' }).getByRole('button', { name: 'Seguir igual' }).click();
  await staff.context().setOffline(false);
  await untilSent(staff);

  const visitor = await town.visitor(TOUCH);
  await visitor.goto('/boletin/resolucion');
  await visitor.getByRole('link', { name: 'Se fija el horario de invierno' }).waitFor();
  const classes = visitor.getByRole('navigation', { name: 'Clases' });
  expect(await classes.getByRole('link').allInnerTexts()).toEqual([
    'Todos',
    'Ordenanzas del Concejo',
    'Licitaciones',
    'Resolución',
    // Retired, and still with something to read.
    'Tarifas',
    'Digesto municipal (PDF, se abre aparte)',
  ]);
  await classes.getByRole('link', { name: 'Ordenanzas del Concejo' }).tap();
  await visitor.waitForURL('**/boletin/decreto');
  expect(await visitor.getByRole('main').locator('a.label').first().innerText()).toBe('#ordenanza');
  await visitor.context().close();
});

it('an Admin names a category of events, and the agenda has the new name at the old address', async () => {
  await staff.goto('/admin/listas');
  await openDisclosure(staff, 'Cultura');
  await row('Cultura').getByLabel('Nombre', { exact: true }).fill('Arte y fiestas');
  await openDisclosure(staff, 'Juventud');
  await row('Juventud').getByLabel('Retirada').check();
  await staff.getByRole('button', { name: 'Guardar', exact: true }).tap();
  await untilSent(staff);
  const visitor = await town.visitor(TOUCH);
  for (const path of ['/', '/agenda']) {
    await visitor.goto(path);
    const link = visitor.getByRole('navigation', { name: 'Categorías' }).getByRole('link', { name: 'Arte y fiestas' });
    expect(await link.getAttribute('href')).toBe('/agenda/cultura');
  }
  await visitor.goto('/agenda/cultura');
  expect(await visitor.title()).toMatch(/^Agenda: Arte y fiestas/);
  expect(await visitor.getByRole('main').locator('a.label').allInnerTexts()).toContain('#arte y fiestas');
  await visitor.context().close();
});
