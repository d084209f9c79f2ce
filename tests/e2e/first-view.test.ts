import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTown } from './town.ts';
import type { Town } from './town.ts';

let town: Town;
const pages = ['/', '/noticias', '/noticias/gobierno', '/agenda', '/agenda/cultura', '/boletin', '/boletin/tarifas', '/datosutiles', '/puntosverdes', '/turismo', '/buscador/agua', '/login'];

beforeAll(async () => {
  town = await openTown();
  for (const [list, pattern] of [['/noticias', '/noticias/leer/'], ['/agenda', '/agenda/leer/'], ['/boletin', '/boletin/leer/'], ['/', '/gobierno/'], ['/turismo', '/turismo/']] as const) {
    const html = await (await fetch(town.url + list)).text();
    pages.push(new RegExp(`href="(${pattern}[^"]+)"`).exec(html)?.[1] ?? `nothing on ${list}`);
  }
});
afterAll(() => town.close());

describe('what arrives first, before any script', () => {
  it('has a title, a description and the same for sharing, of its own for every page', async () => {
    const heads = await Promise.all(pages.map(async (path) => headOf(await (await fetch(town.url + path)).text())));
    for (const head of heads) {
      expect(head.title).toMatch(/\S/);
      expect(head.description).toMatch(/\S/);
      expect(head.ogTitle).toBe(head.title);
      expect(head.ogDescription).toBe(head.description);
    }
    expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
  });

  it('has the content in it', async () => {
    const html = await (await fetch(town.url + (pages.find((path) => path.startsWith('/noticias/leer/')) ?? ''))).text();
    const beforeScript = html.slice(0, html.indexOf('<script'));
    expect(beforeScript).toMatch(/<h1[^>]*>[^<]{10,}/);
    expect(beforeScript).toMatch(/<div class="text"><p>/);
  });

  it('is taken over by the browser without drawing anything anew', async () => {
    const visitor = await town.visitor({ serviceWorkers: 'block' });
    for (const path of pages) {
      await visitor.goto(path);
      await visitor.evaluate(() => document.querySelector('h1')?.setAttribute('data-first', ''));
      await visitor.waitForFunction(() => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')));
      expect(await visitor.locator('h1[data-first]').count(), path).toBe(1);
    }
    town.expectQuiet();
  });
});

it('the portal can be installed: manifest and icons are there', async () => {
  const manifest = (await (await fetch(`${town.url}/manifest.webmanifest`)).json()) as { name: string; start_url: string; display: string; icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src } of manifest.icons) expect((await fetch(new URL(src, town.url))).status).toBe(200);
});

function headOf(html: string) {
  const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  return { title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '', description: meta('description'), ogTitle: meta('og:title'), ogDescription: meta('og:description') };
}
