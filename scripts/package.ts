import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { KEY, SIGNATURE, signedBy, SUMS } from './portal/release-signature.ts';

// npm run package: makes package/portal-municipal_<version>_<arch>.deb with everything that a town's server needs, its
// bill of materials (CycloneDX) and checksums. The same sources give the same bytes: every time in it is that of
// SOURCE_DATE_EPOCH, or of the last commit. RELEASE_KEY is the path of a private key (Ed25519, PEM) that stays with
// whoever makes releases: it signs the checksums, and its public key is in the package. PACKAGE_VERSION gives it
// another version and PACKAGE_FAST compresses less, both for trying it out.

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'package');
const ARCHITECTURES = new Map<string, string>([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
]);
/** What of the project a server needs; `node_modules` is added as far as these files import it. */
const PROGRAM = [
  'api',
  'db/schema.sql',
  'db/migrations',
  'db/demo',
  'dist/server',
  'dist/web',
  'deploy',
  'docs/operating.md',
  'CHANGELOG.md',
  'scripts/backup.ts',
  'scripts/backups.ts',
  'scripts/check.ts',
  'scripts/doctor.ts',
  'scripts/notice-ways.ts',
  'scripts/notify-test.ts',
  'scripts/prune.ts',
  'scripts/renew-push-keys.ts',
  'scripts/portal',
  'scripts/reset-password.ts',
  'scripts/restore.ts',
  'scripts/town-state.ts',
  'scripts/operator-command.ts',
];
/** What packages contain that nothing loads. */
const UNUSED = /\.(?:map|d\.[cm]?ts|markdown)$|(?:^|\/)(?!LICEN[CS]E)[^/]+\.md$/i;
const UNUSED_FOLDERS = ['better-sqlite3/deps', 'better-sqlite3/src', 'zod/src'];

const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Own;
const version = process.env.PACKAGE_VERSION ?? own.version;
const architecture = ARCHITECTURES.get(process.arch) ?? process.arch;
/** The private key; null: nothing is signed. */
const releaseKey = process.env.RELEASE_KEY ? readFileSync(process.env.RELEASE_KEY, 'utf8') : null;
const stage = mkdtempSync(join(tmpdir(), 'portal-package-'));

interface Own {
  name: string;
  version: string;
  imports: object;
  dependencies: Record<string, string>;
}

