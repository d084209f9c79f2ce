// `npm run bench [-- --json FILE] [--peers FILE] [--data FOLDER] [--only PART] [--quick] [--huge]`: measures the portal
// and, in the same run on the same machine, references to compare it with. Absolute times depend on the machine; the
// ratios are what counts. All servers listen on 127.0.0.1 and are stopped at the end.
// --peers adds a column for each portal in a file (format: first-view/peers.ts); --data keeps the filled databases in a
// folder for the next run, which then takes two minutes less; --only measures one part; --quick repeats measurements
// fewer times; --huge also measures a town of a million stories, which takes half an hour and 25 GB of disk to fill.
// `npm run bench -- --hour [--residents 5000] [--speed 40]` plays a town's busiest hour instead, with nginx and
// without.
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../api/records/open.ts';
import { publicFeed } from '../../api/contract/addresses/public-calls.ts';
import { measureBackOffice } from './back-office.ts';
import { playHour, visitsTo, wordsOf } from './hour/hour.ts';
import { measureDrain } from './drain.ts';
import { readPeers } from './first-view/peers.ts';
import type { Peer } from './first-view/peers.ts';
import { hasWrk, startPortal } from './programs.ts';
import type { Program } from './programs.ts';
import { rowOf, tableOf } from './rows.ts';
import type { Figure, Row } from './rows.ts';
import { resultOf } from './results.ts';
import { measureScale } from './scale.ts';
import { measureMisses, measureServing, unaskedPages } from './serving.ts';
import { fillTown, furnishTown, HUGE, idOf, LARGE, MIDDLE, SMALL } from './town.ts';
import type { Sizes } from './town.ts';
import { measureReturn } from './first-view/two-weeks.ts';
import { measureViews } from './first-view/views.ts';
import { bareCommits, measureWriter } from './writer.ts';

