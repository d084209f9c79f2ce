import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import { adminManifest, manifest, sharedPhotos } from '#contract/addresses/installed';
import { calls } from '#contract/addresses/calls';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

interface Manifest {
  id: string;
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  icons?: { src: string; sizes: string }[];
  theme_color: string;
  share_target?: object;
  screenshots?: { src: string; sizes: string; form_factor: string }[];
  shortcuts?: { name: string; url: string }[];
}
const read = async (town: Town, path: string) => (await town.get(path)).body as Manifest;

test('the manifest carries the town that the document Sitio describes, as soon as it is changed', async () => {
  const town = await openTown();
  expect(await read(town, manifest())).toMatchObject({ name: 'Municipalidad', short_name: 'Mi localidad' });
  const { id: _, ...site } = await town.reader.document('site');
  const value = { ...site, town: 'Cañadón «Seco» & Cía', name: 'Comisión de Fomento', accent: '#123456' };
  expect((await town.post(calls.document('site'), { value }, { as: town.admin })).status).toBe(200);
  expect(await read(town, manifest())).toMatchObject({
    name: 'Comisión de Fomento',
    short_name: 'Cañadón «Seco» & Cía',
    theme_color: '#123456',
  });
  expect((await read(town, adminManifest())).name).toBe('Administrador · Comisión de Fomento');
});

test('manifests are kept and revalidated like pages', async () => {
  const town = await openTown();
  for (const path of [manifest(), adminManifest()]) {
    const { status, headers } = await town.get(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
      PUBLIC_CACHE,
    ]);
    const again = await town.get(path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  }
});

test('an installed portal stays the same application after an update', async () => {
  const town = await openTown();
  expect(await read(town, manifest())).toMatchObject({ id: '/', start_url: '/', scope: '/' });
  expect(await read(town, adminManifest())).toMatchObject({ id: '/admin', start_url: '/admin', scope: '/admin' });
});

test('the portal can be installed: its icons are there in the sizes that browsers ask for', async () => {
  const town = await openTown();
  const { display, icons = [] } = await read(town, manifest());
  expect(display).toBe('standalone');
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src } of icons) expect((await town.get(src)).status, src).toBe(200);
});

test('the first shortcut of the icon leads to the emergency numbers', async () => {
  const town = await openTown();
  const { shortcuts } = await read(town, manifest());
  expect(shortcuts?.[0]).toMatchObject({ name: 'Números de emergencia', url: '/datosutiles' });
});

test('the other shortcuts are sections that the menu shows, by their names there', async () => {
  const town = await openTown();
  const shortcuts = async () => (await read(town, manifest())).shortcuts?.slice(1).map(({ name, url }) => [name, url]);
  expect(await shortcuts()).toEqual([]);
  town.make('bulletin', { title: 'Uno', status: 'Publicado' });
  town.make('album', { title: 'Río', status: 'Publicado' });
  for (const title of ['Feria', 'Recital']) {
    town.make('agenda', { title, status: 'Publicado' });
    town.make('story', { title, status: 'Publicado' });
  }
  expect(await shortcuts()).toEqual([
    ['Agenda', '/agenda'],
    ['Boletín Oficial', '/boletin'],
    ['Noticias', '/noticias'],
  ]);

  const { id: _, image: __, ...site } = await town.reader.document('site');
  const link = (to: string, name: string, isHidden = false) => ({ to, name, isHidden });
  const items = [
    link('/boletin', '', true),
    { ...link('', 'Más'), items: [link('/agenda', 'Qué hacer'), link('/turismo', '')] },
  ];
  const value = { ...site, menu: { hidesEmpty: true, items } };
  expect((await town.post(calls.document('site'), { value }, { as: town.admin })).status).toBe(200);
  expect(await shortcuts()).toEqual([
    ['Qué hacer', '/agenda'],
    ['Turismo', '/turismo'],
  ]);
});

test('only the back office appears among what a gallery can share photos to', async () => {
  const town = await openTown();
  expect(await read(town, manifest())).not.toHaveProperty('share_target');
  expect(await read(town, adminManifest())).toMatchObject({
    share_target: {
      action: sharedPhotos(),
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'fotos', accept: ['image/*'] }] },
    },
  });
});

test('a browser can show how the portal looks on a phone and on a desktop, in pictures of no town', async () => {
  const town = await openTown();
  const shown = (await read(town, manifest())).screenshots ?? [];
  expect(shown.map(({ form_factor: form }) => form)).toEqual(['narrow', 'wide']);
  for (const { src, sizes } of shown) {
    const { width, height, format } = await sharp(join(import.meta.dirname, '../../../web/public', src)).metadata();
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'webp']);
    // What browsers require: 320 to 3840 px, and at most 2.3 times as long as wide.
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
  }
});
