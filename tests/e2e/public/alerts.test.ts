import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { momentAt } from '#contract/values/dates';
import { openAlerts } from '../support/alerts.ts';
import { violations } from '../support/axe.ts';
import { untilHeld } from '../support/held.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let town: Town;
let office: Awaited<ReturnType<typeof openAlerts>>;

beforeAll(async () => {
  town = await openTown();
  office = await openAlerts(town);
});
afterAll(() => town.close());
afterEach(() => office.withdraw());

const publish: typeof office.publish = (...alert) => office.publish(...alert);
const change: typeof office.change = (...value) => office.change(...value);

const alerts = (page: Page) => page.getByRole('complementary', { name: 'Alertas' });
const headlines = (page: Page) => alerts(page).getByRole('link').allInnerTexts();
/** Makes the clock of a page's device run as if this much time had passed. */
const pass = (page: Page, ms: number) => page.clock.fastForward(ms);

/** Has the application start, and waits until it asks for what is new. */
async function untilPulling(page: Page): Promise<void> {
  const pulled = page.waitForResponse((response) => response.url().includes('/changes?since='));
  await untilTakenOver(page);
  await pulled;
}

it('alerts stand above every page before any script, the most severe first, and are accessible', async () => {
  await publish('Perro perdido', { severity: 'Minor' });
  await publish('Tormenta de nieve', { severity: 'Extreme' });
  await publish('Corte de agua');
  await publish('Ruta cortada', { severity: 'Severe' });
  const visitor = await town.visitor({ serviceWorkers: 'block', javaScriptEnabled: false });
  for (const path of ['/', '/noticias', '/datosutiles', '/login']) {
    await visitor.goto(path);
    expect(await headlines(visitor)).toEqual(['Tormenta de nieve', 'Ruta cortada', 'Corte de agua', 'Perro perdido']);
  }
  // Their own pages say each of them once.
  await visitor.goto('/alertas');
  expect(await visitor.getByText('Tormenta de nieve').count()).toBe(1);
  await visitor.getByRole('link', { name: 'Tormenta de nieve' }).click();
  expect(await visitor.getByRole('main').getByText('Tormenta de nieve').count()).toBe(1);
  expect(await headlines(visitor)).toEqual(['Ruta cortada', 'Corte de agua', 'Perro perdido']);
  await visitor.context().close();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await town.visitor({ serviceWorkers: 'block', colorScheme });
    await page.goto('/alertas');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Tormenta de nieve' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Tormenta de nieve' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  }
});

it('with text twice as large an alert breaks no word on a narrow phone', async () => {
  await publish('Tormenta de nieve', { severity: 'Extreme' });
  const visitor = await town.visitor({ serviceWorkers: 'block', viewport: { width: 320, height: 640 } });
  await visitor.goto('/');
  expect(await visitor.locator('.warning').evaluate(brokenWords)).toEqual([]);
  await visitor.context().close();
});

/** Returns the words of an element that take more than one line with text twice as large. Runs in the page. */
function brokenWords(element: Element): string[] {
  document.documentElement.style.fontSize = '200%';
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null)
    for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  return broken;
}

it('an alert ends by its own time without a network, is shown as over, and disappears', async () => {
  await publish('Corte de luz', { to: 30 });
  await publish('Viento', { from: 20, to: 90, severity: 'Severe' });
  const visitor = await town.visitor();
  await visitor.clock.install();
  await visitor.goto('/');
  await untilHeld(visitor);
  await untilPulling(visitor);
  expect(await headlines(visitor)).toEqual(['Corte de luz']);
  await visitor.context().setOffline(true);
  await pass(visitor, 21 * MINUTE);
  await alerts(visitor).getByText('Viento').first().waitFor();
  await pass(visitor, 10 * MINUTE);
  await alerts(visitor).getByText('Terminó · Alerta moderada').waitFor();
  await pass(visitor, 70 * MINUTE);
  await alerts(visitor).getByText('Corte de luz').first().waitFor({ state: 'detached' });
  await visitor.context().setOffline(false);
  await visitor.context().close();
});

it('an alert that was put away stays away, and comes back when it says something else', async () => {
  const id = await publish('Corte de gas');
  const visitor = await town.visitor({ serviceWorkers: 'block' });
  await visitor.goto('/');
  await visitor.getByRole('button', { name: /^Ocultar Corte de gas/ }).click();
  await alerts(visitor).waitFor({ state: 'detached' });
  await visitor.goto('/noticias');
  // Before the application has started, too.
  expect(await visitor.locator('.warning').isVisible()).toBe(false);
  await change(id, 'expires', momentAt(Date.now() + 120 * MINUTE));
  await visitor.goto('/');
  expect(await visitor.locator('.warning').isVisible()).toBe(false);
  await change(id, 'instruction', 'Cerrá la llave de paso.');
  await visitor.goto('/');
  await alerts(visitor).getByText('Cerrá la llave de paso.').waitFor();
  await visitor.context().close();
});

it.each([-DAY, DAY])('a device whose clock is wrong by %i ms shows what is in force', async (wrong) => {
  const visitor = await town.visitor();
  await visitor.clock.install({ time: Date.now() + wrong });
  await visitor.goto('/');
  await untilHeld(visitor);
  await publish('Calle cerrada');
  await visitor.goto('/noticias');
  await untilTakenOver(visitor);
  await alerts(visitor).getByText('Calle cerrada').first().waitFor();
  await visitor.context().close();
});

it.each([
  ['further down', 900, 'main h3 >> nth=8'],
  ['at the end', 100_000, '.footer a >> nth=-1'],
])(
  'an alert that comes while somebody reads %s moves nothing, and says so there until it was seen',
  async (where, top, what) => {
    const headline = `Viento de 120 km/h, ${where}`;
    // So low that at the end there is nothing on screen but the footer.
    const visitor = await town.visitor({ serviceWorkers: 'block', viewport: { width: 1280, height: 400 } });
    await visitor.goto('/datosutiles');
    await visitor.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    const place = () => visitor.locator(what).evaluate((one) => Math.round(one.getBoundingClientRect().top));
    const before = await place();
    await publish(headline, { severity: 'Extreme' });
    // The application starts late, with an alert that the document does not have.
    await untilTakenOver(visitor);
    const bar = visitor.getByRole('alert').filter({ hasText: 'Alerta extrema' });
    await bar.getByRole('link', { name: headline }).waitFor();
    // To a fraction of a pixel.
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
    // What gets the focus is above the bar, however high it is.
    const room = () =>
      visitor.evaluate(() => parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom));
    expect(await room()).toBeGreaterThan((await bar.boundingBox())?.height ?? Infinity);
    await visitor.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await bar.waitFor({ state: 'detached' });
    expect(await visitor.evaluate(() => localStorage['alertas-vistas'])).toMatch(/^\["\w+-\w+"/);
    await visitor.context().close();
  },
);

it('an open page shows an alert within a minute of its publication', async () => {
  const visitor = await town.visitor();
  await visitor.clock.install();
  await visitor.goto('/');
  await untilHeld(visitor);
  await untilPulling(visitor);
  await publish('Puente cortado', { severity: 'Severe' });
  await vi.waitUntil(
    async () => {
      await pass(visitor, MINUTE);
      return (await alerts(visitor).count()) > 0;
    },
    { timeout: PATIENCE, interval: 200 },
  );
  expect(await headlines(visitor)).toEqual(['Puente cortado']);
  town.expectQuiet();
  await visitor.context().close();
});
