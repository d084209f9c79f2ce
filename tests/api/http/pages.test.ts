import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { openLog } from '../../../api/log.ts';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';
import { raw } from '../wire.ts';

/** Returns a renderer that records the requested pages. */
function renderer(): Renderer & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async page(path) {
      asked.push(path);
      if (path === '/falla') throw new Error('secreto /srv/portal/api/render.ts');
      if (path.startsWith('/nada')) return { status: 302, html: '', location: '/' };
      if (path.startsWith('/noticias/leer/b/')) return { status: 301, html: '', location: '/noticias/leer/b/c' };
      return { status: path.startsWith('/noticias/leer/x/') ? 404 : 200, html: `<!doctype html>${path}` };
    },
    async view(path) {
      asked.push(`data of ${path}`);
      return { redirect: path };
    },
    async shell(kind) {
      asked.push(kind);
      return `<!doctype html>${kind}`;
    },
    draft: async () => 'draft',
    tickets: async () => '',
    async missingFile() {
      asked.push('missing file');
      return '<!doctype html>missing file';
    },
    qrCode: (path) => `<svg>${path}</svg>`,
  };
}

async function townWithPages(): Promise<{ town: Town; asked: string[] }> {
  const drawn = renderer();
  return { town: await openTown({ renderer: drawn }), asked: drawn.asked };
}

