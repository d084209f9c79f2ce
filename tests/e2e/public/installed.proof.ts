import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from '#contract/addresses/installed';
import { untilHeld } from '../support/held.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;

beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

const DAY = 24 * 3600_000;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
  'Mobile/15E148 Safari/604.1';
const entry = (page: Page) => page.getByRole('contentinfo').getByText('Instalar en este dispositivo');

/** Opens a page on a given day, with the browser's offer to install, whose question a person answers with no. */
async function openOn(page: Page, day: number): Promise<void> {
  await page.clock.setFixedTime(day);
  await page.goto('/datosutiles');
  await page.evaluate(() => {
    const userChoice = Promise.resolve({ outcome: 'dismissed' });
    const event = new Event('beforeinstallprompt', { cancelable: true });
    window.dispatchEvent(Object.assign(event, { prompt: () => Promise.resolve(), userChoice }));
  });
}
const open = (options: BrowserContextOptions = {}) => town.visitor({ serviceWorkers: 'block', ...options });

describe('the entry that installs the portal', () => {
  it('appears when the browser offers it, without starting the application, and not for 90 days after a no', async () => {
    const page = await open();
    const today = Date.now();
    for (const answer of ['Instalar en este dispositivo', 'Ahora no']) {
      await page.evaluate(() => localStorage.clear()).catch(() => {});
      await openOn(page, today);
      expect(await page.locator('html.ready').count()).toBe(0);
      await untilTakenOver(page);
      await entry(page).waitFor();
      await page.getByRole('contentinfo').getByRole('button', { name: answer }).click();
      await entry(page).waitFor({ state: 'detached' });
      for (const [later, count] of [
        [1, 0],
        [89, 0],
        [91, 1],
      ] as const) {
        await openOn(page, today + later * DAY);
        await untilTakenOver(page);
        expect([answer, later, await entry(page).count()]).toEqual([answer, later, count]);
      }
    }
    await page.context().close();
  });

  it('has the two steps in words on an iPhone, and not for 90 days after a no', async () => {
    const page = await open({ userAgent: IPHONE });
    const today = Date.now();
    await page.clock.setFixedTime(today);
    await page.goto('/datosutiles');
    await untilTakenOver(page);
    await entry(page).click();
    expect(await page.getByRole('contentinfo').getByRole('listitem').allInnerTexts()).toEqual([
      'Tocá Compartir, el cuadrado con una flecha hacia arriba.',
      'Después, tocá «Agregar a inicio».',
    ]);
    await page.getByRole('button', { name: 'Ahora no' }).click();
    await entry(page).waitFor({ state: 'detached' });
    for (const [later, count] of [
      [89, 0],
      [91, 1],
    ] as const) {
      await page.clock.setFixedTime(today + later * DAY);
      await page.reload();
      await untilTakenOver(page);
      expect([later, await entry(page).count()]).toEqual([later, count]);
    }
    await page.context().close();
  });

  it('is absent where the portal is installed already, and where the browser offers nothing', async () => {
    const installed = await open({ userAgent: IPHONE });
    await installed.addInitScript(() => {
      const { matchMedia } = window;
      window.matchMedia = (query) =>
        query.includes('standalone') ? ({ matches: true } as MediaQueryList) : matchMedia.call(window, query);
    });
    for (const page of [installed, await open()]) {
      await page.goto('/datosutiles');
      await untilTakenOver(page);
      expect(await entry(page).count()).toBe(0);
      await page.context().close();
    }
  });
});

it('emergency numbers are one touch from the icon’s shortcuts and on the first screen of a start, with no signal', async () => {
  const { shortcuts, start_url: start } = (await (await fetch(town.url + manifest())).json()) as {
    shortcuts: { name: string; url: string }[];
    start_url: string;
  };
  const shortcut = shortcuts.find(({ name }) => name === 'Números de emergencia')?.url ?? 'no shortcut';
  const visitor = await town.visitor({ viewport: { width: 360, height: 640 } });
  await visitor.goto(start);
  await untilHeld(visitor);
  await town.kill();
  for (const path of [start, shortcut]) {
    const tab = await visitor.context().newPage();
    await tab.goto(path);
    for (const number of ['100', '101', '107']) {
      const line = tab.locator(`a[href="tel:${number}"]`).first();
      await line.waitFor();
      expect(await line.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight), number).toBe(true);
    }
    await tab.close();
  }
  const tab = await visitor.context().newPage();
  await tab.goto(shortcut);
  await tab.getByRole('main').locator('a[href="tel:107"]').waitFor();
  await visitor.context().close();
  await town.start();
});
