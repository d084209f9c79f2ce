import Database from 'better-sqlite3';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { backupsIn } from './backup/make.ts';
import { BadBackup, checkDatabase, OutOfReach, readManifest } from './backup/manifest.ts';
import { halfRestored, madeAt } from './backup/layout.ts';
import type { Config } from '../config.ts';
import { MIGRATIONS } from '../db/open.ts';
import { freeBytes, MIB } from '../db/disk.ts';
import { typed } from '../installation.ts';
import { takeLock } from '../db/lock.ts';
import { latestOf, readMigrations } from '../db/migrations.ts';
import { compareUploads } from '../files/upload-store.ts';

/** A finding in plain Spanish: what was examined, its state, and what to do if it is not well. */
export interface Finding {
  state: 'bien' | 'aviso' | 'mal';
  what: string;
  todo?: string;
}

export type Examined = Pick<Config, 'dbFile' | 'uploadsDir' | 'backupDir' | 'origin' | 'host' | 'port'>;

/**
 * Examines everything the portal depends on and changes nothing; it may run beside the portal.
 * @param now ms since the epoch
 * @param ca certificates to trust instead of those Node comes with, as PEM
 */
export async function examine(
  config: Examined,
  { now, ca, node = process.versions.node }: { now: () => number; ca?: string; node?: string },
): Promise<Finding[]> {
  const findings = [
    nodeVersion(node),
    ...database(config),
    ...(await running(config)),
    ...disks(config),
    ...uploads(config),
    ...backups(config, now()),
    ...clock(config, now()),
    ...(await certificate(config, now(), ca)),
  ];
  return findings;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Free space that lasts a town for months, and for days. */
const LITTLE = 2048 * MIB;
const TOO_LITTLE = 256 * MIB;
const NEEDED_NODE = 24;

const well = (what: string): Finding => ({ state: 'bien', what });
const warning = (what: string, todo: string): Finding => ({ state: 'aviso', what, todo });
const bad = (what: string, todo: string): Finding => ({ state: 'mal', what, todo });

function nodeVersion(version: string): Finding {
  if (Number(version.split('.')[0]) >= NEEDED_NODE) return well(`Node ${version}.`);
  return bad(
    `Node ${version}: hace falta el ${NEEDED_NODE} o más nuevo.`,
    'Ejecutá «npm ci» en la carpeta del portal, y los programas con npm o con node_modules/.bin/node.',
  );
}

function database({ dbFile }: Examined): Finding[] {
  if (existsSync(halfRestored(dbFile))) {
    return [
      bad(
        'Quedó a medias una restauración.',
        `Volvé a ejecutar «${typed('restore', 'COPIA', dbFile)}» y después iniciá el portal.`,
      ),
    ];
  }
  if (!existsSync(dbFile)) {
    return [
      bad(`No hay ninguna base en ${dbFile}.`, 'Revisá DB_FILE. Si el portal es nuevo, se crea sola al iniciarlo.'),
    ];
  }
  try {
    const { schema } = checkDatabase(dbFile);
    const latest = latestOf(readMigrations(MIGRATIONS));
    if (schema > latest) {
      return [bad(`La base es de una versión más nueva del portal (${schema}).`, 'Actualizá el portal.')];
    }
    const version =
      schema === latest
        ? well(`La base es de esta versión (${schema}).`)
        : warning(
            `La base es de una versión anterior (${schema} de ${latest}).`,
            'Reiniciá el portal: se actualiza sola, y antes guarda una copia.',
          );
    return [well(`La base ${dbFile} está sana.`), version];
  } catch (error) {
    if (error instanceof OutOfReach) {
      return [bad(error.message, 'No restaures nada todavía: mirá abajo el lugar en el disco, y los permisos.')];
    }
    return [
      bad(
        error instanceof BadBackup ? error.message : `La base ${dbFile} no se puede leer.`,
        `Cerrá el portal y restaurá la última copia buena con «${typed('restore', 'COPIA', dbFile)}».`,
      ),
    ];
  }
}

async function running({ dbFile, host, port }: Examined): Promise<Finding[]> {
  try {
    const lock = existsSync(`${dbFile}.lock`) ? takeLock(dbFile) : null;
    lock?.release();
    if (lock || !existsSync(`${dbFile}.lock`)) {
      return [warning('El portal no está en marcha.', 'Inicialo con «systemctl start portal» o «npm start».')];
    }
  } catch {
    return [
      bad(
        `No se puede escribir en ${dirname(dbFile)}.`,
        'Mirá si el disco está lleno o es de solo lectura, y los permisos.',
      ),
    ];
  }
  const address = `http://${isIP(host) === 6 ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/salud`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (answer?.ok) return [well('El portal está en marcha, y lee y escribe su base.')];
  if (answer) {
    return [
      bad(
        `El portal está en marcha pero no puede usar su base (${address} responde ${answer.status}).`,
        'Mirá el lugar en el disco y el registro: «journalctl -u portal».',
      ),
    ];
  }
  return [
    bad(
      `El portal está en marcha pero no responde en ${address}.`,
      'Revisá que HOST y PORT sean los del servicio; si lo son, reinicialo: «systemctl restart portal».',
    ),
  ];
}

function disks({ dbFile, uploadsDir, backupDir }: Examined): Finding[] {
  const folders = { 'la base': dirname(dbFile), 'los archivos subidos': uploadsDir, 'las copias': backupDir };
  return Object.entries(folders).flatMap(([what, folder]) => {
    if (folder === undefined || !existsSync(folder)) return [];
    const free = freeBytes(folder);
    const gib = (free / 1024 / MIB).toLocaleString('es-AR', { maximumFractionDigits: 1 });
    const line = `En el disco de ${what} quedan ${gib} GiB.`;
    if (free > LITTLE) return [well(line)];
    const todo = `Liberá espacio: mirá qué lo ocupa con «du -xh ${folder} | sort -h | tail».`;
    return [free > TOO_LITTLE ? warning(line, todo) : bad(line, todo)];
  });
}

function uploads({ dbFile, uploadsDir }: Examined): Finding[] {
  if (!existsSync(dbFile)) return [];
  if (!existsSync(uploadsDir)) return [bad(`No existe la carpeta ${uploadsDir}.`, 'Revisá UPLOADS_DIR.')];
  const findings: Finding[] = [];
  try {
    accessSync(uploadsDir, constants.W_OK);
  } catch {
    findings.push(
      bad(`No se puede escribir en ${uploadsDir}.`, 'Ejecutá esto con el usuario del portal, o revisá los permisos.'),
    );
  }
  try {
    const { extra, absent } = compareTwice(dbFile, uploadsDir);
    if (absent.length > 0) {
      findings.push(
        bad(
          `Faltan ${absent.length} archivos que la base nombra: ${few(absent)}.`,
          'Reiniciá el portal: lo que esté en la papelera vuelve solo. Lo demás, copialo desde uploads/ de una ' +
          `copia a ${uploadsDir}.`,
        ),
      );
    }
    if (extra.length > 0) {
      findings.push(
        warning(
          `Sobran ${extra.length} archivos que nadie nombra: ${few(extra)}.`,
          'No hace falta hacer nada: al próximo inicio van a la papelera.',
        ),
      );
    }
    if (absent.length + extra.length === 0) findings.push(well('Los archivos subidos son los que la base nombra.'));
  } catch {
    // A database that cannot be read was reported already.
  }
  return findings;
}

/** Reports only what two comparisons agree on, because the portal may be between writing a file and its record. */
function compareTwice(dbFile: string, uploadsDir: string): ReturnType<typeof compareUploads> {
  const db = new Database(dbFile, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    const first = compareUploads({ db, uploadsDir });
    if (first.extra.length + first.absent.length === 0) return first;
    const second = compareUploads({ db, uploadsDir });
    return {
      extra: first.extra.filter((path) => second.extra.includes(path)),
      absent: first.absent.filter((path) => second.absent.includes(path)),
    };
  } finally {
    db.close();
  }
}

function backups({ backupDir, dbFile }: Examined, now: number): Finding[] {
  const command = typed('backup', '', dbFile);
  if (backupDir === undefined) {
    return [
      warning(
        'No se sabe dónde están las copias de seguridad.',
        `Poné su carpeta en la variable BACKUP_DIR, y programá «${command}».`,
      ),
    ];
  }
  const name = backupsIn(backupDir).at(-1);
  const at = name === undefined ? null : madeAt(name);
  if (name === undefined || at === null) {
    return [
      bad(
        `No hay ninguna copia de seguridad en ${backupDir}.`,
        `Hacé una con «${command}», y programala todos los días.`,
      ),
    ];
  }
  const findings: Finding[] = [];
  const hours = Math.floor((now - at) / HOUR);
  const since = hours < 48 ? `${hours} horas` : `${Math.floor(hours / 24)} días`;
  const age = `La última copia de seguridad es de hace ${since}.`;
  const todo = `Mirá por qué no se hace: «systemctl status portal-backup». Después, «${command}».`;
  if (now - at > 3 * DAY) findings.push(bad(age, todo));
  else findings.push(now - at > 26 * HOUR ? warning(age, todo) : well(age));
  try {
    const { missing } = readManifest(join(backupDir, name));
    if (missing.length > 0) {
      findings.push(
        warning(
          `A la última copia le faltan ${missing.length} archivos que la base nombra.`,
          'Buscalos en copias anteriores: la lista está en su manifest.json.',
        ),
      );
    }
  } catch (error) {
    findings.push(bad((error as Error).message, `Hacé otra copia ahora, con «${command}».`));
  }
  if (existsSync(dbFile) && statSync(backupDir).dev === statSync(dbFile).dev) {
    findings.push(
      warning(
        'Las copias están en el mismo disco que la base.',
        'Llevalas también a otro disco u otra máquina: si este se rompe, se pierde todo junto.',
      ),
    );
  }
  return findings;
}

/** With a clock that runs behind, new content would be dated before content that is already published. */
function clock({ dbFile }: Examined, now: number): Finding[] {
  const at = lastChange(dbFile);
  const shown = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  const todo = 'Poné la máquina en hora: «timedatectl set-ntp true».';
  if (at !== null && now < at - 5 * 60 * 1000) {
    return [bad(`El reloj atrasa: marca ${shown} UTC y el último cambio es posterior.`, todo)];
  }
  if (existsSync('/run/systemd/timesync') && !existsSync('/run/systemd/timesync/synchronized')) {
    return [warning(`El reloj marca ${shown} UTC y no está sincronizado.`, todo)];
  }
  return [well(`El reloj marca ${shown} UTC.`)];
}

function lastChange(dbFile: string): number | null {
  try {
    const db = new Database(dbFile, { readonly: true, fileMustExist: true });
    try {
      const at = db.prepare<[], string | null>('SELECT at FROM history ORDER BY id DESC LIMIT 1').pluck().get();
      return at ? Date.parse(at) : null;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

async function certificate({ origin }: Examined, now: number, ca: string | undefined): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') {
    return [
      warning(
        `La dirección pública es ${origin}, sin https.`,
        'Para publicarlo, poné nginx adelante con un certificado y la dirección https en ORIGIN.',
      ),
    ];
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  const seen = await peerOf({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
  });
  if (typeof seen === 'string') {
    return [
      bad(
        `No se puede llegar a ${origin} (${seen}).`,
        'Revisá que nginx esté en marcha, que el nombre apunte a esta máquina y que el puerto 443 esté abierto.',
      ),
    ];
  }
  const { until, trouble } = seen;
  const days = Math.floor((until - now) / DAY);
  const renew = 'Renovalo: «certbot renew», y mirá «systemctl status certbot.timer».';
  if (days < 0) return [bad(`El certificado de ${origin} venció hace ${-days} días.`, renew)];
  if (trouble) {
    return [
      bad(
        `Los navegadores no aceptan el certificado de ${origin} (${trouble}).`,
        'Pedí uno para ese nombre, y poné en nginx la cadena completa (fullchain.pem).',
      ),
    ];
  }
  return [
    days < 21
      ? warning(`El certificado de ${origin} vence en ${days} días.`, renew)
      : well(`El certificado de ${origin} vale ${days} días más.`),
  ];
}

/** Returns when the certificate ends (ms since the epoch) and what is wrong with it, or why there is none. */
function peerOf(options: ConnectionOptions): Promise<{ until: number; trouble: string | null } | string> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connect(options, () => {
      const { valid_to: until } = socket.getPeerCertificate();
      const error = socket.authorizationError as Error | string | null | undefined;
      resolve({
        until: Date.parse(until),
        trouble: socket.authorized ? null : String((error as NodeJS.ErrnoException | undefined)?.code ?? error),
      });
      socket.destroy();
    });
    socket.setTimeout(5000, () => socket.destroy(new Error('no responde')));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

function few(all: string[]): string {
  return all.length <= 3 ? all.join(', ') : `${all.slice(0, 3).join(', ')} y ${all.length - 3} más`;
}
