import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { expect, inject } from 'vitest';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { PATIENCE } from './patience.ts';
import { PASSWORD, serve } from './server.ts';
import type { Server } from './server.ts';
import { freePort } from '../../scripts/free-port.ts';

/** A town of its own for a test file: the demo data, a server that can be killed and started again, and a browser. */
export interface Town {
  url: string;
  folder: string;
  browser: Browser;
  /** A visitor's browser, with nothing stored; page errors and console errors fail the test that ends with `quiet`. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** A visitor who has logged in as the first Admin. */
  staff(options?: BrowserContextOptions): Promise<Page>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Fails when any page has met a script error. */
  expectQuiet(): void;
  close(): Promise<void>;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openTown(): Promise<Town> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-town-'));
  cpSync(inject('template'), folder, { recursive: true });
  const port = await freePort();
  let server: Server = await serve(folder, { port });
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: run npm test, which installs one');
  const browser = await chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE });
  const errors: string[] = [];

  async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      locale: 'es-AR',
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      ...options,
    });
    context.setDefaultTimeout(PATIENCE);
    context.on('weberror', (error) => errors.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error' && !isNetworkNoise(message.text())) errors.push(message.text());
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
      server = await serve(folder, { port });
    },
    expectQuiet: () => expect(errors).toEqual([]),
    async close() {
      await browser.close();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Logs in, as the first Admin unless told otherwise, and waits for the back office. */
export async function logIn(page: Page, username = 'admin', password: string = PASSWORD): Promise<void> {
  await page.goto('/login');
  await untilTakenOver(page);
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL('**/admin');
}

/** Waits until the browser has taken over what the server drew: before that a form is a plain one. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );
}

/** Chromium writes a line for every request that fails; with the server killed on purpose there are many. */
const isNetworkNoise = (text: string) => text.startsWith('Failed to load resource') || text.includes('net::ERR_');
