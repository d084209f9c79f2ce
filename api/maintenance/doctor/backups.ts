import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupsIn } from '../backup/make.ts';
import { OutOfReach, readingTrouble, readManifest } from '../backup/manifest.ts';
import { madeAt } from '../backup/layout.ts';
import { futureOf, newestOf } from '../backup/rotation.ts';
import { isFuture } from '../../contract/values/dates.ts';
import { readSent, readTried } from '../backup/outcomes.ts';
import { townOf, typed } from '../../installation.ts';
import { advice, bad, DAY, HOUR, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

export function backups(config: Examined, now: number): Finding[] {
  return [...onThisMachine(config, now), ...tried(config, now), ...outside(config, now)];
}

function onThisMachine({ backupDir, backupTo, dbFile }: Examined, now: number): Finding[] {
  const command = typed('backup', '', dbFile);
  if (backupDir === undefined) {
    return [
      advice(
        'No se sabe dónde están las copias de seguridad.',
        `Poné su carpeta en la variable BACKUP_DIR, y programá «${command}».`,
      ),
    ];
  }
  let names: string[];
  try {
    names = backupsIn(backupDir);
  } catch (error) {
    const trouble = readingTrouble(error, backupDir) as Error;
    return [bad(trouble.message, 'Mientras tanto no se puede saber si hay copias.')];
  }
  const findings = ahead(futureOf(names, now), backupDir);
  const name = newestOf(names, now);
  const at = name === undefined ? null : madeAt(name);
  if (name === undefined || at === null) {
    if (findings.length > 0) return findings;
    const town = townOf(dbFile);
    // `portal new` has made the folder: without it, its disk is missing, or somebody moved it.
    if (town !== undefined && !existsSync(backupDir)) {
      return [
        bad(
          `No existe la carpeta de las copias, ${backupDir}: así no se hace ninguna.`,
          `Si es de otro disco, montalo. Si no, «portal new ${town}» la vuelve a hacer.`,
        ),
      ];
    }
    const daily = town === undefined ? ', y programala todos los días' : '. Las de todas las noches se hacen solas';
    return [bad(`No hay ninguna copia de seguridad en ${backupDir}.`, `Hacé una con «${command}»${daily}.`)];
  }
  const age = `La última copia de seguridad es de hace ${timeSince(at, now)}.`;
  const town = townOf(dbFile);
  const unit = town ? `: «systemctl status portal-backup@${town}»` : '';
  const todo = `Mirá por qué no se hace${unit}. Después, «${command}».`;
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
    const { message } = error as Error;
    findings.push(
      bad(
        message,
        error instanceof OutOfReach ? 'Después, volvé a revisar.' : `Hacé otra copia ahora, con «${command}».`,
      ),
    );
  }
  if (backupTo === undefined && existsSync(dbFile) && statSync(backupDir).dev === statSync(dbFile).dev) {
    findings.push(
      advice(
        'Las copias están en el mismo disco que la base.',
        'Llevalas también a otro disco u otra máquina (BACKUP_TO): si este se rompe, se pierde todo junto.',
      ),
    );
  }
  return findings;
}

/** Backups from the future are as old as nobody knows; they must not hide that no others are made. */
function ahead(names: string[], backupDir: string): Finding[] {
  const [first] = names;
  if (first === undefined) return [];
  const place = join(backupDir, first);
  return [
    bad(
      names.length === 1
        ? `La copia ${place} tiene una fecha que todavía no llegó: el reloj estaba mal entonces, o está mal ahora.`
        : `En ${backupDir} hay ${names.length} copias con una fecha que todavía no llegó, como ${first}: el reloj ` +
            'estaba mal entonces, o está mal ahora.',
      'Mirá el reloj con «timedatectl». Si está bien, cambiales el nombre: ' +
        `«mv ${place} ${join(backupDir, `futura-${first}`)}». Igual se las puede restaurar.`,
    ),
  ];
}

function timeSince(at: number, now: number): string {
  const hours = Math.floor((now - at) / HOUR);
  return hours < 48 ? `${hours} horas` : `${Math.floor(hours / 24)} días`;
}

/** @param at ISO 8601 */
const aheadOutcome = (what: string, at: string, dbFile: string) =>
  bad(
    `${what} figura con una fecha que todavía no llegó (${at.slice(0, 10)}): el reloj estaba mal, o está mal ahora.`,
    `Mirá el reloj con «timedatectl». Si está bien, hacé una copia: «${typed('backup', '', dbFile)}».`,
  );

/** The last restore that was tried. Backups try one by themselves. */
function tried({ dbFile }: Examined, now: number): Finding[] {
  const last = readTried(dbFile);
  if (last === null) return [];
  const at = Date.parse(last.at);
  if (isFuture(at, now)) return [aheadOutcome('La última restauración de prueba', last.at, dbFile)];
  const which = last.isOffsite ? 'la copia de afuera' : 'una copia';
  if (last.problem === null) {
    return [well(`Hace ${timeSince(at, now)} se probó restaurar ${which}, y salió bien.`)];
  }
  return [
    bad(
      `Se probó restaurar ${which} (${last.name}) y no se pudo: ${last.problem}`,
      `Se vuelve a probar con cada copia; hacé una ahora: «${typed('backup', '', dbFile)}».`,
    ),
  ];
}

/** What is sent out of this machine, if it is. */
function outside({ backupTo, dbFile }: Examined, now: number): Finding[] {
  if (backupTo === undefined) return [];
  const last = readSent(dbFile);
  const todo = `Probá con «${typed('backup', `--to ${backupTo}`, dbFile)}».`;
  if (last === null) return [advice(`Todavía no se envió ninguna copia a ${backupTo}.`, todo)];
  const arrived = last.arrived === null ? null : Date.parse(last.arrived);
  if (arrived !== null && isFuture(arrived, now)) {
    return [aheadOutcome(`La última copia enviada a ${backupTo}`, last.arrived ?? '', dbFile)];
  }
  if (last.problem !== null) return [bad(`No se pudo enviar la copia a ${backupTo}: ${last.problem}`, todo)];
  if (arrived === null) return [];
  const age = `La última copia enviada a ${backupTo} es de hace ${timeSince(arrived, now)}.`;
  if (now - arrived <= 2 * DAY) return [well(age)];
  const town = townOf(dbFile);
  return [bad(age, town ? `Mirá por qué no se envía: «systemctl status portal-offsite@${town}.timer».` : todo)];
}
