import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { makeBackup } from '../../../api/maintenance/backup/make.ts';
import { answer, create, edit, TABLET, openDisclosure, untilSent, untilStored } from '../support/admin.ts';
import { violations } from '../support/axe.ts';
import { logIn, openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
beforeAll(async () => {
  town = await openTown({ isEmpty: true });
  staff = await town.staff({ viewport: TABLET.landscape });
});
afterAll(() => town.close());

const list = () => staff.getByRole('region', { name: 'Primeros pasos' });
const progress = (count: number) => list().getByText(`Listo ${count} de 9`).waitFor();
const open = (name: string) =>
  staff.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name, exact: true }).click();
const done = async () =>
  (await list().getByRole('listitem').allInnerTexts())
    .filter((text) => text.includes(', listo'))
    .map((text) => text.split(',')[0]?.trim());

it('an empty portal greets its Admin with a list that ticks itself off, also offline, and can be put away', async () => {
  await progress(0);
  expect(await list().getByRole('listitem').count()).toBe(9);
  expect(await violations(staff)).toEqual([]);

  // Each step leads to its field.
  const focused = () =>
    staff.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
  for (const [step, field] of [
    ['Colores', 'accent'],
    ['Horarios', 'texts.hours'],
    ['Nombre y escudo', 'town'],
  ] as const) {
    await list().getByRole('link', { name: step }).click();
    await expect.poll(focused).toBe(field);
    if (field !== 'town') await open('Noticias');
  }
  await staff.context().setOffline(true);
  await staff.getByLabel('Nombre de la localidad').fill('Villa del Trigo');
  const shield = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#7a1f2b' } }).png();
  await staff
    .locator('.shield input[type=file]')
    .setInputFiles({ name: 'escudo.png', mimeType: 'image/png', buffer: await shield.toBuffer() });
  await openDisclosure(staff, 'Colores y paisaje');
  await staff.getByLabel('Color de la municipalidad').fill('#7a1f2b');
  await openDisclosure(staff, 'Horario y textos');
  await staff.getByLabel('Horario de atención, en Datos útiles').fill('De 7 a 13, de lunes a viernes.');
  await staff.getByRole('button', { name: 'Guardar', exact: true }).click();
  await open('Noticias');
  await progress(3);
  expect(await done()).toEqual(['Nombre y escudo', 'Colores', 'Horarios']);
  await staff.context().setOffline(false);
  await untilSent(staff);

  await list().getByRole('link', { name: 'Teléfonos' }).click();
  await staff.getByRole('button', { name: 'Agregar una fila' }).click();
  await staff.getByLabel('Área').fill('Mesa de entradas');
  await staff.getByLabel('Teléfonos, uno por línea').fill('02954 49-1100');
  await staff.getByRole('button', { name: 'Guardar', exact: true }).click();
  await open('Noticias');
  await list().getByRole('link', { name: 'Primera autoridad' }).click();
  await staff.getByRole('button', { name: 'Nuevo integrante' }).click();
  await edit(staff, 'Nombre', 'Ana Paz');
  await edit(staff, 'Cargo', 'Intendenta');
  await untilSent(staff);
  await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', 'Abrió el portal');
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await untilSent(staff);
  await open('Noticias');
  await list().getByRole('link', { name: 'Primer trámite' }).click();
  await staff.getByRole('button', { name: 'Crear trámite' }).click();
  await edit(staff, 'Nombre del trámite', 'Licencia de conducir');
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await untilSent(staff);
  await open('Noticias');
  await list().getByRole('link', { name: 'Segundo usuario' }).click();
  await staff.getByRole('button', { name: 'Nuevo usuario' }).click();
  const question = 'Estas por modificar los datos de este usuario';
  for (const [label, value] of [
    ['Usuario', 'edu'],
    ['Contraseña', 'otra clave larga'],
  ] as const) {
    await edit(staff, label, value);
    await answer(staff, question, 'Aceptar');
  }
  await staff.getByLabel('Habilitado', { exact: true }).check();
  await answer(staff, question, 'Aceptar');
  await untilStored(town, { enable: 1 }, "SELECT enable FROM user WHERE username = 'edu'");
  await makeBackup({
    dbFile: join(town.folder, 'portal.sqlite'),
    uploadsDir: join(town.folder, 'uploads'),
    dir: join(town.folder, 'copias'),
    now: Date.now,
  });

  await open('Noticias');
  await list().getByText('¡Felicitaciones! El portal de Villa del Trigo está en marcha.').waitFor();
  await list().getByRole('button', { name: 'Cerrar' }).click();
  await list().waitFor({ state: 'detached' });
  await untilSent(staff);
  await staff.reload();
  await staff.getByRole('table').waitFor();
  await list().waitFor({ state: 'detached' });

  await open('Sitio');
  await openDisclosure(staff, 'Primeros pasos');
  await staff.getByLabel('Mostrar los primeros pasos al entrar').check();
  await staff.getByRole('button', { name: 'Guardar', exact: true }).click();
  await open('Noticias');
  await progress(9);
  town.expectQuiet();
});

it('an Editor is not shown the list', async () => {
  const editor = await town.visitor({ viewport: TABLET.landscape });
  await fetch(town.url + calls.authenticate(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'edu', password: 'otra clave larga', newPassword: 'cuatro palabras sueltas' }),
  });
  await logIn(editor, 'edu', 'cuatro palabras sueltas');
  await editor.getByRole('table').waitFor();
  expect(await editor.getByRole('heading', { name: 'Primeros pasos' }).count()).toBe(0);
});
