// Prepares a fresh clone for `npm start` or `npm test`. It is plain JavaScript without dependencies, because it runs
// before anything is installed, on Node 20 too. Steps that are up to date are skipped, and each step writes its stamp
// last, so that the next run completes an interrupted one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interrupted, npm, run, Stopped } from './support/command.mjs';
import { missingPackages } from './support/debian-programs.mjs';
import { findChromium, findNotifying } from './support/find-chromium.mjs';
import { withLock } from './support/lock.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const ownNode = at('node_modules', '.bin', 'node');
const installed = at('node_modules', '.portal-setup');
const built = at('dist', '.stamp');
const BY_HAND = process.platform === 'darwin' ? 'brew install --cask chromium' : 'apt install chromium';
const NO_CHROMIUM =
  `No se pudo instalar Chromium: instalalo a mano (${BY_HAND}) ` + 'o indicá su ruta en la variable CHROMIUM';
let waited = false;

async function main(purpose) {
  try {
    if (purpose !== 'start' && purpose !== 'test') throw new Stopped('Uso: node scripts/setup.mjs start | test');
    if (major(process.version) < 20) throw new Stopped(`Hace falta Node 20 o más nuevo y este es ${process.version}.`);
    await withLock(at('.setup', 'lock'), tellWait, async () => {
      if (purpose === 'test') await step('Programas para las pruebas', providePrograms);
      await step('Dependencias', install);
      await step('Sitio', build);
      if (purpose === 'test') await step('Chromium para las pruebas', provideChromium);
    });
    return 0;
  } catch (error) {
    console.error(interrupted() ? 'Interrumpido: la próxima vez se completa lo que falta.' : plain(error));
    return interrupted() ? 130 : 1;
  }
}

async function step(name, work) {
  process.stdout.write(`${name}: `);
  const start = performance.now();
  try {
    const outcome = await work();
    if (interrupted()) throw new Stopped('Interrumpido');
    console.log(`${outcome} (${((performance.now() - start) / 1000).toFixed(1).replace('.', ',')} s)`);
  } catch (error) {
    console.log(interrupted() ? 'a medias' : 'no se pudo');
    throw error;
  }
}

async function install() {
  const wanted = digest([at('package-lock.json')]);
  if (read(installed) === wanted && existsSync(ownNode)) return 'al día';
  const asLocked = sameAsLocked() && loads();
  if (!asLocked) await installLocked();
  writeFileSync(installed, wanted);
  return asLocked ? 'al día' : 'instaladas';
}

async function installLocked() {
  const failed = 'No se pudieron instalar las dependencias: revisá la conexión a internet y volvé a probar';
  rmSync(installed, { force: true });
  // Only `node` may run its install script: the other packages come with what they need already built, and compiling
  // would need tools that a plain server lacks. `--include` because a server often has NODE_ENV=production.
  await npm('npm-ci', failed, ['ci', '--ignore-scripts', '--include=dev', '--include=optional']);
  await npm('npm-rebuild', failed, ['rebuild', 'node', '--ignore-scripts=false']);
  if (!loads()) {
    const machine = `${process.platform} ${process.arch}`;
    throw new Stopped(
      `Las dependencias no arrancan en este equipo (${machine}): hace falta un Linux de 64 bits como Debian 12.`,
    );
  }
}

/** Whether npm's record of the installed packages matches the lockfile; optional packages differ between platforms. */
function sameAsLocked() {
  const record = read(at('node_modules', '.package-lock.json'));
  if (!record) return false;
  try {
    const { packages: present } = JSON.parse(record);
    const { packages: locked } = JSON.parse(read(at('package-lock.json')));
    return Object.entries(locked).every(
      ([path, { version, optional }]) =>
        path === '' || (optional && !present[path]) || present[path]?.version === version,
    );
  } catch {
    return false;
  }
}

/** Whether Node 24 is installed and loads the native modules. */
function loads() {
  const script = "new (require('better-sqlite3'))(':memory:').close(); require('sharp'); require('@node-rs/argon2')";
  return existsSync(ownNode) && spawnSync(ownNode, ['-e', script], { cwd: root }).status === 0;
}

