import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { isHighlighted } from '../support/forced-colours.ts';
import { everyAddress, findRecords, onePerPage, settled } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

const SCREENS = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};

let town: Town;
let found: Found;
let addresses: string[];
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
  addresses = [
    ...everyAddress(found),
    found.videoStory,
    '/noticias?pagina=2',
    '/noticias?pagina=999',
    '/noticias/leer/zzzzzzzzzzzz/no-existe',
    '/buscador/zzzz',
    '/buscador/NULL',
  ];
});
afterAll(() => town.close());

async function open(): Promise<Page> {
  return town.visitor({ viewport: SCREENS.phone, reducedMotion: 'reduce', serviceWorkers: 'block' });
}

/**
 * Returns what axe finds wrong on the page at these screen sizes, and placeholders that are hard to read. Dark colours
 * are checked at one size only, because they are the same at all sizes.
 */
async function wrongs(page: Page, screens: Partial<typeof SCREENS> = SCREENS): Promise<string[]> {
  const wrong: string[] = [];
  await page.evaluate(showGrounds);
  for (const [screen, viewport] of Object.entries(screens)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of screen === 'phone' ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme });
      const found = [
        ...(await violations(page, colorScheme === 'light' ? 'all' : 'colours')),
        ...(await page.evaluate(faintPlaceholders)),
      ];
      wrong.push(...found.map((line) => `${page.url().replace(town.url, '')} ${screen} ${colorScheme} ${line}`));
    }
  }
  await page.setViewportSize(SCREENS.phone);
  return wrong;
}

/** Hides drawn pseudo elements, over which axe checks no colours, and gives signs the background of their panel. */
function showGrounds(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '.head::after, .footer::before, .sign::before { display: none !important } .sign { background: var(--paper) }',
  );
  document.adoptedStyleSheets = [sheet];
}