function build(): void {
  const moment = Number(process.env.SOURCE_DATE_EPOCH ?? lastCommit());
  const program = join(stage, 'usr/lib/portal-municipal', version);
  for (const path of PROGRAM.filter((one) => existsSync(join(ROOT, one)))) {
    cpSync(join(ROOT, path), join(program, path), { recursive: true, filter: (from) => !from.endsWith('.gitkeep') });
  }
  const packages = copyPackages(program);
  removeTypes(program);
  mkdirSync(join(program, 'bin'));
  cpSync(join(ROOT, 'node_modules/node/bin/node'), join(program, 'bin/node'));
  const { name, imports } = own;
  put(join(program, 'package.json'), `${JSON.stringify({ name, version, type: 'module', imports }, null, 2)}\n`);
  const bill = billOfMaterials(packages, moment);
  put(join(program, 'bom.cdx.json'), bill);
  if (releaseKey !== null) put(join(program, KEY), signedBy(releaseKey, '').publicKey);

  const share = join(stage, 'usr/share');
  const page = gzipSync(filled('deploy/man/portal.1'), { level: 9 });
  put(join(share, 'man/es/man1/portal.1.gz'), page);
  mkdirSync(join(share, 'man/man1'), { recursive: true });
  symlinkSync('../es/man1/portal.1.gz', join(share, 'man/man1/portal.1.gz'));
  put(join(share, 'bash-completion/completions/portal'), filled('deploy/completion/portal'));
  put(join(share, 'doc/portal-municipal/copyright'), filled('deploy/debian/copyright'));
  put(join(stage, 'usr/bin/portal'), filled('deploy/portal.sh'));
  for (const unit of readdirSync(join(ROOT, 'deploy/systemd'))) {
    put(join(stage, 'usr/lib/systemd/system', unit), filled(`deploy/systemd/${unit}`));
  }

  const files = everything().filter((path) => lstatSync(join(stage, path)).isFile());
  const bytes = files.reduce((sum, path) => sum + statSync(join(stage, path)).size, 0);
  const control = join(stage, 'DEBIAN');
  put(join(control, 'md5sums'), files.map((path) => `${digest('md5', join(stage, path))}  ${path}\n`).join(''));
  put(join(control, 'control'), filled('deploy/debian/control').replace('@SIZE@', String(Math.ceil(bytes / 1024))));
  for (const script of ['postinst', 'prerm', 'postrm']) put(join(control, script), filled(`deploy/debian/${script}`));
  settle(moment);

  mkdirSync(OUT, { recursive: true });
  const file = join(OUT, `portal-municipal_${version}_${architecture}.deb`);
  // One thread, because xz gives other bytes with several.
  const pressed = process.env.PACKAGE_FAST ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6', '--threads-max=1'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...pressed, '--build', stage, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(moment) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const list = join(OUT, `portal-municipal_${version}.cdx.json`);
  writeFileSync(list, bill);
  const sums = [file, list].map((one) => `${digest('sha256', one)}  ${basename(one)}\n`).join('');
  writeFileSync(join(OUT, SUMS), sums);
  rmSync(join(OUT, SIGNATURE), { force: true });
  if (releaseKey !== null) writeFileSync(join(OUT, SIGNATURE), signedBy(releaseKey, sums).signature);
  else console.log('Not signed: RELEASE_KEY names no key.');
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, ${packages.size} packages\n${sums.trimEnd()}`);
}

/** Leaves JavaScript in the program's own files, which keep their names: see deploy/without-types.mjs. */
function removeTypes(program: string): void {
  for (const file of readdirSync(program, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.startsWith('node_modules/')) continue;
    put(join(program, file), stripTypeScriptTypes(readFileSync(join(program, file), 'utf8')));
  }
}

/** Time of the last commit, in seconds since the epoch. */
function lastCommit(): string {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error('SOURCE_DATE_EPOCH: set it, because this is not a clone of the repository.');
  return stdout.trim();
}

/**
 * Copies the packages that the staged program imports, and those that they depend on.
 * @returns their folders below `node_modules`, as `name@version`
 */
function copyPackages(program: string): Set<string> {
  const wanted = importsOf(program).map((name) => join('node_modules', name));
  const copied = new Map<string, string>();
  for (const folder of wanted) {
    if (copied.has(folder)) continue;
    const source = join(ROOT, folder);
    const { name, version: its, dependencies, optionalDependencies, peerDependencies } = manifest(source);
    copied.set(folder, `${name}@${its}`);
    const skipped = UNUSED_FOLDERS.map((one) => join(ROOT, 'node_modules', one));
    cpSync(source, join(program, folder), {
      recursive: true,
      filter: (from) => basename(from) !== 'node_modules' && !UNUSED.test(from) && !skipped.includes(from),
    });
    const needed = { ...peerDependencies, ...optionalDependencies, ...dependencies };
    for (const one of Object.keys(needed)) {
      const found = resolved(one, folder);
      if (found !== null) wanted.push(found);
      else if (dependencies?.[one] !== undefined && optionalDependencies?.[one] === undefined)
        throw new Error(`${name} needs ${one}, which is not installed`);
    }
  }
  return new Set([...copied.values()].sort());
}

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Where Node finds a package that is imported from a folder; null if it is not installed. */
function resolved(name: string, from: string): string | null {
  for (let folder = from; folder !== '.'; folder = dirname(folder)) {
    const found = join(basename(folder) === 'node_modules' ? folder : join(folder, 'node_modules'), name);
    if (existsSync(join(ROOT, found, 'package.json'))) return found;
  }
  return null;
}

/** Names of the packages that the program imports when it runs; types are not imported then. */
function importsOf(program: string): string[] {
  const names = new Set<string>();
  for (const file of readdirSync(program, { recursive: true, encoding: 'utf8' })) {
    if (file.startsWith('dist/web') || !/\.[mc]?[jt]s$/.test(file)) continue;
    const text = readFileSync(join(program, file), 'utf8');
    for (const [, stated, called] of text.matchAll(IMPORT)) {
      const name = stated ?? called;
      if (name !== undefined && Object.hasOwn(own.dependencies, name)) names.add(name);
    }
  }
  return [...names].sort();
}

/** The name of a package: with its scope, without a path inside it. */
const PACKAGE = /((?:@[\w.-]+\/)?[\w-][\w.-]*)/.source;
const IMPORT = new RegExp(
  String.raw`(?:^|[;}\n])\s*(?:import|export)(?!\s+type\b)[^'";]*["']${PACKAGE}(?:/[^"']*)?["']` +
    String.raw`|\bimport\(["']${PACKAGE}["']\)`,
  'g',
);

/**
 * The list of what the package contains beside the program itself: CycloneDX, made by npm, without what is not in it.
 */
function billOfMaterials(packages: Set<string>, moment: number): string {
  const all = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const bill = JSON.parse(all) as Bill;
  const { name, version: itsVersion } = manifest(join(ROOT, 'node_modules/node'));
  const components = bill.components.filter((one) => {
    const nameAndVersion = `${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`;
    return packages.has(nameAndVersion) || packages.has(`${one.name}@${one.version}`) || isNode(one);
  });
  function isNode(one: Bill['components'][number]): boolean {
    return one.name === name && one.version === itsVersion;
  }
  const kept = new Set([bill.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: (dependsOn ?? []).filter((one) => kept.has(one)) }));
  const rest = JSON.stringify({ components, dependencies });
  const [a, b, c, d, e] =
    createHash('sha256')
      .update(rest)
      .digest('hex')
      .match(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})/)
      ?.slice(1) ?? [];
  return `${JSON.stringify(
    {
      ...bill,
      serialNumber: `urn:uuid:${a}-${b}-4${c}-8${d}-${e}`,
      metadata: { ...bill.metadata, timestamp: new Date(moment * 1000).toISOString() },
      components,
      dependencies,
    },
    null,
    1,
  )}\n`;
}

interface Bill {
  metadata: { component: { 'bom-ref': string } };
  components: { 'bom-ref': string; group?: string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Gives everything the time and permissions that it has in every build. */
function settle(moment: number): void {
  for (const path of [...everything(), ''].sort().reverse()) {
    const full = join(stage, path);
    const stat = lstatSync(full);
    const runs = /^(?:usr\/bin\/|DEBIAN\/p|usr\/lib\/portal-municipal\/[^/]+\/bin\/node$)/.test(path);
    if (!stat.isSymbolicLink()) chmodSync(full, stat.isDirectory() || runs ? 0o755 : 0o644);
    lutimesSync(full, moment, moment);
  }
}

const everything = () => readdirSync(stage, { recursive: true, encoding: 'utf8' }).sort();

function filled(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8').replaceAll('@VERSION@', version).replaceAll('@ARCH@', architecture);
}

function put(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function digest(algorithm: string, file: string): string {
  return createHash(algorithm).update(readFileSync(file)).digest('hex');
}

try {
  build();
} finally {
  rmSync(stage, { recursive: true, force: true });
}
