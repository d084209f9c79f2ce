const part = encodeURIComponent;

/** What other programs subscribe to: Atom for news, bulletins and alerts, iCalendar for the agenda. */
export const subscriptions = {
  stories: () => '/noticias.atom',
  /** @param label a label's hashed name */
  storiesByLabel: (label: string) => `/noticias/${part(label)}.atom`,
  bulletins: () => '/boletin.atom',
  bulletinsByClass: (bclass: string) => `/boletin/${part(bclass.toLowerCase())}.atom`,
  agenda: () => '/agenda.ics',
  agendaByLabel: (label: string) => `/agenda/${part(label.toLowerCase())}.ics`,
  /** The turns of a roster, all or what is in a zone. */
  roster: ({ id }: { id: string }, zone = '') => `/guardias/${id}${zone && `/${part(zone)}`}.ics`,
  alerts: () => '/alertas.atom',
  /** A single alert in the Common Alerting Protocol. */
  alert: (alert: { id: string }) => `/alertas/${alert.id}.xml`,
  /** A single event, to be added to a calendar. */
  event: (event: { id: string }) => `/evento/${event.id}.ics`,
} as const;

/** The subscription to a section, or to what is in it of one label, class or category. */
export const subscriptionOf = (section: string, format: 'atom' | 'ics', narrowed = '') =>
  `${section}${narrowed && `/${part(narrowed)}`}.${format}`;

/** Whether this is the address of a subscription, not of a page. */
export const isSubscription = (path: string) =>
  /^\/[\w-]+(\/[^/]+)?\.atom$/.test(path) ||
  /^\/alertas\/[^/]+\.xml$/.test(path) ||
  /^\/(agenda(\/[^/]+)?|evento\/[^/]+|guardias\/[^/]+(\/[^/]+)?)\.ics$/.test(path);

/** Returns the id of the event whose calendar file has this address, otherwise null. */
export const calendarEventId = (path: string) => /^\/evento\/([a-z0-9]{12})\.ics$/.exec(path)?.[1] ?? null;

/**
 * Returns the key, in lower case, of the category whose calendar has this address; '' for the whole agenda's, or null.
 */
export function agendaOfCalendar(path: string): string | null {
  const found = /^\/agenda(?:\/([^/]+))?\.ics$/.exec(path);
  return found && (found[1] ?? '');
}

/**
 * The whole address of a calendar for applications, which ask whether to subscribe to it.
 * @param url of any page of the portal
 */
export const webcal = (calendar: string, url: string) => url.replace(/^https?:(\/\/[^/]+).*/, 'webcal:$1') + calendar;
