import { isSecret, readConfig, refuseMisspelt } from './config.ts';
import type { Config } from './config.ts';
import { placesOf, settingNames, townOf } from './installation.ts';
import type { Environment } from './installation.ts';

/**
 * Returns what is wrong with the settings of a town, as `readConfig` says it, with the file in which it is.
 * @param message begins with the name of the setting
 */
export function inItsFile(message: string, town: string, environment: Environment = process.env): string {
  const { settings, secrets } = placesOf(town, environment);
  const [name = ''] = message.split(':', 1);
  return `En ${isSecret(name) ? secrets : settings}, ${message}`;
}

/**
 * Returns the settings of this process, which in an installation are those of a town.
 * @throws Error in one Spanish line: which variable is wrong, what it accepts and, in an installation, in which file it
 *   is
 */
export function readOwnSettings(environment: Environment = process.env): Config {
  try {
    const config = readConfig(environment);
    refuseMisspelt(settingNames(config.dbFile, environment), { isFile: true });
    return config;
  } catch (error) {
    const town = townOf(environment.DB_FILE ?? '', environment);
    throw town === undefined ? error : new Error(inItsFile((error as Error).message, town, environment));
  }
}
