import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAnswerCache, townDay } from '../../../api/http/cache/answer-cache.ts';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import type { Answer, AnswerCache } from '../../../api/http/cache/answer-cache.ts';
import { accepted } from '../../../api/http/cache/encoding.ts';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';
import { raw } from '../wire.ts';

const STORIES = '/api/dataPublic/getStoriesByPage/1';
async function townWithNews(): Promise<Town> {
  const town = await openTown();
  for (let number = 0; number < 8; number += 1)
    town.make('story', {
      title: `Noticia número ${number}`,
      description: 'Un copete que dice algo más. '.repeat(4),
      status: 'Publicado',
    });
  return town;
}

describe('a public answer', () => {
  test('says who may cache it, and has a strong ETag for each encoding', async () => {
    const town = await townWithNews();
    const encodings = [
      ['identity', (bytes: Buffer) => bytes],
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const;
    const etags = new Set<string | undefined>();
    const texts = new Set<string>();
    for (const round of [1, 2]) {
      for (const [encoding, decode] of encodings) {
        const { status, headers, bytes } = await raw(town.url + STORIES, { 'Accept-Encoding': encoding });
        expect([round, status]).toEqual([round, 200]);
        expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=30, stale-if-error=86400');
        expect(headers.vary).toBe('Accept-Encoding');
        expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        expect(headers['content-length']).toBe(String(bytes.length));
        expect(headers.etag).toMatch(/^"[\w-]+"$/);
        expect(headers['x-content-type-options']).toBe('nosniff');
        etags.add(headers.etag);
        texts.add(decode(bytes).toString());
      }
    }
    expect(etags.size).toBe(3);
    expect(texts.size).toBe(1);
  });

  test('is 304 while nothing changed, with the same tag as the full answer', async () => {
    const town = await townWithNews();
    const first = await raw(town.url + STORIES, { 'Accept-Encoding': 'br' });
    const etag = first.headers.etag ?? '';
    for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await raw(town.url + STORIES, { 'Accept-Encoding': 'br', 'If-None-Match': given });
      expect([given, again.status, again.bytes.length]).toEqual([given, 304, 0]);
      expect(again.headers).toMatchObject({ etag, 'cache-control': PUBLIC_CACHE, vary: 'Accept-Encoding' });
      expect(again.headers).not.toHaveProperty('content-encoding');
    }
    // Each encoding has other bytes and therefore another tag.
    expect((await raw(town.url + STORIES, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })).status).toBe(200);
    expect((await raw(town.url + STORIES, { 'Accept-Encoding': 'br', 'If-None-Match': '"x"' })).status).toBe(200);
  });

  test('has the same tag when the content is the same again', async () => {
    const town = await townWithNews();
    const before = (await raw(town.url + STORIES)).headers.etag;
    const id = town.make('story', { title: 'Otra', status: 'Publicado' });
    expect((await raw(town.url + STORIES)).headers.etag).not.toBe(before);
    await save(town, 'story', id, 'status', { value: 'Oculto' });
    expect((await raw(town.url + STORIES)).headers.etag).toBe(before);
  });

  test('shows every change immediately', async () => {
    const town = await townWithNews();
    const id = town.make('story', { title: 'Uno', status: 'Publicado' });
    for (const title of ['Dos', 'Tres', 'Cuatro']) {
      await save(town, 'story', id, 'title', { value: title });
      expect(JSON.stringify((await town.get(STORIES)).body)).toContain(`"${title}"`);
    }
  });

  test('follows the day in the town', async () => {
    const town = await openTown();
    town.make('agenda', { title: 'Feria', status: 'Publicado', date: '15-03-2026' });
    const events = async () => (await town.get('/api/dataPublic/getAgendaNextThree')).body as unknown[];
    town.clock.now = Date.parse('2026-03-16T02:59:59Z');
    expect(await events()).toHaveLength(1);
    town.clock.now = Date.parse('2026-03-16T03:00:00Z');
    expect(await events()).toHaveLength(0);
  });

  test('to HEAD is its headers', async () => {
    const town = await townWithNews();
    for (const round of [1, 2]) {
      const [head, get] = [await raw(town.url + STORIES, {}, 'HEAD'), await raw(town.url + STORIES)];
      expect([round, head.status, head.bytes.length]).toEqual([round, 200, 0]);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers.etag).toBe(get.headers.etag);
    }
  });

  test('to a request with a session, or what looks like one, is the same and is not computed again', async () => {
    const town = await townWithNews();
    const asked = vi.spyOn(town.db, 'prepare');
    const first = await raw(town.url + STORIES);
    for (const authorization of [`Bearer ${town.editor}`, `Bearer ${'a'.repeat(43)}`, 'x', 'Basic x', '']) {
      const again = await raw(town.url + STORIES, { Authorization: authorization });
      expect([authorization, again.bytes.equals(first.bytes), again.headers['x-request-id']]).toEqual([
        authorization,
        true,
        undefined,
      ]);
    }
    expect(asked).not.toHaveBeenCalled();
  });

  test('for something that does not exist has the same headers', async () => {
    const town = await openTown();
    const { status, headers, body } = await town.get('/api/dataPublic/getStoriesById/aaaaaaaaaaaa');
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toBe(PUBLIC_CACHE);
    expect(body).toMatchObject({ code: 'not-found' });
    expect((await raw(`${town.url}/api/dataPublic/getStoriesById/aaaaaaaaaaaa`, { 'If-None-Match': '*' })).status).toBe(
      404,
    );
  });

  test('that is a refusal is not cached', async () => {
    const town = await openTown();
    expect((await town.get('/api/dataPublic/getStoriesByPage/0')).headers.get('cache-control')).toBe('no-store');
    expect((await town.get('/api/dataPublic/nada')).headers.get('cache-control')).toBe('no-store');
  });
});

