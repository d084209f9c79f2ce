/** The makers of browsers whose push services are known. */
export const PROVIDERS = ['google', 'mozilla', 'apple', 'microsoft'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The push services of browsers. No other server is ever called. */
const HOSTS: [host: RegExp, provider: Provider][] = [
  // Chrome, Samsung Internet, Opera, Brave
  [/^fcm\.googleapis\.com$/, 'google'],
  // Chrome before its stable release, and Chromium (kPushMessagingStagingGcmEndpoint in components/push_messaging)
  [/^jmt17\.google\.com$/, 'google'],
  // Firefox (autopush)
  [/^[a-z0-9-]+\.push\.services\.mozilla\.com$/, 'mozilla'],
  // Safari: Apple asks servers to allow *.push.apple.com
  [/^[a-z0-9-]+\.push\.apple\.com$/, 'apple'],
  // Edge: Windows Push Notification Services ask for *.notify.windows.com
  [/^[a-z0-9-]+\.notify\.windows\.com$/, 'microsoft'],
];
/** Services that are known to exist: the names that browsers are seen to use. Those of Microsoft are many. */
export const WELL_KNOWN: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://jmt17.google.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
];
/** Maximum length of an endpoint; those of Edge are the longest, with about 500 characters. */
const MAX_LENGTH = 2000;

/** A push service: its origin, and whose it is. */
export interface Service {
  service: string;
  provider: Provider;
}

/**
 * Returns the push service of an endpoint; null for an address that the portal does not send to.
 * @param testService the one further origin that is accepted, for tests; it counts as one of Microsoft's, who have many
 */
export function serviceOf(endpoint: string, testService?: string): Service | null {
  if (endpoint.length > MAX_LENGTH || !URL.canParse(endpoint)) return null;
  const { href, origin, protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if (href !== endpoint || protocol !== 'https:' || username + password + hash !== '') return null;
  if (origin === testService) return { service: origin, provider: 'microsoft' };
  const provider = HOSTS.find(([host]) => host.test(hostname))?.[1];
  return provider !== undefined && port === '' ? { service: origin, provider } : null;
}
