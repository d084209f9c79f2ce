import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRecords, settled } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { stopClock } from '../support/stopped-clock.ts';

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
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/gobierno');
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

it('a carousel turned before the application has started stays there while it has the focus, and then goes on', async () => {
  const visitor = await town.visitor({ serviceWorkers: 'block' });
  await visitor.clock.install();
  await stopClock(visitor);
  await visitor.goto('/');
  const carousel = visitor.getByRole('region', { name: 'Destacados' });
  const slides = carousel.locator('.slides');
  const shown = () => slides.evaluate((list) => list.scrollLeft / list.clientWidth);
  await visitor.clock.runFor(3000);
  await carousel.getByText(/^2 de/).waitFor();
  await expect.poll(shown).toBe(1);
  const next = carousel.getByRole('button', { name: 'Siguiente' });
  await next.press('Enter');
  while (!(await slides.getAttribute('class'))?.includes('live')) await visitor.clock.runFor(100);
  await visitor.clock.runFor(10_000);
  expect(await carousel.getByText(/^3 de/).count()).toBe(1);
  await next.blur();
  await visitor.clock.runFor(5000);
  expect(await carousel.getByText(/^3 de/).count()).toBe(1);
  await visitor.clock.runFor(2000);
  expect(await carousel.getByText(/^4 de/).count()).toBe(1);
  await visitor.context().close();
});

it('a carousel that has the focus when the application starts keeps it in sight', async () => {
  const visitor = await town.visitor({ serviceWorkers: 'block' });
  await visitor.clock.install();
  await stopClock(visitor);
  const carousel = visitor.getByRole('region', { name: 'Destacados' });
  const slides = carousel.locator('.slides');
  for (const on of ['the row', 'the third slide']) {
    await visitor.goto('/');
    const link = slides.locator('li:nth-child(3) a').first();
    await (on === 'the row' ? slides : link).focus();
    const wanted = on === 'the row' ? slides.locator('li:first-child a').first() : link;
    while (!(await slides.getAttribute('class'))?.includes('live')) await visitor.clock.runFor(100);
    await visitor.clock.runFor(10_000);
    const { left, right } = await wanted.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    const isFocused = await wanted.evaluate((one) => one === document.activeElement);
    expect([on, isFocused, left >= 0, right <= 1280]).toEqual([on, true, true, true]);
  }
  await visitor.context().close();
});

it('a carousel whose next picture is still on its way when the application starts is turned to it', async () => {
  const visitor = await town.visitor({ serviceWorkers: 'block' });
  await visitor.clock.install();
  await stopClock(visitor);
  await visitor.goto('/');
  const carousel = visitor.getByRole('region', { name: 'Destacados' });
  const slides = carousel.locator('.slides');
  await visitor.clock.runFor(3000);
  await carousel.getByText(/^2 de/).waitFor();
  const { promise: start, resolve: started } = Promise.withResolvers<void>();
  const picture = await slides.locator('li:nth-child(3) img').evaluate((image: HTMLImageElement) => {
    image.srcset = '';
    return (image.src = '/uploads/still-on-its-way.webp');
  });
  await visitor.route(picture, async (route) => {
    await start;
    await route.abort();
  });
  const next = carousel.getByRole('button', { name: 'Siguiente' });
  await next.press('Enter');
  while (!(await slides.getAttribute('class'))?.includes('live')) await visitor.clock.runFor(100);
  started();
  expect(await carousel.getByText(/^3 de/).count()).toBe(1);
  await visitor.context().close();
});

it('the calendar is entered with one Tab, walked with the keys of a date grid, and left again', async () => {
  await page.goto('/agenda/fecha/18-11-2026');
  await settled(page);
  await page.getByText('Elegir días en el calendario').press('Enter');
  await tabTo('Mes siguiente');
  await page.keyboard.press('Tab');
  const day = async () => (await focused())?.replace(', hay eventos', '');
  expect(await day()).toBe('18 de noviembre de 2026');
  const walk = [
    ['ArrowRight', '19 de noviembre de 2026'],
    ['ArrowLeft', '18 de noviembre de 2026'],
    ['ArrowDown', '25 de noviembre de 2026'],
    ['ArrowDown', '2 de diciembre de 2026'],
    ['ArrowUp', '25 de noviembre de 2026'],
    ['Home', '23 de noviembre de 2026'],
    ['End', '29 de noviembre de 2026'],
    ['ArrowRight', '30 de noviembre de 2026'],
    ['ArrowRight', '1 de diciembre de 2026'],
    ['End', '6 de diciembre de 2026'],
    ['PageUp', '6 de noviembre de 2026'],
    ['PageDown', '6 de diciembre de 2026'],
    ['Shift+PageDown', '6 de diciembre de 2027'],
    ['Shift+PageUp', '6 de diciembre de 2026'],
  ] as const;
  for (const [key, to] of walk) {
    await page.keyboard.press(key);
    expect([key, await day()]).toEqual([key, to]);
  }
  await page.getByRole('grid', { name: 'diciembre 2026' }).waitFor();
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Mes siguiente');
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: 'enero 2027' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await day()).toBe('6 de enero de 2027');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('desde');
});

it('the calendar of the bulletin ends today, and begins 90 days before', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/boletin');
  await settled(page);
  const calendar = page.getByRole('group', { name: 'Elegí los días del boletín' });
  const today = (await calendar.locator('[aria-current=date]').getAttribute('aria-label')) ?? '';
  await tabTo(today);
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe(today);
  expect(await calendar.getByRole('button', { name: 'Mes siguiente' }).getAttribute('aria-disabled')).toBe('true');
  for (const _ of '1234') await page.keyboard.press('PageUp');
  const day = (await focused()) ?? '';
  expect(day).not.toBe(today);
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe(day);
  expect(await calendar.getByRole('button', { name: 'Mes anterior' }).getAttribute('aria-disabled')).toBe('true');
  const first = await page.evaluate(() => document.activeElement?.getAttribute('href'));
  expect(first).toBe(
    await page
      .getByLabel('Desde')
      .getAttribute('min')
      .then((min) => `/boletin?desde=${min}&hasta=${min}`),
  );
  await page.setViewportSize({ width: 390, height: 844 });
});

it('two days picked with the keyboard lead to their agenda', async () => {
  await page.goto('/agenda/fecha/18-11-2026');
  await settled(page);
  await page.getByText('Elegir días en el calendario').press('Enter');
  await tabTo('Mes siguiente');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.waitForURL('**/agenda/fecha/18-12-2026_19-12-2026');
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
  await viewer.getByText(/^2 de \d+$/).waitFor();
  await viewer.getByRole('link', { name: 'Ver la imagen 3' }).press('Enter');
  await viewer.getByText(/^3 de \d+$/).waitFor();
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
