import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PushMessage } from '#contract/messages/push-message';
import { presentIcon } from '#contract/town/icons';
import { openNotifications } from '../../../web/src/sw/notifications.ts';
import { messageAbout } from '../../../web/src/push/received.ts';
import { keepZone } from '../../../web/src/push/zone.ts';
import { cacheStorage } from './cache-storage.ts';

type Windows = Parameters<typeof openNotifications>[0]['clients'];
type Options = NotificationOptions & { renotify?: boolean; timestamp?: number };

const ORIGIN = 'https://portal.example';
const NOW = Date.parse('2026-07-01T12:00:00Z');
const HOUR = 3_600_000;
const alert: PushMessage = {
  title: 'Alerta severa: Ruta 12 cortada',
  body: 'No viajes.',
  url: '/alertas/abc123def456/ruta-12-cortada',
  tag: 'alerta-abc123def456',
  topic: 'alertas',
  severity: 'Severe',
  expires: new Date(NOW + HOUR).toISOString(),
  at: new Date(NOW).toISOString(),
};

const world = {
  shown: [] as { title: string; options: Options | undefined }[],
  windows: [] as Awaited<ReturnType<Windows['matchAll']>>[number][],
  did: [] as string[],
  isOnline: true,
  /** Called instead of an answer of the browser, if it does not say what is shown. */
  onUnanswered: null as (() => void) | null,
  serverTime: async () => NOW,
  held: { ids: [] as string[], levelAt: 0 },
};
beforeEach(() => {
  Object.assign(world, { shown: [], windows: [], did: [], isOnline: true, held: { ids: [], levelAt: 0 } });
  world.serverTime = async () => NOW;
  vi.stubGlobal('caches', cacheStorage(fetch, ORIGIN));
});

const open = () =>
  openNotifications({
    registration: {
      showNotification: async (title: string, options?: Options) => void world.shown.push({ title, options }),
      getNotifications: async ({ tag: wanted } = {}) =>
        world.onUnanswered
          ? new Promise<never>(world.onUnanswered)
          : world.shown
              .filter(({ options }) => wanted === undefined || options?.tag === wanted)
              .map((one) => {
                const { data, tag = '' } = one.options ?? {};
                const close = () => void (world.shown = world.shown.filter((other) => other !== one));
                return { data, tag, close } as unknown as Notification;
              }),
    },
    clients: {
      matchAll: async () => world.windows,
      openWindow: async (url) => void world.did.push(`open ${url}`),
    },
    now: () => NOW,
    serverTime: () => world.serverTime(),
    heldAlerts: async () => world.held,
    async pull() {
      if (!world.isOnline) throw new TypeError('Failed to fetch');
      world.did.push('pull');
    },
  });
const receive = (message: unknown) =>
  open().received(message === null ? null : { json: () => JSON.parse(JSON.stringify(message)) as unknown });
function openWindow(url: string, { isFixed = false } = {}) {
  world.windows.push({
    url: ORIGIN + url,
    focus: async () => void world.did.push(`focus ${url}`),
    navigate: async (to) => {
      if (isFixed) throw new TypeError('not controlled');
      world.did.push(`lead ${url} to ${to}`);
      return { focus: async () => void world.did.push(`focus ${to}`) };
    },
  });
}
const click = (url: string) => open().clicked({ data: { ...alert, url }, close: () => void world.did.push('close') });

test('a message is shown with the town’s icons, and replaces a former one about the same', async () => {
  await receive(alert);
  expect(world.shown).toMatchObject([
    {
      title: 'Alerta severa: Ruta 12 cortada',
      options: {
        body: 'No viajes.',
        tag: 'alerta-abc123def456',
        renotify: true,
        lang: 'es-AR',
        timestamp: NOW,
        icon: presentIcon('192'),
        badge: presentIcon('badge-96'),
      },
    },
  ]);
});

test('a message that is sent twice sounds once, and a newer one about the same sounds again', async () => {
  for (const at of [NOW, NOW, NOW + 1]) await receive({ ...alert, at: new Date(at).toISOString() });
  expect(world.shown.map(({ options }) => options?.silent ?? false)).toEqual([false, true, false]);
  expect(world.shown.map(({ options }) => options?.renotify)).toEqual([true, false, true]);
});

test('two messages of the same moment both sound', async () => {
  for (const tag of ['alerta-a', 'alerta-b']) await receive({ ...alert, tag });
  expect(world.shown.map(({ options }) => options?.silent ?? false)).toEqual([false, false]);
});