test('answers that need a session, change something or are a feed are no-store', async () => {
  const town = await openTown();
  const id = town.make('story');
  const asked = { as: town.admin };
  const answers = await Promise.all([
    town.get('/api/data/getStoriesByAll/1', asked),
    town.get(`/api/data/getStoryById/${id}`, asked),
    town.get('/api/data/changes', asked),
    town.get('/api/dataPublic/changes'),
    town.get(`/api/data/LabelsCreateAddStory/${id}/Obras`, asked),
    town.get('/users', asked),
    town.get('/users'),
    town.post('/users/tokenExpired'),
    town.get('/salud'),
  ]);
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
  }
});

test('long answers that are not cached are compressed too', async () => {
  const town = await townWithNews();
  for (const path of ['/api/dataPublic/changes', '/api/data/changes', '/api/data/getStoriesByAll/1']) {
    const { headers, bytes } = await raw(town.url + path, {
      'Accept-Encoding': 'gzip, br',
      Authorization: `Bearer ${town.editor}`,
    });
    expect(headers['content-encoding']).toBe('br');
    expect(() => JSON.parse(brotliDecompressSync(bytes).toString()) as unknown).not.toThrow();
  }
});

describe('the cached answers', () => {
  /** Starts a server that answers from the cache or with what `produce` returns. */
  async function serve(answerCache: AnswerCache, produce: (path: string) => Promise<Answer>): Promise<string> {
    const server = createServer((req, res) => {
      if (answerCache.lookup(req, res)) return void served.push(`kept ${req.url}`);
      served.push(`sent ${req.url}`);
      answerCache.send(req, res, () => produce(req.url ?? '')).catch(() => res.writeHead(500).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  let served: string[] = [];
  const text = (body: string, status = 200): Answer => ({ status, headers: { 'Content-Type': 'text/plain' }, body });

  test('are computed once, however many ask at the same time and in whatever encoding', async () => {
    served = [];
    let made = 0;
    const answerCache = createAnswerCache({ version: () => '1', day: () => 'x' });
    const url = await serve(answerCache, async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
      return text('palabra '.repeat(500));
    });
    const asked = Array.from({ length: 30 }, (_, index) =>
      raw(`${url}/a`, { 'Accept-Encoding': ['br', 'gzip', 'identity'][index % 3] ?? '' }),
    );
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(made).toBe(1);
    await raw(`${url}/a`);
    expect(served.at(-1)).toBe('kept /a');
  });

  test('computed while the content changed are sent to who asked and not cached', async () => {
    let version = 1;
    const answerCache = createAnswerCache({ version: () => String(version), day: () => 'x' });
    const url = await serve(answerCache, async () => {
      const seen = version;
      if (seen === 1) version = 2;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return text(`version ${seen}`);
    });
    expect((await raw(`${url}/a`)).bytes.toString()).toBe('version 1');
    expect((await raw(`${url}/a`)).bytes.toString()).toBe('version 2');
  });

  test('being computed when the content changes are not sent to later requests', async () => {
    let version = 1;
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answerCache = createAnswerCache({ version: () => String(version), day: () => 'x' });
    const url = await serve(answerCache, async () => {
      const seen = version;
      begun.resolve();
      if (seen === 1) await gate.promise;
      return text(`version ${seen}`);
    });
    const early = raw(`${url}/a`);
    await begun.promise;
    version = 2;
    expect((await raw(`${url}/b`)).bytes.toString()).toBe('version 2');
    const next = raw(`${url}/a`);
    gate.resolve();
    expect((await early).bytes.toString()).toBe('version 1');
    expect((await next).bytes.toString()).toBe('version 2');
    expect((await raw(`${url}/a`)).bytes.toString()).toBe('version 2');
  });

  test('that finish too late do not replace newer ones', async () => {
    let version = 1;
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answerCache = createAnswerCache({ version: () => String(version), day: () => 'x' });
    const url = await serve(answerCache, async () => {
      const seen = version;
      begun.resolve();
      if (seen === 1) await gate.promise;
      return text(`version ${seen}`);
    });
    const early = raw(`${url}/a`);
    await begun.promise;
    version = 2;
    await raw(`${url}/b`);
    gate.resolve();
    await early;
    expect((await raw(`${url}/a`)).bytes.toString()).toBe('version 2');
  });

  test('count only towards the limit of the visitor who caused them, not of others who get them', async () => {
    let counted = 0;
    const answerCache = createAnswerCache({
      version: () => '1',
      day: () => 'x',
      onMiss: () => {
        counted += 1;
        if (counted > 2) throw new Error('too many');
      },
    });
    const url = await serve(answerCache, async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return text('x');
    });
    await Promise.all(Array.from({ length: 20 }, () => raw(`${url}/a`)));
    expect(counted).toBe(1);
    await raw(`${url}/a`);
    expect((await raw(`${url}/b`)).status).toBe(200);
    expect((await raw(`${url}/c`)).status).toBe(500);
    expect((await raw(`${url}/a`)).status).toBe(200);
    expect(counted).toBe(3);
  });

  test('are limited in bytes: the least recently used are dropped first', async () => {
    served = [];
    const answerCache = createAnswerCache({ version: () => '1', day: () => 'x', maxBytes: 64 * 1024 });
    const url = await serve(answerCache, async (path) => text(path.repeat(1500)));
    const ask = async (path: string) => {
      await raw(url + path, { 'Accept-Encoding': 'identity' });
      return served.at(-1);
    };
    for (let number = 10; number < 20; number += 1) await ask(`/${number}`);
    expect(await ask('/10')).toBe('kept /10');
    for (let number = 20; number < 27; number += 1) await ask(`/${number}`);
    expect(await ask('/10')).toBe('kept /10');
    expect(await ask('/11')).toBe('sent /11');
  });

  test('do not include errors, very large answers or very long addresses', async () => {
    served = [];
    const answerCache = createAnswerCache({ version: () => '1', day: () => 'x', maxBytes: 64 * 1024 });
    const url = await serve(answerCache, async (path) => {
      if (path === '/throws') throw new Error('broken');
      return path === '/large' ? text('x'.repeat(20_000)) : text('x', path === '/error' ? 500 : 200);
    });
    for (const path of ['/error', '/throws', '/large', `/${'x'.repeat(3000)}`]) {
      for (const round of [1, 2]) {
        await raw(url + path);
        expect([round, served.at(-1)]).toEqual([round, `sent ${path}`]);
      }
    }
    await raw(`${url}/a`);
    expect(served.at(-1)).toBe('sent /a');
    await raw(`${url}/a`, {}, 'POST');
    expect(served.at(-1)).toBe('sent /a');
  });
});

test.for([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0', 'identity'],
  ['gzip;q=0', 'identity'],
  ['identity', 'identity'],
  ['', 'identity'],
  ['*', 'gzip'],
  ['*;q=0', 'identity'],
  ['br;q=x', 'identity'],
  ['deflate, zstd', 'identity'],
] as const)('Accept-Encoding %j gets %s', ([header, encoding]) => {
  expect(accepted(header)).toBe(encoding);
});

test('the day changes in the time zone of the town', () => {
  let now = Date.parse('2026-03-15T02:59:59Z');
  const day = townDay(() => now);
  expect(day()).toBe('2026-03-14');
  now += 1000;
  expect(day()).toBe('2026-03-15');
});
