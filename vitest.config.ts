import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { layers } from './tests/layers.ts';

const SECOND = 1000;

/**
 * A layer is a folder of tests. A group starts when the one before has ended: what is timed gets the machine to itself.
 * Groups count from 1: vitest runs what is left in group 0 and has one worker after everything else.
 */
const quick = (name: string, timeout: number) => ({
  test: { ...common(name, timeout), maxWorkers: availableParallelism(), sequence: { groupOrder: 1 } },
});
const oneByOne = (name: string, groupOrder: number, globalSetup: string[] = []) => ({
  test: { ...common(name, 120 * SECOND), globalSetup, fileParallelism: false, maxWorkers: 1, sequence: { groupOrder } },
});

function common(name: string, timeout: number) {
  return {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    setupFiles: ['tests/setup-console.ts'],
    environment: 'node' as const,
    testTimeout: timeout,
    hookTimeout: timeout,
  };
}

export default defineConfig({
  test: {
    reporters: ['default', layers],
    allowOnly: false,
    projects: [
      quick('contract', 10 * SECOND),
      quick('api', 30 * SECOND),
      quick('web', 30 * SECOND),
      oneByOne('faults', 2),
      oneByOne('e2e', 3, ['tests/e2e/setup.ts']),
    ],
  },
});
