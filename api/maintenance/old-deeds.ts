import type { Log } from '../log.ts';
import type { Logbook } from '../records/logbook.ts';

const EVERY = 6 * 60 * 60 * 1000;

/** Erases what the logbook no longer keeps, now and every few hours. A portal that rests does it when it is woken. */
export function forgetOldDeeds(logbook: Logbook, log: Log): void {
  const run = () => {
    try {
      const count = logbook.forgetOld();
      if (count > 0) log.info({ count }, 'logbook entries erased');
    } catch (error) {
      log.error({ err: error }, 'logbook entries not erased');
    }
  };
  run();
  setInterval(run, EVERY).unref();
}
