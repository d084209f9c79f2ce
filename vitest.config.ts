import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { layers } from './tests/layers.ts';
import { LongestFirst } from './tests/longest-first.ts';

const SECOND = 1000;
/**
 * Nothing is measured by the clock: the limit only ends what hangs, also on a machine with much else to do. Each wait
 * inside a test has one of its own.
 */
const LIMIT = 600 * SECOND;

/**
 * A layer is a folder of tests. First the quick layers share the processors, then those that start, kill and starve
 * processes; the browser comes last, file by file, because two of them on two processors wait for each other.
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
