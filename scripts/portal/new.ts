import { existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { randomPassword } from '../../api/auth/passwords.ts';
import { readConfig } from '../../api/config.ts';
import type { Config } from '../../api/config.ts';
import { placesOf, townsHere } from '../../api/installation.ts';
import { inItsFile } from '../../api/own-settings.ts';
import { CONNECTIONS } from '../../api/maintenance/nginx-limits.ts';
import {
  asRoot,
  checkName,
  configOf,
  createUser,
  idsOf,
  ownFolder,
  PROGRAM,
  userOf,
  withLine,
  writeWhole,
} from './machine.ts';
import { publish } from './nginx-site.ts';
import type { Published } from './nginx-site.ts';
import { freePort, portsOfOthers } from './ports.ts';
import { apart, firstSecrets, secretsIn, secretsText, writeBoth } from './secrets.ts';
import { startTown } from './service.ts';

/** What `portal new` can be told. */
interface Wishes {
  origin?: string;
  /** Other host names that lead to the portal, besides those it has. */
  aliases?: readonly string[];
  demo?: boolean;
  onDemand?: boolean;
}

/**
 * Makes a town, or completes and updates one: settings, user, folders, nginx site, service and backup timer. Whatever
 * is there already stays as it is. Prints what is left for a person to do.
 * @returns 1 if the portal was started and does not answer
 * @throws Error in one Spanish line
 */
export async function newTown(town: string, { origin, aliases = [], demo, onDemand }: Wishes): Promise<number> {
  asRoot(`new ${town}${origin === undefined ? '' : ` --origin ${origin}`}`);
  checkName(town);
  const wanted = origin === undefined ? undefined : publicAddress(origin);
  const { settings, removed, data, backups } = placesOf(town);
  const old = [settings, removed].find((file) => existsSync(file));
  const settled =
    old === undefined
      ? await firstSettings(town, { origin: wanted ?? '', demo: demo ?? false })
      : changed(readFileSync(old, 'utf8'), wanted);
  const written =
    old === undefined
      ? { settings: settled, secrets: secretsText(town) ?? firstSecrets(town, randomPassword()) }
      : apart(town, settled, secretsText(town));
  const named = withNames(written.settings, { isMoved: wanted !== undefined, aliases });
  const text = onDemand ? resting(named) : named;
  const config = readable(town, old, { ...secretsIn(town, written.secrets), ...parseEnv(text) });
  const names = namesOf(config);
  for (const other of townsHere().filter((one) => one !== town)) {
    const taken = namesOf(configOf(other, ['ORIGIN', 'ORIGIN_ALIASES'])).find((name) => names.includes(name));
    if (taken !== undefined) throw new Error(`El nombre ${taken} ya es de «${other}».`);
  }
  const neighbour = portsOfOthers(town).get(config.port);
  if (neighbour !== undefined) {
    const file = old ?? settings;
    throw new Error(
      `El puerto ${config.port} de «${town}» es también de «${neighbour}». Poné otro en PORT, como ` +
        `${await freePort()}, en ${file}, y volvé a ejecutar lo mismo.`,
    );
  }

  createUser(town);
  for (const folder of [data, backups]) ownFolder(town, folder);
  const ids = idsOf(town);
  const isChanged = writeBoth(town, settings, { ...written, settings: text }, ids?.gid);
  rmSync(removed, { force: true });
  const { raised, ...published } = publish({ town, ...config });
  const answers = await startTown(town, { isChanged, ...config });
  if (answers) writeWhole(settings, afterFirstStart(text), { mode: 0o640, ...(ids ? { gid: ids.gid } : {}) });
  console.log(`${town}: ${config.origin}`);
  console.log(`  Ajustes: ${settings}`);
  console.log(`  Claves:  ${placesOf(town).secrets}`);
  console.log(`  Datos:   ${data}`);
  console.log(`  Copias:  ${backups}, todas las noches`);
  if (raised) console.log(`  nginx:   lugar para ${CONNECTIONS} conexiones por proceso, en /etc/nginx/nginx.conf`);
  const isToldOf = config.notifyUrl !== undefined || config.smtpUrl !== undefined;
  const left = whatIsLeft(town, { ...config, ...published, answers, isToldOf });
  if (left.length > 0) console.log('\nQueda para hacer:');
  left.forEach((one, number) => console.log(`  ${number + 1}. ${one}`));
  return answers === false ? 1 : 0;
}

/** @param file of its settings, if it has one: what is wrong is then in it, or in that of its secrets */
function readable(town: string, file: string | undefined, settings: NodeJS.Dict<string>): Config {
  try {
    return readConfig(settings, { isFile: true });
  } catch (error) {
    throw file === undefined ? error : new Error(inItsFile((error as Error).message, town), { cause: error });
  }
}

/** @throws Error unless it is a public address whose host can be written in nginx's files as it is */
function publicAddress(given: string): string {
  const { origin } = readConfig({ ORIGIN: given });
  const { hostname: host, port } = new URL(origin);
  if (!/^[a-z0-9.-]+$/.test(host)) throw new Error(`ORIGIN: «${host}» no sirve como nombre de un sitio.`);
  if (port !== '') {
    throw new Error(
      `ORIGIN: nginx atiende en los puertos de siempre, 443 con https y 80 con http, y en «:${port}» no habría ` +
        `nadie. Poné la dirección sin «:${port}».`,
    );
  }
  return origin;
}

/** The host names of a portal, its own first. */
const namesOf = ({ origin, originAliases }: Pick<Config, 'origin' | 'originAliases'>) => [
  new URL(origin).hostname,
  ...originAliases,
];

/**
 * Returns the settings with more names that lead to the portal. One to which it was moved is not such a name any more.
 */
function withNames(text: string, { isMoved, aliases }: { isMoved: boolean; aliases: readonly string[] }): string {
  if (aliases.length === 0 && !isMoved) return text;
  const { ORIGIN = '', ORIGIN_ALIASES = '' } = parseEnv(text);
  const before = readConfig({ ORIGIN_ALIASES }).originAliases;
  const own = isMoved ? new URL(ORIGIN).hostname : undefined;
  const { originAliases } = readConfig({
    ORIGIN,
    ORIGIN_ALIASES: [...before.filter((one) => one !== own), ...aliases].join(','),
  });
  if (originAliases.join(',') === before.join(',')) return text;
  return withLine(text, 'ORIGIN_ALIASES', `ORIGIN_ALIASES=${originAliases.join(',')}`);
}

async function firstSettings(town: string, { origin, demo }: { origin: string; demo: boolean }): Promise<string> {
  const { data, backups } = placesOf(town);
  if (origin === '') {
    const left = existsSync(data) ? ` ${leftInFolder(town)}` : '';
    throw new Error(`Falta la dirección pública: «portal new ${town} --origin https://…».${left}`);
  }
  const values = {
    TOWN: town,
    ORIGIN: origin,
    PORT: await freePort(),
    DATA: data,
    BACKUPS: backups,
    DEMO: demo ? 1 : 0,
  };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`@${name}@`, String(value)),
    readFileSync(join(PROGRAM, 'deploy/town.env'), 'utf8'),
  );
}

