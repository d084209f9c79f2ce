import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { GuessRequest } from './guess-thread.ts';
import { keyedMutex } from './keyed-mutex.ts';

const THREAD = new URL('./guess-thread.ts', import.meta.url);
/** Time in ms for which the thread stays after an answer: a refused password is soon followed by another. */
const IDLE_TIMEOUT = 60_000;
const ADVICE = 'Elegí otra; cuatro palabras sueltas, que no formen una frase hecha, se recuerdan bien.';
const locked = keyedMutex();
let thread: Worker | null = null;
let idleTimer: NodeJS.Timeout | undefined;

/**
 * Is this a password that an attacker would try first, knowing common passwords and the town? (ASVS 5.0, 6.2.4 and
 * 6.2.11)
 * @param names names that everybody knows: the person's, the town's
 * @returns why it is refused, in words for the person; null when it is accepted
 */
export async function reasonGuessable(password: string, names: readonly string[] = []): Promise<string | null> {
  const reason = await locked('', () => ask({ password, names }));
  return reason && `Esa contraseña se adivina: ${reason}. ${ADVICE}`;
}

/** Asks the thread, which is started on demand and ended when idle, because of the memory its lists take. */
async function ask(question: GuessRequest): Promise<string | null> {
  clearTimeout(idleTimer);
  thread ??= new Worker(THREAD, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } });
  try {
    return await answerOf(thread, question);
  } catch (error) {
    close();
    throw error;
  } finally {
    idleTimer = setTimeout(close, IDLE_TIMEOUT).unref();
  }
}

function close(): void {
  void thread?.terminate();
  thread = null;
}

async function answerOf(to: Worker, question: GuessRequest): Promise<string | null> {
  const over = new AbortController();
  const { signal } = over;
  to.ref();
  try {
    to.postMessage(question);
    const ended = once(to, 'exit', { signal }).then(() => {
      throw new Error('the thread that judges passwords ended without an answer');
    });
    const [reason] = (await Promise.race([once(to, 'message', { signal }), ended])) as [string | null];
    return reason;
  } finally {
    over.abort();
    // The thread must not keep the process alive.
    to.unref();
  }
}
