import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilHeld, untilPictureShown } from '../support/held.ts';
import { findRecords, settled } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let found: Found;
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
});
afterAll(() => town.close());

describe('without JavaScript', () => {
  let page: Page;
  beforeAll(async () => {
    page = await town.visitor({ javaScriptEnabled: false });
  });
  afterAll(() => page.context().close());
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

  it('lists have links for pages and filters', async () => {
    await page.goto('/noticias');
    await page.getByRole('link', { name: 'Siguiente' }).click();
    expect(new URL(page.url()).search).toBe('?pagina=2');
    await page.getByRole('main').getByRole('link', { name: '#Gobierno' }).first().click();
    await title('#Gobierno').waitFor();
    await page.goto('/agenda');
    await page.getByRole('link', { name: 'Cultura', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/agenda/cultura');
    await page.getByRole('link', { name: 'Próximos 7 días' }).click();
    expect(new URL(page.url()).pathname).toMatch(/^\/agenda\/cultura\/fecha\/[\d_-]+$/);
    await page.goto('/boletin');
    await page.getByRole('link', { name: 'Tarifas', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/boletin/tarifas');
  });

  it('search boxes and date fields are forms', async () => {
    await page.goto('/');
    await page.getByText('Menú', { exact: true }).click();
    // The search is first in the menu.
    const [search, first] = [
      await page.getByRole('banner').getByRole('searchbox').boundingBox(),
      await page.getByRole('banner').getByRole('link', { name: 'Noticias' }).boundingBox(),
    ];
    expect(Number(search?.y)).toBeLessThan(Number(first?.y));
    // It is reached without scrolling.
    expect(Number(search?.y) + Number(search?.height)).toBeLessThan(Number(page.viewportSize()?.height));
    await page.getByRole('banner').getByRole('searchbox').fill('agua');
    await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).click();
    await title('Resultados para: agua').waitFor();
    await page.goto('/boletin/decreto');
    await page.getByRole('main').getByRole('searchbox').fill('agua');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/boletin/decreto/agua');
    await page.goto('/agenda');
    await page.getByText('Elegir días en el calendario').click();
    await page.getByLabel('Desde').fill('2020-01-01');
    await page.getByLabel('Hasta').fill('2020-01-03');
    await page.getByRole('button', { name: 'Ver esos días' }).click();
    await page.waitForURL('**/agenda/fecha/01-01-2020_03-01-2020');
    await page.getByText('No hay eventos en las fechas seleccionadas').waitFor();
  });

  it('the calendar’s days are links, the carousel scrolls, and an album’s thumbnails lead to the pictures', async () => {
    await page.goto('/');
    expect(await page.getByRole('table').getByRole('link').first().getAttribute('href')).toMatch(
      /^\/agenda\/fecha\/\d\d-\d\d-\d{4}$/,
    );
    const slides = page.getByRole('region', { name: 'Destacados' }).getByRole('listitem');
    expect(await slides.count()).toBeGreaterThan(2);
    // A long word makes no slide wider than the carousel.
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await page.setViewportSize({ width: 320, height: 640 });
    const width = (one: Element) => one.getBoundingClientRect().width;
    const room = await page.getByRole('region', { name: 'Destacados' }).evaluate(width);
    for (const slide of await slides.all()) expect(await slide.evaluate(width)).toBeCloseTo(room, 0);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(found.album);
    expect(await page.getByRole('link', { name: 'Ver la imagen 2' }).getAttribute('href')).toMatch(
      /^\/uploads\/.+\.webp$/,
    );
  });

  it('nothing that needs a script is shown', async () => {
    for (const [address, need, empty] of [
      ['/dispositivo', 'Para guardar algo acá hace falta JavaScript.', 'Mirando qué hay guardado…'],
      ['/avisos', 'Para recibir avisos hace falta JavaScript.', 'Un momento…'],
    ] as const) {
      await page.goto(address);
      // `getByText` passes over the content of `noscript`.
      expect(await page.locator('noscript').filter({ visible: true }).allInnerTexts(), address).toEqual([need]);
      expect(await page.getByText(empty).isVisible(), address).toBe(false);
    }
    await page.goto(found.videoStory);
    expect(await page.getByRole('button', { name: 'Ver el video' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Abrirlo en YouTube' }).waitFor();
    await page.goto(found.bulletin);
    expect(await page.getByRole('button', { name: 'Guardar para leer sin conexión' }).isVisible()).toBe(false);
    await page.goto(found.album);
    expect(await page.getByRole('button', { name: 'Siguiente' }).isVisible()).toBe(false);
    await page.goto('/turismo');
    expect(await page.getByRole('link', { name: 'Mostrar el mapa interactivo' }).getAttribute('href')).toMatch(
      /^https:/,
    );
  });
});

describe('without a network', () => {
  let page: Page;
  beforeAll(async () => {
    page = await town.visitor({ viewport: { width: 1280, height: 900 } });
    await page.goto(found.bulletin);
    await page.getByRole('button', { name: 'Guardar para leer sin conexión' }).click();
    await page.getByText('Guardado en este dispositivo.').waitFor();
    await page.goto('/boletin');
    await page.getByRole('button', { name: 'Guardar el digesto para leer sin conexión' }).click();
    await page.getByText('Guardado en este dispositivo.').waitFor();
    await page.goto(found.album);
    await untilHeld(page);
    await page.reload();
    await page
      .getByRole('region', { name: 'Visor del álbum' })
      .getByText(/^1 de \d+$/)
      .waitFor();
    await untilPictureShown(page, found.otherAlbum.replace('/turismo/', '/uploads/album/'));
    await page.context().setOffline(true);
    await town.kill();
  });
  afterAll(() => page.context().close());

  it('the carousel turns, and the calendar picks days', async () => {
    await page.goto('/');
    await settled(page);
    await page.getByRole('region', { name: 'Destacados' }).getByRole('button', { name: 'Siguiente' }).click();
    await page.getByRole('region', { name: 'Destacados' }).getByText(/^2 de/).waitFor();
    const days = page.getByRole('group', { name: 'Elegí los días de la agenda' }).getByRole('link');
    await days.nth(2).click();
    await days.nth(27).click();
    await page.waitForURL('**/agenda/fecha/**');
    await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
  });

  it('the viewer shows the pictures on the device, and says which are missing', async () => {
    await page.goto(found.album);
    const viewer = page.getByRole('region', { name: 'Visor del álbum' });
    await viewer.getByText(/^1 de \d+$/).waitFor();
    expect(
      await viewer
        .getByRole('img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).decode().then(() => true)),
    ).toBe(true);
    await viewer.getByRole('button', { name: 'Anterior' }).click();
    await viewer.getByText('Sin conexión no se puede ver este video.').waitFor();
    expect(await viewer.getByRole('link', { name: /Video 1/ }).isVisible()).toBe(true);
    // This album was not opened, so only the picture of its card is on the device.
    await page.goto(found.otherAlbum);
    await viewer.getByRole('button', { name: 'Siguiente' }).click();
    await viewer.getByText('Esta imagen no está en tu dispositivo.').waitFor();
    const thumbnail = viewer.getByRole('link', { name: 'Ver la imagen 2' });
    expect(await thumbnail.innerText()).toMatch(/^Imagen 2\s+sin guardar$/);
    expect(await thumbnail.locator('img').count()).toBe(0);
    await viewer.getByRole('button', { name: 'Anterior' }).click();
    await viewer.getByText(/^1 de \d+$/).waitFor();
    await page.goto('/puntosverdes');
    await page
      .getByRole('region', { name: 'Fotos de los puntos verdes' })
      .getByText('Esta imagen no está en tu dispositivo.')
      .first()
      .waitFor();
  });

  it('a portrait says that it is missing', async () => {
    await page.goto(found.authority);
    await page.getByText(/^«Retrato de .+»: Esta imagen no está en tu dispositivo\./).waitFor();
    expect(await page.getByRole('img', { name: /^Retrato de/ }).count()).toBe(0);
  });

  it('the list of maps replaces the embedded map', async () => {
    await page.goto('/turismo');
    await page.getByText('Sin conexión no se puede ver el mapa interactivo.').waitFor();
    expect(await page.locator('.map-place a').count()).toBeGreaterThan(3);
    expect(await page.locator('iframe').count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    const isWhole = await page.locator('.map-place').evaluate((place) => {
      const [own, words] = [place.getBoundingClientRect(), place.querySelector('p')?.getBoundingClientRect()];
      return words !== undefined && words.top >= own.top && place.scrollHeight <= place.clientHeight;
    });
    expect(isWhole).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('a saved PDF can be opened, and removed again', async () => {
    await page.goto(found.bulletin);
    const address = await page.getByRole('link', { name: 'Abrir el PDF guardado' }).getAttribute('href');
    const kept = () =>
      page.evaluate(
        (url) =>
          fetch(url).then(
            async (answer) => (await answer.text()).slice(0, 5),
            () => null,
          ),
        address ?? '',
      );
    expect(await kept()).toBe('%PDF-');
    await page.getByRole('button', { name: 'Quitar de este dispositivo' }).click();
    await page.getByRole('button', { name: 'Guardar para leer sin conexión' }).waitFor();
    expect(await kept()).toBeNull();
    await page.getByRole('button', { name: 'Guardar para leer sin conexión' }).click();
    await page.getByText('No se pudo guardar.').waitFor();
    town.expectQuiet();
  });

  it('the saved digest can be read; the address of a file that is not on the device says so, and what to do', async () => {
    const kept = () =>
      page.evaluate(() =>
        fetch('/uploads/digesto.pdf').then(
          async (answer) => (await answer.text()).slice(0, 5),
          () => null,
        ),
      );
    expect(await kept()).toBe('%PDF-');
    await page.goto('/boletin');
    await page.getByRole('button', { name: 'Quitar el digesto de este dispositivo' }).click();
    await page.getByText('Sin conexión no se puede descargar ni guardar.').waitFor();
    const files = [
      ['/uploads/digesto.pdf', 'El Digesto municipal no está en tu dispositivo'],
      ['/uploads/bulletin/zzzzzzzzzzzz/0f.pdf', 'Este PDF no está en tu dispositivo'],
      ['/uploads/album/zzzzzzzzzzzz/foto-0123456789abcdef-480.webp', 'Esta imagen no está en tu dispositivo'],
    ] as const;
    for (const [address, title] of files) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect([new URL(page.url()).pathname, (await page.title()).startsWith(title)]).toEqual([address, true]);
      await page.getByRole('button', { name: 'Probar de nuevo' }).waitFor();
    }
    await page.getByRole('main').getByRole('link', { name: 'Ir al inicio' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cañadón Huemul' }).waitFor();
    town.expectQuiet();
  });
});
