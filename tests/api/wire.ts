import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}
/** Sends a request and returns the answer unchanged, as it came over the wire. */
export function raw(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(pieces) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
