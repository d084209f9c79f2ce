import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { publicFeed } from '#contract/addresses/public-calls';
import { firstCategories } from '#contract/town/categories';
import { blankDocuments } from '#contract/town/documents';
import { dayAt, momentAt } from '#contract/values/dates';
import { openFill } from '../../web/src/sw/fill.ts';
import { openTown } from '../api/town.ts';
import { cacheStorage } from '../web/sw/cache-storage.ts';

const HOUR = 3_600_000;

/** A town, and the store of a phone that its service worker fills. */
async function openWorld() {
  const town = await openTown();
  // The server's answers carry the time of this machine.
  town.clock.now = Date.now();
  const network = { isUp: true, asked: [] as string[] };
  const fetchFromTown = fetch;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!path.startsWith('/')) return fetchFromTown(path, init);
    if (!network.isUp) throw new TypeError('Failed to fetch');
    network.asked.push(path);
    return fetchFromTown(town.url + path, init);
  });
  vi.stubGlobal('indexedDB', new IDBFactory());
  Dexie.dependencies.indexedDB = indexedDB;
  onTestFinished(() => void vi.unstubAllGlobals());
  const refreshed: string[] = [];
  const pulls = () => network.asked.filter((path) => path.startsWith(publicFeed(''))).length;
  return { town, network, refreshed, pulls, ...openFill(async () => void refreshed.push('shells')) };
}

test('the worker knows an event with the name of its category, once it has filled the store, and renews its shells', async () => {
  const { town, fill, event, refreshed } = await openWorld();
  const id = town.make('agenda', {
    title: 'Peña',
    date: dayAt(town.clock.now),
    labelId: 'Cultura',
    status: 'Publicado',
  });
  expect(await event(id)).toBeUndefined();
  await fill('');
  expect(await event(id)).toMatchObject({ title: 'Peña', label: 'Cultura' });
  const agenda = firstCategories.agenda.map((one) =>
    one.key === 'Cultura' ? { ...one, name: 'Cultura y arte' } : one,
  );
  town.writer.setDocument(town.act, 'categories', { ...firstCategories, agenda });
  await fill('');
  expect(await event(id)).toMatchObject({ title: 'Peña', label: 'Cultura y arte' });
  expect(await event('aaaaaaaaaaaa')).toBeFalsy();
  town.writer.setDocument(town.act, 'site', { ...blankDocuments.site, town: 'Los Ñires' });
  await fill('');
  expect(refreshed).toEqual(['shells']);
});

test('the worker knows which alerts are in force, and since when it knows', async () => {
  const { town, fill, heldAlerts, serverTime } = await openWorld();
  expect(await heldAlerts()).toEqual({ ids: [], levelAt: 0 });
  const alert = (headline: string, from: number, to: number) =>
    town.make('alert', {
      headline,
      onset: momentAt(town.clock.now + from * HOUR),
      expires: momentAt(town.clock.now + to * HOUR),
      status: 'Publicado',
    });
  const current = alert('Ruta 40 cortada', -1, 5);
  alert('Viento', 2, 5);
  await fill('');
  const { ids, levelAt } = await heldAlerts();
  expect(ids).toEqual([current]);
  for (const time of [levelAt, await serverTime()]) expect(Math.abs(time - Date.now())).toBeLessThan(HOUR);
});

test('the worker fetches the pictures of cards before it says that it is done', async () => {
  const { town, network, fill } = await openWorld();
  vi.stubGlobal('caches', cacheStorage(fetch));
  const id = town.make('story', { title: 'Feria', status: 'Publicado' });
  town.writer.setPicture(town.act, 'story', id, { name: 'feria-0123456789abcdef', width: 1600, height: 900 });
  await fill('');
  expect(network.asked.filter((path) => path.startsWith('/uploads/'))).toEqual([
    expect.stringContaining('feria-0123456789abcdef-480.webp'),
  ]);
});

test('pages that ask at the same time fill the store once, and a later one again', async () => {
  const { fill, pulls } = await openWorld();
  await Promise.all([fill(''), fill('')]);
  const once = pulls();
  await fill('');
  expect(pulls()).toBe(once + 1);
});

test('the record of an opened page is fetched if the feed does not bring it, but only then', async () => {
  const { town, network, fill } = await openWorld();
  const held = town.make('story', { title: 'Feria', status: 'Publicado' });
  const fetched = async (record: string) => {
    network.asked = [];
    await fill(record);
    return network.asked.filter((path) => !path.startsWith(publicFeed('')));
  };
  expect(await fetched('')).toEqual([]);
  expect(await fetched(`story ${held}`)).toEqual([]);
  for (const unnamed of ['story', ' aaaaaaaaaaaa', 'story ']) expect(await fetched(unnamed)).toEqual([]);
  const old = Array.from({ length: 3 }, (_, at) => String(at).repeat(12));
  for (const id of old) expect(await fetched(`story ${id}`)).toHaveLength(1);
});

test('without a network the store stays as it is, and the next page fills it', async () => {
  const { town, network, fill, event } = await openWorld();
  const id = town.make('agenda', { title: 'Peña', date: dayAt(town.clock.now), status: 'Publicado' });
  network.isUp = false;
  await fill(`agenda ${id}`);
  expect(await event(id)).toBeUndefined();
  network.isUp = true;
  await fill('');
  expect(await event(id)).toMatchObject({ title: 'Peña' });
});
