import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installLocked } from '../support/install-locked.ts';
import { FOLDERS } from './folders.ts';
import type { MutatedFolder } from './folders.ts';

// npm run mutants -- [folder …]: tests the tests. Stryker (https://stryker-mutator.io) changes one expression after
// another (a comparison, a condition, a text, a removed block) in a copy of the tree, and the quick tests of the folder
// have to fail. Prints how many changes were noticed, and each that was not as file:line and change. A change that no
// test can or should notice is in survivors.json with a reason. Exits with 1 if another one survives, or if less than
// 95 % of all are noticed.

const GOAL = 0.95;
const ROOT = join(import.meta.dirname, '../..');
const WORK = join(ROOT, '.setup/mutants');
const SURVIVORS = join(import.meta.dirname, 'survivors.json');

/** The parts of Stryker's report that are read here (https://github.com/stryker-mutator/mutation-testing-elements). */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}
interface Place {
  line: number;
  column: number;
}
interface Mutant {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored' | 'Pending';
  replacement?: string;
  location: { start: Place; end: Place };
}
/** A change that was not noticed; `change` does not depend on its line, so that code may move. */
interface Survivor {
  file: string;
  line: number;
  change: string;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !FOLDERS.has(name));
if (unknown.length > 0) throw new Error(`no such folder: ${unknown}; there are ${[...FOLDERS.keys()]}`);

const stryker = join(installLocked(join(import.meta.dirname, 'stryker')), 'node_modules/@stryker-mutator');
const accepted = acceptedChanges();
const total = { noticed: 0, all: 0 };
const fresh: Survivor[] = [];

for (const [name, folder] of FOLDERS) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { files } = mutate(name, folder);
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...statuses: Mutant['status'][]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const [killed, timeout, survived] = [count('Killed'), count('Timeout'), count('Survived', 'NoCoverage')];
  const all = killed + timeout + survived;
  total.noticed += killed + timeout;
  total.all += all;
  const counts = `${all} changes, ${killed} killed, ${timeout} timeouts, ${survived} survived`;
  console.log(`${name}: ${counts}: ${part(all - survived, all)}`);
  fresh.push(...survivorsIn(files).filter(({ file, change }) => !accepted.has(`${file}: ${change}`)));
}

for (const { file, line, change } of fresh) console.log(`survived without a reason: ${file}:${line} ${change}`);
console.log(`noticed ${total.noticed} of ${total.all}: ${part(total.noticed, total.all)}`);
process.exitCode = fresh.length > 0 || total.noticed < GOAL * total.all ? 1 : 0;

/** Runs Stryker on a folder. @throws Error if it cannot run, for example because a test fails without any change */
function mutate(name: string, { code }: MutatedFolder): Report {
  mkdirSync(WORK, { recursive: true });
  const report = join(WORK, `${name}.json`);
  const config = join(WORK, `${name}.config.json`);
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [join(stryker, 'vitest-runner/dist/src/index.js')],
      vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
      mutate: [code],
      coverageAnalysis: 'perTest',
      concurrency: 1,
      // Long enough for a busy machine: what only takes long has not been noticed.
      timeoutMS: 30_000,
      reporters: ['progress-append-only', 'json'],
      jsonReporter: { fileName: report },
      tempDirName: join(WORK, 'tmp'),
      ignorePatterns: ['/.git', '/.setup', '/dist', '/docs', '/uploads', '/db/*.sqlite*'],
      // Stryker would read it with an interface of TypeScript that version 7 no longer has.
      tsconfigFile: 'none',
    }),
  );
  const { status } = spawnSync(process.execPath, [join(stryker, 'core/bin/stryker.js'), 'run', config], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, MUTANTS_FOLDER: name },
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status} in ${name}`);
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

function survivorsIn(files: Report['files']): Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location, replacement = '' }) => ({
        file,
        line: location.start.line,
        change: `${short(textAt(source, location))} -> ${short(replacement)}`,
      })),
  );
}

function textAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  return [(lines.shift() ?? '').slice(start.column - 1), ...lines].join('\n');
}

function short(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

/** Reads survivors.json: reasons, and for each the changes of each file. @returns `file: change` */
function acceptedChanges(): Set<string> {
  const reasons = JSON.parse(readFileSync(SURVIVORS, 'utf8')) as Record<string, Record<string, string[]>>;
  const changes = Object.values(reasons).flatMap((files) =>
    Object.entries(files).flatMap(([file, all]) => all.map((change) => `${file}: ${change}`)),
  );
  return new Set(changes);
}

function part(some: number, all: number): string {
  return `${((100 * some) / Math.max(1, all)).toFixed(1)} %`;
}
