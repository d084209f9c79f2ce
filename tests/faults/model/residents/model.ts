import type { Model } from '../run.ts';
import { plan } from './plan.ts';
import type { Plan } from './plan.ts';
import { SITUATIONS } from './situations.ts';
import { live } from './world.ts';

/** The devices of residents, who tell the town hall something without an account. */
export const RESIDENTS: Model<Plan> = {
  plan,
  live,
  situations: SITUATIONS,
  file: 'tests/faults/model/residents/situations.ts',
};
