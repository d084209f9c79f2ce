import { plan } from './actions.ts';
import type { Plan } from './actions.ts';
import type { Model } from './run.ts';
import { SITUATIONS } from './sometimes.ts';
import { live } from './world.ts';

/** The devices of staff, who edit what the portal shows. */
export const STAFF: Model<Plan> = { plan, live, situations: SITUATIONS, file: 'tests/faults/model/sometimes.ts' };
