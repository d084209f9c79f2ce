import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { untilHeld } from '../support/held.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown, untilTakenOver } from '../support/town.ts';
import type { Town } from '../support/town.ts';
import { untilQuiet } from '../support/quiet.ts';

let town: Town;
const pages = [
  '/',
  '/noticias',
  '/noticias?pagina=2',
  '/noticias/gobierno',
  '/agenda',
  '/agenda/cultura',
  '/agenda/fecha/01-01-2020',
  '/boletin',
  '/boletin?pagina=2',
  '/boletin/tarifas',
  '/datosutiles',
  '/puntosverdes',
  '/turismo',
  '/turismo?pagina=2',
  '/login',
  '/buscador/NULL',
  '/buscador/agua',
  '/buscador/agua?pagina=2',
  '/boletin/buscar/agua',
  '/boletin/decreto/agua',
  '/boletin/decreto/agua?pagina=2',
  '/boletin/leer/zzzzzzzzzzzz/nada',
];

beforeAll(async () => {
  town = await openTown();
  for (const [list, pattern] of [
    ['/noticias', '/noticias/leer/'],
    ['/agenda', '/agenda/leer/'],
    ['/boletin', '/boletin/leer/'],
    ['/', '/gobierno/'],
    ['/turismo', '/turismo/'],
  ] as const) {
    const html = await (await fetch(town.url + list)).text();
    pages.push(new RegExp(`href="(${pattern}[^"]+)"`).exec(html)?.[1] ?? `nothing on ${list}`);
  }
});
afterAll(() => town.close());
afterEach(() => town.expectQuiet());

/** A story that is too old for the feed's fill: the last of the list. */
async function oldestStory(): Promise<string> {
  const ask = async (page: number) =>
    (await (await fetch(`${town.url}/api/dataPublic/getStoriesByPage/${page}`)).json()) as {
      items: { id: string; titlekey: string }[];
      pages: number;
    };
  const { items } = await ask((await ask(1)).pages);
  const last = items.at(-1);
  return `/noticias/leer/${last?.id}/${last?.titlekey}`;
}

const documentAt = async (path: string) => (await fetch(town.url + path)).text();

