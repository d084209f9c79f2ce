import type { Reporter, TestModule } from 'vitest/node';

/** Prints how many tests each layer has and how many of them failed, after everything else. */
export const layers: Reporter = {
  onTestRunEnd(modules) {
    const names = [...new Set(modules.map(({ project }) => project.name))].sort();
    const lines = names.map((name) => `${name} ${count(modules.filter(({ project }) => project.name === name))}`);
    console.log(`Tests by layer: ${lines.join(', ')}`);
  },
};

function count(modules: TestModule[]): string {
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const failed = tests.filter((test) => test.result().state === 'failed').length;
  return failed > 0 ? `${tests.length} (${failed} failed)` : `${tests.length}`;
}
