import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Problem } from '../contract/problems.ts';

/**
 * Pictures are decoded in processes of their own. That limits the memory they take and frees it, and a file that
 * crashes the decoder crashes nothing else.
 */

/**
 * Memory in bytes at which a program is stopped. 40 million pixels of AVIF take 745 MB; texts beside the pixels, which
 * a decoder unpacks too, may take any amount.
 */
const MOST_MEMORY = 900 * 1024 ** 2;
/** How often its memory is looked at, in ms. */
const LOOK_EVERY = 50;

/**
 * Runs a program that answers one message.
 * @param program calls `answerOnce`; it is stopped when it takes too much memory
 * @param timeout ms after which it is stopped
 * @returns its answer; null when it crashed or was stopped
 * @throws Problem 503 when it could not start, as during an update: the same may be tried again
 */
export function runApart<Answer>(program: URL, timeout: number, message: object): Promise<Answer | null> {
  return new Promise((done, fail) => {
    // It needs none of the portal's settings. That is no wall: as the same user, it could read them in the portal.
    const child = fork(fileURLToPath(program), {
      env: {},
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const late = setTimeout(() => child.kill('SIGKILL'), timeout);
    const watch = setInterval(() => {
      if (memoryOf(child.pid) > MOST_MEMORY) child.kill('SIGKILL');
    }, LOOK_EVERY);
    child.once('message', (answer) => done(answer as Answer));
    child.once('exit', (code) => {
      clearTimeout(late);
      clearInterval(watch);
      if (code) fail(new Problem('not-ready', { retryAfter: 10 }));
      else done(null);
    });
    child.once('error', (cause) => {
      clearInterval(watch);
      fail(Object.assign(new Problem('not-ready', { retryAfter: 10 }), { cause }));
    });
    child.send(message, () => {
      // A process that has ended is handled by its exit.
    });
  });
}

/** The memory that a process has, in bytes; 0 where the system does not say. */
function memoryOf(pid: number | undefined): number {
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return 1024 * Number(kilobytes ?? 0);
  } catch {
    // The process has ended, or this is not Linux.
    return 0;
  }
}

/** What runs programs that decode pictures. */
export type DecoderRunner = typeof runApart;

/** In a program for `runApart`: waits for its message, sends the answer and ends. */
export function answerOnce<Message>(answer: (message: Message) => Promise<unknown>): void {
  setPriority(10);
  giveWay();
  process.once('message', (message: Message) => {
    void answer(message).then((result) => process.send?.(result, () => process.disconnect()));
  });
}

/** Makes the system end this process, and not the portal, when memory runs out. */
function giveWay(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Linux only.
  }
}
