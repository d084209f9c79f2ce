import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { expect, inject } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { DRIVEN_FLAGS } from '../../../lab/bench/browser.ts';
import { untilInPage } from './in-page.ts';
import { PATIENCE } from './patience.ts';
import { PASSWORD, serve } from './server.ts';
import type { Browsers } from './setup.ts';
import type { Server } from './server.ts';
import { freePort } from '../../../scripts/support/free-port.ts';

/** The town of a test file: its data, a server that can be killed and started again, and a browser. */
export interface Town {
  url: string;
  folder: string;
  browser: Browser;
  /**
   * Opens a page for a new visitor, with nothing stored. `expectQuiet` reports errors of its scripts and console. Tests
   * of notifications ask for their permission in the options.
   */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page for a new visitor and logs in as the first Admin. */
  staff(options?: BrowserContextOptions): Promise<Page>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Fails if there was an error in the script or console of any page. */
  expectQuiet(): void;
  close(): Promise<void>;
}

/**
 * @param options.isEmpty a town without content instead of the demo town; its backups are in `copias`
 * @param options.settings further settings of the program
 */
export async function openTown({
  isEmpty = false,
  settings = {},
}: { isEmpty?: boolean; settings?: Record<string, string> } = {}): Promise<Town> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-town-'));
  if (!isEmpty) cpSync(inject('template'), folder, { recursive: true });
  const port = await freePort();
  const env = { ...(isEmpty ? { DEMO: '0', BACKUP_DIR: join(folder, 'copias') } : {}), ...settings };
  let server: Server = await serve(folder, { port, env });
  const browser = await openBrowser();
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];

  async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
    const shows = options.permissions?.includes('notifications') ? await openBrowser('notifying') : browser;
    const context = await shows.newContext({
      locale: 'es-AR',
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE);
    context.on('weberror', (error) => errors.push(`${error.page()?.url()}: ${error.error()}`));
    context.on('console', (message) => {
      if (message.type() === 'error' && !isNetworkNoise(message.text()))
        errors.push(`${message.page()?.url()}: ${message.text()}`);
    });
    return context.newPage();
  }

  return {
    url: server.url,
    folder,
    browser,
    visitor,
    async staff(options = {}) {
      const page = await visitor({ viewport: { width: 1024, height: 768 }, ...options });
      await logIn(page);
      return page;
    },
    stop: () => server.stop(),
    kill: () => server.kill(),
    async start() {
      server = await serve(folder, { port, env });
    },
    expectQuiet: () => expect(errors).toEqual([]),
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the browser that all test files of a worker share, because starting one takes more than a second. Each visitor
 * has a context of its own, so nothing of a file reaches the next. It ends with the worker.
 */
export async function openBrowser(kind: keyof Browsers = 'plain'): Promise<Browser> {
  const executablePath = inject('browsers')[kind];
  const open = shared.get(executablePath);
  if (open?.isConnected()) return open;
  const browser = await chromium.launch({ executablePath, args: [...DRIVEN_FLAGS, SHORT_LIVED], timeout: PATIENCE });
  shared.set(executablePath, browser);
  return browser;
}
const shared = new Map<string, Browser>();
/** Pages of tests end before their optimized code would have saved the time it takes to compile. */
const SHORT_LIVED = '--js-flags=--no-opt --no-maglev';

/** Logs in, by default as the first Admin, and waits for the back office. */
export async function logIn(page: Page, username = 'admin', password: string = PASSWORD): Promise<void> {
  await page.goto('/login');
  await untilTakenOver(page);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL('**/admin');
}

/** Makes an Editor who has a password of their own. @returns the id, and a call as the first Admin */
export async function makeEditor(town: Town, username: string, password: string) {
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const answer = await fetch(town.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json();
  };
  const { token } = (await post(calls.authenticate(), { username: 'admin', password: PASSWORD })) as { token: string };
  const asAdmin = (path: string, body: object) => post(path, body, token);
  const given = `${password} prestada`;
  const { id } = (await asAdmin('/users/register', { username, password: given })) as { id: string };
  await post(calls.authenticate(), { username, password: given, newPassword: password });
  return { id, asAdmin };
}

/** Touches a page, and waits until the application has started on it: until then the browser handles its forms. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new PointerEvent('pointerdown')));
  await untilInPage(page, () => document.documentElement.classList.contains('ready'));
}

/** Whether Chromium logged a failed request; when the server is killed on purpose there are many. */
const isNetworkNoise = (text: string) => text.startsWith('Failed to load resource') || text.includes('net::ERR_');
