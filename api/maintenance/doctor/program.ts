import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { takeLock } from '../../db/lock.ts';
import { logOf, starting } from '../../installation.ts';
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

export async function running({ dbFile, host, port, origin, idleMinutes }: Examined): Promise<Finding[]> {
  const address = healthAddress({ host, port });
  const ask = () => whoAnswers({ host, port, origin });
  // One that rests starts for this, so that one that cannot start is noticed.
  if (idleMinutes !== undefined) await ask();
  try {
    const lock = existsSync(`${dbFile}.lock`) ? takeLock(dbFile) : null;
    lock?.release();
    if (lock || !existsSync(`${dbFile}.lock`)) {
      return [warning('El portal no está en marcha.', `Inicialo con «${starting('start', dbFile)}».`)];
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
  if (answer.who === 'it') return [well('El portal está en marcha, y lee y escribe su base.')];
  if (answer.who === 'another') {
    return [
      bad(
        `En ${address} responde otro: un programa, el portal de otro pueblo, o este con otra dirección que ${origin}.`,
        `Si cambiaste sus ajustes, reinicialo: «${starting('restart', dbFile)}». Si no, poné en PORT un puerto libre.`,
      ),
    ];
  }
  if (answer.who === 'ill') {
    return [
      bad(
        `El portal está en marcha pero no puede usar su base (${address} responde ${answer.status}).`,
        `Mirá el lugar en el disco y ${logOf(dbFile)}.`,
      ),
    ];
  }
  return [
    bad(
      `El portal está en marcha pero no responde en ${address}.`,
      `Revisá que HOST y PORT sean los suyos; si lo son, reinicialo: «${starting('restart', dbFile)}».`,
    ),
  ];
}

/** Crashes in a day that are told; one may be a machine that was switched off. */
const MANY_CRASHES = 3;

/** A portal that crashes again and again answers in between, and loses what was being sent to it. */
export function crashes({ dbFile }: Examined, now: number): Finding[] {
  const times = crashesOf(dbFile).filter((at) => at > now - DAY).length;
  if (times < MANY_CRASHES) return [];
  return [
    bad(
      `El portal se cayó ${times} veces en las últimas 24 horas, y cada vez volvió a iniciarse.`,
      `Mirá qué dice antes de cada inicio ${logOf(dbFile)}.`,
    ),
  ];
}

/** With a clock that runs behind, new content would be dated before content that is already published. */
export function clock({ dbFile }: Examined, now: number): Finding[] {
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
