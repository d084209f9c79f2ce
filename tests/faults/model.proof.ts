import { test } from 'vitest';
import { runModel } from './model/run.ts';
import { MANY } from './model/sometimes.ts';

test(
  'the invariants hold in every situation for which the model exists, and each of these has happened',
  { timeout: 0 },
  () => runModel(MANY),
);
