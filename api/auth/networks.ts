import { isIPv6 } from 'node:net';

/** What failed tries are counted by: an IPv4 address, and of IPv6 the half that one household shares. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/**
 * The network that an address belongs to, as the log may have it: enough to tell a town's line from another country's.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(':')}::/48`;
  return plain === '' ? '' : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** IPv4 in IPv6's clothes as itself, and no address with the name of an interface. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const left = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0;
  return [...before, ...Array<string>(left).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}