test('each message that cannot be read sounds', async () => {
  for (const message of [null, 'no object']) await receive(message);
  expect(world.shown.map(({ options }) => options?.silent ?? false)).toEqual([false, false]);
});

test('a notification that holds no message hinders none', async () => {
  world.shown.push({ title: 'Of a former release', options: { tag: alert.tag, data: null } });
  await receive(alert);
  expect(titles()).toEqual(['Of a former release', alert.title]);
  await openPage();
  expect(titles()).toEqual(['Of a former release', alert.title]);
  await open().clicked({ data: null, close: () => void world.did.push('close') });
  expect(world.did.slice(-2)).toEqual(['close', 'open /']);
});

test('a message sounds if the browser does not say in time what is shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  world.onUnanswered = asked.resolve;
  const shown = receive(alert);
  await asked.promise;
  world.onUnanswered = null;
  await vi.advanceTimersByTimeAsync(2000);
  await shown;
  expect(world.shown[0]?.options).toMatchObject({ renotify: true });
});

test('a message without a text is shown without one', async () => {
  const { body: _, ...message } = alert;
  await receive(message);
  expect(world.shown[0]?.options?.body).toBe('');
});

test('an alert is over at the moment at which it ends', async () => {
  await receive({ ...alert, expires: new Date(NOW).toISOString() });
  expect(titles()).toEqual([`Terminó · ${alert.title}`]);
});

test('an alert that has ended is shown as over, without a sound', async () => {
  await receive({ ...alert, expires: new Date(NOW - HOUR).toISOString() });
  expect(world.shown[0]?.title).toBe('Terminó · Alerta severa: Ruta 12 cortada');
  expect(world.shown[0]?.options).toMatchObject({ silent: true });
  expect(world.shown[0]?.options?.renotify).toBeUndefined();
});

const titles = () => world.shown.map(({ title }) => title);
const later = (ms: number) => void (world.serverTime = async () => NOW + ms);
async function openPage(): Promise<void> {
  vi.useFakeTimers();
  const opened = open().opened();
  await vi.advanceTimersByTimeAsync(5000);
  await opened;
  vi.useRealTimers();
}

test('the notification of an alert that has ended is closed when a page is opened, without a network too', async () => {
  await receive({ ...alert, title: 'Ended', tag: 'alert-aaa' });
  await receive({ ...alert, title: 'Prolonged', tag: 'alert-bbb' });
  await receive({ ...alert, title: 'News', tag: 'noticias', topic: 'noticias' });
  world.held.ids = ['bbb'];
  later(HOUR - 1);
  await openPage();
  expect(titles()).toHaveLength(3);
  later(HOUR);
  await openPage();
  expect(titles()).toEqual(['Prolonged', 'News']);
});

test('the notification of an alert that was withdrawn is closed as soon as the device knows it', async () => {
  await receive({ ...alert, title: 'Withdrawn', tag: 'alert-aaa' });
  await receive({ ...alert, title: 'In force', tag: 'alert-bbb' });
  // What a shared cache answers may be older than the message.
  world.held = { ids: ['bbb'], levelAt: NOW + HOUR / 30 };
  await openPage();
  expect(titles()).toEqual(['Withdrawn', 'In force']);
  world.held.levelAt = NOW + HOUR / 20;
  await receive({ ...alert, title: 'Another', tag: 'alert-ccc' });
  expect(titles()).toEqual(['In force', 'Another']);
});

test('a notification that has just come stays although its alert is over, because browsers require one', async () => {
  later(2 * HOUR);
  await receive(alert);
  expect(titles()).toEqual(['Terminó · Alerta severa: Ruta 12 cortada']);
  await openPage();
  expect(titles()).toEqual([]);
});

test('an alert counts as in force while the time is not certain, or not known soon', async () => {
  vi.useFakeTimers();
  world.serverTime = () => new Promise(() => {});
  const shown = receive({ ...alert, expires: new Date(NOW - HOUR).toISOString() });
  await vi.advanceTimersByTimeAsync(2000);
  await shown;
  vi.useRealTimers();
  expect(world.shown[0]?.title).toBe('Alerta severa: Ruta 12 cortada');
});

test.each([null, 'no object', { body: 'no title' }, { title: 7 }, [], 12])(
  'something is shown for a message that cannot be read: %j',
  async (message) => {
    await receive(message);
    expect(titles()).toEqual(['Hay novedades en el portal']);
    expect(world.shown[0]?.options).toMatchObject({
      body: '',
      tag: 'novedades',
      data: { url: '/', topic: 'noticias' },
    });
    expect(await messageAbout('/')).toBeNull();
  },
);

