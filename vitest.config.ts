import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
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
 * Number of test files that run at a time. It is one more than there are processors, because the tests that use a
 * browser or another program wait for it much of the time.
 */
const WORKERS = availableParallelism() + 1;

/** Which files run: `npm test` runs tests, `npm run proofs` what takes long. */
type Kind = 'test' | 'proof';

/**
 * A layer is a folder of tests. The files of all layers run side by side, the slowest first, so that no processor is
 * idle while a browser waits. No test may depend on how busy the machine is.
 * @param isolate whether each file loads its modules anew. Files that leave nothing behind share those of their worker.
 */
const layer = (
  kind: Kind,
  name: string,
  { globalSetup = [] as string[], setup = [] as string[], isolate = true } = {},
) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.${kind}.{ts,tsx}`],
    setupFiles: ['tests/setup-console.ts', ...setup],
    environment: 'node' as const,
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
    expect: { poll: { timeout: 30 * SECOND, interval: 50 } },
    globalSetup,
    isolate,
    maxWorkers: WORKERS,
  },
});

/** @returns the configuration of a command that runs one kind of file in all layers */
export function layersOf(kind: Kind) {
  demandBuild();
  return defineConfig({
    root: import.meta.dirname,
    test: {
      reporters: ['default', layers],
      allowOnly: false,
      sequence: { sequencer: LongestFirst },
      projects: [
        layer(kind, 'contract', { isolate: false }),
        layer(kind, 'api', { isolate: false }),
        layer(kind, 'web', { setup: ['tests/web/setup.ts'], isolate: false }),
        layer(kind, 'program'),
        layer(kind, 'faults'),
        layer(kind, 'e2e', { globalSetup: ['tests/e2e/support/setup.ts'], isolate: false }),
      ],
    },
  });
}

/** Ends the command with one line: without the built site a hundred tests would fail, each in its own words. */
function demandBuild(): void {
  if (existsSync(join(import.meta.dirname, 'dist/web/sw.js'))) return;
  console.error('There is no built site in dist/: run `node scripts/setup.mjs test` first.');
  process.exit(1);
}

export default layersOf('test');
