import { existsSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../api/config.ts';
import { whoAnswers } from '../../api/maintenance/who-answers.ts';
import type { Answering } from '../../api/maintenance/who-answers.ts';
import {
  asRoot,
  call,
  configOf,
  hasSystemd,
  must,
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
  return isUpSoon(town, { port, host, origin });
}

export type Control = 'start' | 'stop' | 'restart';

/**
 * Starts, stops or restarts the portal of a town, and says whether it answers afterwards. One that rests is started by
 * a request, and stopped together with what listens for it.
 * @returns 1 if it does not answer
 * @throws Error when its settings are wrong, unless it is to stop: what runs goes on
 */
export async function controlTown(town: string, how: Control): Promise<number> {
  asRoot(`${how} ${town}`);
  if (!hasSystemd()) throw new Error('En esta máquina no corre systemd, que es quien inicia y detiene los portales.');
  const rests = existsSync(socketSettings(town));
  if (how === 'stop') {
    must('systemctl', 'stop', ...(rests ? [socketOf(town)] : []), unitOf(town));
    console.log(`${town} está detenido. Para iniciarlo: «portal start ${town}».`);
    return 0;
  }
  const { port, host, origin } = configOf(town);
  if (rests) {
    if (how === 'restart') must('systemctl', 'stop', unitOf(town));
    must('systemctl', 'start', socketOf(town));
  } else must('systemctl', how, unitOf(town));
  if (await isUpSoon(town, { port, host, origin })) {
    console.log(`${town} responde en ${origin}.`);
    return 0;
  }
  const { who } = await whoAnswers({ port, host, origin });
  const [look, why] = who === 'nobody' ? ['log', 'por qué'] : ['doctor', 'qué hacer'];
  console.error(`${town}: ${HEALTH[who]}. Mirá ${why} con «portal ${look} ${town}».`);
  return 1;
}

/** What is said of who answers at the port of a town. */
export const HEALTH = {
  it: 'responde, y lee y escribe su base',
  ill: 'responde, pero no puede usar su base',
  another: 'en su puerto responde otro: un programa, el portal de otro pueblo, o este con otra dirección',
  nobody: 'no responde',
} as const satisfies Record<Answering['who'], string>;

/**
 * Waits at most half a minute for a portal to answer; three minutes while it runs and nobody answers yet, as where a
 * slow machine loads the demo town.
 * @returns whether it does
 */
async function isUpSoon(town: string, address: Address): Promise<boolean> {
  const began = Date.now();
  for (;;) {
    const { who } = await whoAnswers(address);
    if (who === 'it') return true;
    const waited = Date.now() - began;
    const isStarting = () =>
      who === 'nobody' && waited <= 180_000 && call('systemctl', 'is-active', '--quiet', unitOf(town)).code === 0;
    if (waited > 30_000 && !isStarting()) return false;
    await pause(200);
  }
}
