import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { publicCall, publicFeed } from '#contract/addresses/public-calls';
import { draftPage } from '#contract/addresses/drafts';
import { textPictureSource } from '#contract/addresses/files';
import type { DraftLink } from '#contract/messages/draft-link';
import { DRAFT_LINK_DAYS } from '#contract/limits';
import type { Story } from '#contract/records';
import { loggedPath } from '../../../api/log.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { dataUrl, photo, temporaryFolder } from '../files.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

/** Draws a story as what its reader returns of it, with its picture. */
const renderer: Renderer = {
  page: async (path) => ({ status: 404, html: `nothing at ${path}` }),
  view: async (path) => ({ redirect: path }),
  shell: async (kind) => kind,
  missingFile: async () => '',
  tickets: async () => '',
  qrCode: (path) => path,
  async draft(path, reader) {
    const story = await reader.record('story', path.split('/').at(-2) ?? '');
    const picture = story?.image && `/uploads/story/${story.year}/${story.id}/${story.image.name}-64.webp`;
    if (!story) return 'Este enlace venció';
    return `<h1>${story.title}</h1><img src="${picture}"> <a href="/uploads/story/2026/another/x.webp">${story.text}`;
  },
};

async function openDraft(title = 'Sin publicar') {
  const town = await openTown({ renderer, uploadsDir: temporaryFolder() });
  const id = town.make('story', { title });
  const link = async (as = town.admin) => (await town.post(calls.draftLink('story', id), {}, { as })).body as DraftLink;
  const setStatus = (value: string) => town.post(calls.update('story', id, 'status'), { value }, { as: town.admin });
  return { town, id, link, setStatus };
}
const at = async (town: Town, token: string) => town.get(draftPage(token));

test('a link shows a draft to somebody without an account; no cache or search engine keeps it', async () => {
  const { town, id, link } = await openDraft();
  const { token, expires, by } = await link();
  expect([by, expires - town.clock.now]).toEqual(['Ana', DRAFT_LINK_DAYS * 86_400_000]);
  const { status, body, headers } = await at(town, token);
  expect([status, body]).toEqual([200, expect.stringContaining('<h1>Sin publicar</h1>')]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  // Staff can look it up, and the draft is as it is now.
  expect((await town.get(calls.draftLink('story', id), { as: town.editor })).body).toEqual({ token, expires, by });
  await town.post(calls.update('story', id, 'title'), { value: 'Casi' }, { as: town.editor });
  expect((await at(town, token)).body).toContain('Casi');
});

test('a link ends: after some days, when it is revoked, and when another is made', async () => {
  const { town, id, link } = await openDraft();
  const first = await link();
  const second = await link();
  expect([(await at(town, first.token)).status, (await at(town, second.token)).status]).toEqual([404, 200]);
  expect((await town.call('DELETE', calls.draftLink('story', id), undefined, { as: town.editor })).body).toBe(1);
  expect((await at(town, second.token)).status).toBe(404);
  expect((await town.get(calls.draftLink('story', id), { as: town.admin })).body).toBeNull();
  const third = await link();
  town.clock.now = third.expires - 1;
  expect((await at(town, third.token)).status).toBe(200);
  town.clock.now = third.expires;
  expect((await at(town, third.token)).status).toBe(404);
  expect((await town.get(calls.draftLink('story', id), { as: town.admin })).body).toBeNull();
  const { status, body, headers } = await at(town, 'a-token-that-nobody-has');
  expect([status, body, headers.get('cache-control')]).toEqual([404, 'Este enlace venció', 'no-store']);
});

test('a link ends when the sessions of its maker are taken away: with a stolen tablet anybody could have made it', async () => {
  const { town, link } = await openDraft();
  const as = town.admin;
  const status = async (change: () => Promise<unknown>) => {
    const { token } = await link(town.editor);
    expect((await at(town, token)).status).toBe(200);
    await change();
    return (await at(town, token)).status;
  };
  const other = await link();
  expect(
    await status(async () => town.post(calls.update('user', town.adminId, 'name'), { value: 'Ana B.' }, { as })),
  ).toBe(200);
  expect(await status(async () => town.post(calls.update('user', town.editorId, 'enable'), { value: 0 }, { as }))).toBe(
    404,
  );
  expect((await at(town, other.token)).status).toBe(404);
});

test('a link leads to the page once the draft is published, and shows nothing after it is withdrawn', async () => {
  const { town, id, link, setStatus } = await openDraft();
  const { token } = await link();
  await setStatus('Publicado');
  const published = await at(town, token);
  expect([published.status, published.headers.get('location')]).toEqual([302, `/noticias/leer/${id}/sin-publicar`]);
  expect((await town.post(calls.draftLink('story', id), {}, { as: town.admin })).status).toBe(422);
  await setStatus('Oculto');
  expect((await at(town, token)).status).toBe(404);
  expect((await town.get(calls.draftLink('story', id), { as: town.admin })).body).toBeNull();
  // Whoever wants to show it again makes a new link.
  const again = await link();
  expect((await at(town, again.token)).status).toBe(200);
  await town.post(calls.remove('story', id), {}, { as: town.admin });
  expect((await at(town, again.token)).status).toBe(404);
});

test('what a link shows is in no public answer: nor reader, feed, search, subscription or site map', async () => {
  const { town, id, link } = await openDraft('Zarigüeya');
  town.make('story', { title: 'A la vista', status: 'Publicado' });
  const { token } = await link();
  await at(town, token);
  expect((await town.get(publicCall('record', { type: 'story', id }))).status).toBe(404);
  const answers = await Promise.all([
    town.get(publicCall('list', { type: 'story', page: 1 })),
    town.get(publicCall('highlighted', { type: 'story' })),
    town.get(publicFeed('')),
    town.post(publicCall('search'), { search: 'zarigueya', page: 1 }),
    town.get('/noticias.atom'),
    town.get('/sitemap.xml'),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`Zarig|${id}|${token}`, 'i'));
  }
});