const DIST = join(import.meta.dirname, '../../dist/web');
const PARTS = ['weight', 'sync', 'serving', 'scale', 'first-view', 'return', 'back-office'] as const;
const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    peers: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    huge: { type: 'boolean', default: false },
    hour: { type: 'boolean', default: false },
    residents: { type: 'string', default: '5000' },
    speed: { type: 'string', default: '40' },
  },
});
const isWanted = (part: (typeof PARTS)[number]) => options.only === undefined || options.only === part;
const rounds = options.quick ? 1 : 3;
const rows: Row[] = [];
let peers: Peer[] = [];
const work = mkdtempSync(join(tmpdir(), 'portal-bench-'));
const running: Program[] = [];

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const refusal = prepare();
    if (refusal !== null) {
      console.error(refusal);
      return 2;
    }
    await (options.hour ? hours() : bench());
  } finally {
    for (const program of running) await program.stop();
    rmSync(work, { recursive: true, force: true });
  }
  if (!options.hour) console.log(tableOf(rows).join('\n'));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(resultOf(rows), null, 2)}\n`);
  return 0;
}

/** Checks the options. @returns the reason why the run cannot start, or null */
function prepare(): string | null {
  if (options.hour && !(Number(options.residents) > 0 && Number(options.speed) > 0))
    return '--residents and --speed are numbers above 0.';
  if (options.only !== undefined && !PARTS.some((part) => part === options.only))
    return `There is no part ${options.only}; there are ${PARTS.join(', ')}.`;
  try {
    if (options.peers !== undefined) peers = readPeers(options.peers);
  } catch (error) {
    return (error as Error).message;
  }
  if (!existsSync(join(DIST, 'sw.js'))) return 'Nothing is built: run `npm run build` first.';
  if (!hasWrk)
    console.log(
      'wrk is not installed (apt-get install wrk): the built-in client is used, ' +
        'which leaves less of the machine to the servers.',
    );
  return null;
}

/** Plays the busiest hour of a town with 500 stories, behind nginx and without it. */
async function hours(): Promise<void> {
  const [residents, speed] = [Number(options.residents), Number(options.speed)];
  const town = await filled(
    join(options.data === undefined ? work : resolve(options.data), 'small'),
    SMALL,
    Date.now(),
  );
  const visits = await visitsTo(await copied(town, 'visits'));
  for (const behind of [true, false]) {
    const folder = await copied(town, behind ? 'hour-behind' : 'hour-alone');
    const hour = await playHour(folder, { visits, residents, speed, behind });
    console.log(wordsOf(behind ? 'behind nginx' : 'without a cache in front', hour).join('\n'));
  }
}

async function bench(): Promise<void> {
  if (isWanted('weight')) weights();
  if (isWanted('sync') || isWanted('serving') || isWanted('scale')) await measureTowns();
  if (isWanted('first-view')) await views();
  if (isWanted('return')) await twoWeeks();
  if (isWanted('back-office')) await backOffice();
}

/** Measures the parts that need a small or a large database. */
async function measureTowns(): Promise<void> {
  const now = Date.now();
  const data = options.data === undefined ? work : resolve(options.data);
  const [small, large] = [await filled(join(data, 'small'), SMALL, now), await filled(join(data, 'large'), LARGE, now)];
  if (isWanted('sync')) await drainAndFill(await copied(small, 'drain'));
  if (isWanted('serving')) await serve(await copied(small, 'serving'), SMALL, '500');
  if (isWanted('serving')) await serve(large, LARGE, '100,000');
  if (isWanted('scale')) await scale(small, large, LARGE, '100,000');
  if (options.huge) {
    const huge = await filled(join(data, 'huge'), HUGE, now);
    if (isWanted('serving')) await serve(huge, HUGE, '1,000,000');
    if (isWanted('scale')) await scale(small, huge, HUGE, '1,000,000');
  }
}

/** Fills a database in a folder, unless it has one. @returns the folder */
async function filled(folder: string, sizes: Sizes, now: number): Promise<string> {
  const file = join(folder, 'portal.sqlite');
  if (existsSync(file)) return folder;
  console.log(`Filling a town of ${sizes.stories} stories…`);
  mkdirSync(folder, { recursive: true });
  const db = openDatabase(`${file}.part`);
  db.pragma('synchronous = OFF');
  furnishTown(db, now);
  fillTown(db, sizes, now);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('journal_mode = DELETE');
  db.close();
  renameSync(`${file}.part`, file);
  return folder;
}

async function copied(folder: string, name: string): Promise<string> {
  const own = join(work, name);
  mkdirSync(own, { recursive: true });
  copyFileSync(join(folder, 'portal.sqlite'), join(own, 'portal.sqlite'));
  return own;
}

async function started(folder: string, env: Record<string, string> = { DEMO: '0' }): Promise<Program> {
  const program = await startPortal(folder, env);
  running.push(program);
  return program;
}
async function ended(program: Program): Promise<void> {
  running.splice(running.indexOf(program), 1);
  await program.stop();
}

function weights(): void {
  const wire = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  const sum = (folder: string, ending: RegExp) =>
    readdirSync(join(DIST, folder))
      .filter((name) => ending.test(name))
      .reduce((total, name) => total + wire(join(DIST, folder, name)), 0) / 1000;
  add({
    part: 'weight, compressed',
    name: 'all scripts a resident can load',
    ours: sum('assets', /^(?!sw-).*\.js$/),
    unit: 'KB',
    limit: 165,
  });
  add({
    part: 'weight, compressed',
    name: 'everything staff load in addition',
    ours: sum('assets/admin', /\.(js|css|svg)$/),
    unit: 'KB',
    limit: 467,
  });
}

async function serve(folder: string, sizes: Sizes, size: string): Promise<void> {
  console.log(`Serving a town of ${size} stories…`);
  await ended(await started(folder));
  const portal = await started(folder);
  const part = `serving, ${size}`;
  const isSmall = sizes === SMALL;
  add({ part, name: 'start to /salud', ours: portal.startTime, unit: 'ms', ...(isSmall ? { limit: 1500 } : {}) });
  await new Promise((done) => setTimeout(done, 2000));
  add({ part, name: 'memory at rest', ours: portal.memory().now, unit: 'MB', ...(isSmall ? { limit: 120 } : {}) });
  for (const [name, paths] of Object.entries(unaskedPages(sizes.stories))) {
    add({ part, name: `first request: ${name}, p50`, ours: await measureMisses(portal, paths), unit: 'ms', limit: 15 });
  }
  const { inNode, express, behindNginx, memory } = await measureServing(portal, {
    folder: work,
    dbFile: join(folder, 'portal.sqlite'),
    stories: sizes.stories,
    rounds,
    duration: options.quick ? 1000 : 2000,
  });
  for (const { name, rate, reference } of inNode)
    add({
      part,
      name: `${name}, 32 connections`,
      ours: rate,
      unit: '/s',
      against: 'bare node:http',
      reference,
      atLeast: 0.5,
    });
  add({
    part,
    name: 'one Express route, one query',
    ours: express,
    unit: '/s',
    against: 'bare node:http',
    reference: inNode[2]?.reference,
  });
  if (behindNginx)
    add({
      part,
      name: 'article behind nginx',
      ours: behindNginx.rate,
      unit: '/s',
      against: 'nginx, a file',
      reference: behindNginx.reference,
      atLeast: 0.9,
    });
  add({ part, name: 'memory under load, maximum', ours: memory.peak, unit: 'MB', ...(isSmall ? { limit: 220 } : {}) });
  await ended(portal);
}

async function scale(small: string, large: string, sizes: Sizes, size: string): Promise<void> {
  console.log(`Comparing the towns of 500 and ${size} stories…`);
  for (const folder of [small, large]) await readThrough(join(folder, 'portal.sqlite'));
  const open = (folder: string, its: Sizes) => ({ db: openDatabase(join(folder, 'portal.sqlite')), sizes: its });
  const [one, other] = [open(small, SMALL), open(large, sizes)];
  // A town kept from an earlier run was filled at the time of its newest story.
  const now = Date.parse(other.db.prepare<[], string>('SELECT max(created) FROM story').pluck().get() ?? '');
  for (const { name, kind, small: inSmall, large: inLarge } of await measureScale(
    one,
    other,
    now,
    options.quick ? 100 : 300,
  )) {
    const row = { part: `${size} against 500`, name, ours: inLarge, unit: 'ms', against: '500', reference: inSmall };
    // Nobody has a million stories: what they cost is only written down.
    if (sizes === HUGE) add(row);
    else if (kind === 'search') add({ ...row, limit: 20 });
    else add({ ...row, atMost: kind === 'write' ? 1.2 : 1.5 });
  }
  for (const { db } of [one, other]) db.close();
}

/** Reads a whole file once, so that the operating system keeps it in memory. */
async function readThrough(file: string): Promise<void> {
  for await (const _ of createReadStream(file, { highWaterMark: 1024 * 1024 }));
}

async function drainAndFill(folder: string): Promise<void> {
  console.log('Queueing and sending 200 saves…');
  const portal = await started(folder);
  const nothing = (await (await fetch(portal.url + publicFeed(''))).json()) as { cursor: string };
  const { headers, body } = await asBrowser(portal.url + publicFeed(`?since=${encodeURIComponent(nothing.cursor)}`));
  add({
    part: 'sync',
    name: 'a pull with nothing new',
    ours: Number(headers.get('content-length') ?? body),
    unit: 'bytes',
    limit: 300,
  });
  const answer = await fetch(`${portal.url}/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'clave-de-medida' }),
  });
  const { token, ...user } = (await answer.json()) as {
    token: string;
    id: string;
    username: string;
    name: string;
    usergroup: number;
  };
  const ids = Array.from({ length: 200 }, (_, number) => idOf('story', number));
  const { seconds, kept } = await measureDrain(portal.url, { user, token }, ids);
  add({ part: 'sync', name: '200 queued saves over 400 ms', ours: seconds, unit: 's', limit: 3 });
  add({ part: 'sync', name: 'a save is safe on the device, p50', ours: kept, unit: 'ms', limit: 50 });
  const commits = bareCommits(join(folder, 'bare.sqlite'));
  add({
    part: 'sync',
    name: 'saves of 16 people at once',
    ours: await measureWriter(portal.url, token, ids),
    unit: '/s',
    against: 'bare commits of a row',
    reference: commits,
  });
  await ended(portal);
}

