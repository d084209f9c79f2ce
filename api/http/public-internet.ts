import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** Networks that no server for the public is in (RFC 6890): this machine, private ones, reserved ones. */
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

/**
 * For connections to servers that somebody else names: none is made to an address outside the public Internet. A name
 * is looked up when a connection is made, so that the checked address is the one that is connected to.
 * @param resolve returns the addresses of a name
 */
export function publicLookup(resolve: (name: string) => Promise<string[]> = resolveName): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
        const [first] = found;
        if (!first || !found.every(({ address }) => isPublicAddress(address))) {
          callback(Object.assign(new Error(`${name} has no public address`), { code: 'ENOTFOUND' }), []);
        } else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };
}

/** Asks the name servers directly: the system's function would block file access and hashing while none answers. */
export async function resolveName(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const [failed] = found;
  if (addresses.length === 0 && failed?.status === 'rejected') throw failed.reason;
  return addresses;
}
