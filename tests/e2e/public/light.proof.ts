import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { violations } from '../support/axe.ts';
import { PATIENCE } from '../support/patience.ts';
import { untilQuiet } from '../support/quiet.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

/** Opens a page as a browser that tells this about its connection. `pictures` are the requested ones. */
async function openWith(connection: object, { block = '' } = {}): Promise<{ page: Page; pictures: Set<string> }> {
  const page = await town.visitor({ serviceWorkers: 'block' });
  await page.addInitScript((told) => {
    Object.defineProperty(navigator, 'connection', { value: told });
  }, connection);
  if (block) await page.route(block, (route) => route.abort());
  const pictures = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.webp')) pictures.add(pathname.replace(/-\d+\.webp$/, ''));
  });
  return { page, pictures };
}
const scrollDown = async (page: Page) => {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await untilQuiet(page);
};
/** Number of pictures on the page that show their file, and of those that show a drawing in its place. */
const countPictures = (page: Page) =>
  page.evaluate(() => {
    // The pictures behind the first of a carousel are not on the page yet.
    const all = [...document.querySelectorAll<HTMLImageElement>('main img')].filter(
      (one) => one.getClientRects().length > 0,
    );
    const drawn = all.filter(({ src }) => src.startsWith('data:'));
    const first = all.filter((one) => one.getBoundingClientRect().top + scrollY < innerHeight);
    return {
      all: all.length,
      drawn: drawn.length,
      first: first.length,
      firstDrawn: first.filter((one) => drawn.includes(one)).length,
    };
  });

describe.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])('with %o', (connection) => {
  it('only the pictures of the first screen are loaded, and others where somebody taps', async () => {
    const { page, pictures } = await openWith(connection);
    await page.goto('/noticias');
    await untilQuiet(page);
    const { all, drawn, first, firstDrawn } = await countPictures(page);
    expect(first).toBeGreaterThan(0);
    expect(drawn).toBeGreaterThan(3);
    expect([firstDrawn, all - drawn]).toEqual([0, first]);
    expect(pictures.size).toBe(first);
    await scrollDown(page);
    expect(pictures.size).toBe(first);

    const held = page.locator('.tile img[src^="data:"]').first();
    await held.scrollIntoViewIfNeeded();
    // Cards that come into sight are laid out then, and may move those below.
    await vi.waitUntil(
      async () => {
        const before = await held.boundingBox();
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        return before !== null && before.y === (await held.boundingBox())?.y;
      },
      { timeout: PATIENCE },
    );
    const { x = 0, y = 0, width = 0, height = 0 } = (await held.boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2);
    await vi.waitUntil(async () => (await countPictures(page)).drawn === drawn - 1, { timeout: PATIENCE });
    // The story may be among the highlights, too, whose picture it has.
    expect(pictures.size).toBeLessThanOrEqual(first + 1);
    expect(new URL(page.url()).pathname).toBe('/noticias');
    expect(await page.locator('html.ready').count()).toBe(0);

    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ver todas las imágenes' }).click();
    await vi.waitUntil(async () => (await countPictures(page)).drawn === 0, { timeout: PATIENCE });
    await page.context().close();
  });
});

it('the same holds for pages that the application draws', async () => {
  const { page, pictures } = await openWith({ saveData: true });
  // A page that starts the application without being asked to.
  await page.goto('/login');
  await untilTakenOver(page);
  await page.getByText('Menú', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Noticias' }).click();
  await page.getByRole('heading', { level: 1, name: 'Noticias' }).waitFor();
  await untilQuiet(page);
  await scrollDown(page);
  const { all, drawn } = await countPictures(page);
  expect(drawn).toBeGreaterThan(3);
  expect(pictures.size).toBe(all - drawn);
  await page.context().close();
});

it('the QR codes that are printed below pages stay what they are', async () => {
  const { page } = await openWith({ saveData: true });
  await page.goto('/datosutiles');
  await untilQuiet(page);
  expect(await page.locator('html.light:not(.held)').count()).toBe(1);
  expect(await page.locator('img.qr').first().getAttribute('src')).toMatch(/^data:image\/png/);
  await page.context().close();
});

it('all pictures are there where the script that holds them back cannot be loaded, and on a fast connection', async () => {
  for (const [connection, block] of [
    [{ saveData: true }, '**/assets/light-*'],
    [{ effectiveType: '4g' }, ''],
  ] as const) {
    const { page } = await openWith(connection, { block });
    await page.goto('/noticias');
    // A picture is fetched when it comes into sight, which a slow machine may not notice while it is scrolled past.
    await vi.waitUntil(
      () =>
        page.evaluate(() => {
          const tiles = [...document.querySelectorAll<HTMLImageElement>('.tile img')];
          const isThere = ({ src, width, complete }: HTMLImageElement) =>
            src.endsWith('.webp') && width > 0 && complete;
          const missing = tiles.find((tile) => !isThere(tile));
          missing?.scrollIntoView({ behavior: 'instant' });
          return tiles.length > 0 && !missing;
        }),
      { timeout: PATIENCE },
    );
    await page.context().close();
  }
  town.expectQuiet();
});
