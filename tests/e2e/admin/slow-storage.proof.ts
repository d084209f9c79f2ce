import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { momentAt } from '#contract/values/dates';
import { create, edit, stored, TOUCH, untilSent, untilStored } from '../support/admin.ts';
import { occupyStorage } from '../support/occupy-storage.ts';
import { photo } from '../support/photo.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff(TOUCH);
});
afterAll(() => town.close());

/** Time, in ms, that the device takes to store anything. */
const SLOW = 2500;
const HOUR = 3_600_000;
const surface = () => staff.locator('.rich [role="textbox"]');
const press = (name: string) => staff.getByRole('button', { name, exact: true }).tap();
const row = (table: string) => `SELECT * FROM ${table} WHERE id = ?`;

/** Creates a story with a text and an editor that is ready for more. @returns its id */
async function story(title: string, text: string): Promise<string> {
  const id = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', title);
  await untilSent(staff);
  await surface().tap();
  await staff.keyboard.type(text);
  await staff.getByRole('link', { name: 'Hay texto sin guardar' }).waitFor();
  return id;
}

describe('on a device that takes seconds to store a change', () => {
  it('an alert is published, and ended, with what was chosen just before', async () => {
    const id = await create(staff, '/admin/alert', 'Crear alerta');
    await edit(staff, 'Qué pasa', 'Ruta 40 cortada por nieve');
    await untilSent(staff);
    await occupyStorage(staff, SLOW);
    await staff.getByLabel('Gravedad', { exact: true }).selectOption('Extreme');
    await press('Publicar alerta');
    await press('Publicar y avisar');
    await staff.getByText(/^Publicada\. Termina /).waitFor();
    await untilStored(town, { status: 'Publicado', severity: 'Extreme' }, row('alert'), id);
    const [alert] = stored<{ onset: string; expires: string }>(town, row('alert'), id);
    expect(Date.parse(`${alert?.expires}:00-03:00`) - Date.parse(`${alert?.onset}:00-03:00`)).toBe(6 * HOUR);
    await untilSent(staff);
    await occupyStorage(staff, SLOW);
    await edit(staff, 'Termina', momentAt(Date.now() + 30 * HOUR));
    await press('Terminar ahora');
    await staff.getByText(/^Terminó /).waitFor();
    await untilSent(staff);
    const [ended] = stored<{ expires: string }>(town, row('alert'), id);
    expect(Date.parse(`${ended?.expires}:00-03:00`)).toBeLessThanOrEqual(Date.now());
  });

  it('a story is not published with parts to fill in that were just written, unless its author insists', async () => {
    const id = await story('Con huecos', 'Va a hablar [Completar: quién].');
    await occupyStorage(staff, SLOW);
    await press('Guardar texto');
    await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
    const asked = staff.getByRole('dialog', { name: 'Falta completar', exact: true });
    await asked.getByRole('button', { name: 'Cancelar', exact: true }).tap();
    await untilSent(staff);
    expect(stored(town, row('story'), id)).toMatchObject([{ status: 'Redaccion' }]);
  });

  it('«Guardar y salir» saves what was typed during a save too, and leaves', async () => {
    const id = await story('Con prisa', 'Uno');
    await occupyStorage(staff, SLOW);
    await press('Guardar texto');
    await surface().tap();
    await staff.keyboard.press('Control+End');
    await staff.keyboard.type(', dos');
    await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
    const asked = staff.getByRole('dialog', { name: 'Hay texto sin guardar', exact: true });
    await asked.getByRole('button', { name: 'Guardar y salir', exact: true }).tap();
    await staff.getByRole('table').waitFor();
    await untilStored(town, { text: '<p>Uno, dos</p>' }, row('story'), id);
  });

  it('a text that is being saved can no longer be discarded with «Descartar lo escrito», which would not hold', async () => {
    const id = await story('Sin vuelta', 'Se guarda');
    await occupyStorage(staff, SLOW);
    await press('Guardar texto');
    expect(await staff.getByRole('button', { name: 'Descartar lo escrito', exact: true }).count()).toBe(0);
    await untilStored(town, { text: '<p>Se guarda</p>' }, row('story'), id);
    await surface().getByText('Se guarda').waitFor();
  });

  it('of two photos in a row the second is published, and the description of the first is offered', async () => {
    const id = await create(staff, '/admin', 'Crear noticia');
    await edit(staff, 'Título', 'Dos fotos');
    await untilSent(staff);
    const input = staff.locator('.field-picture input[type="file"]');
    await input.setInputFiles(await photo('una.jpg'));
    await staff.getByLabel('Descripción de la imagen').waitFor();
    await untilSent(staff);
    await occupyStorage(staff, SLOW);
    await edit(staff, 'Descripción de la imagen', 'La plaza.');
    await input.setInputFiles(await photo('otra.jpg'));
    await staff.getByText('La imagen anterior decía: «La plaza.».').waitFor();
    await untilSent(staff);
    await occupyStorage(staff, SLOW);
    await input.setInputFiles(await photo('tercera.jpg'));
    await input.setInputFiles(await photo('cuarta.jpg', 320));
    await untilStored(town, { width: 320 }, 'SELECT width FROM image WHERE record_id = ?', id);
    await untilSent(staff);
    expect(await staff.getByText('mientras vos trabajabas').count()).toBe(0);
  });

  it('two videos typed one after the other are both added, also if the album is left at once', async () => {
    const id = await create(staff, '/admin/turismo', 'Crear album');
    await untilSent(staff);
    const box = staff.getByLabel('Dirección del video', { exact: true });
    await occupyStorage(staff, SLOW);
    for (const video of ['dQw4w9WgXcQ', 'M7lc1UVf-VE']) {
      await box.fill(`https://www.youtube.com/watch?v=${video}`);
      await box.press('Enter');
    }
    await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
    await staff.getByRole('table').waitFor();
    await expect.poll(() => stored(town, 'SELECT * FROM album_video WHERE album_id = ?', id)).toHaveLength(2);
  });

  it('a page that is loaded again asks while a draft is being stored, and otherwise does not', async () => {
    const asked: string[] = [];
    const note = (dialog: { type(): string; accept(): Promise<void> }) => {
      asked.push(dialog.type());
      return dialog.accept();
    };
    staff.on('dialog', note);
    await create(staff, '/admin', 'Crear noticia');
    await edit(staff, 'Título', 'Con recarga');
    await untilSent(staff);
    await staff.reload();
    // By then the device has looked for drafts.
    await edit(staff, 'Título', 'Con otra recarga');
    await untilSent(staff);
    expect(asked).toEqual([]);
    await staff.getByLabel('Copete', { exact: true }).tap();
    // A page that is loaded again gives its storage free.
    await occupyStorage(staff, 30_000);
    await staff.keyboard.type('Todavía sin borrador');
    // Until a draft is due.
    await staff.waitForTimeout(600);
    await staff.reload();
    expect(asked).toEqual(['beforeunload']);
    staff.off('dialog', note);
  });
});
