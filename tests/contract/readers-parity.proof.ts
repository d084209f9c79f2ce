import { describe, test } from 'vitest';
import { filledDeviceAgrees, httpAgrees, wholeDeviceAgrees } from './readers-parity.ts';

// The towns that `npm test` does not ask. Each is asked some thousand questions.
describe('three readers over more towns', () => {
  test.for([2, 3])('HTTP gives the same answers as SQL (town %i)', httpAgrees);

  test.for([2, 3])('a device that has every change gives the same answers as SQL (town %i)', wholeDeviceAgrees);

  test.for([1, 3, 4])(
    'what a device is certain of after a fill agrees with SQL, whatever staff do next (town %i)',
    filledDeviceAgrees,
  );
});
