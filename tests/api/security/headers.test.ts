import { describe, expect, test } from 'vitest';
import { securityHeaders } from '../../../api/http/security-headers.ts';
import type { AnswerKind } from '../../../api/http/security-headers.ts';
import { openSessions } from '../../../api/auth/sessions.ts';
import { pages } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { publicCall } from '#contract/addresses/public-calls';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

describe('every kind of answer', () => {
  const kinds: [string, (town: Town) => Promise<{ headers: Headers }>][] = [
    ['a public call', (town) => town.get('/api/dataPublic/site')],
    [
      'the same from memory',
      async (town) => (await town.get('/api/dataPublic/site'), town.get('/api/dataPublic/site')),
    ],
    ['a call of staff', (town) => town.get(calls.list('story'), { as: town.admin })],
    ['401', (town) => town.get(calls.list('story'))],
    ['404', (town) => town.get('/api/nada')],
    ['405', (town) => town.call('PUT', '/salud')],
    ['400', (town) => town.post(publicCall('search'), '{')],
    ['a log-in', (town) => town.post(calls.authenticate(), { username: 'ana', password: 'mala' })],
    ['a page that is not there', (town) => town.get(pages.home(), { headers: { Accept: 'text/html' } })],
    ['an export', (town) => town.get(calls.historyExport('?format=csv'), { as: town.admin })],
  ];
  test.for(kinds)('%s has the headers that protect it', async ([, ask]) => {
    const town = await openTown({ origin: 'https://portal.example' });
    const { headers } = await ask(town);
    expect(
      Object.fromEntries(
        [
          'x-content-type-options',
          'cross-origin-resource-policy',
          'strict-transport-security',
          'permissions-policy',
        ].map((name) => [name, headers.get(name)]),
      ),
    ).toEqual({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
    });
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe-eval|script-src[^;]*(?:unsafe|https:|\*)/);
    for (const name of ['server', 'x-powered-by', 'via', 'set-cookie', 'access-control-allow-origin'])
      expect(headers.get(name)).toBeNull();
  });
});

test('the back office shares no process of the browser with the page that opened it', () => {
  const opener = (kind: AnswerKind) => securityHeaders({ kind })['Cross-Origin-Opener-Policy'];
  expect([opener('public document'), opener('admin document'), opener('other')]).toEqual([
    undefined,
    'same-origin',
    undefined,
  ]);
});

test('subdomains are required to use https where the operator says so, in every kind of answer', async () => {
  const town = await openTown({ origin: 'https://pueblo.example', hstsSubdomains: true });
  for (const { headers } of [
    await town.get('/api/dataPublic/site'),
    await town.get('/api/dataPublic/site'),
    await town.get(calls.list('story')),
  ]) {
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  }
});

describe('a session', () => {
  test('is accepted in the header only: not in a cookie, query, body or other scheme', async () => {
    const town = await openTown();
    const token = town.admin;
    const path = calls.list('story');
    const asked = await Promise.all([
      town.get(`${path}?token=${token}&access_token=${token}&authorization=Bearer%20${token}`),
      town.get(path, { headers: { Cookie: `token=${token}; session=${token}; auth_session=${token}` } }),
      town.get(path, { headers: { Authorization: `Basic ${token}` } }),
      town.get(path, { headers: { 'X-Authorization': `Bearer ${token}`, 'Proxy-Authorization': `Bearer ${token}` } }),
      town.post(calls.create('story'), { token, authorization: `Bearer ${token}` }),
      town.post(calls.create('story'), `token=${token}`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://otro.example' },
      }),
      town.get(`/api/data/LabelsCreateAddStory/${town.make('story')}/x`, { headers: { Cookie: `token=${token}` } }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401]);
    expect((await town.get(path, { as: token })).status).toBe(200);
  });

  test('is never chosen by the client: each log-in gives a new token', async () => {
    const town = await openTown();
    const own = 'a'.repeat(43);
    await town.post(calls.authenticate(), { username: 'ana', password: 'clave de prueba', token: own }, { as: own });
    const tokens = await Promise.all(
      [1, 2].map(
        async () =>
          (
            (await town.post(calls.authenticate(), { username: 'ana', password: 'clave de prueba' })).body as {
              token: string;
            }
          ).token,
      ),
    );
    expect(new Set([...tokens, town.admin, own]).size).toBe(4);
    expect((await town.get(calls.list('story'), { as: own })).status).toBe(401);
  });

  test('ends with its user, and a later user of the same name does not inherit it', async () => {
    const town = await openTown();
    expect((await town.get(calls.list('story'), { as: town.editor })).status).toBe(200);
    await town.post(calls.remove('user', town.editorId), {}, { as: town.admin });
    expect((await town.get(calls.list('story'), { as: town.editor })).status).toBe(401);
    await town.post('/users/register', { username: 'edu', password: 'otra clave larga' }, { as: town.admin });
    expect((await town.get(calls.list('story'), { as: town.editor })).status).toBe(401);
    expect(openSessions(town.db).userOf(town.editor)).toBeNull();
  });
});
