import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { preparedMatch, searchDocuments } from '#contract/search';
import type { SearchDocument } from '#contract/search';
import type { Story } from '#contract/records';
import { calls } from '#contract/addresses/calls';
import { publicCall } from '#contract/addresses/public-calls';
import type { PublicReader } from '#contract/reader';
import { withSerialSearches } from '../../../api/records/serial-searches.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

const MIB = 1024 * 1024;
/** Returns a megabyte of words, each made from its number. */
function wordsOf(make: (number: number) => string): string {
  const all: string[] = [];
  for (let number = 0, length = 0; length < MIB - 200; number += 1) {
    const word = make(number);
    all.push(word);
    length += word.length + 1;
  }
  return all.join(' ');
}

/** Texts of the ten stories, and the searches for each. */
const HOSTILE: Record<string, { text: string; searches: string[] }> = {
  'one short word 260,000 times': { text: wordsOf(() => 'que'), searches: ['que', 'q', 'agua', 'agua que'] },
  'every short word': {
    text: wordsOf((number) => number.toString(36)),
    searches: ['a', 'zz', '1 2 3 4 5 6 7 8 9 a b c', 'agua a'],
  },
  'words with one long beginning': {
    text: wordsOf((number) => `zzzzz${number.toString(36)}`),
    searches: ['zzzzz', 'zzzzz1 zzzzz2 zzzzz3', 'z zz zzz zzzz zzzzz zzzzz1 zzzzz11', 'agua zzzzz'],
  },
  'words of a letter and its marks': { text: wordsOf(() => 'e\u0301\u0300'), searches: ['e', 'é'] },
  'one word of a megabyte': { text: 'a'.repeat(MIB - 200), searches: ['a', 'aaaaaaaaaa', 'agua'] },
  'character references': { text: wordsOf(() => '&amp;'), searches: ['agua', 'amp'] },
};

function publish(town: Town, text: string, title = 'Agua'): void {
  for (let number = 0; number < 10; number += 1) {
    const id = town.make('story', { text });
    // An earlier release may have stored longer titles than are accepted today.
    town.db.prepare('UPDATE story SET title = ? WHERE id = ?').run(`${title} ${number}`, id);
    town.writer.update(town.act, 'story', id, 'status', { value: 'Publicado' });
  }
}

/** Returns the processor time of a function, in ms. */
async function workOf(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

describe('a search over ten stories of a megabyte each', () => {
  // It takes some milliseconds; without prepared texts it took between one and seven seconds. The limit leaves room for
  // slow machines.
  const BOUND = 500;

  test.for(Object.entries(HOSTILE))('of %s finishes quickly', async ([, { text, searches }]) => {
    const town = await openTown();
    publish(town, `<p>${text}</p>`);
    for (const search of searches) {
      const ms = await workOf(() => town.post(publicCall('search'), { search }));
      expect([search, ms < BOUND ? 'soon' : ms]).toEqual([search, 'soon']);
    }
  });

  test('and in titles as long finishes quickly and sends no megabytes', async () => {
    const town = await openTown();
    publish(town, '', wordsOf((number) => number.toString(36)).slice(0, MIB - 10));
    const ms = await workOf(async () => {
      const { body } = await town.post(publicCall('search'), { search: '1' });
      expect(JSON.stringify(body).length).toBeLessThan(20_000);
    });
    expect(ms).toBeLessThan(BOUND);
  });

  test('reads no more of a record than its prepared excerpt', () => {
    const record = {
      id: 'a',
      titlekey: 'a',
      title: 'T'.repeat(5000),
      status: 'Publicado',
      date: '2026-03-15',
      description: '',
      labels: [],
      text: wordsOf((number) => number.toString(36)),
    };
    const [document] = searchDocuments('story', record as unknown as Story);
    expect(document?.title.length).toBeLessThan(400);
    expect(document?.ranked.length).toBeLessThan(400);
    expect(preparedMatch(document as SearchDocument).context.folded.length).toBeLessThanOrEqual(20_000);
    expect(document?.otherWords.split(' ').length).toBe(10_001);
  });
});

describe('many searches at once', () => {
  test('take turns, and other requests are served in between', async () => {
    const town = await openTown();
    const order: string[] = [];
    const reader = withSerialSearches<PublicReader>({
      ...town.reader,
      search: async () => {
        order.push('search');
        return { items: [], pages: 0 };
      },
    });
    const loop = async () => {
      while (order.length < 40) await new Promise<void>((done) => setImmediate(() => (order.push('others'), done())));
    };
    await Promise.all([...Array.from({ length: 10 }, () => reader.search('agua', 1)), loop()]);
    expect(order.filter((one) => one === 'search')).toHaveLength(10);
    expect(order.join(' ')).not.toContain('search search');
  });

  test('leave the portal within reach: others are answered between hostile ones', async () => {
    const town = await openTown();
    const { text, searches } = HOSTILE['every short word']!;
    publish(town, `<p>${text}</p>`);
    const order: string[] = [];
    const agent = new Agent({ keepAlive: true });
    const statusOf = async (path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const asked = request(town.url + path, { agent, headers, method: body ? 'POST' : 'GET' });
      asked.end(body && JSON.stringify(body));
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return answer.statusCode;
    };
    // Their connections are open, or the process would take up one after another with them.
    await Promise.all(Array.from({ length: 41 }, () => statusOf(calls.health())));
    const asked = Array.from({ length: 40 }, async (_, number) => {
      const search = `${searches[number % searches.length]} ${number}`;
      expect(await statusOf(publicCall('search'), { search })).toBe(200);
      order.push('search');
    });
    while (order.filter((one) => one === 'search').length < asked.length) {
      expect(await statusOf(calls.health())).toBe(200);
      order.push('salud');
    }
    await Promise.all(asked);
    agent.destroy();
    // An answer takes a few turns of the process, each with one search. Without turns all searches come first.
    const together = order
      .join(' ')
      .split('salud')
      .map((some) => some.split('search').length - 1);
    expect(Math.max(...together)).toBeLessThan(10);
  });

  test('are refused when too many wait, with a message and a time, and accepted again soon after', async () => {
    const town = await openTown();
    publish(town, '<p>agua</p>');
    const reader = withSerialSearches(town.reader);
    const [found, refused] = [[] as number[], [] as unknown[]];
    const ask = () =>
      reader.search('agua', 1).then(
        ({ items }) => found.push(items.length),
        (error) => refused.push(error),
      );
    await Promise.all(Array.from({ length: 60 }, ask));
    expect([found.length, refused.length]).toEqual([51, 9]);
    expect(refused[0]).toMatchObject({
      status: 503,
      details: { retryAfter: 2 },
      message: 'El servidor está atendiendo muchos pedidos. Probá de nuevo en unos segundos.',
    });
    expect((await reader.search('agua', 1)).items).toHaveLength(10);
    expect((await reader.listSearch('bulletin', 'agua')).items).toEqual([]);
  });
});
