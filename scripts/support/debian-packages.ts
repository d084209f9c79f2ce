import { spawnSync } from 'node:child_process';

/**
 * Finds what tests or the bench need of Debian's packages. They are installed if it is missing and this runs as root.
 * @param find looks for what they bring
 * @param packages at least what is needed for it
 * @throws Error that names them, if it is not there afterwards either
 */
export function needDebian<T>(find: () => T | false | undefined, ...packages: string[]): T {
  const isRoot = process.getuid?.() === 0;
  const quiet = {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 240_000,
  } as const;
  let found = find();
  if (!found && isRoot) {
    spawnSync('apt-get', ['update'], quiet);
    const options = ['-o', 'DPkg::Lock::Timeout=120', '-y', '--no-install-recommends'];
    spawnSync('apt-get', ['install', ...options, ...packages], quiet);
    found = find();
  }
  if (!found)
    throw new Error(`Missing: run «apt-get install ${packages.join(' ')}» (as root, the tests do so themselves)`);
  return found;
}

/** Whether all programs can be run. */
export const haveCommands = (...names: string[]) => names.every((name) => !spawnSync(name, ['--version']).error);
