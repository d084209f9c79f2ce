import { z } from 'zod';
import { ALERT_SEVERITIES } from '../record-types.ts';
import { parsePlace } from '../values/place.ts';
import { asUrl, oneLine, visible } from '../values/text.ts';

/** What a town says of the weather service, in the document Sitio. */
export interface WeatherSettings {
  feed: string;
  place: string;
  pushFrom: (typeof ALERT_SEVERITIES)[number];
}
export const NO_WEATHER: WeatherSettings = { feed: '', place: '', pushFrom: 'Moderate' };

/** Where the service publishes its warnings for all of the country. */
export const SMN_FEED = 'https://ssl.smn.gob.ar/CAP/AR.php';
const NO_FEED = `Dirección de las alertas: empieza con https y el nombre de un sitio, como ${SMN_FEED}.`;

/** An address over https of a server that has a name: those of machines in the town's own network have none. */
export const weatherFeed = z
  .string({ error: NO_FEED })
  .overwrite(oneLine)
  .max(300, 'Dirección de las alertas: hasta 300 caracteres.')
  .refine((given) => given === '' || isSecureName(asUrl(given)), NO_FEED);

const isSecureName = (url: URL | null) =>
  url !== null &&
  url.protocol === 'https:' &&
  /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(url.hostname) &&
  url.port + url.username + url.password === '';

/** Points in lines of their own. */
export const townPlace = z
  .string({ error: 'Lugar del pueblo: tiene que ser un texto.' })
  .overwrite((given) => visible(given).trim())
  .max(3000, 'Lugar del pueblo: hasta 3000 caracteres.')
  .superRefine((given, { addIssue }) => {
    const read = parsePlace(given);
    if ('fault' in read) addIssue({ code: 'custom', message: `Lugar del pueblo: ${read.fault}` });
  });

export const weatherLevel = z.enum(ALERT_SEVERITIES, {
  error: `Avisar desde: uno de estos: ${ALERT_SEVERITIES.join(', ')}.`,
});

export const hasPlace = ({ feed, place }: WeatherSettings) => feed === '' || place !== '';
export const NO_PLACE = 'Falta el lugar del pueblo: sin él no se sabe qué alertas le tocan.';
