import { test } from 'vitest';
import { RESIDENTS } from './model/residents/model.ts';
import { runModel } from './model/run.ts';
import { FEW } from './model/sometimes.ts';
import { STAFF } from './model/staff.ts';

// `npm run proofs` makes many more runs.
test(
  'staff: whatever the network, the devices, the server and the people do, all ten invariants hold',
  {
    timeout: 0,
  },
  () => runModel(STAFF, FEW),
);

test('residents: whatever happens, each ticket is there once, or waits visibly on its device', { timeout: 0 }, () =>
  runModel(RESIDENTS, FEW),
);
