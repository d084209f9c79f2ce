import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { examine } from '../api/maintenance/doctor/doctor.ts';
import { askReleases } from '../api/maintenance/newest-release.ts';
import { notify, readNotices, wordsOf } from '../api/maintenance/notices.ts';
import type { ProblemChanges, SendNotice } from '../api/maintenance/notices.ts';
import { rightSettings } from '../api/config.ts';
import { bad, DAY } from '../api/maintenance/doctor/finding.ts';
import type { Finding } from '../api/maintenance/doctor/finding.ts';
import { logOf, townOf, typed } from '../api/installation.ts';
import type { Config } from '../api/config.ts';
import { noticeWays } from './notice-ways.ts';
import { asOwner, plain, run, settings } from './operator-command.ts';

const NOT_EXAMINED = 'No se pudo revisar el portal, y puede que no arranque.';

// Examines a portal, keeps what is wrong for the back office, and reports it by mail or webhook if these are set. It is
// run by portal-check@.timer every hour, and with `--failed backup` when a backup has failed.
await run('No se pudo revisar o avisar.', async () => {
  const config = rightSettings(process.env);
  const dbFile = resolve(config.dbFile);
  const kept = keptBeside(dbFile);
  const { findings, isExamined } = await found(dbFile, kept);
  if (process.argv.includes('--failed')) {
    const town = townOf(dbFile) ?? '';
    findings.push(
      bad(
        'Falló la copia de seguridad.',
        `Mirá por qué con «journalctl -u portal-backup@${town}», y hacela con «${typed('backup', '', dbFile)}».`,
      ),
    );
  }
  const problems = await notify(findings, { dbFile: kept, now: Date.now, send: noticeSenderOf(config) });
  for (const { what, todo } of problems) console.log(`${what}\n  → ${todo}`);
  console.log(problems.length === 0 ? 'El portal está bien.' : `Si hace falta más, mirá ${logOf(dbFile)}.`);
  return isExamined ? 0 : 1;
});

/**
 * Returns the file beside which the outcome is kept: the database or, where DB_FILE names a folder that is not there,
 * one in the folder that systemd gives the town. Otherwise the same would be told again every hour.
 */
function keptBeside(dbFile: string): string {
  const { STATE_DIRECTORY: folder } = process.env;
  return existsSync(dirname(dbFile)) || folder === undefined ? dbFile : join(folder, 'portal.sqlite');
}

/** Examines the portal, or says why it could not be: nobody would be told of a setting that keeps it from starting. */
async function found(dbFile: string, kept: string): Promise<{ findings: Finding[]; isExamined: boolean }> {
  try {
    const config = settings('doctor');
    asOwner(dbFile);
    const { releasesUrl } = config;
    if (releasesUrl !== undefined) await askReleases({ dbFile, releasesUrl }, { now: Date.now, maxAge: DAY });
    const place = { ...config, dbFile, uploadsDir: resolve(config.uploadsDir) };
    return { findings: await examine(place, { now: Date.now }), isExamined: true };
  } catch (error) {
    // What was wrong before may still be: nobody looked.
    const before = (readNotices(kept)?.problems ?? []).filter(({ what }) => what !== NOT_EXAMINED);
    return {
      findings: [bad(NOT_EXAMINED, plain(error)), ...before.map(({ what, todo }) => bad(what, todo))],
      isExamined: false,
    };
  }
}

/** Returns what sends a notice in all the ways that are set; null if none is. */
function noticeSenderOf(config: Config): SendNotice | null {
  const ways = noticeWays(config);
  if (ways.length === 0) return null;
  return async (changes: ProblemChanges) => {
    const words = wordsOf(changes, config.origin);
    const outcomes = await Promise.allSettled(ways.map(({ send }) => send(words, changes)));
    const failed = outcomes.find((one) => one.status === 'rejected');
    // One way that worked is enough, so that a broken mail server does not repeat everything on the other.
    if (failed && outcomes.every((one) => one.status === 'rejected')) throw failed.reason;
    if (failed) console.error(`Una de las formas de avisar falló: ${String(failed.reason)}`);
  };
}
