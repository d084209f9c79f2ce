import { test } from 'vitest';
import { openDevices, reachesRealDevicesFirst } from './devices.ts';

test('fifty thousand invented devices do not double what is sent until an alert has reached the real ones', async () =>
  reachesRealDevicesFirst(await openDevices(), { real: 100, invented: 50_000 }));
