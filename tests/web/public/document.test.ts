import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../api/records/open.ts';
import type { Db } from '../../../api/db/database.ts';
import { lookStyle } from '#contract/town/look';
import { openRenderer } from '../../../api/http/render.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { createSqlReader } from '../../../api/records/read.ts';
import { fillTown, furnishTown } from '../../../lab/bench/town.ts';

const DIST = join(import.meta.dirname, '../../../dist');
const NOW = Date.parse('2026-03-15T13:32:00Z');
let db: Db;
let renderer: Renderer;

beforeAll(async () => {
  db = openDatabase(':memory:');
  furnishTown(db, NOW);
  fillTown(db, { stories: 30, events: 30, bulletins: 5 }, NOW);
  renderer = await openRenderer({ now: () => NOW, origin: 'https://portal.example', dist: DIST });
});

const draw = async (path: string) => (await renderer.page(path, createSqlReader({ db, now: () => NOW }))).html;
const storyPath = async () => /\/noticias\/leer\/[^"]+/.exec(await draw('/noticias'))?.[0] ?? '';
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const unescape = (text: string) => text.replaceAll('&#39;', "'").replaceAll('&#38;', '&').replaceAll('&#34;', '"');

/** The content security policy of a document, by directive. */
function policyIn(html: string): Record<string, string> {
  const [, content = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
  return Object.fromEntries(
    unescape(content)
      .split(';')
      .map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
  );
}
const stylesIn = (html: string) => [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => String(style));
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script(?: data-app[^>]*)?>(.*?)<\/script>/gs)].map(([, one]) => String(one));

describe('the policy in a document', () => {
  test('allows the styles and the script in it by their hashes, and nothing from other sites', async () => {
    for (const path of ['/', '/noticias', await storyPath()]) {
      const html = await draw(path);
      const policy = policyIn(html);
      expect(policy).toEqual({
        'default-src': "'self'",
        'script-src': ["'self'", ...scriptsIn(html).map(hashOf)].join(' '),
        'style-src': ["'self'", ...stylesIn(html).map(hashOf)].join(' '),
        'img-src': "'self' data: blob:",
        'frame-src': 'https://www.youtube-nocookie.com https://player.vimeo.com https://www.openstreetmap.org',
        'media-src': "'self' https: blob:",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
      });
      expect([path, scriptsIn(html).length, stylesIn(html).length]).toEqual([path, 2, 2]);
      expect([path, / style="/.test(html)]).toEqual([path, false]);
    }
  });

  test('comes before everything that it restricts', async () => {
    const html = await draw('/');
    expect(html.indexOf('http-equiv="Content-Security-Policy"')).toBeLessThan(html.search(/<(?:style|script|link)/));
  });

  test('and that of referrers: nothing says the address of a draft, which is the key to it', async () => {
    const referrerIn = (html: string) => /<meta name="referrer" content="([^"]*)">/.exec(html)?.[1];
    const draft = await renderer.draft(await storyPath(), createSqlReader({ db, now: () => NOW }));
    expect([referrerIn(draft), referrerIn(await draw('/'))]).toEqual(['no-referrer', 'strict-origin']);
  });

  test('of the back office allows style attributes, which its editor writes', async () => {
    const html = await renderer.shell('admin', createSqlReader({ db, now: () => NOW }));
    expect(policyIn(html)).toMatchObject({ 'script-src': "'self'", 'style-src-attr': "'unsafe-inline'" });
  });

  test('follows the town’s colour, which is checked once more where it becomes style', async () => {
    const reader = createSqlReader({ db, now: () => NOW });
    const inColour = async (accent: string) => {
      const site = { ...(await reader.document('site')), accent };
      return (
        await renderer.page('/', {
          ...reader,
          document: async (type) => (type === 'site' ? site : reader.document(type)) as never,
        })
      ).html;
    };
    const [red, blue] = [await inColour('#aa0000'), await inColour('#0000aa')];
    expect(stylesIn(red)[0]).toContain(lookStyle({ ...(await reader.document('site')), accent: '#aa0000' }));
    expect(policyIn(red)['style-src']).not.toBe(policyIn(blue)['style-src']);
    expect(stylesIn(await inColour('red}</style><script>')).join('')).not.toContain('red}');
  });
});

