import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { answer, edit } from '../support/admin.ts';
import { foreignRequests } from '../support/foreign-requests.ts';
import { untilHeld } from '../support/held.ts';
import { everyAddress, findRecords, onePerPage } from '../support/public-routes.ts';
import { inTabs } from '../support/tabs.ts';
import { logIn, makeEditor, openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { untilQuiet } from '../support/quiet.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

// `public/every-page.test.ts` looks at the pages that the server draws. Addresses that one page draws differ only in
// what the device reads for them.
it('no page drawn on the device makes requests to other sites or sets cookies, however far a visitor scrolls', async () => {
  // A very high screen: most of a page is visible at once, and scrolling to the end shows the rest.
  const page = await town.visitor({ viewport: { width: 390, height: 4000 } });
  const foreign = foreignRequests(page.context(), town.url);
  await page.goto('/');
  await untilHeld(page);
  const found = await findRecords(town.url);
  await inTabs(page.context(), onePerPage([found.videoStory, ...everyAddress(found)]), async (tab, address) => {
    await tab.goto(address);
    await tab.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await untilQuiet(tab);
  });
  expect(foreign).toEqual([]);
  await page.goto('/');
  expect(await page.context().cookies()).toEqual([]);
  // That the note on reading without a signal was shown is all that reading stores (`docs/privacy.md`).
  expect(
    await page.evaluate(() => [document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage)]),
  ).toEqual(['', 'aprendido']);
  await page.context().close();
});

it('a video or a map is loaded when the visitor asks for it, from its host only', async () => {
  const page = await town.visitor();
  const foreign = foreignRequests(page.context(), town.url);
  // Only the portal is reachable in a test run.
  await page.context().route(
    (url) => url.origin !== town.url,
    (route) => route.abort(),
  );
  await page.goto((await findRecords(town.url)).videoStory);
  await page.getByRole('button', { name: 'Ver el video' }).click();
  await expect
    .poll(() => foreign.map(({ url }) => new URL(url).host))
    .toEqual([expect.stringMatching(/^(?:www\.youtube-nocookie\.com|player\.vimeo\.com)$/)]);
  foreign.length = 0;
  await page.goto('/turismo');
  await page.getByText('Mostrar el mapa interactivo').click();
  await expect.poll(() => foreign.map(({ url }) => new URL(url).host)).toEqual(['www.openstreetmap.org']);
  await page.context().close();
});

it('logging in sets no cookie either, and after logging out no session and no drafts are left on the device', async () => {
  const page = await town.visitor({ viewport: { width: 1024, height: 768 } });
  const foreign = foreignRequests(page.context(), town.url);
  await logIn(page);
  await page.getByRole('table').waitFor();
  expect(await page.context().cookies()).toEqual([]);
  const kept = await stored(page);
  expect(kept['portal-admin records']).toBeGreaterThan(0);
  expect(kept['portal-outbox session']).toBe(1);
  await page.getByRole('button', { name: 'Cerrar sesion' }).click();
  await page.waitForURL('**/login');
  await expect
    .poll(() => stored(page))
    .toMatchObject({ 'portal-admin records': 0, 'portal-outbox session': 0, 'portal-outbox operations': 0 });
  expect(foreign).toEqual([]);
  await page.context().close();
});

it("an offline log-out leaves no draft's picture on the device, and ends the session on the server once online", async () => {
  const page = await town.visitor({ viewport: { width: 1024, height: 768 } });
  await logIn(page);
  await page.getByRole('table').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const token = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('portal-outbox');
        opening.addEventListener('success', () => {
          const getting = opening.result.transaction('session').objectStore('session').get('session') as IDBRequest<{
            token: string;
          }>;
          getting.addEventListener('success', () => {
            opening.result.close();
            resolve(getting.result.token);
          });
        });
      }),
  );
  const isLive = async () =>
    (await fetch(`${town.url}${calls.list('story')}`, { headers: { Authorization: `Bearer ${token}` } })).status ===
    200;
  const DRAFT = '/uploads/story/2026/borrador0001/secreta-0123456789abcdef-480.webp';
  await page.evaluate(
    async (url) =>
      (await caches.open('pictures')).put(url, new Response('x', { headers: { 'content-type': 'image/webp' } })),
    DRAFT,
  );
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Cerrar sesion' }).click();
  await answer(
    page,
    'Ahora no hay conexión: para volver a ingresar vas a necesitar señal. ¿Cerrar la sesión igual?',
    'Cerrar sesion',
  );
  await page.waitForURL('**/login');
  expect(await page.evaluate(async (url) => (await caches.open('pictures')).match(url).then(Boolean), DRAFT)).toBe(
    false,
  );
  expect(await isLive()).toBe(true);
  await page.context().setOffline(false);
  await expect.poll(isLive).toBe(false);
  await page.context().close();
});

it("an Editor's tablet shows no draft after the next call once they are disabled, and keeps what is unsent for them", async () => {
  const EDITOR = { username: 'rocio', password: 'cuatro palabras sueltas' };
  const { id, asAdmin } = await makeEditor(town, EDITOR.username, EDITOR.password);
  const { id: story } = (await asAdmin(calls.create('story'), {})) as { id: string };
  await asAdmin(calls.update('story', story, 'title'), { value: 'Borrador reservado' });
  const tablet = await town.visitor({ viewport: { width: 1024, height: 768 } });
  await logIn(tablet, EDITOR.username, EDITOR.password);
  await tablet.getByText('Borrador reservado').first().waitFor();
  await tablet.goto(`/admin/noticia/${story}`);
  await tablet.context().setOffline(true);
  await edit(tablet, 'Título', 'Borrador reservado, corregido');
  await tablet.getByText('Guardado en este dispositivo').first().waitFor();
  await tablet.getByLabel('Copete', { exact: true }).fill('a medio escribir');
  await asAdmin(calls.update('user', id, 'enable'), { value: 0 });

  await tablet.context().setOffline(false);
  await tablet.waitForURL('**/login?volver=*');
  await tablet.getByText('Este dispositivo guarda 1 cambio sin enviar', { exact: false }).waitFor();
  expect(await stored(tablet)).toMatchObject({
    'portal-admin records': 0,
    'portal-outbox session': 0,
    'portal-outbox operations': 1,
    'portal-outbox drafts': 1,
  });
  await tablet.goto(`/admin/noticia/${story}`);
  await tablet.waitForURL('**/login?volver=*');
  expect(await tablet.getByText('Borrador reservado').count()).toBe(0);

  await asAdmin(calls.update('user', id, 'enable'), { value: 1 });
  await logIn(tablet, EDITOR.username, EDITOR.password);
  await expect.poll(() => stored(tablet)).toMatchObject({ 'portal-outbox operations': 0 });
  await tablet.getByText('Borrador reservado, corregido').first().waitFor();
  await tablet.context().close();
});

/** Returns the number of rows in each table of the back office's databases. */
function stored(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const counts: Record<string, number> = {};
    for (const name of ['portal-admin', 'portal-outbox']) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error(name)));
      });
      for (const table of db.objectStoreNames) {
        counts[`${name} ${table}`] = await new Promise((resolve) => {
          const counting = db.transaction(table).objectStore(table).count();
          counting.addEventListener('success', () => resolve(counting.result));
        });
      }
      db.close();
    }
    return counts;
  });
}
