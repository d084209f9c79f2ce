import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { pushCalls } from '#contract/addresses/push-calls';
import type { PushMessage } from '#contract/messages/push-message';
import { openPushService } from '../../push-service.ts';
import type { PushService } from '../../push-service.ts';
import { openAlerts } from '../support/alerts.ts';
import { openNotifiedDevice } from '../support/device-notifications.ts';
import type { NotifiedDevice } from '../support/device-notifications.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let service: PushService;
let town: Town;
let office: Awaited<ReturnType<typeof openAlerts>>;
beforeAll(async () => {
  service = await openPushService();
  town = await openTown({
    settings: { PUSH_TEST_SERVICE: service.origin, NODE_EXTRA_CA_CERTS: service.caFile },
  });
  office = await openAlerts(town);
});
afterEach(() => office.withdraw());
afterAll(async () => {
  await town.close();
  await service.close();
});

/** Opens a device that has the push service of the test in the place of the browser's, which cannot be reached. */
async function openSubscriber(): Promise<NotifiedDevice & { endpoint: () => Promise<string> }> {
  const device = await openNotifiedDevice(town);
  const { page } = device;
  await page.context().exposeFunction('subscribeAtService', (key: string) => service.subscribe(key));
  await page.context().addInitScript(replacePushService);
  return {
    ...device,
    endpoint: () => page.evaluate(() => JSON.parse(localStorage.testSubscription).endpoint as string),
  };
}

/** Runs in every page. The subscription outlives it, as in a browser. */
function replacePushService(): void {
  const held = () =>
    JSON.parse(localStorage.testSubscription ?? 'null') as (PushSubscriptionJSON & { key: string }) | null;
  const bytesOf = (key: string) =>
    Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0)).buffer;
  const asSubscription = () => {
    const json = held();
    return (
      json && {
        endpoint: json.endpoint,
        options: { applicationServerKey: bytesOf(json.key) },
        toJSON: () => ({ endpoint: json.endpoint, keys: json.keys }),
        unsubscribe: async () => delete localStorage.testSubscription,
      }
    );
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => asSubscription(),
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      const { subscribeAtService } = window as unknown as { subscribeAtService: (key: string) => Promise<object> };
      localStorage.testSubscription = JSON.stringify({ ...(await subscribeAtService(key)), key });
      return asSubscription();
    },
  });
}

async function ask(page: Page, ...topics: string[]): Promise<void> {
  await page.goto('/avisos');
  for (const topic of topics) await page.getByRole('checkbox', { name: topic }).check();
  await page.getByRole('button', { name: 'Recibir avisos' }).click();
  await page.getByText('Listo: este teléfono recibe los avisos marcados.').waitFor();
}

/** Waits for a message with a title, by the endpoint to which it was sent. */
const sent = (endpoint: string, title: string): Promise<PushMessage> =>
  vi.waitFor(
    () => {
      const found = service.received.find((one) => one.endpoint === endpoint && one.message.title === title);
      if (!found) throw new Error(`${title} was not sent to ${endpoint}`);
      return found.message;
    },
    { timeout: PATIENCE, interval: 50 },
  );

/** Subscribes another device to alerts: what it gets, the others would have got too. */
async function witness(): Promise<string> {
  const { key } = (await (await fetch(town.url + pushCalls.key())).json()) as { key: string };
  const receiver = service.subscribe(key);
  const answer = await fetch(town.url + pushCalls.subscriptions(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...receiver, topics: ['alertas'] }),
  });
  expect(answer.status).toBe(204);
  return receiver.endpoint;
}

it('who asks for alerts is told of one, and a touch opens its page, without a network too', async () => {
  const device = await openSubscriber();
  await ask(device.page, 'Alertas');
  await office.publish('Puente cortado', { severity: 'Severe' });
  const message = await sent(await device.endpoint(), 'Alerta severa: Puente cortado');
  await device.deliver(JSON.stringify(message));
  await device.shown('Alerta severa: Puente cortado');
  await device.page.context().setOffline(true);
  await device.touch('Alerta severa: Puente cortado');
  await device.page.waitForURL(`**${message.url}`);
  await device.page.getByRole('main').getByText('Quedate en casa.').first().waitFor();
  expect(service.faults).toEqual([]);
  await device.page.context().close();
});

