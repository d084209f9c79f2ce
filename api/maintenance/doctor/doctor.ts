import { aliases } from './aliases.ts';
import { backups } from './backups.ts';
import { certificate } from './certificate.ts';
import { database } from './database.ts';
import { disks, uploads } from './storage.ts';
import type { Examined, Finding } from './finding.ts';
import { mail } from './mail.ts';
import { front } from './front.ts';
import { releases } from './releases.ts';
import { exposedSecrets, notices, unknownSettings } from './settings.ts';
import { weatherService } from './weather.ts';
import { clock, crashes, nodeVersion, packaged, releaseTime, running } from './program.ts';

export type { Examined, Finding } from './finding.ts';

/**
 * Examines everything the portal depends on and changes nothing; it may run beside the portal.
 * @param now ms since the epoch
 * @param built when this release was made, ms since the epoch: no clock can be behind it, and its programs are as old
 * @param ca certificates to trust instead of those Node comes with, as PEM
 */
export async function examine(
  config: Examined,
  {
    now,
    ca,
    node = process.versions.node,
    built = releaseTime(),
  }: { now: () => number; ca?: string; node?: string; built?: number },
): Promise<Finding[]> {
  return [
    nodeVersion(node),
    ...(await packaged(config, now(), built)),
    ...releases(config),
    ...unknownSettings(config),
    ...exposedSecrets(config),
    ...database(config, now()),
    ...(await running(config, now())),
    ...crashes(config, now()),
    ...disks(config),
    ...uploads(config),
    ...backups(config, now()),
    ...clock(config, now(), built),
    ...weatherService(config, now()),
    ...front(config),
    ...(await certificate(config, now(), ca)),
    ...(await aliases(config, ca)),
    ...notices(config),
    ...mail(config, now()),
  ];
}
