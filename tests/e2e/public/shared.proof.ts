import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SHARE_MAX } from '#contract/limits';
import { everyAddress, findRecords } from '../support/public-routes.ts';
import type { Found } from '../support/public-routes.ts';
import { serve } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const ORIGIN = 'https://portal.example';
/** As WhatsApp, Facebook, X and Telegram name themselves when they look at a link. */
const CRAWLERS = [
  'WhatsApp/2.23.20.0 A',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'TelegramBot (like TwitterBot)',
];

let folder: string;
let server: Server;
let found: Found;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-shared-'));
  cpSync(inject('template'), folder, { recursive: true });
  server = await serve(folder, { env: { ORIGIN } });
  found = await findRecords(server.url);
});
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Preview {
  title: string;
  canonical: string;
  robots: string;
  /** By name or property. */
  meta: Record<string, string>;
}

/** What a crawler finds in the head of a page. @throws Error if a tag is there twice, or comes too late */
async function previewOf(path: string, crawler = CRAWLERS[0]!): Promise<Preview> {
  const answer = await fetch(server.url + path, { headers: { 'User-Agent': crawler } });
  expect([path, answer.status]).toEqual([path, 200]);
  const html = await answer.text();
  // Some read no more than the beginning, and none of them needs the styles.
  const early = html.slice(0, Math.min(html.indexOf('<style'), 8000));
  const meta: Record<string, string> = {};
  for (const [, name = '', content = ''] of early.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)) {
    if (name in meta) throw new Error(`${path} has ${name} twice`);
    meta[name] = unescaped(content);
  }
  expect(html.slice(early.length)).not.toContain('property="og:');
  return {
    title: unescaped(/<title>([^<]*)<\/title>/.exec(early)?.[1] ?? ''),
    canonical: unescaped(/<link rel="canonical" href="([^"]*)">/.exec(early)?.[1] ?? ''),
    robots: meta['robots'] ?? '',
    meta,
  };
}
const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** The picture of a preview, as a crawler gets it. */
async function pictureOf({ meta }: Preview) {
  const answer = await fetch((meta['og:image'] ?? '').replace(ORIGIN, server.url), { redirect: 'manual' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes };
}

describe('a link to a page of the portal, looked at by a messenger', () => {
  it('has words and a picture, whichever page it is', async () => {
    for (const path of everyAddress(found)) {
      const preview = await previewOf(path);
      const { title, canonical, robots, meta } = preview;
      expect([path, canonical.replace(ORIGIN, '')]).toEqual([path, robots === 'noindex' ? '' : path]);
      if (robots === 'noindex') {
        // Nobody shares a log-in or the results of a search.
        expect([path, Object.keys(meta).filter((name) => name.startsWith('og:'))]).toEqual([path, []]);
        continue;
      }
      expect([path, meta['og:url']]).toEqual([path, canonical]);
      expect([path, title.includes(meta['og:site_name'] ?? '')]).toEqual([path, true]);
      expect(meta).toMatchObject({
        description: expect.stringMatching(/\S{3}/) as string,
        'og:title': expect.stringMatching(/\S{3}/) as string,
        'og:description': expect.stringMatching(/\S{3}/) as string,
        'og:site_name': 'Municipalidad de Cañadón Huemul',
        'og:locale': 'es_AR',
        'og:type': expect.stringMatching(/^(article|website)$/) as string,
        'og:image': expect.stringMatching(
          /^https:\/\/portal\.example\/uploads\/compartir\/[\w-]+\/\w+\.jpg$/,
        ) as string,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringMatching(/\S{3}/) as string,
        'twitter:card': 'summary_large_image',
      });
      const { status, type, bytes } = await pictureOf(preview);
      const { format, width, height } = await sharp(bytes).metadata();
      expect([path, status, type, format, width, height]).toEqual([path, 200, 'image/jpeg', 'jpeg', 1200, 630]);
      expect(bytes.length).toBeLessThan(SHARE_MAX);
    }
  });

  it('looks the same to all of them', async () => {
    const [first, ...others] = await Promise.all(CRAWLERS.map((crawler) => previewOf(found.story, crawler)));
    for (const other of others) expect(other).toEqual(first);
  });

  it('shows of a story its title, day and label', async () => {
    const { meta, title } = await previewOf(found.story);
    expect(title).toBe(`${meta['og:title']} · ${meta['og:site_name']}`);
    expect(meta).toMatchObject({
      'og:type': 'article',
      'article:published_time': expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      'article:section': expect.stringMatching(/\S{3}/) as string,
    });
  });

  it('shows of an event its day and hours before its title, and of a bulletin its class and number', async () => {
    expect((await previewOf(found.event)).meta['og:title']).toMatch(
      /^(?:Del \d.* al \d{1,2}|[A-Z][a-zé]+ \d{1,2}) de [a-z]+ de \d{4}(?:, [^·]+)? · \S{3}/,
    );
    expect((await previewOf(found.bulletin)).meta['og:title']).toMatch(
      /^(Decreto|Licitación|Tarifa)[^·]*\d[^·]* · \S{3}/,
    );
  });

  it('says what the photo shows, in the words that the page and its data for search engines have', async () => {
    const { meta } = await previewOf(found.album);
    const alt = meta['og:image:alt'] ?? '';
    expect(alt).toMatch(/^[A-Z][^:]+\.$/);
    const html = await (await fetch(server.url + found.album)).text();
    expect(html).toContain(` alt="${alt}"`);
    expect(html).toContain(`"caption":${JSON.stringify(alt)}`);
  });

  it('shows the picture of the record that is shared', async () => {
    const addresses = [found.story, found.event, found.bulletin, found.album, found.otherAlbum, found.authority, '/'];
    const previews = await Promise.all(addresses.map((path) => previewOf(path)));
    expect(new Set(previews.map(({ meta }) => meta['og:image'])).size).toBe(addresses.length);
  });
});

it('a page that does not exist is shown by no preview', async () => {
  const answer = await fetch(`${server.url}/noticias/leer/zzzzzzzzzzzz/nada`);
  expect(answer.status).toBe(404);
  const html = await answer.text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toMatch(/canonical|property="og:/);
});
