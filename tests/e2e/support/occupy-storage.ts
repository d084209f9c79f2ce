import type { Page } from 'playwright';

/** Keeps the device's databases from storing anything for a while, as slow storage does. @param time in ms */
export function occupyStorage(page: Page, time: number): Promise<void> {
  return page.evaluate(async (wait) => {
    const until = performance.now() + wait;
    for (const { name } of await indexedDB.databases()) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name as string);
        opening.onerror = () => reject(opening.error as DOMException);
        opening.onsuccess = () => {
          const db = opening.result;
          const work = db.transaction([...db.objectStoreNames], 'readwrite');
          const store = work.objectStore(work.objectStoreNames[0] as string);
          const goOn = () => {
            resolve();
            if (performance.now() < until) store.count().onsuccess = goOn;
            else db.close();
          };
          store.count().onsuccess = goOn;
        };
      });
    }
  }, time);
}