describe('a page', () => {
  test('is drawn once for all visitors, and again when the content changed', async () => {
    const { town, asked } = await townWithPages();
    const first = await town.get('/noticias');
    expect([first.status, first.body, first.headers.get('content-type')]).toEqual([
      200,
      '<!doctype html>/noticias',
      'text/html; charset=utf-8',
    ]);
    expect(first.headers.get('cache-control')).toBe(PUBLIC_CACHE);
    expect(
      (await town.get('/noticias', { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })).status,
    ).toBe(304);
    expect(asked).toEqual(['/noticias']);
    await save(town, 'story', town.make('story'), 'title', { value: 'x' });
    await town.get('/noticias');
    expect(asked).toEqual(['/noticias', '/noticias']);
  });

  test('shares its answer with every address that means the same page', async () => {
    const { town, asked } = await townWithPages();
    for (const path of [
      '/noticias?x=1',
      '/noticias?x=2&y',
      '/noticias?PAGINA=7',
      '/noticias?pagina=2&pagina=3',
      '/noticias?%70agina=4',
      '/noticias?fbclid=1',
      '/noticias?utm_source=x&utm_medium=y',
      '/noticias?',
      '/noticias',
      '/noticias?pagina=2&fbclid=3',
      '/noticias?pagina=2',
    ])
      expect((await town.get(path)).status).toBe(200);
    expect(asked).toEqual(['/noticias', '/noticias?pagina=2']);
    await town.get('/boletin?texto=a%26b&clase=decreto');
    expect(asked.at(-1)).toBe('/boletin?texto=a%26b&clase=decreto');
  });

  test('has its data at an address of its own, which is kept like the page', async () => {
    const { town, asked } = await townWithPages();
    const { body, headers } = await town.get('/api/dataPublic/view/noticias?fbclid=1&pagina=2');
    expect([body, headers.get('cache-control')]).toEqual([{ redirect: '/noticias?pagina=2' }, PUBLIC_CACHE]);
    await town.get('/api/dataPublic/view/noticias?pagina=2');
    expect((await town.get('/api/dataPublic/view/')).body).toEqual({ redirect: '/' });
    expect(asked).toEqual(['data of /noticias?pagina=2', 'data of /']);
  });

  test('that redirects, or does not exist, says so', async () => {
    const { town } = await townWithPages();
    const { status, headers } = await town.get('/nada');
    expect([status, headers.get('location')]).toEqual([302, '/']);
    expect((await town.get('/noticias/leer/x/y')).status).toBe(404);
  });

  test('that fails shows an error page without internal details', async () => {
    const { town } = await townWithPages();
    const { status, body, headers } = await town.get('/falla', { headers: { Accept: 'text/html' } });
    expect([status, headers.get('cache-control')]).toEqual([500, 'no-store']);
    expect(body).toContain('Algo falló en el servidor');
    expect(body).not.toMatch(/secreto|render\.ts/);
    expect((await town.get('/falla')).body).toEqual({
      code: 'internal',
      message: 'Algo falló en el servidor. Probá de nuevo en un rato.',
    });
  });

  test('accepts only GET and HEAD', async () => {
    const { town } = await townWithPages();
    const { status, headers } = await town.post('/noticias');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('of the log-in, submitted by a browser without scripts, is shown again; what was entered is neither stored nor repeated', async () => {
    const lines: string[] = [];
    const log = openLog('trace', { write: (line) => void lines.push(line) });
    const town = await openTown({ renderer: renderer(), log });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
    const sent = (query: string, body = 'username=ana&password=clave+secreta') =>
      town.post(`/login${query}`, body, { headers });
    for (const [query, location] of [
      ['', '/login'],
      ['?volver=%2Fadmin%2Fagenda%3Fpagina%3D2', '/login?volver=%2Fadmin%2Fagenda%3Fpagina%3D2'],
      ['?volver=%2F%2Fevil.example', '/login'],
      ['?volver=https%3A%2F%2Fevil.example', '/login'],
      ['?volver=%2Fa%0D%0ASet-Cookie:x', '/login'],
      ['?username=ana&password=secreta', '/login'],
    ] as const) {
      const answer = await sent(query);
      expect([query, answer.status, answer.headers.get('location'), answer.body]).toEqual([query, 303, location, '']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await sent('', 'x'.repeat(100_000))).status).toBe(303);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toMatch(/secreta|ana/);
    const { status, headers: allowed } = await town.call('PUT', '/login', {});
    expect([status, allowed.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('of the back office is its shell at every address, in no shared cache; devices get both shells', async () => {
    const { town, asked } = await townWithPages();
    for (const path of ['/admin', '/admin/noticia/abc', '/shell/admin']) {
      const { body, headers } = await town.get(path);
      expect([path, body, headers.get('cache-control')]).toEqual([path, '<!doctype html>admin', 'private, no-cache']);
      const again = await town.get(path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      // A browser would replace the page's policy by one that came with it.
      expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, null]);
    }
    const open = await town.get('/shell');
    expect([open.body, open.headers.get('cache-control')]).toEqual(['<!doctype html>public', PUBLIC_CACHE]);
    expect(asked).toEqual(['admin', 'public']);
    for (const path of ['/login?volver=%2Fadmin', '/administracion'])
      expect((await town.get(path)).body).toBe(`<!doctype html>${path}`);
  });

  test('has at most 600 bytes of headers behind https, and one that has not changed only those that say so', async () => {
    const town = await openTown({ renderer: renderer(), origin: 'https://portal.example' });
    // The first request of all passes through the middleware.
    await raw(`${town.url}/`, { 'Accept-Encoding': 'br' });
    // Of one connection, and absent from HTTP/2.
    const isEndToEnd = ([name]: [string, unknown]) => name !== 'connection' && name !== 'keep-alive';
    const head = ({ headers }: { headers: Record<string, unknown> }) =>
      Object.entries(headers)
        .filter(isEndToEnd)
        .reduce((sum, [name, value]) => sum + `${name}: ${String(value)}\r\n`.length, 0);
    const page = await raw(`${town.url}/`, { 'Accept-Encoding': 'br' });
    expect(page.headers['content-security-policy']).toBe("frame-ancestors 'none'");
    expect(head(page)).toBeLessThanOrEqual(600);
    const unchanged = await raw(`${town.url}/`, {
      'Accept-Encoding': 'br',
      'If-None-Match': String(page.headers.etag),
    });
    expect(unchanged.status).toBe(304);
    const names = Object.keys(unchanged.headers).filter((name) => !['connection', 'date', 'keep-alive'].includes(name));
    expect(names.sort()).toEqual(['cache-control', 'etag', 'vary']);
  });

  test('that was sent is compressed more thoroughly for those who ask next, with the same content', async () => {
    const html = `<!doctype html>${Array.from({ length: 3000 }, (_, at) => `<p>${(at * at * 7919).toString(36)}</p>`).join('')}`;
    const town = await openTown({ renderer: { ...renderer(), page: async () => ({ status: 200, html }) } });
    const ask = () => raw(`${town.url}/`, { 'Accept-Encoding': 'br' });
    const first = await ask();
    await expect.poll(async () => (await ask()).bytes.length).toBeLessThan(first.bytes.length);
    const better = await ask();
    expect(brotliDecompressSync(better.bytes).toString()).toBe(html);
    expect(better.headers.etag).not.toBe(first.headers.etag);
  });
});

test('no answer reveals the software behind it', async () => {
  const { town } = await townWithPages();
  for (const path of ['/', '/api/dataPublic/site', '/api/nada', '/salud', '/users']) {
    const { headers } = await town.get(path);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('strict-transport-security')).toBeNull();
  }
  // The back office alone is framed, and by the portal's own pages only: previews stand beside forms.
  expect((await town.get('/admin')).headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
  const secure = await openTown({ origin: 'https://portal.example' });
  expect((await secure.get('/api/dataPublic/site')).headers.get('strict-transport-security')).toBe('max-age=31536000');
});

describe('a file that does not exist', () => {
  const browser = { Accept: 'text/html' };

  test.for([
    '/wp-login.php',
    '/nada/copia.tar.gz',
    '/admin/config.PHP',
    '/noticias/foto.webp',
    '/.well-known/assetlinks.json',
    '/.well-known/change-password',
    '/.well-known',
  ])('is not replaced by a page: %s', async (path) => {
    const { town } = await townWithPages();
    const { status, headers, body } = await town.get(path, { headers: browser });
    expect([status, headers.get('content-type'), body]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'Acá no hay ningún archivo.\n',
    ]);
    expect(headers.get('cache-control')).toBe(PUBLIC_CACHE);
  });

  test.for(['/turismo/mapa.pdf', '/ordenanzas/Ordenanza.DOC', '/index.html', '/uploads/bulletin/abc/def.pdf'])(
    'and is a document, as people open them from old links, is answered by a page: %s',
    async (path) => {
      const { town, asked } = await townWithPages();
      const { status, headers, body } = await town.get(path, { headers: browser });
      expect([status, headers.get('content-type'), body]).toEqual([
        404,
        'text/html; charset=utf-8',
        '<!doctype html>missing file',
      ]);
      expect(headers.get('content-security-policy')).toBeTruthy();
      expect(headers.get('cache-control')).toBe(PUBLIC_CACHE);
      await town.get(`/otro${path}`);
      expect(asked).toEqual(['missing file']);
    },
  );

  test('takes nothing either', async () => {
    const { town } = await townWithPages();
    const { status, headers } = await town.post('/xmlrpc.php', {}, { headers: browser });
    expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  });

  test('needs no page to be drawn, and fills no cache, however many names are tried', async () => {
    const { town, asked } = await townWithPages();
    // More than one address may make the server draw within a moment.
    const answers = await Promise.all(Array.from({ length: 400 }, (_, at) => town.get(`/prueba-${at}.php`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(asked).toEqual([]);
  });

  test('is not meant by a search, nor by the title behind the id of a record', async () => {
    const { town } = await townWithPages();
    for (const path of [
      '/buscador/acta.pdf',
      '/boletin/buscar/acta.pdf',
      '/boletin/decreto/acta.pdf',
      '/noticias/leer/abc/nota.html',
      '/agenda/leer/abc/feria.html',
      '/boletin/leer/abc/decreto.pdf',
      '/agenda/fecha/20-11-2026',
      '/noticias/ley-24.156',
    ]) {
      expect([path, (await town.get(path)).body]).toEqual([path, `<!doctype html>${path}`]);
    }
    // A title of before, as another portal wrote it.
    expect((await town.get('/noticias/leer/b/nota.html')).headers.get('location')).toBe('/noticias/leer/b/c');
    expect((await town.get('/nada-de-nada')).status).toBe(302);
  });
});

describe('the files of the build', () => {
  async function townWithBuild(): Promise<Town> {
    const webDir = mkdtempSync(join(tmpdir(), 'portal-'));
    onTestFinished(() => rmSync(webDir, { recursive: true, force: true }));
    mkdirSync(join(webDir, 'assets/admin'), { recursive: true });
    mkdirSync(join(webDir, '.vite'));
    mkdirSync(join(webDir, 'icons'));
    const script = 'console.log("hola");'.repeat(100);
    for (const [name, content] of [
      ['assets/a-1.js', script],
      ['assets/a-1.js.br', brotliCompressSync(script)],
      ['assets/a-1.js.gz', gzipSync(script)],
      ['assets/admin/b-2.css', 'p{}'],
      ['sw.js', '//sw'],
      ['icons/icon.svg', '<svg/>'],
      ['.vite/manifest.json', '{"secret":1}'],
      ['.env', 'x'],
    ] as const)
      writeFileSync(join(webDir, name), content);
    return openTown({ webDir, renderer: renderer() });
  }

  test('under /assets are cached for a year, and compressed in advance where the build did so', async () => {
    const town = await townWithBuild();
    for (const [accept, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(`${town.url}/assets/a-1.js`, { headers: { 'Accept-Encoding': accept } });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(await response.text()).toContain('hola');
    }
    expect((await town.get('/assets/admin/b-2.css')).headers.get('content-encoding')).toBeNull();
  });

  test('with fixed names are revalidated', async () => {
    const town = await townWithBuild();
    for (const path of ['/sw.js', '/icons/icon.svg']) {
      const { status, headers } = await town.get(path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
      expect((await raw(town.url + path, { 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304);
    }
    // The service worker's own CSP decides what it may load.
    expect((await town.get('/sw.js')).headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  test('that do not exist are not answered with a page, and internal ones are not served', async () => {
    const town = await townWithBuild();
    const missing = await town.get('/assets/vieja-9.js');
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
    for (const path of ['/.vite/manifest.json', '/.env', '/assets/../.env', '/assets/%2e%2e/.env', '/assets/..%2f.env'])
      expect(JSON.stringify((await town.get(path)).body)).not.toMatch(/secret|^x$/);
  });
});

test('the log has changes and failures, one per line and without what people wrote', async () => {
  const lines: string[] = [];
  const log = openLog('debug', { write: (line) => void lines.push(line) });
  const town = await openTown({ renderer: renderer(), log });
  await town.post('/users/authenticate?clave=secreta', { username: 'ana', password: 'palabra-secreta' });
  await town.post('/api/data/no%0Ainventado%0A{"level":60}', { value: 'secreta' }, { as: town.admin });
  await town.get('/falla');
  town.db.exec('DROP TABLE search');
  expect((await town.post('/api/dataPublic/searchContent', { search: 'palabra secreta' })).status).toBe(500);
  // Each answer is logged after it has been sent.
  await expect.poll(() => lines.filter((line) => line.includes('"status"')).length).toBe(4);
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  expect(lines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true);
  expect(lines.join('')).not.toContain('secreta');
  expect(lines.join('')).not.toContain(town.admin);
  expect(
    lines
      .map((line) => JSON.parse(line) as { path: string; status?: number; level: number; id: string })
      .filter(({ path }) => path === '/falla'),
  ).toMatchObject([{ level: 50, id: expect.any(String) as string }, { status: 500 }]);
});

test('/salud says when the database cannot be written', async () => {
  const { town } = await townWithPages();
  expect((await town.get('/salud')).body).toEqual({ ok: true, origin: 'http://localhost:3000' });
  town.db.pragma('query_only = ON');
  expect((await town.get('/salud')).status).toBe(200);
  town.clock.now += 5000;
  const { status, body, headers } = await town.get('/salud');
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(body).toMatchObject({ code: 'not-ready', trouble: 'unwritable' });
  town.db.pragma('query_only = OFF');
  town.clock.now += 5000;
  expect((await town.get('/salud')).status).toBe(200);
});

test('when the database cannot be written a save is refused for now, without internal details', async () => {
  const { town } = await townWithPages();
  const id = town.make('story');
  town.db.pragma('query_only = ON');
  const { status, body, headers } = await save(town, 'story', id, 'title', { value: 'x' });
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(JSON.stringify(body)).not.toMatch(/sqlite|readonly|query/i);
  town.db.pragma('query_only = OFF');
});
