import type { Reporter, TestModule } from 'vitest/node';
import { findChromium } from '../scripts/support/find-chromium.mjs';

/** Names the engine of the browser tests before everything else, and counts the tests of each layer after it. */
export const layers: Reporter = {
  onInit() {
    const engine = findChromium();
    console.log(`Engine: ${engine ? `${engine.version}, ${engine.path}` : 'none'}; Node ${process.version}`);
  },

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