/**
 * Releases up to 1.0.0 left the settings of a town out of service in its own folder. Root does not read them there,
 * because the town's user could have put anything in their place.
 */
const leftInFolder = (town: string) =>
  'Si lo sacó de servicio una versión anterior, sus ajustes están en su carpeta: miralos con ' +
  `«runuser -u ${userOf(town)} -- cat ${join(placesOf(town).data, `${town}.env`)}».`;

/** Returns the settings with another public address. */
function changed(text: string, origin: string | undefined): string {
  return origin === undefined ? text : text.replace(/^ORIGIN=.*$/m, () => `ORIGIN=${origin}`);
}

/** Returns the settings of a town whose database has been made: without it, the portal does not start any more. */
export const afterFirstStart = (text: string) => text.replace(/\n(?:#.*\n)?NEW_DATABASE=1\n/, '');

/** Minutes without a request, after which the portal of a town that was made with `--on-demand` rests. */
const IDLE_MINUTES = 10;

/** Returns the settings of a portal that rests while nobody uses it. */
function resting(text: string): string {
  return /^IDLE_MINUTES=\d/m.test(text) ? text : withLine(text, 'IDLE_MINUTES', `IDLE_MINUTES=${IDLE_MINUTES}`);
}

function whatIsLeft(
  town: string,
  {
    origin,
    originAliases,
    site,
    uncovered,
    answers,
    isToldOf,
  }: Pick<Config, 'origin' | 'originAliases'> &
    Omit<Published, 'raised'> & { answers: boolean | null; isToldOf: boolean },
): string[] {
  const { protocol } = new URL(origin);
  const names = namesOf({ origin, originAliases });
  const again = `Después, otra vez «portal new ${town}».`;
  const left: string[] = [];
  if (answers === null) left.push(`En esta máquina no corre systemd: nada se inició. ${again}`);
  if (answers === false) left.push(`El portal no responde todavía: mirá por qué con «portal log ${town}».`);
  if (site === 'no nginx') left.push(`Instalá nginx: «apt install nginx certbot». ${again}`);
  if (protocol === 'https:' && (site !== 'published' || uncovered.length > 0)) {
    const unpointed = site === 'published' ? uncovered : names;
    left.push(
      `En el servidor de nombres, que ${unpointed.join(' y ')} ${unpointed.length > 1 ? 'apunten' : 'apunte'} a esta ` +
        `máquina (${hostname()}).`,
    );
    left.push(
      `El certificado: «certbot certonly --webroot -w /var/www/html ${names.map((name) => `-d ${name}`).join(' ')} ` +
        `${names.length > 1 ? '--expand ' : ''}--deploy-hook 'systemctl reload nginx'». ${again}`,
    );
  }
  left.push(`La contraseña de «admin», si todavía no la tenés: «portal reset-password ${town} admin».`);
  left.push(
    `Las copias de seguridad, también fuera de esta máquina: BACKUP_TO en ${placesOf(town).settings}. ` +
      `Anotá en papel la clave que está en ${placesOf(town).secrets}: sin ella nadie puede leer esas copias.`,
  );
  if (!isToldOf) {
    left.push(
      `A quién avisar cuando algo anda mal: NOTIFY_URL, o SMTP_URL, en ${placesOf(town).secrets}. ` +
        `Para probarlo: «portal notify-test ${town}».`,
    );
  }
  left.push(`Al terminar: «portal doctor ${town}».`);
  return left;
}
