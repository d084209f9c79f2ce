import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { edit } from '../support/admin.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { PATIENCE } from '../support/patience.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff();
  await staff.getByRole('table').waitFor();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
});
afterAll(() => town.close());

it('a field edited online is on the server a moment later, and says so', async () => {
  await staff.getByRole('button', { name: 'Crear noticia' }).click();
  await edit(staff, 'Título', 'Corte de luz programado');
  await staff.getByText('Enviado').first().waitFor();
  await vi.waitUntil(() => titles().includes('Corte de luz programado'), { timeout: PATIENCE });
});

it('what is typed while another field is being saved keeps every letter on a slow device', async () => {
  const text = 'La cuadrilla trabaja en la esquina de la plaza hasta el mediodía.';
  const slow = await staff.context().newPage();
  // React renders ordinary updates in messages to itself, which arrive late on a busy device.
  await slow.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => post.call(this, message), 150);
    };
  });
  await slow.goto('/admin');
  for (const title of ['Cortes', 'Desvíos', 'Horarios']) {
    await slow.getByRole('button', { name: 'Crear noticia' }).click();
    await edit(slow, 'Título', title);
    await slow.getByLabel('Copete', { exact: true }).focus();
    for (const letter of text) await slow.keyboard.insertText(letter);
    expect(await slow.getByLabel('Copete', { exact: true }).inputValue()).toBe(text);
    await slow.getByRole('link', { name: 'Volver', exact: true }).click();
  }
  const arrived = () =>
    query<{ description: string }>('SELECT description FROM story').filter(({ description }) => description === text)
      .length;
  await vi.waitUntil(() => arrived() === 3, { timeout: PATIENCE });
  await slow.close();
});

it('edits made with the server stopped survive a closed tab and a server killed in the middle of the replay, and arrive exactly once', async () => {
  const before = history().length;
  await town.kill();
  const made = Array.from({ length: 8 }, (_, at) => `Escrita sin señal número ${at + 1}`);
  for (const title of made) {
    await staff.goto('/admin');
    await staff.getByRole('button', { name: 'Crear noticia' }).click();
    await edit(staff, 'Título', title);
    await edit(staff, 'Copete', `Copete de ${title}`);
    await staff.getByText('Guardado en este dispositivo').nth(1).waitFor();
  }
  await staff.getByText(/Sin conexión · \d+ cambios sin enviar/).waitFor();
  const context = staff.context();
  await staff.close();

  await town.start();
  // All but the first requests are held back, so that the server is killed in the middle of the replay.
  const killed = Promise.withResolvers<void>();
  let requests = 0;
  await context.route(/\/api\/(data\/|story\/|operations$)/, async (route) => {
    if (route.request().method() === 'POST') requests += 1;
    if (requests > 2) await killed.promise;
    await route.continue().catch(() => {});
  });
  const tab = await context.newPage();
  await tab.goto('/admin/pendientes');
  // Where requests are routed, code comes past the worker, and has to be there before the server is killed.
  await tab.getByRole('heading', { name: 'Cambios pendientes', exact: true }).waitFor();
  await vi.waitUntil(() => history().length > before, { timeout: PATIENCE, interval: 5 });
  await town.kill();
  killed.resolve();
  expect(history().length).toBeLessThan(before + 3 * made.length);

  // The tab looks by itself whether the server is back.
  await town.start();
  await tab.getByText('Todo enviado').waitFor();
  const now = titles();
  for (const title of made) expect(now.filter((one) => one === title)).toEqual([title]);
  const operations = history().slice(before);
  expect(operations).toHaveLength(3 * made.length);
  expect(new Set(operations.map(({ op_id }) => op_id)).size).toBe(3 * made.length);
  town.expectQuiet();
});

function titles(): string[] {
  return query<{ title: string }>('SELECT title FROM story').map(({ title }) => title);
}

function history(): { op_id: string }[] {
  return query<{ op_id: string }>('SELECT op_id FROM history ORDER BY id');
}

/** Reads the server's database directly. */
function query<T>(sql: string): T[] {
  const db = new Database(join(town.folder, 'portal.sqlite'), { readonly: true });
  try {
    return db.prepare<[], T>(sql).all();
  } finally {
    db.close();
  }
}
