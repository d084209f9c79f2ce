import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

/** Where an installation has its settings: its services and the command `portal` read them (docs/operating.md). */
const SETTINGS = '/etc/portal.env';
type Environment = Readonly<Record<string, string | undefined>>;
export type Command = 'doctor' | 'backup' | 'restore' | 'reset-password';

/** The settings' file of this machine; PORTAL_SETTINGS names another one for trying an installation. */
const settingsFile = (environment: Environment) => environment.PORTAL_SETTINGS || SETTINGS;

/**
 * Refuses to run without settings on a machine with an installation: the program would work on the files of the
 * checkout instead, and restore a backup to the wrong place or start a second, empty portal.
 * @param right the right command, as it is typed
 * @throws Error that says so
 */
export function refuseWithoutSettings(environment: Environment, right: string): void {
  const file = settingsFile(environment);
  if (environment.DB_FILE?.trim() || !existsSync(file)) return;
  throw new Error(
    `En este equipo el portal está instalado, con sus datos donde dice ${file}. Ejecutá «${right}». Para otra ` +
      'base, indicala con DB_FILE.',
  );
}

/** Returns a command as it is typed for this database, in an installation or in a checkout. */
export function typed(command: Command, what: string, dbFile: string, environment: Environment = process.env): string {
  if (isInstalled(dbFile, environment)) return `portal ${command}${what && ` ${what}`}`;
  return `npm run ${command}${what && ` -- ${what}`}`;
}

function isInstalled(dbFile: string, environment: Environment): boolean {
  try {
    const settings = parseEnv(readFileSync(settingsFile(environment), 'utf8'));
    return settings.DB_FILE !== undefined && resolve(settings.DB_FILE) === resolve(dbFile);
  } catch {
    // There is none, or it is another user's, as is its database then.
    return false;
  }
}
