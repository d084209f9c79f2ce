import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../api/config.ts';
import { fetchBackup } from '../api/maintenance/backup/offsite.ts';
import { openPlace } from '../api/maintenance/backup/places.ts';
import { restoreBackup } from '../api/maintenance/backup/restore.ts';
import { TOWN_ZONE } from '../api/contract/limits.ts';
import { townOf, typed } from '../api/installation.ts';
import { asOwner, list, offsiteOwner, passphraseOf, run, settings } from './operator-command.ts';

// npm run restore -- COPIA: replaces the portal's database and uploads with those of a backup. `--from DESTINO` fetches
// an encrypted one: the newest of a place, or the file that it names.
await run('No se restauró nada.', async () => {
  const config = settings('restore', 'COPIA');
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
  if (values.from !== undefined) return fetchAndRestore(config, values.from);
  const [from] = positionals;
  if (from === undefined)
    throw new Error(`Uso: ${typed('restore', 'COPIA', config.dbFile)} (la carpeta de una copia, o una base sola).`);
  return restore(config, from);
});

/** Fetches, decrypts and restores a backup. What was fetched is removed afterwards, because it is not encrypted. */
async function fetchAndRestore(config: Config, address: string): Promise<number> {
  asOwner(resolve(config.dbFile));
  const isFile = address.endsWith('.tar.gpg');
  // The folder of a file on another machine may be none: `user@host:file`.
  const folder = isFile ? address.replace(/[^/:]*$/, '').replace(/(?<=[^/:])\/$/, '') : address;
  const into = join(config.backupDir ?? dirname(resolve(config.dbFile)), '.trayendo');
  console.log(`Trayendo la copia de ${address}…`);
  try {
    const from = await fetchBackup({
      place: openPlace(folder),
      owner: offsiteOwner(config.dbFile),
      file: isFile ? basename(address.replace(/^.*:/, '')) : null,
      passphrase: passphraseOf(config),
      into,
    });
    return await restore(config, from);
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

async function restore(config: Config, from: string): Promise<number> {
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
}

function moment(at: string): string {
  return new Intl.DateTimeFormat('es-AR', {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: TOWN_ZONE,
  }).format(new Date(at));
}