describe('a first view', () => {
  test('asks for no script before it is touched, and carries a starter of at most 1.75 KB, a line about light, and no data', async () => {
    for (const path of ['/', '/noticias', '/agenda', '/boletin', '/datosutiles', await storyPath()]) {
      const html = await draw(path);
      expect([path, html.match(/modulepreload|<script[^>]* src=/g)]).toEqual([path, null]);
      const [light = '', starter = ''] = scriptsIn(html);
      expect(light.length).toBeLessThanOrEqual(400);
      expect(starter.length).toBeGreaterThan(500);
      expect(starter.length).toBeLessThanOrEqual(1750);
      expect([path, html.includes('application/json')]).toEqual([path, false]);
      expect(starter).not.toMatch(/\bimport[ {*"'`]/);
    }
  });

  test('without alerts carries nothing of them', async () => {
    expect(await draw('/')).not.toMatch(/data-next|data-alert|alert-sign/);
  });

  test('of the log-in starts at once, because its form needs the application', async () => {
    expect(await draw('/login')).toMatch(/<script type="module" fetchpriority="low" src="\/assets\/main-[\w-]+\.js">/);
  });

  test('names the record that it shows, so that the device keeps it', async () => {
    const path = await storyPath();
    expect(await draw(path)).toContain(` data-opened="story ${path.split('/')[3]}"`);
    expect(await draw('/noticias')).not.toContain('data-opened');
  });

  test('has the stamp of its data, which changes with anything that the page shows', async () => {
    const path = await storyPath();
    const stamps = async () => {
      const view = await renderer.view(path, createSqlReader({ db, now: () => NOW }));
      return [/ data-stamp="([\w-]{8})"/.exec(await draw(path))?.[1], 'stamp' in view && view.stamp];
    };
    const [before, ofData] = await stamps();
    expect(before).toBe(ofData);
    db.prepare('UPDATE story SET description = ? WHERE id = ?').run('Otro copete', path.split('/')[3]);
    const [after, ofNewData] = await stamps();
    expect(after).toBe(ofNewData);
    expect(after).not.toBe(before);
  });

  test('contains the style that it uses, and names that of all pages for the application', async () => {
    const manifest = JSON.parse(readFileSync(join(DIST, 'web/.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string }
    >;
    const all = `/${manifest['web/src/styles/all.css']?.file}`;
    const whole = readFileSync(join(DIST, 'web', all), 'utf8');
    for (const [path, has, lacks] of [
      ['/', '.hero', '.files'],
      ['/noticias', '.carousel', '.hero'],
      [await storyPath(), '.copete', '.hero'],
    ] as const) {
      const html = await draw(path);
      const inside = stylesIn(html).join('');
      expect([path, html.includes(`<div id="root" data-style="${all}" `)]).toEqual([path, true]);
      expect([path, inside.includes(has), inside.includes(lacks)]).toEqual([path, true, false]);
      expect(inside.length).toBeLessThan(0.75 * whole.length);
    }
  });

  test('that starts the application at once contains the style of all pages', async () => {
    const login = stylesIn(await draw('/login')).join('');
    for (const one of ['.hero', '.files', '.carousel']) expect(login).toContain(one);
  });
});

describe('what can be subscribed to', () => {
  const named = (html: string) =>
    [...html.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)">/g)].map(
      ([, type, href]) => `${href} ${type}`,
    );
  const [ATOM, CALENDAR] = ['application/atom+xml', 'text/calendar'];

  test('is named in the head of the pages that show the same', async () => {
    const article = await storyPath();
    const event = /\/agenda\/leer\/[^"]+/.exec(await draw('/agenda'))?.[0] ?? '';
    const bulletin = /\/boletin\/leer\/[^"]+/.exec(await draw('/boletin'))?.[0] ?? '';
    const label = /\/noticias\/(?!leer)([^"?]+)/.exec(await draw('/noticias'))?.[1];
    for (const [path, ...addresses] of [
      ['/', `/noticias.atom ${ATOM}`, `/boletin.atom ${ATOM}`, `/agenda.ics ${CALENDAR}`],
      ['/noticias', `/noticias.atom ${ATOM}`],
      [`/noticias/${label}`, `/noticias/${label}.atom ${ATOM}`],
      ['/noticias/nadielatiene'],
      [article, `/noticias.atom ${ATOM}`],
      ['/agenda', `/agenda.ics ${CALENDAR}`],
      ['/agenda/cultura', `/agenda/cultura.ics ${CALENDAR}`],
      ['/agenda/otra'],
      ['/boletin/otra'],
      ['/agenda/fecha/20-03-2026', `/agenda.ics ${CALENDAR}`],
      [event, `/evento/${event.split('/')[3]}.ics ${CALENDAR}`],
      ['/boletin', `/boletin.atom ${ATOM}`],
      ['/boletin/tarifas', `/boletin/tarifas.atom ${ATOM}`],
      [bulletin, `/boletin.atom ${ATOM}`],
      ['/datosutiles'],
    ] as const) {
      expect([path, named(await draw(path))]).toEqual([path, addresses]);
    }
  });

  test('has a link in the page, for which no script is needed', async () => {
    expect(await draw('/noticias')).toContain('href="/noticias.atom"');
    expect(await draw('/boletin/tarifas')).toContain('href="/boletin/tarifas.atom"');
    const agenda = await draw('/agenda/cultura');
    expect(agenda).toContain('href="webcal://portal.example/agenda/cultura.ics"');
    expect(agenda).toContain('href="/agenda/cultura.ics"');
    const event = /\/agenda\/leer\/([^"/]+)[^"]*/.exec(await draw('/agenda'));
    expect(await draw(event?.[0] ?? '')).toMatch(
      new RegExp(`<a [^>]*href="/evento/${event?.[1]}\\.ics"[^>]*>Agregar a mi calendario</a>`),
    );
  });
});

test('a label, class or category that nobody has is no page; one with fewer pages than asked for is', async () => {
  const reader = createSqlReader({ db, now: () => NOW });
  const label = /\/noticias\/(?!leer)([^"?]+)/.exec(await draw('/noticias'))?.[1];
  const statusOf = async (path: string) => (await renderer.page(path, reader)).status;
  expect(await statusOf(`/noticias/${label}?pagina=999`)).toBe(200);
  for (const path of ['/noticias/nadielatiene', '/boletin/edicto', '/agenda/salud'])
    expect(await statusOf(path), path).toBe(404);
  expect(await draw('/noticias/nadielatiene')).toContain('No encontramos esa página');
});

test('the style of the printed sheet is in the document of its page, after the body, and no other page loads it', async () => {
  const isInside = (html: string) => html.includes('.sheet-agenda');
  const [head = '', body = '', late = ''] = (await draw('/cartelera')).split(/<\/?main\b/);
  expect([head, body, late].map(isInside)).toEqual([false, false, true]);
  // Its box is there from the beginning: what is below does not move.
  expect(head).toMatch(/\.sheet\{[^}]*height:[^}]*visibility:hidden/);
  expect(late).toMatch(/section\.sheet\{[^}]*visibility:visible/);
  for (const path of ['/', '/datosutiles', await storyPath()]) {
    const html = await draw(path);
    expect([path, isInside(html), /data-sheets="[^"]*cartelera/.test(html)]).toEqual([path, false, false]);
  }
  expect(isInside(await renderer.shell('public', createSqlReader({ db, now: () => NOW })))).toBe(false);
});

describe('search engines', () => {
  const isKeptOut = (html: string) => html.includes('<meta name="robots" content="noindex">');

  test('are asked to leave out searches, the log-in, and the documents that devices start from', async () => {
    for (const path of [
      '/buscador/agua',
      '/buscador/NULL',
      '/boletin/buscar/agua',
      '/boletin/decreto/agua',
      '/login',
      '/dispositivo',
    ]) {
      const html = await draw(path);
      expect([path, isKeptOut(html), html.includes('rel="canonical"')]).toEqual([path, true, false]);
    }
    expect(isKeptOut(await draw('/login?volver=%2Fadmin%2Fagenda'))).toBe(true);
    for (const kind of ['public', 'admin'] as const) {
      expect([kind, isKeptOut(await renderer.shell(kind, createSqlReader({ db, now: () => NOW })))]).toEqual([
        kind,
        true,
      ]);
    }
  });

  test('are asked to leave out nothing else', async () => {
    for (const path of ['/', '/noticias', '/agenda', '/boletin/decreto', '/datosutiles', await storyPath()]) {
      expect([path, isKeptOut(await draw(path))]).toEqual([path, false]);
    }
  });

  test('get one graph, after all that a person sees, which no text can close or leave', async () => {
    const graphsIn = (html: string) => [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    const reader = createSqlReader({ db, now: () => NOW });
    const path = await storyPath();
    const title = '</script><!--<script>alert(1)</script> ]]> & "x" \u2028';
    const story = { ...(await reader.record('story', path.split('/')[3] ?? '')), title };
    const { html } = await renderer.page(path, { ...reader, record: async () => story as never });
    const [graph, ...others] = graphsIn(html);
    expect(others).toEqual([]);
    expect(html.slice((graph?.index ?? 0) + (graph?.[0].length ?? 0))).toBe('</body></html>');
    const { '@graph': nodes } = JSON.parse(graph?.[1] ?? '') as { '@graph': { headline?: string }[] };
    expect(nodes.some(({ headline }) => headline === title)).toBe(true);
    expect(graphsIn(await draw('/login'))).toEqual([]);
    expect(graphsIn(await draw('/noticias/leer/zzzzzzzzzzzz/x'))).toEqual([]);
  });
});
