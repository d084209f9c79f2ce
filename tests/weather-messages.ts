/** Messages of the Common Alerting Protocol and lists of them, as a weather service writes them. */

const REPLACED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => REPLACED[sign] ?? sign);
/** `2026-03-15T10:32:00-03:00` */
export const capTime = (at: number) => `${new Date(at - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;

export const SENDER = 'smn@smn.gob.ar';
/** A square round a point, in degrees. */
export const square = ([latitude, longitude]: readonly [number, number], half = 0.5) =>
  [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
  ]
    .map(([y = 0, x = 0]) => `${latitude + y * half},${longitude + x * half}`)
    .join(' ');

export interface Told {
  identifier: string;
  sent: number;
  msgType?: string;
  status?: string;
  scope?: string;
  sender?: string;
  /** Identifiers of messages of the same sender. */
  references?: string[];
  headline?: string;
  event?: string;
  severity?: string;
  urgency?: string;
  /** '' is written as an empty element. */
  onset?: number | '';
  effective?: number;
  expires?: number | '';
  areaDesc?: string;
  polygon?: string;
  circle?: string;
  instruction?: string;
  description?: string;
  web?: string;
}

/** Writes a message. What is not given is as in most of the service's. */
export function capText(told: Told): string {
  const { identifier, sent, msgType = 'Alert', status = 'Actual', scope = 'Public', sender = SENDER } = told;
  const { references = [], headline = 'Alerta por tormentas', event = 'Tormentas', severity = 'Moderate' } = told;
  const { urgency = 'Expected', onset = sent, effective, expires = sent + 6 * 3_600_000, areaDesc = '' } = told;
  const { polygon, circle, instruction = 'Evitá salir.', description = 'Tormentas fuertes.', web } = told;
  const element = (name: string, text?: string) => (text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`);
  const time = (at: number | '' | undefined) => (at === undefined ? undefined : at === '' ? '' : capTime(at));
  return `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
${element('identifier', identifier)}${element('sender', sender)}${element('sent', capTime(sent))}
${element('status', status)}${element('msgType', msgType)}${element('scope', scope)}
${references.length > 0 ? element('references', references.map((one) => `${sender},${one},${capTime(sent)}`).join(' ')) : ''}
<info>
${element('language', 'es-AR')}${element('category', 'Met')}${element('event', event)}${element('urgency', urgency)}
${element('severity', severity)}${element('certainty', 'Likely')}${element('effective', time(effective))}
${element('onset', time(onset))}${element('expires', time(expires))}${element('headline', headline)}
${element('description', description)}${element('instruction', instruction)}${element('web', web)}
<area>${element('areaDesc', areaDesc)}${element('polygon', polygon)}${element('circle', circle)}</area>
</info>
</alert>`;
}

/** A list of warnings, in the service's two kinds of entries: with a link, and with the address as its id. */
export function listText(links: readonly string[], empty = 'No se han emitido avisos'): string {
  const items = links.map((link, at) =>
    at % 2 === 0
      ? `<item><title>Alerta ${at}</title><link>${escaped(link)}</link><description>x</description></item>`
      : `<item><title>Aviso</title><link/><guid isPermaLink="true">${escaped(link)}</guid></item>`,
  );
  const none = `<item><title>Avisos</title><description>${empty}</description></item>`;
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>SMN</title>${
    items.join('') || none
  }</channel></rss>`;
}
