/** How long a test waits for what has to come, in ms: it ends what hangs, also on a machine with much else to do. */
export const PATIENCE = 60_000;
