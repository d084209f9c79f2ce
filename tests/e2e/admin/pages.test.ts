import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { stored, untilSent, untilStored } from '../support/admin.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
beforeAll(async () => {
  town = await openTown();
  staff = await town.staff();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
});
afterAll(() => town.close());

it('a draft is begun offline, with what is known of the town, and is published once its author insists', async () => {
  await staff.goto('/admin/paginas');
  await staff.getByRole('table').waitFor();
  await town.kill();
  await staff.getByRole('button', { name: 'Privacidad', exact: true }).click();
  await staff.getByRole('heading', { level: 1, name: 'Política de privacidad' }).waitFor();
  await staff.getByText('Responsable: Municipalidad de Cañadón Huemul').waitFor();
  await town.start();
  await untilSent(staff);
  const wanted = "SELECT status FROM page WHERE title = 'Política de privacidad'";
  await untilStored(town, { status: 'Redaccion' }, wanted);

  const question = staff.getByRole('dialog', { name: 'Falta completar' });
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  expect(stored(town, wanted)).toEqual([{ status: 'Redaccion' }]);
  await question.getByRole('button', { name: 'Seguir igual' }).click();
  await untilStored(town, { status: 'Publicado' }, wanted);
  town.expectQuiet();
});
