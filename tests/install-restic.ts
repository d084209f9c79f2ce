import { existsSync } from 'node:fs';
import { haveCommands, needDebian } from '../scripts/support/debian-packages.ts';

/** Debian's program that answers ssh's `-s sftp`. */
export const SFTP_SERVER = '/usr/lib/openssh/sftp-server';

/** Installs Debian's restic, and what answers it on another machine, if they are missing and this runs as root. */
export function installRestic(): void {
  needDebian(() => haveCommands('restic') && existsSync(SFTP_SERVER), 'restic', 'openssh-sftp-server');
}
