import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Site } from '#contract/town/documents';
import { TABLET, openDisclosure, untilSent } from '../support/admin.ts';
import { violations } from '../support/axe.ts';
import { untilHeld, untilPictureShown } from '../support/held.ts';
import { occupyStorage } from '../support/occupy-storage.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
beforeAll(async () => {
  town = await openTown();
  staff = await town.staff({ viewport: TABLET.landscape });
  await staff.goto('/admin/sitio');
  await openDisclosure(staff, 'Nombre y escudo');
});
afterAll(() => town.close());

const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).click();
const stored = async () => (await (await fetch(`${town.url}/api/dataPublic/site`)).json()) as Site;
const picture = async (width: number, height: number, background: string) => ({
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
});

it('beside the preview the names of the lines of a section are not broken within a word', async () => {
  await openDisclosure(staff, 'Emergencias');
  const lines = await staff.getByRole('button', { name: 'Bomberos', exact: true }).evaluate((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(1);
  await openDisclosure(staff, 'Nombre y escudo');
});

it('an Admin sees the home page with a new name, shield and photo before anything is saved; then residents do', async () => {
  const preview = staff.locator('.site-preview');
  await preview.locator('h1', { hasText: 'Cañadón Huemul' }).waitFor();
  await staff.getByLabel('Nombre de la localidad').fill('San Telmo del Mar');
  await preview.locator('h1', { hasText: 'San Telmo del Mar' }).waitFor();
  await staff.getByLabel('Nombre de la localidad').fill('');
  await staff.getByText('Falta el nombre de la localidad.', { exact: true }).waitFor();
  await preview.locator('h1', { hasText: 'San Telmo del Mar' }).waitFor();
  await staff.getByLabel('Nombre de la localidad').fill('San Telmo del Mar');
  expect((await stored()).town).toBe('Cañadón Huemul');

  await staff.context().setOffline(true);
  await staff.locator('.shield input[type=file]').setInputFiles(await picture(300, 300, '#7a1f2b'));
  await openDisclosure(staff, 'Foto de portada');
  const photo = staff.getByRole('group', { name: 'Foto de portada', exact: true });
  await photo.locator('input[type=file]').setInputFiles(await picture(1200, 600, '#1a8a9b'));
  await preview.locator('.hero img').waitFor();
  const across = photo.getByLabel('Punto importante, a lo ancho');
  await photo.getByAltText('Foto de portada, entera').click({ position: { x: 2, y: 2 } });
  expect(Number(await across.inputValue())).toBeLessThan(5);
  await across.focus();
  for (let step = 0; step < 20; step += 1) await staff.keyboard.press('ArrowRight');
  const x = Number(await across.inputValue());
  expect(x).toBeGreaterThanOrEqual(20);
  await photo.getByLabel('Punto importante, a lo alto').fill('75');
  await photo.getByLabel('Descripción de la imagen').fill('La costanera al atardecer');
  await photo.getByLabel('Descripción de la imagen').blur();
  expect(await violations(staff)).toEqual([]);
  await save(staff);
  await staff.context().setOffline(false);
  await untilSent(staff);

  const visitor = await town.visitor();
  await visitor.goto('/');
  expect(await visitor.getByRole('heading', { level: 1 }).innerText()).toBe('San Telmo del Mar');
  const hero = visitor.getByAltText('La costanera al atardecer');
  expect(await hero.evaluate((one) => getComputedStyle(one).objectPosition)).toBe(`${x}% 75%`);
  expect(await visitor.locator('.ridge').count()).toBe(0);
  expect(await visitor.locator('.header .mark img, .header img').first().getAttribute('src')).toContain(
    '/uploads/site/',
  );
  expect(await violations(visitor)).toEqual([]);
  await visitor.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(visitor, 'colours')).toEqual([]);
  await visitor.context().close();
});

it('two Admins who change Sitio at once keep both changes, and decide about a field that both changed', async () => {
  const other = await town.staff({ viewport: TABLET.landscape });
  await other.goto('/admin/sitio');
  for (const page of [staff, other]) await openDisclosure(page, 'Nombre y escudo');
  await staff.context().setOffline(true);
  await staff.getByLabel('Lema', { exact: true }).fill('Donde nace el viento');
  await save(staff);
  await openDisclosure(other, 'Contacto');
  await other.getByLabel('Dirección', { exact: true }).fill('Belgrano 10');
  await save(other);
  await untilSent(other);
  await staff.context().setOffline(false);
  await untilSent(staff);
  expect(await stored()).toMatchObject({ motto: 'Donde nace el viento', address: 'Belgrano 10' });

  await staff.getByText('Guardado: Sitio', { exact: true }).first().waitFor();
  await staff.context().setOffline(true);
  await staff.getByLabel('Lema', { exact: true }).fill('Tierra de viento');
  await save(staff);
  await other.reload();
  await openDisclosure(other, 'Nombre y escudo');
  await expect
    .poll(() => other.getByLabel('Lema', { exact: true }).inputValue(), { timeout: PATIENCE })
    .toBe('Donde nace el viento');
  await other.getByLabel('Lema', { exact: true }).fill('Tierra de mar');
  await save(other);
  await untilSent(other);
  await staff.context().setOffline(false);
  const mine = staff.getByRole('region', { name: 'Mi versión' });
  // Where the field stands, with what it says.
  await mine.getByText('Tierra de viento', { exact: true }).waitFor();
  const field = staff.locator('.field', { has: staff.getByLabel('Lema', { exact: true }) });
  await field
    .locator('.parked')
    .getByText('Vos, en otra pestaña o dispositivo, también cambiaste esto. Elegí con qué versión seguir.')
    .waitFor();
  await mine.getByRole('button', { name: 'Mi versión' }).click();
  await untilSent(staff);
  expect((await stored()).motto).toBe('Tierra de viento');

  await staff.goto('/admin/historial/site/site');
  await staff.getByText('cambió «Lema»').first().waitFor();
  await staff.getByText('cambió «Dirección»').first().waitFor();
  expect(await staff.locator('.history').innerText()).toContain('Dirección: Belgrano 10');
  await other.context().close();
  town.expectQuiet();
});

it('a screen that is left right after «Guardar» asks nothing, and its change is saved', async () => {
  await staff.goto('/admin/sitio');
  await openDisclosure(staff, 'Nombre y escudo');
  await staff.getByLabel('Lema', { exact: true }).fill('Con prisa');
  await occupyStorage(staff, 1500);
  await save(staff);
  await staff
    .getByRole('navigation', { name: 'Secciones' })
    .getByRole('link', { name: 'Noticias', exact: true })
    .click();
  await staff.getByRole('table').waitFor();
  await untilSent(staff);
  expect((await stored()).motto).toBe('Con prisa');
  town.expectQuiet();
});

it('a photo in the place of the landscape is shown without a server after one visit', async () => {
  await staff.goto('/admin/sitio');
  await openDisclosure(staff, 'Foto de portada');
  const photo = staff.getByRole('group', { name: 'Foto de portada', exact: true });
  await photo.locator('input[type=file]').setInputFiles(await picture(1400, 700, '#33691e'));
  await untilSent(staff);
  const visitor = await town.visitor();
  await visitor.goto('/');
  await untilHeld(visitor);
  await untilPictureShown(visitor, '/uploads/hero/');
  await town.kill();
  const tab = await visitor.context().newPage();
  await tab.goto('/');
  const width = () => tab.locator('.hero img').evaluate((one: HTMLImageElement) => one.naturalWidth);
  await expect.poll(width, { timeout: PATIENCE }).toBeGreaterThan(0);
  await tab.getByText(/^Sin respuesta/).waitFor();
  await visitor.context().close();
});
