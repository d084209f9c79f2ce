import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BadBackup } from './manifest.ts';

/** Where the backups of a town are kept outside: a restic repository, which nobody reads or makes without its key. */
export interface Repository {
  /** A folder, or `user@host:folder`, as an operator writes it. */
  address: string;
  /** Tells the backups of towns apart, which may share an address. */
  owner: string;
  passphrase: string;
}

/** There is no repository at the address yet. */
export class NoRepository extends BadBackup {}
/** Some files could not be read, and the snapshot that was made lacks them. */
export class PartialSnapshot extends BadBackup {
  readonly said: string;
  constructor(said: string) {
    super('No se pudo leer toda la copia para enviarla.');
    this.said = said;
  }
}

const SSH = /^((?:\w[\w.-]*@)?[a-z0-9][\w.-]*):(.*)$/i;

/** Whether an address is a folder of this machine, not of another one. */
export const isFolder = (address: string) => !SSH.test(address) || /^\.{0,2}\//.test(address);

/**
 * Runs restic.
 * @param where folder to run in
 * @param cache folder for what restic keeps of the repository, so as not to fetch it every night; by default it keeps
 *   nothing
 * @returns what it printed
 * @throws BadBackup with one plain Spanish line
 */
export async function restic(
  repository: Repository,
  args: readonly string[],
  { where = '/', cache }: { where?: string; cache?: string } = {},
): Promise<string> {
  const { address, passphrase } = repository;
  if (isFolder(address) && !existsSync(address)) {
    throw new BadBackup(`No existe la carpeta ${address}: ¿está conectado el disco?`);
  }
  const kept = cache === undefined ? ['--no-cache'] : ['--cache-dir', cache];
  const child = spawn('sh', ['-c', LIMITED, 'restic', ...placeOf(repository), '--quiet', ...kept, ...args], {
    cwd: where,
    // Nothing else of this process: it has the town's settings, and restic would read its own from here.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', RESTIC_PASSWORD: passphrase },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code === 0) return printed;
  if (code === 3 && args.includes('backup')) throw new PartialSnapshot(printed);
  throw troubleOf(complaints, code as number | null, address);
}

/** Whoever can write at the place can put a file there that never ends; restic reads some whole into memory. */
const LIMITED = 'ulimit -v 2097152; exec restic "$@"';

/**
 * No file of settings decides what ssh runs here (`ProxyCommand`, `LocalCommand`): only keys and the names of known
 * machines are taken from the user's folder.
 */
function ownSsh(): string[] {
  const folder = join(homedir(), '.ssh');
  const keys = ['id_ed25519', 'id_ecdsa', 'id_rsa'].map((name) => join(folder, name)).filter((key) => existsSync(key));
  const known = ['-o', 'IdentitiesOnly=yes', '-o', `UserKnownHostsFile=${join(folder, 'known_hosts')}`];
  return ['-F', '/dev/null', ...known, ...keys.flatMap((key) => ['-i', key])];
}

/** No terminal of anybody, and no question that nobody would answer. */
const SSH_OPTIONS = [
  'BatchMode=yes',
  'ConnectTimeout=20',
  'ServerAliveInterval=30',
  'StrictHostKeyChecking=accept-new',
];

function placeOf({ address, owner }: Repository): string[] {
  const below = (folder: string) => `${folder.replace(/\/+$/, '') || (folder && '/')}/${owner}.restic`;
  if (isFolder(address)) return ['--repo', below(address)];
  const [, host = '', folder = ''] = SSH.exec(address) ?? [];
  const ssh = ['ssh', ...ownSsh(), ...SSH_OPTIONS.flatMap((one) => ['-o', one]), host, '-s', 'sftp'].join(' ');
  return ['--repo', `sftp:${host}:${below(folder || '.')}`, '--option', `sftp.command=${ssh}`];
}

/** What restic and ssh say, in the order in which it is looked for. */
const TROUBLES: readonly [said: RegExp, words: (address: string, line: string) => string][] = [
  [/restic: (?:not found|No such file)/, () => 'Falta el programa restic: «apt install restic».'],
  // Newer releases say it as JSON.
  [/ssh\\?": executable file not found/, () => 'Falta el programa ssh: «apt install openssh-client».'],
  [
    /wrong password|no key found/,
    (address) =>
      `La clave no es la de las copias que hay en ${address}: revisá BACKUP_PASSPHRASE. Tiene que ser la que se ` +
      'anotó en papel cuando se empezaron a hacer.',
  ],
  [/out of memory/, (address) => `En ${address} hay un archivo demasiado grande, que no es de una copia.`],
  [/no space left|quota/i, (address) => `No queda lugar en el disco de acá o en ${address}.`],
  [
    /^(?:subprocess ssh: )?(?!.*Warning: Permanently added)(.*(?:ssh: |Permission denied \(|Connection |Host key).*)$/m,
    (address, line) => `No se pudo llegar a ${address} (${line}).`,
  ],
  [
    /start the sftp session|ssh command exited/,
    (address) => `No se pudo llegar a ${address}: ssh no contesta, no acepta la clave de esta máquina o no tiene sftp.`,
  ],
  [
    /permission denied/i,
    (address) => `No hay permiso para leer y escribir en ${address}: tiene que ser del usuario del portal.`,
  ],
  [
    /verification failed|hash does not match|invalid|unexpected EOF|does not exist|no such file|not found|\d+ errors/i,
    (address) => `La copia de ${address} está dañada o incompleta.`,
  ],
];

function troubleOf(said: string, code: number | null, address: string): BadBackup {
  if (/Is there a repository/.test(said) && /no such file|not exist/i.test(said)) {
    return new NoRepository(`Todavía no hay ninguna copia en ${address}.`);
  }
  for (const [pattern, words] of TROUBLES) {
    const found = pattern.exec(said);
    if (found) return new BadBackup(words(address, (found[1] ?? '').trim()));
  }
  return new BadBackup(`Falló restic: ${said.trim().split('\n').at(-1) || `código ${code}`}.`);
}
