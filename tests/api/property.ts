import fc from 'fast-check';

/** fast-check with the same values in every run, so that a failure on one machine is a failure on all. */
fc.configureGlobal({ seed: 20260315 });
export { fc };
