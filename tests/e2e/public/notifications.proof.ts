import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pages } from '#contract/addresses/pages';
import type { PushMessage } from '#contract/messages/push-message';
import { violations } from '../support/axe.ts';
import { openNotifiedDevice } from '../support/device-notifications.ts';
import { untilHeld } from '../support/held.ts';
import { PATIENCE } from '../support/patience.ts';
import { untilQuiet } from '../support/quiet.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

const HOUR = 3_600_000;
const news = (change: Partial<PushMessage> = {}): string =>
  JSON.stringify({
    title: 'Mañana: peña',
    body: 'A las 21, en el Salón Comunitario.',
    url: '/agenda',
    tag: 'agenda',
    topic: 'agenda',
    at: new Date().toISOString(),
    ...change,
  });
const alert = (change: Partial<PushMessage> = {}): string =>
  news({
    title: 'Alerta severa: Ruta 12 cortada',
    body: 'Cayó una piedra en el kilómetro 30.\nNo viajes hasta el mediodía.',
    url: '/alertas/aaaaaaaaaaaa/ruta-12-cortada',
    tag: 'alerta-aaaaaaaaaaaa',
    topic: 'alertas',
    severity: 'Severe',
    expires: new Date(Date.now() + HOUR).toISOString(),
    ...change,
  });
const received = (page: Page) => page.getByRole('region', { name: 'Aviso recibido' });

it('a message is shown with the town’s icon, a newer one about the same replaces it, and a touch opens its page', async () => {
  const { page, deliver, shown, touch } = await openNotifiedDevice(town);
  await deliver(alert({ url: '/agenda' }));
  const { icon } = await shown('Alerta severa: Ruta 12 cortada');
  expect((await page.request.get(icon)).headers()['content-type']).toBe('image/png');
  await deliver(alert({ title: 'Alerta leve: Ruta 12 abierta', url: '/agenda', severity: 'Minor' }));
  await shown('Alerta leve: Ruta 12 abierta');
  const titles = await page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title),
  );
  expect(titles).toEqual(['Alerta leve: Ruta 12 abierta']);
  await touch('Alerta leve: Ruta 12 abierta');
  await page.waitForURL('**/agenda');
  await page.context().close();
});

it('the notification of an alert that the town has withdrawn is closed when the portal is next opened', async () => {
  const { page, deliver, shown } = await openNotifiedDevice(town);
  await deliver(news());
  await shown('Mañana: peña');
  await deliver(alert({ tag: 'alert-aaaaaaaaaaaa', at: new Date(Date.now() - HOUR / 2).toISOString() }));
  await shown('Alerta severa: Ruta 12 cortada');
  await page.reload();
  const titles = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title),
    );
  await expect.poll(titles, { timeout: PATIENCE }).toEqual(['Mañana: peña']);
  await page.context().close();
});

it('something is shown for a message that cannot be read', async () => {
  const { page, deliver, shown } = await openNotifiedDevice(town);
  await deliver('}{');
  await shown('Hay novedades en el portal');
  await page.context().close();
});

it('a message that came is read whole without a network, also when its page is not on the device', async () => {
  const { page, deliver, shown } = await openNotifiedDevice(town);
  await page.context().setOffline(true);
  await deliver(alert({ body: 'Cayó una piedra <img src=x onerror=alert(1)>.\nNo viajes.' }));
  await shown('Alerta severa: Ruta 12 cortada');
  const cold = await page.context().newPage();
  await cold.goto('/alertas/aaaaaaaaaaaa/ruta-12-cortada');
  await received(cold).getByText('Cayó una piedra <img src=x onerror=alert(1)>.').waitFor();
  expect(await received(cold).innerText()).toMatch(
    /^Aviso · \d+ de \w+, \d+(:\d\d)?\sh\s+Alerta severa: Ruta 12 cortada\s+Cayó .*\s+No viajes\.$/,
  );
  expect(await violations(cold)).toEqual([]);
  await cold.context().close();
});

it('a page that is on the device has the message above it until the device is level with the server again', async () => {
  const { page, deliver, shown } = await openNotifiedDevice(town);
  await page.context().setOffline(true);
  await deliver(news());
  await shown('Mañana: peña');
  const cold = await page.context().newPage();
  await cold.goto('/agenda');
  await cold.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
  await received(cold).getByText('Mañana: peña').waitFor();
  await cold.context().setOffline(false);
  await received(cold).waitFor({ state: 'detached' });
  town.expectQuiet();
  await page.context().close();
});

