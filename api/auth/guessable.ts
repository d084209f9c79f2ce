import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Question } from './guess-thread.ts';
import { keyedMutex } from './keyed-mutex.ts';

const THREAD = new URL('./guess-thread.ts', import.meta.url);
/** How long the thread stays after an answer, in ms: whoever is refused tries another one. */
const IDLE_TIMEOUT = 60_000;
const ADVICE = 'Elegí otra; cuatro palabras sueltas, que no formen una frase hecha, se recuerdan bien.';
const locked = keyedMutex();
let thread: Worker | null = null;
let idleTimer: NodeJS.Timeout | undefined;

/**
 * Is this among the passwords that somebody would try first, who knows what most people choose and where they are?
 * (ASVS 5.0, 6.2.4 and 6.2.11)
 * @param names what everybody knows here: the person's names, the town's
 * @returns words for the person, null when it may be had
 */
export async function reasonGuessable(password: string, names: readonly string[] = []): Promise<string | null> {
  const reason = await locked('', () => ask({ password, names }));
  return reason && `Esa contraseña se adivina: ${reason}. ${ADVICE}`;
}

/** Asks the thread, which is opened when it is needed and goes with its lists when it is not. */
async function ask(question: Question): Promise<string | null> {
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

async function answerOf(to: Worker, question: Question): Promise<string | null> {
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
    // It keeps no program from ending.
    to.unref();
  }
}
