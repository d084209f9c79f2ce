import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/messages/history-entry';
import { admin } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { PASSWORD } from '../support/server.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let token: string;
let page: Page;
let id: string;

beforeAll(async () => {
  town = await openTown();
  ({ token } = (await call(calls.authenticate(), { username: 'admin', password: PASSWORD })) as { token: string });
  // A story of the demo town: it has a picture, a label and a text.
  const { items } = (await (await fetch(town.url + '/api/dataPublic/getStoriesByPage/1')).json()) as {
    items: { id: string; image: unknown; label: string }[];
  };
  id = items.find(({ image, label }) => image && label)?.id ?? '';
  page = await town.staff();
});
afterAll(() => town.close());

async function call(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(town.url + path, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
  });
  return answer.json();
}
const stored = async () => (await call(calls.one('story', id))) as Record<string, unknown> & { seq: number };
const accept = () => page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click();
/** The entries of a history, from the reloaded page and not the previous one. */
const entries = () => page.locator('.history > li');

it('an edit screen links to the history of the record, with the differences marked', async () => {
  await page.goto(admin.edit('story', id));
  await page.getByLabel('Copete').fill('Un copete de prueba con viento');
  await page.getByLabel('Copete').blur();
  await expect.poll(async () => (await stored()).description).toBe('Un copete de prueba con viento');
  await page.getByLabel('Copete').fill('Un copete de prueba sin viento');
  await page.getByLabel('Copete').blur();
  await expect.poll(async () => (await stored()).description).toBe('Un copete de prueba sin viento');
  await page.getByRole('link', { name: 'Historial', exact: true }).last().click();
  await page.getByRole('heading', { level: 1, name: /^Historial: Noticia «/ }).waitFor();
  const first = entries().first();
  expect(await first.locator('p').first().innerText()).toMatch(
    /^Administrador cambió «Copete» \d+ de \w+ de \d{4}, \d+(:\d\d)?\sh$/,
  );
  expect(await first.locator('del').allInnerTexts()).toEqual(['con']);
  expect(await first.locator('ins').allInnerTexts()).toEqual(['sin']);
});

it('an old value is restored as a new change, kept on the device while offline', async () => {
  await page.context().setOffline(true);
  // The entries stay on the screen, even if they were about to be read again.
  await page.getByText('El historial necesita conexión').waitFor();
  await entries().first().getByRole('button', { name: 'Volver a este valor' }).click();
  await accept();
  await page.getByRole('link', { name: /1 cambio sin enviar/ }).waitFor();
  expect((await stored()).description).toBe('Un copete de prueba sin viento');
  await page.context().setOffline(false);
  await expect.poll(async () => (await stored()).description).toBe('Un copete de prueba con viento');
  const { items } = (await call(calls.historyOf('story', id))) as { items: HistoryEntry[] };
  expect(items[0]).toMatchObject({
    by: 'Administrador',
    action: 'update',
    field: 'description',
    before: 'Un copete de prueba sin viento',
    after: 'Un copete de prueba con viento',
  });
  await expect.poll(() => entries().first().locator('ins').allInnerTexts()).toEqual(['con']);
});

it('a value replaces the newest one, also on a device that has not received that one yet', async () => {
  const device = await town.staff({ serviceWorkers: 'block' });
  await device.goto(admin.edit('story', id));
  await expect.poll(() => device.getByLabel('Copete').inputValue()).toBe('Un copete de prueba con viento');
  await device.route(/changes\?next=/, (route) => route.abort());
  await call(calls.update('story', id, 'description'), { value: 'Lo que escribió otra persona' });
  await device.goto(admin.historyOf('story', id));
  await device.locator('.history > li').first().getByRole('button', { name: 'Volver a este valor' }).click();
  await device.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click();
  await expect.poll(async () => (await stored()).description).toBe('Un copete de prueba con viento');
  await device.context().close();
});

it('what would leave something empty in public says so first, and the creation of what is published is no way back', async () => {
  const { description } = await stored();
  for (const value of ['', description]) await call(calls.update('story', id, 'description'), { value });
  await page.goto(admin.historyOf('story', id));
  await entries()
    .first()
    .getByRole('button', { name: /^Volver a este valor \(.* cambió «Copete» el \d/ })
    .click();
  const dialog = page.getByRole('dialog', { name: '«Copete» queda vacío' });
  await dialog.getByText('Esto está publicado', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Guardar vacío' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  expect((await stored()).description).toBe(description);
  const names = await page.getByRole('button', { name: 'Volver todo a como quedó acá' }).allTextContents();
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(names.length);
});

it('a deleted record is found in the history and restored completely, under its own address', async () => {
  const before = await stored();
  await page.goto(admin.edit('story', id));
  await page.getByRole('button', { name: 'Eliminar noticia' }).click();
  await accept();
  await expect.poll(async () => (await fetch(town.url + `/api/dataPublic/getStoriesById/${id}`)).status).toBe(404);
  const { name, width } = before.image as { name: string; width: number };
  const picture = `/uploads/story/${String(before.year)}/${id}/${name}-${width}.webp`;
  expect((await fetch(town.url + picture)).status).toBe(404);

  await page.getByRole('link', { name: 'Historial', exact: true }).click();
  await page.getByRole('link', { name: 'Eliminados' }).click();
  const entry = entries().filter({ hasText: String(before.title) });
  await entry.getByRole('button', { name: 'Recuperar' }).click();
  await accept();
  await entry.getByText('Recuperado.').waitFor();
  await expect.poll(async () => (await fetch(town.url + `/api/dataPublic/getStoriesById/${id}`)).status).toBe(200);
  await expect.poll(async () => ({ ...(await stored()), seq: 0 })).toEqual({ ...before, seq: 0 });
  expect((await fetch(town.url + picture)).status).toBe(200);
  await entry.getByRole('link', { name: 'Abrir' }).click();
  await page.getByRole('heading', { level: 1, name: String(before.title) }).waitFor();
  town.expectQuiet();
});

it('the history can be downloaded as a table and as JSON', async () => {
  await page.goto(admin.history());
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar todo (CSV)' }).click(),
  ]);
  expect(readFileSync(await csv.path(), 'utf8')).toContain('"entrada";"fecha";"usuario"');
  const [json] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar todo (JSON)' }).click(),
  ]);
  expect(
    (JSON.parse(readFileSync(await json.path(), 'utf8')) as HistoryEntry[]).some(
      ({ action, id: one }) => action === 'delete' && one === id,
    ),
  ).toBe(true);
});

it('a deleted record whose values the history has forgotten says that it cannot come back', async () => {
  const device = await town.staff({ serviceWorkers: 'block' });
  const gone = { type: 'story', id: 'abcdefghijkl', name: '', isDeleted: true, action: 'delete', field: null };
  const values = { before: null, after: null, isLong: false };
  const items = [{ entry: 1, at: '2020-01-01T12:00:00.000Z', userId: '', by: 'Ana', ...gone, ...values }];
  await device.route(/history\?deleted=1/, (route) => route.fulfill({ json: { items, next: null } }));
  await device.goto(admin.history());
  await device.getByRole('link', { name: 'Eliminados' }).click();
  await device.getByText('Ya no se puede recuperar: el historial de entonces se acortó.').waitFor();
  expect(await device.getByRole('button', { name: 'Recuperar' }).count()).toBe(0);
  await device.context().close();
});
