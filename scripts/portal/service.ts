import { existsSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../api/config.ts';
import type { Config } from '../../api/config.ts';
import { whoAnswers } from '../../api/maintenance/who-answers.ts';
import {
  asRoot,
  call,
  hasSystemd,
  must,
  settingsOf,
  socketOf,
  socketSettings,
  timersOf,
  unitOf,
  writeWhole,
} from './machine.ts';

type Address = Pick<Config, 'port' | 'host' | 'origin'>;

/** Starts the service, or what listens for it, and the timers. @returns whether it answers; null without systemd */
export async function startTown(
  town: string,
  { isChanged, port, host, origin, idleMinutes }: { isChanged: boolean } & Address & Pick<Config, 'idleMinutes'>,
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
  return isUpSoon({ port, host, origin });
}

export type Control = 'start' | 'stop' | 'restart';

/**
 * Starts, stops or restarts the portal of a town, and says whether it answers afterwards. One that rests is started by
 * a request, and stopped together with what listens for it.
 * @returns 1 if it does not answer
 * @throws Error when its settings are wrong: what runs goes on
 */
export async function controlTown(town: string, how: Control): Promise<number> {
  asRoot(`${how} ${town}`);
  const { port, host, origin } = readConfig(settingsOf(town), { isFile: true });
  if (!hasSystemd()) throw new Error('En esta máquina no corre systemd, que es quien inicia y detiene los portales.');
  const rests = existsSync(socketSettings(town));
  if (how === 'stop') {
    must('systemctl', 'stop', ...(rests ? [socketOf(town)] : []), unitOf(town));
    console.log(`${town} está detenido. Para iniciarlo: «portal start ${town}».`);
    return 0;
  }
  if (rests) {
    if (how === 'restart') must('systemctl', 'stop', unitOf(town));
    must('systemctl', 'start', socketOf(town));
  } else must('systemctl', how, unitOf(town));
  if (await isUpSoon({ port, host, origin })) {
    console.log(`${town} responde en ${origin}.`);
    return 0;
  }
  console.error(`${town} no responde: mirá por qué con «portal log ${town}».`);
  return 1;
}

/** Waits at most half a minute for a portal to answer. @returns whether it does */
async function isUpSoon(address: Address): Promise<boolean> {
  for (let tries = 0; tries < 150; tries += 1) {
    if ((await whoAnswers(address)).who === 'it') return true;
    await pause(200);
  }
  return false;
}
