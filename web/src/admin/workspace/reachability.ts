/** Delay, in ms, after which a pull checks whether the server is really out of reach. */
const CHECK_AFTER = 5000;

/** Whether the server answered when it was last called. */
export interface Reachability {
  isReached(): boolean;
  report(isAnswered: boolean): void;
  /** The same for calls beside the pulls: one missing answer is not yet a lost network, so a pull checks it. */
  reportAside(isAnswered: boolean): void;
}

export function createReachability({ onChange, check }: { onChange: () => void; check: () => void }): Reachability {
  let isReached = true;
  let isCheckPlanned = false;

  function report(isAnswered: boolean): void {
    if (isReached === isAnswered) return;
    isReached = isAnswered;
    onChange();
  }

  return {
    isReached: () => isReached,
    report,
    reportAside(isAnswered) {
      report(isAnswered);
      if (isAnswered || isCheckPlanned) return;
      isCheckPlanned = true;
      setTimeout(() => {
        isCheckPlanned = false;
        check();
      }, CHECK_AFTER);
    },
  };
}
