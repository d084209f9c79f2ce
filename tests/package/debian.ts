import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const SUITE = process.env.SUITE ?? 'bookworm';
const PACKAGES = 'systemd systemd-sysv dbus iproute2 curl nginx-light openssl ca-certificates restic'.split(' ');

/** A Debian with a running systemd, in namespaces of its own and without network. */
export interface Debian {
  /** Its files, seen from outside. */
  root: string;
  /** Runs a command as root. @returns its exit code and everything it printed */
  run(command: string): { code: number | null; said: string };
  /** Copies a file to /root. */
  give(file: string): void;
  stop(): Promise<void>;
}

/** Makes the Debian with debootstrap the first time, and boots a copy of it. */
export async function openDebian(): Promise<Debian> {
  const contents = createHash('sha256').update(PACKAGES.join()).digest('hex').slice(0, 8);
  const base = join(CACHE, `debian-${SUITE}-${contents}`);
  if (!existsSync(base)) {
    if (spawnSync('debootstrap', ['--version']).error)
      execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'debootstrap'], { stdio: 'ignore' });
    mkdirSync(CACHE, { recursive: true });
    rmSync(`${base}.half`, { recursive: true, force: true });
    const args = ['--variant=minbase', `--include=${PACKAGES.join(',')}`, SUITE, `${base}.half`];
    execFileSync('debootstrap', args, { stdio: 'ignore' });
    renameSync(`${base}.half`, base);
  }
  const root = mkdtempSync(join(tmpdir(), 'portal-debian-'));
  execFileSync('cp', ['-a', `${base}/.`, root]);
  rmSync(join(root, 'etc/nginx/sites-enabled/default'), { force: true });
  const flags = ['--pid', '--mount', '--cgroup', '--uts', '--ipc', '--net', '--fork', '--kill-child'];
  const child = spawn('unshare', [...flags, join(import.meta.dirname, 'boot.sh'), root], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  const init = await until(() => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim() || null);
  const enter = ['-t', init, '-m', '-p', '-C', '-u', '-i', '-n', '-r', '-w', '--'];
  const clean = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'];
  const run = (command: string) => {
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, ...clean, 'bash', '-c', command], {
      encoding: 'utf8',
    });
    return { code: status, said: `${stdout}${stderr}` };
  };
  await until(() => (/running|degraded/.test(run('systemctl is-system-running').said) ? true : null));
  return {
    root,
    run,
    give: (file) => cpSync(file, join(root, 'root', file.split('/').at(-1) ?? '')),
    async stop() {
      process.kill(Number(init), 'SIGKILL');
      await gone;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Waits until something is there, at most five minutes. */
export async function until<T>(look: () => T | null): Promise<T> {
  for (const end = Date.now() + 300_000; ; ) {
    const seen = look();
    if (seen !== null) return seen;
    if (Date.now() > end) throw new Error(`waited in vain for ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
