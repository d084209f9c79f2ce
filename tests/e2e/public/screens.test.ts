import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addMonths, dayAt, pathRange } from '#contract/values/dates';
import { findRecords, settled } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { stopClock } from '../support/stopped-clock.ts';

/** What each screen must have (spec section 2.1), found by role and name. */
let town: Town;
let found: Found;
let page: Page;
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
  page = await town.visitor({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
});
afterAll(() => town.close());
beforeEach(() => town.expectQuiet());

const PLAYER =
  `<script>addEventListener('message', () => ` +
  `parent.postMessage(JSON.stringify({ event: 'onStateChange', info: 0 }), '*'))</script>`;
const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name });

it('every text that the spec quotes is on its screen, letter for letter', async () => {
  const words: [address: string, ...texts: string[]][] = [
    [
      '/',
      'Realizá tu consulta dejando tu correo electrónico o teléfono.',
      'Ver más..',
      'Todas las noticias',
      'Toda la agenda',
      'Boletín Oficial',
      'Consulta de impuestos',
      'Turismo',
      'Agenda',
      'Puntos verdes',
    ],
    [found.story, 'NOTICIAS RELACIONADAS'],
    ['/agenda', 'TODOS', 'Cultura', 'Juventud', 'Deporte', 'Turismo', 'Institucional'],
    ['/agenda/fecha/01-01-2020', 'No hay eventos en las fechas seleccionadas'],
    [found.event, 'EVENTOS RELACIONADOS'],
    [found.authority, '9407'],
    ['/buscador/agua', 'Resultados para: agua'],
    ['/buscador/zzzz', 'No se encontro ningun resultado'],
    ['/boletin/decreto/zzzz', 'No se encontro ningun resultado'],
    ['/boletin', 'Decretos Intendencia'],
    [found.bulletin, 'Guardar para leer sin conexión'],
    ['/datosutiles', '8 a 14 h'],
    ['/login', 'Administrador web', 'Usuario', 'Contraseña', 'Ingresar'],
  ];
  for (const [address, ...texts] of words) {
    const html = await (await fetch(town.url + address)).text();
    const body = html.slice(html.indexOf('<main'), html.indexOf('</main>')).replace(/<!-- -->/g, '');
    for (const text of texts) expect(body.includes(text), `${text} on ${address}`).toBe(true);
  }
});

describe('home', () => {
  it('shows highlights, four news, three events and four emergency cards, with links to all of each', async () => {
    await page.goto('/');
    await settled(page);
    await page.getByRole('region', { name: 'Destacados' }).getByRole('button', { name: 'Siguiente' }).waitFor();
    expect(await page.getByRole('region', { name: 'Noticias' }).getByRole('article').count()).toBe(4);
    expect(await page.getByRole('region', { name: 'Agenda' }).locator('time').count()).toBe(3);
    expect(
      await page
        .getByRole('region', { name: 'Emergencias', exact: true })
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
    ).toEqual(['tel:100', 'tel:101', 'tel:107', 'tel:+542902481144']);
    expect(await link('Consulta de impuestos').getAttribute('href')).toMatch(/^https:/);
    expect(await page.getByRole('navigation', { name: 'Categorías' }).getByRole('link').allInnerTexts()).toEqual([
      'Cultura',
      'Juventud',
      'Deporte',
      'Turismo',
      'Institucional',
    ]);
    const shortcuts = page.getByRole('navigation', { name: 'Accesos directos' }).getByRole('link');
    expect(
      await shortcuts.evaluateAll((all) =>
        all.map((one) => one.getAttribute('href')).filter((address) => !address?.startsWith('https:')),
      ),
    ).toEqual(['/tramites', '/boletin', '/turismo', '/agenda', '/puntosverdes']);
    const ways = page.getByRole('navigation', { name: 'Principal' }).locator(':scope > ul > li > a');
    expect(
      await ways.evaluateAll((all) => all.map((one) => one.getAttribute('href')?.replace(/^https:.*/, 'https:'))),
    ).toEqual([
      '/noticias',
      '/tramites',
      '/boletin',
      '/guardias',
      'https:',
      '/turismo',
      '/agenda',
      '/puntosverdes',
      '/datosutiles',
    ]);
    expect(await page.getByRole('list', { name: 'Redes sociales' }).getByRole('link').count()).toBeGreaterThan(0);
    const footer = await page.getByRole('contentinfo').innerText();
    for (const text of [
      /© \d{4} Municipalidad de Cañadón Huemul\. Todos los derechos reservados\./,
      /Avenida San Martín 250/,
    ])
      expect(footer).toMatch(text);
    await link('Todas las noticias').click();
    await heading('Noticias').waitFor();
  });

  it('leads to the agenda of the days that are picked', async () => {
    await page.goto('/');
    await settled(page);
    await page.getByRole('button', { name: 'Mes siguiente' }).click();
    const days = page.getByRole('group', { name: 'Elegí los días de la agenda' }).getByRole('link');
    // The later day first.
    await days.nth(7).click();
    await days.nth(4).click();
    const nextMonth = addMonths(dayAt(await page.evaluate(() => Date.now())), 1).slice(0, 7);
    await page.waitForURL(`**/agenda/fecha/${pathRange({ from: `${nextMonth}-05`, to: `${nextMonth}-08` })}`);
  });

  it('leads to the agenda of a single day after 2 s, in which a second one can be picked', async () => {
    const own = await town.visitor({ serviceWorkers: 'block' });
    await own.clock.install();
    await own.goto('/');
    await settled(own);
    await stopClock(own);
    const day = own.getByRole('group', { name: 'Elegí los días de la agenda' }).getByRole('link').nth(14);
    await day.click();
    await own.getByRole('gridcell', { name: /^15 de /, selected: true }).waitFor();
    await own.clock.runFor(1900);
    expect(new URL(own.url()).pathname).toBe('/');
    await own.clock.runFor(200);
    await own.waitForURL('**/agenda/fecha/15-*');
    await own.context().close();
  });
});

