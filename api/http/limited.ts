import { Problem } from '../contract/problems.ts';

/**
 * Runs at most so many at once; the others wait in the order in which they came.
 * @param most how many may wait: who comes after them is refused with Problem 503
 */
export function atMost(atOnce: number, most = Number.POSITIVE_INFINITY): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= most) throw new Problem('not-ready', { retryAfter: 2, message: BUSY });
    else await new Promise<void>((go) => waiting.push(go));
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