test('the files of a draft are seen with its token only, and its token shows no others', async () => {
  const { town, id, link } = await openDraft();
  const other = town.make('story', { title: 'Otra' });
  const data = dataUrl(await photo());
  const src = textPictureSource('foto-0123456789abcdef', 0);
  town.writer.update(town.act, 'story', id, 'text', { value: `<img src="${src}" alt="Plaza">` });
  for (const one of [id, other]) await town.post(calls.picture('story', one), { data }, { as: town.admin });
  const { token } = await link();
  const { body } = await at(town, token);
  const [, address = ''] = /src="([^"]+)"/.exec(String(body)) ?? [];
  expect(address).toMatch(new RegExp(`^${draftPage(token)}/uploads/story/\\d+/${id}/`));
  const picture = await town.get(address);
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const direct = address.slice(draftPage(token).length);
  expect((await town.get(direct)).status).toBe(404);
  expect((await town.get(address.replace(id, other))).status).toBe(404);
  const { name, year } = await imageOf(town, other);
  expect((await town.get(`${draftPage(token)}/uploads/story/${year}/${other}/${name}-64.webp`)).status).toBe(404);
  await town.call('DELETE', calls.draftLink('story', id), undefined, { as: town.admin });
  expect((await town.get(address)).status).toBe(404);
  // What belongs to other records keeps its address.
  expect(body).toContain('href="/uploads/story/2026/another/x.webp"');
  expect(body).toContain(`<img src="${draftPage(token)}${src}" alt="Plaza" />`);
});

async function imageOf(town: Town, id: string): Promise<{ name: string; year: string }> {
  const { image, year } = (await town.get(calls.one('story', id), { as: town.admin })).body as Story;
  return { name: image?.name ?? '', year: String(year) };
}

test('links are made by those who may edit the record, and logged without their tokens', async () => {
  const { town, id, link } = await openDraft();
  const authority = town.make('authority', { name: 'Elsa' });
  const make = async (type: string, of: string, as?: string) =>
    (await town.post(calls.draftLink(type, of), {}, { as })).status;
  expect(await make('story', id)).toBe(401);
  expect(await make('authority', authority, town.editor)).toBe(403);
  expect(await make('story', 'nothing', town.editor)).toBe(404);
  expect(await make('map', town.make('map', { title: 'Sendero' }), town.admin)).toBe(404);
  const { token } = await link(town.editor);
  expect(loggedPath(draftPage(token))).toBe('/borrador/*');
  expect(loggedPath(`${draftPage(token)}/uploads/story/2026/${id}/x.webp`)).toBe('/borrador/*');
});

test('nobody can keep the server busy with pages of drafts that do not exist', async () => {
  const { town, link } = await openDraft();
  const { token } = await link();
  const statuses = await Promise.all(
    Array.from({ length: 301 }, async (_, one) => (await at(town, `nobody-has-${one}`)).status),
  );
  expect([statuses.filter((one) => one === 404).length, statuses.filter((one) => one === 429).length]).toEqual([
    300, 1,
  ]);
  expect((await at(town, token)).status).toBe(429);
  town.clock.now += 1000;
  expect((await at(town, token)).status).toBe(200);
});
