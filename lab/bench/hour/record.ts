import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { PHONE } from '../browser.ts';
import { pause } from '../programs.ts';

/** A request of a visit, as it was sent. */
export interface Asked {
  /** ms after the visit began. */
  after: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}
/** What residents do, by its name: the requests that a phone sends for it. */
export type Visits = Record<VisitName, Asked[]>;
export const VISIT_NAMES = ['first visit', 'return', 'search', 'telephones', 'feeds'] as const;
export type VisitName = (typeof VISIT_NAMES)[number];

/** Headers that the answer depends on. Others would only be sent again for nothing. */
const KEPT = ['accept', 'accept-encoding', 'content-type', 'if-none-match', 'range', 'available-dictionary'];
/** How long a phone is left alone until it has stored everything public, in ms. */
const FILLING = 12_000;

/** Lets a phone visit the portal as residents do, and records what it asks of the server. */
export async function recordVisits(browser: Browser, port: number): Promise<Visits> {
  const recorder = await openRecorder(port);
  const context = await browser.newContext(PHONE);
  const url = (path: string) => `http://127.0.0.1:${recorder.port}${path}`;
  const visit = async (name: VisitName, work: (page: Page) => Promise<unknown>, rest = 3000): Promise<Asked[]> => {
    recorder.begin();
    const page = await context.newPage();
    await work(page);
    await pause(rest);
    await page.close();
    return recorder.asked(name);
  };
  try {
    return {
      'first visit': await visit(
        'first visit',
        async (page) => {
          await page.goto(url('/'));
          await pause(FILLING);
          await page.locator('a[href^="/noticias/leer/"]').first().click();
        },
        FILLING / 4,
      ),
      return: await visit('return', async (page) => {
        await page.goto(url('/'));
        await pause(1500);
        await page.locator('a[href^="/noticias/leer/"]').nth(1).click();
      }),
      search: await visit('search', (page) => page.goto(url('/buscador/agua'))),
      telephones: await visit('telephones', (page) => page.goto(url('/datosutiles'))),
      feeds: [...(await feedReader(url, '/noticias.atom')), ...(await feedReader(url, '/agenda.ics'))],
    };
  } finally {
    await context.close();
    recorder.close();
  }
}

/** What a program that follows a feed or a calendar asks again and again. */
async function feedReader(url: (path: string) => string, path: string): Promise<Asked[]> {
  const answer = await fetch(url(path));
  await answer.arrayBuffer();
  const tag = answer.headers.get('etag');
  const headers = { 'accept-encoding': 'gzip', ...(tag !== null && { 'if-none-match': tag }) };
  return [{ after: 0, method: 'GET', path, headers, body: '' }];
}

/** A server between the phone and the portal, which notes what goes through it. */
async function openRecorder(port: number) {
  let began = 0;
  let list: Asked[] = [];
  const server = createServer(async (req, res) => {
    const after = performance.now() - began;
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const headers = Object.fromEntries(
      KEPT.flatMap((name) => (req.headers[name] === undefined ? [] : [[name, String(req.headers[name])]])),
    );
    const [method, path] = [req.method ?? 'GET', req.url ?? '/'];
    list.push({ after, method, path, headers, body: body.toString() });
    request({ host: '127.0.0.1', port, method, path, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    })
      .on('error', () => res.destroy())
      .end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    begin() {
      [began, list] = [performance.now(), []];
    },
    asked(name: string): Asked[] {
      if (list.length === 0) throw new Error(`a phone asked nothing for: ${name}`);
      return list;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
