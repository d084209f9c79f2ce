import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { pages } from '../../api/contract/addresses/pages.ts';
import { publicCall, publicFeed } from '../../api/contract/addresses/public-calls.ts';
import { median } from './measure.ts';
import { openNginx } from './nginx.ts';
import { hasWrk, rateOf, startReference } from './programs.ts';
import type { Program } from './programs.ts';
import { idOf } from './town.ts';

export interface Served {
  name: string;
  bytes: number;
  /** Requests per second of the portal, and of the reference that sends the same bytes. */
  rate: number;
  reference: number;
}
export interface Serving {
  inNode: Served[];
  /** The portal behind nginx, compared with nginx sending the same bytes from a file; null if it cannot be measured. */
  behindNginx: Served | null;
  /** Requests per second of one Express route with one query. */
  express: number;
  memory: { now: number; peak: number };
}

const AS_BROWSER = { 'accept-encoding': 'gzip, deflate, br' };

/** Returns the addresses that are requested most. */
export async function addressesOf(portal: Program, stories: number) {
  const { cursor } = (await (await fetch(portal.url + publicFeed(''))).json()) as { cursor: string };
  return {
    home: pages.home(),
    article: pages.story({ id: await firstPublic(portal, stories), titlekey: 'x' }),
    'list of 10': publicCall('list', { type: 'story', page: 1 }),
    'feed, nothing new': publicFeed(`?since=${cursor}`),
  };
}

async function firstPublic(portal: Program, stories: number): Promise<string> {
  for (let number = 0; number < stories; number += 1) {
    const id = idOf('story', number);
    if ((await fetch(portal.url + publicCall('record', { type: 'story', id }))).ok) return id;
  }
  throw new Error('no story is public');
}

/** Puts load on the portal and the references, in turns. @param dbFile database that the Express route queries */
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
  const nginx = await openNginx(portal.port, { file }).catch(() => null);
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

/** Returns the medians of several rounds in which the functions take turns, so that other load affects all of them. */
function inTurns(rounds: number, works: (() => number)[]): number[] {
  const all = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) for (const [place, work] of works.entries()) all[place]?.push(work());
  return all.map(median);
}

/** Returns the median time in ms of first requests, whose answers have to be rendered, compressed and cached. */
export async function measureMisses(portal: Program, paths: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const path of paths) {
    const began = performance.now();
    await fetchRaw(portal.url + path);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Returns addresses of each kind that have not been requested yet. */
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

/** Returns the body as it was sent, still compressed. */
function fetchRaw(url: string): Promise<{ body: Buffer; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: AS_BROWSER }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => resolve({ body: Buffer.concat(parts), headers: res.headers }));
    }).on('error', reject);
  });
}
