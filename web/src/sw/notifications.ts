import { ownPage, pages } from '#contract/addresses/pages';
import { alertTag } from '#contract/push';
import type { PushMessage } from '#contract/push';
import { presentIcon } from '#contract/town/icons';
import { withTimeout } from '../browser/with-timeout.ts';
import { keepMessage } from '../push/received.ts';
import { orNothing } from './cache-access.ts';

/** Time, in ms, after which a message is shown without what the device has not said yet. */
const PATIENCE = 2000;
/** Age of a message, in ms, up to which the device's store may be older: a shared cache keeps answers for a while. */
const NEW = 120_000;

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
 * @param currentAlerts returns the ids of the alerts in force that the device holds
 * @param pull brings the device's store level with the server; returns whether it is
 */
export function openNotifications({
  registration,
  clients,
  now,
  serverTime,
  currentAlerts,
  pull,
}: {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;
  clients: Windows;
  now: () => number;
  serverTime: () => Promise<number>;
  currentAlerts: () => Promise<readonly string[] | undefined>;
  pull: () => Promise<boolean>;
}) {
  /** The server sends a message again when it does not know whether it arrived. */
  async function isShown(message: PushMessage | null): Promise<boolean> {
    const shown = message?.at ? await soon(registration.getNotifications({ tag: message.tag })) : null;
    return shown?.some(({ data }) => (data as PushMessage | null)?.at === message?.at) ?? false;
  }
  /**
   * Closes the notifications of alerts that have ended, and of those that are not in force any more if the device is
   * level with the server.
   * @param shown tag of what has just come: browsers want to see it
   */
  async function tidy(isLevel: boolean, shown?: string): Promise<void> {
    const all = (await registration.getNotifications()) as (Notification & { data: PushMessage | null })[];
    const alerts = all.filter(({ data, tag }) => data?.topic === 'alertas' && tag !== shown);
    if (alerts.length === 0) return;
    const [time, current] = await Promise.all([serverTime(), currentAlerts()]);
    const tags = current?.map(alertTag);
    for (const one of alerts) {
      const { at, expires = '' } = one.data as PushMessage;
      const isWithdrawn = isLevel && tags !== undefined && time - Date.parse(at) > NEW;
      if (!tags?.includes(one.tag) && (isWithdrawn || Date.parse(expires) <= time)) one.close();
    }
  }
  async function pullAndTidy(work: () => Promise<boolean>, shown?: string): Promise<void> {
    const isLevel = await orNothing(work());
    await orNothing(tidy(isLevel ?? false, shown));
  }
  const soon = <T>(work: Promise<T>) => orNothing(withTimeout(PATIENCE, work, new Error('not in time')));

  return {
    /**
     * Shows a message, whatever it is: browsers withdraw the permission from sites that show nothing. Then it brings
     * the record that the message is about to the device.
     */
    async received(data: Delivered | null): Promise<void> {
      const message = messageIn(data);
      const [time = 0] = await Promise.all([soon(serverTime()), message && soon(keepMessage({ message, at: now() }))]);
      const { title, options } = notificationOf(message ?? UNREADABLE, time);
      await registration.showNotification(title, (await isShown(message)) ? { ...options, ...QUIETLY } : options);
      await pullAndTidy(pull, options.tag);
    },

    /** Brings the device's store level with the server, and closes what is no longer true. */
    pullAndTidy,

    /** Opens the page of a notification: in a window that shows it, in another one of residents, or in a new one. */
    async clicked(notification: Pick<Notification, 'data' | 'close'>): Promise<void> {
      notification.close();
      const path = pathOf((notification.data as PushMessage | null)?.url);
      const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
      const url = (client: OpenWindow) => new URL(client.url);
      const showing = windows.find((client) => url(client).pathname + url(client).search === path);
      // Nobody is taken away from a text that they write.
      const other = windows.find((client) => !/^\/(?:admin|login)\b/.test(url(client).pathname));
      try {
        const shown = showing ?? (await other?.navigate(path));
        if (!shown) throw new Error('no window');
        await shown.focus();
      } catch {
        await clients.openWindow(path);
      }
    },
  };
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

/** Reads a message; null if it is none. */
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
