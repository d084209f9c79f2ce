import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pages } from '#contract/addresses/pages';
import { addDays, dayAt, longRange } from '#contract/values/dates';
import { create, edit, untilSent, untilStored } from '../support/admin.ts';
import { untilHeld } from '../support/held.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { PATIENCE } from '../support/patience.ts';

let town: Town;
let staff: Page;
let event = '';
const row = 'SELECT lastDay, startTime, endTime, place, address, map FROM agenda WHERE id = ?';
const first = addDays(dayAt(Date.now()), 20);
const last = addDays(first, 2);
const map = 'https://www.openstreetmap.org/?mlat=-51.4121&mlon=-72.0359#map=17/-51.4121/-72.0359';

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff();
  await staff.getByRole('table').waitFor();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
});
afterAll(() => town.close());

it('times, last day and place that are entered without a connection arrive when it returns', async () => {
  event = await create(staff, '/admin/agenda', 'Crear evento');
  await edit(staff, 'Título', 'Encuentro de payadores');
  await edit(staff, 'Fecha', first);
  await untilSent(staff);
  await staff.context().setOffline(true);
  await edit(staff, 'Último día', last);
  await edit(staff, 'Hora de inicio', '20:00');
  await edit(staff, 'Hora de fin', '23:30');
  await edit(staff, 'Lugar', 'Sociedad Rural');
  await edit(staff, 'Dirección', 'Perito Moreno 180');
  await edit(staff, 'Enlace al mapa', map);
  await staff.getByText('Guardado en este dispositivo').nth(5).waitFor();
  await staff.context().setOffline(false);
  const whole = { startTime: '20:00', endTime: '23:30', place: 'Sociedad Rural', address: 'Perito Moreno 180', map };
  await untilStored(town, { lastDay: last, ...whole }, row, event);
});

it('a time that is removed or half deleted is gone or as it was', async () => {
  await staff.getByRole('button', { name: 'Quitar hora de fin' }).click();
  await untilStored(town, { endTime: '' }, row, event);
  expect(await staff.getByLabel('Hora de fin', { exact: true }).inputValue()).toBe('');
  const start = staff.getByLabel('Hora de inicio', { exact: true });
  await start.focus();
  await staff.keyboard.press('Backspace');
  await start.blur();
  await staff.getByText(/^La hora quedó incompleta y sigue la anterior/).waitFor();
  expect(await start.inputValue()).toBe('20:00');
});

it('a last day that another person makes impossible is explained, and nothing is lost', async () => {
  const other = await staff.context().newPage();
  await other.goto(`/admin/agenda/${event}`);
  await edit(other, 'Fecha', addDays(last, 1));
  await untilSent(other);
  await staff.getByText(/^Es anterior a la fecha: el evento se muestra solo el /).waitFor();
  await untilStored(town, { lastDay: last }, row, event);
  await edit(other, 'Fecha', first);
  await untilSent(other);
  await staff.getByText(/^Es anterior a la fecha/).waitFor({ state: 'detached' });
  await other.close();
});

it('the published event is in the agenda on each of its days, also on a device without a connection', async () => {
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await untilStored(town, { status: 'Publicado' }, 'SELECT status FROM agenda WHERE id = ?', event);
  const visitor = await town.visitor();
  await visitor.goto('/');
  await untilHeld(visitor);
  await town.kill();
  for (const [day, isOn] of [
    [addDays(first, -1), false],
    [first, true],
    [addDays(first, 1), true],
    [last, true],
    [addDays(last, 1), false],
  ] as const) {
    await visitor.goto(pages.agendaByDates({ from: day, to: day }));
    await visitor.getByRole('heading', { name: 'Agenda', exact: true }).waitFor();
    expect([day, await visitor.getByRole('link', { name: 'Encuentro de payadores' }).count()]).toEqual([
      day,
      Number(isOn),
    ]);
  }
  await visitor.goto(pages.agendaByDates({ from: last, to: last }));
  await visitor.getByRole('link', { name: 'Encuentro de payadores' }).click();
  await visitor.getByText(`${longRange({ from: first, to: last })}, 20 h`).waitFor();
  await visitor.getByText('Sociedad Rural, Perito Moreno 180').waitFor();
  expect(await visitor.getByRole('link', { name: 'Cómo llegar' }).getAttribute('href')).toBe(map);
  town.expectQuiet();
});
