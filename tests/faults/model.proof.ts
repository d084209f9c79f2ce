import { test } from 'vitest';
import { RESIDENTS } from './model/residents/model.ts';
import { runModel } from './model/run.ts';
import { FEW, MANY } from './model/sometimes.ts';
import { STAFF } from './model/staff.ts';

test(
  'staff: the invariants hold in every situation for which the model exists, and each of these has happened',
  {
    timeout: 0,
  },
  () => runModel(STAFF, MANY),
);

test('residents: the same', { timeout: 0 }, () => runModel(RESIDENTS, FEW * 2));
