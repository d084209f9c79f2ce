import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptions } from '#contract/addresses/subscriptions';
import { untilHeld } from '../support/held.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let visitor: Page;
/** Addresses of single records, taken from the lists, by their names in the table below. */
const found: Record<string, string> = {};
/** The event's calendar file, as the server gives it. */
let calendarFile = '';

beforeAll(async () => {
  town = await openTown();
  visitor = await town.visitor();
  for (const [name, list, pattern] of [
    ['a story', '/noticias', '/noticias/leer/'],
    ['an event', '/agenda', '/agenda/leer/'],
    ['a bulletin', '/boletin', '/boletin/leer/'],
    ['an authority', '/', '/gobierno/'],
  ] as const) {
    const html = await (await fetch(town.url + list)).text();
    found[name] = new RegExp(`href="(${pattern}[^"]+)"`).exec(html)?.[1] ?? '';
  }
  const eventId = found['an event']?.split('/')[3] ?? '';
  calendarFile = await (await fetch(town.url + subscriptions.event({ id: eventId }))).text();
  await visitor.goto('/');
  await untilHeld(visitor);
  await town.kill();
});
afterAll(() => town.close());

describe('after one visit to the home page, with the server stopped', () => {
  it.each([
    ['the home page', '/', 'Cañadón Huemul'],
    ['the news', '/noticias', 'Noticias'],
    ['the second page of the news', '/noticias?pagina=2', 'Noticias'],
    ['the news of a label', '/noticias/gobierno', '#Gobierno'],
    ['a story', 'a story', null],
    ['the agenda', '/agenda', 'Agenda'],
    ['the agenda of a category', '/agenda/cultura', 'Agenda'],
    ['the agenda of a category and of days', '/agenda/cultura/fecha/01-01-2020_31-12-2099', 'Agenda'],
    ['an event', 'an event', null],
    ['the bulletin', '/boletin', 'Boletín Oficial'],
    ['the bulletin of a class', '/boletin/licitaciones', 'Boletín Oficial'],
    ['a bulletin', 'a bulletin', null],
    ['an authority', 'an authority', null],
    ['the useful numbers', '/datosutiles', 'Datos útiles'],
    ['a search', '/buscador/le%C3%B1a%20y%20garrafas', 'Resultados para: leña y garrafas'],
    ['the green points', '/puntosverdes', 'Puntos verdes'],
    ['tourism', '/turismo', 'Turismo'],
    ['the site map', '/mapa-del-sitio', 'Mapa del sitio'],
    ['the sheet for the walls of the town', '/cartelera', 'Cartelera'],
    ['the page about this device', '/dispositivo', 'En este dispositivo'],
    ['the log-in', '/login', 'Administrador web'],
  ] as const)('%s opens in a new tab, with the age of its content', async (_, path, heading) => {
    const tab = await visitor.context().newPage();
    await tab.goto(found[path] ?? path);
    await tab.getByRole('heading', { level: 1, ...(heading === null ? {} : { name: heading }) }).waitFor();
    expect(await tab.locator('main').innerText()).not.toContain('Esto no está en tu dispositivo');
    await tab.getByText(/^(Sin respuesta|Solo lo guardado) · datos de hoy, \d+(:\d\d)?\sh$/).waitFor();
    await tab.close();
  });

  it('a story opens at the address of its former title too, and shows its own', async () => {
    const tab = await visitor.context().newPage();
    const own = found['a story'] ?? '';
    await tab.goto(own.replace(/[^/]+$/, 'titulo-de-antes'));
    await tab.waitForURL(`**${own}`);
    await tab.getByRole('heading', { level: 1 }).waitFor();
    expect(await tab.locator('link[rel=canonical]').getAttribute('href')).toBe(town.url + own);
    await tab.close();
  });

  it('the emergency numbers and any telephone number found by search can be dialled', async () => {
    const tab = await visitor.context().newPage();
    await tab.goto('/buscador/ambulancia');
    await tab.getByRole('main').locator('a[href="tel:107"]').first().waitFor();
    await tab.goto('/buscador/recaudacion');
    await tab.getByRole('main').locator('a[href="tel:+542902481110"]').first().waitFor();
    await tab.goto('/datosutiles');
    for (const number of ['100', '101', '107', '+542902481144']) {
      expect(await tab.locator(`.strip a[href="tel:${number}"]`).isVisible()).toBe(true);
    }
    await tab.close();
  });

  it('what the Tab key reaches is never behind the bar, which can be made small', async () => {
    const tab = await visitor.context().newPage();
    // A page that glides to what has the focus is measured on its way.
    await tab.emulateMedia({ reducedMotion: 'reduce' });
    await tab.goto('/noticias');
    const shrink = tab.getByRole('button', { name: 'Achicar este aviso' });
    await shrink.waitFor();
    const covered = () => tab.evaluate(() => document.querySelector('.freshness')?.getBoundingClientRect().height ?? 0);
    // One line.
    expect(await covered()).toBeLessThan(50);
    const behind: string[] = [];
    for (let stops = 0; stops < 25; stops += 1) {
      await tab.keyboard.press('Tab');
      const hidden = await tab.evaluate(() => {
        const one = document.activeElement as HTMLElement;
        const bar = document.querySelector('.bars') as HTMLElement;
        const isBehind = one.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
        return isBehind && !bar.contains(one) ? one.textContent : null;
      });
      if (hidden !== null) behind.push(hidden);
    }
    expect(behind).toEqual([]);
    const scrolled = () => tab.evaluate(() => scrollY);
    const before = await scrolled();
    await shrink.click();
    expect(await scrolled()).toBe(before);
    const small = tab.getByRole('button', { name: 'Sin respuesta' });
    expect((await small.boundingBox())?.width).toBeLessThan(260);
    // It stays small from page to page.
    await tab.getByRole('article').getByRole('heading').getByRole('link').first().press('Enter');
    await tab.waitForURL('**/noticias/leer/**');
    await tab.reload();
    await small.click();
    await shrink.waitFor();
    // One line on a small phone, too where it says that what was found is not all.
    await tab.setViewportSize({ width: 360, height: 740 });
    await expect.poll(covered).toBeLessThan(50);
    await tab.goto('/buscador/ambulancia');
    await tab.getByText(/^Solo lo guardado · datos de hoy/).waitFor();
    expect(await covered()).toBeLessThan(50);
    await tab.close();
  });

  it('the log-in page does not request code of the back office, which a browser might not request again', async () => {
    const tab = await visitor.context().newPage();
    const asked: string[] = [];
    tab.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await tab.goto('/login');
    await tab.getByLabel('Usuario').fill('admin');
    await tab.getByLabel('Contraseña', { exact: true }).fill('clave-de-prueba');
    await tab.getByRole('button', { name: 'Ingresar' }).click();
    await tab.getByRole('alert').filter({ hasText: 'No pudimos llegar al servidor.' }).waitFor();
    expect(asked.filter((path) => /^\/assets\/(?:admin|tickets)\//.test(path))).toEqual([]);
    await tab.close();
  });

  it('a page that is not on the device says so, and offers links', async () => {
    const tab = await visitor.context().newPage();
    await tab.goto('/noticias/leer/zzzzzzzzzzzz/no-existe');
    await tab.getByRole('heading', { level: 1, name: 'Esto no está en tu dispositivo' }).waitFor();
    await tab.getByRole('main').getByRole('link', { name: 'Toda la agenda' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
    await tab.close();
  });

  it('an event is added to a calendar with the file that the server gives', async () => {
    const tab = await visitor.context().newPage();
    await tab.goto(found['an event'] ?? '');
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('link', { name: 'Agregar a mi calendario' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+\.ics$/);
    expect(calendarFile).toContain('BEGIN:VEVENT');
    expect(readFileSync(await download.path(), 'utf8')).toBe(calendarFile);
    await tab.close();
  });

  it('a feed cannot be had, and the portal says so in its place', async () => {
    const tab = await visitor.context().newPage();
    await tab.goto('/noticias');
    await tab.getByRole('link', { name: /^Seguir las noticias/ }).click();
    await tab.getByRole('heading', { level: 1, name: 'Esto no está en tu dispositivo' }).waitFor();
    await tab.close();
  });

  it('following links works as it does online', async () => {
    const tab = await visitor.context().newPage();
    await tab.goto('/');
    await tab.getByRole('main').getByRole('link', { name: 'Todas las noticias' }).click();
    await tab.getByRole('heading', { level: 1, name: 'Noticias' }).waitFor();
    expect(await tab.title()).toContain('Noticias');
    await tab.goBack();
    await tab.getByRole('heading', { level: 1, name: 'Cañadón Huemul' }).waitFor();
    await tab.close();
  });
});

describe('when the server is back', () => {
  let open: Page;
  beforeAll(async () => {
    open = await visitor.context().newPage();
    await open.goto('/');
    await town.start();
  });

  it('what was published in the meantime appears on the open page', async () => {
    const token = await tokenOf(town);
    const { id } = (await call(town, token, '/api/data/createStoryBasic', {})) as { id: string };
    await call(town, token, `/api/story/${id}/update/title`, { value: 'Se normalizó el servicio de agua' });
    await call(town, token, `/api/story/${id}/update/status`, { value: 'Publicado' });
    await open.evaluate(() => window.dispatchEvent(new Event('online')));
    await open.getByRole('link', { name: 'Se normalizó el servicio de agua', exact: true }).waitFor();
    town.expectQuiet();
  });

  it('whoever reads a story whose title is corrected keeps their place and focus, at its new address', async () => {
    const token = await tokenOf(town);
    const story = found['a story'] ?? '';
    const tab = await visitor.context().newPage();
    await tab.setViewportSize({ width: 360, height: 240 });
    await tab.goto(story);
    await untilTakenOver(tab);
    const paragraph = tab.locator('main article p').filter({ hasText: /.{40}/ }).last();
    await paragraph.evaluate((element) => {
      const distance = element.getBoundingClientRect().top - 100;
      window.scrollBy({ top: distance, behavior: 'instant' });
    });
    const share = tab.getByRole('main').getByRole('link', { name: /WhatsApp/ });
    await share.evaluate((link) => link.focus({ preventScroll: true }));
    const placeOf = async () => Math.round((await paragraph.boundingBox())?.y ?? Number.NaN);
    const place = await placeOf();
    expect(place).toBeLessThan(240);
    expect(await tab.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    const id = story.split('/')[3];
    await call(town, token, `/api/story/${id}/update/title`, { value: 'El título, corregido y bastante más largo' });
    await tab.evaluate(() => window.dispatchEvent(new Event('online')));
    await tab.waitForURL('**/el-titulo-corregido-y-bastante-mas-largo');
    await tab.getByRole('heading', { level: 1, name: 'El título, corregido' }).waitFor();
    expect(Math.abs((await placeOf()) - place)).toBeLessThan(2);
    expect(await share.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await tab.title()).toContain('El título, corregido');
    await tab.close();
  });
});

async function tokenOf({ url }: Town): Promise<string> {
  const answer = await fetch(`${url}/users/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'clave-de-prueba' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function call({ url }: Town, token: string, path: string, body: object): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}
