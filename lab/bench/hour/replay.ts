import { Agent, request } from 'node:https';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Asked, VisitName, Visits } from './record.ts';

/** The process of the residents: what it is told to do. */
export interface Task {
  url: string;
  visits: Visits;
  /** When each resident comes, ms after the beginning, and for what. */
  arrivals: [at: number, what: VisitName][];
  /** How many times faster than in life everything goes. */
  speed: number;
}
export type Kind = 'page' | 'data' | 'file';
/** What came of it: the time until each answer had arrived, in ms, by kind of request. */
export interface Outcome {
  times: Record<Kind, number[]>;
  bytes: number;
  /** Answers that were neither 2xx, 3xx nor 404, and connections that broke, by what they said. */
  failed: Record<string, number>;
  /** By how much the requests were late because this process had too much to do, 99th percentile in ms. */
  late: number;
}

const outcome: Outcome = { times: { page: [], data: [], file: [] }, bytes: 0, failed: {}, late: 0 };
const lateness: number[] = [];

process.once('message', (task: Task) => {
  void play(task).then(async () => {
    lateness.sort((a, b) => a - b);
    outcome.late = lateness[Math.floor(lateness.length * 0.99)] ?? 0;
    process.send?.(outcome);
    await once(process, 'disconnect');
    process.exit();
  });
});

async function play({ url, visits, arrivals, speed }: Task): Promise<void> {
  const began = performance.now();
  const going: Promise<unknown>[] = [];
  for (const [number, [at, what]] of arrivals.entries()) {
    const due = began + at / speed;
    if (due > performance.now()) await wait(due - performance.now());
    going.push(visit(new URL(url), visits[what], speed, number, due));
  }
  await Promise.all(going);
}

/** Sends the requests of a visit when they are due, over connections of its own, from an address of its own. */
async function visit(url: URL, asked: readonly Asked[], speed: number, number: number, began: number): Promise<void> {
  const isPlain = url.protocol === 'http:';
  const options = { keepAlive: true, maxSockets: 6, localAddress: `127.1.${number >> 8}.${number & 255 || 1}` };
  const agent = isPlain ? new PlainAgent(options) : new Agent({ ...options, rejectUnauthorized: false });
  const done: Promise<void>[] = [];
  for (const one of asked) {
    const due = began + one.after / speed;
    const left = due - performance.now();
    if (left > 1) await wait(left);
    lateness.push(Math.max(0, performance.now() - due));
    done.push(send(url, one, agent));
  }
  await Promise.all(done);
  agent.destroy();
}

function send(url: URL, { method, path, headers, body }: Asked, agent: Agent | PlainAgent): Promise<void> {
  const at = performance.now();
  const { hostname, port } = url;
  const ask = url.protocol === 'http:' ? plainRequest : request;
  return new Promise((resolve) => {
    const fail = (why: string) => {
      outcome.failed[why] = (outcome.failed[why] ?? 0) + 1;
      resolve();
    };
    ask({ hostname, port, method, path, headers, agent }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.on('data', (part: Buffer) => (outcome.bytes += part.length));
      answer.on('error', (error) => fail(error.message));
      answer.on('end', () => {
        if (status >= 400 && status !== 404) return fail(`${status} ${path.split('?', 1)[0]}`);
        outcome.times[kindOf(path, headers)].push(performance.now() - at);
        resolve();
      });
    })
      .on('error', (error) => fail(error.message))
      .end(body);
  });
}

function kindOf(path: string, { accept = '' }: Record<string, string>): Kind {
  if (accept.includes('text/html') || path === '/shell') return 'page';
  return path.startsWith('/api/') || /\.(atom|ics)$/.test(path) ? 'data' : 'file';
}
