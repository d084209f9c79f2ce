import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan } from './model/actions.ts';
import { live } from './model/world.ts';

const SECOND = 1000;
/** Number of runs: every one of some 60 commands. `npm run faults` sets a larger one. */
const RUNS = Number(process.env.FAULTS_RUNS ?? 100);
/** `npm test` gives the same result for the same code every time; `npm run faults` looks for new failures. */
const SEED = Number(process.env.FAULTS_SEED ?? (process.env.FAULTS_RUNS ? Date.now() % 1_000_000_000 : 20_260_315));
const PATH = process.env.FAULTS_PATH;

test(
  'whatever the network, the devices, the server and the people do, all ten invariants hold',
  { timeout: 0 },
  async () => {
    const began = performance.now();
    const faults = new Map<string, number>();
    let [runs, actions, effects, conflicts, refusals] = [0, 0, 0, 0, 0];
    const property = fc.asyncProperty(plan, async (one) => {
      const tally = await live(one);
      runs += 1;
      actions += tally.actions;
      effects += tally.effects;
      conflicts += tally.conflicts;
      refusals += tally.refusals;
      for (const [fault, times] of tally.faults) faults.set(fault, (faults.get(fault) ?? 0) + times);
    });
    const repeat = PATH === undefined ? {} : { path: PATH };
    const shrinking = process.env.FAULTS_SHRINK === 'no' ? { endOnFailure: true } : {};
    try {
      await fc.assert(property, { seed: SEED, numRuns: RUNS, ...repeat, ...shrinking });
    } finally {
      const seconds = Math.round((performance.now() - began) / SECOND);
      const kinds = [...faults].sort(([, a], [, b]) => b - a).map(([fault, times]) => `  ${fault}: ${times}`);
      console.log(
        [
          `${runs} runs (seed ${SEED}), ${actions} commands, ${effects} effects, ${conflicts} conflicts, ${refusals} refusals, ${seconds} s; faults:`,
          ...kinds,
        ].join('\n'),
      );
    }
    if (PATH === undefined) expect(runs).toBeGreaterThanOrEqual(RUNS);
  },
);
