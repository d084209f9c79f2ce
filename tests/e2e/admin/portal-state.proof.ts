import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer, edit, stored, TOUCH } from '../support/admin.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

it('an Admin sees on every screen that something is wrong with the portal, what to do, and whose changes wait', async () => {
  // What the hourly check leaves.
  const problem = {
    what: 'Falló la copia de seguridad.',
    todo: 'Mirá por qué con «journalctl -u portal-backup@villa».',
    since: '2026-03-14T10:00:00.000Z',
    told: true,
  };
  writeFileSync(
    join(town.folder, 'avisos.json'),
    JSON.stringify({ checked: new Date().toISOString(), problems: [problem] }),
  );

  // On this tablet a change waits, because the server refuses it for now.
  const tablet = await town.staff(TOUCH);
  await tablet.route('**/api/map/*/update/**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"not-ready","message":"Ahora no."}' }),
  );
  const [{ id } = { id: '' }] = stored<{ id: string }>(town, 'SELECT id FROM map');
  await tablet.goto(`/admin/mapas/${id}`);
  await edit(tablet, 'Título', 'Otro título');
  await answer(tablet, 'Estas por modificar los datos de este mapa', 'Aceptar');
  await tablet.getByRole('link', { name: '1 cambio sin enviar' }).waitFor();
  // Being online again is when every device tells.
  await tablet.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => stored<{ waiting: number }>(town, 'SELECT waiting FROM device')).toEqual([{ waiting: 1 }]);

  const page = await town.staff(TOUCH);
  const notice = page.getByRole('status').filter({ hasText: 'El portal tiene un aviso' });
  await notice.getByRole('link', { name: 'Ver el estado del portal' }).tap();
  await page.getByRole('heading', { name: 'Estado del portal', level: 1 }).waitFor();
  expect(await notice.count()).toBe(0);
  await page.getByText(problem.what, { exact: true }).waitFor();
  await page.getByText(problem.todo, { exact: false }).waitFor();
  expect(await page.getByRole('definition').first().textContent()).toMatch(/^\d+\.\d+\.\d+/);
  await page.getByText(/^1 cambio sin enviar, del \d+ de \S+, \d+(:\d\d)?\sh$/).waitFor();

  await page.context().setOffline(true);
  await page.getByText('Sin conexión: esto es lo último que se supo.', { exact: false }).waitFor();
  await page.getByText(problem.what, { exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('Así estaba el', { exact: false }).waitFor();
  await tablet.context().close();
  await page.context().close();
  town.expectQuiet();
});
