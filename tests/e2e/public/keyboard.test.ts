import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRecords, settled } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let found: Found;
let page: Page;
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
  page = await town.visitor({ serviceWorkers: 'block' });
});
afterAll(() => town.close());

/** Returns the name of the element that has the focus. */
const focused = () =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
  );

async function tabTo(name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    const now = (await focused()) ?? '';
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${name}`);
}

it('the first Tab key leads past the header', async () => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Saltar al contenido');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'contenido');
});

it('a focused search box has one outline around all of it', async () => {
  await page.goto('/buscador/agua');
  await page.getByRole('main').getByRole('searchbox').focus();
  const frames = await page.locator('main form.search, main form.search input').evaluateAll((parts) =>
    parts.map((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
      return outlineStyle === 'none' ? `none ${boxShadow}` : outlineWidth;
    }),
  );
  expect(frames).toEqual(['2px', 'none none']);
});

it('the menus open, move the focus on, and close one by one with Escape, which returns the focus', async () => {
  await page.goto('/');
  await settled(page);
  await tabTo('Menú');
  await page.keyboard.press('Enter');
  await tabTo('Gobierno');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toMatch(/^\/gobierno\//);
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('Gobierno');
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('Menú');
  expect(await page.getByRole('navigation', { name: 'Principal' }).isVisible()).toBe(false);
});

it('a menu is closed after following one of its links', async () => {
  await page.goto('/');
  await settled(page);
  await page.getByText('Menú', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Turismo' }).press('Enter');
  await page.waitForFunction(
    () => document.activeElement?.textContent === 'Turismo' && document.activeElement.tagName === 'H1',
  );
  expect(await page.getByRole('navigation', { name: 'Principal' }).isVisible()).toBe(false);
});

it('the carousel is turned with its buttons, pauses while it has the focus, and can be stopped', async () => {
  await page.goto('/');
  await settled(page);
  const carousel = page.getByRole('region', { name: 'Destacados' });
  await carousel.getByRole('button', { name: 'Siguiente' }).focus();
  const at = async () => Number(/^(\d+) de/.exec(await carousel.locator('.controls').innerText())?.[1]);
  const before = await at();
  await page.keyboard.press('Enter');
  await expect.poll(at).toBe(before + 1);
  await tabTo('Anterior', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(at).toBe(before);
  await tabTo('Pausar');
  await page.keyboard.press('Space');
  expect(await focused()).toBe('Reanudar');
  expect(await carousel.locator('li:not([inert])').count()).toBe(1);
});

it('the carousel starts to move three seconds after loading, and never with reduced motion', async () => {
  const still = await town.visitor({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  await Promise.all([page.goto('/'), still.goto('/')]);
  await Promise.all([settled(page), settled(still)]);
  const second = (one: Page) => one.getByRole('region', { name: 'Destacados' }).getByText(/^2 de/);
  await second(page).waitFor();
  expect(await page.evaluate(() => performance.now())).toBeGreaterThan(3000);
  expect(await second(still).count()).toBe(0);
  await still.getByRole('region', { name: 'Destacados' }).getByRole('button', { name: 'Reanudar' }).waitFor();
  await still.context().close();
});

it('the calendar is entered with one Tab, walked with the arrow keys across months, and left again', async () => {
  await page.goto('/agenda');
  await settled(page);
  await page.getByText('Elegir días en el calendario').press('Enter');
  await tabTo('Mes siguiente');
  await page.keyboard.press('Tab');
  const day = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day);
  const today = await day();
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft'])
    await page.keyboard.press(key);
  const later = new Date(Date.parse(`${today}T00:00:00Z`) + 34 * 86_400_000).toISOString().slice(0, 10);
  expect(await day()).toBe(later);
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Mes siguiente');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await day()).toBeUndefined();
});

it('two days picked with the keyboard lead to their agenda', async () => {
  await page.goto('/agenda');
  await settled(page);
  await page.getByText('Elegir días en el calendario').press('Enter');
  await tabTo('Mes siguiente');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.waitForURL(`**/agenda/fecha/${first?.split('-').reverse().join('-')}_*`);
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
});

it('the viewer is controlled with its buttons and thumbnails, and keeps the current thumbnail in view', async () => {
  await page.goto(found.album);
  const viewer = page.getByRole('region', { name: 'Visor del álbum' });
  const isInSight = () =>
    viewer.locator('.thumbnails').evaluate((strip) => {
      const [whole, one] = [
        strip.getBoundingClientRect(),
        strip.querySelector('[aria-current]')?.getBoundingClientRect(),
      ];
      return one !== undefined && one.left >= whole.left && one.right <= whole.right;
    });
  await viewer.getByRole('button', { name: 'Anterior' }).press('Enter');
  await viewer.getByRole('button', { name: 'Ver el video' }).waitFor();
  await expect.poll(isInSight).toBe(true);
  await viewer.getByRole('button', { name: 'Siguiente' }).press('Enter');
  await expect.poll(isInSight).toBe(true);
  await viewer.getByRole('button', { name: 'Siguiente' }).press('Enter');
  await viewer.getByRole('img', { name: /imagen 2 de/ }).waitFor();
  await viewer.getByRole('link', { name: 'Ver la imagen 3' }).press('Enter');
  await viewer.getByRole('img', { name: /imagen 3 de/ }).waitFor();
  expect(await viewer.getByRole('link', { name: 'Ver la imagen 3' }).getAttribute('aria-current')).toBe('true');
  town.expectQuiet();
});

it('a page that has just opened does not take the focus from what has been chosen since', async () => {
  await page.goto('/agenda');
  await settled(page);
  await untilTakenOver(page);
  await page.evaluate(() => {
    // As soon as the heading is there: earlier than any hand, and later than the page.
    const observer = new MutationObserver(() => {
      if (document.querySelector('main h1')?.textContent?.trim() !== 'Noticias') return;
      observer.disconnect();
      document.querySelector<HTMLElement>('header a')?.focus();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    document.querySelector<HTMLElement>('a[href="/noticias"]')?.click();
  });
  await page.waitForFunction(() => document.title.includes('Noticias'));
  expect(await page.evaluate(() => document.activeElement?.closest('header') !== null)).toBe(true);
});
