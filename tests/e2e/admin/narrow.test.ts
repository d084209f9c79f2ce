import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin } from '#contract/addresses/pages';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

/** What has to be read whole at every width. */
let town: Town;
beforeAll(async () => void (town = await openTown()));
afterAll(() => town.close());

const WIDTHS = [360, 768, 1024, 1440];
async function atEachWidth(page: Page, look: (width: number) => Promise<unknown>): Promise<unknown[]> {
  const found = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    found.push(await look(width));
  }
  return found;
}

it('the days of a turn are read while its row is closed', async () => {
  const page = await town.staff();
  await page.goto(admin.list('roster'));
  await page
    .getByRole('link', { name: /^Editar/ })
    .first()
    .click();
  const days = page.locator('.turns .directory .disclosure-essential > span');
  await days.first().waitFor();
  const cut = await atEachWidth(page, () =>
    days.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)),
  );
  expect(cut).toEqual(WIDTHS.map(() => []));
});

it('the title of the back office stands clear of the log-out', async () => {
  const page = await town.staff();
  const right = async () => {
    const title = await page
      .locator('.top-title')
      .evaluate((one) => ({ right: one.getBoundingClientRect().left + one.scrollWidth, width: one.clientWidth }));
    const out = await page.getByRole('button', { name: 'Cerrar sesion' }).boundingBox();
    return title.width > 0 && (title.right <= (out?.x ?? 0) || 'below the log-out');
  };
  expect(await atEachWidth(page, right)).toEqual(WIDTHS.map(() => true));
  const links = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link');
  const heights = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
});
