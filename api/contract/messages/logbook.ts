/** What the logbook tells, by what it is about. */
export const LOGBOOK_GROUPS = {
  access: [
    'log-in',
    'log-in-wrong',
    'log-in-asked',
    'log-in-limited',
    'log-out',
    'session-closed',
    'password-wrong',
    'device-forgotten',
  ],
  refusals: ['refused'],
  rights: [
    'user-created',
    'user-changed',
    'user-deleted',
    'password',
    'second-factor',
    'second-factor-removed',
    'recovery-codes',
    'second-factor-rule',
    'areas',
  ],
  exports: ['export'],
} as const;
export type LogbookGroup = keyof typeof LOGBOOK_GROUPS;
/** `operator`: a command of whoever runs the server that is about no account. */
export type LogbookKind = (typeof LOGBOOK_GROUPS)[LogbookGroup][number] | 'operator';

/** What the list can be narrowed to: a group, or what whoever runs the server did with `portal`. */
export const LOGBOOK_CHOICES = ['access', 'refusals', 'rights', 'exports', 'operator'] as const;
export type LogbookChoice = (typeof LOGBOOK_CHOICES)[number];

/** Who did it, where nobody with an account did: whoever runs the server, or somebody who named no account. */
export const OPERATOR = 'operator';
export const NOBODY = 'nobody';

/** An entry, as Admins see it. */
export interface LogbookEntry {
  entry: number;
  /** First and last time, ISO 8601, and how many times. */
  at: string;
  until: string;
  times: number;
  kind: LogbookKind;
  /** An account, `OPERATOR` or `NOBODY`, and its name of then. */
  userId: string;
  name: string;
  /** The network of the address, /24 or /48; '' if there is none, or it is one of many. */
  network: string;
  /** Browser and device in words, or the command of `portal`. */
  device: string;
  /** The account that it is about, if it is not one's own. */
  about: { id: string; name: string } | null;
  detail: LogbookDetail;
}

/** What else is known, in words that the server chose: never a password, a code or a text of anybody. */
export interface LogbookDetail {
  /** Of a log-in: what it was done with, or what was wrong. */
  how?: 'code' | 'recovery-code' | 'password' | 'disabled';
  /** What was refused, as a method and an address, or what was exported. */
  what?: string;
  command?: string;
  /** Fields that changed, with their values before and after where these are about rights. */
  fields?: readonly { name: string; before?: string | number; after?: string | number }[];
  /** How many sessions were closed. */
  sessions?: number;
}

export interface LogbookPage {
  items: LogbookEntry[];
  /** Stands for where the next page begins; null on the last one. */
  next: string | null;
  /** Everybody who did something, by the name of their last entry. */
  people: { id: string; name: string }[];
}

/** What an Admin asks for. */
export interface LogbookQuery {
  choice?: LogbookChoice | undefined;
  /** Who did it, or whose account it is about. */
  user?: string | undefined;
  /** Days of the town, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The beginning of a network, or an address in it. */
  network?: string | undefined;
}

/** Months that it is kept. */
export const LOGBOOK_MONTHS = 12;