it('who has chosen a zone is told what is about it, and the portal never learns which it is', async () => {
  const device = await openSubscriber();
  const sentToPortal: string[] = [];
  device.page.on('request', (request) => sentToPortal.push(`${request.url()} ${request.postData() ?? ''}`));
  await device.page.goto('/hoy');
  await device.page.getByLabel('Tu zona', { exact: true }).selectOption('Sur');
  await ask(device.page, 'Guardias y recorridos');
  expect(await device.page.getByLabel('Tu zona', { exact: true }).inputValue()).toBe('Sur');
  const message = {
    title: 'Guardias y recorridos: mañana',
    body: 'Recolección: 20 h (zona Norte)\nRecolección: 21 h (zona Sur)',
    parts: [
      { text: 'Recolección: 20 h', zones: ['Norte'] },
      { text: 'Recolección: 21 h', zones: ['Sur'] },
    ],
    zones: ['Norte', 'Sur'],
    url: '/hoy',
    tag: 'guardias',
    topic: 'guardias',
    at: '',
  };
  await device.deliver(JSON.stringify(message));
  expect((await device.shown(message.title)).body).toBe('Recolección: 21 h');
  expect(sentToPortal.filter((one) => one.includes('/api/push')).join()).toContain('guardias');
  expect(sentToPortal.filter((one) => /\bSur\b/.test(decodeURIComponent(one)))).toEqual([]);
  await device.page.context().close();
});

it('topics can be changed, and who stops is told nothing more', async () => {
  const device = await openSubscriber();
  await ask(device.page, 'Noticias', 'Alertas');
  await device.page.reload();
  await device.page.getByRole('checkbox', { name: 'Noticias' }).uncheck();
  await device.page.getByRole('button', { name: 'Guardar los cambios' }).click();
  await device.page.getByText('Listo: este teléfono recibe los avisos marcados.').waitFor();
  await device.page.reload();
  await expect.poll(() => device.page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  const endpoint = await device.endpoint();
  await device.page.getByRole('button', { name: 'Dejar de recibir avisos' }).click();
  await device.page.getByText('Listo: este teléfono ya no recibe avisos.').waitFor();
  const other = await witness();
  await office.publish('Viento');
  await sent(other, 'Alerta moderada: Viento');
  expect(service.received.filter((one) => one.endpoint === endpoint)).toEqual([]);
  await device.page.context().close();
});

it('who stops without a network is told nothing more as soon as it is back', async () => {
  const device = await openSubscriber();
  await ask(device.page, 'Alertas');
  const endpoint = await device.endpoint();
  await device.page.context().setOffline(true);
  await device.page.getByRole('button', { name: 'Dejar de recibir avisos' }).click();
  await device.page.getByText('Al portal se lo decimos cuando vuelva la señal.').waitFor();
  expect(await device.page.evaluate(() => localStorage.testSubscription)).toBeUndefined();
  await device.page.context().setOffline(false);
  const forgotten = device.page.context().waitForEvent('requestfinished', (one) => one.method() === 'DELETE');
  await device.page.reload();
  await forgotten;
  const other = await witness();
  await office.publish('Nieve');
  await sent(other, 'Alerta moderada: Nieve');
  expect(service.received.filter((one) => one.endpoint === endpoint)).toEqual([]);
  await device.page.context().close();
});

it('without a network nothing is promised', async () => {
  const device = await openSubscriber();
  await device.page.goto('/avisos');
  await device.page.getByRole('checkbox', { name: 'Alertas' }).check();
  await device.page.context().setOffline(true);
  await device.page.getByRole('button', { name: 'Recibir avisos' }).click();
  await device.page.getByText('Hace falta conexión: probá de nuevo cuando vuelva la señal.').waitFor();
  expect(await device.page.getByRole('checkbox', { name: 'Alertas' }).isChecked()).toBe(true);
  await device.page.context().close();
});
