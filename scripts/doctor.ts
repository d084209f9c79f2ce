import { resolve } from 'node:path';
import { examine } from '../api/maintenance/doctor/doctor.ts';
import { askReleases } from '../api/maintenance/newest-release.ts';
import { asOwner, run, settings } from './operator-command.ts';

// npm run doctor: checks the portal and prints each finding, with what to do about it, or all of them as JSON with
// --json. Exits with 1 if something is wrong.
await run('No se pudo revisar.', async () => {
  const config = settings('doctor');
  const places = {
    dbFile: resolve(config.dbFile),
    uploadsDir: resolve(config.uploadsDir),
    ...(config.backupDir === undefined ? {} : { backupDir: resolve(config.backupDir) }),
  };
  asOwner(places.dbFile);
  const { releasesUrl } = config;
  if (releasesUrl !== undefined) await askReleases({ ...places, releasesUrl }, { now: Date.now });
  const findings = await examine({ ...config, ...places }, { now: Date.now });
  const wrong = findings.filter(({ state }) => state === 'mal').length;
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(findings, null, 2));
    return wrong === 0 ? 0 : 1;
  }
  for (const { state, what, todo } of findings) {
    console.log(`${state.toUpperCase().padEnd(6)} ${what}`);
    if (todo !== undefined) console.log(`       → ${todo}`);
  }
  const warnings = findings.filter(({ state }) => state === 'aviso').length;
  console.log(
    wrong === 0
      ? `\nEl portal está bien${warnings > 0 ? `, con ${count(warnings, 'aviso')}` : ''}.`
      : `\nHay ${count(wrong, 'problema')} para resolver.`,
  );
  return wrong === 0 ? 0 : 1;
});

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
