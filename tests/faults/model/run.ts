import fc from 'fast-check';
import { expect } from 'vitest';

const SECOND = 1000;
const { FAULTS_RUNS, FAULTS_SEED, FAULTS_PATH, FAULTS_SHRINK } = process.env;
/** The same result for the same code every time; `npm run faults` looks for new failures. */
const SEED = Number(FAULTS_SEED ?? (FAULTS_RUNS ? Date.now() % 1_000_000_000 : 20_260_315));

/** What happened in a run. */
export interface Tally {
  actions: number;
  /** What is counted of it, by name. */
  counts: Readonly<Record<string, number>>;
  faults: ReadonlyMap<string, number>;
  /** How often each situation has happened. */
  situations: ReadonlyMap<string, number>;
}

export interface Model<P> {
  plan: fc.Arbitrary<P>;
  /** Runs a plan. @throws if an invariant does not hold */
  live(plan: P): Promise<Tally>;
  /** Situations for which the model exists, with the number of runs in which each has happened every time. */
  situations: Readonly<Record<string, number>>;
  /** File in which they are. */
  file: string;
}

/**
 * Runs plans of some 60 commands each, and prints what happened.
 * @param budget number of runs, unless the environment sets another
 * @throws if an invariant does not hold, or if a situation that always occurs in so many runs has not occurred
 */
export async function runModel<P>({ plan, live, ...model }: Model<P>, budget: number): Promise<void> {
  const numRuns = Number(FAULTS_RUNS ?? budget);
  const began = performance.now();
  const faults = new Map<string, number>();
  const situations = new Map<string, number>();
  const counts = new Map<string, number>();
  let [runs, actions] = [0, 0];
  const property = fc.asyncProperty(plan, async (one) => {
    const tally = await live(one);
    runs += 1;
    actions += tally.actions;
    for (const [name, number] of Object.entries(tally.counts)) counts.set(name, (counts.get(name) ?? 0) + number);
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
        `${runs} runs (seed ${SEED}), ${actions} commands, ` +
          `${[...counts].map(([name, number]) => `${number} ${name}, `).join('')}${seconds} s; faults:`,
        ...lines(faults),
        'runs in which a situation occurred:',
        ...lines(situations),
      ].join('\n'),
    );
  }
  if (FAULTS_PATH !== undefined) return;
  expect(runs).toBeGreaterThanOrEqual(numRuns);
  const asked = Object.entries(model.situations).filter(([, most]) => most <= numRuns);
  const missing = asked.flatMap(([situation]) => (situations.has(situation) ? [] : situation));
  expect(missing, `situations that did not occur in ${runs} runs (${model.file})`).toEqual([]);
}

function lines(counted: ReadonlyMap<string, number>): string[] {
  return [...counted].sort(([, a], [, b]) => b - a).map(([name, times]) => `  ${name}: ${times}`);
}
