import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../api/http/public-internet.ts';

test('addresses of this machine, of private and of reserved networks are not public', () => {
  for (const address of ['142.250.79.106', '17.188.1.1', '8.8.8.8', '2800:3f0:4002::200a', '2620:149:208::1']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
  const internal = `
    0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1
    224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fc00::1 fe80::1 ff02::1
    2001:db8::1 2002:7f00:1:: 2001::1 localhost 1.2.3`;
  for (const address of internal.split(/\s+/)) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  }
});
