import type { Page } from 'playwright';
import { vi } from 'vitest';
import { PATIENCE } from './patience.ts';

/**
 * Waits until the device can work offline: it has an active service worker with the shell, and its store was filled
 * from the server.
 */
export async function untilHeld(page: Page): Promise<void> {
  await vi.waitUntil(() => page.evaluate(hasWorker), { timeout: PATIENCE, interval: 200 });
  await vi.waitUntil(() => page.evaluate(isLevel), { timeout: PATIENCE, interval: 200 });
}

/** Waits until a picture of a folder is on the device: those of the cards are cached after everything else. */
export async function untilPictured(page: Page, folder: string): Promise<void> {
  await vi.waitUntil(() => page.evaluate(hasPicture, folder), { timeout: PATIENCE, interval: 200 });
}

async function hasPicture(folder: string): Promise<boolean> {
  const kept = await (await caches.open('pictures')).keys();
  return kept.some(({ url }) => new URL(url).pathname.startsWith(folder));
}

/** Runs in the page. @returns whether it is controlled by a service worker that has the shell */
export async function hasWorker(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (
    registration?.active?.state === 'activated' &&
    navigator.serviceWorker.controller !== null &&
    (await caches.match('/shell')) !== undefined
  );
}

/** Runs in the page. @returns whether its store was filled from the server */
export function isLevel(): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('portal-public');
    // If the database does not exist yet, this must not create it.
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
