import { afterAll, beforeAll, expect, it } from 'vitest';
import { create, edit, stored, untilSent, untilStored } from '../support/admin.ts';
import { untilHeld } from '../support/held.ts';
import { logIn, openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;

beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

it('a device with a browser of 2022 can read and edit offline, and log out', async () => {
  const page = await town.visitor({ viewport: { width: 1024, height: 768 } });
  await page.addInitScript(forgetWhatIsNewer);
  await page.goto('/');
  await untilHeld(page);
  await logIn(page);
  await page.getByRole('table').waitFor();
  const id = await create(page, '/admin', 'Crear noticia');
  await page.getByRole('textbox', { name: 'Texto' }).first().waitFor();
  await town.kill();
  await edit(page, 'Título', 'Escrito en una tableta vieja');
  await page.getByText('Sin conexión · 1 cambio sin enviar').waitFor();
  await page.goto('/noticias');
  await page.getByRole('heading', { level: 1, name: 'Noticias' }).waitFor();
  await town.start();
  await page.goto('/admin/pendientes');
  await untilStored<{ title: string }>(
    town,
    { title: 'Escrito en una tableta vieja' },
    'SELECT title FROM story WHERE id = ?',
    id,
  );
  await untilSent(page);
  expect(stored(town, 'SELECT id FROM session')).toHaveLength(1);
  await page.getByRole('button', { name: 'Cerrar sesion' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => stored(town, 'SELECT id FROM session')).toEqual([]);
  town.expectQuiet();
  await page.close();
});

/** Removes what is newer than Chromium 108 and Safari 15, the last ones for tablets of 2014 and phones of 2017. */
function forgetWhatIsNewer(): void {
  const newer: [object, string[]][] = [
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [
      Set.prototype,
      ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    ],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [
      Iterator.prototype,
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [AbortSignal, ['any', 'timeout']],
    [URL, ['parse', 'canParse']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [window, ['requestIdleCallback', 'scheduler', 'URLPattern', 'Iterator', 'navigation', 'SyncManager']],
    [document, ['startViewTransition']],
  ];
  for (const [owner, names] of newer) {
    for (const name of names) delete (owner as Record<string, unknown>)[name];
  }
}
