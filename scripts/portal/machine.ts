import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { readConfig } from '../../api/config.ts';
import type { Config } from '../../api/config.ts';
import { placesOf, TOWN, townsHere } from '../../api/installation.ts';
import { inItsFile } from '../../api/own-settings.ts';

/** Folder of this program: of the package, or of the checkout. */
export const PROGRAM = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** Folder below which everything is; it is another one only in tests, which then make no users. */
const ROOT = process.env.PORTAL_ROOT || '/';
const IS_TRIED = ROOT !== '/';

/** Path on this machine. */
export const at = (...parts: string[]) => join(ROOT, ...parts);

export const userOf = (town: string) => `portal-${town}`;
/** The unit of a town, of one of its services. */
export const unitOf = (town: string) => `portal@${town}.service`;
/** The unit that listens for a town whose portal rests. */
export const socketOf = (town: string) => `portal@${town}.socket`;
export const socketSettings = (town: string) => at(`etc/systemd/system/${socketOf(town)}.d/port.conf`);
/** What starts the jobs of a town: by the clock, and once the portal has mail. */
export const timersOf = (town: string) => [
  ...['backup', 'check', 'offsite'].map((service) => `portal-${service}@${town}.timer`),
  `portal-mail@${town}.path`,
];
/** What timers, mail and failures start for a town. */
export const jobsOf = (town: string) =>
  ['backup', 'check', 'offsite', 'mail', 'backup-failed'].map((service) => `portal-${service}@${town}.service`);

/** Runs a program of the machine. @returns its exit code, -1 if it does not exist, and everything it printed */
export function call(command: string, ...args: string[]): { code: number; said: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  return { code: error ? -1 : (status ?? -1), said: `${stdout ?? ''}${stderr ?? ''}`.trim() };
}

/** Runs a program of the machine. @throws Error with what it said when it fails */
export function must(command: string, ...args: string[]): string {
  const { code, said } = call(command, ...args);
  if (code !== 0) throw new Error(`Falló «${[command, ...args].join(' ')}»: ${said.split('\n').at(-1) || code}`);
  return said;
}

export const hasSystemd = () => existsSync(at('run/systemd/system'));

/** @throws Error unless this runs as root */
export function asRoot(typed: string): void {
  if (!IS_TRIED && process.getuid?.() !== 0) throw new Error(`Hace falta ser root: «sudo portal ${typed}».`);
}

/** The user and group of a town; undefined if there is none, or in tests. */
export function idsOf(town: string): { uid: number; gid: number } | undefined {
  if (IS_TRIED) return undefined;
  const [, , uid, gid] = call('getent', 'passwd', userOf(town)).said.split(':');
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Creates the system user of a town, if there is none. */
export function createUser(town: string): void {
  if (IS_TRIED || idsOf(town)) return;
  const home = placesOf(town).data;
  must('useradd', '--system', '--user-group', '--no-create-home', '--home-dir', home, '--shell', NOLOGIN, userOf(town));
}
const NOLOGIN = '/usr/sbin/nologin';

/** Creates a folder of a town that only its user can open. */
export function ownFolder(town: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  const ids = idsOf(town);
  if (ids && statSync(folder).uid !== ids.uid) chownSync(folder, ids.uid, ids.gid);
}

/** Writes a file whole or not at all; returns whether it was different before. */
export function writeWhole(file: string, text: string, { mode = 0o644, gid }: { mode?: number; gid?: number } = {}) {
  const isNew = !existsSync(file) || readFileSync(file, 'utf8') !== text;
  if (isNew) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    const arriving = `${file}.nuevo`;
    writeFileSync(arriving, text, { mode, flush: true });
    if (gid !== undefined) chownSync(arriving, 0, gid);
    renameSync(arriving, file);
  }
  return isNew;
}

/**
 * Returns the settings of a town.
 * @throws Error when there is no such town, or somebody else than root or the town's user asks
 */
export function settingsOf(town: string): Record<string, string> {
  const { settings } = placesOf(town);
  if (!existsSync(settings)) throw new Error(`No hay ningún pueblo «${town}». ${known()}`);
  try {
    return parseEnv(readFileSync(settings, 'utf8')) as Record<string, string>;
  } catch (error) {
    throw new Error(`No se puede leer ${settings}: hace falta ser root.`, { cause: error });
  }
}

/**
 * Returns the settings of a town as its portal reads them.
 * @param names of those that are looked at; by default all
 * @throws Error as `settingsOf`, and in one Spanish line with the file in which a setting is wrong
 */
export function configOf(town: string, names?: readonly string[]): Config {
  const settings = settingsOf(town);
  const looked = names ? Object.fromEntries(names.map((name) => [name, settings[name]])) : settings;
  try {
    return readConfig(looked, { isFile: true });
  } catch (error) {
    throw new Error(inItsFile((error as Error).message, town), { cause: error });
  }
}

/** Puts a line of a file of settings in the place of the one that has the name, or of its comment, or at the end. */
export function withLine(text: string, name: string, line: string): string {
  const [given, commented] = ['', '#'].map((start) => new RegExp(`^${start}${name}=.*$`, 'm'));
  const place = [given, commented].find((one) => one?.test(text));
  return place ? text.replace(place, () => line) : `${text.trimEnd()}\n${line}\n`;
}

/** Says which towns there are. */
export function known(): string {
  const towns = townsHere();
  return towns.length === 0
    ? 'Todavía no hay ninguno: se crean con «portal new PUEBLO --origin https://…».'
    : `Hay: ${towns.join(', ')}.`;
}

/** @throws Error unless it can be the name of a town */
export function checkName(town: string): void {
  if (!TOWN.test(town)) {
    throw new Error(
      `«${town}» no sirve como nombre: lleva hasta 24 letras minúsculas sin acento, números o guiones, y empieza ` +
        'con una letra.',
    );
  }
}
