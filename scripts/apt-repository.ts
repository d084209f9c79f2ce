import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { plain } from './operator-command.ts';

// npm run apt-repository -- FOLDER KEY [PACKAGES]: adds the packages of a folder (`package/`) to a repository of apt
// that any web server can serve as files, and signs it with a key of gpg. Older releases stay, so that one can go back.
// It needs Debian's dpkg-dev and gpg. The format: https://wiki.debian.org/DebianRepository/Format.

const ROOT = join(import.meta.dirname, '..');
const ARCHITECTURES = ['amd64', 'arm64'];
const SUITE = 'stable';

try {
  const [folder, key, packages = join(ROOT, 'package')] = process.argv.slice(2);
  if (folder === undefined || key === undefined) throw new Error('Uso: npm run apt-repository -- CARPETA LLAVE');
  publish(folder, key, packages);
} catch (error) {
  console.error(`No se armó el repositorio. ${plain(error)}`);
  process.exitCode = 1;
}

function publish(folder: string, key: string, packages: string): void {
  const files = existsSync(packages) ? readdirSync(packages).filter((name) => name.endsWith('.deb')) : [];
  if (files.length === 0) throw new Error(`No hay ningún paquete en ${packages}: ejecutá «npm run package».`);
  mkdirSync(join(folder, 'pool'), { recursive: true });
  for (const name of files) addPackage(join(packages, name), join(folder, 'pool', name));
  const suite = join('dists', SUITE);
  const indexes = ARCHITECTURES.flatMap((architecture) => {
    const text = run('dpkg-scanpackages', ['--multiversion', '--arch', architecture, 'pool'], folder);
    const place = `main/binary-${architecture}`;
    return [
      { path: `${place}/Packages`, bytes: Buffer.from(text) },
      { path: `${place}/Packages.gz`, bytes: gzipSync(text, { level: 9 }) },
    ];
  });
  const release = releaseOf(indexes);
  const sign = (...how: string[]) =>
    execFileSync('gpg', ['--batch', '--quiet', '--local-user', key, '--digest-algo', 'SHA512', ...how], {
      input: release,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  const [inline, detached] = [sign('--clearsign'), sign('--armor', '--detach-sign')];
  // Only now that it is signed: without a signature apt would refuse the new indexes, and the former ones would be
  // gone.
  for (const { path, bytes } of indexes) writeWhole(join(folder, suite, path), bytes);
  writeWhole(join(folder, 'portal-municipal.asc'), run('gpg', ['--batch', '--armor', '--export', key]));
  writeWhole(join(folder, suite, 'Release'), release);
  writeWhole(join(folder, suite, 'Release.gpg'), detached);
  // Until this one is replaced, apt asks for the former indexes, or refuses the new ones.
  writeWhole(join(folder, suite, 'InRelease'), inline);
  console.log(`${folder}: ${readdirSync(join(folder, 'pool')).join(', ')}`);
}

/**
 * Adds a package.
 * @throws Error when another one is published under that name: apt would refuse it for those who have it
 */
function addPackage(from: string, to: string): void {
  if (!existsSync(to)) copyFileSync(from, to);
  else if (!readFileSync(from).equals(readFileSync(to))) {
    throw new Error(`${to} ya se publicó con otro contenido: dale otra versión.`);
  }
}

function releaseOf(indexes: readonly { path: string; bytes: Buffer }[]): string {
  const sums = indexes.map(
    ({ path, bytes }) => ` ${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${path}`,
  );
  return `Origin: portal-municipal
Label: portal-municipal
Suite: ${SUITE}
Codename: ${SUITE}
Date: ${new Date().toUTCString().replace('GMT', 'UTC')}
Architectures: ${ARCHITECTURES.join(' ')}
Components: main
SHA256:
${sums.join('\n')}
`;
}

function writeWhole(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.nuevo`, content);
  renameSync(`${file}.nuevo`, file);
}

function run(command: string, args: readonly string[], cwd = '.'): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
