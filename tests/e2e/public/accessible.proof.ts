import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isHighlighted } from '../support/forced-colours.ts';
import { findRecords, settled } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { SCREENS, wrongs } from '../support/wrongs.ts';

let town: Town;
let found: Found;
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
});
afterAll(() => town.close());
afterEach(() => town.expectQuiet());

async function open(): Promise<Page> {
  return town.visitor({ viewport: SCREENS.phone, reducedMotion: 'reduce', serviceWorkers: 'block' });
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