it.each([
  ['without a script', {}, '', 'Para recibir avisos hace falta JavaScript.'],
  ['in a browser without push', {}, 'delete window.PushManager', 'Este navegador no recibe avisos.'],
  [
    'on an iPhone where the portal is not installed',
    { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1' },
    'delete window.PushManager',
    'En iPhone y iPad los avisos llegan solo si instalás el portal y los pedís desde ahí',
  ],
  [
    'where notifications are blocked',
    {},
    'Object.defineProperty(Notification, "permission", { get: () => "denied" })',
    'Tu navegador tiene bloqueados los avisos de este sitio.',
  ],
])('%s the page says what can be done', async (_, options, script, words) => {
  const page = await town.visitor({ ...options, ...(script ? {} : { javaScriptEnabled: false }) });
  if (script) await page.addInitScript(script);
  await page.goto(pages.notifications());
  await expect.poll(() => page.getByRole('main').innerText()).toContain(words);
  expect(await page.getByRole('button', { name: 'Recibir avisos' }).isVisible()).toBe(false);
  if (script) expect(await violations(page)).toEqual([]);
  await page.context().close();
});

it('nothing is ticked, and the browser is asked only after a touch on the button', async () => {
  const page = await town.visitor();
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = async () => {
      document.title = 'asked';
      return 'default';
    };
  });
  await page.goto('/alertas');
  await page.getByRole('main').getByRole('link', { name: 'Recibirlas en este teléfono' }).click();
  await page.getByRole('heading', { level: 1, name: 'Avisos en este teléfono' }).waitFor();
  await page.locator('fieldset:enabled').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Recibir avisos' }).click();
  await page.getByText('Marcá al menos uno.').waitFor();
  await page.getByRole('checkbox', { name: 'Alertas' }).check();
  await page.getByText('Marcá al menos uno.').waitFor({ state: 'detached' });
  expect(await page.title()).not.toBe('asked');
  await page.getByRole('button', { name: 'Recibir avisos' }).click();
  await page.getByText('No diste permiso: no te vamos a mandar nada.').waitFor();
  expect(await page.title()).toBe('asked');
  expect(await page.getByRole('checkbox', { name: 'Alertas' }).isChecked()).toBe(true);
  await page.context().close();
});

it('a second visit says once that the portal is read without a signal and can send messages', async () => {
  const page = await town.visitor();
  const note = page.getByRole('complementary', { name: 'Sobre este portal' });
  await page.goto('/');
  await untilHeld(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await untilTakenOver(page);
  await note.waitFor();
  expect(await violations(page)).toEqual([]);
  // Behind the first block, where nothing that is seen moves for it.
  const top = (await note.boundingBox())?.y ?? 0;
  expect([top > 740, top < 1500]).toEqual([true, true]);
  expect(await note.getByRole('link', { name: 'Recibir avisos' }).getAttribute('href')).toBe('/avisos');
  // The browser's offer stands once on the page: in the note, and once that is put away in the footer.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  const offers = page.getByRole('button', { name: 'Instalar en este dispositivo' });
  await note.getByRole('button', { name: 'Instalar en este dispositivo' }).waitFor();
  expect(await offers.count()).toBe(1);
  await note.getByRole('button', { name: 'Entendido' }).press('Enter');
  await note.waitFor({ state: 'detached' });
  expect(await offers.count()).toBe(1);
  const room = await page.getByRole('contentinfo').evaluate((foot) => {
    const [no, rights] = ['Ahora no', '©'].map((words) =>
      [...foot.querySelectorAll('button, p:not(.choices)')].find((one) => one.textContent.includes(words)),
    );
    return (rights?.getBoundingClientRect().top ?? 0) - (no?.getBoundingClientRect().bottom ?? 0);
  });
  expect(room).toBeGreaterThanOrEqual(8);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby'))).toBe('noticias');
  await page.reload();
  await untilTakenOver(page);
  await untilQuiet(page);
  expect(await note.count()).toBe(0);
  await page.context().close();
});

it('the page is reached from the footer and from what the device keeps', async () => {
  const page = await town.visitor();
  await page.goto('/dispositivo');
  await untilTakenOver(page);
  for (const place of ['main', 'contentinfo'] as const) {
    const link = page.getByRole(place).getByRole('link', { name: 'Avisos en este teléfono' });
    expect(await link.getAttribute('href')).toBe('/avisos');
  }
  await page.context().close();
});
