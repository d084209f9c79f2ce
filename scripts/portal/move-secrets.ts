import { existsSync, readFileSync } from 'node:fs';
import { placesOf, townsHere, townsOutOfService } from '../../api/installation.ts';
import { idsOf } from './machine.ts';
import { apart, secretsText, writeBoth } from './secrets.ts';

// Takes the secrets of all towns out of their settings, once; run by the package when it is installed over a release
// that had them there. Nothing is lost if it is interrupted, and it can be run again. One town that cannot be done does
// not keep the others from it.
for (const town of new Set([...townsHere(), ...townsOutOfService()])) {
  const { settings, removed } = placesOf(town);
  for (const file of [settings, removed].filter((one) => existsSync(one))) {
    try {
      const text = readFileSync(file, 'utf8');
      const written = apart(town, text, secretsText(town));
      if (written.settings !== text) writeBoth(town, file, written, idsOf(town)?.gid);
    } catch (error) {
      console.error(`${town}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
}
