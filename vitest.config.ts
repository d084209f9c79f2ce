import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
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

/**
 * What tests make lives for a moment only. With more room for it than V8 gives by default, in MB, it is collected less
 * often: the three layers without programs of their own take a tenth less processor time.
 */
const SHORT_LIVED = ['--max-semi-space-size=32'];

/** Which files run: `npm test` runs tests, `npm run proofs` what takes long. */
type Kind = 'test' | 'proof';

/**
 * A layer is a folder of tests. The files of all layers run side by side, the slowest first, so that no processor is
 * idle while a browser waits. No test may depend on how busy the machine is.
 * @param isolate whether each file loads its modules anew. Files that leave nothing behind share those of their worker.
 * @param execArgv options of Node for the workers
 */
const layer = (
  kind: Kind,
  name: string,
  { globalSetup = [] as string[], setup = [] as string[], isolate = true, execArgv = [] as string[] } = {},
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
    execArgv,
    maxWorkers: WORKERS,
  },
});

/** @returns the configuration of a command that runs one kind of file in all layers */
export function layersOf(kind: Kind): ViteUserConfig {
  demandBuild();
  return {
    root: import.meta.dirname,
    test: {
      reporters: ['default', layers],
      allowOnly: false,
      sequence: { sequencer: LongestFirst },
      projects: [
        layer(kind, 'contract', { isolate: false, execArgv: SHORT_LIVED }),
        layer(kind, 'api', { isolate: false, execArgv: SHORT_LIVED }),
        layer(kind, 'web', { setup: ['tests/web/setup.ts'], isolate: false, execArgv: SHORT_LIVED }),
        layer(kind, 'program'),
        layer(kind, 'faults'),
        layer(kind, 'e2e', { globalSetup: ['tests/e2e/support/setup.ts'], isolate: false }),
      ],
    },
  };
}

/**
 * Ends the command with one line: without them a hundred tests would fail, each in its own words. Nothing that is
 * installed may be imported before, so this file and what it imports take only types from packages.
 */
function demandBuild(): void {
  const there = (path: string) => existsSync(join(import.meta.dirname, path));
  const missing = !there('node_modules/vitest')
    ? 'The dependencies are not installed'
    : !there('dist/web/sw.js')
      ? 'There is no built site in dist/'
      : null;
  if (missing === null) return;
  console.error(`${missing}: run \`node scripts/setup.mjs test\` first.`);
  process.exit(1);
}

export default layersOf('test');
