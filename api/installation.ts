import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

/** Where an installation has its settings: its services and the command `portal` read them (docs/operating.md). */
const SETTINGS = '/etc/portal.env';
type Environment = Readonly<Record<string, string | undefined>>;
export type Command = 'doctor' | 'backup' | 'restore' | 'reset-password';

/** The settings' file of this machine; another one for who tries an installation out. */
const settingsFile = (environment: Environment) => environment.PORTAL_SETTINGS || SETTINGS;

/**
 * On a machine with an installation a program that is started without its settings would work on files of the checkout
 * instead: it would restore a backup where nobody looks, or start a second, empty portal.
 * @param right what does it right, as it is typed
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

/** A command as it is typed for this database: the installation's own, or that of a checkout. */
export function typed(command: Command, what: string, dbFile: string, environment: Environment = process.env): string {
  if (isInstalled(dbFile, environment)) return `portal ${command}${what && ` ${what}`}`;
  return `npm run ${command}${what && ` -- ${what}`}`;
}

function isInstalled(dbFile: string, environment: Environment): boolean {
  try {
    const settings = parseEnv(readFileSync(settingsFile(environment), 'utf8'));
    return settings.DB_FILE !== undefined && resolve(settings.DB_FILE) === resolve(dbFile);
  } catch {
    // None, or another user's: then its database is, too.
    return false;
  }
}
