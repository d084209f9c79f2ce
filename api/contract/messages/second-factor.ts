/** Of whom a second factor is required. */
export const SECOND_FACTOR_RULES = ['nobody', 'admins', 'everybody'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** The second factor of a person, as they and Admins see it. */
export interface SecondFactorState {
  /** When it was set up, ISO 8601; null if there is none. */
  since: string | null;
  /** Recovery codes that were not used yet. */
  codesLeft: number;
  /** Devices on which it is not asked for. */
  remembered: number;
  /** Must this person have one? */
  isRequired: boolean;
}

/** Recovery codes, which are shown this once. */
export interface RecoveryCodes {
  codes: string[];
}
