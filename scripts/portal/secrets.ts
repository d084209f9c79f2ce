import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { isSecret, refuseMisspelt, secretFault, SECRETS, SETTINGS } from '../../api/config.ts';
import type { Secret } from '../../api/config.ts';
import { placesOf } from '../../api/installation.ts';
import { inItsFile } from '../../api/own-settings.ts';
import { PROGRAM, withLine, writeWhole } from './machine.ts';

// What is secret stands in a file that root alone can read. systemd gives each job of a town its own part of it, as the
// units say, and the command `portal` does the same. The portal gets none.

/** What each of a town's programs uses; all others use none. */
const USED = new Map<string, readonly Secret[]>([
  ['backup', ['BACKUP_PASSPHRASE']],
  ['backups', ['BACKUP_PASSPHRASE']],
  ['restore', ['BACKUP_PASSPHRASE']],
  ['doctor', ['NOTIFY_URL', 'SMTP_URL']],
  ['notify-test', ['NOTIFY_URL', 'SMTP_URL']],
]);

/**
 * Returns what one of a town's programs is started with: the settings, and of the secrets those that it uses. A secret
 * that was written among the settings counts, as for systemd.
 * @throws Error in one Spanish line when the secrets cannot be read or contain anything else
 */
export function settingsFor(town: string, program: string, settings: Record<string, string>): Record<string, string> {
  const used = USED.get(program) ?? [];
  const isMeant = ([name]: [string, string]) => !isSecret(name) || used.includes(name);
  const secrets = used.length === 0 ? {} : secretsIn(town, secretsText(town) ?? '');
  return Object.fromEntries(Object.entries({ ...secrets, ...settings }).filter(isMeant));
}

/** The file of a town's secrets; null if there is none. @throws Error unless root asks */
export function secretsText(town: string): string | null {
  const { secrets } = placesOf(town);
  if (!existsSync(secrets)) return null;
  try {
    return readFileSync(secrets, 'utf8');
  } catch (error) {
    throw new Error(`No se puede leer ${secrets}: hace falta ser root.`, { cause: error });
  }
}

/**
 * The secrets in a file of them.
 * @throws Error when one is not of its form, or when there is anything else in it: the portal would not see it
 */
export function secretsIn(town: string, text: string): Record<string, string> {
  const { secrets, settings } = placesOf(town);
  const values = parseEnv(text) as Record<string, string>;
  refuseMisspelt(Object.keys(values), { isFile: true });
  // All of them: a job that runs at night alone would be the first to notice.
  for (const [name, value] of Object.entries(values)) {
    const fault = isSecret(name) ? secretFault(name, value) : null;
    if (fault !== null) throw new Error(inItsFile(fault, town));
  }
  const other = Object.keys(values).find((name) => !isSecret(name));
  if (other === undefined) return values;
  throw new Error(
    `${other}: no va en ${secrets}, que lleva solo ${SECRETS.join(', ')}. ` +
      (SETTINGS.includes(other) ? `Pasalo a ${settings}.` : 'Sacalo.'),
  );
}

/** A town's two files. */
export interface Written {
  settings: string;
  secrets: string;
}

/** The secrets of a town that is made. @param passphrase empty: none yet */
export const firstSecrets = (town: string, passphrase: string): string =>
  readFileSync(join(PROGRAM, 'deploy/town.secrets'), 'utf8')
    .replaceAll('@TOWN@', town)
    .replace('@PASSPHRASE@', passphrase)
    .replace(/^(?=BACKUP_PASSPHRASE=$)/m, '#');

/**
 * Takes the secrets out of the settings of a town, where releases up to 1.0.0 had them. Their lines are moved as they
 * are, and one that stands in both files is that of the settings. What was moved before stays as it is.
 * @param secrets null: there are none yet
 * @throws Error when a value is written in a way that cannot be moved
 */
export function apart(town: string, settings: string, secrets: string | null): Written {
  const before = parseEnv(settings);
  const named = Object.keys(before).filter(isSecret);
  let [left, kept] = [settings, secrets ?? firstSecrets(town, '')];
  for (const name of named) {
    const line = new RegExp(String.raw`^[ \t]*${name}[ \t]*=.*$`, 'gm');
    const moved = left.match(line)?.at(-1);
    const note = `# ${name}: en ${basename(placesOf(town).secrets)}`;
    left = left.replace(line, note).replaceAll(new RegExp(String.raw`(?:^${note}\n)+`, 'gm'), `${note}\n`);
    if (moved !== undefined && before[name]) kept = withLine(kept, name, moved);
  }
  const expected = { ...parseEnv(settings), ...parseEnv(secrets ?? '') };
  for (const name of named.filter((one) => before[one])) expected[name] = before[name];
  for (const name of named.filter((one) => !before[one] && !parseEnv(kept)[one])) delete expected[name];
  const found = { ...parseEnv(left), ...parseEnv(kept) };
  if (!isSame(expected, found) || Object.keys(parseEnv(left)).some(isSecret)) {
    const { settings: file, secrets: other } = placesOf(town);
    throw new Error(`Pasá a mano de ${file} a ${other}: ${named.join(', ')}.`);
  }
  return { settings: left, secrets: kept };
}

function isSame(one: NodeJS.Dict<string>, other: NodeJS.Dict<string>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

/**
 * Writes both files of a town, each whole or not at all. The secrets come first, so that at no moment one is in
 * neither.
 * @param file of the settings: in service, or out of it
 * @returns whether the settings were different before
 */
export function writeBoth(town: string, file: string, { settings, secrets }: Written, gid?: number): boolean {
  const place = placesOf(town).secrets;
  writeWhole(place, secrets, { mode: 0o600, ...(gid === undefined ? {} : { gid: 0 }) });
  chmodSync(place, 0o600);
  return writeWhole(file, settings, { mode: 0o640, ...(gid === undefined ? {} : { gid }) });
}
