import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admin } from '#contract/addresses/pages';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import type { NewTicket } from '#contract/tickets/ticket';
import { untilSent } from '../support/admin.ts';
import { photo } from '../support/photo.ts';
import { openTheForm } from '../support/tickets.ts';
import type { Calls } from '../support/tickets.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { violations } from '../support/axe.ts';

/** The inbox of tickets, in the town hall and at the pothole. */
let town: Town;
let post: Calls['post'];
/** A resident sends a ticket. */
let sent: (text: string, place: string) => Promise<NewTicket>;

beforeAll(async () => {
  town = await openTown();
  const form = await openTheForm(town);
  ({ post } = form);
  sent = (text, place) => form.sent({ text, place });
});
afterAll(() => town.close());

const followed = async ({ id, secret }: NewTicket) =>
  (await post(ticketCalls.follow(id), { secret })).body as {
    state: string;
    townPhotos: string[];
    entries: { kind: string; text: string }[];
  };
async function openTicket(page: Page, place: string): Promise<void> {
  await page.goto(admin.tickets());
  await page.getByRole('link', { name: `Bache o calle rota, ${place}` }).click();
  await page.getByRole('heading', { name: 'Qué pasó hasta ahora' }).waitFor();
}

it('without a network a ticket is read, answered with a photo, and all of it is sent once when there is one', async () => {
  const ticket = await sent('Un pozo frente a la escuela.', 'Belgrano 450');
  const page = await town.staff();
  await openTicket(page, 'Belgrano 450');
  await expect.poll(async () => (await followed(ticket)).state).toBe('seen');
  expect(await violations(page)).toEqual([]);
  await page.context().setOffline(true);
  await page.getByLabel('A cargo de').selectOption({ index: 1 });
  await page.getByLabel('Respuesta', { exact: true }).fill('Vamos el martes.');
  // What is typed is kept, whatever happens to the page.
  await page.waitForTimeout(500);
  await page.reload();
  await page.getByRole('heading', { name: 'Qué pasó hasta ahora' }).waitFor();
  await expect.poll(() => page.getByLabel('Respuesta', { exact: true }).inputValue()).toBe('Vamos el martes.');
  await page.getByRole('button', { name: 'Responder y dar por respondido' }).click();
  await page.getByLabel('Sumar una foto').setInputFiles(await photo('arreglado.jpg'));
  await page.getByText('1 foto guardada en este dispositivo').waitFor();
  await page.reload();
  await page.getByText('Vamos el martes.').waitFor();
  expect((await followed(ticket)).entries.map(({ text }) => text)).toEqual(['seen']);
  await page.context().setOffline(false);
  await untilSent(page);
  const { state, entries, townPhotos } = await followed(ticket);
  expect([state, townPhotos.length]).toEqual(['answered', 1]);
  expect(entries.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'state: seen',
    'answer: Vamos el martes.',
    'state: answered',
  ]);
  await page.getByRole('img', { name: 'Foto del municipio' }).waitFor();
});

it('two people who decide about one ticket: the second is asked, and nothing is lost', async () => {
  const ticket = await sent('Una rama sobre el cable.', 'Mitre 12');
  const page = await town.staff();
  await openTicket(page, 'Mitre 12');
  await untilSent(page);
  await page.context().setOffline(true);
  await page.getByLabel('Estado').selectOption('progress');
  await post(staffTicketCalls.update(ticket.id, 'state'), { value: 'closed', base: 'seen' });
  await page.context().setOffline(false);
  const question = page.getByRole('alert').filter({ hasText: 'Mientras tanto' });
  // Both are the same account, on a device of its own.
  await question.getByText('dejaste «Estado» en «Cerrado». Vos habías elegido «En curso».').waitFor();
  await question.getByRole('button', { name: 'Poner «En curso»' }).click();
  await untilSent(page);
  expect((await followed(ticket)).state).toBe('progress');
});

it('on paper the list has whom to call and room for what was done, and nothing else of the screen', async () => {
  await sent('Perdida de agua en la vereda.', 'Rivadavia 900');
  const page = await town.staff();
  await page.goto(admin.tickets());
  await page.getByRole('link', { name: 'Bache o calle rota, Rivadavia 900' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const row = page.getByRole('listitem').filter({ hasText: 'Rivadavia 900' });
  expect(await row.innerText()).toMatch(/Rosa Paz · 02902 48-1234\s+□ Hecho/);
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.getByRole('search').isVisible()).toBe(false);
});

it('half-written replies are listed by their ticket, lead to it, and survive a reload that comes at once', async () => {
  await sent('La luz de la esquina.', 'Belgrano y Mitre');
  await sent('Otra luz.', 'Alsina y Mitre');
  const page = await town.staff();
  await openTicket(page, 'Belgrano y Mitre');
  await page.getByLabel('Respuesta', { exact: true }).fill('Mañana la cambian.');
  await page.reload();
  await expect.poll(() => page.getByLabel('Respuesta', { exact: true }).inputValue()).toBe('Mañana la cambian.');
  await openTicket(page, 'Alsina y Mitre');
  await page.getByLabel('Nota: la leemos solo nosotros').check();
  await page.getByLabel('Nota', { exact: true }).fill('Falta el repuesto.');
  await page.getByRole('link', { name: 'Cambios pendientes' }).click();
  const texts = page.getByRole('region', { name: 'Texto sin guardar' }).getByRole('listitem');
  const read = async () => (await texts.allInnerTexts()).join('\n');
  await expect.poll(read).toMatch(/Reclamo «Bache o calle rota, Belgrano y Mitre · \S+»: Respuesta/);
  await expect.poll(read).toMatch(/Reclamo «Bache o calle rota, Alsina y Mitre · \S+»: Nota/);
  expect(await read()).not.toContain('eliminado');
  await texts.filter({ hasText: 'Alsina' }).getByRole('link', { name: 'Seguir escribiendo' }).click();
  await expect.poll(() => page.getByLabel('Nota', { exact: true }).inputValue()).toBe('Falta el repuesto.');
  await page.getByRole('link', { name: 'Volver' }).click();
  await page.getByRole('heading', { name: 'Reclamos', exact: true }).waitFor();
});

it('settings that were typed are there after a reload, and what is wrong is said in the words of the portal', async () => {
  const page = await town.staff();
  await page.goto(admin.ticketSettings());
  const months = page.getByLabel('Meses que se guardan');
  await months.fill('999');
  await page.reload();
  await page.getByText('Acá está lo que habías escrito y no guardaste.').waitFor();
  expect(await months.inputValue()).toBe('999');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByRole('alert').getByText('Meses que se guarda: de 1 a 120.').waitFor();
  await page.getByRole('link', { name: 'Cambios pendientes' }).click();
  await page.getByRole('link', { name: 'Seguir escribiendo Ajustes de reclamos' }).click();
  await page.getByRole('button', { name: 'Volver a lo guardado' }).click();
  expect(await months.inputValue()).toBe('24');
  await page.reload();
  await months.waitFor();
  expect(await months.inputValue()).toBe('24');
});

it('an address that is none is said at its field, which gets the cursor, until it is mended', async () => {
  const page = await town.staff();
  await page.goto(admin.ticketSettings());
  const mailbox = page.getByLabel('Correo del área');
  await mailbox.fill('mesa@');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText(/^Correo de «Mesa de Entradas»: escribilo completo/)
    .waitFor();
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
  await expect.poll(() => mailbox.evaluate((input) => input === document.activeElement)).toBe(true);
  await mailbox.fill('');
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
});
