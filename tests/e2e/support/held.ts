import type { Page } from 'playwright';
import { vi } from 'vitest';
import { hasWorker, isLevel } from '../../../scripts/support/device-state.ts';
import { PATIENCE } from './patience.ts';

/**
 * Waits until the device can work offline: it has an active service worker with the shell, and its store was filled
 * from the server.
 */
export async function untilHeld(page: Page): Promise<void> {
  await vi.waitUntil(() => page.evaluate(hasWorker), { timeout: PATIENCE, interval: 200 });
  await vi.waitUntil(() => page.evaluate(isLevel, 'portal-public' as const), { timeout: PATIENCE, interval: 200 });
}

/** Waits until a device of staff has all records of the back office. */
export async function untilStaffHeld(page: Page): Promise<void> {
  await vi.waitUntil(() => page.evaluate(isLevel, 'portal-admin' as const), { timeout: PATIENCE, interval: 200 });
}

/** Waits until a picture of a folder is on the device: those of the cards are cached after everything else. */
export async function untilPictureShown(page: Page, folder: string): Promise<void> {
  await vi.waitUntil(() => page.evaluate(hasPicture, folder), { timeout: PATIENCE, interval: 200 });
}

async function hasPicture(folder: string): Promise<boolean> {
  const kept = await (await caches.open('pictures')).keys();
  return kept.some(({ url }) => new URL(url).pathname.startsWith(folder));
}
