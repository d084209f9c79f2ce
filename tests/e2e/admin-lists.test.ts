import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, create, edit, stored, TOUCH, untilSent } from './admin.ts';
import { openTown } from './town.ts';
import type { Town } from './town.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff(TOUCH);
});
afterAll(() => town.close());

/** Spec sections 2.2 and 8, list by list. */
const LISTS = [
  { path: '/admin', table: 'story', button: 'Crear noticia', what: 'esta noticia', columns: ['Título', 'Copete', 'Fecha', 'Estado', 'Destacada'] },
  { path: '/admin/agenda', table: 'agenda', button: 'Crear evento', what: 'este evento', columns: ['Título', 'Copete', 'Fecha', 'Estado', 'Destacada'] },
  { path: '/admin/gobierno', table: 'authority', button: 'Nuevo integrante', what: 'este integrante', columns: ['Nombre', 'Cargo', 'Descripción', 'Correo electrónico'] },
  { path: '/admin/turismo', table: 'album', button: 'Crear album', what: 'este album', columns: ['Título', 'Descripción corta', 'Estado', 'Destacada'] },
  { path: '/admin/mapas', table: 'map', button: 'Crear mapa', what: 'este mapa', columns: ['Título', 'Dirección web'] },
  { path: '/admin/puntosverdes', table: 'greenpoint', button: 'Crear mapa', what: 'este mapa', columns: ['Título', 'Dirección web'] },
  { path: '/admin/boletin', table: 'bulletin', button: 'Crear boletin', what: 'este boletin', columns: ['Título', 'Subtítulo', 'Fecha', 'Estado'] },
  { path: '/admin/users', table: 'user', button: 'Nuevo usuario', what: 'este usuario', columns: ['Nombre', 'Email', 'Usuario', 'Grupo', 'Habilitado'] },
];

it.each(LISTS)('$path has its columns, makes a blank record, and deletes it only when that is accepted', async ({ path, table, button, what, columns }) => {
  const count = () => stored<{ n: number }>(town, `SELECT count(*) AS n FROM "${table}"`)[0]?.n ?? 0;
  const before = count();
  await staff.goto(path);
  const list = staff.getByRole('region').getByRole('table');
  await list.waitFor();
  expect((await list.getByRole('columnheader').allTextContents()).slice(0, -1)).toEqual(columns);

  await create(staff, path, button);
  await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
  await staff.getByRole('button', { name: button, exact: true }).waitFor();
  expect(new URL(staff.url()).pathname).toBe(path);
  await expect.poll(count).toBe(before + 1);

  const row = staff.getByRole('row').filter({ has: staff.getByRole('rowheader', { name: /^Sin (título|nombre)/ }) });
  const chooseDelete = async () => {
    await row.getByRole('button', { name: /^Acciones/ }).tap();
    await row.getByRole('link', { name: /^Editar/ }).waitFor();
    await row.getByRole('button', { name: /^Eliminar/ }).tap();
  };
  await chooseDelete();
  await answer(staff, `Estas por eliminar definitivamente ${what}`, 'Cancelar');
  expect(await row.count()).toBe(1);
  await chooseDelete();
  await answer(staff, `Estas por eliminar definitivamente ${what}`, 'Aceptar');
  await row.waitFor({ state: 'detached' });
  await expect.poll(count).toBe(before);
});

it('titles and descriptions over 50 characters are cut, those of 50 are not; drafts lead to their preview, the rest to the site', async () => {
  const [fits, long] = ['a'.repeat(50), `${'b'.repeat(50)}c`];
  const id = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', long);
  await edit(staff, 'Copete', fits);
  await untilSent(staff);
  await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
  const row = staff.getByRole('row').filter({ hasText: 'bbb' });
  const link = row.getByRole('rowheader').getByRole('link');
  expect(await link.evaluate((one) => one.firstChild?.textContent)).toBe(`${'b'.repeat(50)}...`);
  expect(await row.getByRole('cell').first().textContent()).toBe(fits);
  expect(await row.getByRole('cell').nth(1).textContent()).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  expect(await link.getAttribute('href')).toBe(`/admin/noticia/${id}?vista=previa`);

  const isPublic = staff.getByRole('row').filter({ hasText: 'Publicado' }).first().getByRole('rowheader').getByRole('link');
  expect(await isPublic.getAttribute('href')).toMatch(/^\/noticias\/leer\/[a-z0-9]{12}\//);
  expect(await isPublic.getAttribute('target')).toBe('_blank');
});

it('a list of more than 20 has pages, and the second one goes on where the first ends', async () => {
  await staff.goto('/admin/boletin');
  const titles = () => staff.getByRole('rowheader').allTextContents();
  await staff.getByRole('table').waitFor();
  const first = await titles();
  expect(first).toHaveLength(20);
  await staff.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Siguiente' }).tap();
  await staff.waitForURL('**/admin/boletin?pagina=2');
  await expect.poll(titles).not.toEqual(first);
  expect(await titles()).toHaveLength(20);
  await staff.goto('/admin/mapas');
  await staff.getByRole('table').waitFor();
  expect(await staff.getByRole('navigation', { name: 'Páginas' }).count()).toBe(0);
});

it('was quiet', () => town.expectQuiet());
