import { Problem } from '../../contract/problems.ts';

/**
 * Limits how many pieces of work run at once; the others wait in the order in which they came.
 * @param maxRunning maximum number that run at once
 * @param maxWaiting maximum number that wait; further ones are refused with Problem 503
 */
export function limited(
  maxRunning: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = maxRunning;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= maxWaiting) throw new Problem('not-ready', { retryAfter: 2, message: BUSY });
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

const BUSY = 'El servidor está atendiendo muchos pedidos. Probá de nuevo en unos segundos.';
