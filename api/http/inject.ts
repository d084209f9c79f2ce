import type { RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { IncomingMessage, ServerResponse } from './node-http.ts';

/** A request; `body` is the text of its body, null for none. */
export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}
/** A complete answer; the names of its headers are in lower case. */
export interface Answered {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

/**
 * Passes a request to a server's handler without a connection of its own, and waits for the complete answer.
 * @param remoteAddress where it counts as coming from
 */
export function inject(
  handler: RequestListener,
  { method, url, headers, body }: Asked,
  remoteAddress?: string,
): Promise<Answered> {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  const bytes = Buffer.from(body ?? '');
  Object.assign(request, {
    method,
    url,
    httpVersionMajor: 1,
    httpVersionMinor: 0,
    httpVersion: '1.0',
    complete: true,
    headers: { host: 'localhost', ...(body === null ? {} : { 'content-length': String(bytes.length) }), ...headers },
  });
  request.push(bytes);
  request.push(null);

  const response = new ServerResponse(request);
  const written: Buffer[] = [];
  const wire = new Writable({
    write(piece: Buffer, _, done) {
      written.push(piece);
      done();
    },
  });
  return new Promise((resolve, reject) => {
    response.assignSocket(wire as unknown as Socket);
    response.once('error', reject);
    response.once('finish', () => {
      socket.destroy();
      // Whoever waits for the answer's `close` gives room back then.
      wire.destroy();
      resolve(answerIn(Buffer.concat(written)));
    });
    handler(request, response);
  });
}

function answerIn(raw: Buffer): Answered {
  const end = raw.indexOf('\r\n\r\n');
  const [first = '', ...lines] = raw.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: raw.subarray(end + 4) };
}
