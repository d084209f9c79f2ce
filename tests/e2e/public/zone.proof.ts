import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDisclosure, untilSent } from '../support/admin.ts';
import { violations } from '../support/axe.ts';
import { untilHeld } from '../support/held.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let page: Page;

beforeAll(async () => {
  town = await openTown();
  page = await town.visitor();
});
afterAll(() => town.close());

const zone = () => page.getByLabel('Tu zona').inputValue();
async function search(street: string): Promise<void> {
  await page.getByLabel('Calle y número, o barrio').fill(street);
  await page.keyboard.press('Enter');
}

it('a resident finds their zone by a street, without a network, once and for every page', async () => {
  await page.goto('/hoy');
  await untilHeld(page);
  await page.context().setOffline(true);
  await page.getByText('Buscala por tu calle o tu barrio').click();
  await search('Rivadavia');
  await page.getByText('Está en varias zonas, del 1 al 200: Norte · del 201 al 800: Sur. ¿Cuál es la tuya?').waitFor();
  expect(await zone()).toBe('');
  await page.getByRole('button', { name: 'Sur', exact: true }).press('Enter');
  expect(await zone()).toBe('Sur');
  await search('av. san martin 450');
  await page.getByText('Tu zona es Norte.').waitFor();
  expect(await page.locator('.turns', { hasText: 'Zona Sur' }).count()).toBe(0);
  expect(await page.locator('datalist option', { hasText: 'Barrio Ferroviario' }).count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await search('san matrin 450');
  await page.getByText('Avenida San Martín 450: Tu zona es Norte.').waitFor();
  await search('Calle de otro pueblo');
  await page.getByText('No está en la lista. Fijate cómo está escrita, o elegí la zona por su nombre.').waitFor();
  await page.reload();
  await expect.poll(zone).toBe('Norte');
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toMatch(/san martin|rivadavia/i);
  // A roster that does not come to a zone says of which one a street is.
  await page.goto('/guardias');
  await page.getByRole('link', { name: /Recolección de residuos/ }).click();
  await page.getByText('Buscala por tu calle o tu barrio').click();
  await search('Ruta 40');
  await page.getByText('Es de la zona Chacras, que acá no figura.').waitFor();
  expect(await zone()).toBe('Norte');
});

it('an Admin pastes streets of a zone, and residents find them', async () => {
  const staff = await town.staff();
  await staff.goto('/admin/listas');
  await openDisclosure(staff, 'Norte');
  const streets = staff.getByRole('group', { name: 'Norte', exact: true }).getByLabel('Calles y barrios');
  await streets.fill(`${await streets.inputValue()}\n• Alem 1-300; Barrio Nuevo,alem 1-300`);
  await streets.blur();
  expect((await streets.inputValue()).split('\n').slice(0, 3)).toEqual([
    '25 de Mayo 1-400',
    'Alem 1-300',
    'Avenida San Martín 1-500',
  ]);
  await staff.getByRole('button', { name: 'Guardar', exact: true }).click();
  await untilSent(staff);
  page = await town.visitor();
  await page.goto('/hoy');
  await page.getByText('Buscala por tu calle o tu barrio').click();
  await search('barrio nuevo');
  await page.getByText('Tu zona es Norte.').waitFor();
});
