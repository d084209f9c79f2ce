import { resolve } from 'node:path';
import { restoreBackup } from '../api/maintenance/backup/restore.ts';
import { TOWN_ZONE } from '../api/contract/limits.ts';
import { townOf, typed } from '../api/installation.ts';
import { asOwner, list, run, settings } from './say.ts';

// npm run restore -- COPIA: replaces the portal's database and uploads with those of a backup.
await run('No se restauró nada.', async () => {
  const config = settings('restore', 'COPIA');
  const from = process.argv[2];
  if (from === undefined)
    throw new Error(`Uso: ${typed('restore', 'COPIA', config.dbFile)} (la carpeta de una copia, o una base sola).`);
  const dbFile = resolve(config.dbFile);
  const uploadsDir = resolve(config.uploadsDir);
  asOwner(dbFile);
  console.log(`Revisando ${from}…`);
  const { at, files, aside, missing } = await restoreBackup({ from: resolve(from), dbFile, uploadsDir, now: Date.now });
  console.log(at === null ? `Base restaurada: ${dbFile}` : `Copia del ${moment(at)} restaurada.`);
  console.log(`  Base: ${dbFile}`);
  console.log(files === null ? `  Archivos: ${uploadsDir}, sin cambios` : `  Archivos: ${uploadsDir} (${files})`);
  for (const one of aside) console.log(`  Lo que había quedó en ${one}`);
  if (missing.length > 0)
    console.log(`  Atención: la base nombra ${missing.length} archivos que no están: ${list(missing)}.`);
  if (townOf(dbFile) === undefined) console.log('Iniciá el portal.');
  console.log(
    'Los dispositivos se ponen al día solos y cada persona vuelve a ingresar; los cambios sin enviar no se pierden.',
  );
  return 0;
});

function moment(at: string): string {
  return new Intl.DateTimeFormat('es-AR', {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: TOWN_ZONE,
  }).format(new Date(at));
}
