import { pages } from '../contract/addresses/pages.ts';
import { endOf } from '../contract/calendar/alerts.ts';
import { TOWN_OFFSET } from '../contract/limits.ts';
import type { Alert, SiteDocument } from '../contract/records.ts';
import { atMoment } from '../contract/values/dates.ts';
import { xmlDocument } from '../http/xml.ts';

/** Which message of the Common Alerting Protocol an alert is, and what it is made for. */
interface CapContext {
  site: SiteDocument;
  /** Public address of the portal. */
  origin: string;
  /** When the alert was published and then changed, ISO 8601, the first first. */
  sent: readonly string[];
}

/**
 * Writes an alert as a message of the Common Alerting Protocol (CAP 1.2). Every change of a published alert is a
 * message of its own, which updates those before it.
 */
export function capOf(alert: Alert, { site, origin, sent }: CapContext): string {
  const { host } = new URL(origin);
  const messages = [...new Set(sent.map((at) => Math.floor(Date.parse(at) / 1000)))];
  const identifierOf = (second: number) => `${host}-${alert.id}-${second}`;
  const last = messages.at(-1) ?? Math.floor(Date.parse(alert.created) / 1000);
  const before = messages.slice(0, -1);
  const { headline, description, area, link, category, severity, urgency, certainty, onset, source } = alert;
  const instruction = [alert.instruction, alert.note].filter(Boolean).join('\n');
  return xmlDocument('alert', {
    '@xmlns': 'urn:oasis:names:tc:emergency:cap:1.2',
    identifier: identifierOf(last),
    sender: host,
    sent: capTime(last * 1000),
    status: 'Actual',
    msgType: before.length > 0 ? 'Update' : 'Alert',
    scope: 'Public',
    references:
      before.length > 0
        ? before.map((second) => `${host},${identifierOf(second)},${capTime(second * 1000)}`).join(' ')
        : undefined,
    info: {
      language: 'es-AR',
      category,
      event: headline,
      urgency,
      severity,
      certainty,
      onset: capTime(atMoment(onset)),
      expires: capTime(endOf(alert)),
      senderName: source || site.name,
      headline,
      description: description || undefined,
      instruction: instruction || undefined,
      web: link || origin + pages.alert(alert),
      area: { areaDesc: area || site.town },
    },
  });
}

/** CAP knows no `Z`. @param at ms since the epoch */
const capTime = (at: number) =>
  `${new Date(at - Date.parse(`1970-01-01T00:00:00${TOWN_OFFSET}`)).toISOString().slice(0, 19)}${TOWN_OFFSET}`;
