import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** What vitest reads before it looks for tests. */
const READ = ['package.json', 'vitest.config.ts', 'tests/layers.ts', 'tests/longest-first.ts', 'scripts/support'];

test('who runs the tests before installing or building is told in one line what to do', () => {
  const clone = mkdtempSync(join(tmpdir(), 'portal-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  for (const path of READ) cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  const says = () => {
    const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}` };
  };
  const next = 'run `node scripts/setup.mjs test` first.\n';
  expect(says()).toEqual({ status: 1, said: `The dependencies are not installed: ${next}` });
  mkdirSync(join(clone, 'node_modules/vitest'), { recursive: true });
  expect(says()).toEqual({ status: 1, said: `There is no built site in dist/: ${next}` });
});
