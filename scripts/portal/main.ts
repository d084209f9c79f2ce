import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { placesOf, townsHere, townsOutOfService } from '../../api/installation.ts';
import { isFolder } from '../../api/maintenance/backup/restic.ts';
import { whoAnswers } from '../../api/maintenance/who-answers.ts';
import { runFor } from './as-town.ts';
import {
  asRoot,
  call,
  configOf,
  hasSystemd,
  idsOf,
  jobsOf,
  known,
  must,
  PROGRAM,
  settingsOf,
  socketOf,
  socketSettings,
  timersOf,
  unitOf,
  userOf,
} from './machine.ts';
import { newTown } from './new.ts';
import { checkRelease, KEY } from './release-signature.ts';
import { unpublish } from './nginx-site.ts';
import { controlTown, HEALTH } from './service.ts';
import { isNewer } from '../../api/maintenance/newest-release.ts';
import { fields, stateOf, statesHere, table, version } from './towns.ts';

// The command `portal`: everything that is done with the towns of a machine (docs/operating.md). Each town's own
// programs run as the town's user and with its settings, because files created by root would lock the portal out.

const USAGE = `Uso: portal ORDEN [PUEBLO] …
  new PUEBLO --origin https://…     crea un portal, o lo completa (--demo: con el pueblo de demostración;
                                    --on-demand: descansa mientras nadie lo usa; --alias www.…: otro nombre
                                    que lleva a esa dirección)
  list [--json]                     los portales de esta máquina
  status [PUEBLO]                   cómo está uno
  start | stop | restart [PUEBLO]   lo inicia, lo detiene, o lo reinicia después de cambiar sus ajustes
  doctor [PUEBLO] [--json]          lo revisa entero y dice qué hacer
  backup [PUEBLO | --all]           hace una copia de seguridad ahora (--to DESTINO: y la envía allá, cifrada)
  backups [PUEBLO]                  las copias que hay, también las de afuera
  restore [PUEBLO] COPIA            vuelve a una copia: lo detiene, restaura y lo inicia
  restore [PUEBLO] --from DESTINO   lo mismo, con la última copia que se envió allá, o con un archivo de allá
  notify-test [PUEBLO]              envía un aviso de prueba a quien se avisa, y dice si lo aceptó
  prune [PUEBLO] --older-than EDAD  dice qué olvidaría el historial de antes, como de 2a (años) o 30m (meses);
                                    con --yes, lo olvida
  renew-push-keys [PUEBLO]          dice qué pasa con las suscripciones a avisos si se cambian sus claves; con --yes,
                                    las cambia
  reset-password [PUEBLO] USUARIO   da una contraseña nueva a quien la olvidó; con --remove-second-factor le quita
                                    la verificación en dos pasos, si perdió el teléfono
  log [PUEBLO] [-f]                 su registro
  verify ARCHIVO.deb                dice si ese paquete es de quienes hicieron la versión instalada, y está entero
                                    (--key LLAVE.pem: con otra llave)
  version                           la versión instalada
  remove PUEBLO                     lo saca de servicio; sus datos y copias quedan
Con un solo pueblo en la máquina no hace falta nombrarlo.`;

class Usage extends Error {}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Usage ? error.message || USAGE : `No se pudo. ${(error as Error).message}`);
  process.exitCode = error instanceof Usage ? 2 : 1;
}

