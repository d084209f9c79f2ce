/** Virtual time, in ms. Timers run in the order in which they fall due, one after another. */
export interface Clock {
  readonly now: number;
  /** Runs a function later. @returns a function that cancels it */
  after(ms: number, run: () => unknown): () => void;
  /** Advances the clock and runs all timers that fall due. */
  pass(ms: number): Promise<void>;
}

/** Maximum number of timers that may fall due at one moment. */
const MOST_AT_ONCE = 2000;

/** @param settle waits for everything that happens without time passing */
export function openClock(start: number, settle: () => Promise<void>): Clock {
  let now = start;
  let count = 0;
  const due: { at: number; order: number; run: () => unknown }[] = [];

  function next(until: number) {
    let first = due[0];
    for (const one of due)
      if (first && (one.at < first.at || (one.at === first.at && one.order < first.order))) first = one;
    return first && first.at <= until ? first : null;
  }

  return {
    get now() {
      return now;
    },
    after(ms, run) {
      const one = { at: now + Math.max(0, ms), order: count++, run };
      due.push(one);
      return () => {
        const at = due.indexOf(one);
        if (at >= 0) due.splice(at, 1);
      };
    },
    async pass(ms) {
      const end = now + ms;
      await settle();
      let atOnce = 0;
      for (let one = next(end); one; one = next(end)) {
        due.splice(due.indexOf(one), 1);
        atOnce = one.at > now ? 0 : atOnce + 1;
        if (atOnce > MOST_AT_ONCE)
          throw new Error(`timers run in an endless loop without time passing: ${String(one.run)}`);
        now = Math.max(now, one.at);
        await one.run();
        await settle();
      }
      now = end;
    },
  };
}
