import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { capText, listText } from './weather-messages.ts';
import type { Told } from './weather-messages.ts';

/** The origin that the service's pages have on the Internet; a portal in a test asks this machine instead. */
export const SERVICE = 'https://ssl.smn.example';
export const FEED = `${SERVICE}/CAP/AR.php`;
const LIST = new URL(FEED).pathname;

/** What a page answers: a document, or something that a service should not do. */
export type Page =
  | { text: string; type?: string; headers?: Record<string, string> }
  | { status: number; headers?: Record<string, string> }
  | 'hang'
  | 'cut'
  | 'endless'
  | 'drip';

export interface WeatherService {
  /** Its address on this machine, for `testService`. */
  origin: string;
  /** What its clock says, ms since the epoch; null: it does not say. */
  clock: () => number | null;
  /** Replaces a page; without a page it is what was published. A test may change it. */
  pages: Map<string, Page>;
  /** Publishes a message, the first in the list. @returns the path of its page */
  publish(told: Told): string;
  /** Publishes a document that the test has written. */
  publishText(text: string): string;
  /** Takes a message out of the list; its page stays. */
  withdraw(path: string): void;
  /** Paths that were asked for, in order, with the answer's status. */
  asked: { path: string; status: number }[];
  close(): Promise<void>;
}

/** Starts a weather service on this machine that a test can make lie, stammer and fall silent. */
export async function startWeatherService(): Promise<WeatherService> {
  const published = new Map<string, string>();
  let listed: string[] = [];
  let count = 0;
  const held = new Set<ServerResponse>();

  const service: WeatherService = {
    origin: '',
    clock: () => null,
    pages: new Map(),
    publish: (told) => service.publishText(capText(told)),
    publishText(text) {
      count += 1;
      const path = `/feeds/CAP/${count}.xml`;
      published.set(path, text);
      listed = [path, ...listed];
      return path;
    },
    withdraw(path) {
      listed = listed.filter((one) => one !== path);
    },
    asked: [],
    async close() {
      for (const res of held) res.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  function pageAt(path: string): Page {
    const given = service.pages.get(path);
    if (given !== undefined) return given;
    if (path === LIST) return { text: listText(listed.map((one) => SERVICE + one)) };
    const text = published.get(path);
    return text === undefined ? { status: 404 } : { text };
  }

  function answer(req: IncomingMessage, res: ServerResponse): void {
    const path = req.url ?? '';
    const page = pageAt(path);
    const now = service.clock();
    res.sendDate = false;
    if (now !== null) res.setHeader('Date', new Date(now).toUTCString());
    const end = (status: number, text = '') => {
      service.asked.push({ path, status });
      res.writeHead(status).end(text);
    };
    if (page === 'hang') held.add(res);
    else if (page === 'cut') {
      res.writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': 1000 }).write('<rss><channel>');
      setTimeout(() => res.destroy(), 5);
    } else if (page === 'endless') {
      res.writeHead(200, { 'Content-Type': 'text/xml' });
      const more = () => {
        while (!res.destroyed && res.write(' '.repeat(64 * 1024)));
      };
      res.on('drain', more);
      more();
    } else if (page === 'drip') {
      res.writeHead(200, { 'Content-Type': 'text/xml' });
      const drops = setInterval(() => res.write(' '), 10);
      res.on('close', () => clearInterval(drops));
    } else if ('status' in page) {
      for (const [name, value] of Object.entries(page.headers ?? {})) res.setHeader(name, value);
      end(page.status);
    } else {
      const etag = `"${createHash('sha256').update(page.text).digest('hex').slice(0, 16)}"`;
      res.setHeader('Content-Type', page.type ?? 'application/xml; charset=utf-8').setHeader('ETag', etag);
      for (const [name, value] of Object.entries(page.headers ?? {})) res.setHeader(name, value);
      if (req.headers['if-none-match'] === etag) end(304);
      else end(200, page.text);
    }
  }

  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
