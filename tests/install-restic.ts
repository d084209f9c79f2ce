import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's program that answers ssh's `-s sftp`. */
export const SFTP_SERVER = '/usr/lib/openssh/sftp-server';

/** Installs Debian's restic, and what answers it on another machine, if they are missing and this runs as root. */
export function installRestic(): void {
  const isThere = () => !spawnSync('restic', ['version']).error && existsSync(SFTP_SERVER);
  if (!isThere() && process.getuid?.() === 0) {
    const quiet = {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 240_000,
    } as const;
    const waiting = ['-o', 'DPkg::Lock::Timeout=120'];
    spawnSync('apt-get', ['update'], quiet);
    spawnSync(
      'apt-get',
      [...waiting, 'install', '-y', '--no-install-recommends', 'restic', 'openssh-sftp-server'],
      quiet,
    );
  }
  if (!isThere()) {
    throw new Error(
      'no restic: install it (apt-get install restic openssh-sftp-server), or run the tests as root so that they can',
    );
  }
}