/** Returns placeholders with a contrast below 4.5 : 1 (WCAG 1.4.3), which axe does not check. Runs in the page. */
function faintPlaceholders(): string[] {
  const pixel = document
    .createElement('canvas')
    .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  /** Draws colours over each other, the lowest first. @returns the luminance of the result */
  function luminance(...layers: [color: string, opacity?: number][]): number {
    for (const [color, opacity = 1] of layers) {
      pixel.globalAlpha = opacity;
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
    .filter((input) => input.checkVisibility())
    .flatMap((input) => {
      const grounds: [string][] = [];
      for (let at: Element | null = input; at; at = at.parentElement)
        grounds.unshift([getComputedStyle(at).backgroundColor]);
      const { color, opacity } = getComputedStyle(input, '::placeholder');
      const [dark = 0, light = 0] = [luminance(...grounds), luminance(...grounds, [color, Number(opacity)])].sort(
        (a, b) => a - b,
      );
      const contrast = (light + 0.05) / (dark + 0.05);
      return contrast < 4.5 ? [`the placeholder of ${input.id} has a contrast of ${contrast.toFixed(2)}`] : [];
    });
}

describe('on every page', () => {
  const wrong = { axe: [] as string[], large: [] as string[] };

  // One visit to each address for both tests. Addresses that one page draws differ in what they list, which a phone
  // shows; how the page is laid out on larger screens is the same for all of them.
  beforeAll(async () => {
    const lanes = [0, 1];
    const { phone } = SCREENS;
    const onAllScreens = new Set(onePerPage(addresses));
    await Promise.all(
      lanes.map(async (lane) => {
        const page = await open();
        for (const address of addresses.filter((_, at) => at % lanes.length === lane)) {
          await page.goto(address);
          await settled(page);
          wrong.axe.push(...(await wrongs(page, onAllScreens.has(address) ? SCREENS : { phone })));
          await page.setViewportSize({ width: 240, height: 480 });
          if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
            wrong.axe.push(`${address} is wider than its screen`);
          await page.evaluate(enlarge);
          for (const width of [320, 360]) {
            await page.setViewportSize({ width, height: 800 });
            wrong.large.push(...(await page.evaluate(cutOff)).map((line) => `${address} at ${width}: ${line}`));
          }
        }
        await page.context().close();
      }),
    );
  });

  it('axe finds nothing wrong, and nothing scrolls sideways at 240 pixels', () => {
    expect(wrong.axe).toEqual([]);
    town.expectQuiet();
  });

  it('with text twice as large, width, emergency numbers, headings and menu are kept at 320 and 360 pixels', () => {
    expect(wrong.large).toEqual([]);
  });
});

/** Makes text twice as large, and opens what is widest then. Runs in the page. */
function enlarge(): void {
  // Carousels are started, which reduced motion prevents, because the pause button has the widest icon.
  for (const button of document.querySelectorAll<HTMLElement>('[aria-label="Reanudar"]')) button.click();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { font-size: 200% }');
  document.adoptedStyleSheets = [sheet];
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.header details')) menu.open = true;
}

/**
 * Returns whether the page is wider than the screen, and which parts of the header and the controls extend beyond the
 * screen or their box. Runs in the page.
 */
function cutOff(): string[] {
  const width = document.documentElement.clientWidth;
  const parts = [
    ...document.querySelectorAll(
      '.header :is(a, b, summary, button), .controls :is(span, button), .emergency b, main :is(h1, h2, h3)',
    ),
  ];
  const beyond = parts.filter((part) => {
    const { left, right } = part.getBoundingClientRect();
    return (
      part.closest('[inert]') === null &&
      (left < -1 ||
        right > width + 1 ||
        (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline'))
    );
  });
  const broken = [...document.querySelectorAll('.controls button')].filter((button) => {
    const sign = document.createRange();
    sign.selectNodeContents(button);
    return sign.getClientRects().length > 1;
  });
  const isWide = document.documentElement.scrollWidth > width;
  return [
    ...(isWide ? [`is ${document.documentElement.scrollWidth} wide`] : []),
    ...beyond.map((part) => `${part.textContent} is cut off`),
    ...broken.map((part) => `${part.textContent} is broken in two`),
  ];
}

it('in forced colours selected items stand out, and each emergency number has a border', async () => {
  const page = await town.visitor({
    viewport: SCREENS.desktop,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    forcedColors: 'active',
  });
  const lists: [address: string, list: string, selected?: string][] = [
    ['/agenda', '.chips[aria-label="Categorías"]'],
    ['/agenda', '.nav nav'],
    ['/agenda/fecha/01-01-2020', '.calendar', '.chosen a'],
    ['/noticias?pagina=2', '.pager'],
    ['/boletin/decreto', '.side nav'],
  ];
  for (const [address, list, selected = '[aria-current]'] of lists) {
    await page.goto(address);
    const place = page.locator(list).first();
    expect(await isHighlighted(place.locator(selected).first()), `${list} on ${address}`).toBe(true);
    expect(await isHighlighted(place.locator(`a:not(${selected})`).first()), `${list} on ${address}`).toBe(false);
  }
  const edges = await page
    .locator('.strip a')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth));
  expect(edges).toEqual(['1px', '1px', '1px', '1px']);
  await page.context().close();
});

describe('axe finds nothing wrong', () => {
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
    await page.getByRole('grid').getByRole('link').nth(10).click();
    await page.getByRole('gridcell', { selected: true }).waitFor();
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
    // The check itself works: missing labels and low contrast are reported.
    await page
      .locator('main form :is(label, .error)')
      .evaluateAll((all) =>
        all.forEach((one) =>
          one.matches('label') ? one.remove() : ((one as HTMLElement).style.color = 'light-dark(#aaa, #444)'),
        ),
      );
    const told = (await wrongs(page)).join('\n');
    for (const name of ['phone light label', 'desktop light label', 'phone dark color-contrast'])
      expect(told).toContain(name);
    await page.context().close();
  });
});
