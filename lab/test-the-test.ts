import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// npm run test-the-test: tests the model test. In a copy of the tree it removes one guard of the protocol after
// another, and the model test has to fail for each. Prints what the model test noticed; exits with 1 if a guard can be
// missing unnoticed.

/** A check in the protocol, and the code without it. */
interface Guard {
  name: string;
  file: string;
  guarded: string;
  unguarded: string;
  /** Seed of the runs, where those of the usual one rarely meet what the guard is for. */
  seed?: string;
}

const GUARDS: Guard[] = [
  {
    name: 'look-up by opId',
    file: 'api/records/write/operate.ts',
    guarded: 'if (done) return done.answer as A;',
    unguarded: '',
  },
  {
    name: 'base check',
    file: 'api/records/write/conflict.ts',
    guarded: 'if (base === undefined || isDeepStrictEqual(base, stored)) return true;',
    unguarded: 'return true;',
  },
  {
    name: 'order per record',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'for (const [place, operation] of operations.entries())',
    unguarded: 'for (const [place, operation] of [...operations].reverse().entries())',
  },
  {
    name: 'status waits',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'if (isStatusOrDelete(operation) && place > 0) return null;',
    unguarded: '',
  },
  {
    name: 'user binding',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'queue.operations.filter((operation) => operation.userId === session.user.id)',
    unguarded: 'queue.operations.filter(() => true)',
  },
  {
    name: 'base of a delete',
    file: 'api/records/write/lifecycle.ts',
    guarded: 'history.changedByOther(entity, id, base, act.userId)',
    unguarded: 'false',
  },
  {
    name: 'hiding in the feed',
    file: 'api/records/feed.ts',
    guarded: "scope === 'admin' || isReadable(type, record)",
    unguarded: 'true',
  },
  {
    name: 'base of a document',
    file: 'api/records/write/documents.ts',
    guarded: 'isCurrent(base, before, () => seen)',
    unguarded: 'true',
  },
  {
    name: 'sent stays unchanged',
    file: 'web/src/offline/outbox/protocol/saving.ts',
    guarded: 'return sawIt && !last.sent && !hasLater',
    unguarded: 'return sawIt && !hasLater',
  },
  {
    name: 'sent create is kept',
    file: 'web/src/offline/outbox/protocol/saving.ts',
    guarded: "first?.kind === 'create' && !first.sent && others",
    unguarded: "first?.kind === 'create' && others",
  },
  {
    name: 'merge only if seen',
    file: 'web/src/offline/outbox/protocol/saving.ts',
    guarded: 'const sawIt = sameValue(fresh.base, last.value);',
    unguarded: 'const sawIt = true;',
  },
  {
    name: 'merge only chains',
    file: 'web/src/offline/outbox/protocol/saving.ts',
    guarded: 'if (later.sent || !chains(tip, later)) break;',
    unguarded: 'if (later.sent) break;',
    seed: '2',
  },
  {
    name: 'parked field blocks',
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: 'if (operation.field !== undefined) blockedFields.add(operation.field);',
    unguarded: '',
  },
  {
    name: "other tabs' changes",
    file: 'web/src/offline/outbox/events.ts',
    guarded: 'if (standing.rev !== rev) {',
    unguarded: 'if (rev === -1) {',
  },
  {
    name: "the portal's answer",
    file: 'web/src/offline/outbox/protocol/sending.ts',
    guarded: "return isOurs(operation, body) ? { is: 'done' } : { is: 'unreachable' };",
    unguarded: "return { is: 'done' };",
  },
  {
    name: 'bytes of an upload',
    file: 'web/src/offline/outbox/events.ts',
    guarded:
      'if (event && bytes && fileKeys(queue).has(event.opId)) await tables.files.put({ key: event.opId, bytes });',
    unguarded: '',
  },
  {
    name: 'overtaken feed piece',
    file: 'web/src/offline/store/apply-feed.ts',
    guarded: "if (!isSame(asked, current)) return { is: 'overtaken' };",
    unguarded: '',
  },
];

const ROOT = join(import.meta.dirname, '..');
const RUNS = process.env.FAULTS_RUNS ?? '300';
const { FAULTS_SEED } = process.env;

const copy = copyOfTree();
let unnoticed = 0;
try {
  console.log(
    `${'without'.padEnd(20)} ${'noticed'.padEnd(9)} ${'by'.padEnd(5)} ${'run'.padStart(4)} ${'s'.padStart(5)}  message`,
  );
  for (const guard of GUARDS) unnoticed += without(guard) ? 0 : 1;
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
function without({ name, file, guarded, unguarded, seed = '1' }: Guard): boolean {
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
    ['run', '--project', 'faults', 'tests/faults/model.test.ts', '--no-color'],
    {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, FAULTS_RUNS: RUNS, FAULTS_SEED: FAULTS_SEED ?? seed, FAULTS_SHRINK: 'no', NO_COLOR: '1' },
    },
  );
  writeFileSync(path, whole);
  const seconds = Math.round((performance.now() - began) / 1000);
  const [, by = '', words = ''] = /Caused by: (I\d+|Error): (?:I\d+: )?(.*)/.exec(stdout + stderr) ?? [];
  const run = /Property failed after (\d+) tests/.exec(stdout + stderr)?.[1] ?? '';
  const isNoticed = status !== 0 && by.startsWith('I');
  console.log(
    `${name.padEnd(20)} ${(isNoticed ? 'yes' : 'NO').padEnd(9)} ${by.padEnd(5)} ${run.padStart(4)} ` +
      `${String(seconds).padStart(5)}  ${words.slice(0, 120)}`,
  );
  if (!isNoticed) console.log((stdout + stderr).slice(-2000));
  return isNoticed;
}
