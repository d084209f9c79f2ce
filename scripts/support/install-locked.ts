import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Installs a tool that only one command needs, in the locked versions, unless it is installed. So it is not a
 * dependency of the project itself, which `npm test` would install.
 * @param source folder with its package.json, package-lock.json and .npmrc
 * @returns the folder where it is installed: `.setup` and the name of the source
 * @throws Error if it cannot be installed
 */
export function installLocked(source: string): string {
  const name = basename(source);
  const folder = join(ROOT, '.setup', name);
  const lock = join(source, 'package-lock.json');
  const installed = join(folder, 'node_modules/.installed-lock');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return folder;
  console.log(`Installing ${name}…`);
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(source, file), join(folder, file));
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} could not be installed: ${stderr}`);
  copyFileSync(lock, installed);
  return folder;
}
