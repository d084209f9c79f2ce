import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { chromium } from 'playwright';
import type { Browser } from 'playwright';
import { createAnswerCache } from '../api/http/cache/answer-cache.ts';
import type { Answer } from '../api/http/cache/answer-cache.ts';
import { SHELL_CACHE } from '../api/http/cache/cache-control.ts';
import { openDictionaries } from '../api/http/cache/dictionaries.ts';
import { staticRoutes } from '../api/http/static.ts';
import { findChromium } from '../scripts/support/find-chromium.mjs';
import { DRIVEN_FLAGS } from './bench/browser.ts';

// node lab/update.ts FORMER [PRESENT]: what it costs a device that has the code of one release to get that of another,
// with the portal's own service worker in Chromium. Both are folders of a build (dist/web, by default that of this
// project for PRESENT). Only code is served, so neither release needs a database.

/** An answer that was sent: its encoding, and the bytes of its body. */
export interface Sent {
  path: string;
  encoding: string;
  bytes: number;
  /** What the file costs without a dictionary. */
  whole: number;
}

/**
 * Installs a release on a device, then another one, and takes the latter over.
 * @param spoil changes what is sent encoded with a dictionary
 * @returns what the second one sent, and the paths of the files that are on the device but not as the release has them
 */
export async function update({
  browser,
  former,
  present,
  spoil = (bytes) => bytes,
}: {
  browser: Browser;
  former: string;
  present: string;
  spoil?: (bytes: Buffer, path: string) => Buffer;
}): Promise<{ sent: Sent[]; wrong: string[]; kept: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-update-'));
  let sent: Sent[] = [];
  let routes = express.Router();
  async function run(webDir: string): Promise<void> {
    const dictionaries = openDictionaries({ webDir, folder: join(folder, 'releases'), now: Date.now });
    await dictionaries.keep();
    const encode = async (path: string, hash: string) => {
      const bytes = await dictionaries.encode(path, hash);
      return bytes && spoil(bytes, path);
    };
    const encodeShell = async (whole: Buffer, hash: string) => {
      const bytes = await dictionaries.shells.encode(whole, hash);
      return bytes && spoil(bytes, '/shell');
    };
    const { file } = (
      JSON.parse(readFileSync(join(webDir, '.vite/manifest.json'), 'utf8')) as Record<string, { file: string }>
    )['web/src/main.tsx'] ?? { file: '' };
    routes = express.Router();
    routes.use((req, res, next) => {
      res.once('finish', () => {
        const [bytes, encoding] = [
          Number(res.getHeader('content-length') ?? 0),
          res.getHeader('content-encoding') ?? '',
        ];
        sent.push({ path: req.originalUrl, encoding: String(encoding), bytes, whole: wholeSize(webDir, req.path) });
      });
      next();
    });
    routes.use(staticRoutes(webDir, { ...dictionaries, encode }));
    const body = `<!doctype html>${SHELL}<script type="module" src="/${file}"></script>`;
    const answers = createAnswerCache({ version: () => file, day: () => '' });
    const shells = { ...dictionaries.shells, encode: encodeShell };
    async function produce(): Promise<Answer> {
      await shells.keep(body);
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': SHELL_CACHE };
      return { status: 200, headers: { ...headers, 'Use-As-Dictionary': shells.use }, body };
    }
    routes.get('/shell', (req, res) => answers.send(req, res, produce, '/shell', shells));
    routes.get('/', (_, res) => void res.send('<!doctype html>'));
  }
  const server = createServer(express().use((req, res, next) => routes(req, res, next))).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  try {
    const page = await context.newPage();
    await run(former);
    await page.goto('/');
    await page.evaluate(takeOver);
    await run(present);
    sent = [];
    await page.evaluate(takeOver);
    const hashes = await page.evaluate(keptFiles);
    const wrong = hashes
      .filter(([path, hash]) => hash !== sha256(readFileSync(join(present, path))))
      .map(([path]) => path);
    return { sent, wrong, kept: hashes.length };
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In the place of what a town's shell says, which costs nothing where it was said before. */
const SHELL = Array.from({ length: 100 }, (_, at) => `<p>${createHash('md5').update(`${at}`).digest('hex')}</p>`).join(
  '',
);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function wholeSize(webDir: string, path: string): number {
  const file = join(webDir, path);
  return [`${file}.br`, file].filter((one) => existsSync(one)).map((one) => statSync(one).size)[0] ?? 0;
}

/** Installs the worker of the release that is served, and has it take over. Runs in the page. */
async function takeOver(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js', { type: 'module' });
  await registration.update();
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!worker) throw new Error('no worker');
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'installed' && registration.active) worker.postMessage({ type: 'SKIP_WAITING' });
      if (worker.state === 'redundant') reject(new Error('the release was not installed'));
      if (worker.state === 'activated') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
    setTimeout(() => reject(new Error('the worker did not take over')), 60_000);
  });
}

/** The paths and SHA-256 of the files that the worker has kept. Runs in the page. */
async function keptFiles(): Promise<[string, string][]> {
  const cache = await caches.open('precache');
  return Promise.all(
    (await cache.keys()).map(async (request): Promise<[string, string]> => {
      const bytes = await (await cache.match(request))?.arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer()));
      return [new URL(request.url).pathname, [...digest].map((one) => one.toString(16).padStart(2, '0')).join('')];
    }),
  );
}

async function main(former: string, present: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium()?.path ?? '', args: DRIVEN_FLAGS });
  try {
    const { sent, wrong, kept } = await update({ browser, former, present });
    for (const { path, encoding, bytes, whole } of sent) console.log(`${path}  ${encoding}  ${bytes} of ${whole}`);
    const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
    const code = sent.filter(({ path }) => path !== '/shell');
    const [bytes, whole] = [sum(code.map((one) => one.bytes)), sum(code.map((one) => one.whole))];
    console.log(
      `${code.length} files, ${bytes} bytes instead of ${whole}; ` +
        `${kept} files on the device, ${wrong.length} of them wrong`,
    );
  } finally {
    await browser.close();
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , former, present = join(import.meta.dirname, '../dist/web')] = process.argv;
  if (former === undefined) throw new Error('node lab/update.ts FORMER [PRESENT]');
  await main(former, present);
}
