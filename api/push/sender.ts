import { Agent, request } from 'node:https';
import { publicLookup, resolveName } from '../http/public-internet.ts';
import { HAND_OVER_TIME, MOST_CONNECTIONS, retryAfterOf } from './queue.ts';
import type { PushAnswer } from './queue.ts';

/** Maximum size of a push service's answer in bytes; its body is not read. */
const MOST_ANSWERED = 64 * 1024;

/** What name servers say of a name that has no server (c-ares). */
const NO_HOST = new Set(['ENOTFOUND', 'ENODATA']);

export interface Sender {
  /** Sends a message. It resolves within the time that is allowed, with status 0 if there was no answer. */
  send(endpoint: string, headers: Record<string, string | number>, body: Buffer): Promise<PushAnswer>;
  close(): void;
}

/**
 * Sends over connections that are kept open, at most a few to each service. It does not connect to names that resolve
 * to an address outside the public Internet, and does not follow redirects.
 * @param testService origin that may be on this machine, for tests: then no other server exists
 * @param ca certificate of that service, if the system does not know it
 * @param resolve returns the addresses of a name
 * @param time maximum time for a message, in ms
 */
export function openSender({
  testService,
  ca,
  resolve = testService === undefined ? resolveName : resolveNone,
  time = HAND_OVER_TIME,
}: {
  testService?: string | undefined;
  ca?: string | undefined;
  resolve?: (name: string) => Promise<string[]>;
  time?: number;
}): Sender {
  const kept = { keepAlive: true, maxSockets: MOST_CONNECTIONS, maxFreeSockets: MOST_CONNECTIONS };
  const agent = new Agent({ ...kept, lookup: publicLookup(resolve) });
  const testAgent = new Agent({ ...kept, ...(ca === undefined ? {} : { ca }) });

  return {
    send(endpoint, headers, body) {
      const isTest = testService !== undefined && new URL(endpoint).origin === testService;
      return new Promise((settle) => {
        const asked = request(endpoint, { method: 'POST', headers, agent: isTest ? testAgent : agent }, (answer) => {
          settle({
            status: answer.statusCode ?? 0,
            retryAfter: retryAfterOf(answer.headers['retry-after'], Date.now()),
          });
          let size = 0;
          answer.on('data', (piece: Buffer) => {
            size += piece.length;
            if (size > MOST_ANSWERED) asked.destroy();
          });
          answer.on('error', () => {});
        });
        const late = setTimeout(() => asked.destroy(new Error('no answer')), time);
        asked.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
          settle({ status: 0, retryAfter: null, ...(NO_HOST.has(code) ? { hasNoHost: true } : {}) }),
        );
        asked.on('close', () => {
          clearTimeout(late);
          settle({ status: 0, retryAfter: null });
        });
        asked.end(body);
      });
    },
    close() {
      agent.destroy();
      testAgent.destroy();
    },
  };
}

const resolveNone = async (): Promise<string[]> => [];
