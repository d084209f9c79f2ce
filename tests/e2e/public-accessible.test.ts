import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { everyAddress, findRecords, settled } from './public-routes.ts';
import type { Found } from './public-routes.ts';
import { openTown } from './town.ts';
import type { Town } from './town.ts';

const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

let town: Town;
let found: Found;
let addresses: string[];
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
  addresses = [...everyAddress(found), found.videoStory, '/noticias?pagina=2', '/noticias?pagina=999', '/noticias/leer/zzzzzzzzzzzz/no-existe', '/buscador/zzzz', '/buscador/NULL'];
});
afterAll(() => town.close());

async function open(): Promise<Page> {
  return town.visitor({ viewport: SCREENS.phone, reducedMotion: 'reduce', serviceWorkers: 'block' });
}

/** What axe finds wrong on the page as it stands, on both screens, in light and dark. */
async function wrongs(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  await page.evaluate(showGrounds);
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      wrong.push(...(await violations(page)).map((line) => `${page.url().replace(town.url, '')} ${screen} ${colorScheme} ${line}`));
    }
  }
  await page.setViewportSize(SCREENS.phone);
  return wrong;
}

/** Axe judges no colour over a drawn pseudo element: the drawings go, and a sign's panel becomes its ground. */
function showGrounds(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.head::after, .footer::before, .sign::before { display: none !important } .sign { background: var(--paper) }');
  document.adoptedStyleSheets = [sheet];
}

it('axe finds nothing wrong on any page, and none asks for sideways scrolling at 240 pixels', async () => {
  const lanes = [0, 1];
  const wrong = await Promise.all(lanes.map(async (lane) => {
    const page = await open();
    const own: string[] = [];
    for (const address of addresses.filter((_, at) => at % lanes.length === lane)) {
      await page.goto(address);
      await settled(page);
      own.push(...(await wrongs(page)));
      await page.setViewportSize({ width: 240, height: 480 });
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)) own.push(`${address} is wider than its screen`);
    }
    await page.context().close();
    return own;
  }));
  expect(wrong.flat()).toEqual([]);
  town.expectQuiet();
});

describe('nor is anything wrong', () => {
  it('with the menu open', async () => {
    const page = await open();
    await page.goto('/');
    await settled(page);
    await page.getByText('Menú', { exact: true }).click();
    await page.getByText('Gobierno', { exact: true }).click();
    expect(await wrongs(page)).toEqual([]);
    await page.context().close();
  });

  it('with days chosen in the calendar', async () => {
    const page = await open();
    await page.goto('/agenda');
    await settled(page);
    await page.getByText('Elegir días en el calendario').click();
    await page.locator('[data-day]:not([aria-disabled])').nth(10).click();
    expect(await wrongs(page)).toEqual([]);
    await page.context().close();
  });

  it('with a video in the viewer, and without a network for it', async () => {
    const page = await open();
    await page.goto(found.album);
    await page.getByRole('button', { name: 'Anterior' }).click();
    await page.getByRole('button', { name: 'Ver el video' }).waitFor();
    expect(await wrongs(page)).toEqual([]);
    await page.context().setOffline(true);
    await page.getByText('Sin conexión no se puede ver este video').waitFor();
    expect(await wrongs(page)).toEqual([]);
    await page.context().close();
  });

  it('with a log-in that was refused', async () => {
    const page = await open();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.getByText('usuario es requerido').waitFor();
    expect(await wrongs(page)).toEqual([]);
    // What is wrong would be told.
    await page.locator('main form :is(label, .error)').evaluateAll((all) => all.forEach((one) => (one.matches('label') ? one.remove() : ((one as HTMLElement).style.color = 'light-dark(#aaa, #444)'))));
    const told = (await wrongs(page)).join('\n');
    for (const name of ['phone light label', 'desktop light label', 'phone dark color-contrast', 'desktop dark color-contrast']) expect(told).toContain(name);
    await page.context().close();
  });
});