describe('what arrives first, before any script', () => {
  it('has a title and a description, different on every page', async () => {
    const heads = await Promise.all(pages.map(async (path) => headOf(await documentAt(path))));
    for (const head of heads) {
      expect(head.title).toMatch(/\S/);
      expect(head.description).toMatch(/\S/);
    }
    expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length);
  });

  it('is the same after following links, for people who share the page then', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    await visitor.goto('/');
    for (const [name, path] of [
      ['Todas las noticias', '/noticias'],
      ['#Gobierno', '/noticias/gobierno'],
    ] as const) {
      await visitor.getByRole('link', { name, exact: true }).first().click();
      await visitor.waitForURL(`**${path}`);
      await visitor.waitForFunction(
        (address) => document.querySelector('link[rel=canonical]')?.getAttribute('href')?.endsWith(address),
        path,
      );
      const told = headOf(await visitor.evaluate(() => document.head.innerHTML));
      expect(told).toEqual(headOf(await documentAt(path)));
      expect(await visitor.locator('link[rel=canonical], meta[name=description]').count()).toBe(2);
      // The server's words for crawlers, which the application does not renew, are of no other page.
      expect(await visitor.locator(`meta[property="og:url"]:not([content$="${path}"])`).count()).toBe(0);
    }
    await visitor.goto('/buscador/agua');
    expect(await visitor.locator('link[rel=canonical]').count()).toBe(0);
    await visitor.close();
  });

  it('has a canonical address, except for searches, the log-in and what does not exist', async () => {
    for (const path of pages.filter((one) => !/^\/(login|buscador|boletin\/((buscar|decreto)\/|leer\/zzz))/.test(one)))
      expect(await documentAt(path), path).toContain(`<link rel="canonical" href="${town.url}${path}">`);
    for (const path of ['/buscador/agua', '/boletin/buscar/agua']) {
      const html = await documentAt(path);
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(html.slice(0, html.indexOf('<body'))).not.toContain('agua"');
    }
  });

  it('contains the content', async () => {
    const html = await documentAt(pages.find((path) => path.startsWith('/noticias/leer/')) ?? '');
    const beforeScript = html.slice(0, html.indexOf('<script data-app'));
    expect(beforeScript).toMatch(/<h1[^>]*>[^<]{10,}/);
    expect(beforeScript).toMatch(/<div class="text"><p>/);
  });

  it('requests the first picture before anything else, and no script', async () => {
    const html = await documentAt('/');
    expect(html.indexOf('<link rel="preload" as="image"')).toBeGreaterThan(0);
    expect(html.indexOf('<link rel="preload" as="image"')).toBeLessThan(html.indexOf('<style'));
    expect(html).not.toMatch(/modulepreload|<script[^>]* src=/);
  });

  it('of the log-in requests all required scripts at once', async () => {
    const html = await documentAt('/login');
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '';
    const waits = [...(await (await fetch(town.url + script)).text()).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(
      ([, name]) => `/assets/${name}`,
    );
    expect(waits.length).toBeGreaterThan(2);
    const preloaded = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)].map(
      ([, address]) => address,
    );
    expect(preloaded).toEqual(expect.arrayContaining(waits));
  });

  it('is not delayed by carousel pictures that are not visible yet', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    await visitor.route('**/assets/main-*', (route) => route.abort());
    await visitor.goto('/');
    await untilQuiet(visitor);
    const { first, loaded } = await visitor.evaluate(() => {
      const isLoaded = (image: HTMLImageElement) => image.naturalWidth > 0;
      const elsewhere = new Set(
        [...document.querySelectorAll<HTMLImageElement>('.tile img')].map(({ srcset }) => srcset),
      );
      const [one, ...others] = document.querySelectorAll<HTMLImageElement>('.slides img');
      return {
        first: one !== undefined && isLoaded(one),
        loaded: others.filter(({ srcset }) => !elsewhere.has(srcset)).map(isLoaded),
      };
    });
    expect(first).toBe(true);
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded).not.toContain(true);
  });

  it('keeps a press on a control until the application has started, and shows that it is starting', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    await visitor.route('**/assets/main-*', async (route) => {
      await arrival;
      await route.continue();
    });
    const album = pages.find((path) => /^\/turismo\/./.test(path)) ?? '';
    await visitor.goto(album);
    await visitor.getByRole('button', { name: 'Siguiente' }).click();
    await visitor.locator('html.starting').waitFor();
    expect(await visitor.getByText(/^1 de \d+$/).isVisible()).toBe(true);
    arrive();
    await visitor.getByText(/^2 de \d+$/).waitFor();
    await visitor.locator('html.starting').waitFor({ state: 'detached' });
    await visitor.goto(album);
    await visitor.getByRole('link', { name: 'Ver la imagen 3' }).click();
    await visitor.getByText(/^3 de \d+$/).waitFor();
    expect(new URL(visitor.url()).pathname).toBe(album);
    await visitor.context().close();
  });

  it('tries again to start the application at the next touch, and follows a link where it cannot', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    await visitor.route('**/assets/main-*', (route) => route.abort());
    const album = pages.find((path) => /^\/turismo\/./.test(path)) ?? '';
    await visitor.goto(album);
    await visitor.getByRole('link', { name: 'Ver la imagen 2' }).click();
    await visitor.waitForURL(/\.webp$/);
    await visitor.goto(album);
    await visitor.getByRole('button', { name: 'Siguiente' }).click();
    await visitor.locator('html.starting').waitFor({ state: 'detached' });
    await visitor.unroute('**/assets/main-*');
    await visitor.getByRole('button', { name: 'Siguiente' }).click();
    await visitor.getByText(/^2 de \d+$/).waitFor();
    await visitor.context().close();
  });

  it('stays as it is when its data cannot be had, and the application starts once it can', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    await visitor.route('**/api/dataPublic/**', (route) => route.abort());
    const album = pages.find((path) => /^\/turismo\/./.test(path)) ?? '';
    await visitor.goto(album);
    const text = await visitor.locator('main').innerText();
    await visitor.getByRole('button', { name: 'Siguiente' }).click();
    await visitor.locator('html.starting').waitFor();
    await visitor.locator('html.starting').waitFor({ state: 'detached' });
    expect(await visitor.locator('main').innerText()).toBe(text);
    await visitor.unroute('**/api/dataPublic/**');
    await visitor.getByRole('button', { name: 'Siguiente' }).click();
    await visitor.getByText(/^2 de \d+$/).waitFor();
    await visitor.context().close();
  });

  it('is taken over with the data of the device where the server no longer answers', async () => {
    const visitor = await town.visitor();
    await visitor.goto('/noticias');
    await untilHeld(visitor);
    await visitor.context().setOffline(true);
    await untilTakenOver(visitor);
    await visitor.getByRole('heading', { level: 1, name: 'Noticias' }).waitFor();
    await visitor.locator('main a[href^="/noticias/leer/"]').first().click();
    await visitor.waitForURL('**/noticias/leer/**');
    await visitor.context().close();
  });

  it('contains every rule of the style of all pages that applies to it', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    for (const path of kindsOf(pages)) {
      await visitor.goto(path);
      const { missing, applied } = await visitor.evaluate(appliedRules);
      expect(missing, path).toEqual([]);
      expect(applied).toBeGreaterThan(50);
    }
    await visitor.context().close();
  });

  it('leaves a menu open that was opened before the application started', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    await visitor.goto('/');
    await visitor.getByText('Menú', { exact: true }).click();
    await untilTakenOver(visitor);
    expect(await visitor.getByRole('navigation', { name: 'Principal' }).isVisible()).toBe(true);
    await visitor.context().close();
  });

  it('follows links without the application, and starts it on an untouched page once the network changes', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    await visitor.goto('/');
    await visitor.getByRole('link', { name: 'Todas las noticias' }).click();
    await visitor.waitForURL('**/noticias');
    expect(await visitor.locator('html.ready').count()).toBe(0);
    await visitor.evaluate(() => window.dispatchEvent(new Event('online')));
    await visitor.locator('html.ready').waitFor();
    await visitor.context().close();
  });

  it('fills the device through the service worker, untouched, with the opened story, however old', async () => {
    const visitor = await town.visitor();
    const old = await oldestStory();
    await visitor.goto(old);
    const title = await visitor.getByRole('heading', { level: 1 }).innerText();
    await untilHeld(visitor);
    expect(await visitor.locator('html.ready').count()).toBe(0);
    await visitor.context().setOffline(true);
    await visitor.goto(old);
    await visitor.getByRole('heading', { level: 1, name: title }).waitFor();
    await visitor.goto('/datosutiles');
    await visitor.getByRole('heading', { name: 'Datos útiles', level: 1 }).waitFor();
    await visitor.context().close();
  });

  it('fetches nothing beyond the view for somebody who saves data, until a second page is opened', async () => {
    const visitor = await town.visitor();
    await visitor.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const registered = () => visitor.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await visitor.goto('/datosutiles');
    await untilQuiet(visitor);
    await visitor.getByRole('heading', { level: 1 }).click();
    await visitor.evaluate(() => {
      for (const name of ['online', 'offline']) window.dispatchEvent(new Event(name));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await untilQuiet(visitor);
    expect([await registered(), await visitor.locator('html.ready').count()]).toEqual([0, 0]);
    await visitor.goto('/noticias');
    await vi.waitUntil(async () => (await registered()) === 1, { timeout: PATIENCE });
    await visitor.context().close();
  });

  it('shows a text that was corrected between the document and its data', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    // What the application reads later has the text of the document.
    await visitor.route('**/api/dataPublic/**', (route) => route.abort());
    await visitor.route('**/api/dataPublic/view/**', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"text":"', '"text":"<p>Fe de erratas.</p>');
      await route.fulfill({ response, body });
    });
    await visitor.goto(await oldestStory());
    expect(await visitor.getByText('Fe de erratas.').count()).toBe(0);
    await untilTakenOver(visitor);
    await visitor.getByText('Fe de erratas.').waitFor();
    await visitor.context().close();
  });

  it('shows the picture that has replaced another between the document and its data', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    // The rest of its data has been the document's until then.
    await visitor.route('**/api/dataPublic/view/**', async (route) => {
      const response = await route.fetch();
      const view = (await response.json()) as { data: { images: unknown[] } };
      view.data.images.reverse();
      await route.fulfill({ response, json: { ...view, stamp: 'another' } });
    });
    await visitor.goto(pages.find((path) => /^\/turismo\/./.test(path)) ?? '');
    const picture = visitor.locator('main img').first();
    const replaced = await picture.getAttribute('src');
    await untilTakenOver(visitor);
    await vi.waitUntil(async () => (await picture.getAttribute('src')) !== replaced, { timeout: PATIENCE });
    await visitor.context().close();
  });
});

