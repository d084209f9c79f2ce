import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const READMES = ['README.md', 'CONTRIBUTING.md', 'lab/README.md'];

/** Commands that take long, with as little to do as they take, and a part of what they print when all is well. */
const SHORT: Record<string, { args: string[]; prints: RegExp }> = {
  bench: { args: ['--quick', '--only', 'weight'], prints: /all scripts a resident can load/ },
  soak: { args: ['--minutes', '0.05', '--rate', '20'], prints: /Todas las respuestas fueron 200\./ },
  'push-load': { args: ['--devices', '20', '--rate', '5'], prints: /20 de 20 dispositivos.* 0 dos veces\./ },
  sbom: { args: [], prints: /"bomFormat": "CycloneDX"/ },
};
/** The tests that run the others, or what they consist of; `.ci/run` runs the first two. */
const ELSEWHERE: Record<string, string> = {
  test: '.ci/run',
  proofs: '.ci/run',
  start: 'tests/program/start.proof.ts',
  dev: 'tests/program/dev.proof.ts',
  restore: 'tests/faults/restore.proof.ts',
  backup: 'tests/faults/installation.proof.ts',
  doctor: 'tests/faults/installation.proof.ts',
  audit: 'tests/api/maintenance/deploy.test.ts',
  'apt-repository': 'tests/program/apt-repository.proof.ts',
  faults: 'tests/faults/model.test.ts',
  'bench:chart': 'tests/program/bench.test.ts',
  house: 'tests/contract/house.test.ts',
};
/**
 * Commands that need what not every machine has, or that change the checkout or take hours: they are run by hand. So is
 * `npm run bench -- --hour --residents 20 --speed 400`, after a change of the hour.
 */
const BY_HAND = [
  'firefox',
  'webkit',
  'package',
  'package:test',
  'screenshots',
  'push-load',
  'test-the-test',
  'mutants',
];
/** Parts of `npm test` with names of their own. */
const PARTS = ['lint', 'typecheck', 'format', 'test:fast', 'build'];

it.each(Object.entries(SHORT))('npm run %s', (name, { args, prints }) => {
  const { stdout, stderr } = spawnSync('npm', ['run', '-s', name, '--', ...args], { cwd: ROOT, encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toMatch(prints);
});

it('every command that the README names is run by something, or is known to be run by hand', () => {
  const texts = READMES.map((name) => readFileSync(join(ROOT, name), 'utf8')).join('\n');
  const named = new Set([...texts.matchAll(/npm (?:run )?([a-z][a-z:-]+)/g)].map(([, name]) => name ?? ''));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  const commands = [...named].filter((name) => name in scripts);
  const known = [...Object.keys(SHORT), ...Object.keys(ELSEWHERE), ...BY_HAND, ...PARTS];
  expect(commands.filter((name) => !known.includes(name))).toEqual([]);
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  expect(Object.values(ELSEWHERE).filter((file) => !tracked.includes(file))).toEqual([]);
});
