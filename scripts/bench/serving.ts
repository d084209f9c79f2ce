import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { pages } from '../../api/contract/addresses/pages.ts';
import { publicCall, publicFeed } from '../../api/contract/addresses/calls.ts';
import { median } from './measure.ts';
import { openNginx } from './nginx.ts';
import { hasWrk, rateOf, startReference } from './programs.ts';
import type { Program } from './programs.ts';
import { idOf } from './town.ts';

export interface Served {
  name: string;
  bytes: number;
  /** Requests a second, ours and those of the reference that sends the same bytes. */
  rate: number;
  reference: number;
}
export interface Serving {
  inNode: Served[];
  /** Behind nginx, against nginx sending the same bytes from a file; null where it cannot be measured. */
  behindNginx: Served | null;
  /** Requests a second of one Express route with one query. */
  express: number;
  memory: { now: number; peak: number };
}

const AS_BROWSER = { 'accept-encoding': 'gzip, deflate, br' };

/** The whole addresses that are served most. */
export async function addressesOf(portal: Program, stories: number) {
  const { cursor } = (await (await fetch(portal.url + publicFeed(''))).json()) as { cursor: string };
  return {
    home: pages.home(),
    article: pages.story({ id: await firstPublic(portal, stories), titlekey: 'x' }),
    'list of 10': publicCall('stories', { page: 1 }),
    'feed, nothing new': publicFeed(`?since=${cursor}`),
  };
}

async function firstPublic(portal: Program, stories: number): Promise<string> {
  for (let number = 0; number < stories; number += 1) {
    const id = idOf('story', number);
    if ((await fetch(portal.url + publicCall('story', { id }))).ok) return id;
  }
  throw new Error('no story is public');
}

/** Loads the portal and, in turns with it, the references. @param dbFile what the Express route asks */
export async function measureServing(
  portal: Program,
  {
    folder,
    dbFile,
    stories,
    rounds,
    duration,
  }: { folder: string; dbFile: string; stories: number; rounds: number; duration: number },
): Promise<Serving> {
  const addresses = Object.entries(await addressesOf(portal, stories));
  const constant = [];
  for (const [number, [, path]] of addresses.entries()) {
    const { body, headers } = await fetchRaw(portal.url + path);
    const file = join(folder, `constant-${number}`);
    writeFileSync(file, body);
    constant.push({
      path: `/${number}`,
      file,
      headers: {
        'Content-Type': String(headers['content-type']),
        'Content-Encoding': String(headers['content-encoding']),
      },
    });
  }
  const reference = await startReference({ constant, dbFile });
  try {
    const inNode: Served[] = [];
    for (const [number, [name, path]] of addresses.entries()) {
      const rates = inTurns(rounds, [
        () => rateOf({ url: portal.url + path, headers: AS_BROWSER, duration }),
        () => rateOf({ url: `${reference.url}/${number}`, headers: AS_BROWSER, duration }),
      ]);
      inNode.push({
        name,
        bytes: readFileSync(constant[number]?.file ?? '').length,
        rate: rates[0] ?? Number.NaN,
        reference: rates[1] ?? Number.NaN,
      });
    }
    const memory = portal.memory();
    const [express = Number.NaN] = inTurns(rounds, [() => rateOf({ url: `${reference.url}/express`, duration })]);
    return {
      inNode,
      express,
      memory,
      behindNginx: await behindNginx(portal, addresses[1]?.[1] ?? '/', constant[1]?.file ?? '', rounds, duration),
    };
  } finally {
    await reference.stop();
  }
}

async function behindNginx(
  portal: Program,
  path: string,
  file: string,
  rounds: number,
  duration: number,
): Promise<Served | null> {
  if (!hasWrk) return null;
  const nginx = await openNginx(portal.port, file).catch(() => null);
  if (!nginx) return null;
  try {
    const url = `https://127.0.0.1:${nginx.port}`;
    const [rate = Number.NaN, reference = Number.NaN] = inTurns(
      rounds,
      [path, '/file'].map((one) => () => rateOf({ url: url + one, headers: AS_BROWSER, duration })),
    );
    return { name: 'article', bytes: readFileSync(file).length, rate, reference };
  } finally {
    await nginx.stop();
  }
}

/** Medians of several rounds, the works in turns, so that what else the machine does meets all of them. */
function inTurns(rounds: number, works: (() => number)[]): number[] {
  const all = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) for (const [place, work] of works.entries()) all[place]?.push(work());
  return all.map(median);
}

/** The median of first requests, of addresses that nobody has asked for yet: drawn, compressed, kept. In ms. */
export async function measureMisses(portal: Program, paths: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const path of paths) {
    const began = performance.now();
    await fetchRaw(portal.url + path);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Addresses of every kind that nobody has asked for yet. */
export function unaskedPages(stories: number): Record<string, string[]> {
  const many = <T>(make: (number: number) => T) => Array.from({ length: 40 }, (_, number) => make(number));
  return {
    article: many((number) =>
      pages.story({ id: idOf('story', Math.floor((number + 3) * (stories / 50))), titlekey: 'x' }),
    ),
    'page of stories': many((number) => pages.stories(1 + Math.floor(number * (stories / 500)))),
    home: many((number) => `/?pagina=${number}`),
    'search page': many((number) =>
      pages.search(['plaza', 'agua', 'salud', 'obra'][number % 4] ?? '', 1 + Math.floor(number / 4)),
    ),
  };
}

/** The very bytes that came, compressed as they are. */
function fetchRaw(url: string): Promise<{ body: Buffer; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: AS_BROWSER }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => resolve({ body: Buffer.concat(parts), headers: res.headers }));
    }).on('error', reject);
  });
}
