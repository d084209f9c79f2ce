import { BlockList, isIP } from 'node:net';

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

/** Networks that no push service is in (RFC 6890): this machine, private ones, reserved ones. */
const INTERNAL = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Teredo, documentation, 6to4: the last of these and the first contain IPv4 addresses
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
]) {
  const [address = '', bits] = network.split('/');
  INTERNAL.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !INTERNAL.check(address, 'ipv4');
  return isIP(address) === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !INTERNAL.check(address, 'ipv6');
}
