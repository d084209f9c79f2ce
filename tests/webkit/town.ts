import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { PASSWORD, serve } from '../e2e/support/server.ts';
import type { Server } from '../e2e/support/server.ts';
import { ENTER, openDesktop, TAB } from './webdriver.ts';
import type { Desktop, WebKit } from './webdriver.ts';
import { freePort } from '../../scripts/support/free-port.ts';

/**
 * The demo town, a server that can be killed and started again, and one person's browser that can be closed and opened.
 */
export interface Town {
  folder: string;
  url: string;
  desktop: Desktop;
  browser: WebKit;
  /** Closes the browser, if it is open, and opens it again with the same profile. */
  reopen(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openTown(): Promise<Town> {
  const desktop = await openDesktop();
  const folder = mkdtempSync(join(tmpdir(), 'portal-webkit-'));
  cpSync(inject('template'), folder, { recursive: true });
  const port = await freePort();
  let server: Server = await serve(folder, { port, timeout: 150_000 });
  const town: Town = {
    folder,
    desktop,
    url: server.url,
    browser: await desktop.open(join(folder, 'profile'), server.url),
    async reopen() {
      await town.browser.close();
      town.browser = await desktop.open(join(folder, 'profile'), server.url);
    },
    kill: () => server.kill(),
    async start() {
      server = await serve(folder, { port, timeout: 150_000 });
    },
    async close() {
      await town.browser.close();
      await desktop.close();
      await server.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return town;
}

/** Logs in with the keyboard. */
export async function logIn(browser: WebKit): Promise<void> {
  await browser.goto('/login');
  await browser.until(isTakenOver);
  await browser.click('//input[@name="username"]');
  await browser.type(`admin${TAB}${PASSWORD}${ENTER}`);
  await browser.until(() => location.pathname === '/admin' && document.querySelector('table') !== null);
}

/** Runs in the page. @returns whether the back office can be opened offline */
export async function isAdminKept(): Promise<boolean> {
  return (await caches.match('/shell/admin')) !== undefined;
}

/** Runs in the page. @returns whether the page from the server is hydrated */
function isTakenOver(): boolean {
  return Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'));
}
