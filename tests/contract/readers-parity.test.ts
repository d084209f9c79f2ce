import { describe, test } from 'vitest';
import { filledDeviceAgrees, httpAgrees, wholeDeviceAgrees } from './readers-parity.ts';

// One town for each reader; `npm run proofs` asks more of them.
describe('three readers over one town', () => {
  test('HTTP gives the same answers as SQL', () => httpAgrees(1));

  test('a device that has every change gives the same answers as SQL', () => wholeDeviceAgrees(1));

  test('what a device is certain of after a fill agrees with SQL, whatever staff do next', () => filledDeviceAgrees(2));
});
