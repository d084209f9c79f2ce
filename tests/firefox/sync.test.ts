import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PASSWORD, serve } from '../e2e/support/server.ts';
import type { Server } from '../e2e/support/server.ts';
import { openFirefox } from './bidi.ts';
import type { Firefox, Page } from './bidi.ts';
import { freePort } from '../../scripts/support/free-port.ts';

let firefox: Firefox;
let folder: string;
let port: number;
let server: Server;
let tab: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-firefox-town-'));
  port = await freePort();
  server = await serve(folder, { port, timeout: 60_000 });
  firefox = await openFirefox();
  tab = await firefox.newPage();
  await tab.goto(`${server.url}/login`);
  await logIn(tab);
  await tab.until(() => document.querySelector('table') !== null);
  await tab.until(async () => (await caches.match('/shell/admin')) !== undefined);
  console.log(`Firefox ${firefox.version}`);
});
afterAll(async () => {
  await firefox?.close();
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

it('a story written with the server stopped, with its photo, is sent from a tab opened later, each change once', async () => {
  await server.kill();
  await tab.goto(`${server.url}/admin`);
  const id = await create(tab);
  await edit(tab, 'Título', 'Nevó en el cañadón');
  await edit(tab, 'Copete', 'Diez centímetros');
  const photo = join(folder, 'nieve.jpg');
  writeFileSync(
    photo,
    await sharp({ create: { width: 640, height: 400, channels: 3, background: '#dfe8f0' } })
      .jpeg()
      .toBuffer(),
  );
  await tab.chooseFile('.field-picture input[type=file]', photo);
  await badge(tab, 'Sin conexión · 4 cambios sin enviar');
  const next = await firefox.newPage();
  await tab.close();
  tab = next;
  server = await serve(folder, { port });
  await tab.goto(`${server.url}/admin/noticia/${id}`);
  await badge(tab, 'Todo enviado');
  expect(lines(id).map(({ field }) => field)).toEqual([null, 'title', 'description', 'image']);
  await tab.until(() => document.querySelector('img[alt="Imagen actual"]') !== null);
});

it('a server killed in the middle of the replay gets every change exactly once', async () => {
  await server.kill();
  const before = history().length;
  for (let n = 0; n < 5; n++) {
    await tab.goto(`${server.url}/admin`);
    await create(tab);
    await edit(tab, 'Título', `Sin señal ${n}`);
    await badge(tab, `Sin conexión · ${2 * (n + 1)} cambios sin enviar`);
  }
  server = await serve(folder, { port });
  await tab.goto(`${server.url}/admin/pendientes`);
  await vi.waitUntil(() => history().length > before + 2, { timeout: 20_000, interval: 2 });
  await server.kill();
  server = await serve(folder, { port });
  await badge(tab, 'Todo enviado');
  expect(history().slice(before)).toHaveLength(10);
  expect(
    new Set(
      history()
        .slice(before)
        .map(({ op_id }) => op_id),
    ).size,
  ).toBe(10);
});

it('a conflict asks for a choice, and the server gets what was chosen', async () => {
  await tab.goto(`${server.url}/admin`);
  const id = await create(tab);
  await edit(tab, 'Título', 'Corte el lunes');
  await vi.waitUntil(() => lines(id).length === 2, { timeout: 10_000 });
  await badge(tab, 'Todo enviado');
  await server.kill();
  await edit(tab, 'Título', 'Corte el lunes a la mañana');
  await badge(tab, 'Sin conexión · 1 cambio sin enviar');
  change("UPDATE story SET title = 'Corte el martes' WHERE id = ?", id);
  server = await serve(folder, { port });
  await tab.goto(`${server.url}/admin/pendientes`);
  await tab.until(() => /mientras vos trabajabas/.test(document.body.innerText));
  expect(titleOf(id)).toBe('Corte el martes');
  await click(tab, 'Mi versión');
  await badge(tab, 'Todo enviado');
  await vi.waitUntil(() => titleOf(id) === 'Corte el lunes a la mañana', { timeout: 10_000 });
});

it('when a session has ended the password is asked for over the page, and two tabs send everything once', async () => {
  await tab.goto(`${server.url}/admin`);
  const id = await create(tab);
  await vi.waitUntil(() => lines(id).length === 1, { timeout: 10_000 });
  const other = await firefox.newPage();
  await other.goto(`${server.url}/admin/noticia/${id}`);
  await other.until(() => document.querySelector('h1') !== null && document.querySelector('.field') !== null);
  change('DELETE FROM session');
  await edit(tab, 'Título', 'Con la sesión vencida');
  await other.until(() => document.querySelector('dialog[open]') !== null);
  await logIn(other, 'dialog ');
  for (const page of [tab, other]) await badge(page, 'Todo enviado');
  await vi.waitUntil(() => titleOf(id) === 'Con la sesión vencida', { timeout: 10_000 });
  expect(lines(id).map(({ field }) => field)).toEqual([null, 'title']);
  await other.close();
});

async function logIn(page: Page, within = ''): Promise<void> {
  await page.until((selector) => document.querySelector(`${selector}input[type=password]`) !== null, within);
  await page.run(
    (selector, password) => {
      const set = (input: HTMLInputElement | null, value: string) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      };
      set(document.querySelector(`${selector}input[name=username]`), 'admin');
      set(document.querySelector(`${selector}input[type=password]`), password);
      document.querySelector<HTMLInputElement>(`${selector}input[type=password]`)?.form?.requestSubmit();
    },
    within,
    PASSWORD,
  );
  if (within === '') await page.until(() => location.pathname === '/admin');
}

/** Creates a story and waits for its edit screen. @returns its id */
async function create(page: Page): Promise<string> {
  await click(page, 'Crear noticia');
  await page.until(
    () => /\/admin\/noticia\/\w{12}/.test(location.pathname) && document.querySelector('.field') !== null,
  );
  return (await page.run(() => location.pathname)).split('/').at(-1) ?? '';
}

async function click(page: Page, name: string): Promise<void> {
  const find = (wanted: string) =>
    [...document.querySelectorAll('button')].find((button) => button.innerText.trim() === wanted) !== undefined;
  await page.until(find, name);
  await page.run(
    (wanted) => [...document.querySelectorAll('button')].find((button) => button.innerText.trim() === wanted)?.click(),
    name,
  );
}

/** Types as a person does, and leaves the field. */
async function edit(page: Page, label: string, value: string): Promise<void> {
  await page.activate();
  await page.run(
    (wanted, next) => {
      const id = [...document.querySelectorAll('label')].find((one) => one.innerText.trim() === wanted)?.htmlFor ?? '';
      const control = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement;
      control.focus();
      const prototype =
        control instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, next);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.blur();
    },
    label,
    value,
  );
}

async function badge(page: Page, words: string): Promise<void> {
  await page.until((wanted) => document.querySelector('.badge')?.textContent?.includes(wanted), words);
}

/** Changes the database directly, beside the running server. */
function change(sql: string, ...values: string[]): void {
  const db = new Database(join(folder, 'portal.sqlite'), { timeout: 5000 });
  db.prepare(sql).run(...values);
  db.close();
}

const history = () => query<{ op_id: string | null }>('SELECT op_id FROM history WHERE op_id IS NOT NULL ORDER BY id');
const lines = (id: string) =>
  query<{ field: string | null }>('SELECT field FROM history WHERE record_id = ? ORDER BY id', id);
const titleOf = (id: string) => query<{ title: string }>('SELECT title FROM story WHERE id = ?', id)[0]?.title;

/** Reads the server's database directly. */
function query<T>(sql: string, ...values: string[]): T[] {
  const db = new Database(join(folder, 'portal.sqlite'), { readonly: true });
  try {
    return db.prepare<string[], T>(sql).all(...values);
  } finally {
    db.close();
  }
}
