import Database from 'better-sqlite3';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFuture } from '../../contract/values/dates.ts';
import { takeLock } from '../../db/lock.ts';
import { VERSION } from '../../version.ts';
import { isToRun, logOf, starting, townOf } from '../../installation.ts';
import { restoringNewest } from '../backup/make.ts';
import { crashesOf } from '../crashes.ts';
import { healthAddress, whoAnswers } from '../who-answers.ts';
import { bad, DAY, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

const NEEDED_NODE = 24;

export function nodeVersion(version: string): Finding {
  if (Number(version.split('.')[0]) >= NEEDED_NODE) return well(`Node ${version}.`);
  return bad(
    `Node ${version}: hace falta el ${NEEDED_NODE} o más nuevo.`,
    'Ejecutá los programas con npm, que usa el del portal, o con la orden «portal».',
  );
}

/**
 * Age in days from which the programs in a package count as old: Node has had security releases about every quarter.
 */
const OLD_DAYS = 90;

/**
 * The package brings Node and libvips, which decodes what is uploaded: Debian does not update them, only a new release
 * does. They are as old as the release, which no network has to be asked for.
 */
export async function packaged({ dbFile }: Examined, now: number, built: number): Promise<Finding[]> {
  if (townOf(dbFile) === undefined) return [];
  const { default: sharp } = await import('sharp');
  const what = `Node ${process.versions.node} y libvips ${sharp.versions.vips}`;
  const release = `Esta versión del portal, la ${VERSION}`;
  const days = Math.max(0, Math.floor((now - built) / DAY));
  if (days < OLD_DAYS) return [well(`${release}, se hizo hace ${days} días; con ella vinieron ${what}.`)];
  return [
    warning(
      `${release}, se hizo hace ${days} días; con ella vinieron ${what}, y Debian no los actualiza.`,
      'Instalá una versión más nueva del portal: «apt install ./portal-municipal_….deb».',
    ),
  ];
}

export async function running(place: Examined, now: number): Promise<Finding[]> {
  const { dbFile, host, port, origin, idleMinutes } = place;
  const address = healthAddress({ host, port });
  const ask = () => whoAnswers({ host, port, origin });
  // One that rests starts for this, so that one that cannot start is noticed.
  if (idleMinutes !== undefined) await ask();
  try {
    const lock = existsSync(`${dbFile}.lock`) ? takeLock(dbFile) : null;
    lock?.release();
    if (lock || !existsSync(`${dbFile}.lock`)) {
      const town = townOf(dbFile);
      const [what, todo] = ['El portal no está en marcha.', `Inicialo con «${starting('start', dbFile)}».`];
      if (town === undefined || !isToRun(town)) return [warning(what, todo)];
      return [bad(what, `${todo} Si no arranca, mirá ${logOf(dbFile)}.`)];
    }
  } catch {
    return [
      bad(
        `No se puede escribir en ${dirname(dbFile)}.`,
        'Mirá si el disco está lleno o es de solo lectura, y los permisos.',
      ),
    ];
  }
  const answer = await ask();
  if (answer.who === 'it') return [well('El portal está en marcha, lee y escribe su base, y muestra sus páginas.')];
  if (answer.who === 'another') {
    return [
      bad(
        `En ${address} responde otro: un programa, el portal de otro pueblo, o este con otra dirección que ${origin}.`,
        `Si cambiaste sus ajustes, reinicialo: «${starting('restart', dbFile)}». Si no, poné en PORT un puerto libre.`,
      ),
    ];
  }
  if (answer.who === 'ill') {
    const { what, todo } = TROUBLES.get(answer.trouble)?.(place, now) ?? {
      what: `no está listo (${address} responde ${answer.status})`,
      todo: `Esperá un momento. Si sigue así, mirá ${logOf(dbFile)}.`,
    };
    return [bad(`El portal está en marcha, pero ${what}.`, todo)];
  }
  return [
    bad(
      `El portal está en marcha pero no responde en ${address}.`,
      `Revisá que HOST y PORT sean los suyos; si lo son, reinicialo: «${starting('restart', dbFile)}».`,
    ),
  ];
}

/** What `/salud` says is wrong, in words for the operator. */
const TROUBLES = new Map<string, (place: Examined, now: number) => { what: string; todo: string }>([
  [
    'disk-full',
    ({ dbFile }) => ({
      what: 'su disco está lleno: nadie puede guardar ni ingresar',
      todo:
        `Liberá espacio (mirá qué lo ocupa con «du -xh ${dirname(dbFile)} | sort -h | tail»). ` +
        'Sigue solo, sin reiniciar.',
    }),
  ],
  [
    'unwritable',
    ({ dbFile, uploadsDir }) => ({
      what: 'no puede escribir en su base o en sus archivos subidos',
      todo: `Mirá los permisos de ${dbFile} y de ${uploadsDir}, si el disco es de solo lectura, y ${logOf(dbFile)}.`,
    }),
  ],
  [
    'replaced',
    ({ dbFile, backupDir }, now) => ({
      what: `${dbFile} se borró o se cambió por otro: lo que se guarda se pierde al reiniciar`,
      todo:
        'Si lo movió alguien, cerrá el portal y volvé a poner el suyo en su lugar, con su -wal. Si no, restaurá la ' +
        `última copia con «${restoringNewest(dbFile, backupDir, now)}».`,
    }),
  ],
  [
    'damaged',
    ({ dbFile, backupDir }, now) => ({
      what: 'encontró daños en su base',
      todo: `Cerrá el portal y restaurá la última copia buena con «${restoringNewest(dbFile, backupDir, now)}».`,
    }),
  ],
  [
    'page',
    ({ dbFile }) => ({
      what: 'no puede mostrar su página de inicio',
      todo: `Mirá ${logOf(dbFile)}. Lo último que se cambió está en el historial, y desde ahí se puede volver atrás.`,
    }),
  ],
]);

/** Crashes in a day that are told; one may be a machine that was switched off. */
const MANY_CRASHES = 3;

/** A portal that crashes again and again answers in between, and loses what was being sent to it. */
export function crashes({ dbFile }: Examined, now: number): Finding[] {
  const times = crashesOf(dbFile).filter((at) => at > now - DAY && !isFuture(at, now)).length;
  if (times < MANY_CRASHES) return [];
  return [
    bad(
      `El portal se cayó ${times} veces en las últimas 24 horas, y cada vez volvió a iniciarse.`,
      `Mirá qué dice antes de cada inicio ${logOf(dbFile)}.`,
    ),
  ];
}

/** Returns when this release was made, ms since the epoch: the package gives its files the time of its last change. */
export const releaseTime = () => statSync(new URL('../../../package.json', import.meta.url)).mtimeMs;

/** With a clock that runs behind, new content would be dated before content that is already published. */
export function clock({ dbFile }: Examined, now: number, built: number): Finding[] {
  const shown = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  const todo = 'Poné la máquina en hora: «timedatectl set-ntp true».';
  if (isFuture(built, now)) {
    return [bad(`El reloj atrasa: marca ${shown} UTC, y esta versión del portal es posterior.`, todo)];
  }
  const { last, newest } = changeTimes(dbFile);
  if (last !== null && isFuture(last, now)) {
    return [bad(`El reloj atrasa: marca ${shown} UTC y el último cambio es posterior.`, todo)];
  }
  if (newest !== null && isFuture(newest, now)) {
    return [
      warning(
        `El reloj marca ${shown} UTC y hay cambios con fecha posterior: atrasa, o adelantaba cuando se hicieron.`,
        `${todo} Si ahora está bien, el aviso se va solo cuando llegue esa fecha.`,
      ),
    ];
  }
  if (existsSync('/run/systemd/timesync') && !existsSync('/run/systemd/timesync/synchronized')) {
    return [warning(`El reloj marca ${shown} UTC y no está sincronizado.`, todo)];
  }
  return [well(`El reloj marca ${shown} UTC.`)];
}

/**
 * Changes that are looked at; a clock that was wrong for longer than these took is found by the time of the release.
 */
const CHANGES = 1000;

/**
 * When the last change was made, and the newest of the last ones: a change made with a wrong clock is not the newest.
 */
function changeTimes(dbFile: string): { last: number | null; newest: number | null } {
  try {
    const db = new Database(dbFile, { readonly: true, fileMustExist: true });
    try {
      const times = db
        .prepare<[number], string>('SELECT at FROM history ORDER BY id DESC LIMIT ?')
        .pluck()
        .all(CHANGES)
        .map((at) => Date.parse(at));
      return { last: times[0] ?? null, newest: times.length === 0 ? null : Math.max(...times) };
    } finally {
      db.close();
    }
  } catch {
    return { last: null, newest: null };
  }
}
