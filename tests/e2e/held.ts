import type { Page } from 'playwright';
import { vi } from 'vitest';

/** Waits until the device can do without the network: a worker with its shell, and a store that is level with the server. */
export async function untilHeld(page: Page): Promise<void> {
  await vi.waitUntil(() => page.evaluate(hasWorker), { timeout: 30_000, interval: 200 });
  await vi.waitUntil(() => page.evaluate(isLevel), { timeout: 30_000, interval: 200 });
}

async function hasWorker(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === 'activated' && navigator.serviceWorker.controller !== null && (await caches.match('/shell')) !== undefined;
}

function isLevel(): Promise<boolean> {
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
