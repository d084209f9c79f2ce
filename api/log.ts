import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { normalPath } from './http/address.ts';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The server's log: one JSON object a line, so that nothing from outside can begin a line of its own. Bodies, headers
 * and queries are never logged: passwords, tokens and what residents search for are in them.
 * @param to where the lines go; the standard output unless given
 */
export function openLog(level: LogLevel, to: DestinationStream = pino.destination({ fd: 1, sync: true })): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

/** Who asked to come in: the account, null where there is none of that name, and the network of the address. */
export interface Login {
  account: string | null;
  network: string;
}

/**
 * Says that this answer is that of a log-in, for its line in the log. What was typed as a name is not kept where no
 * account has it: people type passwords there.
 */
export function markLogin(res: ServerResponse, login: Login): void {
  logins.set(res, login);
}
export const loginOf = (res: ServerResponse) => logins.get(res);
const logins = new WeakMap<ServerResponse, Login>();

/**
 * The log for what has to be seen at the usual level, refused or not. Who wants failures alone gets no more than those.
 */
export function openEvents(log: Log): Log {
  return log.isLevelEnabled('warn') ? log.child({}, { level: log.isLevelEnabled('info') ? log.level : 'info' }) : log;
}

/** What residents search for stands in these addresses, and in no other. */
const SEARCHES = /^(\/buscador|\/boletin\/(?!leer\/)[^/]+|\/api\/dataPublic\/BulletinBy(?:Keywords|Search))\/.*/is;
export const isSearch = (path: string) => SEARCHES.test(path) || /^\/api\/dataPublic\/searchContent\/?$/i.test(path);

/**
 * A path as the log may have it, however it was spelled: without a query, without what was searched for, no longer than
 * a line.
 */
export function loggedPath(url: string): string {
  return (normalPath(url.split('?', 1)[0] ?? '') ?? '-').replaceAll('%2F', '/').replace(SEARCHES, '$1/*').slice(0, 300);
}
