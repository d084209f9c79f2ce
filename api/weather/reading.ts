import { Worker } from 'node:worker_threads';
import type { Point } from '../contract/values/place.ts';
import type { CapMessage, Warning } from './cap.ts';
import type { ListedItem } from './rss.ts';

const THREAD = new URL('./reading-thread.ts', import.meta.url);
/** Time in ms for a document; the largest takes a second or two on a slow machine. */
const TIME = 30_000;
/** Time in ms without documents after which the thread ends, which frees its memory. */
const IDLE = 5000;

/** A message of the service, with what of it is about the town. */
export type SaidMessage = Omit<CapMessage, 'warnings'> & { warnings: Warning[] };

/** A document to be read, in the encoding that its answer named. */
export interface Asked {
  as: 'list' | 'message';
  bytes: Uint8Array;
  encoding: string;
  /** The address of the list. */
  feed: string;
  place: readonly Point[];
}
export type Read = ListedItem[] | SaidMessage | null;
type ThreadAnswer = { read: Read } | { fault: string };

export interface Reading {
  /** Reads the list of warnings. @throws Error when it is none, or is not read in time */
  list(asked: Omit<Asked, 'as' | 'place'>): Promise<ListedItem[]>;
  /**
   * Reads a message. @returns null for what is no warning to the public
   * @throws Error when it is none, or is not read in time
   */
  message(asked: Omit<Asked, 'as'>): Promise<SaidMessage | null>;
  close(): void;
}

/** Reads documents one after the other in a thread, which runs only while there are any. */
export function openReading(time = TIME): Reading {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function end(): void {
    clearTimeout(idle);
    void thread?.terminate();
    thread = null;
  }

  function started(): Worker {
    clearTimeout(idle);
    thread ??= new Worker(THREAD, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 128 } });
    thread.unref();
    return thread;
  }

  function read(asked: Asked): Promise<Read> {
    return new Promise<Read>((resolve, reject) => {
      const worker = started();
      // A thread alone does not keep the process, but a document that is being read does.
      const late = setTimeout(() => settle({ fault: 'takes too long to read' }), time);
      const gone = () => settle({ fault: 'could not be read' });
      function settle(answer: ThreadAnswer): void {
        clearTimeout(late);
        worker.off('message', settle).off('error', gone).off('exit', gone);
        if ('fault' in answer) reject(new Error(answer.fault));
        else resolve(answer.read);
        if ('fault' in answer && (worker.threadId < 0 || /too long|could not/.test(answer.fault))) end();
        else idle = setTimeout(end, IDLE).unref();
      }
      worker.on('message', settle).on('error', gone).on('exit', gone).postMessage(asked);
    });
  }

  function inTurn(asked: Asked): Promise<Read> {
    const next = turn.then(() => read(asked));
    turn = next.catch(() => {});
    return next;
  }

  return {
    list: (asked) => inTurn({ ...asked, as: 'list', place: [] }) as Promise<ListedItem[]>,
    message: (asked) => inTurn({ ...asked, as: 'message' }) as Promise<SaidMessage | null>,
    close: end,
  };
}
