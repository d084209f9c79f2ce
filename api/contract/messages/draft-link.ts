import { z } from 'zod';

/** The link by which people without an account see a draft. */
export const draftLinkSchema = z.object({
  /** What its address ends with. */
  token: z.string(),
  /** ms since the epoch */
  expires: z.number(),
  /** Who has made it. */
  by: z.string(),
});
export type DraftLink = z.infer<typeof draftLinkSchema>;
