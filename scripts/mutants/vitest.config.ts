import { defineConfig } from 'vitest/config';
import { FOLDERS } from './folders.ts';

const { tests = [], setup = [] } = FOLDERS.get(process.env.MUTANTS_FOLDER ?? '') ?? {};

/** The tests of one folder in one worker, as Stryker runs them again and again. */
export default defineConfig({
  test: {
    include: [...tests],
    setupFiles: [...setup],
    environment: 'node',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
