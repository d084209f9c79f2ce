// Plain JavaScript: the set-up runs it before anything is installed.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's package of each program that the tests and the measurements use besides Chromium. */
const PACKAGES = new Map([
  ['nginx', 'nginx-light'],
  ['openssl', 'openssl'],
  ['restic', 'restic'],
  ['sftp-server', 'openssh-sftp-server'],
  ['gpg', 'gpg'],
  ['dpkg-scanpackages', 'dpkg-dev'],
]);

/** Folders that Debian keeps programs in and that are not in everybody's PATH. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/lib/openssh'];

/**
 * @param {string} name a program of the table
 * @returns {string} its path
 * @throws Error that names its package, if it is not installed
 */
export function programPath(name) {
  const path = find(name);
  if (!path) throw new Error(`Missing: run «apt-get install ${PACKAGES.get(name)}» or, as root, npm test`);
  return path;
}

/** @returns {string[]} the packages of the programs that are not installed */
export function missingPackages() {
  return [...PACKAGES].filter(([name]) => !find(name)).map(([, debianPackage]) => debianPackage);
}

function find(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
