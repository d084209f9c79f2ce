import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { releases } from '../../../api/maintenance/doctor/releases.ts';
import { askReleases, isNewer } from '../../../api/maintenance/newest-release.ts';
import { VERSION } from '../../../api/version.ts';
import { temporaryFolder } from '../files.ts';
import { NOON } from '../town.ts';

const DAY = 24 * 60 * 60 * 1000;
const release = (version: string, name = 'portal-municipal') => `Package: ${name}\nVersion: ${version}\nSize: 5\n\n`;

/** A portal whose repository of apt answers as it is told. */
async function openPortal(listener: RequestListener) {
  const asked: (string | undefined)[] = [];
  const portal = { answer: listener, now: NOON };
  const server = createServer((req, res) => {
    asked.push(req.url);
    portal.answer(req, res);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const releasesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/apt`;
  const place = { dbFile: join(temporaryFolder(), 'portal.sqlite'), releasesUrl };
  return Object.assign(portal, {
    asked,
    place,
    says: (text: string) => (portal.answer = (_req, res) => void res.end(text)),
    ask: (maxAge = 0) => askReleases(place, { now: () => portal.now, maxAge }),
    found: () => foundIn(place),
  });
}

const foundIn = (place: { dbFile: string; releasesUrl?: string }) =>
  releases({ uploadsDir: '', backupDir: undefined, origin: '', host: '', port: 0, ...place }).map(
    ({ state, what, isAdvice }) => `${isAdvice ? 'consejo' : state}: ${what}`,
  );

test('the operator learns of a newer release, in the repository that may be asked', async () => {
  const portal = await openPortal((_req, res) => {
    res.end(release('9.9.0') + release('9.10.1') + release('9.10.0') + release('99.0.0', 'otro') + release('x'));
  });
  expect(foundIn({ dbFile: portal.place.dbFile })).toEqual([]);
  await portal.ask();
  expect(portal.asked).toEqual([expect.stringMatching(/^\/apt\/dists\/stable\/main\/binary-\w+\/Packages$/)]);
  expect(portal.found()).toEqual([`aviso: Hay una versión más nueva del portal: la 9.10.1, y esta es la ${VERSION}.`]);
  // What one repository has said is not said of another, nor when none may be asked any more.
  expect(foundIn({ dbFile: portal.place.dbFile })).toEqual([]);
  expect(foundIn({ ...portal.place, releasesUrl: 'https://otra.example' })).toEqual([
    expect.stringContaining('consejo: No se pudo saber'),
  ]);
  portal.says(release(VERSION) + release('0.0.1'));
  await portal.ask();
  expect(portal.found()).toEqual([`bien: El portal ${VERSION} es la última versión.`]);
});

test('the repository is asked once a day, and again after a failure or by a person', async () => {
  const portal = await openPortal((_req, res) => void res.writeHead(503).end());
  await portal.ask(DAY);
  await portal.ask(DAY);
  expect(portal.asked).toHaveLength(2);
  portal.says(release('9.0.0'));
  await portal.ask(DAY);
  portal.now += DAY - 1;
  await portal.ask(DAY);
  expect(portal.asked).toHaveLength(3);
  await portal.ask();
  portal.now += DAY;
  await portal.ask(DAY);
  expect(portal.asked).toHaveLength(5);
  // The clock was ahead.
  portal.now -= 7 * DAY;
  await portal.ask(DAY);
  expect(portal.asked).toHaveLength(6);
});

test.for<[string, RequestListener, RegExp]>([
  ['leads elsewhere', (_req, res) => void res.writeHead(302, { Location: '/apt/otro' }).end(), /respondió 302/],
  ['says that it has none', (_req, res) => void res.writeHead(404).end(release('99.0.0')), /respondió 404/],
  ['never stops', (_req, res) => void res.end(release('99.0.0').repeat(40_000)), /respondió demasiado/],
  ['has no release', (_req, res) => void res.end('<h1>Hola</h1>'), /ninguna versión del portal/],
  ['breaks off', (_req, res) => void res.writeHead(200, { 'Content-Length': 99 }).write('x', () => res.destroy()), /./],
  ['says nothing', () => {}, /no respondió a tiempo/],
])('a repository that %s is not believed, and what was known stays', async ([, answer, why]) => {
  const limit = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit(2000));
  onTestFinished(() => void vi.restoreAllMocks());
  const portal = await openPortal((_req, res) => void res.end(release('9.0.0')));
  await portal.ask();
  portal.answer = (req, res) => (req.url?.endsWith('/otro') ? res.end(release('99.0.0')) : answer(req, res));
  await portal.ask();
  expect(portal.found()).toEqual([
    expect.stringContaining('aviso: Hay una versión más nueva del portal: la 9.0.0'),
    expect.stringMatching(why),
  ]);
  expect(portal.found()[1]).toContain('consejo: No se pudo saber si hay una versión más nueva del portal (http');
});

test('a disk without room does not keep the doctor from examining', async () => {
  const portal = await openPortal((_req, res) => void res.end(release('9.0.0')));
  const dbFile = join(portal.place.dbFile, 'no', 'portal.sqlite');
  await askReleases({ ...portal.place, dbFile }, { now: () => NOON });
  expect(foundIn({ ...portal.place, dbFile })).toEqual([expect.stringContaining('no se le preguntó')]);
});

test.for([
  ['1.0.1', '1.0.0'],
  ['1.10.0', '1.9.9'],
  ['10.0.0', '9.99.99'],
  ['1.0.10', '1.0.9'],
] as const)('%s is newer than %s, and not the other way round', ([one, other]) => {
  expect([isNewer(one, other), isNewer(other, one), isNewer(one, one)]).toEqual([true, false, false]);
});
