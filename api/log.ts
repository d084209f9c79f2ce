import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { VIEW } from './contract/addresses/public-calls.ts';
import { DRAFTS } from './contract/addresses/drafts.ts';
import { PRIVATE_TICKETS } from './contract/addresses/tickets.ts';
import type { Problem } from './contract/problems.ts';
import { normalPath } from './normal-path.ts';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The server's log: one JSON object a line, so that no input can forge a line. Bodies, headers and queries are never
 * logged: passwords, tokens and what residents search for are in them.
 * @param to where the lines go; the standard output unless given
 */
export function openLog(level: LogLevel, to: DestinationStream = pino.destination({ fd: 1, sync: true })): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

/**
 * A try to log in: the account by its name and id, null when there is none of that name, the network of the address,
 * and why there is no session: a wrong password or code, a question for what else is needed, or too many tries.
 */
export interface Login {
  account: string | null;
  user: string | null;
  network: string;
  refusal?: 'password' | 'code' | 'asked' | 'limited' | 'other';
}

/**
 * Marks an answer as that of a log-in, for its line in the log. A name without an account is not logged, because people
 * type passwords there.
 */
export function markLogin(res: ServerResponse, login: Login): void {
  logins.set(res, login);
}
export const loginOf = (res: ServerResponse) => logins.get(res);
const logins = new WeakMap<ServerResponse, Login>();

/** Whose session a request has: the account by its name, as for a log-in, and by its id, which never changes. */
interface Staff {
  account: string;
  user: string;
}

/** Marks an answer as one to staff, for all its lines in the log. */
export function markStaff(res: ServerResponse, { username, id }: { username: string; id: string }): void {
  staff.set(res, { account: username, user: id });
}
export const staffOf = (res: ServerResponse) => staff.get(res);
const staff = new WeakMap<ServerResponse, Staff>();

/** Marks an answer as that of a problem. */
export const markProblem = (res: ServerResponse, problem: Problem) => void problems.set(res, problem);
export const problemOf = (res: ServerResponse) => problems.get(res);
const problems = new WeakMap<ServerResponse, Problem>();

/**
 * Returns the log for events that are logged at the level warn too, whether refused or not; at error and above, they
 * are not.
 */
export function openEvents(log: Log): Log {
  return log.isLevelEnabled('warn') ? log.child({}, { level: log.isLevelEnabled('info') ? log.level : 'info' }) : log;
}

/** The addresses that contain tokens by which drafts and tickets are seen. */
const TOKENS = new RegExp(`^(${DRAFTS}|(?:${VIEW})?${PRIVATE_TICKETS})/.*`, 'is');
/** The addresses that contain what residents search for. */
const SEARCHES = new RegExp(
  `^((?:${VIEW})?(?:/buscador|/boletin/(?!leer/)[^/]+)|/api/dataPublic/BulletinBy(?:Keywords|Search))/.*`,
  'is',
);
export const isSearch = (path: string) =>
  SEARCHES.test(path) || /^\/api\/dataPublic\/(?:searchContent|listSearch)/i.test(path);

/** Returns a path for the log, in normal form: without query, searched words and tokens, and not too long. */
export function loggedPath(url: string): string {
  return (normalPath(url.split('?', 1)[0] ?? '') ?? '-')
    .replaceAll('%2F', '/')
    .replace(SEARCHES, '$1/*')
    .replace(TOKENS, '$1/*')
    .slice(0, 300);
}
