/** An open session of a person, as they and Admins see it. */
export interface OpenSession {
  id: string;
  /** Browser and device in words; '' if they are not known. */
  device: string;
  /** When it began, and when it was last used, to within ten minutes: ISO 8601; null if it is not known. */
  began: string | null;
  used: string | null;
  /** Is it the one that asks? */
  isThis: boolean;
}
