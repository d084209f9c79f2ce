import { test } from 'vitest';
import { runModel } from './model/run.ts';
import { FEW } from './model/sometimes.ts';

// `npm run proofs` makes many more runs.
test('whatever the network, the devices, the server and the people do, all ten invariants hold', { timeout: 0 }, () =>
  runModel(FEW),
);
