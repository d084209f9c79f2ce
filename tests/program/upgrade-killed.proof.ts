import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Debian's dpkg installs small packages with the real scripts below a folder, in front of a systemctl that only keeps
// which units run. At each step in turn, everything is killed: dpkg, its script, and what the script has started.

const SCRIPTS = join(import.meta.dirname, '../../deploy/debian');
const [OLD, NEW] = ['1.0.0', '1.1.0'];
const NAME = 'portal-municipal';

let folder: string;
/** The machine, and the one that each try begins with. */
let root: string;
let ready: string;

/** Units that run: two towns, one of which rests, and the timers. A third town was stopped by hand. */
const RUNNING = ['portal@arroyo.socket', 'portal@villa.service'];
const TIMERS = ['backup', 'check', 'offsite'].map((one) => `portal-${one}@villa.timer`);
const SITES = ['portal-arroyo.conf', 'portal-villa.conf'];

/** Counts a step, and kills the whole process group when its turn has come. The step before it is done. */
const STEP = `step() {
  # Programs of a pipe count at the same time.
  local taken
  printf x >>"$ROOT/steps"
  read -r -d '' taken <"$ROOT/steps" || true
  if [ "$KILL_AT" -gt 0 ] && [ \${#taken} -ge "$KILL_AT" ]; then kill -KILL 0; fi
}`;
const SYSTEMCTL = `trap - DEBUG
units="$ROOT/units"
verb=$1; shift
words=(); now=
for word; do case $word in --now) now=1 ;; --*) ;; *) words+=("$word") ;; esac; done
case $verb in
  list-units) cd "$units"; for unit in portal@*; do [ "$(<"$unit")" = active ] && echo "$unit loaded active running x"; done ;;
  is-active) [ "$(cat "$units/\${words[0]}" 2>/dev/null)" = active ] ;;
  is-enabled) [ -e "$ROOT/enabled/\${words[0]}" ] ;;
  start | stop | enable)
    cd "$units"
    for pattern in "\${words[@]}"; do
      for unit in $pattern; do
        case $unit in *'*'*) continue ;; portal-municipal-start.timer) rm -f "$ROOT/net"; continue ;; esac
        step
        [ $verb = enable ] && : >"$ROOT/enabled/$unit"
        case $verb$now in start | enable1) echo active >"$unit" ;; stop) echo inactive >"$unit" ;; esac
        step
      done
    done
    ;;
  *) step ;;
esac`;

