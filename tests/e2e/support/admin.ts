import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { vi } from 'vitest';
import { untilInPage } from './in-page.ts';
import type { Town } from './town.ts';
import { PATIENCE } from './patience.ts';

/** Viewport of a tablet in both orientations. */
export const TABLET = { landscape: { width: 1024, height: 768 }, portrait: { width: 768, height: 1024 } };
export const TOUCH = { viewport: TABLET.landscape, hasTouch: true, serviceWorkers: 'block' } as const;

/** Waits for a question of spec section 8, word for word, and answers it. */
export async function answer(
  page: Page,
  question: string,
  button: 'Aceptar' | 'Cancelar' | 'Cerrar sesion' | 'Descartar',
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirmar', exact: true });
  await dialog.getByText(question, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Fills a field and leaves it, which saves it. */
export async function edit(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel(label, { exact: true }).blur();
}

/** Leads an open back office to another screen as its links do, which costs much less than to load it there. */
export async function showScreen(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  if (pathname + search === address) return;
  await page.evaluate((to) => {
    (document.activeElement as HTMLElement | null)?.blur();
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  // A screen that opens takes the focus.
  await untilInPage(page, () => document.activeElement !== document.body);
}

/** Creates a record with the button of its list and waits for its edit screen. @returns its id */
export async function create(page: Page, list: string, button: string): Promise<string> {
  await page.goto(list);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('link', { name: 'Volver', exact: true }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Opens a disclosure of a form, which closes the one beside it. */
export async function openDisclosure(page: Page, name: string): Promise<void> {
  const head = page.getByRole('button', { name, exact: true, expanded: false });
  await head.click();
  await head.waitFor({ state: 'detached' });
}

/** Shows a document as JSON, which its menu offers. */
export async function showJson(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Acciones: / }).click();
  await page.getByRole('button', { name: /^Editar como JSON/ }).click();
}

/** Waits until nothing is left to send. */
export async function untilSent(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Todo enviado' }).waitFor();
}

/** Reads the server's database directly. */
export function stored<T>(town: Pick<Town, 'folder'>, sql: string, ...values: string[]): T[] {
  const db = new Database(join(town.folder, 'portal.sqlite'), { readonly: true });
  try {
    return db.prepare<string[], T>(sql).all(...values);
  } finally {
    db.close();
  }
}

/** Waits until the server has stored what is expected. */
export async function untilStored<T extends object>(
  town: Pick<Town, 'folder'>,
  wanted: Partial<T>,
  sql: string,
  ...values: string[]
): Promise<void> {
  const isThere = () => {
    const [row] = stored<T>(town, sql, ...values);
    return row !== undefined && Object.entries(wanted).every(([name, value]) => row[name as keyof T] === value);
  };
  await vi.waitUntil(isThere, { timeout: PATIENCE, interval: 50 }).catch(() => {
    throw new Error(`expected ${JSON.stringify(wanted)}, stored is ${JSON.stringify(stored(town, sql, ...values))}`);
  });
}