describe('news', () => {
  it('are listed by page, and by label under its name', async () => {
    await page.goto('/noticias');
    expect(await page.getByRole('main').getByRole('article').count()).toBe(10);
    await page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Siguiente' }).click();
    await page.waitForURL('**/noticias?pagina=2');
    await page.getByRole('link', { name: 'Anterior' }).waitFor();
    await page.goto('/noticias');
    await page
      .getByRole('navigation', { name: 'Etiquetas recientes' })
      .getByRole('link', { name: '#Gobierno' })
      .click();
    await page.getByRole('heading', { level: 1, name: '#Gobierno' }).waitFor();
  });

  it('are shown completely: labels, video, share links with the page’s address, and a print button', async () => {
    await page.goto(found.videoStory);
    const address = encodeURIComponent(town.url + found.videoStory);
    for (const name of ['WhatsApp', 'X', 'Facebook'])
      expect(await link(name).first().getAttribute('href')).toContain(address);
    await page.getByRole('button', { name: 'Imprimir' }).waitFor();
    await page.getByRole('button', { name: 'Ver el video' }).click();
    await page.locator('iframe[title^="Video:"]').waitFor();
  });
});

describe('agenda', () => {
  it('says for 3 s that it is searching, and then what it found', async () => {
    const own = await town.visitor({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
    await own.clock.install();
    await own.goto('/agenda');
    await settled(own);
    // From here on the test controls the clock.
    await stopClock(own);
    await own.getByLabel('Desde').fill('2020-01-01');
    await own.getByRole('button', { name: 'Ver esos días' }).click();
    const notice = own.getByRole('status').filter({ hasText: 'Buscando eventos en las fechas seleccionadas' });
    await notice.waitFor();
    await own.getByText('No hay eventos en las fechas seleccionadas').waitFor();
    expect(new URL(own.url()).pathname).toBe('/agenda/fecha/01-01-2020');
    // The message is next to the result and does not cover it.
    for (const width of [1280, 360]) {
      await own.setViewportSize({ width, height: 900 });
      // All at one moment: a page that has just been made narrower may still be laid out anew.
      await vi.waitFor(async () => {
        const [days, said, answer] = await own.evaluate(
          ([text]) => {
            const boxOf = (element?: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
            const notices = [...document.querySelectorAll('[role="status"]')];
            return [
              boxOf(document.querySelector('.head p')),
              boxOf(notices.find((one) => one.textContent?.includes(text))),
              boxOf(document.querySelector('main > .section')),
            ] as const;
          },
          ['Buscando eventos en las fechas seleccionadas'] as const,
        );
        expect(said.height, `${width}`).toBeGreaterThan(0);
        expect(said.top, `${width}`).toBeGreaterThanOrEqual(days.bottom);
        expect(said.bottom, `${width}`).toBeLessThanOrEqual(answer.top);
      }, 10_000);
    }
    await own.clock.runFor(2900);
    expect(await notice.isVisible()).toBe(true);
    await own.clock.runFor(200);
    await notice.waitFor({ state: 'hidden' });
    await own.context().close();
  });

  it('keeps the category when days are chosen', async () => {
    await page.goto('/agenda/deporte');
    await settled(page);
    await page.getByRole('navigation', { name: 'Fechas' }).getByRole('link', { name: 'Próximos 7 días' }).click();
    await page.waitForURL('**/agenda/deporte/fecha/*');
    await page
      .getByRole('navigation', { name: 'Categorías' })
      .locator('[aria-current=page]', { hasText: 'Deporte' })
      .waitFor();
    // The view of these days has come: it brings a form of its own.
    await page.getByRole('navigation', { name: 'Fechas' }).locator('[aria-current=page]').waitFor();
    await page.getByLabel('Desde').fill('2020-01-01');
    await page.getByLabel('Hasta').fill('2020-01-31');
    await page.getByRole('button', { name: 'Ver esos días' }).click();
    await page.waitForURL('**/agenda/deporte/fecha/01-01-2020_31-01-2020');
    await page.getByRole('navigation', { name: 'Fechas' }).getByRole('link', { name: 'Todas las fechas' }).click();
    await page.waitForURL('**/agenda/deporte');
  });

  it('lists three other events under an event', async () => {
    await page.goto(found.event);
    const own = await page.getByRole('heading', { level: 1 }).innerText();
    const others = await page
      .getByRole('region', { name: 'EVENTOS RELACIONADOS' })
      .getByRole('heading', { level: 3 })
      .allInnerTexts();
    expect(others).toHaveLength(3);
    expect(others).not.toContain(own);
  });
});

it('an authority has the news of the government, and is in the menu', async () => {
  await page.goto(found.authority);
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  expect(await page.getByRole('region', { name: 'Noticias de Gobierno' }).getByRole('article').count()).toBeGreaterThan(
    3,
  );
  await page.goto('/');
  await page.getByText('Gobierno', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Principal' }).locator(`a[href="${found.authority}"]`).click();
  await heading(name).waitFor();
});

describe('search', () => {
  it('leads to each result by its type, and has no box in the header', async () => {
    await page.goto('/agenda');
    await page.getByRole('banner').getByRole('searchbox').fill('agua');
    await page.keyboard.press('Enter');
    await heading('Resultados para: agua').waitFor();
    expect(await page.getByRole('banner').getByRole('searchbox').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Siguiente' }).waitFor();
    const results = page.getByRole('main').getByRole('listitem');
    const expectResult = async (type: string, base: string) => {
      const found = results.filter({ has: page.getByText(type, { exact: true }) }).first();
      expect(await found.getByRole('link').getAttribute('href')).toMatch(new RegExp(`^${base}\\w{12}/`));
    };
    await expectResult('Noticia', '/noticias/leer/');
    await expectResult('Boletín', '/boletin/leer/');
    for (const title of await results.getByRole('heading').allInnerTexts())
      expect([...title].length).toBeLessThanOrEqual(30);
    await page.goto('/buscador/feria');
    await expectResult('Evento', '/agenda/leer/');
  });

  it('of several words with accents finds them, keeps them in the box, and has pages', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('searchbox').fill('leña y garrafas');
    await page.keyboard.press('Enter');
    for (const comesBy of ['link', 'address']) {
      if (comesBy === 'address') await page.reload();
      await heading('Resultados para: leña y garrafas').waitFor();
      expect(await page.title()).toContain('Resultados para: leña y garrafas');
      expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('leña y garrafas');
      expect(await page.getByRole('main').getByRole('listitem').first().innerText()).toContain('Leña y garrafas');
    }
    await page.getByRole('main').getByRole('searchbox').fill('año');
    await page.keyboard.press('Enter');
    await heading('Resultados para: año').waitFor();
    await page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Siguiente' }).click();
    await page.waitForURL('**/buscador/a%C3%B1o?pagina=2');
    await heading('Resultados para: año').waitFor();
    await page.goto('/boletin');
    await page.getByRole('main').getByRole('searchbox').fill('concesión del camping');
    await page.keyboard.press('Enter');
    await page.getByText('Resultados para: concesión del camping').waitFor();
  });

  it('of nothing searches for the literal NULL and asks for a word', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).click();
    await page.waitForURL('**/buscador/NULL');
    await page.getByText('Falta una palabra').waitFor();
  });
});

describe('tourism', () => {
  it('has featured albums, maps in two columns, information and a map to load', async () => {
    await page.goto('/turismo');
    await page.getByRole('region', { name: 'Álbumes destacados' }).getByRole('link').first().waitFor();
    const columns = await page
      .getByRole('region', { name: 'Mapas' })
      .getByRole('list')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    expect(columns).toBe(2);
    await page.getByRole('region', { name: 'Información turística' }).getByRole('link', { name: '@' }).waitFor();
    await page.getByRole('link', { name: 'Mostrar el mapa interactivo' }).click();
    await page.locator('iframe[src^="https://www.openstreetmap.org"]').waitFor();
  });

  it('the viewer goes from the first image back to the last video, from the last image on to the first video, and on by itself after a video', async () => {
    await page.goto(found.album);
    const viewer = page.getByRole('region', { name: 'Visor del álbum' });
    const counter = viewer.getByText(/^1 de \d+$/);
    // The counter is shown only once the buttons work.
    await counter.waitFor();
    const count = Number(/de (\d+)/.exec(await counter.innerText())?.[1]);
    await viewer.getByRole('button', { name: 'Anterior' }).click();
    await viewer.getByText(`${count} de ${count}`, { exact: true }).waitFor();
    // A model of the provider's player: when asked for its state, it says that the video has ended.
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: PLAYER }),
    );
    await viewer.getByRole('button', { name: 'Ver el video' }).click();
    await viewer.getByText(`1 de ${count}`, { exact: true }).waitFor();
    await viewer.getByRole('link', { name: 'Ver la imagen 2' }).click();
    await viewer.getByText(`2 de ${count}`, { exact: true }).waitFor();
    const images = await viewer.getByRole('link', { name: /^Ver la imagen/ }).count();
    await viewer.getByRole('link', { name: new RegExp(`^Ver la imagen ${images}\\b`) }).click();
    await viewer.getByRole('button', { name: 'Siguiente' }).click();
    await viewer.getByRole('button', { name: 'Ver el video' }).waitFor();
  });
});

