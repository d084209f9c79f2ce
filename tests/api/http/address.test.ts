import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownLocation } from '../../../api/http/address.ts';
import { normalPath } from '../../../api/normal-path.ts';
import { isSearch, loggedPath, openLog } from '../../../api/log.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { pages, PAGE_QUERY } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { openTown, openTownForAll } from '../town.ts';

/** Renders pages that contain the path they were rendered for. */
const renderer: Renderer = {
  page: async (path) => ({ status: 200, html: path }),
  view: async (path) => ({ redirect: path }),
  shell: async (kind) => kind,
  draft: async () => 'draft',
  missingFile: async () => '',
  tickets: async () => '',
  qrCode: (path) => path,
};

/** Spellings of searches that could bypass the rate limit and put searched words into the log. */
const OTHER_SPELLINGS = [
  '/%62uscador/secreto',
  '/x/../buscador/secreto',
  '/./buscador/secreto',
  '//buscador/secreto',
  '/buscador//secreto',
  '/x/%2e%2e/buscador/secreto',
  '/%2E/buscador/secreto',
  '/b%75sca%64or/secreto',
  '/buscador/secreto/',
  '/bolet%69n/buscar/secreto',
  '/boletin/./buscar/secreto',
  '/boletin/leer/../buscar/secreto',
  '/%42USCADOR/secreto',
  '/api/dataPublic/%42ulletinBySearch/secreto/1',
  '/api/x/../dataPublic/BulletinBySearch/secreto/1',
  '/api/dataPublic/BulletinByKeywords/all/./secreto/1',
  '/api/dataPublic/view/./buscador/secreto',
  '/api/dataPublic/view/bolet%69n/buscar/secreto',
];

/** What the log says. */
let lines = '';
const townForAll = openTownForAll({
  renderer,
  log: openLog('trace', { write: (line) => void (lines += line) }),
});

test.for(OTHER_SPELLINGS)(
  '%s is redirected to its one spelling, counted there, and logged without its words',
  async (path) => {
    lines = '';
    const town = townForAll();
    const { status, headers } = await ask(town.url, path);
    expect(status).toBe(308);
    expect(headers).toContain('cache-control: no-store');
    const location = /^location: (.*)$/im.exec(headers)?.[1]?.trim() ?? '';
    expect(location).toMatch(/^\/[^/]/);
    expect(isSearch(location)).toBe(true);
    expect((await ask(town.url, location)).status).toBe(200);
    expect(loggedPath(path)).not.toContain('secreto');
    expect(lines).not.toContain('secreto');
  },
);

/** Sends a request with the path exactly as given. */
function ask(url: string, path: string, method = 'GET'): Promise<{ status: number; headers: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () =>
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
        headers: (answer.split('\r\n\r\n', 1)[0] ?? '').toLowerCase(),
      }),
    );
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
}

test('a slash inside a searched word does not put the search into the log', () => {
  expect(loggedPath('/buscador%2fsecreto')).toBe('/buscador/*');
});

test('our own links are already spelled that way', () => {
  const story = { id: 'abcdefghijkl', titlekey: 'feria-del-agua' };
  const own = [
    pages.home(),
    pages.stories(),
    pages.storiesByLabel('Niñez & más, «hoy»'),
    pages.story(story),
    pages.agendaByDates({ from: '2026-03-01', to: '2026-03-05' }),
    pages.search("¿qué? (50%) a/b, c'd"),
    pages.bulletinSearch('all', '..'),
    calls.albumVideoDelete('abcdefghijkl', 'youtube:x-y_z'),
    calls.labelCreateAdd('abcdefghijkl', 'a/b c'),
    '/api/dataPublic/getAgendaByBlock/all/all/1',
    '/api/dataPublic/BulletinByKeywords//x/1',
    '/assets/main-AbC_123.js',
    '/uploads/story/2026/abcdefghijkl/foto-0123456789abcdef-480.webp',
    '/.well-known/x',
    '/sw.js',
  ];
  const paths = own.map((path) => path.split('?', 1)[0]);
  expect(paths.filter((path) => path !== '/boletin/buscar/..').map((path) => normalPath(path ?? ''))).toEqual(
    paths.filter((path) => path !== '/boletin/buscar/..'),
  );
  // Clients resolve `..` before they send an address.
  expect(normalPath('/boletin/buscar/..')).toBe('/boletin');
});

