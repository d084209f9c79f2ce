import { existsSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../api/config.ts';
import { whoAnswers } from '../../api/maintenance/who-answers.ts';
import { call, hasSystemd, must, socketOf, socketSettings, timersOf, unitOf, writeWhole } from './machine.ts';

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

/** Waits at most half a minute for a portal to answer. @returns whether it does */
async function isUpSoon(address: Address): Promise<boolean> {
  for (let tries = 0; tries < 150; tries += 1) {
    if ((await whoAnswers(address)).who === 'it') return true;
    await pause(200);
  }
  return false;
}
