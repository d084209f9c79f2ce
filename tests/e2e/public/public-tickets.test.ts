import Database from 'better-sqlite3';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { admin } from '#contract/addresses/pages';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import { PUBLIC_TICKETS, TICKETS_PAGE } from '#contract/addresses/tickets';
import { TICKET_LIMITS } from '#contract/tickets/ticket';
import type { NewTicket } from '#contract/tickets/ticket';
import { violations } from '../support/axe.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTheForm, untilFormKept } from '../support/tickets.ts';
import type { Calls } from '../support/tickets.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

/** What everybody may see of tickets, and «Me pasa también», on a phone of 360 px. */
let town: Town;
let post: Calls['post'];
let sent: Calls['sent'];
let followers: () => number;
const PHONE = { viewport: { width: 360, height: 740 } };
/** Corners of the plan: some 3.5 km by 3 km. */
const MARKS = [
  { x: 0, y: 0, lat: -38.7, lon: -62.28 },
  { x: 1, y: 1, lat: -38.7281, lon: -62.24 },
];

beforeAll(async () => {
  town = await openTown();
  ({ post, sent } = await openTheForm(town, { isPublic: true }));
  const streets = [1, 2, 3, 4, 5].map((n) => `M${n * 200} 0V1080M0 ${n * 180}H1200`).join('');
  const plan = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1080"><rect width="1200" height="1080"
    fill="#eee"/><path d="${streets}" stroke="#888" stroke-width="18"/></svg>`;
  const bytes = await sharp(Buffer.from(plan)).png().toBuffer();
  const data = `data:image/png;base64,${bytes.toString('base64')}`;
  expect((await post(staffTicketCalls.picture(), { value: { data, marks: MARKS } })).status).toBe(200);
  const db = new Database(join(town.folder, 'portal.sqlite'), { readonly: true });
  const count = db.prepare<[], number>("SELECT count(*) FROM ticket_follower WHERE erased = ''").pluck();
  followers = () => count.get() ?? 0;
});
afterAll(() => town.close());

/** A resident sends a ticket, and staff release it. */
async function released(place: string, text: string, topic = 'bache'): Promise<NewTicket> {
  const ticket = await sent({
    topic,
    text: `${text} Soy Rosa, vivo al lado.`,
    place: `${place} 450, casa de Rosa`,
    point: { lat: -38.7112, lon: -62.2633 },
  });
  const value = { isHidden: false, text, place, isPinned: true, photos: [] };
  expect((await post(staffTicketCalls.release(ticket.id), value)).status).toBe(200);
  return ticket;
}

/** Opens a page that the device can show without a network from then on. */
async function openKept(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilFormKept(page);
}
const hasPlan = async () => (await (await caches.open('portal-town-picture')).keys()).length === 1;
const shot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

it('everybody reads the list, without scripts too, and on the device without a network', async () => {
  await released('Alsina', 'Pozo grande en la esquina.');
  const plain = await town.visitor({ ...PHONE, javaScriptEnabled: false });
  await plain.goto(PUBLIC_TICKETS);
  await plain.getByRole('heading', { name: 'Bache o calle rota, Alsina' }).waitFor();
  await plain.getByText('Pozo grande en la esquina.').waitFor();
  expect(await plain.locator('body').innerText()).not.toContain('Rosa');
  expect(await plain.locator('.town-plan a').count()).toBe(1);
  await shot(plain, 'list-plain');
  const page = await town.visitor(PHONE);
  await openKept(page, PUBLIC_TICKETS);
  await page.getByRole('heading', { name: 'Bache o calle rota, Alsina' }).waitFor();
  await page.locator('.town-plan image').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'list');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('Sin conexión: esto es lo último que guardó este teléfono.').waitFor();
  await page.getByRole('heading', { name: 'Bache o calle rota, Alsina' }).waitFor();
  await page.locator('.town-plan image').waitFor();
  await shot(page, 'list-offline');
  town.expectQuiet();
});

it('«Me pasa también» is sent once, without a network first, and follows the state of that ticket alone', async () => {
  const ticket = await released('Mitre', 'Se rompió un caño.', 'agua');
  const page = await town.visitor(PHONE);
  const context = page.context();
  await openKept(page, TICKETS_PAGE);
  await page.getByLabel('Agua o cloacas').check();
  await page.getByLabel('Dirección o barrio').fill('Mitre 480');
  await page.getByRole('heading', { name: 'Ya avisaron de esto' }).waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('Agua o cloacas').check();
  await page.getByLabel('Dirección o barrio').fill('Mitre al 400');
  await page.getByText('Se rompió un caño.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await shot(page, 'near');
  await page.getByRole('button', { name: 'Me pasa también' }).click();
  const number = await page.locator('.ticket-sent .ticket-number').innerText();
  await page.getByText('Guardado en este teléfono.').waitFor();
  await page.getByText('Cuando el municipio lo tenga, lo vas a ver en la página de tu reclamo').waitFor();
  await shot(page, 'joined');
  // What was typed has become that.
  await page.getByRole('button', { name: 'Hacer otro reclamo o consulta' }).click();
  expect(await page.getByLabel('Dirección o barrio').inputValue()).toBe('');
  expect(followers()).toBe(0);
  await page.close();
  await context.setOffline(false);
  const home = await context.newPage();
  await home.goto('/');
  await vi.waitUntil(() => followers() === 1, { timeout: PATIENCE });
  await post(staffTicketCalls.entry(ticket.id), { kind: 'answer', text: 'Estimada Rosa Paz, vamos mañana.' });
  await post(staffTicketCalls.update(ticket.id, 'state'), { value: 'progress' });
  await home.goto(TICKETS_PAGE);
  await home.getByRole('link', { name: `${number} · Agua o cloacas` }).click();
  await home.getByText('En curso').first().waitFor();
  expect(await home.locator('main').innerText()).not.toContain('Rosa');
  expect(await home.getByLabel('Escribir de nuevo').count()).toBe(0);
  await home.getByText('Vas a ver si está en curso o arreglado, y lo que el municipio publique.').waitFor();
  await shot(home, 'followed');
  await post(staffTicketCalls.update(ticket.id, 'state'), { value: 'answered' });
  await home.reload();
  await home.getByText('La respuesta la lee quien hizo el reclamo.').waitFor();
  // Of the same device once, while it is open; of what was typed before nothing is left.
  await post(staffTicketCalls.update(ticket.id, 'state'), { value: 'progress' });
  await home.goto(TICKETS_PAGE);
  await home.getByLabel('Agua o cloacas').waitFor();
  expect(await home.getByText('Este es el que empezaste antes').count()).toBe(0);
  await home.getByLabel('Agua o cloacas').check();
  await home.getByLabel('Dirección o barrio').fill('Mitre 480');
  await home.getByText(`Ya dijiste que te pasa también: ${number}.`).waitFor();
  expect(followers()).toBe(1);
  town.expectQuiet();
});

it('a pin is set on the plan by a tap or by keys, and staff see it on theirs', async () => {
  const page = await town.visitor(PHONE);
  await openKept(page, TICKETS_PAGE);
  // One visit is enough for the device to have the plan.
  await vi.waitUntil(() => page.evaluate(hasPlan), { timeout: PATIENCE, interval: 100 });
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Marcar en el plano' }).click();
  await page.locator('.town-plan image').waitFor();
  await page.context().setOffline(false);
  const plan = page.getByRole('button', { name: 'Plano del pueblo' });
  const box = (await plan.boundingBox())!;
  await plan.click({ position: { x: box.width / 4, y: box.height / 2 } });
  await page.getByText('Marca puesta: a 25 % desde la izquierda y 50 % desde arriba.').waitFor();
  await plan.press('ArrowRight');
  await page.getByText('a 27 % desde la izquierda').waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, 'pin');
  await page.getByLabel('Luminaria').check();
  await page.getByLabel('Contanos qué pasa').fill('Se apagó el farol de la plaza.');
  await page.getByLabel('Nombre').fill('Rosa Paz');
  // Who fills the form in less is suspect, and stands in another tray.
  await page.waitForTimeout((TICKET_LIMITS.secondsLeast + 1) * 1000);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByText('Enviado. El municipio ya lo tiene.').waitFor();
  await page.getByRole('link', { name: 'la página de tu reclamo' }).click();
  await page.getByText('Marcaste un lugar en el plano.').waitFor();
  await page.locator('.town-plan .town-pin').waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, 'own-place');
  const staff = await town.staff();
  await staff.goto(admin.tickets());
  await staff.getByText(/Ver en el plano/).click();
  await staff.locator('.town-plan a').first().waitFor();
  await shot(staff, 'inbox');
  const own = staff.getByRole('link', { name: 'Luminaria, lugar marcado en el plano' });
  await staff.emulateMedia({ media: 'print' });
  const head = staff.locator('.ticket-paper-only').first();
  await expect.poll(() => head.innerText()).toMatch(/^.+ · \d+ de \w+ de \d{4} · Mesa de Entradas$/);
  const row = (await staff.locator('h2', { hasText: 'lugar marcado en el plano' }).textContent()) ?? '';
  const [, count] = /^(\d+)\. /.exec(row) ?? [];
  const numbers = staff.locator('.ticket-paper-only .town-pin-number');
  expect(await numbers.allTextContents()).toContain(count);
  expect(await staff.getByRole('link', { name: 'Ajustes' }).isVisible()).toBe(false);
  await shot(staff, 'inbox-paper');
  if (process.env.SHOTS) await staff.pdf({ path: join(process.env.SHOTS, 'inbox.pdf') });
  await staff.emulateMedia({ media: 'screen' });
  await own.click();
  await staff.getByText('Marcó un lugar en el plano:').waitFor();
  await staff.locator('.ticket-plan .town-pin').waitFor();
  expect(await violations(staff)).toEqual([]);
  await shot(staff, 'place');
  const db = new Database(join(town.folder, 'portal.sqlite'), { readonly: true });
  const kept = db.prepare("SELECT lat, lon FROM ticket WHERE topic = 'luminaria'").get() as {
    lat: number;
    lon: number;
  };
  db.close();
  expect(kept.lat).toBeCloseTo(-38.714, 2);
  expect(kept.lon).toBeCloseTo(-62.2692, 2);
  town.expectQuiet();
});

it('staff choose in a ticket what everybody sees, and an Admin the plan and whether it is seen at all', async () => {
  const ticket = await released('Sarmiento', 'Un árbol caído.', 'otro');
  const page = await town.staff(PHONE);
  await page.goto(admin.ticket(ticket.id));
  await page.getByText('Todos ven: el tema, el estado y el día, un texto, el lugar, la marca en el plano.').waitFor();
  await page.getByText('Cambiar lo que se muestra').click();
  await page.getByLabel('Qué pasa, para todos').fill('Un árbol caído sobre la vereda.');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'release');
  await page.getByRole('button', { name: 'Mostrar esto' }).click();
  const shown = async () => JSON.stringify(await (await fetch(town.url + ticketCalls.shown())).json());
  await vi.waitUntil(async () => (await shown()).includes('caído sobre la vereda'), { timeout: PATIENCE });
  await page.getByText('Cambiar lo que se muestra').click();
  await page.getByRole('button', { name: 'No mostrar este reclamo' }).click();
  await vi.waitUntil(async () => !(await shown()).includes('caído'), { timeout: PATIENCE });
  await page.goto(admin.ticketSettings());
  await page.getByRole('heading', { name: 'Plano del pueblo' }).waitFor();
  await page.getByRole('group', { name: 'Punto 1' }).getByLabel('Latitud y longitud').fill('-38.7001, -62.2801');
  expect(await violations(page)).toEqual([]);
  await shot(page, 'settings');
  await page.getByRole('button', { name: 'Guardar el plano' }).click();
  await vi.waitUntil(async () => (await shown()).includes('-38.7001'), { timeout: PATIENCE });
  town.expectQuiet();
});
