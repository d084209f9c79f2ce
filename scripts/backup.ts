import { KEPT } from '../api/maintenance/backup/rotation.ts';
import { makeBackup } from '../api/maintenance/backup/make.ts';
import { typed } from '../api/installation.ts';
import { amount, asOwner, list, run, settings } from './say.ts';

// npm run backup -- CARPETA: makes a backup of the portal, running or not, in a new folder inside CARPETA.
await run('No se pudo hacer la copia.', async () => {
  const config = settings('backup', '[CARPETA]');
  const dir = process.argv[2] ?? config.backupDir;
  if (dir === undefined)
    throw new Error(`Uso: ${typed('backup', 'CARPETA', config.dbFile)} (o con la variable BACKUP_DIR).`);
  asOwner(config.dbFile);
  const { folder, manifest, copied, removed } = await makeBackup({
    dbFile: config.dbFile,
    uploadsDir: config.uploadsDir,
    dir,
    now: Date.now,
  });
  console.log(`Copia hecha y revisada: ${folder}`);
  console.log(
    `  Base: ${amount(manifest.database.size)}. Archivos: ${manifest.files.length} (${amount(manifest.files.reduce((sum, { size }) => sum + size, 0))}), nuevos ${copied}.`,
  );
  if (removed.length > 0) {
    console.log(
      `  Se borraron ${removed.length} copias viejas: quedan todas las del último día, ${KEPT.days} diarias, ${KEPT.weeks} semanales y ${KEPT.months} mensuales.`,
    );
  }
  if (manifest.missing.length === 0) return 0;
  console.error(
    `Atención: la base nombra ${manifest.missing.length} archivos que no están en ${config.uploadsDir}: ${list(manifest.missing)}. Ejecutá «${typed('doctor', '', config.dbFile)}».`,
  );
  return 2;
});