/** One address of each kind of page that starts the application when it is touched. */
const kindsOf = (all: string[]) => [
  ...new Map(
    all
      .filter((path) => path !== '/login')
      .map((path) => [path.split('/').slice(0, 3).join('/').replace(/[?].*/, ''), path]),
  ).values(),
];

/** How many rules of the style of all pages apply to a document in some state of it, and those that it lacks. */
async function appliedRules(): Promise<{ missing: string[]; applied: number }> {
  const address = document.querySelector<HTMLElement>('#root')?.dataset.style ?? '';
  const whole = new CSSStyleSheet();
  whole.replaceSync(await (await fetch(address)).text());

  /** The elements that rules with the same conditions and declarations apply to. */
  function targets(sheets: Iterable<CSSStyleSheet>): Map<string, Set<Element>> {
    const found = new Map<string, Set<Element>>();
    function collect(rules: CSSRuleList, conditions: string): void {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) {
          // Generated content and states belong to the elements that have them.
          const selector = rule.selectorText
            .replace(/::[\w-]+(?:\([^)]*\))?|:(?:hover|active|focus[\w-]*|target|disabled|first-child)\b/g, '')
            .replace(/(^|[\s>+~,(])(?=$|[\s>+~,)])/g, '$1*');
          const key = `${conditions}{${rule.style.cssText}}`;
          const elements = found.get(key) ?? new Set();
          for (const element of document.querySelectorAll(selector)) elements.add(element);
          found.set(key, elements);
        } else if (rule instanceof CSSGroupingRule) {
          const [head = ''] = rule.cssText.split('{', 1);
          collect(rule.cssRules, conditions + head);
        }
      }
    }
    for (const sheet of sheets) collect(sheet.cssRules, '');
    return found;
  }

  const inDocument = targets(document.styleSheets);
  const all = [...targets([whole])].filter(([, elements]) => elements.size > 0);
  const lacks = ([key, elements]: [string, Set<Element>]) =>
    [...elements].some((element) => !inDocument.get(key)?.has(element));
  return { missing: all.filter(lacks).map(([key]) => key), applied: all.length };
}

function headOf(html: string) {
  const meta = (name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  return {
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    description: meta('description'),
  };
}