async function asBrowser(url: string): Promise<{ headers: Headers; body: number }> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  return { headers: answer.headers, body: (await answer.arrayBuffer()).byteLength };
}

async function views(): Promise<void> {
  const folder = join(work, 'demo');
  mkdirSync(folder, { recursive: true });
  const portal = await started(folder, { DEMO: '1' });
  for (const figure of await measureViews(portal, {
    folder,
    rounds: options.quick ? 3 : 5,
    judgings: options.quick ? 1 : 3,
  }))
    add(figure);
  await ended(portal);
}

async function twoWeeks(): Promise<void> {
  console.log('Coming back after two weeks, to a town of 20,000 stories…');
  const data = options.data === undefined ? work : resolve(options.data);
  const portal = await started(await copied(await filled(join(data, 'middle'), MIDDLE, Date.now()), 'return'));
  const part = 'back after two weeks';
  add({ part, name: 'memory at rest, 20,000 stories', ours: await atRest(portal), unit: 'MB', limit: 120 });
  const known = Array.from({ length: 20 }, (_, number) => idOf('story', MIDDLE.stories - 1 - number));
  const returned = await measureReturn(portal, known);
  if (returned) {
    add({ part, name: 'until home shows what is new', ours: returned.seconds, unit: 's', limit: 3 });
    add({ part, name: 'on the line by then', ours: returned.bytes / 1000, unit: 'KB', limit: 50 });
    add({ part, name: 'on the line ten seconds later', ours: returned.later / 1000, unit: 'KB' });
  }
  await ended(portal);
}

