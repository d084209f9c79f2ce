import { backups } from './backups.ts';
import { certificate } from './certificate.ts';
import { database } from './database.ts';
import { disks, uploads } from './files.ts';
import type { Examined, Finding } from './finding.ts';
import { front } from './front.ts';
import { clock, crashes, nodeVersion, running } from './program.ts';

export type { Examined, Finding } from './finding.ts';

/**
 * Examines everything the portal depends on and changes nothing; it may run beside the portal.
 * @param now ms since the epoch
 * @param ca certificates to trust instead of those Node comes with, as PEM
 */
export async function examine(
  config: Examined,
  { now, ca, node = process.versions.node }: { now: () => number; ca?: string; node?: string },
): Promise<Finding[]> {
  return [
    nodeVersion(node),
    ...database(config),
    ...(await running(config)),
    ...crashes(config, now()),
    ...disks(config),
    ...uploads(config),
    ...backups(config, now()),
    ...clock(config, now()),
    ...front(config),
    ...(await certificate(config, now(), ca)),
  ];
}
