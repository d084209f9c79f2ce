import fc from 'fast-check';
import { expect } from 'vitest';
import { plan } from './actions.ts';
import { SITUATIONS } from './sometimes.ts';
import type { Situation } from './sometimes.ts';
import { live } from './world.ts';

const SECOND = 1000;
const { FAULTS_RUNS, FAULTS_SEED, FAULTS_PATH, FAULTS_SHRINK } = process.env;
/** The same result for the same code every time; `npm run faults` looks for new failures. */
const SEED = Number(FAULTS_SEED ?? (FAULTS_RUNS ? Date.now() % 1_000_000_000 : 20_260_315));

/**
 * Runs plans of some 60 commands each, and prints what happened.
 * @param budget number of runs, unless the environment sets another
 * @throws if an invariant does not hold, or if a situation that always occurs in so many runs has not occurred
 */
export async function runModel(budget: number): Promise<void> {
  const numRuns = Number(FAULTS_RUNS ?? budget);
  const began = performance.now();
  const faults = new Map<string, number>();
  const situations = new Map<string, number>();
  let [runs, actions, effects, conflicts, refusals] = [0, 0, 0, 0, 0];
  const property = fc.asyncProperty(plan, async (one) => {
    const tally = await live(one);
    runs += 1;
    actions += tally.actions;
    effects += tally.effects;
    conflicts += tally.conflicts;
    refusals += tally.refusals;
    for (const [fault, times] of tally.faults) faults.set(fault, (faults.get(fault) ?? 0) + times);
    for (const situation of tally.situations.keys()) situations.set(situation, (situations.get(situation) ?? 0) + 1);
  });
  const repeat = FAULTS_PATH === undefined ? {} : { path: FAULTS_PATH };
  const shrinking = FAULTS_SHRINK === 'no' ? { endOnFailure: true } : {};
  try {
    await fc.assert(property, { seed: SEED, numRuns, ...repeat, ...shrinking });
  } finally {
    const seconds = Math.round((performance.now() - began) / SECOND);
    console.log(
      [
        `${runs} runs (seed ${SEED}), ${actions} commands, ${effects} effects, ${conflicts} conflicts, ` +
          `${refusals} refusals, ${seconds} s; faults:`,
        ...lines(faults),
        'runs in which a situation occurred:',
        ...lines(situations),
      ].join('\n'),
    );
  }
  if (FAULTS_PATH !== undefined) return;
  expect(runs).toBeGreaterThanOrEqual(numRuns);
  const asked = (Object.keys(SITUATIONS) as Situation[]).filter((situation) => SITUATIONS[situation] <= numRuns);
  const missing = asked.filter((situation) => !situations.has(situation));
  expect(missing, `situations that did not occur in ${runs} runs (tests/faults/model/sometimes.ts)`).toEqual([]);
}

function lines(counted: ReadonlyMap<string, number>): string[] {
  return [...counted].sort(([, a], [, b]) => b - a).map(([name, times]) => `  ${name}: ${times}`);
}
