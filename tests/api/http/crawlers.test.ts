import { describe, expect, test } from 'vitest';
import { blankDocuments, siteSchema } from '#contract/town/documents';
import { calls } from '#contract/addresses/calls';
import { robots, securityTxt, sitemap } from '#contract/addresses/crawlers';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import { NOON, openTown } from '../town.ts';
import type { Town } from '../town.ts';

const ORIGIN = 'https://portal.example';
const DAY = 86_400_000;

/** The fields of a text that consists of lines `Name: value`. */
const fieldsOf = (body: unknown) =>
  String(body)
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/: (.*)/s, 2) as [string, string]);

async function setContact(town: Town, securityContact: string): Promise<number> {
  const site = { ...blankDocuments.site, securityContact };
  return (await town.post(calls.document('site'), { value: site }, { as: town.admin })).status;
}

describe('security.txt', () => {
  test('does not exist while Sitio has no contact for security, nor in a town of an earlier release', async () => {
    const town = await openTown({ origin: ORIGIN });
    const missing = await town.get(securityTxt());
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    const { securityContact: _, ...before } = blankDocuments.site;
    town.db.prepare("UPDATE document SET value = ? WHERE id = 'site'").run(JSON.stringify(before));
    await town.post(calls.document('usefulData'), { value: { rows: [] } }, { as: town.admin });
    expect((await town.get(securityTxt())).status).toBe(404);
    expect((await town.get('/api/dataPublic/site')).status).toBe(200);
    expect(await setContact(town, 'ana@ejemplo.gob.ar')).toBe(200);
    expect((await town.get(securityTxt())).status).toBe(200);
  });

  test('says where to report, in which language, and until when it is valid', async () => {
    const town = await openTown({ origin: ORIGIN });
    await setContact(town, 'seguridad@ejemplo.gob.ar');
    const { headers, body } = await town.get(securityTxt());
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'text/plain; charset=utf-8',
      PUBLIC_CACHE,
    ]);
    expect(fieldsOf(body)).toEqual([
      ['Contact', 'mailto:seguridad@ejemplo.gob.ar'],
      ['Expires', '2026-09-11T00:00:00Z'],
      ['Preferred-Languages', 'es'],
      ['Canonical', 'https://portal.example/.well-known/security.txt'],
    ]);
    const again = await town.get(securityTxt(), { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test('is always valid for months, and for less than a year, without anybody caring for it', async () => {
    const town = await openTown({ origin: ORIGIN });
    await setContact(town, 'seguridad@ejemplo.gob.ar');
    for (const days of [0, 100, 170, 500, 3000]) {
      town.clock.now = NOON + days * DAY;
      const { Expires } = Object.fromEntries(fieldsOf((await town.get(securityTxt())).body)) as { Expires: string };
      const left = (Date.parse(Expires) - town.clock.now) / DAY;
      expect([days, left > 90, left < 365]).toEqual([days, true, true]);
    }
  });

  test.for([
    ['', ''],
    [' Seguridad@Ejemplo.gob.ar ', 'Contact: mailto:Seguridad@Ejemplo.gob.ar'],
    ['ana+fallas?subject=x@ejemplo.com', 'Contact: mailto:ana%2Bfallas%3Fsubject%3Dx@ejemplo.com'],
    ['ejemplo.gob.ar/seguridad', 'Contact: https://ejemplo.gob.ar/seguridad'],
    ['https://ejemplo.gob.ar/a b', 'Contact: https://ejemplo.gob.ar/a%20b'],
    ['a@b.example\nExpires: 2000-01-01T00:00:00Z', null],
    ['http://ejemplo.gob.ar/seguridad', null],
    ['https://www.gob.ar@evil.example/', null],
    ['javascript:alert(1)', null],
    ['tel:107', null],
    ['ana', null],
  ] as const)('takes %j as a contact, or refuses it with what to write instead', async ([given, line]) => {
    const town = await openTown({ origin: ORIGIN });
    const status = await setContact(town, given);
    expect(status).toBe(line === null ? 422 : 200);
    const { body } = await town.get(securityTxt());
    if (line) expect(String(body).split('\n')[0]).toBe(line);
    const fault = siteSchema.safeParse({ ...blankDocuments.site, securityContact: given }).error?.issues[0];
    if (line === null) expect(fault?.message).toContain('como seguridad@ejemplo.com');
  });
});

test('robots.txt keeps search engines from the calls, and from no page: those say themselves that they are not to be found', async () => {
  const town = await openTown({ origin: ORIGIN });
  const { headers, body } = await town.get(robots());
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
    'text/plain; charset=utf-8',
    PUBLIC_CACHE,
  ]);
  expect(fieldsOf(body).at(-1)).toEqual(['Sitemap', ORIGIN + sitemap()]);
  const kept = fieldsOf(body).flatMap(([name, path]) => (name === 'Disallow' ? [path] : []));
  expect(kept).toEqual(['/api/', '/users/']);
  for (const page of [
    '/',
    '/noticias',
    '/login',
    '/login?volver=%2Fadmin',
    '/buscador/agua',
    '/admin',
    '/uploads/digesto.pdf',
  ]) {
    expect([page, kept.some((path) => page.startsWith(path))]).toEqual([page, false]);
  }
});
