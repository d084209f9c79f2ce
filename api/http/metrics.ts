import { timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { freeBytes } from '../db/disk.ts';

export const METRICS = '/metrics';
/** Number of the latest requests that the quantiles are taken of. */
const SAMPLE = 1024;

/** Serves a request. Returns whether the answer came from the answer cache. */
type Handler = (req: IncomingMessage, res: ServerResponse) => boolean;

/**
 * Counts requests and answers `GET /metrics` in Prometheus' text format. Only a program on this machine may ask, or one
 * that has the token; for others the address does not exist. What nginx passes on does not count as this machine.
 * @returns the given handler, with both
 */
export function withMetrics(
  serve: Handler,
  {
    version,
    dbFile,
    newestBackup,
    token,
    now,
    queue,
  }: {
    version: string;
    dbFile: string;
    /** Returns when the newest backup was made, in ms since the epoch; null where there is none. */
    newestBackup: () => number | null;
    token: string | undefined;
    now: () => number;
    /** Returns how many devices are subscribed, and how many messages wait for them. */
    queue: () => { subscriptions: number; queue: number };
  },
): (req: IncomingMessage, res: ServerResponse) => void {
  const requests = createRequestCounter();

  function text(): string {
    const backup = newestBackup();
    const folder = dirname(dbFile);
    const push = queue();
    const metrics: Metric[] = [
      ['portal_info', 'gauge', 'Release of the program.', [[`{version="${version}"}`, 1]]],
      ...requests.metrics(),
      ['portal_memory_bytes', 'gauge', 'Resident memory.', [['', process.memoryUsage.rss()]]],
      ['portal_uptime_seconds', 'gauge', 'Time since the start.', [['', process.uptime()]]],
      [
        'portal_disk_free_bytes',
        'gauge',
        "Free on the database's disk.",
        existsSync(folder) ? [['', freeBytes(folder)]] : [],
      ],
      [
        'portal_backup_age_seconds',
        'gauge',
        'Age of the last backup; absent if there is none.',
        backup === null ? [] : [['', Math.round((now() - backup) / 1000)]],
      ],
      ['portal_push_subscriptions', 'gauge', 'Devices that asked for notifications.', [['', push.subscriptions]]],
      ['portal_push_queue', 'gauge', 'Push messages that wait to be handed over.', [['', push.queue]]],
    ];
    return metrics.map(lines).join('');
  }

  return (req, res) => {
    const began = performance.now();
    if (isAsked(req) && mayAsk(req, token)) {
      res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' });
      res.end(text());
      return;
    }
    res.once('finish', () => requests.answered(res.statusCode, (performance.now() - began) / 1000));
    if (serve(req, res)) requests.hit();
  };
}

/** Counts the answers by status, and how long they took. */
function createRequestCounter() {
  const answers = new Map<number, number>();
  const latest = new Float64Array(SAMPLE);
  let [count, seconds, hits] = [0, 0, 0];
  return {
    answered(status: number, took: number): void {
      latest[count % SAMPLE] = took;
      count += 1;
      seconds += took;
      answers.set(status, (answers.get(status) ?? 0) + 1);
    },
    /** The answer came from the answer cache. */
    hit: () => void (hits += 1),
    metrics(): Metric[] {
      const sorted = latest.slice(0, Math.min(count, SAMPLE)).sort();
      const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      return [
        [
          'portal_answers_total',
          'counter',
          'Answers by status.',
          [...answers].sort(([a], [b]) => a - b).map(([status, number]) => [`{status="${status}"}`, number]),
        ],
        [
          'portal_request_seconds',
          'summary',
          `Time to answer; quantiles of the last ${SAMPLE} requests.`,
          [
            ['{quantile="0.5"}', quantile(0.5)],
            ['{quantile="0.99"}', quantile(0.99)],
            ['_sum', seconds],
            ['_count', count],
          ],
        ],
        ['portal_answer_cache_hits_total', 'counter', 'Answers from the answer cache.', [['', hits]]],
      ];
    },
  };
}

type Metric = [
  name: string,
  type: 'gauge' | 'counter' | 'summary',
  help: string,
  samples: (readonly [string, number])[],
];

function lines([name, type, help, samples]: Metric): string {
  if (samples.length === 0) return '';
  const values = samples.map(([rest, value]) => `${name}${rest} ${value}\n`).join('');
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values}`;
}

const isAsked = ({ method, url }: IncomingMessage) => method === 'GET' && url?.split('?', 1)[0] === METRICS;

function mayAsk({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined && given !== undefined) {
    const [one, other] = [Buffer.from(given), Buffer.from(token)];
    return one.length === other.length && timingSafeEqual(one, other);
  }
  const isHere = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  return isHere && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}