test.for([
  ['/noticias/%', null],
  ['/%ff', null],
  ['/a/../../../b', '/b'],
  ['/..', '/'],
  ['/', '/'],
  ['', '/'],
  ['//otro.example/x', '/otro.example/x'],
  ['/\\otro.example', '/%5Cotro.example'],
  ['/a%2fb', '/a%2Fb'],
  ['/a,b', '/a%2Cb'],
  ['/ñ', '/%C3%B1'],
  ['/api/dataPublic/BulletinByClases//1', '/api/dataPublic/BulletinByClases//1'],
] as const)('%s is redirected to %s', ([path, spelled]) => {
  expect(normalPath(path)).toBe(spelled);
});

test.for(['/buscador/a,b;c', '/buscador/a%2cb%3Bc', '/noticias/%27x%27', "/noticias/'x'", '/noticias/a%2fb'])(
  '%s is accepted as written',
  async (path) => {
    expect((await ask(townForAll().url, path)).status).toBe(200);
  },
);

test.for([
  '/api/..//otro.example/',
  '/api/%2e%2e//otro.example/',
  '/api/x/../../..//otro.example/noticias?x=1',
  '/api//../..//otro.example/',
  '/API/..///otro.example',
  '/api/..//%5Cotro.example/',
  '//api/..//otro.example/',
])('%s is redirected to an address of this site', async (path) => {
  const { status, headers } = await ask(townForAll().url, path);
  expect(status).toBe(308);
  expect(headers).toMatch(/^location: \/(otro\.example|%5Cotro\.example)/im);
});

test('no normal form of a path leads to another site, and it is its own normal form', () => {
  const part = fc.constantFrom('', '.', '..', 'api', 'API', '%2e%2e', '%2F', '%5C', '\\', 'otro.example', 'x');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = normalPath(`/${parts.join('/')}`) ?? '/';
      expect(ownLocation(path)).toBe(path);
      expect(normalPath(path)).toBe(path);
    }),
    { numRuns: 2000 },
  );
});

test.for(['//otro.example/', '/\\otro.example/', 'https://otro.example/', 'otro', ''])(
  'a redirect to %j is refused',
  (address) => {
    expect(() => ownLocation(address)).toThrow(expect.objectContaining({ status: 400 }));
  },
);

test('a request that changes something works only at its one spelling', async () => {
  const town = await openTown();
  const id = town.make('story');
  const path = calls.update('story', id, 'title').replace('/story/', '/%73tory/');
  expect((await town.post(path, { value: 'x' }, { as: town.admin })).status).toBe(400);
  expect((await town.post(calls.update('story', id, 'title'), { value: 'x' }, { as: town.admin })).status).toBe(200);
});

test.for(['http://[/', 'http://[', 'http://otro.example:x/salud', '/%', '/%zz/x', '/noticias/%c3'])(
  '%s cannot be read: 400, with all our headers',
  async (path) => {
    const { status, headers } = await ask(townForAll().url, path);
    expect(status).toBe(400);
    for (const header of [
      'content-security-policy: ',
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'x-request-id: ',
    ])
      expect(headers).toContain(header);
  },
);

test('a proxy’s address is that of its path', async () => {
  const town = townForAll();
  expect((await ask(town.url, 'http://otro.example/salud')).status).toBe(200);
  expect((await ask(town.url, 'http://otro.example')).status).toBe(200);
  expect((await ask(town.url, 'http://otro.example/%62uscador/x')).headers).toContain('location: /buscador/x');
});

test('a visitor who keeps requesting new pages has to wait, one who requests cached pages does not', async () => {
  const town = await openTown({ renderer, trustProxy: 1 });
  const get = (path: string, from: string) => town.get(path, { headers: { 'X-Forwarded-For': from } });
  await get('/noticias', '10.0.0.9');
  let refused = 0;
  for (let number = 1; number <= 320; number += 1) {
    const { status, headers } = await get(`/noticias?pagina=${number}`, '10.0.0.1');
    if (status === 429) {
      refused += 1;
      expect(headers.get('retry-after')).toBe('1');
    }
  }
  expect(refused).toBe(20);
  expect((await get('/noticias?pagina=1', '10.0.0.1')).status).toBe(200);
  expect((await get('/noticias?x=1', '10.0.0.1')).status).toBe(200);
  expect((await get('/noticias?pagina=999', '10.0.0.2')).status).toBe(200);
  town.clock.now += 1000;
  expect((await get('/noticias?pagina=998', '10.0.0.1')).status).toBe(200);
});

test('every query that a page reads is known', () => {
  expect([...PAGE_QUERY].sort()).toEqual(['clase', 'desde', 'hasta', 'pagina', 'texto', 'volver']);
});