function program(name: string, text: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/bash\n${STEP}\n${text}\n`, { mode: 0o755 });
}

/** Makes a package of a release that has only its scripts and one file. */
function build(version: string): string {
  const stage = join(folder, `stage-${version}`);
  mkdirSync(join(stage, 'DEBIAN'), { recursive: true });
  mkdirSync(join(stage, 'usr/lib/portal-municipal', version), { recursive: true });
  writeFileSync(join(stage, 'usr/lib/portal-municipal', version, 'program'), version);
  const control = [`Package: ${NAME}`, `Version: ${version}`, 'Architecture: all', 'Maintainer: x <x@x.example>'];
  writeFileSync(join(stage, 'DEBIAN/control'), `${[...control, 'Description: x'].join('\n')}\n`);
  for (const script of ['postinst', 'prerm', 'postrm']) {
    const text = readFileSync(join(SCRIPTS, script), 'utf8')
      .replaceAll('@VERSION@', version)
      .replace('#!/bin/sh', '#!/bin/bash')
      .replaceAll(/(?<![\w.])(\/(?:usr\/lib\/portal-municipal|run|etc|var)\b)/g, `${root}$1`);
    writeFileSync(join(stage, 'DEBIAN', script), text, { mode: 0o755 });
  }
  const file = join(folder, `${version}.deb`);
  const { status, stderr } = spawnSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', stage, file]);
  expect([status, String(stderr)]).toEqual([0, '']);
  return file;
}

/**
 * Runs dpkg.
 * @param killAt the step at which everything is killed; 0: none
 * @returns its exit code, null if it was killed
 */
async function dpkg(args: string[], killAt = 0): Promise<number | null> {
  writeFileSync(join(root, 'steps'), '');
  const forced = ['script-chrootless', 'bad-path', 'downgrade', 'unsafe-io'].map((one) => `--force-${one}`);
  const child = spawn('dpkg', [`--root=${root}`, ...forced, ...args], {
    // A process group of its own, which is killed whole.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: `${join(folder, 'bin')}:/usr/sbin:/usr/bin:/sbin:/bin`,
      BASH_ENV: join(folder, 'each-command'),
      ROOT: root,
      KILL_AT: String(killAt),
    },
  });
  child.stderr.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

const steps = (file = 'steps') => readFileSync(join(root, file), 'utf8').length;
const active = () =>
  readdirSync(join(root, 'units'))
    .filter((unit) => readFileSync(join(root, 'units', unit), 'utf8').trim() === 'active')
    .sort();
const towns = () => active().filter((unit) => unit.startsWith('portal@'));
const status = () =>
  spawnSync('dpkg-query', [`--admindir=${join(root, 'var/lib/dpkg')}`, '-f', '${Status}', '-W', NAME], {
    encoding: 'utf8',
  }).stdout.replace(/^(?:de)?install /, '');
/** Does what was left for the case that nobody finishes an interrupted upgrade. */
function waitForTheNet(): void {
  const net = join(root, 'net');
  if (!existsSync(net)) return;
  spawnSync('/bin/sh', ['-c', readFileSync(net, 'utf8')], {
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, ROOT: root, KILL_AT: '0' },
  });
}

function begin(): void {
  rmSync(root, { recursive: true, force: true });
  cpSync(ready, root, { recursive: true, verbatimSymlinks: true });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-upgrade-'));
  root = join(folder, 'root');
  ready = join(folder, 'ready');
  mkdirSync(join(folder, 'bin'));
  for (const path of [
    'var/lib/dpkg/info',
    'var/lib/dpkg/updates',
    'run/systemd/system',
    'etc/portal',
    'etc/nginx/conf.d',
    'etc/nginx/sites-available',
    'etc/nginx/sites-enabled',
    'units',
    'enabled',
  ])
    mkdirSync(join(root, path), { recursive: true });
  for (const path of ['var/lib/dpkg/status', 'var/lib/dpkg/available']) writeFileSync(join(root, path), '');
  writeFileSync(join(folder, 'each-command'), `${STEP}\nset -T\ntrap step DEBUG\n`);
  program('systemctl', SYSTEMCTL);
  program('systemd-run', `trap - DEBUG\nstep\nprintf %s "\${*: -1}" >"$ROOT/net"\nstep`);
  program('nginx', 'trap - DEBUG\nstep');
  build(OLD);
  build(NEW);
  expect(await dpkg(['-i', join(folder, `${OLD}.deb`)])).toBe(0);
  for (const town of ['villa', 'arroyo', 'parado']) writeFileSync(join(root, `etc/portal/${town}.env`), '');
  for (const unit of [...RUNNING, ...TIMERS, 'nginx']) writeFileSync(join(root, 'units', unit), 'active\n');
  for (const unit of ['portal@arroyo.service', 'portal@parado.service'])
    writeFileSync(join(root, 'units', unit), 'inactive\n');
  for (const unit of [...TIMERS, ...RUNNING]) writeFileSync(join(root, 'enabled', unit), '');
  writeFileSync(join(root, 'etc/nginx/conf.d/portal.conf'), '');
  for (const site of SITES) {
    writeFileSync(join(root, 'etc/nginx/sites-available', site), '');
    symlinkSync(`../sites-available/${site}`, join(root, 'etc/nginx/sites-enabled', site));
  }
  renameSync(root, ready);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const release = () => {
  const current = readlinkSync(join(root, 'usr/lib/portal-municipal/current'));
  return readFileSync(join(root, 'usr/lib/portal-municipal', current, 'program'), 'utf8');
};
const install = (version = NEW) => ['-i', join(folder, `${version}.deb`)];

test('an upgrade that is not killed leaves what ran running, and what was stopped stopped', async () => {
  begin();
  expect(await dpkg(install())).toBe(0);
  expect([towns(), release(), existsSync(join(root, 'net'))]).toEqual([RUNNING, NEW, false]);
  expect(readdirSync(join(root, 'run'))).toEqual(['systemd']);
});

test('an upgrade killed at any step, once or twice, leaves no town stopped that ran', async () => {
  begin();
  await dpkg(install());
  const all = steps();
  expect(all).toBeGreaterThanOrEqual(40);
  for (let moment = 1; moment <= all; moment += 1) {
    for (const again of moment % 3 === 0 ? [0, 1 + ((moment * 7) % all)] : [0]) {
      const where = `killed at ${moment}${again ? `, and the next one at ${again}` : ''}`;
      begin();
      expect([where, await dpkg(install(), moment)]).toEqual([where, null]);
      if (again) await dpkg(install(), again);
      await dpkg(['--configure', '-a']);
      if (status() !== 'ok installed') {
        // dpkg wants the package once more. Should nobody give it, the towns start by themselves.
        const stopped = join(folder, 'stopped');
        rmSync(stopped, { recursive: true, force: true });
        cpSync(root, stopped, { recursive: true, verbatimSymlinks: true });
        waitForTheNet();
        expect([where, towns(), existsSync(join(root, 'usr/lib/portal-municipal/current/program'))]).toEqual([
          where,
          RUNNING,
          true,
        ]);
        rmSync(root, { recursive: true });
        renameSync(stopped, root);
        expect([where, await dpkg(install())]).toEqual([where, 0]);
      }
      expect([where, status(), towns(), active().filter((unit) => unit.endsWith('.timer'))]).toEqual([
        where,
        'ok installed',
        RUNNING,
        TIMERS,
      ]);
      expect([where, existsSync(join(root, 'net')), readdirSync(join(root, 'run'))]).toEqual([
        where,
        false,
        ['systemd'],
      ]);
    }
  }
});

test('the way back killed at any step leaves no town stopped that ran', async () => {
  begin();
  await dpkg(install());
  const upgraded = join(folder, 'upgraded');
  cpSync(root, upgraded, { recursive: true, verbatimSymlinks: true });
  await dpkg(install(OLD));
  const all = steps();
  for (let moment = 1; moment <= all; moment += 1) {
    rmSync(root, { recursive: true });
    cpSync(upgraded, root, { recursive: true, verbatimSymlinks: true });
    expect([moment, await dpkg(install(OLD), moment)]).toEqual([moment, null]);
    await dpkg(['--configure', '-a']);
    if (status() !== 'ok installed') await dpkg(install(OLD));
    expect([moment, status(), towns()]).toEqual([moment, 'ok installed', RUNNING]);
  }
});

test('a removal killed before the program is gone can be called off: portals and sites are as they were', async () => {
  begin();
  const info = join(root, `var/lib/dpkg/info/${NAME}.postrm`);
  const whole = readFileSync(info, 'utf8');
  // Ends where the package's files would be removed.
  writeFileSync(info, `#!/bin/bash\ncp "$ROOT/steps" "$ROOT/before"\n`);
  await dpkg(['--remove', NAME]);
  const all = steps('before') - 1;
  expect(whole).toContain('purge');
  for (let moment = 1; moment <= all; moment += 1) {
    begin();
    expect([moment, await dpkg(['--remove', NAME], moment)]).toEqual([moment, null]);
    await dpkg(['--configure', '-a']);
    if (status() !== 'ok installed') await dpkg(install(OLD));
    expect([moment, status(), towns(), readdirSync(join(root, 'etc/nginx/sites-enabled')).sort()]).toEqual([
      moment,
      'ok installed',
      RUNNING,
      SITES,
    ]);
    expect(existsSync(join(root, 'etc/nginx/conf.d/portal.conf'))).toBe(true);
  }
});