test('a message that leads to another site leads to the home page', async () => {
  for (const url of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', undefined, 7])
    await receive({ ...alert, url });
  expect(world.shown).toMatchObject(Array(6).fill({ options: { data: { url: '/' } } }));
});

test('the record that a message is about is fetched, and without it the message is kept whole', async () => {
  await receive(alert);
  expect(world.did).toEqual(['pull']);
  world.isOnline = false;
  await receive({ ...alert, url: '/noticias/leer/abc/x', body: '<b>Texto</b>' });
  expect(await messageAbout('/noticias/leer/abc/x')).toMatchObject({ at: NOW, message: { body: '<b>Texto</b>' } });
});

test('the newest twenty messages are kept', async () => {
  for (let at = 0; at < 25; at += 1) await receive({ ...alert, url: `/noticias/leer/${at}` });
  await receive({ ...alert, url: '/noticias/leer/5', body: 'again' });
  expect(await messageAbout('/noticias/leer/4')).toBeNull();
  expect((await messageAbout('/noticias/leer/5'))?.message.body).toBe('again');
  expect(await (await caches.open('push-messages')).keys()).toHaveLength(20);
});

test('a touch shows the window that has the page, else leads one there, else opens one', async () => {
  await click('/alertas/1/a');
  openWindow('/pagina/abc/login');
  await click('/alertas/1/a');
  openWindow('/alertas/1/a');
  await click('/alertas/1/a');
  expect(world.did).toEqual([
    'close',
    'open /alertas/1/a',
    'close',
    'lead /pagina/abc/login to /alertas/1/a',
    'focus /alertas/1/a',
    'close',
    'focus /alertas/1/a',
  ]);
});

test('a touch does not navigate a window of the back office, and opens a window if no other can be used', async () => {
  openWindow('/admin/noticia/abc');
  openWindow('/login');
  await click('/alertas/1/a');
  openWindow('/agenda', { isFixed: true });
  await click('/alertas/1/a');
  expect(world.did).toEqual(['close', 'open /alertas/1/a', 'close', 'open /alertas/1/a']);
});

describe('of what there is tomorrow in several zones', () => {
  const rosters: PushMessage = {
    title: 'Guardias y recorridos: lunes 16 de marzo',
    body: 'Recolección: 20 h (zonas Norte y Sur)\nPoda: No hay. Lluvia (zona Norte)\nMóvil: Plaza',
    parts: [
      { text: 'Poda: No hay. Lluvia', zones: ['Norte'] },
      { text: 'Recolección: 20 h', zones: ['Norte', 'Sur'], isOld: true },
      { text: 'Móvil: Plaza', zones: [], isOld: true },
    ],
    zones: ['Norte', 'Sur', 'Centro'],
    url: '/hoy',
    tag: 'guardias-2026-03-16',
    topic: 'guardias',
    at: new Date(NOW).toISOString(),
  };
  const shown = () => world.shown.map(({ options }) => [options?.body, options?.silent ?? false]);

  test('a device shows what is about its zone, and what is about the whole town', async () => {
    await keepZone('Norte');
    await receive(rosters);
    expect(shown()).toEqual([['Poda: No hay. Lluvia\nRecolección: 20 h\nMóvil: Plaza', false]]);
  });

  test('it shows without a sound what is no news to its zone: browsers require a notification', async () => {
    await keepZone('Sur');
    await receive(rosters);
    await keepZone('Centro');
    await receive({ ...rosters, parts: rosters.parts?.slice(0, 2), body: 'Recolección: 20 h (zona Norte)' });
    expect(shown()).toEqual([
      ['Recolección: 20 h\nMóvil: Plaza', true],
      ['Nada para tu zona (Centro). En las otras:\nRecolección: 20 h (zona Norte)', true],
    ]);
    expect(world.shown.map(({ options }) => options?.renotify)).toEqual([false, false]);
  });

  test.each(['', 'Of a town that has renamed its zones'])(
    'it shows all in short where the zone is: %j',
    async (zone) => {
      if (zone) await keepZone(zone);
      await receive(rosters);
      expect(shown()).toEqual([[rosters.body, false]]);
    },
  );

  test('it shows all in short where it does not say its zone in time', async () => {
    vi.stubGlobal('caches', cacheStorage(fetch, ORIGIN, { isBroken: true }));
    await receive(rosters);
    expect(shown()).toEqual([[rosters.body, false]]);
  });
});
