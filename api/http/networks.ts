import { isIPv6 } from 'node:net';

/** Returns the key that failed tries count for: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/**
 * Returns the larger network that an address belongs to, the /48 network of an IPv6 address: one is given to anybody
 * who asks for it, and has 65,536 of /64. IPv4 addresses are too scarce for that: null.
 */
export function widerKey(address: string): string | null {
  const plain = plainAddress(address);
  return isIPv6(plain) ? groupsOf(plain).slice(0, 3).join(':') : null;
}

/** Returns the network of an address for the log: enough to tell a local provider from another country's. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return plain === '' ? '' : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** Returns an address without an interface name, and an IPv4-mapped one as IPv4. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** Returns the eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const left = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0;
  return [...before, ...Array<string>(left).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}
