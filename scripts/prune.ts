import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkDatabase } from '../api/maintenance/backup/manifest.ts';
import { lastChangeAt, momentBefore, prunable, prune } from '../api/maintenance/prune.ts';
import { takeLock } from '../api/db/lock.ts';
import { openLogbook } from '../api/records/logbook.ts';
import { MIGRATIONS, openDatabase } from '../api/records/open.ts';
import { latestOf, readMigrations } from '../api/db/migrations.ts';
import { typed } from '../api/installation.ts';
import { amount, asOwner, run, settings, townMoment } from './operator-command.ts';

// portal prune PUEBLO --older-than EDAD [--yes]: says what the history would forget, and with --yes forgets it. The
// portal may be running; only while it is stopped, the file of the database becomes smaller.
await run('No se acortó el historial.', async () => {
  const [age = '', isMeant] = [process.argv[2], process.argv[3] === '--yes'];
  const { dbFile } = settings('prune', '--older-than EDAD');
  const file = resolve(dbFile);
  if (!existsSync(file)) throw new Error(`No hay ninguna base en ${file}. Revisá DB_FILE.`);
  momentBefore(age, Date.now());
  asOwner(file);
  // Opening a database of another release would migrate it while a portal runs.
  if (checkDatabase(file).schema !== latestOf(readMigrations(MIGRATIONS))) {
    throw new Error('La base es de otra versión del portal. Iniciá esta versión del portal una vez y volvé a probar.');
  }
  const lock = takeLock(file);
  const db = openDatabase(file);
  try {
    const before = momentBefore(age, lastChangeAt(db, Date.now()));
    const found = prunable(db, before, Date.now());
    const { changes, deleted, characters } = found;
    console.log(`El historial de antes del ${townMoment(before)}:`);
    console.log(`  se olvidan los valores de ${changes} cambios, que ocupan ${amount(characters)};`);
    console.log(`  entre ellos, ${deleted} registros eliminados que ya no se van a poder recuperar;`);
    console.log('  quedan quién cambió qué y cuándo, y todo lo posterior entero. Las copias de seguridad no cambian.');
    if (!isMeant) {
      console.log(`Para hacerlo: «${typed('prune', `--older-than ${age} --yes`, dbFile)}».`);
      return 0;
    }
    const from = { network: '', device: 'portal prune' };
    openLogbook(db, Date.now).add({ kind: 'operator', from, detail: { command: 'prune' } });
    prune(db, found);
    if (lock) db.exec('VACUUM');
    console.log(
      lock
        ? 'Hecho, y el archivo de la base se achicó.'
        : 'Hecho. El lugar queda libre dentro de la base, que lo vuelve a usar. Para achicar su archivo, repetilo ' +
            'con el portal detenido.',
    );
  } finally {
    db.close();
    lock?.release();
  }
  return 0;
});
