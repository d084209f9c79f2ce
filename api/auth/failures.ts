/** Failed tries of the last while, in memory: a restart forgets them. */
export interface Failures {
  /**
   * Returns the seconds until fewer than `limit` failures of a key count, 0 for now.
   * @param from only those that came from there
   */
  wait(key: string, limit: number, from?: string): number;
  /** Counts a failure. @returns a function that takes it back */
  add(key: string, from?: string): () => void;
  /** Forgets the failures of a key. @param from only those that came from there */
  forget(key: string, from?: string): void;
}

interface Rule {
  /** ms since the epoch */
  now: () => number;
  /** Time for which a failure counts, in ms. */
  window: number;
  /** Maximum number of failures that are remembered for a key: the newest. */
  most: number;
  /** Maximum number of keys; beyond it, the one that failed longest ago is forgotten. Needed where strangers choose. */
  maxKeys?: number;
}

/** Opens an empty memory. Keys whose failures no longer count take no room. */
export function openFailures({ now, window, most, maxKeys = Infinity }: Rule): Failures {
  interface Failure {
    at: number;
    from: string;
  }
  /** Those that failed longest ago first. */
  const kept = new Map<string, Failure[]>();
  function of(key: string, from?: string): Failure[] {
    const to = now();
    // A clock that was set back must not make a wait longer.
    const counts = ({ at }: Failure) => at > to - window && at <= to;
    return (kept.get(key) ?? []).filter((one) => counts(one) && (from === undefined || one.from === from));
  }
  function keep(key: string, failures: Failure[]): void {
    if (failures.length === 0) kept.delete(key);
    else kept.set(key, failures);
  }
  function dropOld(): void {
    for (const key of kept.keys()) {
      if (kept.size <= maxKeys && of(key).length > 0) return;
      kept.delete(key);
    }
  }

  return {
    wait(key, limit, from) {
      const failures = of(key, from);
      const first = failures[failures.length - limit];
      return first === undefined ? 0 : Math.max(1, Math.ceil((first.at + window - now()) / 1000));
    },
    add(key, from = '') {
      const failure = { at: now(), from };
      const failures = [...of(key), failure].slice(-most);
      kept.delete(key);
      kept.set(key, failures);
      dropOld();
      return () =>
        keep(
          key,
          of(key).filter((one) => one !== failure),
        );
    },
    forget(key, from) {
      keep(key, from === undefined ? [] : of(key).filter((one) => one.from !== from));
    },
  };
}