async function main(args: string[]): Promise<number> {
  const { order, rest, options } = parsed(args);
  switch (order) {
    case 'new': {
      const { origin, alias: aliases = [], demo, 'on-demand': onDemand } = options;
      return newTown(one(rest, 'new PUEBLO --origin https://…'), {
        aliases,
        ...(origin === undefined ? {} : { origin }),
        ...(demo === undefined ? {} : { demo }),
        ...(onDemand === undefined ? {} : { onDemand }),
      });
    }
    case 'list':
      return list(options);
    case 'status':
      return status(townIn(rest, 0));
    case 'start':
    case 'stop':
    case 'restart':
      return controlTown(townIn(rest, 0), order);
    case 'doctor':
      return runFor(townIn(rest, 0), 'doctor', options.json ? ['--json'] : []);
    case 'backup':
      if (options.all && options.to !== undefined) throw new Usage();
      return options.all
        ? backUpAll()
        : runFor(townIn(rest, 0), 'backup', options.to === undefined ? [] : ['--to', placed(options.to)]);
    case 'backups':
      return runFor(townIn(rest, 0), 'backups', []);
    case 'restore':
      return options.from === undefined
        ? restore(townIn(rest, 1, 'restore [PUEBLO] COPIA'), [resolve(rest.at(-1) ?? '')])
        : restore(townIn(rest, 0), ['--from', placed(options.from)]);
    case 'notify-test':
      return runFor(townIn(rest, 0), 'notify-test', []);
    case 'prune':
      if (options['older-than'] === undefined) throw new Usage('Uso: portal prune [PUEBLO] --older-than EDAD [--yes]');
      return runFor(townIn(rest, 0), 'prune', [options['older-than'], ...(options.yes ? ['--yes'] : [])]);
    case 'renew-push-keys':
      return renewPushKeys(townIn(rest, 0), options.yes ?? false);
    case 'reset-password':
      return runFor(townIn(rest, 1, 'reset-password [PUEBLO] USUARIO'), 'reset-password', [
        rest.at(-1) ?? '',
        ...(options['remove-second-factor'] ? ['--remove-second-factor'] : []),
      ]);
    case 'log':
      return log(townIn(rest, 0), options.follow ?? false);
    case 'verify':
      return verify(one(rest, 'verify ARCHIVO.deb'), options.key);
    case 'version':
      console.log(`portal-municipal ${version()} (Node ${process.versions.node})`);
      return 0;
    case 'remove':
      return remove(one(rest, 'remove PUEBLO'));
    case 'help':
      console.log(USAGE);
      return 0;
    default:
      throw new Usage();
  }
}

function parsed(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        origin: { type: 'string' },
        alias: { type: 'string', multiple: true },
        demo: { type: 'boolean' },
        'on-demand': { type: 'boolean' },
        json: { type: 'boolean' },
        names: { type: 'boolean' },
        all: { type: 'boolean' },
        to: { type: 'string' },
        from: { type: 'string' },
        'older-than': { type: 'string' },
        yes: { type: 'boolean' },
        key: { type: 'string' },
        'remove-second-factor': { type: 'boolean' },
        follow: { type: 'boolean', short: 'f' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const [order, ...rest] = positionals;
    return { order: values.help ? 'help' : order, rest, options: values };
  } catch {
    throw new Usage();
  }
}

/** Returns the only argument. @throws Usage */
function one(rest: string[], usage: string): string {
  const [only, ...more] = rest;
  if (only === undefined || more.length > 0) throw new Usage(`Uso: portal ${usage}`);
  return only;
}

/**
 * Returns the town that is meant: the one named before the other arguments, or the only one of this machine.
 * @param others how many other arguments there are
 * @throws Error when none was named and there are several, or there is none of this name
 */
function townIn(rest: string[], others: 0 | 1, usage = ''): string {
  if (rest.length < others || rest.length > others + 1) throw new Usage(usage && `Uso: portal ${usage}`);
  const towns = townsHere();
  const named = rest.length === others + 1 ? rest[0] : undefined;
  // The town stands where what else is needed would be.
  if (named === undefined && others === 1 && towns.includes(rest[0] ?? ''))
    throw new Usage(usage && `Uso: portal ${usage}`);
  if (named === undefined && towns.length > 1) throw new Error(`¿De qué pueblo? ${known()}`);
  const town = named ?? towns[0];
  if (town !== undefined && townsOutOfService().includes(town) && !towns.includes(town))
    throw new Error(`«${town}» está fuera de servicio: «portal new ${town}» lo trae de vuelta.`);
  if (town === undefined || !towns.includes(town)) {
    throw new Error(town === undefined ? known() : `No hay ningún pueblo «${town}». ${known()}`);
  }
  return town;
}

/** A folder of this machine as seen from anywhere, because a town's programs run in the folder of the release. */
function placed(address: string): string {
  return isFolder(address) ? resolve(address) : address;
}

async function list({ json, names }: { json?: boolean; names?: boolean }): Promise<number> {
  if (names) console.log(townsHere().join('\n'));
  else if (json) console.log(JSON.stringify(await statesHere(), null, 2));
  else console.log(townsHere().length === 0 ? known() : table(await statesHere()));
  return 0;
}

async function status(town: string): Promise<number> {
  const state = await stateOf(town);
  const heads = ['Pueblo', 'Versión', 'Estado', 'Dirección', 'Memoria', 'Última copia', 'Migraciones'];
  fields(state).forEach((value, number) => console.log(`${`${heads[number]}:`.padEnd(15)}${value}`));
  if (state.port === null) return 0;
  const { who } = await whoAnswers(configOf(town));
  console.log(`${'Salud:'.padEnd(15)}${HEALTH[who]}`);
  return who === 'it' ? 0 : 1;
}

