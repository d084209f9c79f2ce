import { z } from 'zod';

/** Which phones an alert reaches, for staff. */
export const alertReachSchema = z.object({
  /** How many devices asked for alerts. */
  phones: z.number(),
  /**
   * The last message about it: to how many devices it was to go, of how many the push service has taken it, and how
   * many it still waits for. null: none was sent yet.
   */
  message: z.object({ wanted: z.number(), taken: z.number(), waiting: z.number() }).nullable(),
});
export type AlertReach = z.infer<typeof alertReachSchema>;
