/** Runs something after so many ms; returns what calls it off. Tests have a clock of their own. */
export type SetTimer = (run: () => void, ms: number) => () => void;

export const browserTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
