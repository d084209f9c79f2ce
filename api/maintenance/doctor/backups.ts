import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupsIn } from '../backup/make.ts';
import { readManifest } from '../backup/manifest.ts';
import { madeAt } from '../backup/layout.ts';
import { townOf, typed } from '../../installation.ts';
import { advice, bad, DAY, HOUR, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

export function backups({ backupDir, dbFile }: Examined, now: number): Finding[] {
  const command = typed('backup', '', dbFile);
  if (backupDir === undefined) {
    return [
      advice(
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
  const town = townOf(dbFile);
  const todo = `Mirá por qué no se hace${town ? `: «systemctl status portal-backup@${town}»` : ''}. Después, «${command}».`;
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
      advice(
        'Las copias están en el mismo disco que la base.',
        'Llevalas también a otro disco u otra máquina: si este se rompe, se pierde todo junto.',
      ),
    );
  }
  return findings;
}
