import type { Clock } from './clock.ts';
import type { Answered, Asked } from '../../../api/http/inject.ts';
import { answersTo, partsOf, withAnswers, withParts } from './parts.ts';
import type { TownHall } from './town.ts';

/** What happens to a request and its answer. */
export const FATES = [
  'arrives',
  'lost',
  'swallowed',
  'answer lost',
  'answer swallowed',
  'twice',
  'late',
  'slow',
  '401',
  '429',
  '500',
  '503',
  'portal',
  'broken proxy',
  'half an answer',
  'server dies before',
  'server dies after',
] as const;
export type Fate = (typeof FATES)[number];

interface Sender {
  /** Returns the fate of the next request. */
  fate(): Fate;
  /** Whether the server cannot handle the record that a call is about. */
  isCursed(call: Asked): boolean;
  readonly isAlive: boolean;
}

/** Observes the network, each call in a request of many by itself. */
interface Watcher {
  /** Called when the server has handled a call. */
  served(request: Asked, answer: Answered): void;
  /** Called when a device has received an answer. */
  heard(request: Asked, status: number, body: string): void;
  /** Called when the server dies before it has made all calls of a request. */
  cut(): void;
  /** Called before the server is killed. */
  dies(): void;
}

export interface Network {
  fetch(sender: Sender, request: Asked, signal: AbortSignal | null | undefined): Promise<Response>;
  readonly counts: Map<string, number>;
  /** Number of requests, copies included, that have not reached the server yet. */
  readonly onTheWay: number;
}

/** @param random in [0, 1) */
export function openNetwork({
  clock,
  town,
  watcher,
  random,
  restartIn,
}: {
  clock: Clock;
  town: TownHall;
  watcher: Watcher;
  random: () => number;
  restartIn: (ms: number) => void;
}): Network {
  const counts = new Map<string, number>();
  let onTheWay = 0;
  const delay = () => 20 + Math.floor(random() * 180);

  /** Delivers one copy of a request to the server. @returns null if the server is down */
  async function arrive(request: Asked): Promise<Answered | null> {
    const answer = await town.ask(request);
    if (!answer) return null;
    const answers = answersTo(request, answer);
    for (const [at, part] of partsOf(request).entries()) {
      const own = answers[at];
      if (own) watcher.served(part, own);
    }
    return answer;
  }

  return {
    counts,
    get onTheWay() {
      return onTheWay;
    },
    fetch(sender, request, signal) {
      const parts = partsOf(request);
      const cursed = new Map(parts.flatMap((part, at) => (sender.isCursed(part) ? [[at, CURSED] as const] : [])));
      const sane = withParts(request, (at) => !cursed.has(at));
      const fate = sane ? sender.fate() : '500';
      counts.set(fate, (counts.get(fate) ?? 0) + 1);
      return new Promise((resolve, reject) => {
        const fail = () => reject(new TypeError('Failed to fetch'));
        if (signal?.aborted) return fail();
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        // Reads have a shorter time limit than operations.
        if (!parts.some(({ headers }) => 'idempotency-key' in headers)) clock.after(10_000, fail);
        const back = ({ status, headers, body }: Answered) => {
          if (!sender.isAlive) return fail();
          const answers = answersTo(request, { status, headers, body });
          for (const [at, part] of parts.entries()) {
            const own = answers[at];
            if (own) watcher.heard(part, own.status, own.body.toString());
          }
          resolve(new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers: [...headers] }));
        };
        const carry = (there: number, after: (answer: Answered) => void, copy = sane ?? request) => {
          onTheWay += 1;
          clock.after(there, async () => {
            onTheWay -= 1;
            const answer = await arrive(copy);
            if (answer) after(cursed.size > 0 && answer.status === 200 ? withAnswers(answer, cursed) : answer);
            else clock.after(delay(), fail);
          });
        };
        const answerIn = (ms: number) => (answer: Answered) => void clock.after(ms, () => back(answer));
        switch (fate) {
          case 'arrives':
            return carry(delay(), answerIn(delay()));
          case 'lost':
            return void clock.after(delay() * 5, fail);
          case 'swallowed':
            return;
          case 'answer lost':
            return carry(delay(), () => clock.after(delay(), fail));
          case 'answer swallowed':
            return carry(delay(), () => {});
          case 'twice':
            carry(delay(), answerIn(delay()));
            return carry(delay() * 200 * random(), () => {});
          case 'late':
            // The sender has given up long before.
            return carry(31_000 + delay() * 200, answerIn(delay()));
          case 'slow':
            return carry(delay() * 40, answerIn(delay() * 40));
          case '401':
          case '429':
          case '500':
          case '503':
            return void clock.after(delay(), () => back(problem(Number(fate))));
          case 'portal':
            return void clock.after(delay(), () => back(page(200)));
          case 'broken proxy':
            return void clock.after(delay(), () => back(page(502)));
          case 'half an answer':
            return carry(delay(), (answer) =>
              answerIn(delay())({ ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) }),
            );
          case 'server dies before':
            return void clock.after(delay(), () => {
              watcher.dies();
              town.kill();
              restartIn(5000 * random());
              fail();
            });
          case 'server dies after': {
            const most = Math.ceil(random() * parts.length);
            if (most < parts.length) watcher.cut();
            const made = withParts(request, (at) => at < most && !cursed.has(at)) ?? undefined;
            return carry(
              delay(),
              () => {
                watcher.dies();
                town.kill();
                restartIn(5000 * random());
                fail();
              },
              made,
            );
          }
        }
      });
    },
  };
}

/** What the server answers to a call about a record that it cannot handle. */
const CURSED = { status: 500, body: { code: 'internal', message: 'Probá más tarde.' } };

function problem(status: number): Answered {
  const headers = new Map([['content-type', 'application/json; charset=utf-8']]);
  if (status === 429) headers.set('retry-after', '7');
  return {
    status,
    headers,
    body: Buffer.from(JSON.stringify({ code: `network-${status}`, message: 'Probá más tarde.' })),
  };
}

function page(status: number): Answered {
  return {
    status,
    headers: new Map([['content-type', 'text/html']]),
    body: Buffer.from('<h1>Bienvenido a nuestro wifi</h1>'),
  };
}
