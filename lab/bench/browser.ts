import { chromium } from 'playwright';
import type { Browser, CDPSession, Page } from 'playwright';
import { findChromium } from '../../scripts/support/find-chromium.mjs';
import { slowLine } from './first-view/slow-line.ts';

/** Flags of every Chromium of the bench and the tests; it makes no connections of its own. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // What Chromium takes residents' lines for. It decides how far below the screen pictures are loaded, and would
  // otherwise depend on how busy this machine is.
  '--force-effective-connection-type=3G',
];
/**
 * Features that Chromium runs without. The first two load two pages of the browser's own for every window, which takes
 * half of the processor time of opening one. Only the last switch of this name counts, so the others repeat what
 * Playwright switches off.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
/** Flags of a Chromium that Playwright starts. */
export const DRIVEN_FLAGS = [...FLAGS, `--disable-features=${WITHOUT.join(',')}`];
/** How many times the processor is slowed down, to be like that of a phone. */
export const SLOWDOWN = 4;
/** Options of the browser context of a phone. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'es-AR',
};

/** The flag that makes Chromium accept a certificate. @param key hash of its public key */
export const trusting = (key: string) => `--ignore-certificate-errors-spki-list=${key}`;

/**
 * Starts Chromium.
 * @param key hash of the public key in the server's certificate (`Nginx.key` in nginx.ts)
 * @returns null if there is no Chromium
 */
export async function openBrowser(key?: string): Promise<Browser | null> {
  const executablePath = findChromium()?.path;
  if (executablePath === undefined) return null;
  const args = key === undefined ? DRIVEN_FLAGS : [...DRIVEN_FLAGS, trusting(key)];
  return chromium.launch({ executablePath, args });
}

/** A phone with nothing stored and with a slow line of its own. */
interface Phone {
  page: Page;
  session: CDPSession;
  /** The address by which a page is reached over this line. */
  over(url: string): string;
  /** Number of bytes that have arrived over the line. */
  received(): number;
  close(): Promise<void>;
}

/** @param port port of the server */
export async function openPhone(browser: Browser, port: number): Promise<Phone> {
  const line = await slowLine(port);
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return {
    page,
    session,
    over(url) {
      const { pathname, search } = new URL(url);
      return `https://127.0.0.1:${line.port}${pathname}${search}`;
    },
    received: line.received,
    async close() {
      await context.close();
      line.close();
    },
  };
}
