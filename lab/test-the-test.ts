import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GUARDS } from './guards.ts';
import type { Guard } from './guards.ts';

// npm run test-the-test: tests the model test. In a copy of the tree it removes one guard of the protocol after
// another, and the model test has to fail for each. Prints what the model test noticed; exits with 1 if a guard can be
// missing unnoticed.

const ROOT = join(import.meta.dirname, '..');
const RUNS = process.env.FAULTS_RUNS ?? '300';
const { FAULTS_SEED } = process.env;
/** Which of them, by their names. */
const ONLY = new RegExp(process.env.GUARDS ?? '');

const copy = copyOfTree();
let unnoticed = 0;
try {
  console.log(
    `${'without'.padEnd(20)} ${'noticed'.padEnd(9)} ${'by'.padEnd(5)} ${'run'.padStart(4)} ${'s'.padStart(5)}  message`,
  );
  for (const guard of GUARDS.filter(({ name }) => ONLY.test(name))) unnoticed += without(guard) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(
  unnoticed === 0 ? 'Every missing guard is noticed.' : `${unnoticed} of ${GUARDS.length} can be missing unnoticed.`,
);
process.exitCode = unnoticed === 0 ? 0 : 1;

/** Copies all tracked files and new ones that are not ignored, and links node_modules. @returns the folder */
function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-the-test-'));
  const copied = ['api', 'db', 'scripts', 'tests', 'web', '*.json', '*.ts'];
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...copied], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of new Set(files.split('\0').filter(Boolean))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  for (const made of ['node_modules', 'dist']) symlinkSync(join(ROOT, made), join(folder, made));
  return folder;
}

/** Runs the model test without a guard. @returns whether it noticed that the guard is missing */
function without({ name, file, guarded, unguarded, model = 'staff', seed = '1' }: Guard): boolean {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(guarded).length !== 2) throw new Error(`${file} does not contain this exactly once: ${guarded}`);
  writeFileSync(
    path,
    whole.replace(guarded, () => unguarded),
  );
  const began = performance.now();
  const { stdout, stderr, status } = spawnSync(
    join(copy, 'node_modules/.bin/vitest'),
    ['run', '--project', 'faults', 'tests/faults/model.test.ts', '-t', `^${model}`, '--no-color'],
    {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, FAULTS_RUNS: RUNS, FAULTS_SEED: FAULTS_SEED ?? seed, FAULTS_SHRINK: 'no', NO_COLOR: '1' },
    },
  );
  writeFileSync(path, whole);
  const seconds = Math.round((performance.now() - began) / 1000);
  const [, by = '', words = ''] = /Caused by: ([IR]\d+|Error): (?:[IR]\d+: )?(.*)/.exec(stdout + stderr) ?? [];
  const run = /Property failed after (\d+) tests/.exec(stdout + stderr)?.[1] ?? '';
  const isNoticed = status !== 0 && /^[IR]/.test(by);
  console.log(
    `${name.padEnd(20)} ${(isNoticed ? 'yes' : 'NO').padEnd(9)} ${by.padEnd(5)} ${run.padStart(4)} ` +
      `${String(seconds).padStart(5)}  ${words.slice(0, 120)}`,
  );
  if (!isNoticed) console.log((stdout + stderr).slice(-2000));
  return isNoticed;
}
