import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../api/config.ts';
import { madeAt } from '../api/maintenance/backup/layout.ts';
import { fetchBackup } from '../api/maintenance/backup/offsite.ts';
import { checkRestorable, restoreBackup } from '../api/maintenance/backup/restore-backup.ts';
import { townOf, typed } from '../api/installation.ts';
import { asOwner, list, repositoryOf, run, settings, townMoment } from './operator-command.ts';

// npm run restore -- COPIA: replaces the portal's database and uploads with those of a backup. `--from DESTINO` fetches
// an encrypted one: the newest of a place, or the one that it names. `--check` only says whether it would work, and
// leaves what it has fetched for `--fetched`, so that `portal restore` stops the portal for as short as possible.
await run('No se restauró nada.', async () => {
  const config = settings('restore', 'COPIA');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, check: { type: 'boolean' }, fetched: { type: 'boolean' } },
  });
  asOwner(resolve(config.dbFile));
  const work = values.check ? check : restore;
  if (values.from === undefined && !values.fetched) {
    const [from] = positionals;
    if (from === undefined)
      throw new Error(`Uso: ${typed('restore', 'COPIA', config.dbFile)} (la carpeta de una copia, o una base sola).`);
    return work(config, from);
  }
  // What was fetched is removed in the end, because it is not encrypted.
  const into = join(config.backupDir ?? dirname(resolve(config.dbFile)), '.trayendo');
  let isLeft = false;
  try {
    const from = values.from === undefined ? fetchedIn(into) : await fetchFrom(config, values.from, into);
    const code = await work(config, from);
    isLeft = values.check ?? false;
    return code;
  } finally {
    if (!isLeft) await rm(into, { recursive: true, force: true });
  }
});

/** @returns the folder of the backup */
async function fetchFrom(config: Config, address: string, into: string): Promise<string> {
  if (address.endsWith('.tar.gpg')) {
    throw new Error(
      `${basename(address)} es de una versión anterior, que cifraba con gpg: docs/operating.md dice cómo ` +
        'descifrarla, y después se restaura la carpeta que sale.',
    );
  }
  const last = basename(address.replace(/^.*:/, ''));
  const name = madeAt(last) === null ? null : last;
  const place = name === null ? address : address.slice(0, -name.length).replace(/(?<=[^/:])\/$/, '');
  const repository = repositoryOf(config, place, 'read');
  console.log(`Trayendo la copia de ${place}…`);
  return fetchBackup({ repository, name, into, now: Date.now });
}

function fetchedIn(into: string): string {
  const [name] = existsSync(into) ? readdirSync(into) : [];
  if (name === undefined) throw new Error(`No hay ninguna copia en ${into}: traela con «--from DESTINO».`);
  return join(into, name);
}

async function check(config: Config, from: string): Promise<number> {
  console.log(`Revisando ${from}…`);
  const at = await checkRestorable({ from: resolve(from), ...placesOf(config) });
  if (at !== null) console.log(`Es la copia del ${townMoment(Date.parse(at))}.`);
  return 0;
}

function placesOf({ dbFile, uploadsDir }: Config): { dbFile: string; uploadsDir: string } {
  return { dbFile: resolve(dbFile), uploadsDir: resolve(uploadsDir) };
}

async function restore(config: Config, from: string): Promise<number> {
  const { dbFile, uploadsDir } = placesOf(config);
  console.log(`Revisando ${from}…`);
  const { at, files, aside, missing, areCodesUsed } = await restoreBackup({
    from: resolve(from),
    dbFile,
    uploadsDir,
    now: Date.now,
  });
  console.log(at === null ? `Base restaurada: ${dbFile}` : `Copia del ${townMoment(Date.parse(at))} restaurada.`);
  console.log(`  Base: ${dbFile}`);
  console.log(files === null ? `  Archivos: ${uploadsDir}, sin cambios` : `  Archivos: ${uploadsDir} (${files})`);
  for (const one of aside) console.log(`  Lo que había quedó en ${one}`);
  if (missing.length > 0)
    console.log(`  Atención: la base nombra ${missing.length} archivos que no están: ${list(missing)}.`);
  if (townOf(dbFile) === undefined) console.log('Iniciá el portal.');
  console.log(
    'Los dispositivos se ponen al día solos y cada persona vuelve a ingresar; los cambios sin enviar no se pierden.',
  );
  if (!areCodesUsed)
    console.log(
      'No se pudo leer la base de antes: los códigos de recuperación que alguien usó después de la copia vuelven a ' +
        'servir. Conviene que cada persona pida otros en «Mi cuenta».',
    );
  return 0;
}