it('the thumbnails of an album fade out where they continue, but not over the last picture', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(found.album);
  const strip = page.getByRole('region', { name: 'Visor del álbum' }).getByRole('list');
  const [first, last] = await strip.evaluate((list) => {
    const fade = list.clientWidth - Number.parseFloat(getComputedStyle(list, '::after').width);
    const edges = () =>
      [...list.children].map((one) => one.getBoundingClientRect().right - list.getBoundingClientRect().left);
    const start = edges().filter((edge) => edge > fade).length;
    list.scrollLeft = list.scrollWidth;
    return [start, edges().filter((edge) => edge > fade + 8).length];
  });
  expect(first).toBeGreaterThan(0);
  expect(last).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('offline, a link to another site says so instead of leaving, wherever it is', async () => {
  const [own, links] = [await town.visitor({ serviceWorkers: 'block' }), 'main a[href^="http"]'];
  const told = own.getByText('Ese enlace lleva a otro sitio y necesita conexión.');
  for (const address of ['/', '/turismo', '/puntosverdes', found.story]) {
    await own.goto(address);
    await settled(own);
    await own.context().setOffline(true);
    await own.locator('html.offline').waitFor();
    for (const link of await own.locator(links).all()) {
      await link.click();
      await told.waitFor();
      await own.getByRole('main').getByRole('heading', { level: 1 }).click();
      await told.waitFor({ state: 'detached' });
    }
    expect(new URL(own.url()).pathname, address).toBe(address);
    await own.context().setOffline(false);
    await own.locator('html:not(.offline)').waitFor();
  }
  await own.goto('/puntosverdes');
  await settled(own);
  const leaves = own.waitForRequest((request) => request.isNavigationRequest() && request.url().startsWith('https://'));
  await own.locator(links).first().click({ noWaitAfter: true });
  await leaves;
  await own.context().close();
});

it('green points have pictures and a list of places', async () => {
  await page.goto('/puntosverdes');
  await page.getByRole('region', { name: 'Fotos de los puntos verdes' }).waitFor();
  expect(await page.getByRole('main').locator('.places a[href^="http"]').count()).toBeGreaterThan(3);
});

describe('bulletin', () => {
  it('can be searched within a class, without the calendar', async () => {
    await page.goto('/boletin');
    await untilTakenOver(page);
    await page.getByRole('group', { name: 'Elegí los días del boletín' }).waitFor();
    expect(await page.getByRole('link', { name: /^Digesto/ }).getAttribute('target')).toBe('_blank');
    await page.getByRole('navigation', { name: 'Clases' }).getByRole('link', { name: 'Decretos Intendencia' }).click();
    await page.waitForURL('**/boletin/decreto');
    await page
      .getByRole('link', { name: 'Decretos Intendencia', exact: true })
      .and(page.locator('[aria-current=page]'))
      .waitFor();
    await page.getByRole('main').getByRole('searchbox').fill('agua');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/boletin/decreto/agua');
    await page.getByText('Resultados para: agua').waitFor();
    expect(await page.getByRole('group', { name: 'Elegí los días del boletín' }).count()).toBe(0);
    await page.goto('/boletin');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await page.waitForURL('**/boletin/buscar/NULL');
  });

  it('shows its PDF with the size, and a link back', async () => {
    await page.goto(found.bulletin);
    expect(await link(/^Descargar el PDF \(\d+ KB\)$/).getAttribute('href')).toMatch(/\.pdf$/);
    const bclass = (await page.getByRole('main').locator('a.label').innerText()).slice(1);
    await page.getByRole('main').getByRole('searchbox').fill('agua');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/boletin/${bclass}/agua`);
    await page.goto(found.bulletin);
    await link('Volver al boletín').click();
    await heading('Boletín Oficial').waitFor();
  });
});

it('useful numbers are filtered as one types, by what was meant too, and else looked for in the whole site', async () => {
  await page.goto('/datosutiles');
  const main = page.getByRole('main');
  const names = () => main.getByRole('heading', { level: 3 }).allInnerTexts();
  await page.getByRole('searchbox', { name: 'Buscar un teléfono' }).pressSequentially('NOTROS');
  await expect.poll(names).toEqual(['Hospital Rural: guardia e informes']);
  expect(await main.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(['Salud']);
  // Not only by the letter: the portal's search knows what was meant.
  await page.getByRole('searchbox', { name: 'Buscar un teléfono' }).fill('colectvo');
  await expect.poll(names).toEqual(['Transporte y colectivo urbano', 'Terminal de Ómnibus']);
  await main.getByText('¿Quisiste decir «colectivo»?').waitFor();
  await page.getByRole('searchbox', { name: 'Buscar un teléfono' }).fill('omnibus urbano');
  await expect.poll(names).toEqual(['Transporte y colectivo urbano']);
  await page.getByRole('searchbox', { name: 'Buscar un teléfono' }).fill('murga y carnaval');
  await main.getByRole('link', { name: 'Buscar en todo el sitio' }).click();
  await page.waitForURL('**/buscador/murga%20y%20carnaval');
});

describe('addresses', () => {
  it('that do not exist lead home from a link', async () => {
    await page.goto('/agenda');
    await settled(page);
    await page.evaluate(() => {
      history.pushState(null, '', '/no/existe');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.waitForURL(`${town.url}/`);
    await page.getByRole('heading', { level: 1, name: 'Cañadón Huemul' }).waitFor();
  });

  it('of a record that does not exist say so, and offer help', async () => {
    expect((await page.goto('/noticias/leer/zzzzzzzzzzzz/no-existe'))?.status()).toBe(404);
    await heading('No encontramos esa página').waitFor();
    await link('Todas las noticias').click();
    await heading('Noticias').waitFor();
  });
});

describe('going to another page', () => {
  it('moves focus and title there, and going back returns to the same place', async () => {
    await page.goto('/noticias');
    await settled(page);
    const last = page.getByRole('main').getByRole('article').last().getByRole('heading').getByRole('link');
    await last.scrollIntoViewIfNeeded();
    const from = await page.evaluate(() => window.scrollY);
    const name = await last.innerText();
    await last.click();
    await page.waitForURL('**/noticias/leer/**');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await page.title()).toContain(name.replace(/\s*\.\.\.$/, ''));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await heading('Noticias').waitFor();
    await page.waitForFunction((at) => Math.abs(window.scrollY - at) < 5, from);
    expect(await page.title()).toContain('Noticias');
    // The Tab key goes on from the link that was followed.
    expect(await last.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('a link to the page that is shown leads back to its heading', async () => {
    await page.goto('/mapa-del-sitio');
    await settled(page);
    const own = page.getByRole('contentinfo').getByRole('link', { name: 'Mapa del sitio' });
    await own.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await own.click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1' && window.scrollY === 0);
  });
});

it('cards that are not drawn yet make no page wider than a tablet', async () => {
  await page.setViewportSize({ width: 768, height: 600 });
  for (const address of ['/noticias', found.authority]) {
    await page.goto(address);
    await page.locator('.cards article').nth(2).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(768);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('a table is rows on a phone, and one of many columns that is too wide says so, until it fits', async () => {
  const hint = () => page.locator('.scroll').first().getAttribute('data-hint');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(found.event);
  await untilTakenOver(page);
  const table = page.locator('.stacked').first();
  const cell = table.locator('tbody td').last();
  expect(await cell.evaluate((one) => getComputedStyle(one, '::before').content)).toMatch(/^"\S.*" ": "$|^"\S.*: "$/);
  expect(await table.evaluate((one) => one.scrollWidth - innerWidth)).toBeLessThan(0);
  expect(await hint()).toBeNull();
  // As one of more columns.
  await table.evaluate((one) => one.classList.remove('stacked'));
  await page.setViewportSize({ width: 350, height: 800 });
  await expect.poll(hint).toBe('Deslizá la tabla para ver el resto.');
  const isReached = await page
    .locator('.scroll')
    .first()
    .evaluate((box) => {
      box.scrollLeft = box.scrollWidth;
      const [own, last] = [box, box.querySelector('tr')?.lastElementChild].map((one) => one?.getBoundingClientRect());
      return last !== undefined && own !== undefined && last.right <= own.right + 1 && last.left >= own.left;
    });
  expect(isReached).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(hint).toBeNull();
});

it('printed useful data have the emergency numbers, and name whose they are, in one typeface', async () => {
  await page.goto('/datosutiles');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText(/^Municipalidad de Cañadón Huemul · impreso el \d+ de \w+ de \d{4}$/).isVisible()).toBe(
    true,
  );
  const faces = await page
    .locator('body *')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontFamily));
  expect([...new Set(faces)]).toEqual(['Georgia, serif']);
  for (const [name, number] of [
    ['Bomberos', '100'],
    ['Policía', '101'],
    ['Emergencias médicas', '107'],
    ['Violencia de género', '02902 48-1144'],
  ] as const) {
    expect(
      await page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: heading(name) })
        .getByText(number, { exact: true })
        .isVisible(),
      name,
    ).toBe(true);
  }
  await page.emulateMedia({ media: 'screen' });
});

it('a printed story has its title, date, text and address', async () => {
  await page.goto(found.story);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText(town.url + found.story, { exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  expect(await page.locator('main time').first().isVisible()).toBe(true);
  for (const part of ['.header', '.strip', '.footer', '.share ul', '.mist'])
    expect(await page.locator(part).first().isVisible(), part).toBe(false);
  await page.emulateMedia({ media: 'screen' });
});

it('on paper no table is cut off, and no buttons are shown', async () => {
  await page.goto(found.event);
  await page.emulateMedia({ media: 'print' });
  expect(
    await page
      .locator('.scroll')
      .first()
      .evaluate((box) => getComputedStyle(box).overflowX),
  ).toBe('visible');
  await page.goto('/turismo');
  for (const part of ['.carousel', '.map-place', '.pager', '.more'])
    expect(await page.locator(part).filter({ visible: true }).count(), part).toBe(0);
  await page.emulateMedia({ media: 'screen' });
});
