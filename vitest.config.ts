import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { layers } from './tests/layers.ts';
import { LongestFirst } from './tests/longest-first.ts';

const SECOND = 1000;
/**
 * Time limit of a test. It only ends tests that hang, so it is long enough for a busy machine. Waits inside a test have
 * their own limits.
 */
const LIMIT = 600 * SECOND;

/**
 * A layer is a folder of tests. The fast layers run first, in parallel, then those that start and kill processes. Tests
 * with a browser run last, one file at a time, because two browsers on two processors slow each other down.
 */
const layer = (name: string, groupOrder: number, { maxWorkers = 1, globalSetup = [] as string[] } = {}) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    setupFiles: ['tests/setup-console.ts'],
    environment: 'node' as const,
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
    expect: { poll: { timeout: 30 * SECOND, interval: 50 } },
    globalSetup,
    maxWorkers,
    fileParallelism: maxWorkers > 1,
    sequence: { groupOrder },
  },
});

export default defineConfig({
  test: {
    reporters: ['default', layers],
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      layer('contract', 1, { maxWorkers: availableParallelism() }),
      layer('api', 1, { maxWorkers: availableParallelism() }),
      layer('web', 1, { maxWorkers: availableParallelism() }),
      layer('program', 2, { maxWorkers: availableParallelism() }),
      layer('faults', 2, { maxWorkers: availableParallelism() }),
      layer('e2e', 3, { globalSetup: ['tests/e2e/setup.ts'] }),
    ],
  },
});
