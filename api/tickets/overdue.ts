import type { Log } from '../log.ts';
import type { Tickets } from './open-tickets.ts';

const EVERY = 6 * 60 * 60 * 1000;

/**
 * Erases what the town no longer keeps, now and every few hours, and what an erasure that was cut off has left. A
 * portal that rests does it when it is woken.
 */
export function eraseOverdue({ settings, erasure }: Tickets, log: Log): void {
  const run = () => {
    try {
      erasure.sweep();
      const count = erasure.eraseOld(settings.read().months);
      if (count > 0) log.info({ count }, 'tickets erased');
    } catch (error) {
      log.error({ err: error }, 'tickets not erased');
    }
  };
  run();
  setInterval(run, EVERY).unref();
}