async function backUpAll(): Promise<number> {
  let worst = 0;
  for (const town of townsHere()) {
    console.log(`${town}:`);
    worst = Math.max(worst, await runFor(town, 'backup', []));
  }
  return worst;
}

/** Stops the portal, restores, and starts it again unless it was stopped before. */
async function restore(town: string, copy: string[]): Promise<number> {
  asRoot(['restore', town, ...copy].join(' '));
  // What is wrong with the backup is found, and one that is far away fetched, while the portal runs.
  const checked = await runFor(town, 'restore', ['--check', ...copy]);
  if (checked !== 0) return checked;
  const code = await whileStopped(town, () => runFor(town, 'restore', copy[0] === '--from' ? ['--fetched'] : copy));
  return code;
}

async function renewPushKeys(town: string, isMeant: boolean): Promise<number> {
  if (!isMeant) return runFor(town, 'renew-push-keys', []);
  asRoot(`renew-push-keys ${town} --yes`);
  return whileStopped(town, () => runFor(town, 'renew-push-keys', ['--yes']));
}

/** Stops a town's portal, if it runs, for what cannot be done while it does, and starts it again whatever happened. */
async function whileStopped(town: string, work: () => Promise<number>): Promise<number> {
  // What listens for a portal that rests would start it in the middle.
  const running = [socketOf(town), unitOf(town)].filter(
    (unit) => hasSystemd() && call('systemctl', 'is-active', unit).said !== 'inactive',
  );
  const ran = running.length > 0;
  if (ran) must('systemctl', 'stop', ...running);
  const code = await work();
  if (ran) must('systemctl', 'start', running[0] ?? unitOf(town));
  if (code === 0) console.log(ran ? 'El portal está iniciado.' : `Iniciá el portal: «portal start ${town}».`);
  return code;
}

/** Checks a package before it is installed: apt does not do it with a file. */
function verify(file: string, key = join(PROGRAM, KEY)): number {
  if (!existsSync(key)) {
    throw new Error(`No hay ninguna llave en ${key}: indicá con --key la pública de quien hace las versiones.`);
  }
  checkRelease(resolve(file), readFileSync(key, 'utf8'));
  const [, its = ''] = /_([0-9.]+)_[a-z0-9]+\.deb$/.exec(file) ?? [];
  // Old packages are signed too, and have the faults of which a later one was made.
  if (its !== '' && isNewer(version(), its)) {
    throw new Error(
      `${file} está entero y firmado, pero es la versión ${its}, anterior a la instalada (${version()}). Si querés ` +
        `volver atrás: «apt install --allow-downgrades ${resolve(file)}».`,
    );
  }
  console.log(`${file} está entero y firmado. Instalalo con «apt install ${resolve(file)}».`);
  return 0;
}

function log(town: string, follow: boolean): number {
  const args = ['-u', unitOf(town), '-n', '200', '--no-hostname', ...(follow ? ['-f'] : ['--no-pager'])];
  const { status: code, error } = spawnSync('journalctl', args, { stdio: 'inherit' });
  if (error) throw new Error('En esta máquina no hay journalctl, que es quien guarda el registro.');
  return code ?? 1;
}

/** Takes a town out of service. Its settings stay beside those of the others, so that `portal new` brings it back. */
function remove(town: string): number {
  asRoot(`remove ${town}`);
  settingsOf(town);
  const { settings, secrets, removed, data, backups } = placesOf(town);
  // All that runs as the town's user comes first, and its timers before what they would start.
  if (hasSystemd()) {
    const socket = existsSync(socketSettings(town)) ? [socketOf(town)] : [];
    must('systemctl', 'disable', '--now', ...timersOf(town));
    must('systemctl', 'disable', '--now', ...socket, unitOf(town));
    must('systemctl', 'stop', ...jobsOf(town));
  }
  rmSync(dirname(socketSettings(town)), { recursive: true, force: true });
  unpublish(town);
  renameSync(settings, removed);
  console.log(`${town} está fuera de servicio. Para traerlo de vuelta: «portal new ${town}».`);
  console.log('Quedan sus datos, sus ajustes y sus copias. Si ya no hacen falta, borralos a mano:');
  console.log(`  rm -r ${[data, backups, removed, secrets].filter((file) => existsSync(file)).join(' ')}`);
  if (idsOf(town)) console.log(`  userdel ${userOf(town)}`);
  return 0;
}
