import { madeAt } from '../api/maintenance/backup/layout.ts';
import { backupsIn } from '../api/maintenance/backup/make.ts';
import { backupsOutside } from '../api/maintenance/backup/offsite.ts';
import { futureOf } from '../api/maintenance/backup/rotation.ts';
import { typed } from '../api/installation.ts';
import { repositoryOf, run, settings, townMoment } from './operator-command.ts';

// npm run backups: lists the backups of a portal, those on this machine and those outside, the newest last.
await run('No se pudieron mostrar las copias.', async () => {
  const config = settings('backups');
  const { backupDir, backupTo, dbFile } = config;
  if (backupDir !== undefined) show(backupDir, backupsIn(backupDir));
  if (backupTo !== undefined) show(backupTo, await backupsOutside(repositoryOf(config, backupTo, 'read')));
  console.log(`Para volver a una: «${typed('restore', 'CARPETA/COPIA', dbFile)}»; las de afuera, con --from.`);
  return 0;
});

function show(place: string, names: string[]): void {
  console.log(names.length === 0 ? `${place}: ninguna copia.` : `${place}:`);
  const future = new Set(futureOf(names, Date.now()));
  for (const name of names) {
    const trouble = future.has(name) ? ' (esa fecha todavía no llegó: el reloj estaba mal)' : '';
    console.log(`  ${name}  ${townMoment(madeAt(name) ?? 0)}${trouble}`);
  }
  console.log();
}
