// Functions that the tests and the bench run in a page, to ask what the device has stored.

/** Runs in the page. @returns whether it is controlled by a service worker that has the shell */
export async function hasWorker(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (
    registration?.active?.state === 'activated' &&
    navigator.serviceWorker.controller !== null &&
    (await caches.match('/shell')) !== undefined
  );
}

/** Runs in the page. @returns whether its store, of residents or of staff, was filled from the server */
export function isLevel(store: 'portal-public' | 'portal-admin'): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(store);
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
