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
