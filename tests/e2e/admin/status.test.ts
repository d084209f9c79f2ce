import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin } from '#contract/addresses/pages';
import { openTheForm } from '../support/tickets.ts';
import { create, edit, stored, TABLET, untilSent, untilStored } from '../support/admin.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

// What decides whether the public sees something is chosen on purpose, and what came of it is said as it is.

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff({ viewport: TABLET.landscape, serviceWorkers: 'block' });
});
afterAll(() => town.close());

const STATUS = 'SELECT status FROM story WHERE id = ?';
const status = () => staff.getByLabel('Estado', { exact: true });
async function createStory(title: string): Promise<string> {
  const id = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', title);
  await untilSent(staff);
  return id;
}
/** The values of a field that were sent since. */
function sentOf(page: Page, address: RegExp): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (address.test(request.url())) sent.push(String((request.postDataJSON() as { value: string }).value));
  });
  return sent;
}

it('a choice that keys pass over is not taken: with Enter it is, or when it is left, and Escape gives it up', async () => {
  const id = await createStory('Feria de semillas');
  const sent = sentOf(staff, /update\/status$/);
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => status().press(key)), Promise.resolve());
  await press('ArrowDown');
  expect(await status().inputValue()).toBe('Publicado');
  await press('ArrowDown');
  expect(await status().inputValue()).toBe('Archivado');
  // Nothing is asked and nothing is said of what is only passed over.
  expect(await staff.getByRole('dialog').count()).toBe(0);
  expect(await staff.locator('[data-field="status"]').getByText('Guardado').count()).toBe(0);
  await press('Escape');
  expect(await status().inputValue()).toBe('Redaccion');
  await press('Tab');
  // A letter, confirmed.
  await press('o');
  expect(await status().inputValue()).toBe('Oculto');
  await press('Enter');
  await untilStored(town, { status: 'Oculto' }, STATUS, id);
  // Left with Tab.
  await press('Home', 'Tab');
  await untilStored(town, { status: 'Redaccion' }, STATUS, id);
  await untilSent(staff);
  await press('ArrowDown', 'Control+s');
  await untilStored(town, { status: 'Publicado' }, STATUS, id);
  await untilSent(staff);
  expect(await staff.getByText('No hay nada sin guardar').count()).toBe(0);
  expect(sent).toEqual(['Oculto', 'Redaccion', 'Publicado']);
});

it('a choice from the open list is taken at once, however the list was opened', async () => {
  const id = await createStory('Corso');
  await status().focus();
  await staff.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => status().evaluate((one) => one.matches(':open'))).toBe(true);
  await staff.keyboard.press('End');
  await staff.keyboard.press('Enter');
  await untilStored(town, { status: 'Oculto' }, STATUS, id);
  await untilSent(staff);
  // What was chosen with keys is given up for what is picked.
  await status().press('ArrowUp');
  await status().selectOption('Publicado');
  await untilStored(town, { status: 'Publicado' }, STATUS, id);
});

it('what was never public is archived after a question, because it can then be read; what is public without one', async () => {
  const id = await createStory('Reunión de vecinos');
  const asked = staff.getByRole('dialog', { name: 'Confirmar', exact: true });
  for (const button of ['Cancelar', 'Archivar']) {
    await status().selectOption('Archivado');
    await asked.getByText('Vas a archivar 1 noticia', { exact: true }).waitFor();
    await asked.getByText(/Hay 1 noticia sin publicar: al archivar se va a poder leer\.$/).waitFor();
    expect(stored<{ status: string }>(town, STATUS, id)[0]?.status).toBe('Redaccion');
    await asked.getByRole('button', { name: button, exact: true }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await status().inputValue()).toBe(button === 'Archivar' ? 'Archivado' : 'Redaccion');
  }
  await staff.getByText('Guardado: se archivó Noticia «Reunión de vecinos»', { exact: true }).waitFor();
  await staff
    .getByText(/^Archivada: no está en las listas del sitio; quien tenga la dirección la puede leer/)
    .waitFor();
  await untilStored(town, { status: 'Archivado' }, STATUS, id);
  await untilSent(staff);
  for (const next of ['Publicado', 'Archivado']) {
    await status().selectOption(next);
    await untilStored(town, { status: next }, STATUS, id);
  }
  expect(await asked.count()).toBe(0);
});

it('several that are archived are counted when they are, not named one by one', async () => {
  await staff.goto('/admin?estado=Publicado');
  const boxes = staff.getByRole('row').getByRole('checkbox', { name: /^Elegir (?!todo)/ });
  for (const place of [0, 1, 2]) await boxes.nth(place).check();
  await staff.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Archivar' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Archivar' }).click();
  await staff.getByText('Guardado: se archivaron 3 noticias', { exact: true }).waitFor();
  expect(await staff.getByText(/^Guardado: se archivó/).count()).toBe(0);
});

it('a ticket goes to nobody over whom keys pass', async () => {
  const { sent } = await openTheForm(town);
  await sent({ text: 'Un pozo.', place: 'Belgrano 450' });
  await staff.goto(admin.tickets());
  await staff.getByRole('link', { name: 'Bache o calle rota, Belgrano 450' }).click();
  await staff.getByRole('heading', { name: 'Qué pasó hasta ahora' }).waitFor();
  await untilSent(staff);
  const states = sentOf(staff, /update\/state$/);
  const state = staff.getByLabel('Estado');
  await state.press('ArrowDown');
  await state.press('ArrowDown');
  await state.press('ArrowDown');
  expect(await state.inputValue()).toBe('closed');
  await state.press('ArrowUp');
  await state.press('ArrowUp');
  await state.press('Enter');
  await untilSent(staff);
  expect(states).toEqual(['progress']);
  expect(stored<{ state: string }>(town, 'SELECT state FROM ticket')).toEqual([{ state: 'progress' }]);
});

it('nothing was logged to the console', () => town.expectQuiet());
