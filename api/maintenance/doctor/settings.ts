import { isSecret, SETTINGS } from '../../config.ts';
import { placesOf, settingNames, townOf, typed } from '../../installation.ts';
import { advice, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

/** Variables in a settings file that are meant for Node and the libraries in it. */
const OF_THE_SYSTEM = /^(?:NODE_|LC_|SSL_CERT_|UV_|TZ$|LANG$|(?:https?|no|all)_proxy$)/i;

/** Names in the settings of a town that nothing reads: the operator believes in them. */
export function unknownSettings({ dbFile }: Examined): Finding[] {
  const unknown = settingNames(dbFile).filter((name) => !SETTINGS.includes(name) && !OF_THE_SYSTEM.test(name));
  if (unknown.length === 0) return [];
  return [
    warning(
      `Los ajustes tienen lo que el portal no conoce: ${unknown.join(', ')}.`,
      `Mirá en el manual cómo se llama cada uno, y corregilo o sacalo de ${placesOf(townOf(dbFile) ?? '').settings}.`,
    ),
  ];
}

/** Secrets among the settings, where the portal itself can read them. */
export function exposedSecrets({ dbFile }: Examined): Finding[] {
  const exposed = settingNames(dbFile).filter(isSecret);
  const town = townOf(dbFile);
  if (town === undefined || exposed.length === 0) return [];
  const { settings, secrets } = placesOf(town);
  return [
    warning(
      `Hay claves donde las puede leer el portal: ${exposed.join(', ')}, en ${settings}.`,
      `Ejecutá «portal new ${town}», que las lleva a ${secrets}.`,
    ),
  ];
}

/** Whether anybody is told of what is found. */
export function notices({ dbFile, notifyUrl, smtpUrl, notifyTo }: Examined): Finding[] {
  const test = `«${typed('notify-test', '', dbFile)}»`;
  const ways = [
    ...(notifyUrl === undefined ? [] : [new URL(notifyUrl).host]),
    ...(smtpUrl === undefined || notifyTo === undefined ? [] : [notifyTo]),
  ];
  if (ways.length > 0) return [well(`De los problemas se avisa a ${ways.join(' y a ')} (se prueba con ${test}).`)];
  const town = townOf(dbFile);
  return [
    advice(
      'De los problemas no se avisa a nadie: no están NOTIFY_URL ni SMTP_URL.',
      `Poné uno en ${town === undefined ? 'el entorno' : placesOf(town).secrets}, y probalo con ${test}.`,
    ),
  ];
}
