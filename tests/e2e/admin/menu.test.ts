import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Menu } from '#contract/town/menu';
import { showScreen, openDisclosure, untilSent } from '../support/admin.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
beforeAll(async () => {
  town = await openTown();
  staff = await town.staff();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
});
afterAll(() => town.close());

/** The names in the menu that a resident gets, without what is below them. */
async function menu(): Promise<string[]> {
  const html = await (await fetch(town.url)).text();
  const nav = /<nav aria-label="Principal">(.*?)<\/nav>/s.exec(html)?.[1] ?? '';
  return [...nav.matchAll(/<(?:a|summary)[^>]*>([^<]*)</g)].map(([, name = '']) => name);
}
/** The names of the entries on the screen, those in groups included, in order. */
const entries = () => staff.locator('.directory .disclosure-title').allTextContents();

it('an Admin orders the menu offline, by keyboard and by dragging, groups it and names it, and residents get it', async () => {
  await staff.setViewportSize({ width: 1024, height: 1800 });
  // Nothing scrolls slowly while places are measured.
  await staff.emulateMedia({ reducedMotion: 'reduce' });
  await staff.goto('/admin/menu');
  await staff.getByRole('button', { name: 'Subir Agenda' }).waitFor();
  await town.kill();
  const handle = (name: string) => staff.getByRole('button', { name: `Mover ${name}: arrastrá, o usá las flechas` });
  await handle('Agenda').focus();
  await staff.keyboard.press('ArrowUp');
  await staff.keyboard.press('ArrowUp');
  expect((await entries()).slice(3, 7)).toEqual(['Boletín Oficial', 'Guardias y recorridos', 'Agenda', 'Impuestos']);
  expect(await handle('Agenda').evaluate((one) => one === document.activeElement)).toBe(true);

  await handle('Noticias').scrollIntoViewIfNeeded();
  const from = await handle('Noticias').boundingBox();
  await staff.mouse.move(from!.x + 10, from!.y + 10);
  await staff.mouse.down();
  const to = await staff.getByRole('group', { name: 'Gobierno', exact: true }).boundingBox();
  await staff.mouse.move(from!.x + 10, to!.y + to!.height - 10, { steps: 5 });
  await staff.mouse.up();
  await expect.poll(async () => (await entries()).slice(0, 2)).toEqual(['Gobierno', 'Noticias']);

  const order = await entries();
  const start = await handle('Noticias').boundingBox();
  const end = await staff.getByRole('group', { name: 'Agenda', exact: true }).boundingBox();
  await staff.mouse.move(start!.x + 10, start!.y + 10);
  await staff.mouse.down();
  // A busy device delivers the movements all at once.
  await handle('Noticias').evaluate(
    (one, [from, to]) => {
      for (let step = 1; step <= 20; step += 1) {
        const clientY = from + ((to - from) * step) / 20;
        one.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientY }));
      }
    },
    [start!.y + 10, end!.y + end!.height - 10] as const,
  );
  await staff.mouse.up();
  const after = order.filter((name) => name !== 'Noticias');
  after.splice(after.indexOf('Agenda') + 1, 0, 'Noticias');
  await expect.poll(entries).toEqual(after);

  await staff.getByLabel('Página o sección').selectOption('Transparencia');
  await staff.getByRole('button', { name: 'Agregar', exact: true }).click();
  await staff.getByRole('button', { name: 'Agregar un grupo' }).click();
  const added = staff.getByRole('group', { name: 'Sin nombre' });
  // It is open, and nothing in it is wrong before something is typed.
  await expect.poll(() => added.getByLabel('Nombre').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await staff.getByText(/por corregir/).count()).toBe(0);
  await added.getByLabel('Nombre').fill('El municipio');
  await openDisclosure(staff, 'Transparencia');
  await staff.getByRole('group', { name: 'Transparencia' }).getByLabel('Dónde va').selectOption('En «El municipio»');
  await openDisclosure(staff, 'Puntos verdes');
  await staff.getByRole('group', { name: 'Puntos verdes' }).getByLabel('Mostrar en el menú').uncheck();
  await openDisclosure(staff, 'Datos útiles');
  await staff.getByRole('group', { name: 'Datos útiles' }).getByLabel('Nombre').fill('Teléfonos');
  await staff.getByRole('button', { name: 'Guardar' }).click();
  await staff.getByText('Guardado en este dispositivo').first().waitFor();
  // The order of the authorities is given where they are.
  await showScreen(staff, '/admin/gobierno');
  await openDisclosure(staff, 'Orden en el sitio');
  await handle('Secretaría de Gobierno').focus();
  await staff.keyboard.press('ArrowUp');

  await town.start();
  await untilSent(staff);
  const names = await menu();
  expect(names.slice(2, 4)).toEqual(['Secretaría de Gobierno', 'Intendenta Municipal']);
  const { items } = (await (await fetch(`${town.url}/api/dataPublic/menu`)).json()) as Menu;
  expect(items[0]).toMatchObject({ items: [{}, { note: 'Julián Andrés Saldivia' }, {}, {}, {}, {}, {}, {}, {}] });
  expect(
    names.filter((name) => !/^(Intendent|Secretar|Concejal|Presiden|Direc|Jef|Juez|Vice|Coord)/.test(name)),
  ).toEqual([
    'Gobierno',
    'Quién es quién',
    'Trámites',
    'Boletín Oficial',
    'Guardias y recorridos',
    'Agenda',
    'Noticias',
    'Impuestos',
    'Turismo',
    'Teléfonos',
    'El municipio',
    'Transparencia',
  ]);
  expect(await (await fetch(town.url)).text()).not.toContain('Dónde llevar lo reciclable');
  town.expectQuiet();
});

it('an order that was not saved waits on its own screen, and does not go out with Sitio', async () => {
  await staff.setViewportSize({ width: 1024, height: 900 });
  await staff.goto('/admin/menu');
  const before = await menu();
  await staff.getByRole('button', { name: 'Subir Agenda', exact: true }).click();
  await staff.getByRole('link', { name: 'Hay texto sin guardar' }).click();
  await staff.getByRole('button', { name: 'Seguir sin el texto', exact: true }).click();
  await staff.getByRole('link', { name: 'Seguir escribiendo Menú', exact: true }).waitFor();
  await showScreen(staff, '/admin/sitio');
  await staff.getByRole('heading', { name: 'Sitio', level: 1 }).waitFor();
  expect(await staff.getByRole('button', { name: 'Guardar', exact: true }).isDisabled()).toBe(true);
  expect(await menu()).toEqual(before);
  await showScreen(staff, '/admin/menu');
  await staff.getByText('Recuperamos lo que estabas escribiendo').waitFor();
  await staff.getByRole('button', { name: /^Descartar lo escrito/ }).click();
});
