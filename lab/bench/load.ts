import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { quantile } from './measure.ts';

export interface Load {
  /** Requests answered per second. */
  rate: number;
  /** ms */
  p50: number;
  p99: number;
  /** Number of answers with another status than the first one, and of connections that failed. */
  failed: number;
  status: number;
  /** Size of one answer, headers and body. */
  bytes: number;
}
export interface Job {
  url: string;
  headers?: Record<string, string>;
  connections?: number;
  /** ms */
  duration?: number;
}

/**
 * Requests one address repeatedly, as wrk does: each connection sends the next request when it has the last answer. It
 * parses as little as possible of an answer, so that the server is measured and not the client.
 */
export async function load({ url, headers = {}, connections = 32, duration = 3000 }: Job): Promise<Load> {
  const { hostname, port, pathname, search } = new URL(url);
  const head = Object.entries({ Host: `${hostname}:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${head}\r\n`);
  const times: number[] = [];
  const outcome = { failed: 0, status: 0, bytes: 0 };
  const end = performance.now() + duration;
  const began = performance.now();

  function talk(socket: Socket): Promise<void> {
    return new Promise((resolve) => {
      let left = 0;
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        socket.write(request);
      };
      socket.on('connect', send);
      socket.on('error', () => (outcome.failed += 1));
      socket.on('close', () => resolve());
      socket.on('data', (data) => {
        if (left > 0) left -= data.length;
        else {
          const { status, length } = measure(data);
          outcome.status ||= status;
          outcome.bytes ||= length;
          if (status !== outcome.status) outcome.failed += 1;
          left = length - data.length;
        }
        if (left > 0) return;
        const now = performance.now();
        times.push(now - sentAt);
        if (now < end) send();
        else socket.end();
      });
    });
  }
  await Promise.all(Array.from({ length: connections }, () => talk(connect(Number(port), hostname).setNoDelay(true))));
  const seconds = (performance.now() - began) / 1000;
  return { ...outcome, rate: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Returns the status and total length of an answer from its first packet, which always contains the headers. */
function measure(data: Buffer): { status: number; length: number } {
  const body = data.indexOf('\r\n\r\n') + 4;
  const head = data.toString('latin1', 0, body);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (body < 4 || length === undefined) throw new Error(`an answer without a length: ${head.slice(0, 200)}`);
  return { status: Number(head.slice(9, 12)), length: body + Number(length) };
}

// Runs as a separate program, so that client and server do not share a thread. Job and result are JSON.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? '{}') as Job)));
}
