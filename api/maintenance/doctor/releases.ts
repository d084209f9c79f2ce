import { VERSION } from '../../version.ts';
import { isNewer, readReleases } from '../newest-release.ts';
import { advice, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

/** Whether a newer release exists, as the repository said when it was last asked; nothing if it may not be asked. */
export function releases({ dbFile, releasesUrl }: Examined): Finding[] {
  if (releasesUrl === undefined) return [];
  const { newest, problem = 'no se le preguntó' } = readReleases(dbFile, releasesUrl) ?? {};
  const found: Finding[] = [];
  if (newest !== undefined && isNewer(newest, VERSION)) {
    found.push(
      warning(
        `Hay una versión más nueva del portal: la ${newest}, y esta es la ${VERSION}.`,
        'Instalala con «apt update && apt install portal-municipal».',
      ),
    );
  }
  if (problem !== null) {
    found.push(
      advice(
        `No se pudo saber si hay una versión más nueva del portal (${releasesUrl}: ${problem}).`,
        'Revisá RELEASES_URL, que tiene que ser la dirección del repositorio, la misma que usa apt.',
      ),
    );
  }
  return found.length > 0 ? found : [well(`El portal ${VERSION} es la última versión.`)];
}
