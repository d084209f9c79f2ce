import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KEPT, newestOf } from '../api/maintenance/backup/rotation.ts';
import { backupsIn, makeBackup } from '../api/maintenance/backup/make.ts';
import type { Made } from '../api/maintenance/backup/make.ts';
import { fetchBackup, sendBackup } from '../api/maintenance/backup/offsite.ts';
import { isTryDue, tryRestore } from '../api/maintenance/backup/try-restore.ts';
import { keepSent, readSent } from '../api/maintenance/backup/outcomes.ts';
import { typed } from '../api/installation.ts';
import type { Config } from '../api/config.ts';
import { rm } from 'node:fs/promises';
import { amount, asOwner, list, plain, repositoryOf, run, settings } from './operator-command.ts';

// npm run backup -- [CARPETA] [--to DESTINO]: makes a backup of the portal, running or not, in a new folder inside
// CARPETA, and sends it out of this machine, encrypted. `--send` sends the last backup to BACKUP_TO, where it is set;
// portal-offsite@.timer runs it every night.
await run('No se pudo hacer la copia.', async () => {
  const config = settings('backup', '[CARPETA] [--to DESTINO]');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, send: { type: 'boolean' } },
  });
  const dir = positionals[0] ?? config.backupDir;
  if (dir === undefined)
    throw new Error(`Uso: ${typed('backup', 'CARPETA', config.dbFile)} (o con la variable BACKUP_DIR).`);
  asOwner(config.dbFile);
  if (values.send) return sendLast(config, dir);
  const to = values.to;
  // What is missing is said before anything is made.
  if (to !== undefined) repositoryOf(config, to, 'send');
  const made = await makeBackup({ dbFile: config.dbFile, uploadsDir: config.uploadsDir, dir, now: Date.now });
  const code = report(made, config);
  if (to !== undefined) {
    try {
      await send({ config, dir, folder: made.folder, to });
    } catch (error) {
      // The one on this machine is good: it was not the backup that failed.
      console.error(`La copia quedó hecha en esta máquina, pero no se envió. ${plain(error)}`);
      return 1;
    }
  } else if (isTryDue(config.dbFile, Date.now())) await tryOut(config, dir, made.folder);
  return code;
});

function report({ folder, manifest, copied, removed }: Made, config: Config): number {
  console.log(`Copia hecha y revisada: ${folder}`);
  const size = manifest.files.reduce((sum, file) => sum + file.size, 0);
  console.log(
    `  Base: ${amount(manifest.database.size)}. ` +
      `Archivos: ${manifest.files.length} (${amount(size)}), nuevos ${copied}.`,
  );
  if (removed.length > 0) {
    console.log(
      `  Se borraron ${removed.length} copias viejas: quedan todas las del último día, ` +
        `${KEPT.days} diarias, ${KEPT.weeks} semanales y ${KEPT.months} mensuales.`,
    );
  }
  if (manifest.missing.length === 0) return 0;
  console.error(
    `Atención: la base nombra ${manifest.missing.length} archivos que no están en ${config.uploadsDir}: ` +
      `${list(manifest.missing)}. Ejecutá «${typed('doctor', '', config.dbFile)}».`,
  );
  return 2;
}

/** Restores the backup to try it; the doctor and the back office say when that did not work. */
async function tryOut(config: Config, dir: string, folder: string): Promise<void> {
  const problem = await tryRestore({ from: folder, beside: dir, dbFile: resolve(config.dbFile), now: Date.now });
  if (problem === null) console.log('  Se probó restaurarla, y salió bien.');
  else console.error(`Atención: se probó restaurarla y no se pudo. ${problem}`);
}

async function sendLast(config: Config, dir: string): Promise<number> {
  if (config.backupTo === undefined) {
    console.log('BACKUP_TO no dice adónde enviar copias: no se envía ninguna.');
    return 0;
  }
  const last = newestOf(backupsIn(dir), Date.now());
  if (last === undefined)
    throw new Error(`No hay ninguna copia en ${dir}. Hacé una con «${typed('backup', '', config.dbFile)}».`);
  await send({ config, dir, folder: join(dir, last), to: config.backupTo });
  return 0;
}

/** Sends a backup and keeps the outcome for the doctor. @throws Error in one Spanish line */
async function send({ config, dir, folder, to }: { config: Config; dir: string; folder: string; to: string }) {
  const dbFile = resolve(config.dbFile);
  // Only what is sent to the place that is set counts as sent out of this machine.
  const keep = (problem: string | null) => {
    if (to !== config.backupTo) return;
    const at = new Date().toISOString();
    keepSent(dbFile, { at, arrived: problem === null ? at : (readSent(dbFile)?.arrived ?? null), problem });
  };
  try {
    const repository = repositoryOf(config, to, 'send');
    const { name, wasThere, removed } = await sendBackup({ folder, repository, now: Date.now });
    console.log(`${wasThere ? 'Ya estaba' : 'Copia cifrada'} en ${to}: ${name}`);
    if (removed.length > 0) console.log(`  Se borraron ${removed.length} copias viejas de allá.`);
    if (isTryDue(dbFile, Date.now(), true)) {
      const into = join(dir, '.trayendo');
      try {
        const from = await fetchBackup({ repository, name, into, now: Date.now });
        const problem = await tryRestore({ from, beside: dir, dbFile, isOffsite: true, now: Date.now });
        if (problem !== null) throw new Error(`Se la trajo de vuelta y no se pudo restaurar: ${problem}`);
        console.log('  Se la trajo de vuelta, se descifró y se probó restaurarla: salió bien.');
      } finally {
        await rm(into, { recursive: true, force: true });
      }
    }
    keep(null);
  } catch (error) {
    keep(plain(error));
    throw error;
  }
}
