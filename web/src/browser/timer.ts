/** Runs a function after a delay in ms. @returns cancels it. Tests have a clock of their own */
export type SetTimer = (run: () => void, ms: number) => () => void;

export const browserTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
