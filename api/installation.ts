import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Command =
  | 'doctor'
  | 'backup'
  | 'backups'
  | 'restore'
  | 'reset-password'
  | 'notify-test'
  | 'prune'
  | 'renew-push-keys';

/** A town's name is part of paths, units and its system user (`portal-<town>`, at most 32 characters). */
export const TOWN = /^[a-z][a-z0-9-]{0,23}$/;

/** What an installation by package has for a town. */
export interface Places {
  settings: string;
  /** The settings that are secret: readable by root only, and kept while it is out of service. */
  secrets: string;
  /** Its settings while it is out of service. */
  removed: string;
  data: string;
  backups: string;
}

/** Where a town of this machine has its files. PORTAL_ROOT puts all of them below another folder, for tests. */
export function placesOf(town: string, environment: Environment = process.env): Places {
  const root = environment.PORTAL_ROOT || '/';
  return {
    settings: join(root, 'etc/portal', `${town}.env`),
    secrets: join(root, 'etc/portal', `${town}.secrets`),
    removed: join(root, 'etc/portal', `${town}.env.removed`),
    data: join(root, 'var/lib/portal', town),
    backups: join(root, 'var/backups/portal', town),
  };
}

/** The towns that are installed on this machine, in order of their names. */
export const townsHere = (environment: Environment = process.env) => townsWith('.env', environment);

/** The towns that `portal remove` has taken out of service on this machine. */
export const townsOutOfService = (environment: Environment = process.env) => townsWith('.env.removed', environment);

function townsWith(end: string, environment: Environment): string[] {
  const folder = join(environment.PORTAL_ROOT || '/', 'etc/portal');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => name.slice(0, -end.length))
    .filter((name) => TOWN.test(name))
    .sort();
}

/**
 * Refuses to run without settings on a machine with an installation: the program would work on the files of the
 * checkout instead, and restore a backup to the wrong place or start a second, empty portal.
 * @param right the right command, as it is typed
 * @throws Error that says so
 */
export function refuseWithoutSettings(environment: Environment, right: string): void {
  if (environment.DB_FILE?.trim() || townsHere(environment).length === 0) return;
  throw new Error(
    `En este equipo el portal está instalado, y sus pueblos son los de «portal list». Ejecutá «${right}». Para otra ` +
      'base, indicala con DB_FILE.',
  );
}

/** Returns a command as it is typed for this database, in an installation or in a checkout. */
export function typed(command: Command, what: string, dbFile: string, environment: Environment = process.env): string {
  const town = townOf(dbFile, environment);
  if (town !== undefined) return ['portal', command, town, what].filter(Boolean).join(' ');
  return `npm run ${command}${what && ` -- ${what}`}`;
}

/** Returns how the portal on this database is started or restarted, in an installation or in a checkout. */
export function starting(how: 'start' | 'restart', dbFile: string, environment: Environment = process.env): string {
  const town = townOf(dbFile, environment);
  return town === undefined ? 'npm start' : `portal ${how} ${town}`;
}

/** Returns how the log of the portal on this database is read. */
export function logOf(dbFile: string, environment: Environment = process.env): string {
  const town = townOf(dbFile, environment);
  return town === undefined ? 'lo que dice en la terminal donde se inició' : `el registro: «portal log ${town}»`;
}

/** The town of this machine that has this database, undefined in a checkout. */
export function townOf(dbFile: string, environment: Environment = process.env): string | undefined {
  return townsHere(environment).find((town) => {
    try {
      const settings = parseEnv(readFileSync(placesOf(town, environment).settings, 'utf8'));
      return settings.DB_FILE !== undefined && resolve(settings.DB_FILE) === resolve(dbFile);
    } catch {
      // The settings are another user's, as is the database then.
      return false;
    }
  });
}

/** Whether the portal of a town is to run, by itself or as soon as somebody asks: its unit is enabled. */
export function isToRun(town: string, environment: Environment = process.env): boolean {
  const units = join(environment.PORTAL_ROOT || '/', 'etc/systemd/system');
  return [`multi-user.target.wants/portal@${town}.service`, `sockets.target.wants/portal@${town}.socket`].some(
    (link) => lstatSync(join(units, link), { throwIfNoEntry: false }) !== undefined,
  );
}

/** The names in the settings file of the town that has this database; none in a checkout, or for another user. */
export function settingNames(dbFile: string, environment: Environment = process.env): string[] {
  const town = townOf(dbFile, environment);
  return town === undefined ? [] : Object.keys(parseEnv(readFileSync(placesOf(town, environment).settings, 'utf8')));
}
