import type { BrowserContextOptions, CDPSession, Page } from 'playwright';
import { vi } from 'vitest';
import { untilHeld } from './held.ts';
import { PATIENCE } from './patience.ts';
import type { Town } from './town.ts';

/** A device that lets the portal show notifications. */
export interface NotifiedDevice {
  page: Page;
  /** Hands a decrypted message to the service worker, as the browser does that has received it. */
  deliver(message: string): Promise<void>;
  /** Waits until a notification with a title is shown. */
  shown(title: string): Promise<ShownNotification>;
  /** Touches a notification. */
  touch(title: string): Promise<void>;
}
export interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  icon: string;
}

/** Opens the portal on a new device, and waits until it can work offline. */
export async function openNotifiedDevice(town: Town, options: BrowserContextOptions = {}): Promise<NotifiedDevice> {
  const page = await town.visitor({ ...options, permissions: ['notifications'] });
  await page.goto('/');
  await untilHeld(page);
  // A session of the first page, which stays open: the worker can be called as long as there is one.
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session, town.url);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('the page has no service worker');
  await worker.evaluate(recordShown);

  return {
    page,
    async deliver(data) {
      await session.send('ServiceWorker.deliverPushMessage', { origin: town.url, registrationId, data });
    },
    shown: (title) =>
      vi.waitFor(
        async () => {
          const shown = await worker.evaluate(() => (globalThis as unknown as Recording).shownNotifications);
          const found = shown.find((one) => one.title === title);
          if (!found) throw new Error(`shown are only ${JSON.stringify(shown)}`);
          return found;
        },
        { timeout: PATIENCE, interval: 100 },
      ),
    async touch(title) {
      await worker.evaluate(async (touched) => {
        // The types are those of pages.
        const own = globalThis as unknown as EventTarget & {
          registration: ServiceWorkerRegistration;
          NotificationEvent: new (type: string, init: object) => Event;
        };
        const notification = (await own.registration.getNotifications()).find((one) => one.title === touched);
        own.dispatchEvent(new own.NotificationEvent('notificationclick', { notification }));
      }, title);
    },
  };
}

/** What is recorded in a worker: the notifications that the browser has shown for it. */
type Recording = { registration: ServiceWorkerRegistration; shownNotifications: ShownNotification[] };

/**
 * Runs in the worker. The browser is not asked, because Chromium forgets a notification when somebody asks for those
 * that are shown just then.
 */
function recordShown(): void {
  const own = globalThis as unknown as Recording;
  const show = own.registration.showNotification.bind(own.registration);
  own.shownNotifications = [];
  own.registration.showNotification = async (title, options = {}) => {
    await show(title, options);
    const { body = '', tag = '', icon = '' } = options;
    own.shownNotifications.push({ title, body, tag, icon });
  };
}

async function registrationOf(session: CDPSession, url: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(url));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}
