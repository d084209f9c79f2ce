import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFeed } from '#contract/messages/feed-messages';
import type { Feed } from '#contract/messages/feed-messages';
import { calls } from '#contract/addresses/calls';
import { dataUrl, photo } from '../api/files.ts';
import { command, newStory, openPortal, ownFolder, saveField } from './portal.ts';
import type { Portal } from './portal.ts';

test('a running portal is backed up, restored and used again: devices fill again, and what was not sent arrives once', async () => {
  const folder = ownFolder();
  const copies = join(folder, 'copias');
  const before = await openPortal(folder);
  const id = await newStory(before);
  await saveField(before, id, 'title', { value: 'Uno' }, 'op-before');
  await saveField(before, id, 'status', { value: 'Publicado' });
  await before.send('POST', calls.picture('story', id), {
    name: 'plaza.jpg',
    data: dataUrl(await photo(), 'image/jpeg'),
  });
  const { cursor } = await feedOf(before);

  const writing = writeOn(before);
  const { code, said } = await command('backup', [copies], before);
  const written = await writing.stop();
  expect(said).toContain('Copia hecha y revisada');
  expect(code).toBe(0);
  expect(written).toBeGreaterThan(3);
  const copy = join(copies, readdirSync(copies).find((name) => name.startsWith('portal-')) ?? '');

  await saveField(before, id, 'title', { value: 'Dos' }, 'op-after');
  const refused = await command('restore', [copy], before);
  expect(refused).toEqual({
    code: 1,
    said: expect.stringMatching(
      /No se restauró nada\. El portal está en marcha con la base \S+\. Cerralo y volvé a probar\.\n$/,
    ),
  });
  await before.stop();
  const restored = await command('restore', [copy], before);
  expect(restored.code).toBe(0);
  expect(restored.said).toContain('Lo que había quedó en');

  const after = await openPortal(folder);
  const feed = await feedOf(after, `?since=${encodeURIComponent(cursor)}`);
  expect(feed.fill).toBe(true);
  expect(feed.epoch).not.toBe(cursor.split('.')[0]);
  expect(await titleOf(after, id)).toBe('Uno');
  expect((await fetch(after.url + (await pictureOf(after, id)))).status).toBe(200);
  expect(
    (await fetch(`${after.url}${calls.one('story', id)}`, { headers: { Authorization: `Bearer ${before.token}` } }))
      .status,
  ).toBe(401);

  // A device sends a change that is in the backup, one made after it, and one based on a value that was lost.
  expect((await saveField(after, id, 'title', { value: 'Uno' }, 'op-before')).body).toBe(1);
  expect(await titleOf(after, id)).toBe('Uno');
  expect(await saveField(after, id, 'title', { value: 'Tres', base: 'Dos' }, 'op-pending')).toMatchObject({
    status: 409,
    body: { value: 'Uno' },
  });
  for (let times = 0; times < 2; times += 1)
    expect((await saveField(after, id, 'title', { value: 'Dos' }, 'op-after')).body).toBe(1);
  expect(await titleOf(after, id)).toBe('Dos');
  expect((await saveField(after, id, 'title', { value: 'Tres', base: 'Dos' }, 'op-pending')).body).toBe(1);
  await after.stop();
});

/** Saves one story after another until told to stop. */
function writeOn(portal: Portal): { stop(): Promise<number> } {
  let running = true;
  let written = 0;
  const loop = (async () => {
    while (running) {
      const id = await newStory(portal);
      expect((await saveField(portal, id, 'text', { value: `<p>${'palabra '.repeat(2000)}</p>` })).body).toBe(1);
      written += 1;
    }
  })();
  return {
    async stop() {
      running = false;
      await loop;
      return written;
    },
  };
}

async function feedOf(portal: Portal, query = ''): Promise<Feed> {
  const feed: unknown = await (await fetch(`${portal.url}/api/dataPublic/changes${query}`)).json();
  expect(isFeed(feed)).toBe(true);
  return feed as Feed;
}

async function titleOf(portal: Portal, id: string): Promise<string> {
  return ((await portal.send('GET', calls.one('story', id))).body as { title: string }).title;
}

async function pictureOf(portal: Portal, id: string): Promise<string> {
  const { image, year } = (await portal.send('GET', calls.one('story', id))).body as {
    image: { name: string; width: number };
    year: number;
  };
  return `/uploads/story/${year}/${id}/${image.name}-${image.width}.webp`;
}
