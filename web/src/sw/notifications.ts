import { ownPage, pages } from '#contract/addresses/pages';
import { alertTag } from '#contract/messages/push-message';
import type { PushMessage } from '#contract/messages/push-message';
import { presentIcon } from '#contract/town/icons';
import { withTimeout } from '../browser/with-timeout.ts';
import { keepMessage } from '../push/received.ts';
import { keptZone } from '../push/zone.ts';
import { orNothing } from '../page-and-worker/cache-access.ts';
import { saidToZone } from './said-to-zone.ts';

/** Time, in ms, after which a message is shown without what the device has not said yet. */
const PATIENCE = 2000;
/** Age of a message, in ms, up to which the device's store may be older: a shared cache keeps answers for a while. */
const NEW = 120_000;
/** Time, in ms, in which a page that was opened asks the server what is new. */
const PULLED = 5000;

/** Browsers know these, the types of the standard do not. */
interface ShownOptions extends NotificationOptions {
  renotify?: boolean;
  timestamp?: number;
}

/** What is used of the browser's `Clients` and `PushMessageData`, whose types pages do not know. */
interface Windows {
  matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
  openWindow(url: string): Promise<unknown>;
}
interface OpenWindow {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<Pick<OpenWindow, 'focus'> | null>;
}
interface Delivered {
  json(): unknown;
}

/**
 * Shows what the push service delivers, and opens its page.
 * @param now ms since the epoch by the device's clock
 * @param serverTime the earliest that it can be by the server's clock
 * @param heldAlerts returns the ids of the alerts in force that the device holds, and when it was last level with the
 *   server, by the server's clock
 * @param pull brings the device's store level with the server
 */
export function openNotifications({
  registration,
  clients,
  now,
  serverTime,
  heldAlerts,
  pull,
}: {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;
  clients: Windows;
  now: () => number;
  serverTime: () => Promise<number>;
  heldAlerts: () => Promise<{ ids: readonly string[]; levelAt: number }>;
  pull: () => Promise<void>;
}) {
  /** The server sends a message again when it does not know whether it arrived. */
  async function isShown({ at, tag }: PushMessage): Promise<boolean> {
    const shown = at ? await soon(registration.getNotifications({ tag })) : null;
    return shown?.some(({ data }) => (data as PushMessage | null)?.at === at) ?? false;
  }
  async function shownAlerts() {
    const all = (await registration.getNotifications()) as (Notification & { data: PushMessage | null })[];
    return all.filter(({ data }) => data?.topic === 'alertas');
  }
  /**
   * Closes the notifications of alerts that have ended or were withdrawn.
   * @param fresh tag of what has just come: browsers want to see it
   */
  async function closeEnded(fresh?: string): Promise<void> {
    const shown = (await shownAlerts()).filter(({ tag }) => tag !== fresh);
    if (shown.length === 0) return;
    const [time, { ids, levelAt }] = await Promise.all([serverTime(), heldAlerts()]);
    const current = ids.map(alertTag);
    for (const one of shown) {
      const { at, expires = '' } = one.data as PushMessage;
      const isOver = Date.parse(expires) <= time || levelAt - Date.parse(at) > NEW;
      if (isOver && !current.includes(one.tag)) one.close();
    }
  }
  const soon = <T>(work: Promise<T>) => orNothing(withTimeout(PATIENCE, work, new Error('not in time')));

  return {
    /**
     * Shows a message, whatever it is: browsers withdraw the permission from sites that show nothing. Then it brings
     * the record that the message is about to the device.
     */
    async received(data: Delivered | null): Promise<void> {
      const read = messageIn(data);
      const [time = 0, zone = ''] = await Promise.all([
        soon(serverTime()),
        soon(keptZone()),
        read && soon(keepMessage({ message: read, at: now() })),
      ]);
      const message = read ?? UNREADABLE;
      const { body, isQuiet } = saidToZone(message, zone);
      const { title, options } = notificationOf({ ...message, body }, time);
      const isKnown = isQuiet || (await isShown(message));
      await registration.showNotification(title, isKnown ? { ...options, ...QUIETLY } : options);
      // Not at once: Chromium forgets a notification if it is asked for all of them while it shows that one.
      if (await orNothing(pull().then(() => true))) await orNothing(closeEnded(options.tag));
    },

    /** Closes what is no longer true, once the page that was opened has had time to ask the server. */
    async opened(): Promise<void> {
      if ((await shownAlerts()).length === 0) return;
      await new Promise((done) => setTimeout(done, PULLED));
      await closeEnded();
    },

    /** Closes a notification that was tapped, and opens its page. */
    async clicked(notification: Pick<Notification, 'data' | 'close'>): Promise<void> {
      notification.close();
      await showPage(clients, pathOf((notification.data as PushMessage | null)?.url));
    },
  };
}

/** Shows a page: in a window that has it open, in another one of residents, or in a new one. */
async function showPage(clients: Windows, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const url = (client: OpenWindow) => new URL(client.url);
  const showing = windows.find((client) => url(client).pathname + url(client).search === path);
  // Text that is being written in the back office must not be left.
  const other = windows.find((client) => !/^\/(?:admin|login)\b/.test(url(client).pathname));
  try {
    const shown = showing ?? (await other?.navigate(path));
    if (!shown) throw new Error('no window');
    await shown.focus();
  } catch {
    await clients.openWindow(path);
  }
}

const pathOf = (url: unknown) => ownPage(String(url)) ?? pages.home();

/** Replaces what is shown without a sound. */
const QUIETLY = { silent: true, renotify: false };

/** Says that there is something, in the place of a message that cannot be read. */
const UNREADABLE: PushMessage = {
  title: 'Hay novedades en el portal',
  body: '',
  url: pages.home(),
  tag: 'novedades',
  topic: 'noticias',
  at: '',
};

function messageIn(data: Delivered | null): PushMessage | null {
  try {
    const message = data?.json() as PushMessage;
    if (typeof message.title !== 'string' || !message.title) throw new Error('no title');
    return { ...message, body: String(message.body ?? ''), url: pathOf(message.url) };
  } catch {
    return null;
  }
}

/** @param time ms since the epoch */
function notificationOf(message: PushMessage, time: number): { title: string; options: ShownOptions } {
  const { title, body, tag, expires = '', at } = message;
  const isOver = Date.parse(expires) <= time;
  return {
    title: isOver ? `Terminó · ${title}` : title,
    options: {
      body,
      tag,
      icon: presentIcon('192'),
      badge: presentIcon('badge-96'),
      lang: 'es-AR',
      data: message,
      // A new message about the same sounds again.
      ...(isOver ? { silent: true } : { renotify: Boolean(tag) }),
      ...(Date.parse(at) ? { timestamp: Date.parse(at) } : {}),
    },
  };
}
