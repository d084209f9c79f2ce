import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkDatabase } from '../api/maintenance/backup/manifest.ts';
import { takeLock } from '../api/db/lock.ts';
import { latestOf, readMigrations } from '../api/db/migrations.ts';
import { typed } from '../api/installation.ts';
import { openPushStore } from '../api/push/store.ts';
import { renewVapidKeys } from '../api/push/vapid.ts';
import { openLogbook } from '../api/records/logbook.ts';
import { MIGRATIONS, openDatabase } from '../api/records/open.ts';
import { asOwner, run, settings } from './operator-command.ts';

// npm run renew-push-keys [-- --yes]: says what new keys of push would end, and with --yes makes them. The portal has
// the keys in memory, so it must not be running then; `portal renew-push-keys` stops and starts it.
await run('No se renovó nada.', async () => {
  const isMeant = process.argv[2] === '--yes';
  const { dbFile } = settings('renew-push-keys');
  const file = resolve(dbFile);
  if (!existsSync(file)) throw new Error(`No hay ninguna base en ${file}. Revisá DB_FILE.`);
  asOwner(file);
  // Opening a database of another release would migrate it while a portal runs.
  if (checkDatabase(file).schema !== latestOf(readMigrations(MIGRATIONS))) {
    throw new Error('La base es de otra versión del portal. Iniciá esta versión del portal una vez y volvé a probar.');
  }
  const lock = isMeant ? takeLock(file) : null;
  if (isMeant && !lock) throw new Error('El portal está en marcha: cerralo y volvé a probar.');
  const db = openDatabase(file);
  try {
    const { subscriptions, queue } = openPushStore(db).figures();
    if (!isMeant) {
      console.log(`Con claves nuevas dejan de servir las suscripciones de ${subscriptions} dispositivos:`);
      console.log('  cada uno se vuelve a suscribir solo cuando alguien abre el portal en él, dentro del día;');
      console.log('  hasta entonces no recibe alertas ni otros avisos, y quien no lo abra no los recibe más;');
      console.log(`  los ${queue} envíos que esperan se pierden. El portal se detiene un momento.`);
      console.log('Hace falta solo si alguien pudo leer la base o una copia de seguridad.');
      console.log(`Para hacerlo: «${typed('renew-push-keys', '--yes', dbFile)}».`);
      return 0;
    }
    const from = { network: '', device: 'portal renew-push-keys' };
    openLogbook(db, Date.now).adding(
      () => renewVapidKeys(db),
      () => ({ kind: 'operator', from, detail: { command: 'renew-push-keys' } }),
    );
    console.log(`Hecho: hay claves nuevas, y se borraron las suscripciones de ${subscriptions} dispositivos.`);
  } finally {
    db.close();
    lock?.release();
  }
  return 0;
});
