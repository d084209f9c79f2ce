import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { asksForFile } from '#contract/addresses/files';
import { answer } from '../support/admin.ts';
import { untilHeld } from '../support/held.ts';
import { PASSWORD } from '../support/server.ts';
import { inTabs } from '../support/tabs.ts';
import { logIn, openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { untilQuiet } from '../support/quiet.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
  // Adds a video of each host to albums, because a page might load a preview image from the host.
  const { token } = (await post('/users/authenticate', { username: 'admin', password: PASSWORD })) as { token: string };
  const { items } = (await (await fetch(`${town.url}/api/dataPublic/getAlbumsByPage/1`)).json()) as {
    items: { id: string }[];
  };
  for (const url of ['https://youtu.be/aaaaaaaaaaa', 'https://vimeo.com/123456', 'https://videos.example/uno.mp4'])
    await post(calls.albumVideoAdd(items[0]?.id ?? ''), { url }, token);
});
afterAll(() => town.close());

async function post(path: string, body: object, token = ''): Promise<unknown> {
  const answer = await fetch(town.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Records the requests of a visitor's pages to other sites. */
function foreignRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.context().on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${town.url}/`)) foreign.push(request.url());
  });
  // Only the portal is reachable in a test run.
  void page.context().route(
    (url) => url.origin !== town.url,
    (route) => route.abort(),
  );
  return foreign;
}

/** Returns an address of each route that is reached by links, all albums, and one that does not exist. */
async function addressesOf({ url }: Town): Promise<string[]> {
  const met = new Map<string, string>([
    ['', '/'],
    ['nowhere', '/noticias/leer/x/y'],
  ]);
  for (const address of met.values()) {
    const html = await (await fetch(url + address)).text();
    for (const [, link = ''] of html.replaceAll('&amp;', '&').matchAll(/href="(\/[^"#]*)"/g)) {
      if (asksForFile(link)) continue;
      const [, section = '', kind = ''] = link.split('?', 1)[0]?.split('/') ?? [];
      const route =
        section === 'turismo'
          ? link
          : `${section}/${kind && (kind === 'leer' ? kind : '*')}${link.includes('?') ? '?' : ''}`;
      if (met.size < 45 && !met.has(route)) met.set(route, link);
    }
  }
  return [...met.values()];
}

async function addressOfVideo({ url }: Town): Promise<string> {
  for (let page = 1; page < 20; page += 1) {
    const { items } = (await (await fetch(`${url}/api/dataPublic/getStoriesByPage/${page}`)).json()) as {
      items: { id: string; titlekey: string; video: string }[];
    };
    const found = items.find(({ video }) => video !== '');
    if (found) return `/noticias/leer/${found.id}/${found.titlekey}`;
  }
  throw new Error('no story has a video');
}

/**
 * A very high screen: most of a page is visible at once, and scrolling to the end shows the rest.
 */
const HIGH = { viewport: { width: 390, height: 4000 } };

async function readThrough(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await untilQuiet(page);
}

it('no page makes requests to other sites or sets cookies, however far a visitor scrolls: drawn by the server', async () => {
  const page = await town.visitor({ ...HIGH, serviceWorkers: 'block' });
  const foreign = foreignRequests(page);
  const addresses = await addressesOf(town);
  expect(addresses.length).toBeGreaterThan(15);
  await readAll(page, addresses);
  expect(foreign).toEqual([]);
  await expectNothingLeft(page);
  await page.context().close();
});

it('no page makes requests to other sites or sets cookies: drawn on the device', async () => {
  const page = await town.visitor(HIGH);
  const foreign = foreignRequests(page);
  await page.goto('/');
  await untilHeld(page);
  await readAll(page, await addressesOf(town));
  expect(foreign).toEqual([]);
  await expectNothingLeft(page);
  await page.context().close();
});

function readAll(page: Page, addresses: string[]): Promise<void> {
  return inTabs(page.context(), addresses, async (tab, address) => {
    await tab.goto(address);
    await readThrough(tab);
  });
}

async function expectNothingLeft(page: Page): Promise<void> {
  await page.goto('/');
  expect(await page.context().cookies()).toEqual([]);
  expect(
    await page.evaluate(() => [document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage)]),
  ).toEqual(['']);
}

it('a video or a map is loaded when the visitor asks for it, from its host only', async () => {
  const page = await town.visitor();
  const foreign = foreignRequests(page);
  await page.goto(await addressOfVideo(town));
  await page.getByRole('button', { name: 'Ver el video' }).click();
  await expect
    .poll(() => foreign.map((url) => new URL(url).host))
    .toEqual([expect.stringMatching(/^(?:www\.youtube-nocookie\.com|player\.vimeo\.com)$/)]);
  foreign.length = 0;
  await page.goto('/turismo');
  await page.getByText('Mostrar el mapa interactivo').click();
  await expect.poll(() => foreign.map((url) => new URL(url).host)).toEqual(['www.openstreetmap.org']);
  await page.context().close();
});

it('logging in sets no cookie either, and after logging out no session and no drafts are left on the device', async () => {
  const page = await town.visitor({ viewport: { width: 1024, height: 768 } });
  const foreign = foreignRequests(page);
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
