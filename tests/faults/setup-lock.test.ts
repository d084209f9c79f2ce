import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LOCK = pathToFileURL(join(import.meta.dirname, '..', '..', 'scripts', 'support', 'lock.mjs')).href;

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'lock-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test('set-ups started together run one after another', async () => {
  const setups = Array.from({ length: 6 }, () => setup(100));
  await Promise.all(setups.map((each) => once(each, 'exit')));
  const steps = (await readFile(join(folder, 'steps'), 'utf8')).trim().split('\n');
  expect(steps).toEqual(Array.from({ length: 6 }, () => ['in', 'out']).flat());
  expect(await readdir(folder)).toEqual(['steps']);
});

test('the lock of a killed set-up does not block the next one', async () => {
  const killed = setup(60_000);
  await expect.poll(() => readFile(join(folder, 'steps'), 'utf8').catch(() => '')).toBe('in\n');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await writeFile(join(folder, 'steps'), '');
  const [code] = await once(setup(0), 'exit');
  expect(code).toBe(0);
  expect(await readFile(join(folder, 'steps'), 'utf8')).toBe('in\nout\n');
});

/** Starts a process that holds the lock for some milliseconds and records when it takes and releases it. */
function setup(hold: number): ChildProcess {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    import { withLock } from '${LOCK}';
    await withLock('lock', () => {}, async () => {
      appendFileSync('steps', 'in\\n');
      await setTimeout(${hold});
      appendFileSync('steps', 'out\\n');
    });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, stdio: 'inherit' });
}
