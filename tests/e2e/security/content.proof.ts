import { connect } from 'node:net';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RICH_TEXT } from '#contract/values/html';
import { admin, pages } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { titlekey } from '#contract/values/text';
import { showJson, showScreen } from '../support/admin.ts';
import { untilHeld } from '../support/held.ts';
import { untilInPage } from '../support/in-page.ts';
import { PASSWORD } from '../support/server.ts';
import { inTabs } from '../support/tabs.ts';
import { logIn, openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { untilQuiet } from '../support/quiet.ts';
import { HOSTILE_TEXTS as RICH } from './hostile-texts.ts';

/** The same for plain texts: titles, names, descriptions, the town's own data. */
const PLAIN =
  '</title></script></style></textarea><img src=x onerror=hit(1)><script>hit(1)</script><!-- "\'`><svg onload=hit(1)> {{7*7}} ${hit(1)} &lt;script&gt; \u2028 \\u003cscript> ]]> javascript:hit(1)';

let town: Town;
let token: string;
const record: Record<string, string> = {};
/** The sanitized form of each text. */
const cleaned: string[] = [];

beforeAll(async () => {
  town = await openTown();
  token = ((await post('/users/authenticate', { username: 'admin', password: PASSWORD })) as { token: string }).token;
  for (const [entity, fields] of Object.entries(HOSTILE)) {
    const { id } = (await post(calls.create(entity as 'story'), {})) as { id: string };
    record[entity] = id;
    for (const [field, value] of Object.entries(fields))
      await post(calls.update(entity as 'story', id, field), { value });
  }
  for (const text of RICH) {
    await post(calls.update('story', record.story ?? '', 'text'), { value: text });
    cleaned.push(
      (
        (await (await fetch(town.url + `/api/dataPublic/getStoriesById/${record.story ?? ''}`)).json()) as {
          text: string;
        }
      ).text,
    );
  }
  await post(calls.update('story', record.story ?? '', 'text'), { value: ALL });
  await fetch(`${town.url}${calls.labelCreateAdd(record.story ?? '', 'a"><img src=x onerror=hit(1)>')}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await post(calls.albumVideoAdd(record.album ?? ''), { url: 'https://videos.example/"><script>hit(1)</script>.mp4' });
  await post(calls.greenPointText(), { value: ALL });
  await post(calls.document('usefulData'), {
    value: {
      rows: [
        {
          area: PLAIN,
          phones: ['2902 481000'],
          extension: PLAIN,
          hours: PLAIN,
          always: false,
          address: PLAIN,
          email: '"><script>hit(1)</script>@x.ar',
        },
      ],
    },
  });
  const site = (await (await fetch(town.url + '/api/dataPublic/site')).json()) as Record<string, unknown>;
  const { id: _, ...value } = site;
  await post(calls.document('site'), {
    value: {
      ...value,
      town: PLAIN,
      province: PLAIN,
      name: PLAIN,
      motto: PLAIN,
      address: PLAIN,
      email: '"onfocus="hit(1)"@x.ar',
      taxUrl: 'https://x/"onclick="hit(1)',
      map: { embedUrl: 'https://www.openstreetmap.org/export/embed.html?"onload="hit(1)', title: PLAIN },
    },
  });
});
afterAll(() => town.close());

/** All texts that do not hide what follows, one after another. */
const ALL = `<p>principio</p>${RICH.filter(
  (text) => !/plaintext|xmp|noembed|<title|<textarea|<!--|CDATA|<select|<noscript|frameset/i.test(text),
)
  .map((text) => `<p>${text}</p>`)
  .join('\n')}<p>fin</p>`;
const plain = { title: PLAIN, status: 'Publicado' };
const HOSTILE: Record<string, Record<string, unknown>> = {
  story: { ...plain, description: PLAIN, highlight: 1 },
  agenda: { ...plain, description: PLAIN, highlight: 1, text: ALL, date: '01-01-2099' },
  bulletin: { ...plain, number: PLAIN, text: ALL },
  album: { ...plain, shortDescription: PLAIN, description: ALL, highlight: 1 },
  authority: {
    name: PLAIN,
    position: PLAIN,
    education: PLAIN,
    field: PLAIN,
    description: PLAIN,
    phones: PLAIN,
    inter: PLAIN,
    address: PLAIN,
    personalData: ALL,
    email: '"><img/src=x/onerror=hit(1)>@x.ar',
  },
  user: { name: PLAIN, username: 'plain', email: '"><img/src=x/onerror=hit(1)>@x.ar' },
  map: { title: PLAIN, url: 'https://x.example/"><script>hit(1)</script>' },
  greenpoint: { title: PLAIN, url: "https://x.example/?'onclick='hit(1)" },
};

const addresses = () => {
  const named = (entity: string) => ({ id: record[entity] ?? '', titlekey: 'x' });
  return [
    pages.home(),
    pages.stories(),
    pages.story(named('story')),
    pages.agenda(),
    pages.event(named('agenda')),
    pages.bulletins(),
    pages.bulletin(named('bulletin')),
    pages.tourism(),
    pages.album(named('album')),
    pages.greenPoints(),
    pages.usefulData(),
    pages.authority({ titlekey: titlekey(PLAIN) }),
    pages.search('onerror'),
    pages.search(PLAIN.replaceAll('/', ' ')),
    pages.login('javascript:hit(1)'),
    '/noticias/%3Cimg%20src=x%20onerror=hit(1)%3E',
    '/boletin/buscar/%22%3E%3Cscript%3Ehit(1)%3C%2Fscript%3E',
    `/buscador/x?pagina=%22%3E%3Cscript%3Ehit(1)%3C/script%3E`,
  ];
};

/** The pages that show a rich text. */
const isRich = (address: string) => /\/leer\/|\/gobierno\/|\/turismo\/.|puntosverdes/.test(address);

/** The screens with the rich-text editor. */
const RICH_SCREEN = /noticia\/|agenda\/|gobierno\/|turismo\/|boletin\/|puntosverdes$/;

interface Watched {
  page: Page;
  context: BrowserContext;
  hits: string[];
  foreign: string[];
}

/**
 * Opens a browser that records code of an attacker that runs, and requests to other sites.
 * @param guarded whether the portal's CSP is active, whose violations are recorded too; without it, only sanitizing
 *   protects the page
 */
async function watch(guarded: boolean, options: BrowserContextOptions = {}): Promise<Watched> {
  const page = await town.visitor({ bypassCSP: !guarded, viewport: { width: 1024, height: 800 }, ...options });
  const context = page.context();
  const hits: string[] = [];
  const foreign: string[] = [];
  await context.exposeFunction('hit', () => void hits.push(page.url()));
  await context.exposeFunction('violated', (what: string) => void hits.push(`${page.url()}: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      void (window as unknown as { violated: (what: string) => void }).violated(
        `${violatedDirective} ${blockedURI} ${sample}`,
      );
    });
  });
  context.on('dialog', (dialog) => {
    hits.push(`${dialog.page()?.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(town.url) && !/^(?:data|blob):/.test(request.url())) foreign.push(request.url());
  });
  return { page, context, hits, foreign };
}

/** Waits until a page is there, with its pictures, and triggers the handlers in it that wait for a pointer. */
async function settle(page: Page): Promise<void> {
  await untilInPage(page, () => document.querySelector('main h1') !== null);
  await untilQuiet(page);
  await page.evaluate(() => {
    const all = [...document.querySelectorAll('main :is(a, p)')];
    for (const one of all.filter(({ textContent }) => /^(?:enlace|toque)$/.test(textContent.trim())))
      for (const type of ['pointerenter', 'mouseover']) one.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  });
}

/** Fails unless a page shows the whole of a rich text, and nothing of it as an element that could do harm. */
async function expectHarmless(page: Page, address: string): Promise<void> {
  const { text, harmful } = await page.evaluate(() => ({
    text: document.querySelector<HTMLElement>('main')?.innerText,
    harmful: document.querySelectorAll(
      'main script, main style, main img[src="x"], main svg script, main form[action^="javascript"], main iframe',
    ).length,
  }));
  if (isRich(address)) expect(text, address).toMatch(/principio[^]*enlace[^]*fin/);
  expect(harmful, address).toBe(0);
}

describe('hostile rich text', () => {
  it(`is cleaned to the tags that may be stored (${RICH.length} of them), in a real parser`, async () => {
    const { page, hits, foreign } = await watch(false);
    await page.goto('/noticias/leer/x/y');
    for (const [index, html] of cleaned.entries()) {
      const found = await page.evaluate((text) => {
        const box = document.createElement('div');
        document.body.append(box);
        box.innerHTML = text;
        const elements = [...box.querySelectorAll('*')];
        const all = elements.map((element) => ({
          tag: element.localName,
          names: element.getAttributeNames(),
          to:
            element instanceof HTMLAnchorElement && element.hasAttribute('href')
              ? element.protocol + (element.host === location.host ? '' : element.host)
              : '',
          isHtml: element instanceof HTMLElement,
        }));
        return { all, again: box.innerHTML };
      }, html);
      const told = `${RICH[index]} -> ${html}`;
      for (const { tag, names, to, isHtml } of found.all) {
        expect([...RICH_TEXT.keys()], told).toContain(tag);
        expect(isHtml, told).toBe(true);
        for (const name of names) expect([...(RICH_TEXT.get(tag)?.keys() ?? [])], told).toContain(name);
        if (to) expect(to, told).toMatch(/^(?:https?:|mailto:|tel:)(?!evil)/);
      }
    }
    // By the time this picture has failed, others before it have been requested, and their handlers called.
    await page.evaluate(
      () =>
        new Promise((done) => {
          const last = new Image();
          last.onerror = done;
          last.src = '/no-existe.png';
        }),
    );
    expect([hits, foreign]).toEqual([[], []]);
    await page.context().close();
  });
});

describe('nothing hostile runs', () => {
  // The policy would stop code without the help of any cleaning, but it tells of what it has stopped.
  it('in the first paint and after hydration, and the policy is never called upon', async () => {
    // The service worker is blocked, because from the second page on it would answer instead of the server.
    const { context, hits, foreign } = await watch(true, { serviceWorkers: 'block' });
    await inTabs(context, addresses(), async (tab, address) => {
      await tab.goto(address);
      await settle(tab);
      await expectHarmless(tab, address);
      await untilTakenOver(tab);
      await settle(tab);
      await expectHarmless(tab, address);
    });
    expect([hits, foreign]).toEqual([[], []]);
    await context.close();
  });

  it('without the policy, on pages drawn on the device, with the server stopped, and after following links', async () => {
    const { page, context, hits, foreign } = await watch(false);
    await page.goto('/');
    await untilHeld(page);
    await town.kill();
    await inTabs(context, addresses(), async (tab, address) => {
      await tab.goto(address);
      await settle(tab);
      await expectHarmless(tab, address);
    });
    await page.getByRole('link', { name: 'Todas las noticias' }).first().click();
    await page.waitForURL('**/noticias');
    await settle(page);
    await town.start();
    expect([hits, foreign]).toEqual([[], []]);
    await context.close();
  });

  it('in the back office: lists, edit screens, previews, the rich-text editor, forms, JSON and the history', async () => {
    const { page, context, hits, foreign } = await watch(true);
    await logIn(page);
    const screens = [
      '/admin',
      `/admin/noticia/${record.story}`,
      '/admin/agenda',
      `/admin/agenda/${record.agenda}`,
      '/admin/gobierno',
      `/admin/gobierno/${record.authority}`,
      '/admin/turismo',
      `/admin/turismo/${record.album}`,
      '/admin/mapas',
      `/admin/mapas/${record.map}`,
      '/admin/puntosverdes',
      '/admin/boletin',
      `/admin/boletin/${record.bulletin}`,
      '/admin/datosutiles',
      '/admin/sitio',
      '/admin/users',
      `/admin/user/${record.user}`,
      admin.account(),
      admin.pending(),
      admin.history(),
      ...['story', 'authority', 'album', 'user'].map((type) => admin.historyOf(type, record[type] ?? '')),
      // A preview has no other screens in it, so nothing can come after it.
      `/admin/noticia/${record.story}?vista=previa`,
    ];
    await inTabs(context, screens, async (tab, screen) => {
      const isPreview = new URL(screen, town.url).search !== '';
      if (isPreview || tab.url() === 'about:blank') await tab.goto(screen);
      else await showScreen(tab, screen);
      await untilInPage(tab, () => document.querySelector('h1') !== null);
      await untilQuiet(tab);
      if (RICH_SCREEN.test(screen) && !isPreview)
        await untilInPage(tab, () =>
          [...document.querySelectorAll('.ProseMirror')].some(
            (one) => one.checkVisibility() && one.textContent.includes('principio'),
          ),
        );
      if (!['/admin/sitio', '/admin/datosutiles'].includes(screen)) return;
      for (const closed of await tab.locator('.disclosure-button').all()) await closed.click();
      await untilQuiet(tab);
      await showJson(tab);
      await tab.locator('.jsoneditor').waitFor();
      await untilQuiet(tab);
    });
    expect([hits, foreign]).toEqual([[], []]);
    await context.close();
  });
});

describe('an address', () => {
  it.each([
    '//evil.example/noticias',
    '//',
    '//[',
    '/\\evil.example/noticias',
    'http://evil.example/noticias',
    '/noticias/%',
    '/%2f%2fevil.example',
    '/noticias/\u0000'.replace('\u0000', '%00'),
  ])('like %s leads to no other site and causes no error', async (address) => {
    const answer = await speak(
      `GET ${address} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 (?:200|302|308|400|404) /);
    expect(answer).not.toMatch(/(?:href|content)="(?:https?:)?\/\/evil|^location: *(?:https?:)?\/\/evil/im);
  });

  it('to go to after logging in, or when already logged in, stays on this site', async () => {
    const page = await town.visitor({ serviceWorkers: 'block' });
    await page.goto(`/login?volver=${encodeURIComponent('/\\evil.example')}`);
    await page.getByLabel('Usuario').fill('admin');
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(new URL(page.url()).origin).toBe(town.url);
    await page.goto(`/login?volver=${encodeURIComponent('//evil.example')}`);
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(new URL(page.url()).origin).toBe(town.url);
    await page.context().close();
  });
});

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(town.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect([path, answer.status, answer.status === 200 ? '' : text]).toEqual([path, 200, '']);
  return JSON.parse(text);
}

function speak(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(town.url).port), '127.0.0.1', () => socket.write(request));
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
