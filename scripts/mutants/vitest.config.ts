import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { FOLDERS } from './folders.ts';

const { tests = [], setup = [] } = FOLDERS.get(process.env.MUTANTS_FOLDER ?? '') ?? {};

/** Runs files that start no server first: a change that they notice needs no other. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => startsServer(a) - startsServer(b));
  }
}
const startsServer = ({ moduleId }: TestSpecification) => Number(readFileSync(moduleId, 'utf8').includes('openTown'));

/** The tests of one folder in one worker, as Stryker runs them again and again. */
export default defineConfig({
  test: {
    include: [...tests],
    setupFiles: [...setup],
    environment: 'node',
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: QuickFirst },
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
