import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseEnv } from 'node:util';
import { placesOf, townsHere, townsOutOfService } from '../../api/installation.ts';

const FIRST_PORT = 3001;

/**
 * Ports of the other towns, each with its town. Those out of service keep theirs: when one comes back, its address must
 * not lead to a neighbour.
 */
export function portsOfOthers(town: string | null): Map<number, string> {
  const files = [
    ...townsHere().map((one) => [one, placesOf(one).settings] as const),
    ...townsOutOfService().map((one) => [one, placesOf(one).removed] as const),
  ];
  return new Map(
    files
      .filter(([one]) => one !== town)
      .map(([one, file]) => [Number(parseEnv(readFileSync(file, 'utf8')).PORT), one]),
  );
}

/** The first port that no town has, in service or not, and no other program. */
export async function freePort(): Promise<number> {
  const taken = portsOfOthers(null);
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
