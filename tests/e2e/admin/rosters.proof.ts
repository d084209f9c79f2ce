import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilSent } from '../support/admin.ts';
import { untilStaffHeld } from '../support/held.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff();
});
afterAll(() => town.close());

const next = () => staff.getByRole('region', { name: 'Las próximas fechas' });
/** The names of the next six turns that take place, in their order: those that do not are in the list, too. */
const names = async () =>
  (await next().locator('li:has(.handle) > span').allInnerTexts())
    .slice(0, 6)
    .map((text) => /Farmacia ([\p{L} ]+),/u.exec(text)?.[1]);
const handle = (at: number) => next().locator('.handle').nth(at);

it('two turns change places by dragging one onto the other, and by the arrow keys, without a network', async () => {
  await staff.goto('/admin/guardias');
  await staff.getByRole('link', { name: 'Editar Farmacia de turno' }).click();
  await next().waitFor();
  await untilStaffHeld(staff);
  await staff.context().setOffline(true);
  const before = await names();
  const [one = '', two = '', three = ''] = before.map(String);
  expect(new Set([one, two, three]).size).toBe(3);
  await handle(0).scrollIntoViewIfNeeded();
  const from = (await handle(0).boundingBox())!;
  const onto = (await handle(2).boundingBox())!;
  await staff.mouse.move(from.x + 10, from.y + 10);
  await staff.mouse.down();
  await staff.mouse.move(from.x + 10, onto.y + onto.height / 2, { steps: 6 });
  await next()
    .getByRole('status')
    .getByText(/Se cambia con: .*Farmacia/)
    .waitFor();
  await staff.mouse.up();
  await next()
    .getByText(new RegExp(`${one} pasa al .*, y Farmacia ${three} al `))
    .waitFor();
  await expect.poll(names).toEqual([three, two, one, ...before.slice(3, 6)]);
  // Back again: the turn takes the place of the next one twice.
  await handle(0).focus();
  await staff.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual([two, three, one, ...before.slice(3, 6)]);
  expect(await handle(1).evaluate((button) => button === document.activeElement)).toBe(true);
  await staff.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual([two, one, three, ...before.slice(3, 6)]);
  await staff.context().setOffline(false);
  await untilSent(staff);
  await staff.reload();
  await next().waitFor();
  expect((await names()).slice(0, 3)).toEqual([two, one, three]);
});

const rows = () => staff.locator('[data-field=turns] .directory > li');
async function open(): Promise<void> {
  await staff.goto('/admin/guardias');
  await staff.getByRole('link', { name: 'Editar Farmacia de turno' }).click();
  await next().waitFor();
}

it('Ctrl+Z takes a swap back, and nothing that was typed before it', async () => {
  await open();
  await rows().first().locator('.disclosure-button').click();
  const phone = rows().first().getByLabel('Teléfono');
  await phone.fill('02902 48-9999');
  await phone.press('Tab');
  await untilSent(staff);
  const before = await names();
  await handle(0).press('ArrowDown');
  await expect.poll(names).not.toEqual(before);
  await staff.keyboard.press('Control+z');
  await expect.poll(names).toEqual(before);
  await staff.keyboard.press('Control+z');
  await untilSent(staff);
  expect(await phone.inputValue()).toBe('02902 48-9999');
  expect(await staff.locator('[data-field=turns]').getByText('Editando').count()).toBe(0);
});

it('a row that is not understood is marked alone, with its message, and focused', async () => {
  await open();
  await rows().nth(0).locator('.disclosure-button').click();
  const when = rows().nth(0).getByLabel('Cuándo');
  await when.fill('cuando se pueda');
  await rows().nth(1).locator('.disclosure-button').press('Enter');
  await rows().nth(0).getByText('Renglón 1: no se entiende cuándo').waitFor();
  expect(await staff.locator('[data-field=turns] [aria-invalid=true]').count()).toBe(1);
  await rows().nth(1).getByLabel('Quién o qué').focus();
  await staff.keyboard.press('Control+s');
  await expect.poll(() => when.evaluate((input) => input === document.activeElement)).toBe(true);
  await when.fill('lunes, 20 h');
  await when.press('Tab');
  await untilSent(staff);
});

it('more dates can be asked for', async () => {
  await open();
  const count = () => next().locator('li').count();
  expect(await count()).toBe(12);
  await next().getByRole('button', { name: 'Ver más fechas' }).press('Enter');
  await expect.poll(count).toBe(24);
});
