import type { Page } from 'playwright';
import { vi } from 'vitest';
import { PATIENCE } from './patience.ts';

/**
 * Waits until the device can do without the network: a worker with its shell, and a store that is level with the
 * server.
 */
export async function untilHeld(page: Page): Promise<void> {
  await vi.waitUntil(() => page.evaluate(hasWorker), { timeout: PATIENCE, interval: 200 });
  await vi.waitUntil(() => page.evaluate(isLevel), { timeout: PATIENCE, interval: 200 });
}

/** Waits until a picture of a folder is on the device: those of the cards are kept after everything else. */
export async function untilPictured(page: Page, folder: string): Promise<void> {
  await vi.waitUntil(() => page.evaluate(hasPicture, folder), { timeout: PATIENCE, interval: 200 });
}

async function hasPicture(folder: string): Promise<boolean> {
  const kept = await (await caches.open('pictures')).keys();
  return kept.some(({ url }) => new URL(url).pathname.startsWith(folder));
}

/** For the page: whether a worker with its shell answers it. */
export async function hasWorker(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (
    registration?.active?.state === 'activated' &&
    navigator.serviceWorker.controller !== null &&
    (await caches.match('/shell')) !== undefined
  );
}

/** For the page: whether its store has been level with the server. */
export function isLevel(): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('portal-public');
    // It must not be this that makes the database.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    opening.addEventListener('error', () => resolve(false));
    opening.addEventListener('success', () => {
      const asked = opening.result.transaction('standing').objectStore('standing').get('feed');
      asked.addEventListener('success', () => {
        opening.result.close();
        resolve(typeof (asked.result as { pulledAt?: unknown } | undefined)?.pulledAt === 'number');
      });
    });
  });
}