/** Memory once the portal has given back what nobody uses, in MB. */
async function atRest(portal: Program): Promise<number> {
  for (const path of ['/', '/noticias', '/agenda', '/boletin']) await (await fetch(portal.url + path)).arrayBuffer();
  await new Promise((done) => setTimeout(done, 90_000));
  return portal.memory().now;
}

async function backOffice(): Promise<void> {
  console.log('Working in the back office with a thousand pending changes…');
  const measured = await measureBackOffice();
  if (!measured) return;
  const part = 'back office, CPU 4x, offline';
  for (const { records, ms } of measured.opened)
    add({
      part,
      name: `1,000 pending changes of ${records} record${records === 1 ? '' : 's'}`,
      ours: ms,
      unit: 'ms',
      limit: 1000,
    });
  add({ part, name: 'the same, opened by its address', ours: measured.loaded, unit: 'ms', limit: 1000 });
  add({ part, name: 'an edit screen, opened by its address', ours: measured.edit, unit: 'ms', limit: 1000 });
  add({ part, name: 'a save is confirmed, p50', ours: measured.savedAlone.median, unit: 'ms', limit: 50 });
  add({ part, name: 'the same with 1,000 pending, p50', ours: measured.saved.median, unit: 'ms' });
  add({ part, name: 'a key in a text of 5,000 words, p95', ours: measured.typed.p95, unit: 'ms', limit: 50 });
  add({ part, name: 'the same, p50', ours: measured.typed.median, unit: 'ms' });
}

function add(figure: Figure): void {
  rows.push(rowOf(figure, peers));
}