async function build() {
  const steps = ['compress.mjs', 'hashed-worker.mjs'].map((step) => at('scripts', step));
  const settings = ['vite.config.ts', 'package.json', 'package-lock.json'].map((file) => at(file));
  const sources = [at('web'), at('api', 'contract'), ...settings, ...steps];
  const wanted = digest(sources);
  if (read(built) === wanted) return 'al día';
  rmSync(built, { force: true });
  await npm('build', 'No se pudo construir el sitio', ['run', 'build'], { NODE_ENV: 'production' });
  writeFileSync(built, wanted);
  return 'construido';
}

/**
 * Installs what the tests use besides Chromium. It comes first, so that whoever may not install is told everything that
 * is missing at once. Without apt the tests that need one of them fail and name it.
 */
async function providePrograms() {
  const missing = missingPackages();
  if (missing.length === 0) return 'al día';
  if (!existsSync('/usr/bin/apt-get')) return `faltan ${missing.join(', ')}: instalalos a mano`;
  if (process.getuid?.() !== 0) {
    const all = [...(findNotifying() ? [] : ['chromium']), ...missing];
    throw new Stopped(`Faltan programas: instalalos con «sudo apt-get install ${all.join(' ')}» y volvé a probar.`);
  }
  await installWithApt('No se pudieron instalar los programas que usan las pruebas', missing);
  return 'instalados';
}

/**
 * Installs Chromium unless there is one that the tests can use, notifications included.
 * @returns its version and path
 */
async function provideChromium() {
  if (!findNotifying() && !process.env.CHROMIUM) await installChromium();
  const found = findChromium();
  if (found && findNotifying()) return `${found.version}, ${found.path}`;
  throw new Stopped(
    found
      ? `${found.path} no muestra avisos: hace falta también un Chromium con ventanas (${BY_HAND}).`
      : process.env.CHROMIUM
        ? `CHROMIUM=${process.env.CHROMIUM} no arranca: indicá la ruta de un Chromium o borrá esa variable.`
        : `${NO_CHROMIUM}.`,
  );
}

/**
 * Installs Chromium with apt. Where there is no apt, or it has none that starts without a desktop, as in Ubuntu, it
 * installs Playwright's with the libraries that it needs.
 */
async function installChromium() {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await installWithApt(NO_CHROMIUM, ['chromium']).catch(passStopped);
  if (findNotifying()) return;
  const options = isRoot && process.platform === 'linux' ? ['--with-deps'] : [];
  const playwright = at('node_modules', 'playwright', 'cli.js');
  await run('playwright', NO_CHROMIUM, ownNode, [playwright, 'install', ...options, 'chromium']);
}

async function installWithApt(failed, packages) {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-y', '--no-install-recommends'];
  await run('apt-update', failed, 'apt-get', ['update'], quiet);
  await run('apt-install', failed, 'apt-get', ['install', ...options, ...packages], quiet);
}

/** Lets the next way of installing be tried. */
function passStopped(error) {
  if (interrupted() || !(error instanceof Stopped)) throw error;
}

/** Returns a digest of names and contents, independent of the order in which the disk lists the files. */
function digest(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of paths.flatMap(filesIn).sort()) {
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat ? [path] : [];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

function tellWait(pid) {
  if (interrupted()) throw new Stopped('Interrumpido');
  if (waited) return;
  waited = true;
  console.log(`Otra preparación está en curso (proceso ${pid}): espero a que termine.`);
}

function plain(error) {
  if (error instanceof Stopped) return error.message;
  if (error.code === 'ENOSPC') return 'No queda lugar en el disco: liberá espacio y volvé a probar.';
  if (error.code === 'EACCES' || error.code === 'EROFS')
    return `No se puede escribir en ${error.path}: revisá los permisos.`;
  return `La preparación falló: ${error.message}`;
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function major(version) {
  return Number(version.slice(1).split('.')[0]);
}

// At the end, because the functions above need the constants beside them.
process.exitCode = await main(process.argv[2]);
