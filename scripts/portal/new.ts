import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, isIP } from 'node:net';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { randomPassword } from '../../api/auth/passwords.ts';
import { readConfig } from '../../api/config.ts';
import type { Config } from '../../api/config.ts';
import { placesOf, townsHere } from '../../api/installation.ts';
import {
  asRoot,
  call,
  checkName,
  createUser,
  hasSystemd,
  idsOf,
  must,
  ownFolder,
  PROGRAM,
  settingsOf,
  socketOf,
  socketSettings,
  timersOf,
  unitOf,
  userOf,
  writeWhole,
} from './machine.ts';
import { publish } from './nginx-site.ts';

/** First port that a town gets. */
const FIRST_PORT = 3001;

/**
 * Makes a town, or completes and updates one: settings, user, folders, nginx site, service and backup timer. Whatever
 * is there already stays as it is. Prints what is left for a person to do.
 * @throws Error in one Spanish line
 */
export async function newTown(
  town: string,
  { origin, demo, onDemand }: { origin?: string; demo?: boolean; onDemand?: boolean },
): Promise<number> {
  asRoot(`new ${town}${origin === undefined ? '' : ` --origin ${origin}`}`);
  checkName(town);
  const wanted = origin === undefined ? undefined : publicAddress(origin);
  const { settings, removed, data, backups } = placesOf(town);
  const old = [settings, removed].find((file) => existsSync(file));
  const settled =
    old === undefined
      ? await firstSettings(town, { origin: wanted ?? '', demo: demo ?? false })
      : changed(readFileSync(old, 'utf8'), wanted);
  const text = onDemand ? resting(settled) : settled;
  const config = readConfig(parseEnv(text));
  const taken = townsHere().find((one) => one !== town && settingsOf(one).ORIGIN === config.origin);
  if (taken !== undefined) throw new Error(`La dirección ${config.origin} ya es de «${taken}».`);

  createUser(town);
  for (const folder of [data, backups]) ownFolder(town, folder);
  const ids = idsOf(town);
  const isChanged = writeWhole(settings, text, { mode: 0o640, ...(ids ? { gid: ids.gid } : {}) });
  rmSync(removed, { force: true });
  const published = publish({ town, origin: config.origin, port: config.port });
  const answers = await startTown(town, { isChanged, ...config });
  console.log(`${town}: ${config.origin}`);
  console.log(`  Ajustes: ${settings}`);
  console.log(`  Datos:   ${data}`);
  console.log(`  Copias:  ${backups}, todas las noches`);
  const left = whatIsLeft(town, { ...config, published, answers });
  if (left.length > 0) console.log('\nQueda para hacer:');
  left.forEach((one, number) => console.log(`  ${number + 1}. ${one}`));
  return 0;
}

/** @throws Error unless it is a public address whose host can be written in nginx's files as it is */
function publicAddress(given: string): string {
  const { origin } = readConfig({ ORIGIN: given });
  const { hostname: host } = new URL(origin);
  if (!/^[a-z0-9.-]+$/.test(host)) throw new Error(`ORIGIN: «${host}» no sirve como nombre de un sitio.`);
  return origin;
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
    PASSPHRASE: randomPassword(),
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

/** Minutes without a request, after which the portal of a town that was made with `--on-demand` rests. */
const IDLE_MINUTES = 10;

/** Returns the settings of a portal that rests while nobody uses it. */
function resting(text: string): string {
  if (/^IDLE_MINUTES=\d/m.test(text)) return text;
  const line = `IDLE_MINUTES=${IDLE_MINUTES}\n`;
  return /^#?IDLE_MINUTES=.*\n/m.test(text)
    ? text.replace(/^#?IDLE_MINUTES=.*\n/m, line)
    : `${text.trimEnd()}\n${line}`;
}

/** The first port that no town and no other program has. */
async function freePort(): Promise<number> {
  const taken = new Set(townsHere().map((town) => Number(settingsOf(town).PORT)));
  for (let port = FIRST_PORT; port < 65_536; port += 1) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error('No queda ningún puerto libre en esta máquina.');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const free = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (free) {
    probe.close();
    await once(probe, 'close');
  }
  return free;
}

/** Starts the service, or what listens for it, and the timers. @returns whether it answers; null without systemd */
async function startTown(
  town: string,
  { isChanged, port, host, idleMinutes }: { isChanged: boolean } & Pick<Config, 'port' | 'host' | 'idleMinutes'>,
): Promise<boolean | null> {
  const rests = idleMinutes !== undefined;
  const before = existsSync(socketSettings(town));
  if (rests)
    writeWhole(socketSettings(town), `[Socket]\nListenStream=${isIP(host) === 6 ? `[${host}]` : host}:${port}\n`);
  else rmSync(dirname(socketSettings(town)), { recursive: true, force: true });
  if (!hasSystemd()) return null;
  const [wanted, other] = rests ? [socketOf(town), unitOf(town)] : [unitOf(town), socketOf(town)];
  if (rests !== before || isChanged) {
    // Whichever has the port lets go of it first.
    call('systemctl', 'stop', ...(before ? [socketOf(town)] : []), unitOf(town));
    must('systemctl', 'daemon-reload');
  }
  if (rests || before) call('systemctl', 'disable', other);
  must('systemctl', 'enable', '--now', wanted, ...timersOf(town));
  for (let tries = 0; tries < 150; tries += 1) {
    if (await isUp(port)) return true;
    await pause(200);
  }
  return false;
}

/** Whether a portal on this machine answers and can use its database. */
export async function isUp(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/salud`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  return answer?.ok ?? false;
}

function whatIsLeft(
  town: string,
  { origin, published, answers }: { origin: string; published: ReturnType<typeof publish>; answers: boolean | null },
): string[] {
  const { hostname: host, protocol } = new URL(origin);
  const again = `Después, otra vez «portal new ${town}».`;
  const left: string[] = [];
  if (answers === null) left.push(`En esta máquina no corre systemd: nada se inició. ${again}`);
  if (answers === false) left.push(`El portal no responde todavía: mirá por qué con «portal log ${town}».`);
  if (published === 'no nginx') left.push(`Instalá nginx: «apt install nginx certbot». ${again}`);
  if (protocol === 'https:' && published !== 'published') {
    left.push(`En el servidor de nombres, que ${host} apunte a esta máquina (${hostname()}).`);
    left.push(
      `El certificado: «certbot certonly --webroot -w /var/www/html -d ${host} --deploy-hook 'systemctl reload ` +
        `nginx'». ${again}`,
    );
  }
  left.push(`La contraseña de «admin», si todavía no la tenés: «portal reset-password ${town} admin».`);
  left.push(
    `Las copias de seguridad, también fuera de esta máquina: BACKUP_TO en ${placesOf(town).settings}. ` +
      'Anotá en papel la clave que está al lado: sin ella nadie puede leer esas copias.',
  );
  left.push(`Al terminar: «portal doctor ${town}».`);
  return left;
}
