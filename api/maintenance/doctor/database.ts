import { existsSync } from 'node:fs';
import { BadBackup, checkDatabase, OutOfReach } from '../backup/manifest.ts';
import { restoringNewest } from '../backup/make.ts';
import { halfRestored } from '../backup/layout.ts';
import { lostDatabase } from '../lost-database.ts';
import { logOf, townOf } from '../../installation.ts';
import { MIGRATIONS, wayBack } from '../../records/open.ts';
import { latestOf, readMigrations } from '../../db/migrations.ts';
import { bad, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

export function database({ dbFile, backupDir, uploadsDir, newDatabase = true }: Examined, now: number): Finding[] {
  if (existsSync(halfRestored(dbFile))) {
    return [
      bad(
        'Quedó a medias una restauración.',
        `Volvé a ejecutar «${restoringNewest(dbFile, backupDir, now)}» y después iniciá el portal.`,
      ),
    ];
  }
  try {
    const lost = lostDatabase({ dbFile, backupDir, uploadsDir, newDatabase }, now);
    if (lost) return [bad(lost.what, lost.todo)];
    if (!existsSync(dbFile)) {
      const town = townOf(dbFile);
      const making = town === undefined ? 'se crea sola al iniciarlo' : `se crea con «portal new ${town}»`;
      return [bad(`No hay ninguna base en ${dbFile}.`, `Revisá DB_FILE. Si el portal es nuevo, ${making}.`)];
    }
    const { schema } = checkDatabase(dbFile);
    const latest = latestOf(readMigrations(MIGRATIONS));
    if (schema > latest) {
      return [bad(`La base es de una versión más nueva del portal (${schema}).`, wayBack(dbFile, latest))];
    }
    const version =
      schema === latest
        ? well(`La base es de esta versión (${schema}).`)
        : warning(
            `La base es de una versión anterior (${schema} de ${latest}).`,
            `Reiniciá el portal: se actualiza sola, y antes guarda una copia. Si no arranca, mirá ${logOf(dbFile)}.`,
          );
    return [well(`La base ${dbFile} está sana.`), version];
  } catch (error) {
    if (error instanceof OutOfReach) {
      return [bad(error.message, 'No restaures nada todavía: mirá abajo el lugar en el disco, y los permisos.')];
    }
    return [
      bad(
        error instanceof BadBackup ? error.message : `La base ${dbFile} no se puede leer.`,
        `Cerrá el portal y restaurá la última copia buena con «${restoringNewest(dbFile, backupDir, now)}».`,
      ),
    ];
  }
}
