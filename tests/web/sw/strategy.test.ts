import { expect, test } from 'vitest';
import { manifest, sharedPhotos } from '#contract/addresses/installed';
import { strategyOf } from '../../../web/src/sw/caching-strategy.ts';
import type { Asked, Strategy } from '../../../web/src/sw/caching-strategy.ts';

const ORIGIN = 'https://portal.example';
const PRECACHED = [`${ORIGIN}/assets/main-1a2b.js`, `${ORIGIN}/icons/icon.svg`];

const get: Omit<Asked, 'url'> = { method: 'GET', mode: 'no-cors', cache: 'default' };
const navigate: Omit<Asked, 'url'> = { ...get, mode: 'navigate' };

const TABLE: [Strategy, Partial<Asked>, ...string[]][] = [
  ['shared-photos', { ...navigate, method: 'POST' }, sharedPhotos()],
  ['network', { ...navigate, method: 'POST' }, '/login', '/admin', `${sharedPhotos()}/x`],
  ['network', { ...get, method: 'POST', mode: 'cors' }, sharedPhotos()],
  ['admin-shell', navigate, sharedPhotos()],
  [
    'shell',
    navigate,
    '/',
    '/noticias',
    '/noticias/leer/abc123def456/una-noticia',
    '/noticias?pagina=2',
    '/buscador/ley%2024.156',
    '/buscador/acta.pdf',
    '/login',
    '/datosutiles',
    '/agenda/fecha/20-11-2026',
    '/lo-que-sea',
  ],
  ['shell', navigate, '/usersx', '/apio', '/administracion', '/saludos', '/shelly'],
  [
    'admin-shell',
    navigate,
    '/admin',
    '/admin/',
    '/admin/users',
    '/admin/noticia/abc123def456',
    '/admin/pendientes?x=1',
  ],
  ['precached', get, '/assets/main-1a2b.js', '/icons/icon.svg'],
  ['network', get, '/assets/main-of-yesterday.js', manifest(), '/sw.js', '/'],
  ['admin-code', get, '/assets/admin/editor-9f.js', '/assets/admin/editor-9f.css'],
  ['picture', get, '/uploads/story/2026/abc/foto-0123456789abcdef-480.webp'],
  ['saved-pdf', get, '/uploads/digesto.pdf', '/uploads/bulletin/abc/0f.pdf'],
  ['qr-code', get, '/qr', '/qr/noticias/leer/abc123def456/una-noticia'],
  ['opened-pdf', navigate, '/uploads/digesto.pdf', '/uploads/bulletin/abc/0f.pdf'],
  ['event-file', get, '/evento/fq2uabcdefgh.ics', '/agenda.ics', '/agenda/cultura.ics'],
  ['opened-event-file', navigate, '/evento/fq2uabcdefgh.ics', '/evento/fq2uabcdefgh.ics?x=1', '/agenda.ics'],
  ['opened-subscription', navigate, '/noticias.atom', '/noticias/ninez.atom', '/boletin/decreto.atom'],
  ['network', get, '/noticias.atom'],
  ['shell', navigate, '/buscador/agenda.ics', '/boletin/decreto/acta.pdf', '/boletin/buscar/ley%2024.156'],
  ['network', navigate, '/evento/otro/mas.ics', '/noticias/leer/abc123def456/un.atom', '/wp-content/x.php'],
  ['opened-picture', navigate, '/uploads/story/2026/abc/foto-0123456789abcdef-480.webp'],
  ['network', get, '/uploads/', '/uploads/story/2026/abc/foto.jpg'],
  [
    'network',
    navigate,
    '/api/dataPublic/site',
    '/api',
    '/users',
    '/users/abc',
    '/salud',
    '/shell',
    '/shell/admin',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/.well-known/security.txt',
    '/assets/main-1a2b.js',
    '/assets/none',
  ],
  ['network', navigate, '/borrador/a-token', '/reclamos/simple'],
  // The shell has nothing of a ticket: the page is drawn from the device's own copy.
  ['shell', navigate, '/reclamos', '/reclamos/ver/a-token'],
  ['network', get, '/borrador/a-token/uploads/story/2026/abc/foto-480.webp'],
  ['network', get, '/api/dataPublic/changes?since=a.1', '/users', '/salud', '/shell', '/shell/admin'],
  ['network', { ...get, method: 'POST' }, '/api/dataPublic/searchContent', '/', '/assets/main-1a2b.js'],
  ['network', { ...navigate, method: 'POST' }, '/', '/admin', '/uploads/digesto.pdf'],
  ['network', { ...get, method: 'HEAD' }, '/uploads/digesto.pdf', '/assets/main-1a2b.js'],
  ['network', { ...get, cache: 'reload' }, '/uploads/digesto.pdf', '/assets/main-1a2b.js'],
];

test.for(TABLE.flatMap(([strategy, asked, ...paths]) => paths.map((path) => ({ strategy, asked, path }))))(
  '$asked.method $asked.mode $path: $strategy',
  ({ strategy, asked, path }) => {
    const isPrecached = (url: string) => PRECACHED.includes(url);
    expect(strategyOf({ ...get, ...asked, url: ORIGIN + path }, ORIGIN, isPrecached)).toBe(strategy);
  },
);

test('requests to other sites are not handled', () => {
  const shared = { ...navigate, method: 'POST', url: 'https://other.example/admin/fotos' };
  expect(strategyOf(shared, ORIGIN, () => true)).toBe('network');
  for (const url of [
    'https://i.ytimg.com/vi/x/hqdefault.jpg',
    'https://portal.example.evil.example/',
    'http://portal.example/',
  ]) {
    expect(strategyOf({ ...navigate, url }, ORIGIN, () => true)).toBe('network');
  }
});
