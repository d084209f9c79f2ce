/** Time limit of a wait in a test, in ms. It only ends tests that hang, so it is long enough for a busy machine. */
export const PATIENCE = 60_000;
